//! The note editor, questions, and the offer to go on.

use ratatui::layout::Rect;

use super::Canvas;
use super::popup::{at_bottom, centred, frame, ground};
use crate::labels::Label;
use crate::text::{Clean, columns};
use crate::triage::Resume;
use crate::triage::words::desk_name;
use crate::tui::app::App;
use crate::tui::input::Row;
use crate::tui::mode::Note;
use crate::tui::panes::Panes;
use crate::tui::theme::Role;

/// Rows of the note editor.
const ROWS: usize = 8;

fn area(panes: &Panes) -> Rect {
    at_bottom(ground(panes), 76, ROWS + 2)
}

/// Columns of the text in the note editor.
pub fn width(app: &App) -> usize {
    app.panes.map_or(72, |panes| usize::from(area(&panes).width).saturating_sub(4))
}

/// The rows of a note that are on the screen, the first of them, and the row and column of the caret.
fn rows(panes: &Panes, note: &Note) -> (Vec<Row>, usize, (usize, usize)) {
    let area = area(panes);
    let height = usize::from(area.height).saturating_sub(2).max(1);
    let (rows, caret) = note.area.rows(usize::from(area.width).saturating_sub(4));
    let top = (caret.0 + 1).saturating_sub(height);
    (rows, top, caret)
}

pub(super) fn editor(app: &App, canvas: &mut Canvas, panes: &Panes, note: &Note) {
    let title = Label::NoteTitle.with(app.language, &[("id", &note.case)]);
    let inner = frame(canvas, area(panes), &title);
    let (rows, top, _) = rows(panes, note);
    for (at, (line, range)) in rows.into_iter().skip(top).take(usize::from(inner.height)).enumerate() {
        let text = &note.area.lines()[line][range];
        canvas.text(inner.x, inner.y + at as u16, inner.width, text, Role::Text);
    }
}

/// Where the caret of the note is.
pub(super) fn caret(_: &App, panes: &Panes, note: &Note) -> (u16, u16) {
    let area = area(panes);
    let (_, top, (row, column)) = rows(panes, note);
    let x = (area.x + 2 + column as u16).min(area.right().saturating_sub(2));
    (x, (area.y + 1 + (row - top) as u16).min(area.bottom().saturating_sub(1)))
}

/// Lines in a frame, wrapped to the room there is.
pub(super) fn message(canvas: &mut Canvas, body: Rect, title: &str, lines: &[String]) {
    let room = usize::from(body.width).saturating_sub(6).clamp(4, 72);
    let wrapped: Vec<String> = lines
        .iter()
        .flat_map(|line| columns::wrap(line, room).into_iter().map(|range| line[range].to_owned()))
        .collect();
    let width = wrapped.iter().map(|line| columns::width(line)).max().unwrap_or(0).max(columns::width(title));
    let inner = frame(canvas, centred(body, width + 6, wrapped.len() + 2), title);
    for (row, line) in wrapped.iter().take(usize::from(inner.height)).enumerate() {
        canvas.text(inner.x, inner.y + row as u16, inner.width, line, Role::Text);
    }
}

pub(super) fn offer(app: &App, canvas: &mut Canvas, body: Rect, resume: &Resume) {
    let name = desk_name(&resume.desk(), app.language);
    let mut lines = vec![Label::OfferDesk.with(app.language, &[("desk", &Clean::line(&name))])];
    if !resume.query.trim().is_empty() {
        lines.push(Label::OfferQuery.with(app.language, &[("query", &Clean::line(&resume.query))]));
    }
    if !resume.case.is_empty() {
        lines.push(Label::OfferCase.with(app.language, &[("id", &Clean::line(&resume.case))]));
    }
    if !resume.drafts.is_empty() {
        lines.push(Label::OfferDrafts.with(app.language, &[("n", &resume.drafts.len().to_string())]));
    }
    message(canvas, body, app.say(Label::OfferTitle), &lines);
}
