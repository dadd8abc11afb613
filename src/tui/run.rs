//! The loop: events from threads, one update, one frame.

use std::io::{self, BufWriter, Stdout, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use crossterm::event::{Event as Input, MouseButton, MouseEventKind};
use ratatui::Terminal;
use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

use super::answer::{Answer, Taken};
use super::app::App;
use super::backend::Ansi;
use super::effect::{Effect, Outcome};
use super::key::Key;
use super::perform::{Performed, Ports, System, perform};
use super::terminal;
use super::theme::{Depth, Palette, Theme};
use super::update::mouse_event::MouseEvent;
use super::update::{Event, update};
use super::view::draw;
use crate::case::Language;
use crate::labels::Label;
use crate::library::{Library, Watcher};
use crate::search::Index;

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
    /// What to filter for at once.
    pub query: String,
    /// The outside.
    pub system: System,
}

/// What comes through the channel beside the events of the update.
enum Message {
    Event(Event),
    /// Bytes for the terminal, and what to tell once they are out.
    Send(String, Outcome),
    /// The program is asked to stop.
    Stop,
    /// The program goes on after it was stopped.
    Resumed,
    /// A signal that ends the program.
    Signal(i32),
    /// The keyboard is gone.
    InputEnded,
}

/// Runs the screen until it is left.
///
/// # Errors
/// When there is no terminal to draw on, or it fails.
pub fn run(start: Start) -> anyhow::Result<()> {
    let (tell, told) = mpsc::channel();
    listen_to_signals(&tell)?;
    terminal::restore_on_panic();
    let folders = start.folders;
    // The built-in cases are there at once; folders are read beside the first frame.
    let library = Arc::new(if start.with_builtin { Library::builtin() } else { Library::default() });
    let mut app = App::new(library.clone(), start.language);
    app.depth = start.depth;
    app.palette = start.palette;
    app.theme = Theme::new(start.palette.unwrap_or(Palette::Dark), start.depth);
    app.set_query(&start.query);
    terminal::take().context("the terminal cannot be used for the screen; `incidents list` works without one")?;
    let guard = terminal::Guard;
    let backend = Ansi::new(BufWriter::with_capacity(1 << 16, io::stdout()));
    let mut screen = Terminal::new(backend)?;
    let size = screen.size()?;
    let _ = update(&mut app, Event::Resize(size.width, size.height));
    if !folders.is_empty() {
        app.loading = Some(0);
    }
    screen.draw(|frame| draw(&app, frame))?;
    listen_to_keys(&tell, app.palette.is_none() && app.depth != Depth::None);
    if app.palette.is_none() && app.depth != Depth::None {
        send(terminal::ASK_BACKGROUND)?;
    }
    let loader =
        Arc::new(Loader { tell: tell.clone(), with_builtin: start.with_builtin, folders, turn: Mutex::new(()) });
    if loader.folders.is_empty() {
        build_index(&tell, library);
    } else {
        loader.clone().load_beside(false);
    }
    let watcher = {
        let loader = loader.clone();
        Watcher::start(&loader.folders.clone(), move || loader.load(true))
    };
    let (queue, ports): (_, Arc<dyn Ports>) = (mpsc::channel(), Arc::new(start.system));
    perform_beside(queue.1, ports, tell.clone());
    let outside = Outside { tell, told, queue: queue.0, under_way: 0 };
    let ended = turn(&mut app, &mut screen, outside, &loader);
    drop(watcher);
    drop(guard);
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

/// What the loop listens to and hands work to.
struct Outside {
    tell: Sender<Message>,
    told: Receiver<Message>,
    /// Effects to perform, one after the other.
    queue: Sender<Effect>,
    /// Effects that have no outcome yet.
    under_way: usize,
}

/// Turns until the end; gives the signal that ended it, if one did.
fn turn(app: &mut App, screen: &mut Screen, mut outside: Outside, loader: &Arc<Loader>) -> anyhow::Result<Option<i32>> {
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
            for effect in update(app, event) {
                match effect {
                    Effect::Quit => {
                        finish(app, &mut outside, waiting)?;
                        return Ok(None);
                    }
                    Effect::Redraw => screen.clear()?,
                    Effect::CaptureMouse(on) => terminal::capture_mouse(on)?,
                    Effect::Reload => loader.clone().load_beside(true),
                    Effect::Suspend => suspend(app, screen)?,
                    effect => {
                        outside.under_way += 1;
                        outside.queue.send(effect)?;
                    }
                }
            }
        }
        screen.draw(|frame| draw(app, frame))?;
    }
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
        let _ = update(app, Event::Outcome(outcome));
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
    if getsid(None)? == getpgrp() {
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

/// Reads the library, as often as it changes; one reading after the other, so that the newest comes last.
struct Loader {
    tell: Sender<Message>,
    with_builtin: bool,
    folders: Vec<PathBuf>,
    turn: Mutex<()>,
}

impl Loader {
    fn load_beside(self: Arc<Self>, again: bool) {
        thread::spawn(move || self.load(again));
    }

    /// Reads the library and tells it. When it is read `again`, its index comes with it: what the query finds in the
    /// texts would be gone for a moment otherwise, and the cursor with it.
    fn load(&self, again: bool) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = 0;
        let library = Arc::new(Library::load(self.with_builtin, &self.folders, &mut |progress| {
            // Now and then is often enough for a counter.
            if progress.cases >= told + 500 {
                told = progress.cases;
                let _ = self.tell.send(Message::Event(Event::Loading(progress.cases)));
            }
        }));
        let index = again.then(|| Arc::new(Index::build(&library, &mut |_| {})));
        let _ = self.tell.send(Message::Event(Event::Loaded(library, index)));
    }
}

