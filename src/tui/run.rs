//! The loop: events from threads, one update, one frame.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use ratatui::Terminal;
use rustix::process::{Signal, kill_current_process_group};

use super::app::App;
use super::backend::Ansi;
use super::editor;
use super::effect::{Effect, Outcome};
use super::keymap::Keymap;
use super::listen::{self, Lending, Message, Signals};
use super::loader::{Loader, build_index, check};
use super::perform::{Performed, Ports, System, perform};
use super::records::Records;
use super::terminal;
use super::theme::{Depth, Palette, Theme};
use super::update::{Event, update};
use super::view::draw;
use crate::case::{Language, Vocabulary};
use crate::labels::Label;
use crate::library::{Library, Watcher};
use crate::triage::{Desk, Fresh};

/// How long the first frame waits for a library that is being read.
const AT_ONCE: Duration = Duration::from_millis(12);
const TICK: Duration = Duration::from_secs(1);
/// How long a copy that is under way may hold up the end of the program.
const LAST_COPY: Duration = Duration::from_secs(5);

/// How the screen is to begin.
#[derive(Debug)]
pub struct Start {
    /// Folders of cases beside the built-in ones.
    pub folders: Vec<PathBuf>,
    /// Whether the built-in cases are there.
    pub with_builtin: bool,
    /// Language of labels and texts.
    pub language: Language,
    /// Palette, where it was chosen.
    pub palette: Option<Palette>,
    /// Colours that the terminal has.
    pub depth: Depth,
    /// Frames and signs in ASCII.
    pub plain: bool,
    /// Whether the mouse is captured from the start.
    pub mouse: bool,
    /// The key table.
    pub keymap: &'static Keymap,
    /// Saved views by number.
    pub views: BTreeMap<u8, String>,
    /// What to say at once: what is wrong with the settings.
    pub warning: Option<String>,
    /// What to filter for at once.
    pub query: String,
    /// The desk to begin at.
    pub desk: Option<Desk>,
    /// The outside.
    pub system: System,
}

/// Runs the screen until it is left.
///
/// # Errors
/// When there is no terminal to draw on, or it fails.
pub fn run(start: Start) -> anyhow::Result<()> {
    let (tell, told) = mpsc::channel();
    let signals = Signals::hear(&tell)?;
    terminal::restore_on_panic();
    let folders = start.folders;
    let records = start.system.records.clone();
    let (queue, ports): (_, Arc<dyn Ports>) = (mpsc::channel(), Arc::new(start.system));
    let read_at = SystemTime::now();
    let loader = Loader::new(tell.clone(), start.with_builtin, folders);
    // The built-in cases are there at once; folders are read beside all else that the first frame needs.
    if !loader.folders.is_empty() {
        loader.clone().load_beside(false);
    }
    let mut library = Arc::new(if start.with_builtin { Library::builtin() } else { Library::default() });
    let mut app = App::new(library.clone(), start.language);
    app.depth = start.depth;
    app.palette = start.palette;
    app.theme = Theme::new(start.palette.unwrap_or(Palette::Dark), start.depth);
    app.keymap = start.keymap;
    app.views = start.views;
    app.set_query(&start.query);
    terminal::take().context("the terminal cannot be used for the screen; `incidents list` works without one")?;
    let guard = terminal::Guard;
    let backend = Ansi::new(BufWriter::with_capacity(1 << 16, io::stdout())).plain(start.plain);
    let mut screen = Terminal::new(backend)?;
    let size = screen.size()?;
    let _ = update(&mut app, Event::Resize(size.width, size.height));
    if !loader.folders.is_empty() {
        app.loading = Some(0);
    }
    let mut begin = begin_desk(&mut app, &records, start.desk);
    if start.mouse {
        app.mouse = true;
        begin.push(Effect::CaptureMouse(true));
    }
    if let Some(warning) = start.warning {
        app.warn(warning);
    }
    if app.loading.is_some() {
        // What the first frame needs beside them is made ready meanwhile.
        let _ = (Label::ALL[0].text(app.language), Vocabulary::builtin());
        // What is soon there is not announced first: one whole screen is sooner read than two halves.
        match told.recv_timeout(AT_ONCE) {
            Ok(Message::Event(Event::Loaded(read, index))) => {
                library = read.clone();
                begin.extend(update(&mut app, Event::Loaded(read, index)));
            }
            Ok(other) => tell.send(other)?,
            Err(_) => {}
        }
    }
    screen.draw(|frame| draw(&app, frame))?;
    let lending = Lending::default();
    listen::to_keys(&tell, lending.clone());
    if app.palette.is_none() && app.depth != Depth::None {
        send(terminal::ASK_BACKGROUND)?;
    }
    if app.loading.is_none() {
        build_index(&tell, library);
    }
    // It takes its time in a large folder, which the first frame does not wait for.
    let watcher = {
        let loader = loader.clone();
        thread::spawn(move || Watcher::start(&loader.folders.clone(), read_at, move || loader.load(true)))
    };
    let journal_watcher = watch_journal(&records, read_at, &tell);
    perform_beside(queue.1, ports.clone(), tell.clone());
    let mut outside = Outside {
        tell,
        told,
        queue: queue.0,
        under_way: 0,
        ports,
        records,
        signals,
        lending,
        loader,
        read_at,
        journal_watcher,
    };
    let ended = turn(&mut app, &mut screen, &mut outside, begin);
    drop((watcher, outside.journal_watcher));
    drop(guard);
    let written = outside.records.lock().unwrap_or_else(PoisonError::into_inner).write_missing();
    if let Err(why) = written {
        eprintln!("incidents: {why}");
    }
    let ended = ended?;
    if let Some(notice) = app.notice.filter(|notice| notice.is_alert) {
        // What was said last and may not have been read.
        eprintln!("incidents: {}", notice.text);
    }
    match ended {
        Some(signal) => {
            // End as the signal would have ended us, so that the parent sees it.
            signal_hook::low_level::emulate_default_handler(signal)?;
            Ok(())
        }
        None => Ok(()),
    }
}

