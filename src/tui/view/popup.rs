//! What lies above the panes: copy menu, menus, palette, help, problems; and the case as plain text.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget as _};

use super::header::{arrow, order_label};
use super::{Canvas, clipped, note};
use crate::case::Vocabulary;
use crate::formats::words;
use crate::labels::Label;
use crate::text::columns;
use crate::triage::Fault;
use crate::triage::words::fault_label;
use crate::tui::action::Action;
use crate::tui::app::{App, Column};
use crate::tui::document::{Layout, Piece};
use crate::tui::keymap::Context;
use crate::tui::mode::{Choice, Menu, Mode, PagerText, PromptKind};
use crate::tui::panes::Panes;
use crate::tui::theme::Role;
use crate::tui::update::prompt::{called, offers};

const PALETTE_ROWS: usize = 10;

pub(super) fn draw(app: &App, canvas: &mut Canvas, panes: &Panes) {
    match &app.mode {
        &Mode::Copy(top) => copy_menu(app, canvas, ground(panes), top),
        Mode::Menu(menu) => menu_popup(app, canvas, ground(panes), menu),
        Mode::Prompt(prompt) => {
            if let PromptKind::Palette(cursor) = prompt.kind {
                palette(app, canvas, ground(panes), prompt.line.text(), cursor);
            }
        }
        Mode::Pager(pager) => {
            let lines = pager_lines(app, &pager.text);
            let title = match pager.text {
                PagerText::Help => Label::HelpTitle,
                PagerText::Problems(_) => Label::ProblemsTitle,
                PagerText::Laid(ref laid, _) => laid.title(),
                PagerText::Text(title, _) => title,
            };
            let area = pager_area(ground(panes), &lines, app.say(title));
            let inner = frame(canvas, area, app.say(title));
            let rows = usize::from(inner.height);
            for (row, line) in lines.iter().skip(pager.top).take(rows).enumerate() {
                let line = clipped(line.clone(), usize::from(inner.width));
                canvas.pieces(inner.x, inner.y + row as u16, inner.width, &line, Style::new());
            }
            super::scrollbar(canvas, Rect { width: inner.width + 1, ..inner }, pager.top, rows, lines.len());
        }
        Mode::Note(note) => note::editor(app, canvas, panes, note),
        Mode::Confirm(confirm) => {
            let lines = vec![confirm.question.clone()];
            note::message(canvas, ground(panes), app.say(Label::FootQuestion), &lines);
        }
        Mode::Offer(resume) => note::offer(app, canvas, ground(panes), resume),
        Mode::Browse | Mode::Plain(_) => {}
    }
}

