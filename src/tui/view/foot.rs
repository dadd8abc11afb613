//! The last line: the keys that work here and now, or what was said last.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Canvas, popup};
use crate::labels::Label;
use crate::text::columns;
use crate::triage::words::{item_label, verdict_label};
use crate::triage::{Desk, ItemState, Verdict};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::document::Piece;
use crate::tui::keymap::Context;
use crate::tui::mode::{Choice, Mode, PagerText, PromptKind};
use crate::tui::panes::Pane;
use crate::tui::theme::Role;

/// Lines that a notice may take.
const MOST_NOTICE: usize = 3;

pub(super) fn draw(app: &App, canvas: &mut Canvas, area: Rect) {
    let width = area.width.saturating_sub(2);
    if let Some(notice) = &app.notice {
        let role = if notice.is_alert { Role::Alert } else { Role::Strong };
        // What does not fit on the line takes the lines above it for as long as it stands there.
        let text = notice.text.replace('\n', " ");
        let mut lines = columns::wrap(&text, usize::from(width));
        lines.truncate(MOST_NOTICE);
        let top = area.y + 1 - (lines.len() as u16).min(area.y + 1);
        if lines.len() > 1 && top > 0 {
            // The rule goes up with it.
            for x in area.x..area.right() {
                canvas.set(x, top - 1, "─", canvas.theme.style(Role::Rule));
            }
        }
        for (row, range) in lines.into_iter().enumerate() {
            let y = top + row as u16;
            if y < area.y {
                canvas.blank(Rect { y, ..area });
            }
            canvas.text(area.x + 1, y, width, &text[range], role);
        }
        return;
    }
    let pieces = hints(app, usize::from(width));
    canvas.pieces(area.x + 1, area.y, width, &pieces, Style::new());
}

/// Keys with their words, as many as fit; help is always the last.
fn hints(app: &App, width: usize) -> Vec<Piece> {
    let hints = match &app.mode {
        Mode::Browse => browse_hints(app),
        Mode::Copy(_) if popup::copy_rows_hidden(app) > 0 => fixed(app, &[("↑↓", Label::Rows), ("Esc", Label::Close)]),
        Mode::Copy(_) => fixed(app, &[("Esc", Label::Close)]),
        Mode::Prompt(prompt) => prompt_hints(app, &prompt.kind),
        Mode::Menu(menu) if matches!(menu.choices.first(), Some(Choice::Facet(_))) => {
            fixed(app, &[("⏎", Label::Toggle), ("-", Label::Exclude), ("Esc", Label::Close)])
        }
        Mode::Menu(menu) if matches!(menu.choices.first(), Some(Choice::Fault(..))) => {
            fixed(app, &[("1–6", Label::Choose), ("⏎", Label::Choose), ("Esc", Label::Close)])
        }
        Mode::Menu(_) => fixed(app, &[("⏎", Label::Choose), ("Esc", Label::Close)]),
        Mode::Pager(pager) => match pager.text {
            PagerText::Help | PagerText::Problems(_) | PagerText::Laid(..) => {
                fixed(app, &[("j k", Label::Scroll), ("Esc", Label::Close)])
            }
            PagerText::Text(..) => fixed(
                app,
                &[("y", Label::CopyText), ("w", Label::Write), ("j k", Label::Scroll), ("Esc", Label::Close)],
            ),
        },
        Mode::Plain(_) => fixed(app, &[("j k", Label::Scroll), ("Esc", Label::Close)]),
        Mode::Note(_) => fixed(app, &[("^s", Label::NoteKeys), ("⏎", Label::NoteNewLine), ("Esc", Label::NoteLater)]),
        Mode::Confirm(_) => fixed(app, &[("y", Label::Yes), ("n", Label::No)]),
        Mode::Offer(_) => {
            fixed(app, &[("⏎", Label::OfferResume), ("Esc", Label::OfferLater), ("x", Label::OfferDiscard)])
        }
    };
    let mut pieces = Vec::new();
    let mut used = 0;
    let reserve = hints.last().map_or(0, |(key, word)| columns::width(key) + columns::width(word) + 1);
    for (at, (key, word)) in hints.iter().enumerate() {
        let wide = columns::width(key) + 1 + columns::width(word);
        let is_last = at + 1 == hints.len();
        if used + wide + if is_last { 0 } else { reserve + 2 } > width {
            continue;
        }
        pieces.push(Piece { role: Role::Key, text: key.clone() });
        let word = if word.is_empty() { "  ".to_owned() } else { format!(" {word}  ") };
        pieces.push(Piece { role: Role::Dim, text: word });
        used += wide + 2;
    }
    pieces
}

fn fixed(app: &App, hints: &[(&str, Label)]) -> Vec<(String, &'static str)> {
    hints.iter().map(|(key, label)| ((*key).to_owned(), app.say(*label))).collect()
}

