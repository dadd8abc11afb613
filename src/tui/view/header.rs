//! The first line: the query at the left; counts, order, source and language at the right.

use ratatui::layout::Rect;

use super::{Canvas, clipped};
use crate::formats::words;
use crate::labels::Label;
use crate::text::columns;
use crate::triage::words::{desk_name, verdict_label};
use crate::triage::{Desk, Verdict};
use crate::tui::app::{App, Sort, SortBy};
use crate::tui::document::Piece;
use crate::tui::mode::{Mode, PromptKind};
use crate::tui::panes::Pane;
use crate::tui::theme::Role;

pub(super) fn draw(app: &App, canvas: &mut Canvas, area: Rect) {
    let right = right(app);
    let right_width = columns::width(&right).min(usize::from(area.width));
    let prompting = prompt(app).is_some();
    let room = usize::from(area.width).saturating_sub(right_width + 2);
    // While a line is typed it needs the room more than the counts do.
    let before = prompt(app).map_or(0, |(before, _)| columns::width(&before));
    let show_right = !prompting || room > 24 + before;
    let left_width = if show_right { room } else { usize::from(area.width) - 1 };
    let left = left(app, left_width);
    let left = if prompting { left } else { clipped(left, left_width) };
    canvas.pieces(area.x + 1, area.y, left_width as u16, &left, ratatui::style::Style::new());
    if show_right {
        let x = area.right() - right_width as u16;
        canvas.text(x, area.y, right_width as u16, &right, Role::Dim);
    }
}

/// The line that is typed in the header, and what stands before it.
fn prompt(app: &App) -> Option<(String, &crate::tui::mode::Prompt)> {
    let Mode::Prompt(prompt) = &app.mode else {
        return None;
    };
    let before = match prompt.kind {
        PromptKind::Filter => "/".to_owned(),
        PromptKind::Find => format!("{} /", app.say(Label::FindHere)),
        PromptKind::WriteFile | PromptKind::WriteText(_) => format!("{}: ", app.say(Label::WriteTo)),
        PromptKind::Like => format!("{} ", app.say(Label::LikePrompt)),
        PromptKind::Incident => format!("{}: ", app.say(Label::IncidentPrompt)),
        PromptKind::Flag(_, ref field) => {
            format!("{}: ", Label::FlagPrompt.with(app.language, &[("field", &words::field(field, app.language))]))
        }
        PromptKind::Fault(_) => format!("{}: ", app.say(Label::FaultPrompt)),
        PromptKind::Palette(_) => return None,
    };
    Some((before, prompt))
}

/// Column and row of the caret of the line that is typed.
pub(super) fn caret(app: &App, area: Rect) -> (u16, u16) {
    let Some((before, prompt)) = prompt(app) else {
        return (area.x, area.y);
    };
    let (_, shift) = window(app, &before, prompt.line.text(), prompt.line.caret(), area.width);
    let x = 1 + columns::width(&before) + prompt.line.caret() - shift;
    (area.x + x as u16, area.y)
}

/// The part of a long line that is shown, so that the caret is in it, and the columns left out before it.
fn window(app: &App, before: &str, text: &str, caret: usize, width: u16) -> (String, usize) {
    let right = columns::width(&right(app));
    let room = usize::from(width).saturating_sub(right + 2);
    let room = if room > 24 + columns::width(before) { room } else { usize::from(width).saturating_sub(1) };
    let room = room.saturating_sub(columns::width(before) + 1).max(4);
    if caret < room {
        return (text.to_owned(), 0);
    }
    // Whole clusters are left out at the front until the caret fits.
    let mut shift = 0;
    let mut rest = text;
    while caret - shift >= room {
        let first = columns::prefix(rest, 1);
        let first = if first.is_empty() { columns::prefix(rest, 2) } else { first };
        if first.is_empty() {
            break;
        }
        shift += columns::width(first).max(1);
        rest = &rest[first.len()..];
    }
    (rest.to_owned(), shift)
}

