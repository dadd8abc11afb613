//! Cases that look like the same incident recorded twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Finding, Flaw};
use crate::case::{Case, Date, Language};
use crate::library::Library;

/// Share of common word sequences from which two summaries are called the same text.
const SAME_TEXT: f64 = 0.5;
/// Words in a sequence.
const WORDS: usize = 4;

pub(super) fn check(library: &Library) -> Vec<Finding> {
    let cases: Vec<(Case, &str)> = library.entries().iter().map(|entry| (entry.read().0, entry.place())).collect();
    let texts: Vec<HashSet<u64>> = cases.iter().map(|(case, _)| sequences(case)).collect();
    // Only cases that share something are compared: a day and an organisation, or a run of words.
    let mut by_event: HashMap<(Option<Date>, &str), Vec<usize>> = HashMap::new();
    let mut by_run: HashMap<u64, Vec<u32>> = HashMap::new();
    // Runs in common with each of the cases before, and with which there are any.
    let mut shared = vec![0_u32; cases.len()];
    let mut sharing: Vec<u32> = Vec::new();
    let mut findings = Vec::new();
    for (at, (case, place)) in cases.iter().enumerate() {
        for &run in &texts[at] {
            let others = by_run.entry(run).or_default();
            for &other in others.iter() {
                let runs = &mut shared[other as usize];
                if *runs == 0 {
                    sharing.push(other);
                }
                *runs += 1;
            }
            others.push(at as u32);
        }
        let others = by_event.entry((case.date, case.org.as_str())).or_default();
        let twins: Vec<usize> = others.iter().copied().filter(|&other| same_event(case, &cases[other].0)).collect();
        others.push(at);
        let mut all: BTreeSet<usize> = twins.iter().copied().collect();
        for other in sharing.drain(..).map(|other| other as usize) {
            let runs = std::mem::take(&mut shared[other]) as usize;
            if is_same_text(runs, texts[at].len().min(texts[other].len())) {
                all.insert(other);
            }
        }
        for other in all {
            let id = cases[other].0.id.clone();
            let flaw = if twins.contains(&other) { Flaw::SameEvent(id) } else { Flaw::SameSummary(id) };
            findings.push(Finding { place: (*place).to_owned(), id: case.id.to_string(), field: String::new(), flaw });
        }
    }
    findings
}

/// How many cases may share a source before it is a list of many incidents.
const SOURCE_OF_MANY: usize = 3;

/// How many cases of an organisation may be of one day before that says nothing.
const SAME_DAY: usize = 5;

/// Cases that share a source, or the organisation and the day.
pub(super) fn possible(library: &Library) -> Vec<Finding> {
    let cases: Vec<(Case, &str)> = library.entries().iter().map(|entry| (entry.read().0, entry.place())).collect();
    let mut by_source: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut by_day: BTreeMap<(&str, Date), BTreeSet<usize>> = BTreeMap::new();
    for (at, (case, _)) in cases.iter().enumerate() {
        for source in &case.sources {
            by_source.entry(&source.url).or_default().insert(at);
        }
        if let Some(date) = case.date.filter(|date| date.first_day() == date.last_day()) {
            by_day.entry((&case.org, date)).or_default().insert(at);
        }
    }
    let mut findings = Vec::new();
    let mut add = |at: usize, field: &str, flaw: Flaw| {
        let (case, place) = &cases[at];
        findings.push(Finding { place: (*place).to_owned(), id: case.id.to_string(), field: field.to_owned(), flaw });
    };
    for group in by_source.values().filter(|group| (2..=SOURCE_OF_MANY).contains(&group.len())) {
        for (&at, &other) in group.iter().flat_map(|at| group.iter().map(move |other| (at, other))) {
            if at != other {
                add(at, "sources", Flaw::SharedSource(cases[other].0.id.clone()));
            }
        }
    }
    for group in by_day.values().filter(|group| group.len() <= SAME_DAY) {
        for (&at, &other) in group.iter().flat_map(|at| group.iter().map(move |other| (at, other))) {
            if at != other {
                add(at, "date", Flaw::SameDay(cases[other].0.id.clone()));
            }
        }
    }
    findings
}

fn same_event(a: &Case, b: &Case) -> bool {
    let precise = a.date.is_some_and(|date| date.first_day() == date.last_day());
    precise
        && a.date == b.date
        && a.org == b.org
        && a.sources.iter().any(|source| b.sources.iter().any(|other| other.url == source.url))
}

/// Hashes of each run of words of the summary, in English where there is one.
fn sequences(case: &Case) -> HashSet<u64> {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let text = case.summary.in_language(Language::English).map(|shown| shown.text.to_lowercase()).unwrap_or_default();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words
        .windows(WORDS)
        .map(|run| {
            let mut hasher = DefaultHasher::new();
            run.hash(&mut hasher);
            hasher.finish()
        })
        .collect()
}

/// Whether texts with so many runs in common are the same, where the shorter one has so many.
fn is_same_text(shared: usize, shorter: usize) -> bool {
    shorter >= 8 && shared as f64 >= SAME_TEXT * shorter as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn findings(cases: &[serde_json::Value]) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let lines: Vec<String> = cases.iter().map(ToString::to_string).collect();
        std::fs::write(dir.path().join("c.jsonl"), lines.join("\n")).unwrap();
        let library = Library::load(false, &[dir.path().to_owned()], &mut |_| {});
        let english = |finding: &Finding| crate::formats::words::flaw(&finding.flaw, Language::English);
        check(&library).iter().map(english).collect()
    }

    #[test]
    fn the_same_event_and_the_same_text_are_found() {
        let source = json!([{"url": "https://a.example/1"}]);
        let one = json!({"id": "A", "org": "O", "date": "2020-01-02", "sources": source});
        let two = json!({"id": "B", "org": "O", "date": "2020-01-02", "sources": source});
        let other = json!({"id": "C", "org": "O", "date": "2020-01-03", "sources": source});
        assert_eq!(findings(&[one, two, other]), ["has the organisation, the date and a source of A"]);
        let text = "one replica lost its disk and the other could not take over because its copy was stale by hours";
        let first = json!({"id": "D", "summary": {"en": text}});
        let second = json!({"id": "E", "summary": {"en": format!("{text} again")}});
        assert_eq!(findings(&[first, second]), ["has nearly the summary of D"]);
    }
}
