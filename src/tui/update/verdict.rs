//! Verdicts on cases and on their action items.
//!
//! A verdict is about the case that was under the cursor when the key was pressed: what is asked for names cases, and the
//! screen says that it holds when the journal has it.

use std::sync::Arc;

use super::{browse, desk};
use crate::labels::Label;
use crate::text::Clean;
use crate::triage::words::{item_label, verdict_label};
use crate::triage::{Change, Deed, Desk, Fault, ItemState, Ruling, Set, Verdict, Way};
use crate::tui::app::App;
use crate::tui::document::BlockKind;
use crate::tui::effect::{Approval, Effect, Recording, Then};
use crate::tui::mode::{Choice, Confirm, Menu, Mode, Prompt, PromptKind, Yes};
use crate::tui::panes::Pane;

/// A verdict key.
pub(super) fn judge(app: &mut App, verdict: Verdict, effects: &mut Vec<Effect>) {
    let Some(desk) = app.desk().cloned() else {
        return desk::no_desk(app);
    };
    if let (Desk::Triage(_), Some(item)) = (&desk, item_under_cursor(app)) {
        return judge_item(app, item, verdict, effects);
    }
    if app.wish.focus == Pane::List && app.range_from.is_some() {
        // As in an editor: the range that is being marked is meant.
        browse::mark_range(app);
    }
    let marked = app.wish.focus == Pane::List && !app.marks.is_empty();
    let cases: Arc<[Clean]> = if marked {
        app.marked_in_view().0.into()
    } else {
        app.subject().map(|entry| entry.head.id.clone()).into_iter().collect()
    };
    if cases.is_empty() {
        let label = if marked { Label::NoMarkedInView } else { Label::NothingSelected };
        return app.warn(app.say(label));
    }
    if desk == Desk::Review && verdict == Verdict::Rejected {
        let choices = Fault::ALL.iter().map(|&fault| Choice::Fault(fault, cases.clone())).collect();
        app.mode = Mode::Menu(Menu { choices, cursor: 0 });
        return;
    }
    rule(app, &cases, verdict, None, None, effects);
}

/// A fault was chosen from the menu.
pub(super) fn reject_for(app: &mut App, fault: Fault, cases: &Arc<[Clean]>, effects: &mut Vec<Effect>) {
    if fault == Fault::Other {
        app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Fault(cases.clone()), ""));
    } else {
        app.mode = Mode::Browse;
        rule(app, cases, Verdict::Rejected, Some(fault), None, effects);
    }
}

/// The words beside a verdict that was not saved are in their prompt again.
pub(super) fn type_again(app: &mut App, recording: &Recording) {
    if let (Then::MoveOn(cases), Some(Change { set: Set::Verdict(Some(Ruling { text: Some(text), .. })), .. })) =
        (&recording.then, recording.deed.changes.first())
    {
        app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Fault(cases.as_slice().into()), text));
    }
}

/// Judges cases; several of them after a question.
pub(super) fn rule(
    app: &mut App,
    cases: &[Clean],
    verdict: Verdict,
    fault: Option<Fault>,
    text: Option<String>,
    effects: &mut Vec<Effect>,
) {
    let Some(desk) = app.desk().cloned() else {
        return desk::no_desk(app);
    };
    let query = app.list.like.as_ref().map_or(&app.list.query, |like| &like.label).trim().to_owned();
    let ruling = Ruling { verdict, fault, text, query: Some(query).filter(|query| !query.is_empty()) };
    let is_news = |case: &&Clean| {
        let before = app.given(case).map(|given| &given.value);
        before.is_none_or(|before| {
            (before.verdict, before.fault, &before.text) != (ruling.verdict, ruling.fault, &ruling.text)
        })
    };
    let changes: Vec<Change> = cases
        .iter()
        .filter(is_news)
        .map(|case| Change { desk: Some(desk.clone()), case: case.clone(), set: Set::Verdict(Some(ruling.clone())) })
        .collect();
    if changes.is_empty() {
        // It is judged like that already.
        return move_on(app, cases);
    }
    let many = cases.len() > 1 || (app.wish.focus == Pane::List && !app.marks.is_empty());
    let recording = recording(app, Deed { way: Way::Done, changes }, Then::MoveOn(cases.to_vec()));
    if many {
        let hidden = app.marked_in_view().1;
        let n = cases.len().to_string();
        let word = app.say(verdict_label(&desk, verdict));
        let mut question = Label::ConfirmVerdict.with(app.language, &[("n", &n), ("verdict", word)]);
        if hidden > 0 {
            question.push(' ');
            question.push_str(&Label::ConfirmHidden.with(app.language, &[("n", &hidden.to_string())]));
        }
        let judged = cases.iter().filter(|case| app.given(case).is_some()).count();
        if judged > 0 {
            question.push(' ');
            question.push_str(&Label::ConfirmJudged.with(app.language, &[("n", &judged.to_string())]));
        }
        app.mode = Mode::Confirm(Box::new(Confirm { question, yes: Yes::Record(recording) }));
    } else {
        effects.push(Effect::Record(Box::new(recording)));
    }
}

