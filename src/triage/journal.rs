//! The journal on disk: JSON Lines, only ever appended to, each line synced before anybody is told that it is there.
//!
//! Several programs may write at once: a lock on the file orders them, and each reads what the others wrote before it writes
//! itself. A torn last line is left as it is; the next line begins on a new one. Nothing is ever rewritten, so a version
//! control system merges the file line by line (`merge=union`).

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use rustix::fs::{FlockOperation, flock};
use thiserror::Error;

use super::{Change, Deed, Record, Set, Way};
use crate::case::{Problem, Reason};
use crate::text::Clean;

/// The name of the journal in a folder.
const NAME: &str = "incidents.journal";
/// How long another program may hold the lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes before the end of what was read that must still be the same, or else the file is another one.
const TAIL: usize = 256;
/// No journal is longer.
const LARGEST: u64 = 1 << 30;

/// Why the journal could not be read or written.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system's reason.
    #[error("{path}: {why}")]
    Io {
        /// The journal.
        path: String,
        /// The system's reason.
        why: io::Error,
    },
    /// It is a folder, a device or the like.
    #[error("{0} is not a regular file; name a file, or a folder to keep incidents.journal in")]
    NotAFile(String),
    /// It is longer than any journal.
    #[error("{0} is longer than a journal can be; is it one?")]
    TooLong(String),
    /// Another program holds the lock.
    #[error("{0} is in use by another program that does not let go of it; try again")]
    Busy(String),
}

/// What reading brought.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fresh {
    /// The records of the lines.
    pub records: Vec<Record>,
    /// Lines that are none of ours; they stay where they are.
    pub problems: Vec<Problem>,
    /// Whether the file is another one than before, so that these are all records there are.
    pub is_whole: bool,
    /// Whether the file that was there is gone.
    pub is_gone: bool,
}

/// A journal, and how far it was read.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    session: Clean,
    by: Option<Clean>,
    /// Device and number of the file that was read.
    file: Option<(u64, u64)>,
    read_to: u64,
    lines: usize,
    /// The last bytes that were read.
    tail: Vec<u8>,
    /// Whether the last line has no end, so that a writer has to end it first.
    is_open: bool,
    last: u64,
    /// Lines of others that were read while a line of ours could not be written; they come with the next reading.
    unread: Fresh,
    /// What this run wrote, and what of it the file that is there now does not have: that is written again with the next.
    ours: Vec<Record>,
    missing: Vec<Record>,
}

/// The journal that a path means: itself, or in a folder the file of that name in it.
pub fn file_of(path: &Path) -> PathBuf {
    // A folder that is not there yet can be told by its slash only.
    let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if is_folder { file_in(path) } else { path.to_owned() }
}

/// The journal in a folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

