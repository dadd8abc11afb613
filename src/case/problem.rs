//! What was odd in a file: named, never fatal. The words for it come from the labels.

/// Something that could not be read as it stands. The case, or the rest of it, is there all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// File or source, as the user would name it.
    pub place: String,
    /// Field with its path, such as `timeline.events[2].at`; empty when it is about the whole file.
    pub field: String,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a file or a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The file could not be opened or read; with the system's reason.
    Unreadable(String),
    /// The bytes are not UTF-8; with the encoding that they look like, where it can be told.
    NotUtf8(Option<&'static str>),
    /// Not JSON; with the parser's reason and place.
    NotJson(String),
    /// JSON, but no case: no `id`.
    NoId,
    /// Another type than expected.
    Expected(&'static str),
    /// A date that is none.
    BadDate(String),
    /// A duration that is none.
    BadDuration(String),
    /// A clock time that is none.
    BadTime(String),
    /// A link that leads nowhere.
    BrokenLink,
    /// A link that leads out of the library, or back into itself.
    OutsideLink,
    /// Not a regular file.
    NotAFile,
    /// More bytes than are read.
    TooLarge(u64),
    /// Nested deeper than is read.
    TooDeep,
    /// The same id again in the same source; the later one counts.
    SameId(String),
    /// A file without a case in it.
    Empty,
    /// A line of a journal that is torn, foreign or of a newer version; with why.
    NotAJournalLine(String),
}
