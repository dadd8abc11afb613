//! What is to be done outside, and what came of it; values, so that the update can be tested without doing anything.

use std::path::PathBuf;

use crate::text::Clean;
use crate::triage::{Deed, Fresh, Resume};

/// Something to do outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Put a text on the clipboard.
    Copy {
        /// The text.
        text: String,
        /// What it is, in the language shown, for the notice.
        what: String,
        /// The cases that it is of.
        cases: Vec<Clean>,
    },
    /// Write a text to a new file.
    WriteFile {
        /// Where; a relative path is one from the working directory.
        path: PathBuf,
        /// The text.
        text: String,
    },
    /// Open an address in the user's browser.
    OpenLink(String),
    /// Write a deed into the journal, and approvals into the files of the cases.
    Record(Box<Recording>),
    /// Keep what is needed to go on after a cut; nothing when the desk was left.
    Keep(Option<Box<Resume>>),
    /// What becomes of a state that an earlier run left behind.
    LeftBehind(Fate),
    /// Check every case of the library.
    Check,
    /// Edit a file of the user's own in their editor.
    Edit {
        /// The file.
        path: PathBuf,
        /// The line that the case begins on.
        line: usize,
    },
    /// Read the folders again.
    Reload,
    /// Capture the mouse, or let it go.
    CaptureMouse(bool),
    /// Draw every cell anew.
    Redraw,
    /// Stop until `fg`.
    Suspend,
    /// End the program.
    Quit,
}

/// What is to be written at a desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// What goes into the journal.
    pub deed: Deed,
    /// What goes into the files of cases, before that.
    pub approvals: Vec<Approval>,
    /// What follows when it is written.
    pub then: Then,
}

/// An approval that is put into the file of a case, or taken back out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The case.
    pub case: Clean,
    /// Its file.
    pub path: PathBuf,
    /// The case as it stands there.
    pub json: String,
    /// Put in, or taken back.
    pub approved: bool,
    /// The case as it is to stand there again, byte for byte, where that is known.
    pub restore: Option<String>,
}

/// What follows when something is written at a desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// On to the next case without a verdict after this one; these were judged.
    MoveOn(Vec<Clean>),
    /// An action item was judged: on to the next one.
    NextItem,
    /// The note is saved.
    CloseNote(Clean),
    /// A field was flagged.
    Flagged,
    /// A step was undone, or done again; it was about this case, and so many.
    Stepped {
        /// Undone or done again.
        undone: bool,
        /// One of its cases.
        case: Clean,
        /// How many things changed.
        count: usize,
    },
    /// A star was set or taken away.
    Starred(bool),
    /// Nothing is said.
    Nothing,
}

/// What becomes of a state that an earlier run left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// This run goes on with it.
    Adopt,
    /// It stays for another time.
    Leave,
    /// It is thrown away.
    Discard,
}

/// The way by which a text was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The system's clipboard; it was read back or confirmed.
    Native,
    /// The buffer of tmux.
    Tmux,
    /// An OSC 52 sequence was sent to the terminal, which does not confirm; through tmux or not.
    Terminal {
        /// Wrapped for tmux.
        through_tmux: bool,
    },
    /// A file.
    File(PathBuf),
}

/// What came of an effect.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A text was copied.
    Copied {
        /// What it was.
        what: String,
        /// How long, in bytes.
        bytes: usize,
        /// How.
        route: Route,
        /// Why an earlier route did not do, where that is worth telling.
        because: Option<String>,
        /// The cases that it was of.
        cases: Vec<Clean>,
    },
    /// A text was not copied.
    NotCopied(String),
    /// A file was written.
    Written(PathBuf),
    /// A file was not written: the path and why.
    NotWritten(PathBuf, String),
    /// An address was handed to the opener.
    Opened(String),
    /// There is nothing to open it with, or that failed.
    NotOpened(String, String),
    /// A recording is in the journal and synced: what the journal has beside it, what was written, and the cases as they
    /// stand in their files now.
    Recorded {
        /// New lines of the journal.
        fresh: Fresh,
        /// What was written.
        recording: Box<Recording>,
        /// Cases whose file was changed, with their text.
        rewritten: Vec<(Clean, String)>,
    },
    /// A recording is not in the journal, and nothing of it anywhere: why.
    NotRecorded(Box<Recording>, String),
    /// The state to go on from could not be kept: why.
    NotKept(String),
    /// An editor was left.
    Edited {
        /// The file.
        path: PathBuf,
        /// The line that the case begins on.
        line: usize,
        /// The file before.
        before: String,
        /// The file now.
        after: String,
    },
    /// A file was not edited: why.
    NotEdited(String),
}