fn left(app: &App, room: usize) -> Vec<Piece> {
    let piece = |role, text: String| Piece { role, text };
    if let Some((before, prompt)) = prompt(app) {
        let (text, _) = window(app, &before, prompt.line.text(), prompt.line.caret(), app.size.0);
        return vec![piece(Role::Key, before), piece(Role::Strong, text)];
    }
    let alone = app.panes.is_some_and(|panes| panes.list.is_none());
    if let Some(desk) = app.desk() {
        return desk_pieces(app, desk, alone, room);
    }
    if alone {
        let at = app.list.cursor + 1;
        let place = match app.wish.focus {
            Pane::Related => app.say(Label::BackToCase),
            _ => app.say(Label::BackToList),
        };
        return vec![
            piece(Role::Key, "← ".to_owned()),
            piece(Role::Heading, place.to_owned()),
            piece(Role::Dim, format!(" {at}/{}", app.list.hits.len())),
        ];
    }
    if let Some(like) = &app.list.like {
        let narrowed = if app.list.query.is_empty() { String::new() } else { format!(" /{}", app.list.query) };
        let narrowed = columns::clip(&narrowed, room / 2);
        let label = columns::clip(&like.label, room.saturating_sub(2 + columns::width(&narrowed)));
        vec![piece(Role::Key, "≈ ".to_owned()), piece(Role::Strong, label), piece(Role::Key, narrowed)]
    } else if app.list.query.is_empty() {
        vec![piece(Role::Heading, app.say(Label::Product).to_owned())]
    } else {
        let query = columns::clip(&app.list.query, room.saturating_sub(1));
        vec![piece(Role::Key, "/".to_owned()), piece(Role::Strong, query)]
    }
}

/// The desk, and what is looked for: `TRIAGE INC-2031 · /502`.
fn desk_pieces(app: &App, desk: &Desk, alone: bool, room: usize) -> Vec<Piece> {
    let piece = |role, text: String| Piece { role, text };
    let name = columns::clip(&desk_name(desk, app.language), room);
    let mut used = columns::width(&name);
    let mut out = vec![piece(Role::Accent, name)];
    let looked_for = match &app.list.like {
        Some(like) => format!("≈ {}", like.label),
        None if app.list.query.is_empty() => String::new(),
        None => format!("/{}", app.list.query),
    };
    if alone {
        let place = format!(" · ← {}/{}", app.list.cursor + 1, app.list.hits.len());
        used += columns::width(&place);
        out.push(piece(Role::Dim, columns::clip(&place, room.saturating_sub(columns::width(&out[0].text)))));
    }
    if !looked_for.is_empty() && room > used + 8 {
        out.push(piece(Role::Dim, " · ".to_owned()));
        out.push(piece(Role::Strong, columns::clip(&looked_for, room - used - 3)));
    }
    out
}

/// How far the desk is: `3 applies · 5 ruled out · 2 later · 10/14`, in signs where there is no room for words.
fn desk_progress(app: &App, desk: &Desk) -> Vec<String> {
    let (counts, total) = app.progress();
    let verdicts = [Verdict::Accepted, Verdict::Rejected, Verdict::Deferred];
    let mut parts = Vec::new();
    if app.size.0 >= 110 {
        for (verdict, n) in verdicts.into_iter().zip(counts) {
            parts.push(format!("{n} {}", app.say(verdict_label(desk, verdict))));
        }
    } else {
        let signs: Vec<String> =
            verdicts.into_iter().zip(counts).map(|(verdict, n)| format!("{}{n}", verdict.sign())).collect();
        parts.push(signs.join(" "));
    }
    parts.push(format!("{}/{total}", counts.iter().sum::<usize>()));
    let drafts = app.desks.drafts.len();
    if drafts > 0 {
        parts.push(Label::Drafts.with(app.language, &[("n", &drafts.to_string())]));
    }
    if *desk == Desk::Review && app.desks.findings.is_none() {
        parts.push(app.say(Label::Checking).to_owned());
    }
    parts
}

