//! What the loop hears: keys and signals, each from a thread of its own; and how the terminal is lent to another program, so
//! that the two do not take each other's keys.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, MouseButton, MouseEventKind};
use rustix::process::{Signal, getpgrp, getpid, getsid, kill_process};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGXFSZ};

use super::answer;
use super::effect::Outcome;
use super::key::Key;
use super::typing::{self, Heard, Typing};
use super::update::Event;
use super::update::mouse_event::MouseEvent;

/// What comes through the channel beside the events of the update.
pub(super) enum Message {
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

/// As good as at once; a wait of nothing at all would not look at what was read already.
const NOW: Duration = Duration::from_micros(50);
/// How long the keyboard may take to let go.
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether the keyboard is lent to another program.
#[derive(Clone, Default)]
pub(super) struct Lending(Arc<(Mutex<Lent>, Condvar)>);

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Lent {
    #[default]
    Not,
    /// It is wanted.
    Wanted,
    /// The keyboard is not read.
    Given,
}

impl Lending {
    /// Lends the keyboard while `work` runs.
    pub(super) fn lend<T>(&self, work: impl FnOnce() -> T) -> T {
        let (_, changed) = &*self.0;
        *self.state() = Lent::Wanted;
        // A change of size that is none wakes the reader of keys.
        let _ = kill_process(getpid(), Signal::WINCH);
        let state = self.state();
        // A keyboard that does not let go is gone.
        let waited = changed.wait_timeout_while(state, PATIENCE, |state| *state == Lent::Wanted);
        drop(waited);
        let done = work();
        *self.state() = Lent::Not;
        changed.notify_all();
        done
    }

    /// Waits as long as the keyboard is lent.
    fn wait(&self) {
        let (_, changed) = &*self.0;
        let mut state = self.state();
        while *state != Lent::Not {
            *state = Lent::Given;
            changed.notify_all();
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, Lent> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the program was started by a shell that watches its jobs.
pub(super) fn has_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// What hears signals. Those of the keyboard are heard apart: while the terminal is lent they are meant for the other program.
pub(super) struct Signals {
    tell: Sender<Message>,
    keyboard: Option<Hearing>,
    _others: Hearing,
}

impl Signals {
    /// Hears signals from now on.
    pub(super) fn hear(tell: &Sender<Message>) -> io::Result<Self> {
        // A file that may not grow any more is a fault to tell, not the end of the program.
        signal_hook::flag::register(SIGXFSZ, Arc::default())?;
        let others = tell.clone();
        let others = Hearing::start(&[SIGTERM, SIGHUP], move |signal| drop(others.send(Message::Signal(signal))))?;
        let mut signals = Self { tell: tell.clone(), keyboard: None, _others: others };
        signals.hear_keyboard()?;
        Ok(signals)
    }

    /// Leaves the signals of the keyboard to another program while `work` runs; all that is done is to stop with it. One that
    /// came meanwhile is not heard later either.
    pub(super) fn leave<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        self.keyboard = None;
        let stopping = Hearing::start(&[SIGTSTP], |_| {
            // Without a shell above us nobody could make us go on.
            if has_shell() {
                let _ = kill_process(getpid(), Signal::STOP);
            }
        })?;
        let done = work();
        drop(stopping);
        self.hear_keyboard()?;
        Ok(done)
    }

    fn hear_keyboard(&mut self) -> io::Result<()> {
        let tell = self.tell.clone();
        let hearing = Hearing::start(&[SIGINT, SIGQUIT, SIGTSTP, SIGCONT], move |signal| {
            let message = match signal {
                SIGCONT => Message::Resumed,
                SIGTSTP => Message::Stop,
                signal => Message::Signal(signal),
            };
            // Nobody listens any more when the program is ending.
            let _ = tell.send(message);
        })?;
        self.keyboard = Some(hearing);
        Ok(())
    }
}

/// Signals heard on a thread of its own as long as this lives. After it they are ignored, never fatal.
struct Hearing {
    handle: signal_hook::iterator::Handle,
    thread: Option<thread::JoinHandle<()>>,
}

impl Hearing {
    fn start(signals: &[i32], mut heard: impl FnMut(i32) + Send + 'static) -> io::Result<Self> {
        let mut signals = signal_hook::iterator::Signals::new(signals)?;
        let handle = signals.handle();
        let thread = thread::spawn(move || signals.forever().for_each(&mut heard));
        Ok(Self { handle, thread: Some(thread) })
    }
}

impl Drop for Hearing {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Reads the keyboard on a thread. What the terminal says by itself is picked out of the keys.
pub(super) fn to_keys(tell: &Sender<Message>, lending: Lending) {
    let tell = tell.clone();
    thread::spawn(move || {
        let mut typing = Typing::default();
        loop {
            lending.wait();
            let Ok(batch) = look() else {
                let _ = tell.send(Message::InputEnded);
                return;
            };
            for heard in typing.take(&batch, Instant::now()) {
                let event = match heard {
                    Heard::Input(input) => of_input(input),
                    Heard::String(text) => answer::palette(&text).map(Event::Background),
                };
                if let Some(event) = event
                    && tell.send(Message::Event(event)).is_err()
                {
                    return;
                }
            }
        }
    });
}

/// Waits for input and takes all that is there; after an Esc that came alone, also what follows at once.
fn look() -> io::Result<Vec<Input>> {
    let mut batch = Vec::new();
    loop {
        match crossterm::event::read() {
            Ok(input) => batch.push(input),
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        }
        let patience = if typing::is_unfinished(&batch) { typing::SPLIT } else { NOW };
        if !crossterm::event::poll(patience)? {
            return Ok(batch);
        }
    }
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
