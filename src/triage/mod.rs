//! The desks: verdicts, notes and stars on cases, kept in a journal that is only ever appended to.
//!
//! A [`Desk`] is triage of past cases against an incident that is going on, or the review of the cases themselves. What a
//! person does is a [`Deed`] of [`Change`]s; the [`Journal`] stamps it, appends it and gives [`Record`]s; the [`Ledger`] is
//! what all records come to. Knows files and cases; knows nothing of the screen.

mod approval;
mod journal;
mod ledger;
mod queue;
mod record;
mod report;
mod session;
pub mod words;

use std::fmt;

pub use approval::{ApprovalError, Stamp, approve, rewrite};
pub use journal::{Fresh, Journal, JournalError, file_in, file_of};
pub use ledger::{Book, By, Given, Ledger, Noted, Step};
pub use queue::standing;
pub use record::{Change, Deed, Record, Ruling, Set, Way};
pub use report::{review_report, trail, triage_report};
pub use session::{Resume, Sessions};

/// What a case is judged for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Desk {
    /// Past cases against the incident of this name.
    Triage(String),
    /// The texts of the cases themselves.
    Review,
}

/// A judgement on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It applies to the incident; its text is approved.
    Accepted,
    /// It is ruled out; its text is rejected.
    Rejected,
    /// To be looked at later.
    Deferred,
}

/// What is wrong with a case that is rejected at the review desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It says what its source does not.
    Facts,
    /// The source is missing, dead or another one.
    Source,
    /// Durations or clock times are wrong.
    Durations,
    /// The language is wrong or unreadable.
    Language,
    /// The same incident is there already.
    Duplicate,
    /// Something else, told in words.
    Other,
}

/// What an action item of a past case is to the incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemState {
    /// To be done here too.
    ToDo,
    /// In place already.
    Have,
    /// Not for this system.
    NotOurs,
}

macro_rules! words {
    ($name:ident { $($variant:ident $word:literal,)+ }) => {
        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word in the journal and in queries.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value of a word.
            pub fn named(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

words!(Verdict { Accepted "accepted", Rejected "rejected", Deferred "deferred", });
words!(Fault {
    Facts "facts", Source "source", Durations "durations", Language "language", Duplicate "duplicate", Other "other",
});
words!(ItemState { ToDo "to-do", Have "have", NotOurs "not-ours", });

impl Verdict {
    /// Its sign, one column wide.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Accepted => "✔",
            Self::Rejected => "✘",
            Self::Deferred => "…",
        }
    }
}

impl Desk {
    /// The desk of an incident; none where the name says nothing.
    pub fn triage(name: &str) -> Option<Self> {
        let name = crate::text::Clean::line(name);
        (!name.is_blank()).then(|| Self::Triage(name.trim().to_owned()))
    }

    /// The incident, at the triage desk.
    pub fn incident(&self) -> Option<&str> {
        match self {
            Self::Triage(name) => Some(name),
            Self::Review => None,
        }
    }
}

impl fmt::Display for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triage(name) => write!(f, "triage {name}"),
            Self::Review => f.write_str("review"),
        }
    }
}
