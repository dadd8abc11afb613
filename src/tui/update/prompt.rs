//! A line being typed: the filter, finding in the case, the palette, a file name.
//!
//! Only Esc, Enter, Tab, arrows and Ctrl keys are commands here; every letter is text.

use std::path::PathBuf;

use super::{browse, desk, verdict};
use crate::case::Language;
use crate::formats::{csv, json, markdown};
use crate::labels::Label;
use crate::triage::{Desk, Fault, Verdict};
use crate::tui::action::Action;
use crate::tui::app::{App, Like};
use crate::tui::effect::Effect;
use crate::tui::key::{Code, Key};
use crate::tui::mode::{Mode, Prompt, PromptKind};
use crate::tui::panes::Pane;

/// Opens the filter with what is filtered for now.
pub(super) fn open_filter_with_offer(app: &mut App) {
    let text = app.offered.take().unwrap_or_else(|| app.list.query.clone());
    open_filter(app, &text);
}

/// Opens the filter with `text` in it.
pub(super) fn open_filter(app: &mut App, text: &str) {
    app.offered = None;
    if app.list.like.is_some() {
        // Typing takes its place, and one step back brings it back.
        app.remember();
    }
    app.wish.focus = Pane::List;
    app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Filter, text));
    changed(app);
}

/// Asks for a text that cases are to be like.
pub(super) fn open_like(app: &mut App) {
    let text = app.list.like.as_ref().map(|like| like.text.clone()).unwrap_or_default();
    app.remember();
    app.wish.focus = Pane::List;
    app.release_row();
    app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Like, &text));
}

/// Asks for a file to write the case, or the marked ones, to.
pub(super) fn open_write(app: &mut App) {
    let subjects = app.subjects();
    let name = match subjects.as_slice() {
        [] => return app.warn(app.say(Label::NothingSelected)),
        [one] => format!("{}.md", file_name(&one.head.id)),
        _ => "cases.md".to_owned(),
    };
    app.mode = Mode::Prompt(Prompt::boxed(PromptKind::WriteFile, &name));
}

fn file_name(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' }).collect()
}

pub(super) fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let Mode::Prompt(prompt) = &mut app.mode else {
        return;
    };
    prompt.untouched = false;
    let kind = prompt.kind.clone();
    if key.alt && !matches!(key.code, Code::Char(_) | Code::Backspace | Code::Delete) {
        return;
    }
    match (key.code, &kind) {
        (Code::Esc, PromptKind::Find) => {
            app.reader.find.clear();
            app.mode = Mode::Browse;
        }
        (Code::Esc, _) => app.mode = Mode::Browse,
        (Code::Enter, _) => accept(app, &kind, effects),
        (Code::Up | Code::Down, PromptKind::Filter | PromptKind::Like) => {
            move_row(app, if key.code == Code::Down { 1 } else { -1 });
        }
        (Code::Char('n' | 'p'), PromptKind::Filter) if key.ctrl => {
            move_row(app, if key.code == Code::Char('n') { 1 } else { -1 });
        }
        (Code::PageDown | Code::PageUp, PromptKind::Filter) => {
            let half = (app.rows(Pane::List) / 2).max(1) as isize;
            move_row(app, if key.code == Code::PageDown { half } else { -half });
        }
        (Code::Tab, PromptKind::Filter | PromptKind::Like) => {
            app.mode = Mode::Browse;
            browse::act(app, Action::Open, effects);
        }
        (Code::Up | Code::Down | Code::Tab, PromptKind::Palette(cursor)) => {
            let offers = offers(app).len();
            let next = if key.code == Code::Up || key.shift { cursor + offers.max(1) - 1 } else { cursor + 1 };
            set_palette_cursor(app, next % offers.max(1));
        }
        _ => {
            if prompt.line.press(key) {
                changed(app);
            }
        }
    }
}

fn move_row(app: &mut App, by: isize) {
    app.choose_row(app.list.cursor.saturating_add_signed(by));
}

fn set_palette_cursor(app: &mut App, cursor: usize) {
    if let Mode::Prompt(prompt) = &mut app.mode {
        prompt.kind = PromptKind::Palette(cursor);
    }
}

/// What follows from a changed line.
pub(super) fn changed(app: &mut App) {
    let Mode::Prompt(prompt) = &app.mode else {
        return;
    };
    let text = prompt.line.text().to_owned();
    match prompt.kind {
        PromptKind::Filter if app.list.like.is_some() && app.list.query == text => {}
        PromptKind::Filter => app.set_query(&text),
        PromptKind::Find => {
            app.reader.find = text;
            app.settle();
            // To the first match at or after the cursor, as it is typed.
            let here = app.reader.cursor;
            let matches = &app.reader.document.matches;
            if let Some(&line) = matches.iter().find(|&&line| line >= here).or(matches.first()) {
                browse::go_to_line(app, line);
            }
        }
        PromptKind::Palette(_) => set_palette_cursor(app, 0),
        PromptKind::Like => {
            let like = (!text.trim().is_empty()).then(|| Like { label: text.clone(), text, of: None });
            app.set_like(like);
        }
        PromptKind::WriteFile
        | PromptKind::Incident
        | PromptKind::Flag(..)
        | PromptKind::Fault(_)
        | PromptKind::WriteText(_) => {}
    }
}

