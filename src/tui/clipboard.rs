//! Ways to a clipboard, tried in order: the system's own, tmux's buffer, the terminal (OSC 52), a file.
//!
//! A text put on an X11 or Wayland clipboard is gone when the program that put it there ends. So a small process of our
//! own (the hidden subcommand `hold-clipboard`) holds it until somebody else copies something.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use base64::Engine as _;

use super::effect::Route;

/// The name of the hidden subcommand.
pub const HOLD: &str = "hold-clipboard";
/// What the holder says when the clipboard has the text.
const HELD: &str = "held";
/// A helper that has not answered by then will not.
const PATIENCE: Duration = Duration::from_millis(900);
/// How often the holder looks whether its display is still there.
const DISPLAY_IS_THERE: Duration = Duration::from_secs(5);
/// The longest text for OSC 52, in bytes before encoding: many terminals drop longer ones without a word.
pub const OSC52_LIMIT: usize = 74_994;

/// Which ways may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Choice {
    /// What fits the session.
    #[default]
    Auto,
    /// The system's clipboard only.
    Native,
    /// The terminal only.
    Osc52,
    /// A file only.
    File,
}

impl Choice {
    /// Reads `auto`, `native`, `osc52` or `file`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "native" => Some(Self::Native),
            "osc52" => Some(Self::Osc52),
            "file" => Some(Self::File),
            _ => None,
        }
    }
}

/// What is known of the session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// A display that a clipboard can be on.
    pub has_display: bool,
    /// Somebody else's machine: its clipboard is not the user's.
    pub is_remote: bool,
    /// Inside tmux.
    pub in_tmux: bool,
    /// Where a text goes that goes nowhere else.
    pub folder: PathBuf,
    /// Which ways may be used.
    pub choice: Choice,
}

impl Session {
    /// Reads the session from the environment.
    pub fn from_env(folder: PathBuf, choice: Choice) -> Self {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            has_display: cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY"),
            is_remote: set("SSH_TTY") || set("SSH_CONNECTION"),
            in_tmux: set("TMUX"),
            folder,
            choice,
        }
    }
}

/// How far a copy got without the terminal: done by a route, or to be sent to the terminal by whoever owns it.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// It is on a clipboard, or in a file.
    Done(Route, Option<String>),
    /// These bytes are to be written to the terminal.
    Send {
        /// The sequence.
        bytes: String,
        /// Whether it is wrapped for tmux.
        through_tmux: bool,
        /// Why an earlier way did not do.
        because: Option<String>,
    },
    /// No way was left.
    Failed(String),
}

/// Tries the ways in order. May take a second; never to be called where the screen waits.
pub fn copy(session: &Session, text: &str) -> Step {
    let mut because = None;
    let auto = session.choice == Choice::Auto;
    if session.choice == Choice::Native || (auto && session.has_display && !session.is_remote) {
        match hold_in_background(text) {
            Ok(()) => return Step::Done(Route::Native, None),
            Err(why) if session.choice == Choice::Native => return Step::Failed(why),
            Err(why) => because = Some(why),
        }
    }
    if auto && session.in_tmux {
        match to_tmux(text) {
            Ok(()) => return Step::Done(Route::Tmux, because),
            Err(why) => because = because.or(Some(why)),
        }
    }
    if session.choice == Choice::Osc52 || auto {
        if text.len() <= OSC52_LIMIT {
            return Step::Send { bytes: osc52(text, session.in_tmux), through_tmux: session.in_tmux, because };
        }
        let why = format!("{} B > {OSC52_LIMIT} B (OSC 52)", text.len());
        if session.choice == Choice::Osc52 {
            return Step::Failed(why);
        }
        because = Some(why);
    }
    match to_file(&session.folder, text) {
        Ok(path) => Step::Done(Route::File(path), because),
        Err(why) => Step::Failed(why.to_string()),
    }
}

/// The sequence that puts `text` on the terminal's clipboard; wrapped so that tmux hands it on.
pub fn osc52(text: &str, in_tmux: bool) -> String {
    let encoded = base64::engine::general_purpose::STANDARD.encode(text);
    let plain = format!("\x1b]52;c;{encoded}\x07");
    if in_tmux { format!("\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")) } else { plain }
}

fn hold_in_background(text: &str) -> Result<(), String> {
    let program = env::current_exe().map_err(|why| why.to_string())?;
    let mut holder = Command::new(program)
        .arg(HOLD)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|why| why.to_string())?;
    let (input, output) = (holder.stdin.take(), holder.stdout.take());
    let (tell, told) = mpsc::channel();
    let text = text.to_owned();
    std::thread::spawn(move || {
        if let Some(mut input) = input {
            // A holder that died says nothing below.
            let _ = input.write_all(text.as_bytes());
        }
        let mut line = String::new();
        if let Some(output) = output {
            let _ = BufReader::new(output).read_line(&mut line);
        }
        let _ = tell.send(line.trim().to_owned());
    });
    let answer = told.recv_timeout(PATIENCE);
    if answer.as_deref() == Ok(HELD) {
        // It lives on by itself; this thread only takes its exit status in the end.
        std::thread::spawn(move || holder.wait());
        return Ok(());
    }
    // A holder that hangs must not live on.
    let _ = holder.kill();
    std::thread::spawn(move || holder.wait());
    Err(match answer {
        Ok(why) if !why.is_empty() => why,
        Ok(_) => "the clipboard did not take it".to_owned(),
        Err(_) => "the clipboard did not answer".to_owned(),
    })
}

