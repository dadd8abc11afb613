//! What came of an effect, told honestly.

use std::path::PathBuf;

use super::{desk, note, overview, verdict};
use crate::case::{Problem, Reason};
use crate::formats::words;
use crate::labels::Label;
use crate::triage::{Fresh, Set};
use crate::tui::app::App;
use crate::tui::effect::{Effect, Outcome, Recording, Route, Then};
use crate::tui::mode::{Confirm, Laid, Mode, Yes};

pub(super) fn tell(app: &mut App, outcome: Outcome, effects: &mut Vec<Effect>) {
    let language = app.language;
    match outcome {
        Outcome::Copied { what, bytes, route, because, cases } => {
            desk::trail(app, cases, &Set::Copied(what.clone()), effects);
            let by = match &route {
                Route::Native => Label::RouteNative.text(language).to_owned(),
                Route::Tmux => Label::RouteTmux.text(language).to_owned(),
                Route::Terminal { through_tmux: false } => Label::RouteTerminal.text(language).to_owned(),
                Route::Terminal { through_tmux: true } => Label::RouteTerminalTmux.text(language).to_owned(),
                Route::File(path) => Label::RouteFile.with(language, &[("path", &path.display().to_string())]),
            };
            let bytes = size(bytes);
            let mut text = format!("{what} ({bytes}) → {by}");
            if let Some(why) = because {
                text = format!("{text} · {why}");
            }
            app.tell(text);
        }
        Outcome::NotCopied(why) => app.warn(Label::NotCopied.with(language, &[("why", &why)])),
        Outcome::Written(path) => {
            app.tell(Label::Written.with(language, &[("path", &path.display().to_string())]));
        }
        Outcome::NotWritten(path, why) => {
            let path = path.display().to_string();
            app.warn(Label::NotWritten.with(language, &[("path", &path), ("why", &why)]));
        }
        Outcome::Opened(url) => app.tell(Label::Opened.with(language, &[("url", &url)])),
        Outcome::NotOpened(url, why) => {
            app.warn(Label::NotOpened.with(language, &[("url", &url), ("why", &why)]));
        }
        Outcome::Recorded { fresh, recording, rewritten } => {
            for approval in &recording.approvals {
                let original = approval.json.clone();
                app.desks.originals.entry(approval.case.clone()).or_insert(original);
            }
            app.desks.rewritten.extend(rewritten);
            take_fresh(app, fresh);
            recorded(app, &recording);
        }
        Outcome::NotRecorded(recording, why) => {
            // What was typed is still where it was typed.
            verdict::type_again(app, &recording);
            app.warn(Label::NotSaved.with(language, &[("why", &why)]));
        }
        Outcome::NotKept(why) => {
            app.desks.is_not_kept = true;
            app.warn(Label::NotKept.with(language, &[("why", &why)]));
        }
        Outcome::Edited { path, line, before, after } => edited(app, (path, line), &before, &after, effects),
        Outcome::NotEdited(why) => app.warn(Label::NotEdited.with(language, &[("why", &why)])),
    }
}

/// Takes what came into the journal, from here or from elsewhere.
pub(super) fn take_fresh(app: &mut App, fresh: Fresh) {
    if fresh.is_whole {
        // What was only remembered is not in the journal.
        let trail = std::mem::take(&mut app.desks.ledger.trail);
        app.desks.ledger.replace(fresh.records);
        app.desks.ledger.trail = trail;
        app.journal_problems.clear();
    } else {
        app.desks.ledger.take(fresh.records);
    }
    if fresh.is_gone {
        app.warn(app.say(Label::JournalGone));
    }
    for problem in fresh.problems {
        if !app.journal_problems.contains(&problem) {
            app.journal_problems.push(problem);
        }
    }
}

/// The journal is there and cannot be read: what is on the screen is not all there is.
pub(super) fn journal_unreadable(app: &mut App, why: String) {
    app.warn(Label::NotRead.with(app.language, &[("why", &why)]));
    let place = app.desks.journal.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let problem = Problem { place, field: String::new(), reason: Reason::Unreadable(why) };
    if !app.journal_problems.contains(&problem) {
        app.journal_problems.push(problem);
    }
}

fn recorded(app: &mut App, recording: &Recording) {
    match &recording.then {
        Then::MoveOn(cases) => verdict::judged(app, recording, cases),
        Then::NextItem => verdict::item_judged(app, recording),
        Then::CloseNote(case) => note::saved(app, case),
        Then::Flagged => {
            app.mode = Mode::Browse;
            if let Some(Set::Flag(field, _)) = recording.deed.changes.first().map(|change| &change.set) {
                let field = words::field(field, app.language);
                app.tell(Label::FieldFlagged.with(app.language, &[("field", &field)]));
            }
        }
        Then::Stepped { undone, case, count } => desk::stepped(app, recording, *undone, case, *count),
        Then::Starred(on) => {
            app.ledger_changed();
            let id = recording.deed.changes.first().map(|change| change.case.to_string()).unwrap_or_default();
            let label = if *on { Label::Starred } else { Label::Unstarred };
            app.tell(label.with(app.language, &[("id", &id)]));
        }
        Then::Nothing => {}
    }
}

/// An editor was left: the difference is shown, and the library read anew.
fn edited(app: &mut App, place: (PathBuf, usize), before: &str, after: &str, effects: &mut Vec<Effect>) {
    if before == after {
        return app.tell(app.say(Label::EditedNothing));
    }
    effects.push(Effect::Reload);
    let is_lines = place.0.extension().is_some_and(|ending| ending != "json");
    let broken = serde_json::from_str::<serde::de::IgnoredAny>(after.trim_start_matches('\u{feff}')).err();
    if let (false, Some(why)) = (is_lines, broken) {
        let file = place.0.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let question = Label::ConfirmEditAgain.with(app.language, &[("file", &file), ("why", &why.to_string())]);
        app.mode = Mode::Confirm(Box::new(Confirm { question, yes: Yes::Edit(place.0, place.1) }));
        return;
    }
    overview::open(app, Laid::Difference(before.to_owned(), after.to_owned()));
}

fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} B") } else { format!("{}.{} KB", bytes / 1000, bytes % 1000 / 100) }
}
