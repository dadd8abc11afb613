//! The case: its lines, and the bar at the block under the cursor.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Canvas, scrollbar};
use crate::labels::Label;
use crate::tui::app::App;
use crate::tui::panes::Pane;
use crate::tui::theme::Role;

pub(super) fn draw(app: &App, canvas: &mut Canvas, area: Rect) {
    let reader = &app.reader;
    let lines = &reader.document.lines;
    if lines.is_empty() {
        canvas.text(area.x + 1, area.y, area.width.saturating_sub(1), app.say(Label::NoCaseShown), Role::Dim);
        return;
    }
    let focused = app.wish.focus == Pane::Case;
    let rows = usize::from(area.height);
    // The window may be lower than the one that the scroll was settled for.
    let top = reader.top.min(lines.len().saturating_sub(1));
    let under = reader
        .document
        .meant_at(reader.cursor)
        .map(|block| block.lines.clone())
        // The cursor is never off the screen: where nothing below can be acted on it stands on its own line.
        .filter(|lines| lines.start < top + rows)
        .unwrap_or(reader.cursor..reader.cursor + 1);
    for row in top..lines.len().min(top + rows) {
        let y = area.y + (row - top) as u16;
        canvas.texts(area.x + 2, y, area.width.saturating_sub(3), lines.pieces(row), Style::new());
        if focused && under.contains(&row) {
            canvas.set(area.x, y, super::BAR, canvas.theme.style(Role::Cursor));
        }
    }
    scrollbar(canvas, area, top, rows, lines.len());
}