type Screen = Terminal<Ansi<BufWriter<Stdout>>>;

/// Reads the journal, begins at a desk, and offers what an earlier run left behind. Gives what is to be done once the loop
/// is there.
fn begin_desk(app: &mut App, records: &Mutex<Records>, desk: Option<Desk>) -> Vec<Effect> {
    let (fresh, left_behind) = {
        let mut records = records.lock().unwrap_or_else(PoisonError::into_inner);
        app.desks.session = records.journal().session().clone();
        records.journal().path().clone_into(&mut app.desks.journal);
        (records.read(), records.left_behind())
    };
    let mut effects = Vec::new();
    let mut fault = None;
    match fresh {
        Ok(fresh) => effects.extend(update(app, Event::Journal(fresh))),
        Err(why) => fault = Some(why.to_string()),
    }
    effects.extend(desk.into_iter().flat_map(|desk| update(app, Event::StartDesk(desk))));
    // After the desk has said its keys: this matters more.
    if let Some(why) = fault {
        effects.extend(update(app, Event::JournalUnreadable(why)));
    } else if !app.journal_problems.is_empty() {
        let n = app.journal_problems.len().to_string();
        app.warn(Label::LinesSkipped.with(app.language, &[("n", &n)]));
    }
    effects.extend(left_behind.into_iter().flat_map(|state| update(app, Event::LeftBehind(Box::new(state)))));
    effects
}

/// Watches the journal; none as long as there is no folder that it could be in.
fn watch_journal(records: &Arc<Mutex<Records>>, then: SystemTime, tell: &Sender<Message>) -> Option<Watcher> {
    let (records, tell) = (records.clone(), tell.clone());
    let path = records.lock().unwrap_or_else(PoisonError::into_inner).journal().path().to_owned();
    Watcher::start(&[path], then, move || {
        let fresh = records.lock().unwrap_or_else(PoisonError::into_inner).read();
        let event = match fresh {
            Ok(fresh) if fresh == Fresh::default() => return,
            Ok(fresh) => Event::Journal(fresh),
            Err(why) => Event::JournalUnreadable(why.to_string()),
        };
        let _ = tell.send(Message::Event(event));
    })
}

/// What the loop listens to and hands work to.
struct Outside {
    tell: Sender<Message>,
    told: Receiver<Message>,
    /// Effects to perform beside the loop, one after the other.
    queue: Sender<Effect>,
    /// Those that have no outcome yet.
    under_way: usize,
    ports: Arc<dyn Ports>,
    records: Arc<Mutex<Records>>,
    signals: Signals,
    lending: Lending,
    loader: Arc<Loader>,
    /// When the library and the journal were read.
    read_at: SystemTime,
    journal_watcher: Option<Watcher>,
}

/// Turns until the end; gives the signal that ended it, if one did.
fn turn(app: &mut App, screen: &mut Screen, outside: &mut Outside, begin: Vec<Effect>) -> anyhow::Result<Option<i32>> {
    if act(app, screen, outside, begin)? {
        return Ok(None);
    }
    loop {
        let patience = if app.notice.is_some() || app.cancelled { TICK } else { Duration::MAX };
        let first = match outside.told.recv_timeout(patience) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Event(Event::Tick),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        // What has piled up is taken together, so that there is one frame for it.
        let waiting: Vec<Message> = std::iter::once(first).chain(outside.told.try_iter()).collect();
        let mut waiting = waiting.into_iter();
        while let Some(message) = waiting.next() {
            let event = match message {
                Message::Event(event) => event,
                Message::Send(bytes, outcome) => {
                    send(&bytes)?;
                    Event::Outcome(outcome)
                }
                Message::Stop => {
                    suspend(app, screen)?;
                    continue;
                }
                Message::Resumed => {
                    retake(app, screen)?;
                    continue;
                }
                Message::Signal(signal) => return Ok(Some(signal)),
                Message::InputEnded => return Ok(None),
            };
            match &event {
                Event::Loaded(library, None) => build_index(&outside.tell, library.clone()),
                Event::Outcome(_) => outside.under_way -= 1,
                _ => {}
            }
            let effects = update(app, event);
            if act(app, screen, outside, effects)? {
                finish(app, outside, waiting)?;
                return Ok(None);
            }
        }
        if screen.backend().is_unsure() {
            screen.clear()?;
        }
        screen.draw(|frame| draw(app, frame))?;
    }
}