impl Journal {
    /// A journal at `path`, which need not be there yet. `session` names this run of the program; `by` the person, where
    /// it is not to be asked of git and the environment.
    pub fn new(path: &Path, session: Clean, by: Option<Clean>) -> Self {
        let path = file_of(path);
        Self {
            path,
            session,
            by,
            file: None,
            read_to: 0,
            lines: 0,
            tail: Vec::new(),
            is_open: false,
            last: 0,
            unread: Fresh::default(),
            ours: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// This run of the program.
    pub fn session(&self) -> &Clean {
        &self.session
    }

    /// Goes on as an earlier run, so that its steps can be undone.
    pub fn resume(&mut self, session: Clean) {
        self.session = session;
    }

    /// Reads what was written since it was read last; all of it where the file is another one. A journal that is not there
    /// is empty.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn read(&mut self) -> Result<Fresh, JournalError> {
        if !self.path.exists() {
            let is_gone = self.file.take().is_some();
            return Ok(Fresh { is_gone, ..Fresh::default() });
        }
        // Opening a pipe would wait for its writer.
        if !fs::metadata(&self.path).is_ok_and(|meta| meta.is_file()) {
            return Err(JournalError::NotAFile(self.shown()));
        }
        let mut file = File::open(&self.path).map_err(|why| self.io(why))?;
        self.read_from(&mut file)
    }

    /// Stamps a deed, appends it and syncs. Gives the records of others that came before it, and its own.
    ///
    /// # Errors
    /// When it could not be written; then nothing of it is there.
    pub fn append(&mut self, deed: &Deed, now: Timestamp) -> Result<Fresh, JournalError> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|why| self.io(why))?;
        }
        if fs::metadata(&self.path).is_ok_and(|meta| !meta.is_file()) {
            return Err(JournalError::NotAFile(self.shown()));
        }
        let is_new = !self.path.exists();
        let mut file = self.locked()?;
        let mut fresh = self.read_from(&mut file)?;
        let end = file.seek(SeekFrom::End(0)).map_err(|why| self.io(why))?;
        let mut text = String::new();
        if self.is_open {
            // A torn line, or one that an editor left without its end.
            text.push('\n');
        }
        if is_new {
            // Nothing is known to be undone by a file that somebody removed.
            fresh = Fresh::default();
        }
        // What was told as saved does not go with a file that was removed or replaced.
        text.extend(self.missing.iter().map(Record::line));
        let records = self.stamped(deed, now);
        let lines: String = records.iter().map(Record::line).collect();
        text.push_str(&lines);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        if let Err(why) = written {
            // Half a line helps nobody; if it cannot be taken back, it will be skipped as a torn one.
            let _ = file.set_len(end);
            self.unread = fresh;
            return Err(self.io(why));
        }
        if is_new && let Some(Ok(folder)) = self.path.parent().map(File::open) {
            // The name of a new file has to outlive a power cut too; not every file system can promise it.
            let _ = folder.sync_all();
        }
        self.lines += text.lines().count();
        self.note_read(&file, end + text.len() as u64, text.as_bytes());
        self.is_open = false;
        self.last = records.last().map_or(self.last, |record| record.n);
        self.missing.clear();
        self.ours.extend(records.iter().cloned());
        fresh.records.extend(records);
        Ok(fresh)
    }

    /// Writes what this run saved and the file that is there now does not have; a file that was removed is there again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_missing(&mut self) -> Result<(), JournalError> {
        if self.ours.is_empty() {
            return Ok(());
        }
        if self.path.exists() {
            self.read()?;
            if self.missing.is_empty() {
                return Ok(());
            }
        }
        self.append(&Deed { way: Way::Done, changes: Vec::new() }, Timestamp::now()).map(drop)
    }

    /// Stamps a deed without writing it: for what is only remembered as long as the program runs.
    pub fn passing(&mut self, deed: &Deed, now: Timestamp) -> Vec<Record> {
        let last = self.last;
        let mut records = self.stamped(deed, now);
        for record in &mut records {
            record.session = Clean::default();
            record.n = last;
        }
        records
    }

    /// Whether a deed is kept: what was opened or copied at no desk is only remembered.
    pub fn keeps(deed: &Deed) -> bool {
        deed.changes
            .iter()
            .any(|change: &Change| change.desk.is_some() || !matches!(change.set, Set::Opened | Set::Copied(_)))
    }

    /// The person at the keyboard.
    pub fn by(&mut self) -> &Clean {
        self.by.get_or_insert_with(who)
    }

    fn stamped(&mut self, deed: &Deed, now: Timestamp) -> Vec<Record> {
        let by = self.by().clone();
        let first = self.last + 1;
        // What is remembered is what is written.
        let now = Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now);
        deed.changes
            .iter()
            .zip(first..)
            .map(|(change, n)| Record {
                n,
                at: now,
                by: by.clone(),
                session: self.session.clone(),
                step: match deed.way {
                    Way::Done => first,
                    Way::Undoes(step) | Way::Redoes(step) => step,
                },
                way: deed.way,
                change: change.clone(),
            })
            .collect()
    }

    /// Opens the file and locks it. A file that was put in its place meanwhile is the one to write to.
    fn locked(&self) -> Result<File, JournalError> {
        let end = Instant::now() + PATIENCE;
        loop {
            let file =
                OpenOptions::new().read(true).append(true).create(true).open(&self.path).map_err(|why| self.io(why))?;
            while let Err(why) = flock(&file, FlockOperation::NonBlockingLockExclusive) {
                if why != rustix::io::Errno::WOULDBLOCK {
                    return Err(self.io(why.into()));
                }
                if Instant::now() >= end {
                    return Err(JournalError::Busy(self.shown()));
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            let opened = file.metadata().map_err(|why| self.io(why))?;
            if fs::metadata(&self.path).is_ok_and(|named| (named.dev(), named.ino()) == (opened.dev(), opened.ino())) {
                return Ok(file);
            }
        }
    }

    fn read_from(&mut self, file: &mut File) -> Result<Fresh, JournalError> {
        let meta = file.metadata().map_err(|why| self.io(why))?;
        if meta.len() > LARGEST {
            return Err(JournalError::TooLong(self.shown()));
        }
        let is_whole = !self.is_continued(file, &meta).map_err(|why| self.io(why))?;
        if is_whole {
            // The numbers go on all the same: one that was given is never given again.
            (self.read_to, self.lines, self.is_open) = (0, 0, false);
            self.tail.clear();
        }
        file.seek(SeekFrom::Start(self.read_to)).map_err(|why| self.io(why))?;
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|why| self.io(why))?;
        let mut fresh = std::mem::take(&mut self.unread);
        if is_whole {
            fresh = Fresh { is_whole, ..Fresh::default() };
        }
        let place = self.path.file_name().map_or_else(|| self.shown(), |name| name.to_string_lossy().into_owned());
        let mut read = 0;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let has_end = line.ends_with(b"\n");
            let is_sound = self.take_line(line, &format!("{place}:{}", self.lines + 1), &mut fresh);
            self.is_open = !has_end;
            // What has no end and is no line yet may be one that is being written: it is read again.
            if has_end || is_sound {
                self.lines += 1;
                read += line.len();
            }
        }
        self.note_read(file, self.read_to + read as u64, &bytes[..read]);
        if is_whole && !self.ours.is_empty() {
            let there: HashSet<(&Clean, u64)> =
                fresh.records.iter().map(|record| (&record.session, record.n)).collect();
            let is_missing = |record: &&Record| !there.contains(&(&record.session, record.n));
            self.missing = self.ours.iter().filter(is_missing).cloned().collect();
            fresh.records.extend(self.missing.iter().cloned());
        }
        Ok(fresh)
    }

    fn take_line(&mut self, line: &[u8], place: &str, fresh: &mut Fresh) -> bool {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let parsed = std::str::from_utf8(line).map_err(|_| "not UTF-8".to_owned()).and_then(|text| {
            let text = text.trim();
            if text.is_empty() { Ok(None) } else { Record::parse(text).map(Some) }
        });
        match parsed {
            Ok(record) => {
                self.last = record.as_ref().map_or(self.last, |record| self.last.max(record.n));
                fresh.records.extend(record);
                true
            }
            Err(why) => {
                fresh.problems.push(Problem {
                    place: place.to_owned(),
                    field: String::new(),
                    reason: Reason::NotAJournalLine(why),
                });
                false
            }
        }
    }

    /// Whether the file is the one that was read, with perhaps more at its end.
    fn is_continued(&self, file: &mut File, meta: &fs::Metadata) -> io::Result<bool> {
        if self.file != Some((meta.dev(), meta.ino())) || meta.len() < self.read_to {
            return Ok(false);
        }
        let known = &self.tail;
        let start = self.read_to.saturating_sub(known.len() as u64);
        file.seek(SeekFrom::Start(start))?;
        let mut now = vec![0; known.len()];
        file.read_exact(&mut now)?;
        Ok(now == *known)
    }

    fn note_read(&mut self, file: &File, to: u64, bytes: &[u8]) {
        if let Ok(meta) = file.metadata() {
            self.file = Some((meta.dev(), meta.ino()));
        }
        self.read_to = to;
        if bytes.len() >= TAIL {
            self.tail = bytes[bytes.len() - TAIL..].to_vec();
        } else {
            self.tail.extend_from_slice(bytes);
            let extra = self.tail.len().saturating_sub(TAIL);
            self.tail.drain(..extra);
        }
    }

    fn shown(&self) -> String {
        Clean::line(&self.path.display().to_string()).to_string()
    }

    fn io(&self, why: io::Error) -> JournalError {
        JournalError::Io { path: self.shown(), why }
    }
}