/// Draws a frame with a title on cleared ground; gives the room inside it.
pub(super) fn frame(canvas: &mut Canvas, area: Rect, title: &str) -> Rect {
    Clear.render(area, canvas.buffer);
    // A wide character that begins just outside would be drawn over the frame.
    if area.x > 0 {
        for y in area.y..area.bottom() {
            if let Some(cell) = canvas.buffer.cell_mut((area.x - 1, y))
                && columns::width(cell.symbol()) > 1
            {
                cell.set_symbol(" ");
            }
        }
    }
    let style = canvas.theme.style(Role::Rule);
    let (right, bottom) = (area.right().saturating_sub(1), area.bottom().saturating_sub(1));
    for x in area.x..area.right() {
        canvas.set(x, area.y, "─", style);
        canvas.set(x, bottom, "─", style);
    }
    for y in area.y..area.bottom() {
        canvas.set(area.x, y, "│", style);
        canvas.set(right, y, "│", style);
    }
    for (x, y, corner) in [(area.x, area.y, "╭"), (right, area.y, "╮"), (area.x, bottom, "╰"), (right, bottom, "╯")]
    {
        canvas.set(x, y, corner, style);
    }
    let title = columns::clip(&format!(" {title} "), usize::from(area.width.saturating_sub(4)));
    for x in 0..columns::width(&title) as u16 {
        canvas.set(area.x + 2 + x, area.y, " ", Style::reset());
    }
    canvas.text(area.x + 2, area.y, area.width.saturating_sub(4), &title, Role::Title);
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

/// Where popups lie: between the rules, and in a low window on all of it but the foot.
pub(super) fn ground(panes: &Panes) -> Rect {
    if panes.body.height >= LOW {
        return panes.body;
    }
    Rect { y: 0, height: panes.foot.y, ..panes.body }
}

/// Rows between the rules below which a popup needs the room of the rules too.
const LOW: u16 = 6;

fn piece(role: Role, text: impl Into<String>) -> Piece {
    Piece { role, text: text.into() }
}

pub(super) fn centred(body: Rect, width: usize, height: usize) -> Rect {
    let width = (width.min(usize::from(body.width)) as u16).max(1);
    let height = (height.min(usize::from(body.height)) as u16).max(1);
    Rect::new(body.x + (body.width - width) / 2, body.y + (body.height - height) / 2, width, height)
}

pub(super) fn at_bottom(body: Rect, width: usize, height: usize) -> Rect {
    let area = centred(body, width, height);
    Rect { y: body.bottom() - area.height, ..area }
}

// The copy menu.

/// The entries of the copy menu, the columns of one of them, and how many stand below each other.
fn copy_entries(app: &App, body: Rect) -> (Vec<(String, &str)>, usize, usize) {
    let entries: Vec<(String, &str)> = Action::ALL
        .iter()
        .filter_map(|&action| {
            let key = app.keymap.keys(Context::Copy, action).first()?;
            Some((key.to_string(), app.say(action.label())))
        })
        .collect();
    let cell = entries.iter().map(|(key, word)| columns::width(key) + 1 + columns::width(word)).max().unwrap_or(8) + 3;
    let room = usize::from(body.width).saturating_sub(4).max(1);
    let across = (room / cell).clamp(1, 3);
    let down = entries.len().div_ceil(across);
    (entries, cell, down)
}

/// Rows of the copy menu that a low window has no room for.
pub fn copy_rows_hidden(app: &App) -> usize {
    let Some(panes) = app.panes else {
        return 0;
    };
    let body = ground(&panes);
    let (_, _, down) = copy_entries(app, body);
    down.saturating_sub(usize::from(body.height).saturating_sub(2))
}

fn copy_menu(app: &App, canvas: &mut Canvas, body: Rect, top: usize) {
    let (entries, cell, down) = copy_entries(app, body);
    let across = entries.len().div_ceil(down.max(1));
    let title = if app.marks.is_empty() {
        app.say(Label::CopyTitle).to_owned()
    } else {
        let count = Label::Marked.with(app.language, &[("n", &app.marks.len().to_string())]);
        format!("{} · {count}", app.say(Label::CopyTitle))
    };
    let inner = frame(canvas, at_bottom(body, across * cell + 4, down + 2), &title);
    let rows = usize::from(inner.height);
    let top = top.min(down.saturating_sub(rows));
    for (at, (key, word)) in entries.iter().enumerate() {
        let (column, row) = (at / down, at % down);
        if row < top || row - top >= rows {
            continue;
        }
        let x = inner.x + (column * cell) as u16;
        let y = inner.y + (row - top) as u16;
        let width = inner.right().saturating_sub(x);
        let pieces = [piece(Role::Key, key.clone()), piece(Role::Text, format!(" {word}"))];
        canvas.pieces(x, y, width, &clipped(pieces.to_vec(), usize::from(width)), Style::new());
    }
    super::scrollbar(canvas, Rect { width: inner.width + 1, ..inner }, top, rows, down);
}

// Menus.

fn menu_popup(app: &App, canvas: &mut Canvas, body: Rect, menu: &Menu) {
    let room = usize::from(body.width).saturating_sub(8);
    let lines: Vec<Vec<Piece>> = menu.choices.iter().map(|choice| choice_line(app, choice, room)).collect();
    let width = lines.iter().map(|line| line.iter().map(|p| columns::width(&p.text)).sum::<usize>()).max().unwrap_or(8);
    let title = match menu.choices.first() {
        Some(Choice::Link(_)) => Label::LinksTitle,
        Some(Choice::Topic(..)) => Label::TopicsTitle,
        Some(Choice::Facet(_)) => Label::FacetsTitle,
        Some(Choice::Fault(..)) => Label::FaultsTitle,
        _ => Label::SortMenuTitle,
    };
    let inner = frame(canvas, centred(body, width + 8, lines.len() + 2), app.say(title));
    let rows = usize::from(inner.height);
    let top = (menu.cursor + 1).saturating_sub(rows);
    for (at, line) in lines.iter().enumerate().skip(top).take(rows) {
        let y = inner.y + (at - top) as u16;
        let base = if at == menu.cursor {
            canvas.cursor_row(inner, y, true);
            canvas.theme.style(Role::Row)
        } else {
            Style::new()
        };
        let width = inner.width.saturating_sub(2);
        canvas.pieces(inner.x + 2, y, width, &clipped(line.clone(), usize::from(width)), base);
    }
}

/// A choice in at most so many columns.
fn choice_line(app: &App, choice: &Choice, room: usize) -> Vec<Piece> {
    match choice {
        Choice::Link(url) => vec![piece(Role::Text, columns::clip(url, room))],
        Choice::Topic(kind, slug) => {
            let name = Vocabulary::builtin().name(*kind, slug, app.language);
            vec![piece(Role::Dim, columns::fit(app.say(kind_label(*kind)), 12)), piece(Role::Text, name)]
        }
        Choice::Facet(facet) => {
            // The count is what a facet is looked at for: the names give way.
            let kind = if room < 55 { 9 } else { 14 };
            let name = room.saturating_sub(kind + 7).clamp(4, 34);
            let sign = match facet.asked {
                None => "  ",
                Some(true) => "✓ ",
                Some(false) => "− ",
            };
            vec![
                piece(Role::Accent, sign),
                piece(Role::Dim, columns::fit(app.say(facet_label(facet.field)), kind - 1) + " "),
                piece(Role::Text, columns::fit(&facet.name, name)),
                piece(Role::Dim, columns::fit_right(&facet.count.to_string(), 5)),
            ]
        }
        Choice::Fault(fault, _) => {
            let at = Fault::ALL.iter().position(|one| one == fault).unwrap_or(0) + 1;
            vec![piece(Role::Key, format!("{at} ")), piece(Role::Text, app.say(fault_label(*fault)))]
        }
        Choice::Sort(by) => {
            let here = app.list.sort.by == *by;
            let arrow = if here { arrow(app.list.sort).unwrap_or("·") } else { " " };
            vec![piece(Role::Accent, format!("{arrow} ")), piece(Role::Text, app.say(order_label(app, *by)))]
        }
        Choice::Column(column) => {
            let sign = if app.list.hidden.contains(column) { "☐ " } else { "☑ " };
            let label = match column {
                Column::Date => Label::SortDate,
                Column::Organisation => Label::SortOrganisation,
                Column::Resolve => Label::SortResolve,
                Column::Source => Label::ColumnSource,
            };
            let text = Label::ColumnNamed.with(app.language, &[("name", app.say(label))]);
            vec![piece(Role::Dim, sign), piece(Role::Text, text)]
        }
    }
}

fn facet_label(field: &str) -> Label {
    match field {
        "cause" => Label::RootCause,
        "component" => Label::Components,
        "symptom" => Label::Symptoms,
        "factor" => Label::ContributingFactors,
        "domain" => Label::Domain,
        "severity" => Label::Severity,
        "org" => Label::SortOrganisation,
        "source" => Label::Source,
        "verdict" => Label::Verdict,
        _ => Label::Year,
    }
}

fn kind_label(kind: crate::case::Kind) -> Label {
    use crate::case::Kind;
    match kind {
        Kind::Symptom => Label::Symptoms,
        Kind::Cause => Label::RootCause,
        Kind::Component => Label::Components,
        Kind::Factor => Label::ContributingFactors,
        Kind::Domain => Label::Domain,
        Kind::Severity => Label::Severity,
        Kind::SourceKind | Kind::DateKind => Label::Sources,
    }
}

// The palette.

fn palette_area(body: Rect) -> Rect {
    let area = centred(body, 64, PALETTE_ROWS + 3);
    Rect { y: body.y, ..area }
}

fn palette(app: &App, canvas: &mut Canvas, body: Rect, typed: &str, cursor: usize) {
    let inner = frame(canvas, palette_area(body), app.say(Label::PaletteTitle));
    let room = usize::from(inner.width).saturating_sub(2);
    let shown = tail_of(typed, room);
    canvas.pieces(inner.x, inner.y, inner.width, &[piece(Role::Key, ": "), piece(Role::Strong, shown)], Style::new());
    let offers = offers(app);
    let rows = usize::from(inner.height).saturating_sub(1);
    let top = (cursor + 1).saturating_sub(rows);
    for (at, action) in offers.iter().enumerate().skip(top).take(rows) {
        let y = inner.y + 1 + (at - top) as u16;
        let base = if at == cursor {
            canvas.cursor_row(inner, y, true);
            canvas.theme.style(Role::Row)
        } else {
            Style::new()
        };
        let key = keys_of(app, *action);
        let name = called(*action, app.language);
        let room = usize::from(inner.width).saturating_sub(columns::width(&key) + 3);
        let pieces = [piece(Role::Text, columns::fit(&name, room)), piece(Role::Key, key)];
        canvas.pieces(inner.x + 2, y, inner.width.saturating_sub(2), &pieces, base);
    }
}

/// Where the caret of the palette is.
pub(super) fn palette_caret(app: &App, panes: &Panes) -> Option<(u16, u16)> {
    let Mode::Prompt(prompt) = &app.mode else {
        return None;
    };
    let area = palette_area(ground(panes));
    let room = usize::from(area.width).saturating_sub(6);
    let all = columns::width(prompt.line.text());
    let hidden = all.saturating_sub(columns::width(&tail_of(prompt.line.text(), room)));
    let x = area.x + 4 + prompt.line.caret().saturating_sub(hidden) as u16;
    Some((x, area.y + 1))
}

/// The end of a text that is too long, so that what was typed last is seen.
fn tail_of(text: &str, room: usize) -> String {
    let mut rest = text;
    while columns::width(rest) > room {
        let mut chars = rest.chars();
        chars.next();
        rest = chars.as_str();
    }
    rest.to_owned()
}

/// The keys of an action wherever it is bound: `y a` in the copy menu.
fn keys_of(app: &App, action: Action) -> String {
    let Some(context) = app.keymap.contexts(action).next() else {
        return String::new();
    };
    let key = app.keymap.keys(context, action).first().map(ToString::to_string).unwrap_or_default();
    if context == Context::Copy {
        let menu = app.keymap.keys(Context::Panes, Action::Copy).first().map(ToString::to_string).unwrap_or_default();
        format!("{menu} {key}")
    } else {
        key
    }
}

// Help and problems.

fn pager_area(body: Rect, lines: &[Vec<Piece>], title: &str) -> Rect {
    let width = lines.iter().map(|line| line.iter().map(|p| columns::width(&p.text)).sum::<usize>()).max().unwrap_or(8);
    centred(body, (width + 5).max(columns::width(title) + 6), lines.len() + 2)
}

/// Rows on the screen and lines in all of the pager that is open.
pub fn pager_size(app: &App) -> (usize, usize) {
    let (Mode::Pager(pager), Some(panes)) = (&app.mode, app.panes) else {
        return (0, 0);
    };
    let lines = pager_lines(app, &pager.text);
    let area = pager_area(ground(&panes), &lines, "");
    (usize::from(area.height).saturating_sub(2), lines.len())
}

fn pager_lines(app: &App, text: &PagerText) -> Vec<Vec<Piece>> {
    match text {
        PagerText::Help => help_lines(app),
        PagerText::Laid(_, lines) => lines.clone(),
        PagerText::Text(_, text) => {
            let width = usize::from(app.size.0).saturating_sub(8).max(10);
            let wrapped = |line: &str| -> Vec<Vec<Piece>> {
                let role = if line.starts_with('#') { Role::Heading } else { Role::Text };
                columns::wrap(line, width).into_iter().map(|range| vec![piece(role, &line[range])]).collect()
            };
            text.lines().flat_map(|line| if line.is_empty() { vec![Vec::new()] } else { wrapped(line) }).collect()
        }
        PagerText::Problems(problems) => {
            let width = usize::from(app.size.0).saturating_sub(8).max(10);
            problems
                .iter()
                .flat_map(|problem| {
                    let line = words::problem(problem, app.language);
                    columns::wrap(&line, width)
                        .into_iter()
                        .map(|range| vec![piece(Role::Text, &line[range])])
                        .collect::<Vec<_>>()
                })
                .collect()
        }
    }
}

/// The keys of this screen: those of the pane with the focus, then those of all panes, then the copy menu.
fn help_lines(app: &App) -> Vec<Vec<Piece>> {
    let here = match app.wish.focus {
        crate::tui::panes::Pane::List => (Context::List, Label::HelpList),
        crate::tui::panes::Pane::Case => (Context::Case, Label::HelpCase),
        crate::tui::panes::Pane::Related => (Context::Related, Label::HelpRelated),
    };
    let mut lines = Vec::new();
    for (context, title) in [here, (Context::Panes, Label::HelpPanes), (Context::Copy, Label::HelpCopy)] {
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        lines.push(vec![piece(Role::Heading, app.say(title))]);
        for &action in Action::ALL {
            if app.keymap.contexts(action).any(|of| of == context) {
                let keys: Vec<String> = app.keymap.keys(context, action).iter().map(ToString::to_string).collect();
                let keys = columns::fit(&keys.join(" "), 16);
                lines.push(vec![piece(Role::Key, keys), piece(Role::Text, app.say(action.label()))]);
            }
        }
    }
    lines
}

// Plain text for the mouse.

/// The lines of the plain screen: the whole window wide, no bars, no borders.
pub fn plain_lines(app: &App) -> Vec<String> {
    let Some(entry) = app.subject() else {
        return Vec::new();
    };
    let (case, _) = entry.read();
    let layout = Layout { width: usize::from(app.size.0), language: app.language, both: app.both, ..Layout::default() };
    let lines = crate::tui::document::Document::of(&case, &layout).lines;
    (0..lines.len()).map(|at| lines.text(at).trim_end().to_owned()).collect()
}

pub(super) fn plain(app: &App, frame: &mut Frame, top: usize) {
    let area = frame.area();
    let lines = plain_lines(app);
    let rows = usize::from(area.height).saturating_sub(1);
    for (row, line) in lines.iter().skip(top).take(rows).enumerate() {
        frame.buffer_mut().set_stringn(0, row as u16, line, usize::from(area.width), Style::new());
    }
    let foot = columns::clip(app.say(Label::PlainFoot), usize::from(area.width));
    let style = app.theme.style(Role::Dim);
    frame.buffer_mut().set_stringn(0, area.bottom() - 1, foot, usize::from(area.width), style);
}
