//! An event changes the state and gives effects. Pure: no clock, file, environment or terminal.

mod browse;
mod copy;
mod desk;
mod hangul;
mod menu;
mod mouse;
mod note;
mod outcome;
mod overview;
mod pager;
pub mod prompt;
mod verdict;

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Findings};
use super::effect::{Effect, Outcome};
use super::input::Line;
use super::key::{Code, Key};
use super::mode::{Mode, PromptKind};
use super::panes::Pane;
use super::theme::{Palette, Theme};
use crate::labels::Label;
use crate::library::Library;
use crate::search::Index;
use crate::text::Clean;
use crate::triage::{Desk, Fresh, Resume};

/// Ticks that a notice stays.
const NOTICE_TICKS: u8 = 6;

/// Characters of a line that is typed: what is longer is no query, no name and no path.
const MOST_PASTED: usize = 1000;
/// Characters of a text that cases are to be like.
const MOST_PASTED_LIKE: usize = 20_000;

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A key.
    Key(Key),
    /// Text that was pasted: text, never commands.
    Paste(String),
    /// The mouse, while it is captured.
    Mouse(super::update::mouse_event::MouseEvent),
    /// The window has this many columns and rows.
    Resize(u16, u16),
    /// About a second has passed.
    Tick,
    /// Folders are being read: cases so far.
    Loading(usize),
    /// A library was read; with its full text, where that is ready too.
    Loaded(Arc<Library>, Option<Arc<Index>>),
    /// The full text of a library is ready.
    Indexed(Arc<Library>, Arc<Index>),
    /// The terminal told its background.
    Background(Palette),
    /// An effect was performed.
    Outcome(Outcome),
    /// The program begins at a desk.
    StartDesk(Desk),
    /// The journal was written to from elsewhere.
    Journal(Fresh),
    /// The journal cannot be read: why.
    JournalUnreadable(String),
    /// Every case of a library was checked.
    Checked(Arc<Library>, Arc<Findings>),
    /// An earlier run of the program left a state behind.
    LeftBehind(Box<Resume>),
}

/// What the mouse did, in cells.
pub mod mouse_event {
    /// What the mouse did, in cells.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MouseEvent {
        /// The left button went down.
        Press(u16, u16),
        /// It moved with the button down.
        Drag(u16, u16),
        /// The wheel turned up.
        WheelUp(u16, u16),
        /// The wheel turned down.
        WheelDown(u16, u16),
    }
}

/// Changes the state for an event and says what is to be done outside.
pub fn update(app: &mut App, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    match event {
        Event::Key(key) => press(app, key, &mut effects),
        Event::Paste(text) => paste(app, &text),
        Event::Mouse(event) => mouse::act(app, event, &mut effects),
        Event::Resize(width, height) => {
            app.size = (width, height);
            overview::lay_out_again(app);
        }
        Event::Tick => tick(app),
        Event::Loading(cases) => app.loading = Some(cases),
        Event::Loaded(library, index) => {
            app.loading = None;
            app.take_library(library, index);
            note::arrive(app, &mut effects);
            if app.desk() == Some(&Desk::Review) {
                effects.push(Effect::Check);
            }
        }
        Event::Indexed(library, index) => {
            if Arc::ptr_eq(&library, &app.library) {
                app.take_index(index);
            }
        }
        Event::Background(palette) => {
            if app.palette.is_none() {
                app.theme = Theme::new(palette, app.depth);
            }
        }
        Event::Outcome(outcome) => outcome::tell(app, outcome, &mut effects),
        Event::Journal(fresh) => {
            outcome::take_fresh(app, fresh);
            app.ledger_changed();
        }
        Event::JournalUnreadable(why) => outcome::journal_unreadable(app, why),
        Event::Checked(library, findings) => {
            if Arc::ptr_eq(&library, &app.library) {
                app.desks.findings = Some(findings);
                app.take_order();
            }
        }
        Event::StartDesk(desk) => desk::start(app, desk, &mut effects),
        Event::LeftBehind(resume) => {
            app.mode = Mode::Offer(resume);
            // The foot tells the keys of the offer.
            app.notice = None;
        }
    }
    app.settle();
    keep(app, &mut effects);
    effects
}

/// What is needed to go on from here is kept as it changes; who quits leaves nothing but what was not saved.
fn keep(app: &mut App, effects: &mut Vec<Effect>) {
    let mut state = app.resume_state();
    let quits = effects.contains(&Effect::Quit);
    if quits && state.as_ref().is_some_and(|state| state.drafts.is_empty()) {
        state = None;
    }
    if state != app.desks.kept {
        app.desks.kept.clone_from(&state);
        app.desks.is_not_kept = false;
        let at = if quits { effects.len() - 1 } else { effects.len() };
        effects.insert(at, Effect::Keep(state.map(Box::new)));
    }
}