/// The person at the keyboard: as git knows them, or else the name of the account.
fn who() -> Clean {
    let git = Command::new("git")
        .args(["config", "--get", "user.name"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())
        .map(|output| Clean::line(&String::from_utf8_lossy(&output.stdout)));
    let account = || std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).ok().map(|name| Clean::line(&name));
    git.filter(|name| !name.is_blank())
        .or_else(account)
        .filter(|name| !name.is_blank())
        .unwrap_or_else(|| Clean::line("?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::{Desk, Ledger, Ruling, Verdict};

    fn deed(case: &str) -> Deed {
        let ruling = Ruling { verdict: Verdict::Accepted, fault: None, text: None, query: None };
        let change = Change { desk: Desk::triage("INC-1"), case: Clean::line(case), set: Set::Verdict(Some(ruling)) };
        Deed { way: Way::Done, changes: vec![change] }
    }

    fn open(path: &Path, session: &str) -> Journal {
        Journal::new(path, Clean::line(session), Some(Clean::line("kim")))
    }

    fn cases(records: &[Record]) -> Vec<&str> {
        records.iter().map(|record| record.change.case.as_str()).collect()
    }

    #[test]
    fn what_was_appended_is_there_for_the_next_reader() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = open(dir.path(), "a");
        assert!(journal.read().unwrap().records.is_empty());
        for case in ["A", "B"] {
            journal.append(&deed(case), Timestamp::now()).unwrap();
        }
        let fresh = open(dir.path(), "b").read().unwrap();
        assert_eq!(cases(&fresh.records), ["A", "B"]);
        assert_eq!((fresh.records[0].n, fresh.records[1].n), (1, 2));
        assert!(dir.path().join("incidents.journal").exists());
        assert!(journal.read().unwrap().records.is_empty(), "nothing is read twice");
    }

    #[test]
    fn a_file_that_is_put_in_the_place_of_the_journal_takes_nothing_that_was_saved() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("incidents.journal");
        let mut journal = open(dir.path(), "a");
        journal.append(&deed("A"), Timestamp::now()).unwrap();
        let older = fs::read(&path).unwrap();
        journal.append(&deed("B"), Timestamp::now()).unwrap();
        let newer = fs::read_to_string(&path).unwrap();
        // As git does it with another branch.
        fs::remove_file(&path).unwrap();
        fs::write(&path, older).unwrap();
        assert_eq!(cases(&journal.read().unwrap().records), ["A", "B"], "what was told as saved is still there");
        journal.append(&deed("C"), Timestamp::now()).unwrap();
        // And merges the two, line by line.
        let both = newer + &fs::read_to_string(&path).unwrap();
        fs::write(&path, both).unwrap();
        let mut ledger = Ledger::default();
        ledger.take(open(dir.path(), "b").read().unwrap().records);
        let given = |case: &str| ledger.verdict(&Desk::triage("INC-1").unwrap(), &Clean::line(case)).is_some();
        assert!(given("A") && given("B") && given("C"));
        // Another program is first after the journal was removed.
        fs::remove_file(&path).unwrap();
        open(dir.path(), "c").append(&deed("D"), Timestamp::now()).unwrap();
        journal.append(&deed("E"), Timestamp::now()).unwrap();
        assert_eq!(cases(&open(dir.path(), "b").read().unwrap().records), ["D", "A", "B", "C", "E"]);
        // At the end nothing is missing, also where nothing is saved any more.
        fs::remove_file(&path).unwrap();
        open(dir.path(), "c").append(&deed("F"), Timestamp::now()).unwrap();
        journal.write_missing().unwrap();
        journal.write_missing().unwrap();
        assert_eq!(cases(&open(dir.path(), "b").read().unwrap().records), ["F", "A", "B", "C", "E"]);
        fs::remove_file(&path).unwrap();
        journal.write_missing().unwrap();
        assert_eq!(cases(&open(dir.path(), "b").read().unwrap().records), ["A", "B", "C", "E"]);
    }

    #[test]
    fn a_clock_that_is_set_back_loses_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = open(dir.path(), "a");
        journal.append(&deed("A"), Timestamp::from_second(9_000_000_000).unwrap()).unwrap();
        let mut rejected = deed("A");
        if let Set::Verdict(Some(ruling)) = &mut rejected.changes[0].set {
            ruling.verdict = Verdict::Rejected;
        }
        journal.append(&rejected, Timestamp::from_second(0).unwrap()).unwrap();
        let mut ledger = Ledger::default();
        ledger.take(open(dir.path(), "b").read().unwrap().records);
        let desk = Desk::triage("INC-1").unwrap();
        assert_eq!(ledger.verdict(&desk, &Clean::line("A")).unwrap().value.verdict, Verdict::Rejected);
    }

    #[test]
    fn lines_that_are_not_ours_are_kept_and_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("incidents.journal");
        let mut first = open(dir.path(), "a");
        first.append(&deed("A"), Timestamp::now()).unwrap();
        let ours = fs::read_to_string(&path).unwrap();
        let newer = ours.replace("\"verdict\"", "\"mood\"");
        let before = format!("\u{feff}{}\r\n\r\nhello\r\n{newer}{{\"n\":7,\"at\":\"2026-", ours.trim_end());
        fs::write(&path, &before).unwrap();
        let mut journal = open(dir.path(), "b");
        let fresh = journal.read().unwrap();
        assert_eq!(cases(&fresh.records), ["A"]);
        let english = |problem| crate::formats::words::problem(problem, crate::case::Language::English);
        let told: Vec<String> = fresh.problems.iter().map(english).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].starts_with("incidents.journal:3: ") && told[1].contains("mood") && told[2].contains("torn"));
        journal.append(&deed("B"), Timestamp::now()).unwrap();
        let after = fs::read_to_string(&path).unwrap();
        assert!(after.starts_with(&before), "nothing is rewritten");
        assert_eq!(after[before.len()..].matches('\n').count(), 2, "the torn line is ended, then comes ours");
        assert_eq!(cases(&open(dir.path(), "c").read().unwrap().records), ["A", "B"]);
    }

    #[test]
    fn a_last_line_without_its_end_counts_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("incidents.journal");
        open(dir.path(), "a").append(&deed("A"), Timestamp::now()).unwrap();
        let text = fs::read_to_string(&path).unwrap().replace("\"session\":\"a\",", "");
        fs::write(&path, text.trim_end()).unwrap();
        let mut journal = open(dir.path(), "b");
        assert_eq!(cases(&journal.read().unwrap().records), ["A"]);
        let fresh = journal.append(&deed("B"), Timestamp::now()).unwrap();
        assert_eq!(cases(&fresh.records), ["B"]);
        assert_eq!(cases(&open(dir.path(), "c").read().unwrap().records), ["A", "B"]);
    }

    #[test]
    fn two_writers_see_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (open(dir.path(), "a"), open(dir.path(), "b"));
        one.append(&deed("A"), Timestamp::now()).unwrap();
        let fresh = other.append(&deed("B"), Timestamp::now()).unwrap();
        assert_eq!(cases(&fresh.records), ["A", "B"]);
        assert_eq!(fresh.records[1].n, 2);
        assert_eq!(cases(&one.read().unwrap().records), ["B"]);
    }

    #[test]
    fn many_writers_at_once_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = dir.path();
                scope.spawn(move || {
                    let mut journal = open(path, &format!("s{writer}"));
                    for at in 0..25 {
                        journal.append(&deed(&format!("{writer}-{at}")), Timestamp::now()).unwrap();
                    }
                });
            }
        });
        let records = open(dir.path(), "z").read().unwrap().records;
        let numbers: Vec<u64> = records.iter().map(|record| record.n).collect();
        assert_eq!(numbers, (1..=100).collect::<Vec<u64>>());
    }

    #[test]
    fn a_file_put_in_its_place_is_read_anew() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("incidents.journal");
        let mut journal = open(dir.path(), "a");
        journal.append(&deed("A"), Timestamp::now()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        // As a merge does it: another file, with a line before ours.
        let theirs = text.replace("\"session\":\"a\"", "\"session\":\"t\"").replace("\"A\"", "\"T\"");
        fs::write(dir.path().join("new"), format!("{theirs}{text}")).unwrap();
        fs::rename(dir.path().join("new"), &path).unwrap();
        let fresh = journal.read().unwrap();
        assert!(fresh.is_whole);
        assert_eq!(cases(&fresh.records), ["T", "A"]);
        journal.append(&deed("B"), Timestamp::now()).unwrap();
        assert_eq!(cases(&open(dir.path(), "c").read().unwrap().records), ["T", "A", "B"]);
    }

    #[test]
    fn a_file_that_was_removed_begins_anew_with_what_this_run_had_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("incidents.journal");
        let mut journal = open(dir.path(), "a");
        for case in ["A", "B"] {
            journal.append(&deed(case), Timestamp::now()).unwrap();
        }
        fs::remove_file(&path).unwrap();
        assert!(journal.read().unwrap().is_gone);
        assert!(!journal.read().unwrap().is_gone, "it is told once");
        let fresh = journal.append(&deed("C"), Timestamp::now()).unwrap();
        assert_eq!((cases(&fresh.records), fresh.is_whole), (vec!["C"], false));
        let again = open(dir.path(), "b").read().unwrap();
        assert_eq!(cases(&again.records), ["A", "B", "C"]);
        assert_eq!(again.records.iter().map(|record| record.n).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn what_cannot_be_written_says_where_and_why() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("x.journal")).unwrap();
        fs::create_dir(dir.path().join("x.journal/incidents.journal")).unwrap();
        let mut journal = open(&dir.path().join("x.journal"), "a");
        let why = journal.append(&deed("A"), Timestamp::now()).unwrap_err().to_string();
        assert!(why.contains("not a regular file"), "{why}");
        let mut journal = open(Path::new("/proc/nowhere/x.journal"), "a");
        assert!(journal.append(&deed("A"), Timestamp::now()).unwrap_err().to_string().starts_with("/proc/nowhere"));
    }
}