/// The holder: takes the text from standard input, puts it on the clipboard, says so, and stays until another program
/// copies something. It runs in a session of its own, so that the end of the terminal is not its end.
///
/// # Errors
/// When standard input cannot be read.
pub fn hold() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    // Already being the leader of a session is as good.
    let _ = rustix::process::setsid();
    leave_with_the_display();
    let held = put_and_wait(text, || {
        println!("{HELD}");
    });
    if let Err(why) = held {
        println!("{}", why.lines().next().unwrap_or("no clipboard"));
    }
    Ok(())
}

/// Ends the holder when its display is gone: the library that waits does not tell.
fn leave_with_the_display() {
    let Some(socket) = display_socket().filter(|socket| UnixStream::connect(socket).is_ok()) else {
        return;
    };
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(DISPLAY_IS_THERE);
            if UnixStream::connect(&socket).is_err() {
                std::process::exit(0);
            }
        }
    });
}

/// The socket of the display on this machine.
fn display_socket() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let (Some(folder), Some(name)) = (set("XDG_RUNTIME_DIR"), set("WAYLAND_DISPLAY")) {
        return Some(Path::new(&folder).join(name));
    }
    let display = set("DISPLAY")?.into_string().ok()?;
    let number = display.strip_prefix(':').or_else(|| display.strip_prefix("unix:"))?.split('.').next()?;
    Some(Path::new("/tmp/.X11-unix").join(format!("X{number}")))
}

#[cfg(target_os = "linux")]
fn put_and_wait(text: String, held: impl FnOnce()) -> Result<(), String> {
    use arboard::SetExtLinux as _;
    // Putting it there comes first, so that a failure is known before anything is said; then the same again, waiting.
    let mut clipboard = arboard::Clipboard::new().map_err(|why| why.to_string())?;
    clipboard.set_text(text.clone()).map_err(|why| why.to_string())?;
    held();
    clipboard.set().wait().text(text).map_err(|why| why.to_string())
}

#[cfg(not(target_os = "linux"))]
fn put_and_wait(text: String, held: impl FnOnce()) -> Result<(), String> {
    let mut clipboard = arboard::Clipboard::new().map_err(|why| why.to_string())?;
    clipboard.set_text(text).map_err(|why| why.to_string())?;
    held();
    Ok(())
}

fn to_tmux(text: &str) -> Result<(), String> {
    let mut tmux = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| format!("tmux: {why}"))?;
    let (tell, told) = mpsc::channel::<()>();
    let input = tmux.stdin.take();
    let text = text.to_owned();
    std::thread::spawn(move || {
        if let Some(mut input) = input {
            let _ = input.write_all(text.as_bytes());
        }
        drop(tell);
    });
    let deadline = std::time::Instant::now() + PATIENCE;
    loop {
        match tmux.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(_)) => {
                let mut why = String::new();
                if let Some(mut out) = tmux.stderr.take() {
                    let _ = out.read_to_string(&mut why);
                }
                return Err(format!("tmux: {}", why.trim()));
            }
            Ok(None) if std::time::Instant::now() < deadline => {
                let _ = told.recv_timeout(Duration::from_millis(5));
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => {
                let _ = tmux.kill();
                return Err("tmux did not answer".to_owned());
            }
        }
    }
}

fn to_file(folder: &Path, text: &str) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join("clipboard.txt");
    // For the eyes of this account only, and never through a link that somebody put there.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(&path).map_err(|why| why.error)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(choice: Choice, in_tmux: bool) -> (Session, tempfile::TempDir) {
        let dir = tempfile::tempdir().unwrap();
        let session = Session { is_remote: true, has_display: false, in_tmux, folder: dir.path().to_owned(), choice };
        (session, dir)
    }

    #[test]
    fn over_ssh_the_terminal_gets_the_text() {
        let (session, _dir) = session(Choice::Auto, false);
        let Step::Send { bytes, through_tmux: false, .. } = copy(&session, "재시작: api-1") else {
            panic!("not sent");
        };
        assert_eq!(bytes, "\x1b]52;c;7J6s7Iuc7J6ROiBhcGktMQ==\x07");
    }

    #[test]
    fn in_tmux_the_sequence_is_wrapped() {
        assert_eq!(osc52("a", true), "\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\");
    }

    #[test]
    fn what_is_too_long_for_the_terminal_goes_to_a_file_and_says_why() {
        let (session, _dir) = session(Choice::Auto, false);
        let long = "가".repeat(70_000);
        let Step::Done(Route::File(path), Some(why)) = copy(&session, &long) else {
            panic!("not in a file");
        };
        assert_eq!(std::fs::read_to_string(path).unwrap(), long);
        assert!(why.contains("210000 B"), "{why}");
    }

    #[test]
    fn a_chosen_way_is_the_only_one() {
        let (session, _dir) = session(Choice::Osc52, false);
        assert!(matches!(copy(&session, &"x".repeat(80_000)), Step::Failed(_)));
    }
}