fn prompt_hints(app: &App, kind: &PromptKind) -> Vec<(String, &'static str)> {
    match kind {
        PromptKind::Filter | PromptKind::Like => fixed(
            app,
            &[("⏎", Label::ToList), ("Tab", Label::OpenCase), ("↑↓", Label::Rows), ("Esc", Label::KeepFilter)],
        ),
        PromptKind::Find => fixed(app, &[("⏎", Label::ToMatches), ("Esc", Label::Close)]),
        PromptKind::Palette(_) => fixed(app, &[("⏎", Label::Run), ("↑↓", Label::Rows), ("Esc", Label::Close)]),
        PromptKind::WriteFile | PromptKind::WriteText(_) => fixed(app, &[("⏎", Label::Write), ("Esc", Label::Close)]),
        PromptKind::Incident => fixed(app, &[("⏎", Label::Run), ("Esc", Label::Close)]),
        PromptKind::Flag(..) | PromptKind::Fault(_) => fixed(app, &[("⏎", Label::NoteKeys), ("Esc", Label::Close)]),
    }
}

fn browse_hints(app: &App) -> Vec<(String, &'static str)> {
    let context = app.context();
    if let Some(desk) = app.desk() {
        return desk_hints(app, desk);
    }
    let actions: &[Action] = match app.wish.focus {
        Pane::List => &[
            Action::Open,
            Action::Filter,
            Action::Copy,
            Action::ToggleLanguage,
            Action::NextPane,
            Action::FindLike,
            Action::ChooseFacet,
            Action::Mark,
            Action::ChooseSort,
            Action::OpenPalette,
            Action::Leave,
            Action::ShowHelp,
        ],
        Pane::Case => &[
            Action::StepBack,
            Action::Copy,
            Action::GoRemediation,
            Action::ToggleBrief,
            Action::Find,
            Action::ShowFixes,
            Action::ToggleLanguage,
            Action::NextPane,
            Action::ChooseLink,
            Action::GoBack,
            Action::ShowHelp,
        ],
        Pane::Related => &[
            Action::Open,
            Action::StepBack,
            Action::GoBack,
            Action::Copy,
            Action::NextPane,
            Action::ToggleLanguage,
            Action::ShowHelp,
        ],
    };
    actions
        .iter()
        .filter_map(|&action| {
            let key = app.keymap.keys(context, action).first()?;
            Some((key.to_string(), short(app, context, action)))
        })
        .collect()
}

/// The keys of a desk come before all others.
fn desk_hints(app: &App, desk: &Desk) -> Vec<(String, &'static str)> {
    let context = app.context();
    let verdict = |verdict| app.say(verdict_label(desk, verdict));
    let item = app.wish.focus == Pane::Case && matches!(desk, Desk::Triage(_)) && {
        let meant = app.reader.document.meant_at(app.reader.cursor);
        meant.is_some_and(|block| matches!(block.kind, crate::tui::document::BlockKind::ActionItem(_)))
    };
    let words = if item {
        [ItemState::ToDo, ItemState::NotOurs, ItemState::Have].map(|state| app.say(item_label(state)))
    } else {
        [verdict(Verdict::Accepted), verdict(Verdict::Rejected), verdict(Verdict::Deferred)]
    };
    let mut hints: Vec<(Action, &'static str)> =
        [Action::Accept, Action::Reject, Action::Defer].into_iter().zip(words).collect();
    hints.push((Action::EditNote, app.say(Label::Note)));
    hints.push((Action::Undo, app.say(Label::FootUndo)));
    match app.wish.focus {
        Pane::List => {
            hints.push((Action::NextUndecided, app.say(Label::FootNext)));
            hints.push((Action::Open, app.say(Label::FootOpen)));
        }
        Pane::Case => {
            hints.push((Action::StepBack, app.say(Label::FootBack)));
            hints.push((Action::FlagField, app.say(Label::FootFlag)));
            hints.push((Action::ChooseLink, app.say(Label::FootLinks)));
        }
        Pane::Related => hints.push((Action::StepBack, app.say(Label::FootBack))),
    }
    hints.push((Action::Copy, app.say(Label::FootCopy)));
    let key = |action| Some(app.keymap.keys(context, action).first()?.to_string());
    let mut out: Vec<(String, &'static str)> =
        hints.into_iter().filter_map(|(action, word)| Some((key(action)?, word))).collect();
    out.push((":report".to_owned(), ""));
    out.extend(key(Action::ShowHelp).map(|key| (key, app.say(Label::FootKeys))));
    out
}

/// A shorter word for the foot line where the action has one.
fn short(app: &App, context: Context, action: Action) -> &'static str {
    let label = match (action, context) {
        (Action::Filter, _) => Label::FootFilter,
        (Action::Find, _) => Label::FootFind,
        (Action::Copy, _) => Label::FootCopy,
        (Action::Open, _) => Label::FootOpen,
        (Action::StepBack, _) => Label::FootBack,
        (Action::NextPane, _) => Label::FootPane,
        (Action::Mark, _) => Label::FootMark,
        (Action::ChooseSort, _) => Label::FootSort,
        (Action::OpenPalette, _) => Label::FootPalette,
        (Action::Leave, _) => Label::FootQuit,
        (Action::ShowHelp, _) => Label::FootKeys,
        (Action::ToggleLanguage, _) => Label::OtherLanguage,
        (Action::GoRemediation, _) => Label::Remediation,
        (Action::ToggleBrief, _) => Label::FootBrief,
        (Action::FindLike, _) => Label::FootLike,
        (Action::ChooseFacet, _) => Label::FootFacets,
        (Action::ShowFixes, _) => Label::FootFixes,
        (Action::ChooseLink, _) => Label::FootLinks,
        (Action::GoBack, _) => Label::FootHistory,
        _ => action.label(),
    };
    app.say(label)
}
