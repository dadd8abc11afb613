//! A text above the panes: help, problems, and the case as plain text.

use crate::labels::Label;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::key::Key;
use crate::tui::keymap::Context;
use crate::tui::mode::{Mode, Pager, PagerText, Prompt, PromptKind};
use crate::tui::view::popup;

pub(super) fn open_problems(app: &mut App) {
    let mut problems = app.journal_problems.clone();
    problems.extend_from_slice(app.library.problems());
    for entry in app.library.entries() {
        problems.extend(entry.read().1);
    }
    if problems.is_empty() {
        return app.tell(app.say(Label::NoProblems));
    }
    app.mode = Mode::Pager(Pager { text: PagerText::Problems(problems), top: 0 });
}

pub(super) fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let action = app.keymap.resolve(Context::Panes, key);
    let (rows, lines) = popup::pager_size(app);
    let Mode::Pager(pager) = &mut app.mode else {
        return;
    };
    let bottom = lines.saturating_sub(rows);
    if let (PagerText::Text(title, text), Some(Action::Copy | Action::WriteFile)) = (&pager.text, action) {
        if action == Some(Action::Copy) {
            let what = title.text(app.language).to_owned();
            effects.push(Effect::Copy { text: text.to_string(), what, cases: Vec::new() });
        } else {
            app.mode = Mode::Prompt(Prompt::boxed(PromptKind::WriteText(text.clone()), "report.md"));
        }
        return;
    }
    match action {
        Some(Action::Quit) => effects.push(Effect::Quit),
        Some(Action::StepBack | Action::Leave | Action::ShowHelp | Action::Open) => app.mode = Mode::Browse,

        Some(action) => pager.top = moved(action, pager.top, rows, bottom),
        None => {}
    }
}

pub(super) fn press_plain(app: &mut App, key: Key) {
    let action = app.keymap.resolve(Context::Panes, key);
    let rows = usize::from(app.size.1).saturating_sub(1);
    let lines = popup::plain_lines(app).len();
    let Mode::Plain(top) = &mut app.mode else {
        return;
    };
    match action {
        Some(
            action @ (Action::MoveDown
            | Action::MoveUp
            | Action::PageDown
            | Action::PageUp
            | Action::GoTop
            | Action::GoBottom),
        ) => *top = moved(action, *top, rows, lines.saturating_sub(rows)),
        _ => app.mode = Mode::Browse,
    }
}

fn moved(action: Action, top: usize, rows: usize, bottom: usize) -> usize {
    let half = (rows / 2).max(1);
    let next = match action {
        Action::MoveDown => top + 1,
        Action::MoveUp => top.saturating_sub(1),
        Action::PageDown => top + half,
        Action::PageUp => top.saturating_sub(half),
        Action::GoTop => 0,
        Action::GoBottom => bottom,
        _ => top,
    };
    next.min(bottom)
}
