//! The copy menu: what is copied, as text.

use crate::case::{Case, Language};
use crate::formats::{checks, json, markdown};
use crate::labels::Label;
use crate::library::Entry;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::document::{Block, BlockKind};
use crate::tui::effect::Effect;
use crate::tui::key::{Code, Key};
use crate::tui::keymap::Context;
use crate::tui::mode::Mode;
use crate::tui::panes::Pane;
use crate::tui::view::popup;

use super::prompt;

pub(super) fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    // In a low window the menu is longer than the room for it.
    if let (Mode::Copy(top), Code::Up | Code::Down) = (&mut app.mode, key.code) {
        let top = if key.code == Code::Up { top.saturating_sub(1) } else { *top + 1 };
        app.mode = Mode::Copy(top.min(popup::copy_rows_hidden(app)));
        return;
    }
    app.mode = Mode::Browse;
    match app.keymap.resolve(Context::Copy, key) {
        Some(action) => act(app, action, effects),
        None if key.code == Code::Esc => {}
        None => app.warn(Label::NoSuchKey.with(app.language, &[("key", &key.to_string())])),
    }
}

pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    if app.subject().is_none() && app.marks.is_empty() {
        return app.warn(app.say(Label::NothingSelected));
    }
    match action {
        Action::ShowPlain => app.mode = Mode::Plain(0),
        Action::CopyToFile => prompt::open_write(app),
        Action::CopyItem => copy_items(app, effects),
        _ => copy_cases(app, action, effects),
    }
}

/// The marked action items of the case, or the item under the cursor; in a list, the title.
fn copy_items(app: &mut App, effects: &mut Vec<Effect>) {
    if app.wish.focus != Pane::Case {
        return copy_cases(app, Action::CopyTitle, effects);
    }
    let Some(case) = app.reader.case.clone() else {
        return;
    };
    let document = &app.reader.document;
    let marked = app.items.get(&case.id).filter(|items| !items.is_empty());
    let blocks: Vec<&Block> = if let Some(items) = marked {
        let is_marked = |block: &&Block| matches!(block.kind, BlockKind::ActionItem(at) if items.contains(&at));
        document.blocks.iter().filter(is_marked).collect()
    } else {
        // What is not on the screen is not meant.
        let below = app.reader.top + app.rows(Pane::Case);
        document.meant_at(app.reader.cursor).filter(|block| block.lines.start < below).into_iter().collect()
    };
    if blocks.is_empty() {
        return app.warn(app.say(Label::NothingSelected));
    }
    let lines: Vec<&str> = blocks.iter().map(|block| block.copy.as_str()).collect();
    let bare = blocks.iter().all(|block| matches!(block.kind, BlockKind::Link(_) | BlockKind::CaseLink(_)));
    let mut text = lines.join("\n");
    if !bare {
        text.push_str("\n\n");
        text.push_str(&markdown::credit(&case, app.language));
    }
    let counted = count(app.language, Label::Items, lines.len());
    let what = format!("{}: {counted}", app.say(Action::CopyItem.label()));
    effects.push(Effect::Copy { text, what, cases: vec![case.id.clone()] });
}

fn copy_cases(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    let language = app.language;
    let mut parts = Vec::new();
    let mut cases = Vec::new();
    let mut items = 0;
    for entry in app.subjects() {
        let (case, _) = entry.read();
        let marked = app.items.get(&case.id).filter(|marked| !marked.is_empty());
        let case = match (action, marked) {
            (Action::CopyActionItems, Some(marked)) => Case {
                action_items: marked.iter().filter_map(|&at| case.action_items.get(at).cloned()).collect(),
                ..case
            },
            _ => case,
        };
        if let Some((text, counted)) = text_of(&case, entry, action, language) {
            items += counted;
            parts.push(text);
            cases.push(case.id);
        }
    }
    if parts.is_empty() {
        return app.warn(app.say(Label::NothingToCopy));
    }
    let joint = match action {
        Action::CopyId | Action::CopyAddress | Action::CopyLinks | Action::CopyTitle => "\n",
        Action::CopyJson => ",\n",
        _ => "\n\n",
    };
    let many = parts.len() > 1;
    let mut text = parts.join(joint);
    if action == Action::CopyJson && many {
        text = format!("[\n{text}\n]");
    }
    let what = match action {
        Action::CopyActionItems => format!("{} {}", app.say(Label::ActionItems), count(language, Label::Items, items)),
        Action::CopyRemediation => format!("{} {}", app.say(Label::Remediation), count(language, Label::Steps, items)),
        _ if many => format!("{} · {}", app.say(action.label()), count(language, Label::CaseCount, parts.len())),
        _ => app.say(action.label()).to_owned(),
    };
    effects.push(Effect::Copy { text, what, cases });
}

/// The text of one case for an action and how many items are in it; none where the case has nothing of that.
fn text_of(case: &Case, entry: &Entry, action: Action, language: Language) -> Option<(String, usize)> {
    let credited = |body: String| {
        let body = body.trim_end();
        (!body.is_empty()).then(|| format!("{body}\n\n{}", markdown::credit(case, language)))
    };
    let shown = |text: &crate::case::Localized| text.in_language(language).map(|shown| shown.text.to_string());
    let one = |text: Option<String>| text.map(|text| (text, 1));
    match action {
        Action::CopyActionItems => {
            credited(markdown::action_items(case, language)).map(|text| (text, case.action_items.len()))
        }
        Action::CopyRemediation => {
            credited(markdown::remediation(case, language)).map(|text| (text, case.remediation.len()))
        }
        Action::CopyId => one(Some(case.id.to_string())),
        Action::CopyAddress => one(case.address().map(ToString::to_string)),
        Action::CopyLinks => {
            let links = case.links();
            (!links.is_empty()).then(|| (links.iter().map(|l| l.as_str()).collect::<Vec<_>>().join("\n"), links.len()))
        }
        Action::CopyTitle => one(shown(&case.title)),
        Action::CopySummary => one(shown(&case.summary).and_then(credited)),
        Action::CopyMarkdown => one(credited(markdown::whole(case, language))),
        Action::CopyJson => one(Some(json::pretty(entry.json()))),
        Action::CopyBoth => one(credited(markdown::both(case, language))),
        Action::CopyChecks => one(credited(checks::markdown(case, language))),
        _ => None,
    }
}

fn count(language: Language, label: Label, n: usize) -> String {
    label.with(language, &[("n", &n.to_string())])
}
