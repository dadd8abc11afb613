//! Keys at a desk but verdicts: notes, flags, taking back; the desks themselves, their reports, stars, cases of one's own.

use super::verdict;
use crate::labels::Label;
use crate::text::Clean;
use crate::triage::words::{desk_name, verdict_label};
use crate::triage::{self, Change, Deed, Desk, Set, Verdict, Way};
use crate::tui::app::{App, Sort, SortBy};
use crate::tui::effect::{Effect, Recording, Then};
use crate::tui::input::Area;
use crate::tui::mode::{Confirm, Mode, Note, Pager, PagerText, Prompt, PromptKind, Yes};
use crate::tui::panes::Pane;

// Notes and flags.

/// Opens the note on the case under the cursor: the draft where there is one.
pub(super) fn edit_note(app: &mut App) {
    let Some(desk) = app.desk().cloned() else {
        return no_desk(app);
    };
    let Some(case) = app.subject().map(|entry| entry.head.id.clone()) else {
        return app.warn(app.say(Label::NothingSelected));
    };
    let now = app.desks.ledger.note(&desk, &case).unwrap_or_default().to_owned();
    let draft = app.desks.drafts.get(&case);
    // Of a draft of an earlier run it is not known what it was begun from.
    let base = draft.map(|_| app.desks.bases.get(&case).cloned().unwrap_or_default());
    let text = draft.unwrap_or(&now).clone();
    let saved = base.unwrap_or(now);
    app.mode = Mode::Note(Box::new(Note { area: Area::new(&text), saved, case }));
}

/// Flags the field under the cursor of the case.
pub(super) fn flag_field(app: &mut App) {
    if app.desk().is_none() {
        return no_desk(app);
    }
    let Some(case) = app.reader.id.clone() else {
        return app.warn(app.say(Label::NothingSelected));
    };
    let field = app.reader.document.field_at(app.reader.cursor);
    let before = app.book().and_then(|book| book.flags.get(&(case.clone(), field.clone())));
    let text = before.map(|flag| flag.value.clone()).unwrap_or_default();
    app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Flag(case, field), &text));
}

/// Records a flag, or takes it away where nothing is said of it.
pub(super) fn set_flag(app: &mut App, case: Clean, field: String, text: &str, effects: &mut Vec<Effect>) {
    let why = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let change = Change { desk: app.desk().cloned(), case, set: Set::Flag(field, why) };
    let deed = Deed { way: Way::Done, changes: vec![change] };
    effects.push(Effect::Record(Box::new(Recording { deed, approvals: Vec::new(), then: Then::Flagged })));
}

// Taking back.

pub(super) fn step(app: &mut App, undo: bool, effects: &mut Vec<Effect>) {
    let Some(desk) = app.desk() else {
        return no_desk(app);
    };
    let ledger = &app.desks.ledger;
    let deed = if undo { ledger.undo(desk, &app.desks.session) } else { ledger.redo(desk, &app.desks.session) };
    let Some(deed) = deed else {
        return app.tell(app.say(if undo { Label::NothingToUndo } else { Label::NothingToRedo }));
    };
    let case = deed.changes[0].case.clone();
    let then = Then::Stepped { undone: undo, case, count: deed.changes.len() };
    let recording = verdict::recording(app, deed, then);
    effects.push(Effect::Record(Box::new(recording)));
}

/// A step was taken back or done again: its case is shown.
pub(super) fn stepped(app: &mut App, recording: &Recording, undone: bool, case: &Clean, count: usize) {
    app.ledger_changed();
    if app.wish.focus != Pane::Related
        && let Some(row) = app.place_of(case)
        && app.subject().is_none_or(|entry| entry.head.id != *case)
    {
        app.choose_row(row);
    }
    let label = match (undone, count > 1) {
        (true, false) => Label::Undone,
        (true, true) => Label::UndoneMany,
        (false, false) => Label::Redone,
        (false, true) => Label::RedoneMany,
    };
    let what = recording.deed.changes.first().map_or(Label::Verdict, |change| match change.set {
        Set::Note(_) => Label::Note,
        Set::Item(..) => Label::ActionItems,
        Set::Flag(..) => Label::Flagged,
        _ => Label::Verdict,
    });
    let id = format!("{case} · {}", app.say(what));
    app.tell(label.with(app.language, &[("id", &id), ("n", &(count - 1).to_string())]));
}

// Desks.

pub(super) fn no_desk(app: &mut App) {
    app.warn(app.say(Label::NoDesk));
}

pub(super) fn ask_for_incident(app: &mut App) {
    app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Incident, ""));
}

/// Starts a desk; another one that is on is left.
pub(super) fn start(app: &mut App, desk: Desk, effects: &mut Vec<Effect>) {
    if app.desk().is_some_and(|on| *on != desk) && !may_leave(app, Some(desk.clone())) {
        return;
    }
    if desk == Desk::Review {
        effects.push(Effect::Check);
        if app.list.query.is_empty() && app.list.like.is_none() {
            app.list.sort = Sort { by: SortBy::Findings, reversed: false };
        }
    } else if app.list.sort.by == SortBy::Findings {
        app.list.sort = Sort::default();
    }
    let words = [Verdict::Accepted, Verdict::Rejected, Verdict::Deferred].map(|v| app.say(verdict_label(&desk, v)));
    let name = desk_name(&desk, app.language);
    let values = [("desk", name.as_str()), ("accept", words[0]), ("reject", words[1]), ("defer", words[2])];
    app.desks.on = Some(desk);
    // What was found by a verdict of another desk is found anew.
    app.release_row();
    app.run_query();
    app.tell(Label::DeskStarted.with(app.language, &values));
}