/// Does what is to be done; true when that is to end. What is recorded is recorded here and now: the next key finds it so.
fn act(app: &mut App, screen: &mut Screen, outside: &mut Outside, effects: Vec<Effect>) -> anyhow::Result<bool> {
    for effect in effects {
        let outcome = match effect {
            Effect::Quit => return Ok(true),
            Effect::Redraw => {
                screen.clear()?;
                None
            }
            Effect::CaptureMouse(on) => {
                terminal::capture_mouse(on)?;
                None
            }
            Effect::Reload => {
                outside.loader.clone().load_beside(true);
                None
            }
            Effect::Check => {
                check(&outside.tell, app.library.clone());
                None
            }
            Effect::Suspend => {
                suspend(app, screen)?;
                None
            }
            Effect::LeftBehind(fate) => {
                let session = &app.desks.session;
                outside.records.lock().unwrap_or_else(PoisonError::into_inner).decide(fate, session);
                None
            }
            Effect::Edit { path, line } => {
                terminal::give_back();
                let edited = outside.signals.leave(|| outside.lending.lend(|| editor::edit(&path, line)))?;
                terminal::settle();
                retake(app, screen)?;
                Some(match edited {
                    Ok((before, after)) => Outcome::Edited { path, line, before, after },
                    Err(why) => Outcome::NotEdited(why),
                })
            }
            effect @ (Effect::Record(_) | Effect::Keep(_)) => {
                let performed = perform(effect, &*outside.ports);
                // The folder of the journal may be there only now.
                if outside.journal_watcher.is_none() {
                    outside.journal_watcher = watch_journal(&outside.records, outside.read_at, &outside.tell);
                }
                match performed {
                    Some(Performed::Outcome(outcome)) => Some(outcome),
                    _ => None,
                }
            }
            effect => {
                outside.under_way += 1;
                outside.queue.send(effect)?;
                None
            }
        };
        if let Some(outcome) = outcome {
            let effects = update(app, Event::Outcome(outcome));
            if act(app, screen, outside, effects)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Waits for the copies that are under way: who copies and quits at once has the text. `waiting` has come already.
fn finish(app: &mut App, outside: &mut Outside, mut waiting: impl Iterator<Item = Message>) -> anyhow::Result<()> {
    let end = Instant::now() + LAST_COPY;
    while outside.under_way > 0 {
        let left = end.saturating_duration_since(Instant::now());
        let outcome = match waiting.next().map_or_else(|| outside.told.recv_timeout(left), Ok) {
            Ok(Message::Event(Event::Outcome(outcome))) => outcome,
            Ok(Message::Send(bytes, outcome)) => {
                send(&bytes)?;
                outcome
            }
            Ok(_) => continue,
            Err(_) => {
                app.warn(app.say(Label::StillCopying));
                return Ok(());
            }
        };
        outside.under_way -= 1;
        for effect in update(app, Event::Outcome(outcome)) {
            // What was copied still goes into the trail.
            if matches!(effect, Effect::Record(_)) {
                let _ = perform(effect, &*outside.ports);
            }
        }
    }
    Ok(())
}

fn send(bytes: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(bytes.as_bytes())?;
    out.flush()
}

/// Gives the terminal back and stops the whole job, as a shell expects; goes on when the shell says so.
fn suspend(app: &mut App, screen: &mut Screen) -> anyhow::Result<()> {
    if !listen::has_shell() {
        // Nobody above us could make us go on.
        app.warn(app.say(Label::NoShell));
        return Ok(());
    }
    terminal::give_back();
    kill_current_process_group(Signal::STOP)?;
    retake(app, screen)
}

/// Takes the terminal again after it was given to the shell.
fn retake(app: &mut App, screen: &mut Screen) -> anyhow::Result<()> {
    terminal::take()?;
    if app.mouse {
        terminal::capture_mouse(true)?;
    }
    let size = screen.size()?;
    let _ = update(app, Event::Resize(size.width, size.height));
    screen.clear()?;
    screen.draw(|frame| draw(app, frame))?;
    Ok(())
}

/// Performs effects on a thread of its own, one after the other: the screen never waits for them.
fn perform_beside(queue: Receiver<Effect>, ports: Arc<dyn Ports>, tell: Sender<Message>) {
    thread::spawn(move || {
        for effect in queue {
            let message = match perform(effect, &*ports) {
                Some(Performed::Outcome(outcome)) => Message::Event(Event::Outcome(outcome)),
                Some(Performed::Send(bytes, outcome)) => Message::Send(bytes, outcome),
                None => continue,
            };
            // Nobody listens any more when the program is ending.
            let _ = tell.send(message);
        }
    });
}