fn tick(app: &mut App) {
    if let Some(notice) = &mut app.notice {
        notice.age += 1;
        if notice.age >= NOTICE_TICKS {
            app.notice = None;
            // What is no longer offered is no longer waited for.
            app.offered = None;
        }
    }
    app.cancelled = false;
}

fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let cancels = key == Key::ctrl('c');
    if !cancels {
        app.cancelled = false;
    }
    app.notice = None;
    // These work wherever the caret is.
    if cancels {
        return cancel(app, effects);
    }
    if key == Key::ctrl('l') {
        return effects.push(Effect::Redraw);
    }
    if key == Key::ctrl('z') {
        return effects.push(Effect::Suspend);
    }
    if matches!(app.mode, Mode::Prompt(_)) {
        return prompt::press(app, key, effects);
    }
    if matches!(app.mode, Mode::Note(_)) {
        return note::press(app, key, effects);
    }
    if let (Some(text), Code::Enter) = (&app.offered, key.code) {
        let text = text.clone();
        return prompt::open_filter(app, &text);
    }
    match hangul::read(app, key) {
        hangul::Reading::Keys(keys) => {
            for key in keys {
                // What the first key of a compound said is said of a state that is gone.
                app.notice = None;
                command(app, key, effects);
            }
        }
        hangul::Reading::Mistake(_) if !matches!(app.mode, Mode::Browse) => {}
        hangul::Reading::Mistake(text) => {
            let text = Clean::line(&text);
            app.warn(Label::TypedByMistake.with(app.language, &[("text", &text)]));
            app.offered = Some(text.to_string());
        }
    }
}

/// A key where keys are commands.
fn command(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    if app.panes.is_none() && !matches!(key.code, Code::Char('q' | 'Q')) {
        // Nothing is drawn, so nothing may happen unseen.
        return;
    }
    match &app.mode {
        Mode::Browse => {
            if let Some(action) = app.keymap.resolve(app.context(), key) {
                browse::act(app, action, effects);
            } else if let (Some(c @ '1'..='9'), Pane::List) = (key.typed(), app.wish.focus) {
                browse::show_view(app, c as u8 - b'0');
            }
        }
        Mode::Copy(_) => copy::press(app, key, effects),
        Mode::Menu(_) => menu::press(app, key, effects),
        Mode::Pager(_) => pager::press(app, key, effects),
        Mode::Plain(_) => pager::press_plain(app, key),
        Mode::Confirm(_) => note::press_confirm(app, key, effects),
        Mode::Offer(_) => note::press_offer(app, key, effects),
        Mode::Prompt(_) | Mode::Note(_) => {}
    }
    if key.code != Code::Char('/') {
        app.offered = None;
    }
}

/// Runs an action by name, as the palette does.
pub(super) fn run(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    app.mode = Mode::Browse;
    if app.keymap.contexts(action).eq([super::keymap::Context::Copy]) {
        copy::act(app, action, effects);
    } else {
        browse::act(app, action, effects);
    }
}

/// Ctrl+C: out of what is going on; twice, out of the program.
fn cancel(app: &mut App, effects: &mut Vec<Effect>) {
    if app.cancelled {
        return effects.push(Effect::Quit);
    }
    app.cancelled = true;
    if matches!(app.mode, Mode::Browse) {
        app.range_from = None;
    } else if matches!(app.mode, Mode::Prompt(_)) {
        prompt::press(app, Key::plain(Code::Esc), effects);
    } else if matches!(app.mode, Mode::Note(_)) {
        note::keep_draft(app);
        if app.notice.is_some() {
            // That the note is kept says more.
            return;
        }
    } else if matches!(app.mode, Mode::Offer(_)) {
        note::press_offer(app, Key::plain(Code::Esc), effects);
    } else {
        app.mode = Mode::Browse;
    }
    app.tell(app.say(Label::CancelAgain));
}

fn paste(app: &mut App, text: &str) {
    if let Mode::Prompt(prompt) = &mut app.mode {
        let most = if prompt.kind == PromptKind::Like { MOST_PASTED_LIKE } else { MOST_PASTED };
        if std::mem::take(&mut prompt.untouched) && matches!(prompt.kind, PromptKind::Like | PromptKind::Filter) {
            // What is asked now, not what was asked before.
            prompt.line = Line::new("");
        }
        prompt.line.paste(text, most);
        return prompt::changed(app);
    }
    if let Mode::Note(note) = &mut app.mode {
        return note.area.paste(text);
    }
    if matches!(app.mode, Mode::Confirm(_) | Mode::Offer(_)) {
        // A question is not answered by a paste.
        return;
    }
    // Outside prompts a paste is what to look for: never commands.
    let line = Clean::line(text);
    if !line.is_blank() {
        let short: String = line.chars().take(200).collect();
        app.mode = Mode::Browse;
        prompt::open_filter(app, &short);
    }
}
