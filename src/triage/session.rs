//! What is needed to go on where a run of the program was cut off: kept in the state folder while a desk is on.
//!
//! A run holds a lock on a file of its own as long as it lives, so a state whose lock is free was left behind.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use super::Desk;
use crate::text::Clean;

/// A place to go on from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resume {
    /// The run.
    pub session: String,
    /// The incident; empty at the review desk.
    pub incident: String,
    /// The filter.
    pub query: String,
    /// The case under the cursor.
    pub case: String,
    /// Notes that were not saved: the case and the text.
    pub drafts: Vec<(String, String)>,
    /// The journal that the desk writes to.
    pub journal: PathBuf,
}

impl Resume {
    /// The desk.
    pub fn desk(&self) -> Desk {
        Desk::triage(&self.incident).unwrap_or(Desk::Review)
    }
}

/// The states of all runs, in a folder, and the lock of this one.
#[derive(Debug)]
pub struct Sessions {
    folder: PathBuf,
    session: Clean,
    lock: Option<File>,
    /// A state that was left behind: its run and the lock on it.
    offered: Option<(Clean, File)>,
}

impl Sessions {
    /// The states in `folder`; this run is called `session`. Nothing is written yet.
    pub fn new(folder: &Path, session: Clean) -> Self {
        Self { folder: folder.join("sessions"), session, lock: None, offered: None }
    }

    /// The newest state that was left behind and is about this journal; nobody else is offered it meanwhile.
    pub fn left_behind(&mut self, journal: &Path) -> Option<Resume> {
        let mut found: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(&self.folder)
            .ok()?
            .filter_map(Result::ok)
            .map(|item| item.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        found.sort();
        let mut newest = None;
        for (_, path) in found.into_iter().rev() {
            let Some((resume, lock)) = dead(&path, journal) else {
                continue;
            };
            if newest.is_none() {
                self.offered = Some((Clean::line(&path.file_stem()?.to_string_lossy()), lock));
                newest = Some(resume);
            } else if resume.drafts.is_empty() {
                // An older place without anything unsaved helps nobody.
                let _ = fs::remove_file(&path);
                let _ = fs::remove_file(path.with_extension("lock"));
            }
        }
        newest
    }

    /// This run goes on as the one whose state was offered.
    pub fn adopt(&mut self) {
        if let Some((session, lock)) = self.offered.take() {
            self.forget();
            (self.session, self.lock) = (session, Some(lock));
        }
    }

    /// The state that was offered stays for another time.
    pub fn leave(&mut self) {
        self.offered = None;
    }

    /// The state that was offered is thrown away.
    pub fn discard(&mut self) {
        if let Some((session, lock)) = self.offered.take() {
            let mut theirs = Self { folder: self.folder.clone(), session, lock: Some(lock), offered: None };
            theirs.forget();
        }
    }

    /// Writes the state of this run in place of what was there.
    ///
    /// # Errors
    /// The system's reason.
    pub fn keep(&mut self, resume: &Resume) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        if self.lock.is_none() {
            let lock = File::options().create(true).append(true).open(self.path("lock"))?;
            flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
            self.lock = Some(lock);
        }
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.folder)?;
        file.write_all(serde_json::to_string(resume)?.as_bytes())?;
        file.persist(self.path("json")).map_err(|why| why.error)?;
        Ok(())
    }

    /// Leaves nothing behind.
    pub fn forget(&mut self) {
        // What was never written cannot be removed.
        let _ = fs::remove_file(self.path("json"));
        if self.lock.take().is_some() {
            let _ = fs::remove_file(self.path("lock"));
        }
    }

    fn path(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.session))
    }
}

/// The state in a file whose run is dead and that is about this journal, with the lock on it.
fn dead(path: &Path, journal: &Path) -> Option<(Resume, File)> {
    let lock = File::options().create(true).append(true).open(path.with_extension("lock")).ok()?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive).ok()?;
    let resume: Resume = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
    (resume.journal == journal).then_some((resume, lock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_dead_run_left_is_offered() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str| Sessions::new(dir.path(), Clean::line(name));
        let journal = Path::new("j");
        let state = |session: &str, case: &str| Resume {
            session: session.into(),
            incident: "INC-1".into(),
            case: case.into(),
            drafts: vec![("A".into(), "half a\nnote".into())],
            journal: journal.into(),
            ..Resume::default()
        };
        let mut first = open("one");
        first.keep(&state("one", "A")).unwrap();
        first.keep(&state("one", "B")).unwrap();
        assert_eq!(open("two").left_behind(journal), None, "it is alive");
        drop(first);
        assert_eq!(open("two").left_behind(Path::new("other")), None);
        let mut second = open("two");
        assert_eq!(second.left_behind(journal), Some(state("one", "B")));
        assert_eq!(open("three").left_behind(journal), None, "it is taken");
        second.leave();
        assert!(second.left_behind(journal).is_some(), "for another time");
        second.keep(&state("two", "C")).unwrap();
        second.adopt();
        second.keep(&state("one", "D")).unwrap();
        assert_eq!(fs::read_dir(dir.path().join("sessions")).unwrap().count(), 2, "one state and its lock");
        second.forget();
        drop(second);
        assert_eq!(open("three").left_behind(journal), None);
        assert_eq!(fs::read_dir(dir.path().join("sessions")).unwrap().count(), 0);
    }

    #[test]
    fn a_broken_state_is_no_state() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("sessions")).unwrap();
        fs::write(dir.path().join("sessions/x.json"), "{").unwrap();
        assert_eq!(Sessions::new(dir.path(), Clean::line("y")).left_behind(Path::new("j")), None);
    }
}
