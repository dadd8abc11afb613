//! The loop: events from threads, one update, one frame.

use std::io::{self, BufWriter, Stdout, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::{Event as Input, KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::Terminal;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGQUIT, SIGTERM, SIGTSTP};

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
use crate::library::{Library, Watcher};
use crate::search::Index;

const TICK: Duration = Duration::from_secs(1);

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
    let folders = start.folders.clone();
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
        let mut out = io::stdout();
        out.write_all(terminal::ASK_BACKGROUND.as_bytes())?;
        out.flush()?;
    }
    if folders.is_empty() {
        build_index(&tell, library);
    } else {
        load(&tell, start.with_builtin, folders.clone());
    }
    let watcher = {
        let (tell, with_builtin, folders) = (tell.clone(), start.with_builtin, folders.clone());
        let watched = folders.clone();
        Watcher::start(&watched, move || load(&tell, with_builtin, folders.clone()))
    };
    let ports: Arc<dyn Ports> = Arc::new(start.system);
    let reload = {
        let (tell, with_builtin) = (tell.clone(), start.with_builtin);
        move || load(&tell, with_builtin, folders.clone())
    };
    let ended = turn(&mut app, &mut screen, &told, &tell, &ports, &reload);
    drop(watcher);
    drop(guard);
    match ended? {
        Some(signal) => {
            // End as the signal would have ended us, so that the parent sees it.
            signal_hook::low_level::emulate_default_handler(signal)?;
            Ok(())
        }
        None => Ok(()),
    }
}

type Screen = Terminal<Ansi<BufWriter<Stdout>>>;

/// Turns until the end; gives the signal that ended it, if one did.
fn turn(
    app: &mut App,
    screen: &mut Screen,
    told: &Receiver<Message>,
    tell: &Sender<Message>,
    ports: &Arc<dyn Ports>,
    reload: &impl Fn(),
) -> anyhow::Result<Option<i32>> {
    loop {
        let first = match told.recv_timeout(if app.notice.is_some() || app.cancelled { TICK } else { Duration::MAX }) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Event(Event::Tick),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        // What has piled up is taken together, so that there is one frame for it.
        let waiting: Vec<Message> = std::iter::once(first).chain(told.try_iter()).collect();
        for message in waiting {
            let event = match message {
                Message::Event(event) => event,
                Message::Send(bytes, outcome) => {
                    let mut out = io::stdout();
                    out.write_all(bytes.as_bytes())?;
                    out.flush()?;
                    Event::Outcome(outcome)
                }
                Message::Resumed => {
                    retake(app, screen)?;
                    continue;
                }
                Message::Signal(signal) => return Ok(Some(signal)),
                Message::InputEnded => return Ok(None),
            };
            if let Event::Loaded(library) = &event {
                build_index(tell, library.clone());
            }
            for effect in update(app, event) {
                match effect {
                    Effect::Quit => return Ok(None),
                    Effect::Redraw => screen.clear()?,
                    Effect::CaptureMouse(on) => terminal::capture_mouse(on)?,
                    Effect::Reload => reload(),
                    Effect::Suspend => {
                        terminal::give_back();
                        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
                        retake(app, screen)?;
                    }
                    effect => perform_beside(effect, ports, tell),
                }
            }
        }
        screen.draw(|frame| draw(app, frame))?;
    }
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

/// Performs an effect on a thread of its own: the screen never waits for it.
fn perform_beside(effect: Effect, ports: &Arc<dyn Ports>, tell: &Sender<Message>) {
    let (ports, tell) = (ports.clone(), tell.clone());
    thread::spawn(move || {
        let message = match perform(effect, &*ports) {
            Some(Performed::Outcome(outcome)) => Message::Event(Event::Outcome(outcome)),
            Some(Performed::Send(bytes, outcome)) => Message::Send(bytes, outcome),
            None => return,
        };
        // Nobody listens any more when the program is ending.
        let _ = tell.send(message);
    });
}

fn load(tell: &Sender<Message>, with_builtin: bool, folders: Vec<PathBuf>) {
    let tell = tell.clone();
    thread::spawn(move || {
        let mut told = 0;
        let library = Library::load(with_builtin, &folders, &mut |progress| {
            // Now and then is often enough for a counter.
            if progress.cases >= told + 500 {
                told = progress.cases;
                let _ = tell.send(Message::Event(Event::Loading(progress.cases)));
            }
        });
        let _ = tell.send(Message::Event(Event::Loaded(Arc::new(library))));
    });
}

fn build_index(tell: &Sender<Message>, library: Arc<Library>) {
    let tell = tell.clone();
    thread::spawn(move || {
        let index = Index::build(&library, &mut |_| {});
        let _ = tell.send(Message::Event(Event::Indexed(library, Arc::new(index))));
    });
}

fn listen_to_signals(tell: &Sender<Message>) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGQUIT, SIGCONT])?;
    let tell = tell.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = if signal == SIGCONT { Message::Resumed } else { Message::Signal(signal) };
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
        let mut answer = Answer { awaited: asked, text: None };
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

/// The terminal's answer to the question for its background: it reaches us as Alt+`]`, letters, and Alt+`\` or ^G.
struct Answer {
    awaited: bool,
    text: Option<String>,
}

enum Taken {
    Not,
    Part,
    Whole(Option<Palette>),
}

impl Answer {
    fn take(&mut self, input: &Input) -> Taken {
        let Input::Key(key) = input else {
            return Taken::Not;
        };
        if !self.awaited {
            return Taken::Not;
        }
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match (&mut self.text, key.code) {
            (None, KeyCode::Char(']')) if alt => {
                self.text = Some(String::new());
                Taken::Part
            }
            (Some(text), KeyCode::Char(c)) => {
                if (alt && c == '\\') || (ctrl && c == 'g') {
                    let palette =
                        terminal::is_light(text).map(|light| if light { Palette::Light } else { Palette::Dark });
                    self.awaited = false;
                    self.text = None;
                    return Taken::Whole(palette);
                }
                if !alt && !ctrl && text.len() < 40 && "0123456789abcdefABCDEF;:/rgb?".contains(c) {
                    text.push(c);
                    return Taken::Part;
                }
                self.awaited = false;
                self.text = None;
                Taken::Not
            }
            _ => Taken::Not,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEvent;

    fn typed(answer: &mut Answer, text: &str) -> (usize, Option<Palette>) {
        let mut through = 0;
        let mut found = None;
        for c in text.chars() {
            let (c, modifiers) = match c {
                '<' => (']', KeyModifiers::ALT),
                '>' => ('\\', KeyModifiers::ALT),
                c => (c, KeyModifiers::NONE),
            };
            match answer.take(&Input::Key(KeyEvent::new(KeyCode::Char(c), modifiers))) {
                Taken::Not => through += 1,
                Taken::Part => {}
                Taken::Whole(palette) => found = palette,
            }
        }
        (through, found)
    }

    #[test]
    fn the_answer_is_no_key_and_the_keys_after_it_are() {
        let mut answer = Answer { awaited: true, text: None };
        assert_eq!(typed(&mut answer, "j<11;rgb:ffff/ffff/ffff>jk"), (3, Some(Palette::Light)));
        assert_eq!(typed(&mut answer, "<11;rgb:0/0/0>"), (14, None));
    }
}
