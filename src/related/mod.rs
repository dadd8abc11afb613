//! Which cases are near which, and why.
//!
//! A shared root cause and a shared component weigh most: a case with both always comes before one that lacks either.
//! Reasons are data; their words come from the labels. Knows the heads of a library and nothing of texts.

use std::collections::HashMap;

use crate::case::{Head, Kind};
use crate::library::Library;
use crate::text::Clean;

/// Why a case is related, strongest first in a list of reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// One is recorded as a recurrence of the other.
    Recurrence,
    /// Both have the same root cause.
    SameCause,
    /// Both have this component.
    Component(Clean),
    /// Both have this symptom.
    Symptom(Clean),
    /// Both have this contributing factor.
    Factor(Clean),
    /// Both are of one organisation.
    SameOrganisation,
}

/// A related case.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// Its place in the library.
    pub at: usize,
    /// Nearness: above 0, at most 1.
    pub score: f32,
    /// Why, strongest first.
    pub reasons: Vec<Reason>,
}

const CAUSE: f32 = 3.0;
const COMPONENT: f32 = 3.0;
/// The most that all weaker reasons together can add; less than a cause or a component alone.
const REST: f32 = 2.0;
const LINKED: f32 = 8.0;
const BEST: f32 = LINKED + CAUSE + COMPONENT + REST;

/// How many cases have each slug; rare ones weigh more.
#[derive(Debug, Default)]
pub struct Rarity {
    counts: HashMap<(Kind, Clean), usize>,
    cases: usize,
}

impl Rarity {
    /// Counts the slugs of a library.
    pub fn of(library: &Library) -> Self {
        let mut counts = HashMap::new();
        for entry in library.entries() {
            let head = &entry.head;
            for (kind, slugs) in [
                (Kind::Symptom, &head.symptoms),
                (Kind::Component, &head.components),
                (Kind::Factor, &head.contributing),
            ] {
                for slug in slugs {
                    *counts.entry((kind, slug.clone())).or_insert(0) += 1;
                }
            }
        }
        Self {
            counts,
            cases: library.len(),
        }
    }

    /// 1 for a slug that only these two cases have, down to a tenth for one that all have.
    fn weight(&self, kind: Kind, slug: &Clean) -> f32 {
        let count = self.counts.get(&(kind, slug.clone())).copied().unwrap_or(1).max(2) as f32;
        let cases = (self.cases.max(2)) as f32;
        0.1 + 0.9 * (1.0 - (count / 2.0).ln() / (cases / 2.0).ln().max(0.1)).clamp(0.0, 1.0)
    }
}

/// The cases nearest to the one at `at`, best first, ties newest first; at most `limit`.
pub fn nearest(library: &Library, rarity: &Rarity, at: usize, limit: usize) -> Vec<Related> {
    let head = &library.entry(at).head;
    let mut found: Vec<Related> = library
        .entries()
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .filter_map(|(other, entry)| compare(rarity, head, &entry.head, other))
        .collect();
    // Entries stand newest first, so a stable sort keeps ties in that order.
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(limit);
    found
}

fn compare(rarity: &Rarity, a: &Head, b: &Head, at: usize) -> Option<Related> {
    let mut reasons = Vec::new();
    let mut score = 0.0;
    if b.recurrence_of.as_ref() == Some(&a.id) || a.recurrence_of.as_ref() == Some(&b.id) {
        reasons.push(Reason::Recurrence);
        score += LINKED;
    }
    if a.root_cause.is_some() && a.root_cause == b.root_cause {
        reasons.push(Reason::SameCause);
        score += CAUSE;
    }
    let components = shared(rarity, Kind::Component, &a.components, &b.components);
    let mut rest = 0.0;
    if let Some((weight, _)) = components.first() {
        score += COMPONENT;
        rest += 0.3 * weight + 0.2 * (components.len() - 1) as f32;
    }
    reasons.extend(components.into_iter().map(|(_, slug)| Reason::Component(slug)));
    for (weight, slug) in shared(rarity, Kind::Symptom, &a.symptoms, &b.symptoms) {
        rest += 0.8 * weight;
        reasons.push(Reason::Symptom(slug));
    }
    for (weight, slug) in shared(rarity, Kind::Factor, &a.contributing, &b.contributing) {
        rest += 0.5 * weight;
        reasons.push(Reason::Factor(slug));
    }
    if !a.org.is_blank() && a.org == b.org {
        rest += 0.25;
        reasons.push(Reason::SameOrganisation);
    }
    if reasons.is_empty() {
        return None;
    }
    score += rest.min(REST);
    Some(Related {
        at,
        score: score / BEST,
        reasons,
    })
}

/// Slugs in both lists with their weights, rarest first.
fn shared(rarity: &Rarity, kind: Kind, a: &[Clean], b: &[Clean]) -> Vec<(f32, Clean)> {
    let mut out: Vec<(f32, Clean)> = a
        .iter()
        .filter(|slug| b.contains(slug))
        .map(|slug| (rarity.weight(kind, slug), slug.clone()))
        .collect();
    out.sort_by(|x, y| y.0.total_cmp(&x.0));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(of: &str, limit: usize) -> Vec<String> {
        let library = Library::builtin();
        let at = library.position(of).unwrap();
        nearest(&library, &Rarity::of(&library), at, limit)
            .iter()
            .map(|related| library.entry(related.at).head.id.to_string())
            .collect()
    }

    #[test]
    fn the_twelve_cases_of_the_first_record_come_first() {
        let page = [
            "IL-0150", "IL-0352", "IL-0131", "IL-0529", "IL-0253", "IL-0243", "IL-0106", "IL-0493", "IL-0345",
            "IL-0030", "IL-0338", "IL-0396",
        ];
        let library = Library::builtin();
        let at = library.position("IL-0395").unwrap();
        let found = nearest(&library, &Rarity::of(&library), at, library.len());
        let last = found
            .iter()
            .rposition(|related| page.contains(&library.entry(related.at).head.id.as_str()))
            .unwrap();
        for related in &found[..=last] {
            assert_eq!(related.reasons[0], Reason::SameCause);
            assert!(related.reasons.contains(&Reason::Component(Clean::new("cloud-load-balancer"))));
        }
        let listed = ids("IL-0395", library.len());
        for id in page {
            assert!(listed.iter().any(|listed| listed == id), "{id}");
        }
    }

    #[test]
    fn cases_with_the_same_cause_and_a_database_come_first() {
        let library = Library::builtin();
        let at = library.position("IL-0366").unwrap();
        let found = nearest(&library, &Rarity::of(&library), at, library.len());
        for id in ["IL-0574", "IL-0179", "IL-0283", "IL-0392", "IL-0367", "IL-0511"] {
            let related = found.iter().find(|r| library.entry(r.at).head.id.as_str() == id).unwrap();
            assert_eq!(related.reasons[0], Reason::SameCause, "{id}");
            assert!(related.reasons.contains(&Reason::Component(Clean::new("database"))), "{id}");
        }
        let weaker = found.iter().position(|related| related.reasons[0] != Reason::SameCause).unwrap();
        assert!(weaker >= 6);
    }

    #[test]
    fn no_case_is_related_to_itself_and_scores_fall() {
        let library = Library::builtin();
        let rarity = Rarity::of(&library);
        for at in 0..library.len() {
            let found = nearest(&library, &rarity, at, 30);
            assert!(found.iter().all(|related| related.at != at && related.score > 0.0 && related.score <= 1.0));
            assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        }
    }
}
