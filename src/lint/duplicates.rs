//! Cases that look like the same incident recorded twice.

use std::collections::HashSet;

use super::Finding;
use crate::case::{Case, Language};
use crate::library::Library;

/// Share of common word sequences from which two summaries are called the same text.
const SAME_TEXT: f64 = 0.5;
/// Words in a sequence.
const WORDS: usize = 4;

pub(super) fn check(library: &Library) -> Vec<Finding> {
    let cases: Vec<(Case, &str)> = library.entries().iter().map(|entry| (entry.read().0, entry.place())).collect();
    let texts: Vec<HashSet<u64>> = cases.iter().map(|(case, _)| sequences(case)).collect();
    let mut findings = Vec::new();
    for (at, (case, place)) in cases.iter().enumerate() {
        for other in at + 1..cases.len() {
            let (twin, _) = &cases[other];
            let reason = if same_event(case, twin) {
                "has the organisation, the date and a source of"
            } else if similarity(&texts[at], &texts[other]) >= SAME_TEXT {
                "has nearly the summary of"
            } else {
                continue;
            };
            findings.push(Finding {
                place: (*place).to_owned(),
                id: case.id.to_string(),
                field: String::new(),
                reason: format!("{reason} {}", twin.id),
            });
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

fn similarity(a: &HashSet<u64>, b: &HashSet<u64>) -> f64 {
    if a.len().min(b.len()) < 8 {
        return 0.0;
    }
    a.intersection(b).count() as f64 / a.len().min(b.len()) as f64
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
        check(&library).into_iter().map(|finding| finding.reason).collect()
    }

    #[test]
    fn the_same_event_and_the_same_text_are_found() {
        let source = json!([{"url": "https://a.example/1"}]);
        let one = json!({"id": "A", "org": "O", "date": "2020-01-02", "sources": source});
        let two = json!({"id": "B", "org": "O", "date": "2020-01-02", "sources": source});
        let other = json!({"id": "C", "org": "O", "date": "2020-01-03", "sources": source});
        assert_eq!(findings(&[one, two, other]), ["has the organisation, the date and a source of B"]);
        let text = "one replica lost its disk and the other could not take over because its copy was stale by hours";
        let first = json!({"id": "D", "summary": {"en": text}});
        let second = json!({"id": "E", "summary": {"en": format!("{text} again")}});
        assert_eq!(findings(&[first, second]), ["has nearly the summary of E"]);
    }
}