fn build_index(tell: &Sender<Message>, library: Arc<Library>) {
    let tell = tell.clone();
    thread::spawn(move || {
        let index = Index::build(&library, &mut |_| {});
        let _ = tell.send(Message::Event(Event::Indexed(library, Arc::new(index))));
    });
}

fn listen_to_signals(tell: &Sender<Message>) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    let tell = tell.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGCONT => Message::Resumed,
                SIGTSTP => Message::Stop,
                signal => Message::Signal(signal),
            };
            if tell.send(message).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Reads the keyboard on a thread. While an answer about the background is awaited, it is picked out of the keys.
fn listen_to_keys(tell: &Sender<Message>, asked: bool) {
    let tell = tell.clone();
    thread::spawn(move || {
        let mut answer = Answer::new(asked);
        loop {
            let input = match crossterm::event::read() {
                Ok(input) => input,
                Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => {
                    let _ = tell.send(Message::InputEnded);
                    return;
                }
            };
            let event = match answer.take(&input) {
                Taken::Part => continue,
                Taken::Whole(palette) => palette.map(Event::Background),
                Taken::Not => of_input(input),
            };
            if let Some(event) = event
                && tell.send(Message::Event(event)).is_err()
            {
                return;
            }
        }
    });
}

fn of_input(input: Input) -> Option<Event> {
    match input {
        Input::Key(key) => Key::of(key).map(Event::Key),
        Input::Paste(text) => Some(Event::Paste(text)),
        Input::Resize(width, height) => Some(Event::Resize(width, height)),
        Input::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            let event = match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => MouseEvent::Press(x, y),
                MouseEventKind::Drag(MouseButton::Left) => MouseEvent::Drag(x, y),
                MouseEventKind::ScrollUp => MouseEvent::WheelUp(x, y),
                MouseEventKind::ScrollDown => MouseEvent::WheelDown(x, y),
                _ => return None,
            };
            Some(Event::Mouse(event))
        }
        Input::FocusGained | Input::FocusLost => None,
    }
}
