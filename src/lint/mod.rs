//! What a curator would mend in a library: checks over the cases, each finding with its file, field and reason.
//!
//! Reading never fails on any of this; a lint does. Knows libraries and the vocabulary; judges no style.

mod case_rules;
mod duplicates;
mod numbers;

use crate::case::{Date, Language, Reason, Span};
use crate::library::{Entry, Library};
use crate::text::Clean;

pub use numbers::{Difference, difference};

/// Something to mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, with a line where it has several cases.
    pub place: String,
    /// The case; empty where it is about a whole file.
    pub id: String,
    /// The field with its path.
    pub field: String,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong. The words for it come from the labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It could not be read as it stands.
    Odd(Reason),
    /// A field that every case should have.
    Missing,
    /// No text in this language.
    NoText(Language),
    /// The two languages say it in the same words.
    SameText,
    /// Figures that stand in one language only.
    Figures(Difference),
    /// A slug without a name.
    UnknownSlug(Clean),
    /// The same value twice.
    Twice(Clean),
    /// Detected after it was resolved.
    DetectedLate {
        /// Time to detect.
        detected: Span,
        /// Time to resolve.
        resolved: Span,
    },
    /// Impaired for longer than it took to resolve.
    ImpairedLong {
        /// Time impaired.
        impaired: Span,
        /// Time to resolve.
        resolved: Span,
    },
    /// A clock time before the one above it.
    EventEarlier,
    /// Every clock time is before the date of the case.
    AllBefore(Date),
    /// A time to resolve that is whole hours away from the last clock time.
    WholeHours(Span),
    /// No web address.
    NotAnAddress(Clean),
    /// A web address that cannot be one for others, or was copied wrongly; and the part of it that tells so.
    DeadAddress(Clean, Clean),
    /// A character that no text should hold.
    Character(char),
    /// Hangul in parts.
    NotComposed,
    /// A duration that no two clock times are apart.
    NoSuchClock(Span),
    /// A case that is named and is not there.
    NoSuchCase(Clean),
    /// The organisation, the date and a source of another case.
    SameEvent(Clean),
    /// Nearly the summary of another case.
    SameSummary(Clean),
    /// A source of another case.
    SharedSource(Clean),
    /// The organisation and the day of another case.
    SameDay(Clean),
}

/// Every finding in a library: of files, of cases in their order, and of cases beside each other.
pub fn lint(library: &Library) -> Vec<Finding> {
    let mut findings: Vec<Finding> = library
        .problems()
        .iter()
        .map(|problem| Finding {
            place: problem.place.clone(),
            id: String::new(),
            field: problem.field.clone(),
            flaw: Flaw::Odd(problem.reason.clone()),
        })
        .collect();
    for entry in library.entries() {
        findings.extend(check_case(entry));
    }
    findings.extend(check_duplicates(library));
    findings
}

/// The findings of one case by itself.
pub fn check_case(entry: &Entry) -> Vec<Finding> {
    case_rules::check(entry)
}

/// Cases that look like the same incident recorded twice.
pub fn check_duplicates(library: &Library) -> Vec<Finding> {
    duplicates::check(library)
}

/// What may be a fault and need not be one, a question to a person: cases that may be the same incident, durations that no
/// clock times bear out, cases that are named and not there.
pub fn check_possible(library: &Library) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        library.entries().iter().flat_map(|entry| case_rules::possible(entry, library)).collect();
    findings.extend(duplicates::possible(library));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_library_is_clean() {
        let findings = lint(&Library::builtin());
        let shown: Vec<String> = findings.iter().map(|finding| format!("{finding:?}")).collect();
        assert!(shown.is_empty(), "{} findings:\n{}", shown.len(), shown.join("\n"));
    }
}
