//! What desks write: the journal, approvals in the files of cases, and the state to go on from.

use std::path::Path;

use jiff::Timestamp;

use super::effect::{Fate, Recording};
use crate::text::Clean;
use crate::triage::{Fresh, Journal, JournalError, Resume, Sessions, Stamp, approve, rewrite};

/// The journal and the states of this run.
#[derive(Debug)]
pub struct Records {
    journal: Journal,
    sessions: Sessions,
}

/// What a recording came to: new lines of the journal, and the cases whose file was changed, with their text.
pub type Recorded = (Fresh, Vec<(Clean, String)>);

impl Records {
    /// The journal at `journal`; states in `folder`. `by` names the person where git and the environment are not to be asked.
    pub fn new(journal: &Path, folder: &Path, by: Option<Clean>) -> Self {
        let now = Timestamp::now().as_millisecond();
        let session = Clean::line(&format!("{now:x}-{:x}", std::process::id()));
        Self { journal: Journal::new(journal, session.clone(), by), sessions: Sessions::new(folder, session) }
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Reads what is new in the journal.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&mut self) -> Result<Fresh, JournalError> {
        self.journal.read()
    }

    /// A state that an earlier run left behind.
    pub fn left_behind(&mut self) -> Option<Resume> {
        let journal = self.journal.path().to_owned();
        self.sessions.left_behind(&journal)
    }

    /// Writes approvals, then the deed; when the deed cannot be written the approvals are taken back.
    ///
    /// # Errors
    /// Why not; then everything is as it was.
    pub fn record(&mut self, recording: &Recording) -> Result<Recorded, String> {
        let now = Timestamp::now();
        if !Journal::keeps(&recording.deed) {
            let records = self.journal.passing(&recording.deed, now);
            return Ok((Fresh { records, ..Fresh::default() }, Vec::new()));
        }
        let stamp = Stamp { by: self.journal.by().to_string(), at: format!("{now:.0}") };
        let mut written: Vec<(Clean, String)> = Vec::new();
        let mut failed = None;
        for approval in &recording.approvals {
            let stamp = approval.approved.then_some(&stamp);
            let written_now = match &approval.restore {
                Some(json) => rewrite(&approval.path, &approval.json, json).map(|()| json.clone()),
                None => approve(&approval.path, &approval.json, stamp),
            };
            match written_now {
                Ok(json) => written.push((approval.case.clone(), json)),
                Err(why) => {
                    failed = Some(format!("{}: {why}", approval.path.display()));
                    break;
                }
            }
        }
        let fresh = match failed {
            Some(why) => Err(why),
            None => self.journal.append(&recording.deed, now).map_err(|why| why.to_string()),
        };
        if fresh.is_err() {
            for (approval, (_, json)) in recording.approvals.iter().zip(&written).rev() {
                // What fails here is told by the next reading of the file; the first reason is the one to say.
                let _ = rewrite(&approval.path, json, &approval.json);
            }
        }
        fresh.map(|fresh| (fresh, written))
    }

    /// Writes what was saved and is not in the journal that is there now.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_missing(&mut self) -> Result<(), JournalError> {
        self.journal.write_missing()
    }

    /// Keeps the state to go on from, or removes it.
    ///
    /// # Errors
    /// Why not.
    pub fn keep(&mut self, state: Option<&Resume>) -> Result<(), String> {
        if let Some(state) = state {
            return self.sessions.keep(state).map_err(|why| why.to_string());
        }
        self.sessions.forget();
        Ok(())
    }

    /// Decides on a state that was left behind.
    pub fn decide(&mut self, fate: Fate, session: &Clean) {
        match fate {
            Fate::Adopt => {
                self.sessions.adopt();
                self.journal.resume(session.clone());
            }
            Fate::Leave => self.sessions.leave(),
            Fate::Discard => self.sessions.discard(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::{Change, Deed, Desk, Ruling, Set, Verdict, Way};
    use crate::tui::effect::{Approval, Then};

    fn recording(path: &Path, json: &str) -> Recording {
        let ruling = Ruling { verdict: Verdict::Accepted, fault: None, text: None, query: None };
        let case = Clean::line("A");
        let change = Change { desk: Some(Desk::Review), case: case.clone(), set: Set::Verdict(Some(ruling)) };
        Recording {
            deed: Deed { way: Way::Done, changes: vec![change] },
            approvals: vec![Approval {
                case,
                path: path.to_owned(),
                json: json.to_owned(),
                approved: true,
                restore: None,
            }],
            then: Then::Nothing,
        }
    }

    #[test]
    fn an_approval_is_in_the_file_and_in_the_journal_or_in_neither() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.json");
        let json = r#"{"id": "A"}"#;
        std::fs::write(&file, json).unwrap();
        let by = || Some(Clean::line("kim"));
        let mut broken = Records::new(Path::new("/proc/nowhere"), dir.path(), by());
        assert!(broken.record(&recording(&file, json)).is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), json);
        let mut records = Records::new(&dir.path().join("j.journal"), dir.path(), by());
        let (fresh, written) = records.record(&recording(&file, json)).unwrap();
        assert_eq!((fresh.records.len(), written.len()), (1, 1));
        let now = std::fs::read_to_string(&file).unwrap();
        assert!(now.contains(r#""reviewed_by": "kim""#), "{now}");
        assert!(records.record(&recording(&file, json)).unwrap_err().contains("changed on disk"));
    }
}
