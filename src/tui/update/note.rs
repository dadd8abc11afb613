//! The note editor, questions, and the offer to go on.

use super::{browse, desk};
use crate::labels::Label;
use crate::text::Clean;
use crate::triage::words::desk_name;
use crate::triage::{Change, Deed, Resume, Set, Way};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::effect::{Effect, Fate, Recording, Then};
use crate::tui::input::Area;
use crate::tui::key::{Code, Key};
use crate::tui::keymap::Context;
use crate::tui::mode::{Mode, Yes};
use crate::tui::view;

/// A key in the note editor: Esc keeps a draft, `^s` saves, the rest is text.
pub(super) fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let width = view::note::width(app);
    let Mode::Note(note) = &mut app.mode else {
        return;
    };
    if key.alt && !matches!(key.code, Code::Char(_) | Code::Backspace | Code::Delete) {
        // Keys of the window, mostly: nothing of a note.
        return;
    }
    if key == Key::ctrl('s') {
        return save(app, effects);
    }
    if key.code == Code::Esc {
        return keep_draft(app);
    }
    note.area.press(key, width);
}

/// Records the note; the editor closes when it is in the journal.
fn save(app: &mut App, effects: &mut Vec<Effect>) {
    let Mode::Note(note) = &app.mode else {
        return;
    };
    let text = note.area.text().trim_end().to_owned();
    let case = note.case.clone();
    if text == note.saved.trim_end() {
        app.desks.drafts.remove(&case);
        app.mode = Mode::Browse;
        return;
    }
    let text = Some(text).filter(|text| !text.trim().is_empty());
    let theirs = app.desk().and_then(|desk| app.desks.ledger.note(desk, &case)).unwrap_or_default().to_owned();
    let has_theirs = text.as_ref().is_some_and(|text| text.contains(&theirs));
    if theirs != note.saved && !has_theirs {
        return bring_together(app, &theirs);
    }
    let change = Change { desk: app.desk().cloned(), case: case.clone(), set: Set::Note(text) };
    let deed = Deed { way: Way::Done, changes: vec![change] };
    effects.push(Effect::Record(Box::new(Recording { deed, approvals: Vec::new(), then: Then::CloseNote(case) })));
}

/// Somebody else saved the note meanwhile: theirs and ours stand in the editor, to be saved as they should be.
fn bring_together(app: &mut App, theirs: &str) {
    if let Mode::Note(note) = &mut app.mode {
        let ours = note.area.text();
        let both = [theirs, ours.trim_end()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        note.area = Area::new(&both);
        theirs.clone_into(&mut note.saved);
    }
    app.warn(app.say(Label::NoteChanged));
}

/// The note is in the journal.
pub(super) fn saved(app: &mut App, case: &Clean) {
    app.desks.drafts.remove(case);
    if matches!(&app.mode, Mode::Note(note) if note.case == *case) {
        app.mode = Mode::Browse;
    }
    let is_there = app.desk().is_some_and(|desk| app.desks.ledger.note(desk, case).is_some());
    let label = if is_there { Label::NoteSaved } else { Label::NoteRemoved };
    app.tell(label.with(app.language, &[("id", case)]));
}

/// Closes the editor; what was changed stays as a draft.
pub(super) fn keep_draft(app: &mut App) {
    let Mode::Note(note) = std::mem::take(&mut app.mode) else {
        return;
    };
    let text = note.area.text();
    if text.trim_end() == note.saved.trim_end() {
        app.desks.drafts.remove(&note.case);
    } else {
        app.tell(Label::DraftKept.with(app.language, &[("id", &note.case)]));
        app.desks.bases.insert(note.case.clone(), note.saved);
        app.desks.drafts.insert(note.case, text);
    }
}

/// A key under a question: `y` or Enter is yes, `n` or Esc is no, the rest is no answer.
pub(super) fn press_confirm(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let Mode::Confirm(confirm) = &app.mode else {
        return;
    };
    match key.code {
        Code::Char('y') | Code::Enter => {
            let yes = confirm.yes.clone();
            app.mode = Mode::Browse;
            match yes {
                Yes::Record(recording) => effects.push(Effect::Record(Box::new(recording))),
                Yes::Edit(path, line) => effects.push(Effect::Edit { path, line }),
                Yes::DropDrafts(desk) => {
                    app.desks.drafts.clear();
                    match desk {
                        Some(desk) => desk::start(app, desk, effects),
                        None => desk::end(app),
                    }
                }
                Yes::Quit => effects.push(Effect::Quit),
                Yes::DropLeftBehind => effects.push(Effect::LeftBehind(Fate::Discard)),
            }
        }
        Code::Char('n' | 'q') | Code::Esc => {
            if matches!(confirm.yes, Yes::DropLeftBehind) {
                effects.push(Effect::LeftBehind(Fate::Leave));
            }
            app.mode = Mode::Browse;
        }
        _ => {}
    }
}

/// A key under the offer to go on.
pub(super) fn press_offer(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let action = app.keymap.resolve(Context::Panes, key);
    let Mode::Offer(_) = &app.mode else {
        return;
    };
    let fate = match (key.code, action) {
        (_, Some(Action::Open)) | (Code::Char('y'), _) => Fate::Adopt,
        (_, Some(Action::Reject)) => Fate::Discard,
        (_, Some(Action::StepBack | Action::Leave)) | (Code::Char('n'), _) => Fate::Leave,
        (_, Some(Action::Quit)) => {
            effects.push(Effect::LeftBehind(Fate::Leave));
            return effects.push(Effect::Quit);
        }
        _ => return,
    };
    let Mode::Offer(resume) = std::mem::take(&mut app.mode) else {
        return;
    };
    if fate == Fate::Discard && !resume.drafts.is_empty() {
        return desk::ask_to_drop(app, resume.drafts.len(), Yes::DropLeftBehind);
    }
    effects.push(Effect::LeftBehind(fate));
    if fate == Fate::Adopt {
        go_on(app, *resume, effects);
    }
}

/// Goes on where an earlier run was cut off.
fn go_on(app: &mut App, resume: Resume, effects: &mut Vec<Effect>) {
    app.desks.session = Clean::line(&resume.session);
    let name = resume.desk();
    desk::start(app, name.clone(), effects);
    app.desks.drafts =
        resume.drafts.iter().map(|(case, text)| (Clean::line(case), Clean::new(text).to_string())).collect();
    app.set_query(&resume.query);
    app.tell(Label::Resumed.with(app.language, &[("desk", &desk_name(&name, app.language))]));
    app.desks.wanted = Some(Clean::line(&resume.case));
    arrive(app, effects);
    app.desks.kept = Some(resume);
}

/// Puts the cursor on the case to go on from, as soon as it is there: with its draft open, or, where it was judged already
/// when the earlier run was cut off, on the next one.
pub(super) fn arrive(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(case) = app.desks.wanted.take() else {
        return;
    };
    let Some(row) = app.place_of(&case) else {
        if app.loading.is_some() {
            app.desks.wanted = Some(case);
        }
        return;
    };
    app.choose_row(row);
    if app.desks.drafts.contains_key(&case) {
        browse::act(app, Action::EditNote, effects);
    } else if app.selected().is_some_and(|entry| app.verdict(entry).is_some())
        && let Some(next) = app.undecided_after(row, true)
    {
        app.choose_row(next);
    }
}