pub(super) fn recording(app: &App, deed: Deed, then: Then) -> Recording {
    let approvals = approvals(app, &deed);
    Recording { deed, approvals, then }
}

/// At the review desk an approval is put into the file of a case of one's own, unless somebody's is there; a rejection, and
/// taking back, takes out what is there. What was changed here is put back byte for byte.
fn approvals(app: &App, deed: &Deed) -> Vec<Approval> {
    let mut out = Vec::new();
    for change in &deed.changes {
        let (Some(Desk::Review), Set::Verdict(ruling)) = (&change.desk, &change.set) else {
            continue;
        };
        let Some(entry) = app.library.position(&change.case).map(|at| app.library.entry(at)) else {
            continue;
        };
        let Some((path, _)) = entry.file() else {
            continue;
        };
        let now = app.desks.rewritten.get(&change.case);
        let json = now.map_or(entry.json(), String::as_str).to_owned();
        let is_in_file = crate::case::Head::parse(&json).is_ok_and(|head| head.is_reviewed);
        let approved = match ruling.as_ref().map(|ruling| ruling.verdict) {
            Some(Verdict::Accepted) => true,
            Some(Verdict::Rejected) => false,
            // As it was before anything was judged here; after a cut only what we put there is known.
            None => app.desks.originals.get(&change.case).map_or_else(
                || is_in_file && !is_our_approval(app, &change.case, &json),
                |original| crate::case::Head::parse(original).is_ok_and(|head| head.is_reviewed),
            ),
            Some(Verdict::Deferred) => is_in_file,
        };
        if approved != is_in_file {
            let original = app.desks.originals.get(&change.case);
            let restore = original.filter(|original| {
                crate::case::Head::parse(original).is_ok_and(|head| head.is_reviewed) == approved
                    && approval_aside(original) == approval_aside(&json)
            });
            out.push(Approval {
                case: change.case.clone(),
                path: path.to_owned(),
                restore: restore.cloned(),
                json,
                approved,
            });
        }
    }
    out
}

/// Whether the approval in a case is the one that the verdict on it has put there.
fn is_our_approval(app: &App, case: &Clean, json: &str) -> bool {
    let value: Option<serde_json::Value> = serde_json::from_str(json).ok();
    let by = value.as_ref().and_then(|value| value.get("review")?.get("reviewed_by")?.as_str());
    app.given(case).is_some_and(|given| given.value.verdict == Verdict::Accepted && by == Some(given.by.as_str()))
}

/// A case without what an approval changes, to tell whether anything else of it was changed.
fn approval_aside(json: &str) -> Option<serde_json::Value> {
    let mut value: serde_json::Value = serde_json::from_str(json).ok()?;
    let case = value.as_object_mut()?;
    if let Some(review) = case.get_mut("review").and_then(serde_json::Value::as_object_mut) {
        review.remove("reviewed_at");
        review.remove("reviewed_by");
    }
    if case
        .get("review")
        .is_some_and(|review| review.is_null() || review.as_object().is_some_and(serde_json::Map::is_empty))
    {
        case.remove("review");
    }
    Some(value)
}