fn accept(app: &mut App, kind: &PromptKind, effects: &mut Vec<Effect>) {
    let Mode::Prompt(prompt) = &app.mode else {
        return;
    };
    let text = prompt.line.text().to_owned();
    match kind {
        PromptKind::Filter => app.mode = Mode::Browse,
        PromptKind::Like => {
            app.mode = Mode::Browse;
            if app.list.hits.is_empty() {
                app.warn(app.say(Label::NothingAlike));
            }
        }
        PromptKind::Find => {
            app.mode = Mode::Browse;
            if !text.is_empty() && app.reader.document.matches.is_empty() {
                app.warn(app.say(Label::NoMatch));
            }
        }
        PromptKind::Palette(cursor) => {
            if let Some(name) = incident_named(&text) {
                app.mode = Mode::Browse;
                start_triage(app, name, effects);
            } else if let Some(action) = offers(app).get(*cursor).copied() {
                super::run(app, action, effects);
            } else {
                app.mode = Mode::Browse;
                app.warn(Label::NoSuchAction.with(app.language, &[("text", &text)]));
            }
        }
        PromptKind::Incident => {
            app.mode = Mode::Browse;
            start_triage(app, &text, effects);
        }
        // It closes when it is in the journal.
        PromptKind::Flag(case, field) => desk::set_flag(app, case.clone(), field.clone(), &text, effects),
        PromptKind::Fault(cases) => {
            app.mode = Mode::Browse;
            let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
            verdict::rule(app, cases, Verdict::Rejected, Some(Fault::Other), text, effects);
        }
        PromptKind::WriteText(content) => {
            app.mode = Mode::Browse;
            if !text.trim().is_empty() {
                effects.push(Effect::WriteFile { path: PathBuf::from(text.trim()), text: content.to_string() });
            }
        }
        PromptKind::WriteFile => {
            app.mode = Mode::Browse;
            if !text.trim().is_empty() {
                let path = PathBuf::from(text.trim());
                let text = export(app, &path);
                effects.push(Effect::WriteFile { path, text });
            }
        }
    }
}

/// `triage INC-2031` in the palette: the incident.
fn incident_named(typed: &str) -> Option<&str> {
    let (word, name) = typed.trim().split_once(char::is_whitespace)?;
    word.eq_ignore_ascii_case("triage").then_some(name.trim())
}

fn start_triage(app: &mut App, name: &str, effects: &mut Vec<Effect>) {
    if let Some(desk) = Desk::triage(name) {
        desk::start(app, desk, effects);
    }
}

/// The subjects in the format that the ending of the file name asks for.
fn export(app: &App, path: &std::path::Path) -> String {
    let subjects = app.subjects();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => match subjects.as_slice() {
            [one] => json::pretty(one.json()) + "\n",
            many => {
                let cases: Vec<String> = many.iter().map(|entry| json::pretty(entry.json())).collect();
                format!("[\n{}\n]\n", cases.join(",\n"))
            }
        },
        Some("jsonl") => subjects.iter().map(|entry| json::compact(entry.json()) + "\n").collect(),
        Some("csv") => {
            let rows = subjects.iter().map(|entry| csv::row(&entry.head, app.language));
            std::iter::once(csv::HEADER.to_owned()).chain(rows).collect()
        }
        _ => {
            let cases: Vec<String> = subjects
                .iter()
                .map(|entry| {
                    let (case, _) = entry.read();
                    if app.both { markdown::both(&case, app.language) } else { markdown::whole(&case, app.language) }
                })
                .collect();
            cases.join("\n---\n\n")
        }
    }
}

/// The actions whose English or Korean name or key-table name fits what is typed in the palette, best first.
pub fn offers(app: &App) -> Vec<Action> {
    let Mode::Prompt(prompt) = &app.mode else {
        return Vec::new();
    };
    let typed = prompt.line.text().trim().to_lowercase();
    let mut found: Vec<(u8, Action)> = Action::ALL
        .iter()
        .filter_map(|&action| {
            let [english, korean] = Language::ALL.map(|language| called(action, language).to_lowercase());
            let names = [action.name(), english, korean];
            let rank = names.iter().filter_map(|name| rank(name, &typed)).min()?;
            Some((rank, action))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, action)| action).collect()
}

/// What an action is called where it stands alone: what the copy menu only names is a copy of it.
pub fn called(action: Action, language: Language) -> String {
    let name = action.label().text(language);
    if action.name().starts_with("copy-") {
        format!("{}: {name}", Label::CopyTitle.text(language))
    } else {
        name.to_owned()
    }
}

/// 0 for the whole name, 1 for its beginning, 2 for the beginning of a word, 3 for all words somewhere in it.
fn rank(name: &str, typed: &str) -> Option<u8> {
    let holds = |part: &str| !crate::text::fold::locate(name, part).is_empty();
    if typed.is_empty() {
        return Some(3);
    }
    if name == typed {
        return Some(0);
    }
    if name.starts_with(typed) {
        return Some(1);
    }
    if name.split([' ', '-']).any(|word| word.starts_with(typed)) {
        return Some(2);
    }
    typed.split_whitespace().all(holds).then_some(3)
}
