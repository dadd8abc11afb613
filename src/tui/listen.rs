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

/// Whether the terminal is lent to another program.
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
    /// Lends the terminal while `work` runs.
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

    /// Waits as long as the terminal is lent.
    fn wait(&self) {
        let (_, changed) = &*self.0;
        let mut state = self.state();
        while *state != Lent::Not {
            *state = Lent::Given;
            changed.notify_all();
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_lent(&self) -> bool {
        *self.state() != Lent::Not
    }

    fn state(&self) -> MutexGuard<'_, Lent> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the program was started by a shell that watches its jobs.
pub(super) fn has_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// Hears signals. While the terminal is lent, those of the keyboard are meant for the other program: all that is done is to
/// stop with it.
pub(super) fn to_signals(tell: &Sender<Message>, lending: Lending) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    // A file that may not grow any more is a fault to tell, not the end of the program.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let tell = tell.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            if lending.is_lent() {
                match signal {
                    // Without a shell above us nobody could make us go on.
                    SIGTSTP if has_shell() => drop(kill_process(getpid(), Signal::STOP)),
                    SIGTSTP | SIGINT | SIGQUIT | SIGCONT => {}
                    signal => drop(tell.send(Message::Signal(signal))),
                }
                continue;
            }
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
