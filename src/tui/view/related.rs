//! Related cases: two lines each, the case and why it is related.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Canvas;
use crate::formats::words;
use crate::labels::Label;
use crate::related::Related;
use crate::text::columns;
use crate::tui::app::{App, near_lines};
use crate::tui::document::Piece;
use crate::tui::panes::Pane;
use crate::tui::theme::Role;

pub(super) fn draw(app: &App, canvas: &mut Canvas, area: Rect, title: Option<Rect>) {
    if let Some(title) = title {
        draw_title(app, canvas, title);
    }
    let near = &app.near;
    if area.height == 0 {
        return;
    }
    if near.items.is_empty() {
        canvas.text(area.x + 1, area.y, area.width.saturating_sub(1), app.say(Label::NoneRelated), Role::Dim);
        return;
    }
    let focused = app.wish.focus == Pane::Related;
    let lines = near_lines(area.width);
    let fitting = usize::from(area.height).div_ceil(lines);
    for (row, related) in near.items.iter().enumerate().skip(near.top).take(fitting) {
        let y = area.y + ((row - near.top) * lines) as u16;
        let at_cursor = row == near.cursor && focused;
        draw_case(app, canvas, Rect { y, height: area.bottom() - y, ..area }, related, lines, at_cursor);
    }
}

/// One case: id, year, organisation and score; the title; the reasons.
fn draw_case(app: &App, canvas: &mut Canvas, area: Rect, related: &Related, lines: usize, at_cursor: bool) {
    let head = &app.library.entry(related.at).head;
    let y = area.y;
    let base = if at_cursor {
        canvas.cursor_row(area, y, true);
        canvas.theme.style(Role::Row)
    } else {
        Style::new()
    };
    let piece = |role, text: String| Piece { role, text };
    let year = head.date.map_or_else(|| "–".to_owned(), |date| date.year().to_string());
    let score = format!("{:.2}", related.score);
    let width = usize::from(area.width).saturating_sub(3);
    let shown = head.title.in_language(app.language).map_or("", |shown| shown.text.as_str());
    let title = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let lead = if lines == 3 {
        format!("{} {year} {}", head.id, head.org)
    } else {
        format!("{} {year} {} ", head.id, columns::clip(&head.org, 18))
    };
    let lead = columns::clip(&lead, width.saturating_sub(score.len() + 1));
    let room = width.saturating_sub(columns::width(&lead) + score.len() + 1);
    let beside = if lines == 3 { String::new() } else { columns::clip(&title, room) };
    let pieces =
        [piece(Role::Dim, lead), piece(Role::Text, columns::fit(&beside, room)), piece(Role::Dim, format!(" {score}"))];
    canvas.pieces(area.x + 2, y, width as u16, &pieces, base);
    let why = words::reasons(&related.reasons, app.language);
    let below = if lines == 3 { vec![(Role::Text, title), (Role::Label, why)] } else { vec![(Role::Label, why)] };
    for (at, (role, text)) in below.iter().enumerate() {
        let y = y + 1 + at as u16;
        if y < area.bottom() {
            let text = columns::clip(text, width.saturating_sub(2));
            canvas.text(area.x + 4, y, area.width.saturating_sub(5), &text, *role);
        }
    }
}

fn draw_title(app: &App, canvas: &mut Canvas, area: Rect) {
    let style = canvas.theme.style(Role::Rule);
    let shares_window = app.panes.is_some_and(|panes| panes.case.is_some_and(|case| case.bottom() == area.y));
    if shares_window {
        for x in area.x..area.right() {
            canvas.set(x, area.y, "─", style);
        }
        if area.x > 0 {
            canvas.set(area.x - 1, area.y, "├", style);
        }
    }
    let count = if app.near.items.is_empty() { String::new() } else { format!(" {}", app.near.items.len()) };
    let role = if app.wish.focus == Pane::Related { Role::Title } else { Role::Label };
    let text = format!(" {}{count} ", app.say(Label::RelatedCases));
    let x = canvas.text(area.x + 1, area.y, area.width.saturating_sub(1), &text, role);
    let score = format!(" {} ", app.say(Label::Score));
    let width = columns::width(&score) as u16;
    if x + width + 2 < area.right() {
        canvas.text(area.right() - width - 1, area.y, width, &score, Role::Dim);
    }
}