pub(super) fn end(app: &mut App) {
    if app.desk().is_none() {
        return no_desk(app);
    }
    if may_leave(app, None) {
        app.desks.on = None;
        if app.list.sort.by == SortBy::Findings {
            app.list.sort = Sort::default();
        }
        app.run_query();
        app.tell(app.say(Label::DeskEnded));
    }
}

/// Whether nothing unsaved is left at the desk; asks where something is. `next` is the desk that would begin.
fn may_leave(app: &mut App, next: Option<Desk>) -> bool {
    let drafts = app.desks.drafts.len();
    if drafts > 0 {
        ask_to_drop(app, drafts, Yes::DropDrafts(next));
    }
    drafts == 0
}

/// Ends the program; asks first where notes would be lost that could be neither saved nor kept.
pub(super) fn quit(app: &mut App, effects: &mut Vec<Effect>) {
    let drafts = app.desks.drafts.len();
    if drafts > 0 && app.desks.is_not_kept {
        ask_to_drop(app, drafts, Yes::Quit);
    } else {
        effects.push(Effect::Quit);
    }
}

/// Asks before notes that nobody saved are dropped.
pub(super) fn ask_to_drop(app: &mut App, drafts: usize, yes: Yes) {
    let question = Label::ConfirmDrafts.with(app.language, &[("n", &drafts.to_string())]);
    app.mode = Mode::Confirm(Box::new(Confirm { question, yes }));
}

/// The notes that were not saved, also of cases that are not in the library any more: to read and to copy.
pub(super) fn show_drafts(app: &mut App) {
    let texts: Vec<String> = app.desks.drafts.iter().map(|(case, text)| format!("## {case}\n\n{text}")).collect();
    if texts.is_empty() {
        return app.tell(app.say(Label::NoDrafts));
    }
    open_text(app, Label::DraftsTitle, &texts.join("\n\n"));
}

/// What came of the desk.
pub(super) fn show_report(app: &mut App) {
    let (text, title) = match app.desk() {
        None => return no_desk(app),
        Some(Desk::Triage(name)) => {
            (triage::triage_report(&app.desks.ledger, &app.library, name, app.language), Label::ReportTitle)
        }
        Some(Desk::Review) => {
            (triage::review_report(&app.desks.ledger, &app.library, app.language), Label::ReportTitle)
        }
    };
    open_text(app, title, &text);
}

/// What was opened and copied.
pub(super) fn show_trail(app: &mut App) {
    let text = triage::trail(&app.desks.ledger, &app.library, app.desk(), app.language);
    if text.is_empty() {
        return app.tell(app.say(Label::NothingHappened));
    }
    open_text(app, Label::TrailTitle, &text);
}

pub(super) fn open_text(app: &mut App, title: Label, text: &str) {
    let text = Clean::new(text);
    app.mode = Mode::Pager(Pager { text: PagerText::Text(title, text.as_str().into()), top: 0 });
}

/// What was opened or copied goes into the trail.
pub(super) fn trail(app: &App, cases: Vec<Clean>, set: &Set, effects: &mut Vec<Effect>) {
    let changes: Vec<Change> =
        cases.into_iter().map(|case| Change { desk: app.desk().cloned(), case, set: set.clone() }).collect();
    if !changes.is_empty() {
        let deed = Deed { way: Way::Done, changes };
        effects.push(Effect::Record(Box::new(Recording { deed, approvals: Vec::new(), then: Then::Nothing })));
    }
}

// Stars.

pub(super) fn toggle_star(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(case) = app.subject().map(|entry| entry.head.id.clone()) else {
        return app.warn(app.say(Label::NothingSelected));
    };
    let on = !app.desks.ledger.stars.contains(&case);
    let deed = Deed { way: Way::Done, changes: vec![Change { desk: None, case, set: Set::Star(on) }] };
    effects.push(Effect::Record(Box::new(Recording { deed, approvals: Vec::new(), then: Then::Starred(on) })));
}

/// The starred cases, or what was in view before.
pub(super) fn show_starred(app: &mut App) {
    const STARRED: &str = "has:star";
    app.wish.focus = Pane::List;
    if app.list.query == STARRED {
        if !app.go_back() {
            app.set_query("");
        }
    } else {
        app.remember();
        app.release_row();
        app.set_query(STARRED);
    }
}

// A case of one's own.

pub(super) fn edit_case(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(entry) = app.subject() else {
        return app.warn(app.say(Label::NothingSelected));
    };
    match entry.file() {
        Some((path, line)) => {
            effects.push(Effect::Edit { path: path.to_owned(), line });
        }
        None => app.warn(app.say(Label::EditBuiltIn)),
    }
}
