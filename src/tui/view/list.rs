//! The list of cases: columns that give way as the pane gets narrow.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Canvas, scrollbar};
use crate::case::{Language, Span};
use crate::formats::words;
use crate::labels::Label;
use crate::library::Entry;
use crate::text::columns;
use crate::triage::{Desk, Verdict};
use crate::tui::app::{App, Column};
use crate::tui::document::{Marks, Piece};
use crate::tui::panes::Pane;
use crate::tui::theme::Role;

/// Columns of each part of a row; 0 where it is not shown.
struct Widths {
    date: usize,
    organisation: usize,
    title: usize,
    source: usize,
    resolve: usize,
    /// The verdict, and at the review desk the number of findings.
    verdict: usize,
    /// The note on the case, behind the title.
    note: usize,
}

pub(super) fn draw(app: &App, canvas: &mut Canvas, area: Rect) {
    let mut y = area.y;
    for line in remarks(app, usize::from(area.width).saturating_sub(2)) {
        if y + 1 >= area.bottom() {
            break;
        }
        canvas.text(area.x + 1, y, area.width.saturating_sub(1), &line, Role::Alert);
        y += 1;
    }
    let focused = app.wish.focus == Pane::List;
    if app.list.hits.is_empty() {
        // What keeps everything out has been named above.
        if app.list.blamed.is_none() || y == area.y {
            let text = if app.library.is_empty() { Label::NoCases } else { Label::NothingFound };
            canvas.text(area.x + 1, y, area.width.saturating_sub(1), app.say(text), Role::Dim);
        }
        return;
    }
    let widths = widths(app, usize::from(area.width));
    let rows = usize::from(area.bottom() - y);
    let top = top_for(app, rows);
    for (row, hit) in app.list.hits.iter().enumerate().skip(top).take(rows) {
        let entry = app.library.entry(hit.at);
        let at_cursor = row == app.list.cursor;
        let line = y + (row - top) as u16;
        if at_cursor {
            canvas.cursor_row(area, line, focused);
        }
        let base = if at_cursor && focused { canvas.theme.style(Role::Row) } else { Style::new() };
        let mark = mark(app, entry);
        canvas.pieces(area.x + 1, line, 1, &[mark], base);
        let mut marks = Marks::new(app.list.marked(hit.at), "");
        let pieces = row_pieces(app, entry, &widths, &mut marks);
        canvas.pieces(area.x + 2, line, area.width.saturating_sub(3), &pieces, base);
    }
    let bar = Rect { y, height: area.bottom() - y, ..area };
    scrollbar(canvas, bar, top, rows, app.list.hits.len());
}

/// The first row, where remarks above the list took some of its rows.
fn top_for(app: &App, rows: usize) -> usize {
    let top = app.list.top;
    if app.list.cursor >= top + rows { app.list.cursor + 1 - rows.max(1) } else { top }
}

/// What has to be said about the query: what was not understood, and what keeps everything out.
fn remarks(app: &App, width: usize) -> Vec<String> {
    let language = app.language;
    let mut out: Vec<String> =
        app.list.complaints().iter().map(|complaint| words::complaint(complaint, language)).collect();
    if app.list.like.is_some() && !app.list.hits.is_empty() {
        let shared = app.list.hits.get(app.list.cursor).and_then(|hit| app.list.shared.get(&hit.at));
        let words = shared.map(|shared| shared.words[..shared.words.len().min(12)].join(" · ")).unwrap_or_default();
        let line = format!("{} {words}", Label::AlikeFound.text(language));
        out.push(columns::clip(&line, width));
    }
    if let Some(blamed) = &app.list.blamed {
        let words = blamed.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(" ");
        out.push(if blamed.is_empty() {
            Label::NothingFoundNearest.text(language).to_owned()
        } else {
            let label = if app.list.hits.is_empty() { Label::ExcludesAllAlone } else { Label::ExcludesAll };
            label.with(language, &[("words", &words)])
        });
    }
    out.iter().flat_map(|line| columns::wrap(line, width).into_iter().map(|range| line[range].to_owned())).collect()
}

fn widths(app: &App, width: usize) -> Widths {
    let shown = |column: Column, from: usize| width >= from && !app.list.hidden.contains(&column);
    let several = app.library.sources().len() > 1;
    let mut widths = Widths {
        verdict: match app.desk() {
            None => 0,
            Some(Desk::Triage(_)) => 1,
            Some(Desk::Review) => 4,
        },
        note: 0,
        date: match (shown(Column::Date, 30), width >= 56) {
            (false, _) => 0,
            (true, false) => 4,
            (true, true) => 7,
        },
        organisation: if shown(Column::Organisation, 46) { (width / 5).clamp(10, 20) } else { 0 },
        title: 0,
        source: if several && shown(Column::Source, 72) { 10 } else { 0 },
        resolve: if shown(Column::Resolve, 38) { if app.language == Language::Korean { 12 } else { 8 } } else { 0 },
    };
    // The bar, the mark and the scrollbar take one column each, and each part but the title a blank beside it.
    let parts = [widths.verdict, widths.date, widths.organisation, widths.source, widths.resolve];
    let used: usize = parts.iter().filter(|part| **part > 0).map(|part| part + 1).sum();
    widths.title = width.saturating_sub(3 + used);
    if app.desk().is_some() && widths.title >= 44 {
        widths.note = widths.title / 3;
    }
    widths
}

