//! What a curator would mend in a library: checks over the cases, each finding with its file, field and reason.
//!
//! Reading never fails on any of this; a lint does. Knows libraries and the vocabulary; judges no style.

mod case_rules;
mod duplicates;
mod numbers;

use std::fmt;

use crate::library::{Entry, Library};

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
    pub reason: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [&self.place, &self.id, &self.field, &self.reason];
        let mut first = true;
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            if !first {
                f.write_str(": ")?;
            }
            f.write_str(part)?;
            first = false;
        }
        Ok(())
    }
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
            reason: problem.reason.to_string(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_library_is_clean() {
        let findings = lint(&Library::builtin());
        let shown: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(shown.is_empty(), "{} findings:\n{}", shown.len(), shown.join("\n"));
    }
}
