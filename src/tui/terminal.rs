//! The real terminal: taken when the screen begins, given back however it ends.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{execute, queue};
use rustix::stdio::stdin;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// Whether the terminal is taken; giving it back twice does nothing.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The settings of the terminal when the program began.
static ORIGINAL: OnceLock<Option<Termios>> = OnceLock::new();

/// Asks the terminal for its background colour. The answer comes among the keys, whenever it comes: nobody waits.
pub const ASK_BACKGROUND: &str = "\x1b]11;?\x1b\\";

/// Takes the terminal: raw, alternate screen, pastes in brackets, no mouse.
///
/// # Errors
/// When the terminal refuses raw mode or cannot be written to.
pub fn take() -> io::Result<()> {
    let _ = ORIGINAL.get_or_init(|| tcgetattr(stdin()).ok());
    if TAKEN.swap(true, Ordering::SeqCst) {
        // We were stopped unasked, and the shell has made the terminal its own since; what crossterm knows of it is old.
        disable_raw_mode()?;
    }
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)
}

/// Gives the terminal back: mouse and pastes off, main screen, cursor shown, cooked. Safe to call from a panic.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        // A terminal that is gone cannot be restored; nothing is lost by trying.
        let _ = queue!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}

/// Gives the terminal the settings that it had when the program began: another program may have left it with others.
pub fn settle() {
    if let Some(Some(original)) = ORIGINAL.get() {
        // A terminal that is gone has no settings.
        let _ = tcsetattr(stdin(), OptionalActions::Now, original);
    }
}

/// Captures the mouse or lets it go.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn capture_mouse(on: bool) -> io::Result<()> {
    if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) }
}

/// Gives the terminal back when it goes out of scope.
#[derive(Debug)]
pub struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Makes a panic give the terminal back before it speaks.
pub fn restore_on_panic() {
    let speak = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        give_back();
        speak(info);
    }));
}
