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
const BEST: f32 = CAUSE + COMPONENT + REST;

/// What the cases of a library have in common, prepared for comparing one with all: slugs as numbers, and how rare each
/// is, since rare ones weigh more.
#[derive(Debug, Default)]
pub struct Rarity {
    profiles: Vec<Profile>,
    slugs: Vec<Clean>,
    weights: Vec<f32>,
}

/// A case as numbers.
#[derive(Debug, Default)]
struct Profile {
    /// None where the case does not say.
    org: Option<u32>,
    cause: Option<u32>,
    components: Vec<u32>,
    symptoms: Vec<u32>,
    factors: Vec<u32>,
}

impl Rarity {
    /// Prepares a library.
    pub fn of<'a>(library: &'a Library) -> Self {
        let mut rarity = Self::default();
        let mut numbers: HashMap<(Kind, &str), u32> = HashMap::new();
        let mut counts: Vec<u32> = Vec::new();
        for entry in library.entries() {
            let head = &entry.head;
            let mut number = |kind: Kind, slug: &'a Clean| {
                let next = rarity.slugs.len() as u32;
                let number = *numbers.entry((kind, slug)).or_insert_with(|| {
                    rarity.slugs.push(slug.clone());
                    counts.push(0);
                    next
                });
                counts[number as usize] += 1;
                number
            };
            let profile = Profile {
                org: (!head.org.is_blank()).then(|| number(Kind::Domain, &head.org)),
                cause: head.root_cause.as_ref().map(|slug| number(Kind::Cause, slug)),
                components: head.components.iter().map(|slug| number(Kind::Component, slug)).collect(),
                symptoms: head.symptoms.iter().map(|slug| number(Kind::Symptom, slug)).collect(),
                factors: head.contributing.iter().map(|slug| number(Kind::Factor, slug)).collect(),
            };
            rarity.profiles.push(profile);
        }
        let cases = library.len().max(2) as f32;
        // 1 for a slug that only two cases have, down to a tenth for one that all have.
        rarity.weights = counts
            .iter()
            .map(|&count| {
                let share = (count.max(2) as f32 / 2.0).ln() / (cases / 2.0).ln().max(0.1);
                0.1 + 0.9 * (1.0 - share).clamp(0.0, 1.0)
            })
            .collect();
        rarity
    }

    /// Slugs in both lists, rarest first.
    fn shared(&self, a: &[u32], b: &[u32]) -> Vec<u32> {
        let mut out: Vec<u32> = a.iter().copied().filter(|slug| b.contains(slug)).collect();
        out.sort_by(|x, y| self.weights[*y as usize].total_cmp(&self.weights[*x as usize]));
        out
    }
}

/// The cases nearest to the one at `at`, best first, ties newest first; at most `limit`. `rarity` must be of this library.
pub fn nearest(library: &Library, rarity: &Rarity, at: usize, limit: usize) -> Vec<Related> {
    let mut found: Vec<(f32, usize)> = (0..library.len())
        .filter(|&other| other != at)
        .filter_map(|other| Some((score(library, rarity, at, other)?, other)))
        .collect();
    // Entries stand newest first, so the place decides ties.
    found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(limit);
    found
        .into_iter()
        .map(|(score, other)| Related {
            at: other,
            score: (score / BEST).min(1.0),
            reasons: reasons(library, rarity, at, other),
        })
        .collect()
}

fn is_linked(a: &Head, b: &Head) -> bool {
    b.recurrence_of.as_ref() == Some(&a.id) || a.recurrence_of.as_ref() == Some(&b.id)
}

fn score(library: &Library, rarity: &Rarity, at: usize, other: usize) -> Option<f32> {
    let (a, b) = (&rarity.profiles[at], &rarity.profiles[other]);
    let weight = |slug: &u32| rarity.weights[*slug as usize];
    let common = |mine: &[u32], theirs: &[u32]| -> f32 { mine.iter().filter(|s| theirs.contains(s)).map(weight).sum() };
    let mut score = 0.0;
    if is_linked(&library.entry(at).head, &library.entry(other).head) {
        score += LINKED;
    }
    if a.cause.is_some() && a.cause == b.cause {
        score += CAUSE;
    }
    let components = common(&a.components, &b.components);
    if components > 0.0 {
        score += COMPONENT;
    }
    let same_org = if a.org.is_some() && a.org == b.org { 0.25 } else { 0.0 };
    let rest =
        0.3 * components + 0.8 * common(&a.symptoms, &b.symptoms) + 0.5 * common(&a.factors, &b.factors) + same_org;
    score += rest.min(REST);
    (score > 0.0).then_some(score)
}

fn reasons(library: &Library, rarity: &Rarity, at: usize, other: usize) -> Vec<Reason> {
    let (a, b) = (&rarity.profiles[at], &rarity.profiles[other]);
    let mut out = Vec::new();
    if is_linked(&library.entry(at).head, &library.entry(other).head) {
        out.push(Reason::Recurrence);
    }
    if a.cause.is_some() && a.cause == b.cause {
        out.push(Reason::SameCause);
    }
    let mut add = |mine: &[u32], theirs: &[u32], make: fn(Clean) -> Reason| {
        out.extend(rarity.shared(mine, theirs).into_iter().map(|slug| make(rarity.slugs[slug as usize].clone())));
    };
    add(&a.components, &b.components, Reason::Component);
    add(&a.symptoms, &b.symptoms, Reason::Symptom);
    add(&a.factors, &b.factors, Reason::Factor);
    if a.org.is_some() && a.org == b.org {
        out.push(Reason::SameOrganisation);
    }
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
        let last =
            found.iter().rposition(|related| page.contains(&library.entry(related.at).head.id.as_str())).unwrap();
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
