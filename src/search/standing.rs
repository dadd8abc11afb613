//! What people said of cases, as far as queries ask for it: verdicts, reviews, stars.

use std::collections::{BTreeSet, HashMap};

use crate::library::Entry;
use crate::text::Clean;

/// What is asked for where nothing was said.
pub(super) const NONE: &str = "none";
/// The words of `verdict:` and `review:`, each with others that mean the same.
const WORDS: [(&str, &[&str]); 4] = [
    ("accepted", &["applies", "approved", "accept", "approve", "해당", "승인"]),
    ("rejected", &["ruled-out", "ruledout", "reject", "배제", "반려"]),
    ("deferred", &["later", "defer", "보류"]),
    (NONE, &["open", "없음"]),
];

/// What people said of the cases of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Verdicts at the desk that is on; none when no desk is on.
    pub verdicts: Option<HashMap<Clean, &'static str>>,
    /// Whether the desk that is on is the review: then a verdict is what a review is.
    pub is_review: bool,
    /// Verdicts at the review desk, beside the approvals that the records themselves tell of.
    pub reviews: HashMap<Clean, &'static str>,
    /// Cases with a star.
    pub stars: BTreeSet<Clean>,
}

impl Standing {
    pub(super) fn verdict(&self, entry: &Entry) -> &'static str {
        if self.is_review {
            return self.review(entry);
        }
        self.verdicts.as_ref().and_then(|verdicts| verdicts.get(&entry.head.id)).copied().unwrap_or(NONE)
    }

    pub(super) fn review(&self, entry: &Entry) -> &'static str {
        let recorded = if entry.head.is_reviewed { "accepted" } else { NONE };
        self.reviews.get(&entry.head.id).copied().unwrap_or(recorded)
    }
}

/// The words that `verdict:` and `review:` know.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word)
}

/// The word that a typed one means.
pub(super) fn word(typed: &str) -> Option<&'static str> {
    WORDS.iter().find(|(word, others)| *word == typed || others.contains(&typed)).map(|(word, _)| *word)
}
