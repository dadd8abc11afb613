//! The mouse, while it is captured: the wheel scrolls what is below it, a click chooses.

use ratatui::layout::Position;

use super::mouse_event::MouseEvent;
use super::{browse, menu, pager};
use crate::tui::action::Action;
use crate::tui::app::{App, near_lines};
use crate::tui::effect::Effect;
use crate::tui::key::{Code, Key};
use crate::tui::mode::Mode;
use crate::tui::panes::Pane;

pub(super) fn act(app: &mut App, event: MouseEvent, effects: &mut Vec<Effect>) {
    let key = match event {
        MouseEvent::WheelUp(..) => Some(Key::plain(Code::Up)),
        MouseEvent::WheelDown(..) => Some(Key::plain(Code::Down)),
        _ => None,
    };
    match (&app.mode, key) {
        (Mode::Browse, _) => {}
        // What is open above the panes is scrolled, and nothing else.
        (Mode::Menu(_), Some(key)) => return menu::press(app, key, effects),
        (Mode::Pager(_), Some(key)) => return (0..3).for_each(|_| pager::press(app, key, effects)),
        (Mode::Plain(_), Some(key)) => return (0..3).for_each(|_| pager::press_plain(app, key)),
        _ => return,
    }
    let (MouseEvent::Press(x, y) | MouseEvent::Drag(x, y) | MouseEvent::WheelUp(x, y) | MouseEvent::WheelDown(x, y)) =
        event;
    let Some((pane, row, width)) = under(app, x, y) else {
        return;
    };
    if matches!(event, MouseEvent::Press(..) | MouseEvent::Drag(..)) && on_scrollbar(app, pane, x) {
        return scroll_to(app, pane, row);
    }
    match event {
        MouseEvent::WheelUp(..) | MouseEvent::WheelDown(..) => {
            let before = app.wish.focus;
            app.wish.focus = pane;
            let action = if event == MouseEvent::WheelUp(x, y) { Action::MoveUp } else { Action::MoveDown };
            for _ in 0..3 {
                browse::act(app, action, effects);
            }
            app.wish.focus = before;
        }
        MouseEvent::Press(..) | MouseEvent::Drag(..) => {
            browse::focus(app, pane);
            match pane {
                Pane::List => app.choose_row(app.list.top + row),
                Pane::Case => app.reader.cursor = app.reader.top + row,
                Pane::Related => app.near.cursor = app.near.top + row / near_lines(width),
            }
        }
    }
}

fn under(app: &App, x: u16, y: u16) -> Option<(Pane, usize, u16)> {
    let panes = app.panes?;
    [Pane::List, Pane::Case, Pane::Related].into_iter().find_map(|pane| {
        let area = panes.place(pane)?;
        area.contains(Position::new(x, y)).then(|| (pane, usize::from(y - area.y), area.width))
    })
}

/// Whether a column is that of the scrollbar of a pane that has one.
fn on_scrollbar(app: &App, pane: Pane, x: u16) -> bool {
    let is_last = app.panes.and_then(|panes| panes.place(pane)).is_some_and(|area| x + 1 == area.right());
    is_last && count(app, pane) > app.rows(pane)
}

fn count(app: &App, pane: Pane) -> usize {
    match pane {
        Pane::List => app.list.hits.len(),
        Pane::Case => app.reader.document.lines.len(),
        Pane::Related => 0,
    }
}

/// To the place of the whole that a row of the scrollbar stands for.
fn scroll_to(app: &mut App, pane: Pane, row: usize) {
    browse::focus(app, pane);
    let last = count(app, pane).saturating_sub(1);
    let target = last * row / app.rows(pane).saturating_sub(1).max(1);
    match pane {
        Pane::List => app.choose_row(target),
        Pane::Case => {
            app.reader.cursor = target.min(last);
            app.reader.top = target.saturating_sub(app.rows(pane) / 2);
        }
        Pane::Related => {}
    }
}
