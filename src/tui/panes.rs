//! The window cut into panes: pure, asked by update and view alike.

use ratatui::layout::Rect;

/// A part of the screen that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Pane {
    /// The list of cases.
    #[default]
    List,
    /// The case.
    Case,
    /// Related cases.
    Related,
}

/// What the user chose about the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wish {
    /// The pane that has the focus.
    pub focus: Pane,
    /// That pane alone on the window.
    pub zoom: bool,
    /// Whether related cases are shown.
    pub related: bool,
    /// Columns that the list has more than of itself; fewer when negative.
    pub wider: i16,
}

/// Where everything is. A pane that is not on the window has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Panes {
    /// The first line.
    pub header: Rect,
    /// The list.
    pub list: Option<Rect>,
    /// The case.
    pub case: Option<Rect>,
    /// Related cases, without their title line.
    pub related: Option<Rect>,
    /// The title line of the related cases, where they share the window with the case.
    pub related_title: Option<Rect>,
    /// Columns of the upright rules.
    pub uprights: [Option<u16>; 2],
    /// The last line.
    pub foot: Rect,
    /// Everything between the two long rules.
    pub body: Rect,
}

/// Narrowest and lowest window that is drawn.
pub const LEAST: (u16, u16) = (20, 5);
/// Narrowest list and narrowest case beside each other.
const LEAST_LIST: u16 = 30;
const LEAST_CASE: u16 = 50;
const THREE: u16 = 140;
const TWO: u16 = 100;

impl Panes {
    /// Cuts a window; none when it is too small.
    pub fn cut(width: u16, height: u16, wish: Wish) -> Option<Self> {
        if width < LEAST.0 || height < LEAST.1 {
            return None;
        }
        let body = Rect::new(0, 2, width, height - 4);
        let mut panes = Self {
            header: Rect::new(0, 0, width, 1),
            foot: Rect::new(0, height - 1, width, 1),
            body,
            ..Self::default()
        };
        if wish.zoom || width < TWO {
            *panes.place_mut(wish.focus) = Some(body);
        } else if width >= THREE && wish.related {
            let related = width * 27 / 100;
            let list = list_width(width * 36 / 100, wish.wider, width - related - 2);
            panes.list = Some(Rect { width: list, ..body });
            let case_x = list + 1;
            let related_x = width - related;
            panes.case = Some(Rect::new(case_x, body.y, related_x - 1 - case_x, body.height));
            panes.related_title = Some(Rect::new(related_x, body.y, related, 1));
            panes.related = Some(Rect::new(related_x, body.y + 1, related, body.height.saturating_sub(1)));
            panes.uprights = [Some(list), Some(related_x - 1)];
        } else {
            let list = if width >= THREE { width * 38 / 100 } else { width * 40 / 100 };
            let list = list_width(list, wish.wider, width - 1);
            panes.list = Some(Rect { width: list, ..body });
            panes.uprights[0] = Some(list);
            let mut case = Rect::new(list + 1, body.y, width - list - 1, body.height);
            if wish.related && body.height >= 12 {
                let below = (body.height * 3 / 10).clamp(4, 14);
                case.height -= below + 1;
                let y = case.bottom();
                panes.related_title = Some(Rect::new(case.x, y, case.width, 1));
                panes.related = Some(Rect::new(case.x, y + 1, case.width, below));
            } else if wish.focus == Pane::Related {
                panes.related_title = Some(Rect { height: 1, ..case });
                panes.related = Some(Rect::new(case.x, case.y + 1, case.width, case.height.saturating_sub(1)));
            }
            if panes.related.is_none_or(|related| related.y > case.y + 1) {
                panes.case = Some(case);
            }
        }
        if let (true, Some(related)) = (panes.related_title.is_none(), &mut panes.related) {
            // Alone on the window it keeps its title line too.
            panes.related_title = Some(Rect { height: 1, ..*related });
            related.y += 1;
            related.height = related.height.saturating_sub(1);
        }
        Some(panes)
    }

    /// Where a pane is.
    pub fn place(&self, pane: Pane) -> Option<Rect> {
        match pane {
            Pane::List => self.list,
            Pane::Case => self.case,
            Pane::Related => self.related,
        }
    }

    /// How far the list can be made wider or narrower than it is of itself: a wish beyond that is none.
    pub fn wider_within(width: u16, wish: Wish) -> Wish {
        let room = |wider| Self::cut(width, 24, Wish { zoom: false, wider, ..wish }).and_then(|panes| panes.list);
        let (Some(now), Some(own)) = (room(wish.wider), room(0)) else {
            return wish;
        };
        Wish { wider: now.width as i16 - own.width as i16, ..wish }
    }

    fn place_mut(&mut self, pane: Pane) -> &mut Option<Rect> {
        match pane {
            Pane::List => &mut self.list,
            Pane::Case => &mut self.case,
            Pane::Related => &mut self.related,
        }
    }
}

/// The list as wide as wished, so that neither it nor the case beside it in `room` gets too narrow.
fn list_width(own: u16, wider: i16, room: u16) -> u16 {
    let most = room.saturating_sub(LEAST_CASE).max(LEAST_LIST.min(own));
    own.saturating_add_signed(wider).clamp(LEAST_LIST.min(own).min(most), most.max(own.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(width: u16, height: u16, focus: Pane) -> Panes {
        Panes::cut(width, height, Wish { focus, zoom: false, related: true, wider: 0 }).unwrap()
    }

    #[test]
    fn the_width_decides_how_many_panes_there_are() {
        let wide = cut(160, 50, Pane::List);
        assert!(wide.list.is_some() && wide.case.is_some() && wide.related.unwrap().y == 3);
        let middle = cut(120, 40, Pane::List);
        assert!(middle.related.unwrap().y > middle.case.unwrap().bottom());
        let narrow = cut(80, 24, Pane::Case);
        assert!(narrow.list.is_none() && narrow.related.is_none());
        assert_eq!(narrow.case.unwrap().height, 20);
    }

    proptest! {
        #[test]
        fn panes_lie_inside_and_apart(
            width in 0u16..300, height in 0u16..100, zoom: bool, related: bool, focus in 0..3, wider in -200i16..200,
        ) {
            let focus = [Pane::List, Pane::Case, Pane::Related][focus as usize];
            let cut = Panes::cut(width, height, Wish { focus, zoom, related, wider });
            prop_assert_eq!(cut.is_none(), width < 20 || height < 5);
            if let Some(panes) = cut {
                let window = Rect::new(0, 0, width, height);
                let all: Vec<Rect> = [panes.list, panes.case, panes.related].into_iter().flatten().collect();
                prop_assert!(panes.place(focus).is_some(), "the focus is on the window");
                if let (Some(list), Some(case)) = (panes.list, panes.case) {
                    prop_assert!(list.width >= 30 && case.width >= 42, "{} {}", list.width, case.width);
                }
                for (at, one) in all.iter().enumerate() {
                    prop_assert!(window.union(*one) == window);
                    for other in &all[at + 1..] {
                        prop_assert!(!one.intersects(*other));
                    }
                }
            }
        }
    }
}