fn right(app: &App) -> String {
    let mut parts = Vec::new();
    if let Some(cases) = app.loading {
        parts.push(Label::Loading.with(app.language, &[("n", &cases.to_string())]));
    }
    if !app.marks.is_empty() {
        parts.push(Label::Marked.with(app.language, &[("n", &app.marks.len().to_string())]));
    }
    if let Some(desk) = app.desk() {
        parts.extend(desk_progress(app, desk));
        let problems = app.journal_problems.len() + app.library.problems().len();
        if problems > 0 {
            parts.push(format!("⚠{problems}"));
        }
        return in_room(app, parts);
    }
    let total = app.library.len().to_string();
    let found = app.list.hits.len().to_string();
    parts.push(if app.list.blamed.is_some() {
        Label::NoneOf.with(app.language, &[("total", &total)])
    } else if app.list.query.is_empty() && app.list.like.is_none() {
        Label::CaseCount.with(app.language, &[("n", &total)])
    } else {
        Label::FoundOf.with(app.language, &[("n", &found), ("total", &total)])
    });
    let narrow = app.size.0 < 60;
    if !narrow {
        let by = order_label(app, app.list.sort.by);
        parts.push(format!(
            "{}{}",
            app.say(by),
            arrow(app.list.sort).map_or(String::new(), |arrow| format!(" {arrow}"))
        ));
        if app.library.problems().is_empty() {
            parts.push(source(app));
        } else {
            parts.push(format!("{} ⚠{}", source(app), app.library.problems().len()));
        }
    }
    in_room(app, parts)
}

/// The parts in a row and the language after them, less from the end where the window leaves no room for the left.
fn in_room(app: &App, mut parts: Vec<String>) -> String {
    const LEFT: usize = 8;
    parts.push(app.say(Label::LanguageName).to_owned());
    loop {
        let line = parts.join(" · ") + " ";
        if parts.len() == 1 || columns::width(&line) + LEFT <= usize::from(app.size.0) {
            return line;
        }
        parts.pop();
    }
}

/// The source of the case under the cursor.
fn source(app: &App) -> String {
    let source = match app.subject() {
        Some(entry) => app.library.source_of(entry),
        None => match app.library.sources() {
            [only] => only,
            _ => return app.say(Label::BuiltIn).to_owned(),
        },
    };
    if source.path.is_none() { app.say(Label::BuiltIn).to_owned() } else { columns::clip(&source.name, 16) }
}

/// `↓` from the newest, longest or best down, `↑` up to it; none for the order that a list has of itself.
pub(super) fn arrow(sort: Sort) -> Option<&'static str> {
    let goes_up = match sort.by {
        SortBy::Match | SortBy::Findings if !sort.reversed => return None,
        SortBy::Match | SortBy::Date | SortBy::Findings => sort.reversed,
        SortBy::Organisation | SortBy::Title | SortBy::Resolve => !sort.reversed,
    };
    Some(if goes_up { "↑" } else { "↓" })
}

/// What an order is called here and now: without words to match, the best match is the newest.
pub(super) fn order_label(app: &App, by: SortBy) -> Label {
    match by {
        SortBy::Match if app.list.like.is_some() => Label::SortAlike,
        SortBy::Match if app.list.words.is_empty() => Label::SortNewest,
        by => sort_label(by),
    }
}

fn sort_label(by: SortBy) -> Label {
    match by {
        SortBy::Match => Label::SortMatch,
        SortBy::Date => Label::SortDate,
        SortBy::Organisation => Label::SortOrganisation,
        SortBy::Title => Label::SortTitle,
        SortBy::Resolve => Label::SortResolve,
        SortBy::Findings => Label::SortFindings,
    }
}
