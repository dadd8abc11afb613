//! Performs effects: the one place that touches what lies outside, behind [`Ports`], so that tests can put others in.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clipboard::{self, Session, Step};
use super::effect::{Effect, Outcome, Recording, Route};
use super::records::{Recorded, Records};
use crate::triage::Resume;

/// The outside.
pub trait Ports: Send + Sync {
    /// Puts a text on the clipboard, as far as that goes without the terminal.
    fn copy(&self, text: &str) -> Step;
    /// Writes a new file; one that exists is not overwritten.
    ///
    /// # Errors
    /// Why not.
    fn write(&self, path: &Path, text: &str) -> Result<PathBuf, String>;
    /// Hands an address to the system's opener.
    ///
    /// # Errors
    /// Why not.
    fn open(&self, url: &str) -> Result<(), String>;
    /// Writes a deed into the journal and syncs it, and approvals into files.
    ///
    /// # Errors
    /// Why not; then nothing of it is anywhere.
    fn record(&self, recording: &Recording) -> Result<Recorded, String>;
    /// Keeps the state to go on from, or removes it.
    ///
    /// # Errors
    /// Why not.
    fn keep(&self, state: Option<&Resume>) -> Result<(), String>;
}

/// What performing an effect came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Performed {
    /// An outcome to tell.
    Outcome(Outcome),
    /// Bytes for the terminal, and the outcome once they are written.
    Send(String, Outcome),
}

/// Performs an effect that has to do with the outside; none for those that the loop itself sees to.
pub fn perform(effect: Effect, ports: &dyn Ports) -> Option<Performed> {
    Some(match effect {
        Effect::Copy { text, what, cases } => {
            let bytes = text.len();
            match ports.copy(&text) {
                Step::Done(route, because) => {
                    Performed::Outcome(Outcome::Copied { what, bytes, route, because, cases })
                }
                Step::Send { bytes: sequence, through_tmux, because } => {
                    let route = Route::Terminal { through_tmux };
                    Performed::Send(sequence, Outcome::Copied { what, bytes, route, because, cases })
                }
                Step::Failed(why) => Performed::Outcome(Outcome::NotCopied(why)),
            }
        }
        Effect::WriteFile { path, text } => Performed::Outcome(match ports.write(&path, &text) {
            Ok(written) => Outcome::Written(written),
            Err(why) => Outcome::NotWritten(path, why),
        }),
        Effect::OpenLink(url) => Performed::Outcome(match ports.open(&url) {
            Ok(()) => Outcome::Opened(url),
            Err(why) => Outcome::NotOpened(url, why),
        }),
        Effect::Record(recording) => Performed::Outcome(match ports.record(&recording) {
            Ok((fresh, rewritten)) => Outcome::Recorded { fresh, recording, rewritten },
            Err(why) => Outcome::NotRecorded(recording, why),
        }),
        Effect::Keep(state) => match ports.keep(state.as_deref()) {
            Ok(()) => return None,
            Err(why) => Performed::Outcome(Outcome::NotKept(why)),
        },
        Effect::Check
        | Effect::Edit { .. }
        | Effect::LeftBehind(_)
        | Effect::Reload
        | Effect::CaptureMouse(_)
        | Effect::Redraw
        | Effect::Suspend
        | Effect::Quit => return None,
    })
}

/// The real outside.
#[derive(Debug)]
pub struct System {
    /// The session, for the clipboard.
    pub session: Session,
    /// What desks write.
    pub records: Arc<Mutex<Records>>,
}

impl System {
    fn records(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ports for System {
    fn copy(&self, text: &str) -> Step {
        clipboard::copy(&self.session, text)
    }

    fn write(&self, path: &Path, text: &str) -> Result<PathBuf, String> {
        let path = expand_home(path);
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(|why| why.to_string())?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|why| why.to_string())?;
        Ok(path)
    }

    fn record(&self, recording: &Recording) -> Result<Recorded, String> {
        self.records().record(recording)
    }

    fn keep(&self, state: Option<&Resume>) -> Result<(), String> {
        self.records().keep(state)
    }

    fn open(&self, url: &str) -> Result<(), String> {
        if self.session.is_remote || !self.session.has_display {
            return Err("no browser in this session".to_owned());
        }
        let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let mut child = Command::new(opener)
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| format!("{opener}: {why}"))?;
        std::thread::spawn(move || child.wait());
        Ok(())
    }
}

/// `~/x` as a shell reads it.
fn expand_home(path: &Path) -> PathBuf {
    match path.strip_prefix("~") {
        Ok(rest) => etcetera::home_dir().map_or_else(|_| path.to_owned(), |home| home.join(rest)),
        Err(_) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_exists_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let records = Records::new(&dir.path().join("j.journal"), dir.path(), None);
        let system = System { session: Session::default(), records: Arc::new(Mutex::new(records)) };
        let path = dir.path().join("case.md");
        assert_eq!(system.write(&path, "one"), Ok(path.clone()));
        assert!(system.write(&path, "two").is_err());
        assert_eq!(std::fs::read_to_string(path).unwrap(), "one");
    }
}