/// A verdict is in the journal: on to the next case.
pub(super) fn judged(app: &mut App, recording: &Recording, cases: &[Clean]) {
    for case in cases {
        app.marks.remove(case);
    }
    move_on(app, cases);
    let (Some(desk), Some(Change { set: Set::Verdict(Some(ruling)), case, .. })) =
        (app.desk().cloned(), recording.deed.changes.first())
    else {
        return;
    };
    let word = app.say(verdict_label(&desk, ruling.verdict));
    if recording.deed.changes.len() > 1 {
        let n = recording.deed.changes.len().to_string();
        return app.tell(Label::JudgedMany.with(app.language, &[("n", &n), ("verdict", word)]));
    }
    if app.undecided_after(app.list.cursor, true).is_none() && app.place_of(case).is_some() {
        return app.tell(app.say(Label::AllJudged));
    }
    let ([accepted, rejected, deferred], total) = app.progress();
    let n = (accepted + rejected + deferred).to_string();
    let values = [("id", case.as_str()), ("verdict", word), ("n", &n), ("total", &total.to_string())];
    app.tell(Label::Judged.with(app.language, &values));
}

/// From the last of the judged cases to the next one without a verdict; the cursor stays where there is none.
fn move_on(app: &mut App, cases: &[Clean]) {
    let rows = cases.iter().filter_map(|case| app.place_of(case));
    let next = rows
        .max()
        .and_then(|row| app.undecided_after(row, true))
        .map(|row| app.library.entry(app.list.hits[row].at).head.id.clone());
    app.ledger_changed();
    if app.wish.focus == Pane::Related {
        // The list is elsewhere; the next related case is the next.
        app.near.cursor = (app.near.cursor + 1).min(app.near.items.len().saturating_sub(1));
    } else if let Some(row) = next.and_then(|id| app.place_of(&id)) {
        app.choose_row(row);
    }
}

/// To the next case without a verdict, or the one before.
pub(super) fn go_undecided(app: &mut App, forward: bool) {
    if app.desk().is_none() {
        return desk::no_desk(app);
    }
    match app.undecided_after(app.list.cursor, forward) {
        Some(row) => app.choose_row(row),
        None => app.tell(app.say(Label::NoneUndecided)),
    }
}

fn item_under_cursor(app: &App) -> Option<usize> {
    if app.wish.focus != Pane::Case {
        return None;
    }
    let below = app.reader.top + app.rows(Pane::Case);
    let block = app.reader.document.meant_at(app.reader.cursor).filter(|block| block.lines.start < below)?;
    match block.kind {
        BlockKind::ActionItem(at) => Some(at),
        _ => None,
    }
}

fn judge_item(app: &mut App, at: usize, verdict: Verdict, effects: &mut Vec<Effect>) {
    let (Some(desk), Some(case)) = (app.desk().cloned(), app.reader.id.clone()) else {
        return;
    };
    let state = match verdict {
        Verdict::Accepted => ItemState::ToDo,
        Verdict::Rejected => ItemState::NotOurs,
        Verdict::Deferred => ItemState::Have,
    };
    if app.item_states().contains(&(at, state)) {
        // It is judged like that already.
        return go_to_item(app, at + 1);
    }
    let change = Change { desk: Some(desk), case, set: Set::Item(at, Some(state)) };
    let deed = Deed { way: Way::Done, changes: vec![change] };
    effects.push(Effect::Record(Box::new(Recording { deed, approvals: Vec::new(), then: Then::NextItem })));
}

/// An action item is judged: the cursor goes to the next one.
pub(super) fn item_judged(app: &mut App, recording: &Recording) {
    let Some(Change { set: Set::Item(at, Some(state)), .. }) = recording.deed.changes.first() else {
        return;
    };
    let n = (at + 1).to_string();
    let state = app.say(item_label(*state));
    app.tell(Label::ItemJudged.with(app.language, &[("n", &n), ("state", state)]));
    app.settle();
    go_to_item(app, at + 1);
}

fn go_to_item(app: &mut App, at: usize) {
    let next = app.reader.document.blocks.iter().find(|block| block.kind == BlockKind::ActionItem(at));
    if let Some(line) = next.map(|block| block.lines.start) {
        super::browse::go_to_line(app, line);
    }
}
