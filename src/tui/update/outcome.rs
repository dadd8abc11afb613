//! What came of an effect, told honestly.

use super::{desk, note};
use crate::labels::Label;
use crate::triage::{Fresh, Set};
use crate::tui::app::App;
use crate::tui::document::compare;
use crate::tui::effect::{Effect, Outcome, Recording, Route, Then};
use crate::tui::mode::{Mode, Pager, PagerText};

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
            app.desks.rewritten.extend(rewritten);
            take_fresh(app, fresh);
            recorded(app, &recording);
        }
        Outcome::NotRecorded(recording, why) => {
            // What was typed is still where it was typed.
            desk::type_again(app, &recording);
            app.warn(Label::NotSaved.with(language, &[("why", &why)]));
        }
        Outcome::NotKept(why) => app.warn(Label::NotKept.with(language, &[("why", &why)])),
        Outcome::Edited { before, after } => edited(app, &before, &after, effects),
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
    for problem in fresh.problems {
        if !app.journal_problems.contains(&problem) {
            app.journal_problems.push(problem);
        }
    }
}

fn recorded(app: &mut App, recording: &Recording) {
    match &recording.then {
        Then::MoveOn(cases) => desk::judged(app, recording, cases),
        Then::NextItem => desk::item_judged(app, recording),
        Then::CloseNote(case) => note::saved(app, case),
        Then::Flagged => {
            app.mode = Mode::Browse;
            if let Some(Set::Flag(field, _)) = recording.deed.changes.first().map(|change| &change.set) {
                app.tell(Label::FieldFlagged.with(app.language, &[("field", field)]));
            }
        }
        Then::Stepped { undone, case, count } => desk::stepped(app, *undone, case, *count),
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
fn edited(app: &mut App, before: &str, after: &str, effects: &mut Vec<Effect>) {
    if before == after {
        return app.tell(app.say(Label::EditedNothing));
    }
    effects.push(Effect::Reload);
    let width = usize::from(app.size.0).saturating_sub(8).max(20);
    let lines = compare::difference(before, after, width);
    app.mode = Mode::Pager(Pager { text: PagerText::Lines(Label::EditedTitle, lines), top: 0 });
}

fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} B") } else { format!("{}.{} KB", bytes / 1000, bytes % 1000 / 100) }
}
