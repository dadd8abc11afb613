//! The mouse, while it is captured: the wheel scrolls what is below it, a click chooses.

use ratatui::layout::Position;

use super::browse;
use super::mouse_event::MouseEvent;
use crate::tui::action::Action;
use crate::tui::app::{App, near_lines};
use crate::tui::effect::Effect;
use crate::tui::mode::Mode;
use crate::tui::panes::Pane;

pub(super) fn act(app: &mut App, event: MouseEvent, effects: &mut Vec<Effect>) {
    if !matches!(app.mode, Mode::Browse) {
        return;
    }
    let (MouseEvent::Press(x, y) | MouseEvent::Drag(x, y) | MouseEvent::WheelUp(x, y) | MouseEvent::WheelDown(x, y)) =
        event;
    let Some((pane, row, width)) = under(app, x, y) else {
        return;
    };
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
