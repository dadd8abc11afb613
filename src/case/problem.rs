//! What was odd in a file: named, never fatal.

use std::fmt;

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

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Self::NotUtf8(None) => f.write_str("not UTF-8; save the file as UTF-8"),
            Self::NotUtf8(Some(like)) => write!(f, "not UTF-8 (looks like {like}); save the file as UTF-8"),
            Self::NotJson(why) => write!(f, "not JSON: {why}"),
            Self::NoId => f.write_str("no id; a case needs a text in the field id"),
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::BadDate(text) => write!(f, "\"{text}\" is not a date; write YYYY, YYYY-MM or YYYY-MM-DD"),
            Self::BadDuration(text) => write!(f, "\"{text}\" is not a duration; write 9m or 29h 46m"),
            Self::BadTime(text) => write!(f, "\"{text}\" is not a time; write HH:MM or an RFC 3339 time"),
            Self::BrokenLink => f.write_str("link to something that is not there"),
            Self::OutsideLink => f.write_str("link that leads out of the library or round in a circle; not followed"),
            Self::NotAFile => f.write_str("not a regular file; not read"),
            Self::TooLarge(bytes) => write!(f, "{} MB is more than is read of one file", bytes / 1_000_000),
            Self::TooDeep => f.write_str("folder nested too deeply; not read"),
            Self::SameId(id) => write!(f, "id {id} stands in this source more than once; the last one counts"),
            Self::Empty => f.write_str("empty file"),
            Self::NotAJournalLine(why) => write!(f, "skipped, and left as it is: {why}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            write!(f, "{}: {}", self.place, self.reason)
        } else {
            write!(f, "{}: {}: {}", self.place, self.field, self.reason)
        }
    }
}