fn row_pieces(app: &App, entry: &Entry, widths: &Widths, marks: &mut Marks) -> Vec<Piece> {
    let head = &entry.head;
    let piece = |role, text: String| Piece { role, text };
    let mut out = Vec::new();
    if widths.verdict > 0 {
        out.extend(verdict_pieces(app, entry, widths.verdict));
    }
    if widths.date > 0 {
        let date = head.date.map_or_else(|| "–".to_owned(), |date| date.to_string());
        out.push(piece(Role::Dim, columns::fit(columns::prefix(&date, widths.date), widths.date + 1)));
    }
    if widths.organisation > 0 {
        let text = columns::fit(&head.org, widths.organisation);
        out.extend(marks.pieces(&text, Role::Dim));
        out.push(piece(Role::Text, " ".to_owned()));
    }
    let (title, fell_back) = title(app, entry);
    let mark = if fell_back { format!(" ‹{}›", app.language.other().code()) } else { String::new() };
    let note = note(app, entry, widths.note);
    let room = widths.title.saturating_sub(columns::width(&mark) + columns::width(&note));
    let text = columns::clip(&title, room);
    let used = columns::width(&text) + columns::width(&mark) + columns::width(&note);
    out.extend(marks.pieces(&text, Role::Text));
    out.push(piece(Role::Dim, mark));
    out.push(piece(Role::Accent, note));
    out.push(piece(Role::Text, " ".repeat((widths.title + 1).saturating_sub(used))));
    if widths.source > 0 {
        let source = app.library.source_of(entry);
        let name = if source.path.is_none() { app.say(Label::BuiltIn) } else { source.name.as_str() };
        out.push(piece(Role::Dim, columns::fit(name, widths.source + 1)));
    }
    if widths.resolve > 0 {
        let text = head.resolved_after.map_or_else(|| "–".to_owned(), |span| duration(span, app.language));
        let role = if head.resolved_after.is_some() { Role::Strong } else { Role::Dim };
        out.push(piece(role, columns::fit_right(&text, widths.resolve)));
    }
    out
}

/// The verdict on a case, and at the review desk how many findings there are.
fn verdict_pieces(app: &App, entry: &Entry, width: usize) -> Vec<Piece> {
    let id = &entry.head.id;
    let verdict = app.verdict(entry);
    // What the record itself says is not what was judged here.
    let role = match verdict {
        _ if app.given(id).is_none() => Role::Dim,
        Some(Verdict::Rejected) => Role::Alert,
        Some(Verdict::Accepted) => Role::Good,
        _ => Role::Accent,
    };
    let mut out = vec![Piece { role, text: verdict.map_or(" ", Verdict::sign).to_owned() }];
    let findings = app.findings(id).len();
    let text = if width > 1 && findings > 0 { format!("!{}", findings.min(99)) } else { String::new() };
    out.push(Piece { role: Role::Alert, text: columns::fit(&text, width) });
    out
}

/// The note on a case, or what was said beside the verdict, in quotes behind the title: ` "no 404s here"`.
fn note(app: &App, entry: &Entry, room: usize) -> String {
    if room == 0 {
        return String::new();
    }
    let id = &entry.head.id;
    let noted = app.book().and_then(|book| book.notes.get(id)).map(|note| note.value.as_str());
    let draft = app.desks.drafts.get(id).map(String::as_str);
    let said = app.given(id).and_then(|given| given.value.text.as_deref());
    let Some(text) = draft.or(noted).or(said) else {
        return String::new();
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(" “{}”", columns::clip(&text, room.saturating_sub(3)))
}

fn duration(span: Span, language: Language) -> String {
    match language {
        Language::English => span.to_string(),
        Language::Korean => span.korean(),
    }
}

/// The title to show, on one line; the id where there is none to see.
fn title(app: &App, entry: &Entry) -> (String, bool) {
    entry.head.title.in_language(app.language).map_or_else(
        || (entry.head.id.to_string(), false),
        |shown| (shown.text.split_whitespace().collect::<Vec<_>>().join(" "), shown.fell_back),
    )
}

/// One column: marked, with a star, in the range being marked, or from a folder of the user's own.
fn mark(app: &App, entry: &Entry) -> Piece {
    let id = &entry.head.id;
    let (role, text) = if app.marks.contains(id) {
        (Role::Accent, "✓")
    } else if app.range_from.as_ref() == Some(id) {
        (Role::Accent, "│")
    } else if app.desks.ledger.stars.contains(id) {
        (Role::Accent, "*")
    } else if app.library.source_of(entry).path.is_some() {
        (Role::Dim, "+")
    } else {
        (Role::Text, " ")
    };
    Piece { role, text: text.to_owned() }
}
