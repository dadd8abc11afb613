//! The checks of one case by itself.

use serde_json::Value;

use super::{Finding, Flaw, difference};
use crate::case::{Case, Event, Kind, Language, Localized, Span, Vocabulary};
use crate::library::{Entry, Library};
use crate::text::Clean;

pub(super) fn check(entry: &Entry) -> Vec<Finding> {
    let (case, problems) = entry.read();
    let mut report = Report { place: entry.place(), id: &case.id, findings: Vec::new() };
    for problem in problems {
        report.add(&problem.field, Flaw::Odd(problem.reason));
    }
    required(&case, &mut report);
    texts(&case, &mut report);
    slugs(&case, &mut report);
    times(&case, &mut report);
    sources(&case, &mut report);
    if let Ok(value) = serde_json::from_str(entry.json()) {
        characters(&value, "", &mut report);
    }
    report.findings
}

struct Report<'a> {
    place: &'a str,
    id: &'a str,
    findings: Vec<Finding>,
}

impl Report<'_> {
    fn add(&mut self, field: &str, flaw: Flaw) {
        self.findings.push(Finding {
            place: self.place.to_owned(),
            id: self.id.to_owned(),
            field: field.to_owned(),
            flaw,
        });
    }
}

fn required(case: &Case, report: &mut Report) {
    for (field, is_there) in [
        ("title", !case.title.is_empty()),
        ("org", !case.org.is_blank()),
        ("date", case.date.is_some()),
        ("domain", !case.domain.is_empty()),
        ("sources", !case.sources.is_empty()),
    ] {
        if !is_there {
            report.add(field, Flaw::Missing);
        }
    }
}

/// Both languages, different texts, the same figures.
fn texts(case: &Case, report: &mut Report) {
    let mut counts = std::collections::HashMap::new();
    for (field, text) in case.texts() {
        let at = counts.entry(field).or_insert(0usize);
        let path = match field {
            "lessons" | "docs" => format!("{field}[{at}]"),
            "remediation" | "action_items" | "timeline.events" => format!("{field}[{at}].text"),
            _ => field.to_owned(),
        };
        *at += 1;
        for language in Language::ALL {
            if text.is_missing(language) {
                report.add(&path, Flaw::NoText(language));
            }
        }
        pair(&path, text, report);
    }
}

fn pair(path: &str, text: &Localized, report: &mut Report) {
    let (Some(english), Some(korean)) = (text.get(Language::English), text.get(Language::Korean)) else {
        return;
    };
    if english == korean {
        // A name such as us-east-1 is the same everywhere.
        if english.contains(' ') {
            report.add(path, Flaw::SameText);
        }
        return;
    }
    if let Some(difference) = difference(english, korean) {
        report.add(path, Flaw::Figures(difference));
    }
}

fn slugs(case: &Case, report: &mut Report) {
    let one = |slug: &Option<Clean>| slug.iter().cloned().collect::<Vec<_>>();
    let lists = [
        ("domain", Kind::Domain, case.domain.clone()),
        ("symptoms", Kind::Symptom, case.symptoms.clone()),
        ("components", Kind::Component, case.components.clone()),
        ("contributing", Kind::Factor, case.contributing.clone()),
        ("root_cause", Kind::Cause, one(&case.root_cause)),
        ("severity", Kind::Severity, one(&case.severity)),
        ("date_kind", Kind::DateKind, one(&case.date_kind)),
    ];
    let vocabulary = Vocabulary::builtin();
    for (field, kind, slugs) in lists {
        for (at, slug) in slugs.iter().enumerate() {
            if vocabulary.term(kind, slug).is_none() {
                report.add(field, Flaw::UnknownSlug(slug.clone()));
            }
            if slugs[..at].contains(slug) {
                report.add(field, Flaw::Twice(slug.clone()));
            }
        }
    }
}

/// Durations against each other, and clock times in order and on the date of the case.
fn times(case: &Case, report: &mut Report) {
    if let (Some(detected), Some(resolved)) = (case.detected_after, case.resolved_after)
        && detected > resolved
    {
        report.add("timeline", Flaw::DetectedLate { detected, resolved });
    }
    if let (Some(impaired), Some(resolved)) = (case.impaired_for, case.resolved_after)
        && impaired > resolved
    {
        report.add("timeline.impaired_for", Flaw::ImpairedLong { impaired, resolved });
    }
    for (at, pair) in case.events.windows(2).enumerate() {
        if pair[1].at.minutes_since(pair[0].at) < 0 {
            report.add(&format!("timeline.events[{}].at", at + 1), Flaw::EventEarlier);
        }
    }
    let (Some(first), Some(last)) = (case.events.first(), case.events.last()) else {
        return;
    };
    // What led up to it may lie before the date, and zones differ by a day; but it cannot all have been over before.
    if let (Some(date), true) = (case.date, last.at.zone().is_some())
        && last.at.after(24 * 60).date() < date.first_day()
    {
        report.add("timeline.events", Flaw::AllBefore(date));
    }
    // Clock times that go past the whole duration are fine (follow-up work); a duration far past the last clock time,
    // where that claims to be the end, is not: then one of the two was miscounted.
    if let Some(resolved) = case.resolved_after
        && case.events.len() > 2
        && first.at.zone().is_some()
    {
        let minutes = resolved.minutes() as i64;
        let near = |event: &Event| {
            let offset = event.at.minutes_since(first.at);
            offset != minutes && (offset - minutes).abs() % 60 == 0 && (offset - minutes).abs() <= 3 * 60 && offset > 0
        };
        let exact = case.events.iter().any(|event| event.at.minutes_since(first.at) == minutes);
        if !exact && minutes % 60 != 0 && near(last) {
            report.add("timeline.resolved_after", Flaw::WholeHours(resolved));
        }
    }
}

/// What may be a fault of a case and need not be one.
pub(super) fn possible(entry: &Entry, library: &Library) -> Vec<Finding> {
    let (case, _) = entry.read();
    let mut report = Report { place: entry.place(), id: &case.id, findings: Vec::new() };
    for (field, span) in
        [("timeline.detected_after", case.detected_after), ("timeline.resolved_after", case.resolved_after)]
    {
        // Where the start has no clock time of its own, nor has the end.
        if let Some(span) = span.filter(|span| case.events.len() > 1 && !are_apart(&case.events, *span)) {
            report.add(field, Flaw::NoSuchClock(span));
        }
    }
    for (at, id) in case.related.iter().enumerate() {
        if library.find(id).is_none() {
            report.add(&format!("related[{at}]"), Flaw::NoSuchCase(id.clone()));
        }
    }
    if let Some(id) = case.recurrence_of.as_ref().filter(|id| library.find(id).is_none()) {
        report.add("recurrence_of", Flaw::NoSuchCase(id.clone()));
    }
    report.findings
}

/// Whether two clock times are so far apart, to the minute.
fn are_apart(events: &[Event], span: Span) -> bool {
    let minutes = span.minutes() as i64;
    let mut offsets: Vec<i64> = events.iter().map(|event| event.at.minutes_since(events[0].at)).collect();
    offsets.sort_unstable();
    offsets.iter().any(|from| {
        let next = offsets.partition_point(|to| *to < from + minutes - 1);
        offsets.get(next).is_some_and(|to| *to <= from + minutes + 1)
    })
}

fn sources(case: &Case, report: &mut Report) {
    for (at, source) in case.sources.iter().enumerate() {
        address(&source.url, &format!("sources[{at}].url"), report);
        if let Some(archived) = &source.archived {
            address(archived, &format!("sources[{at}].archived"), report);
        }
        match &source.kind {
            None => report.add(&format!("sources[{at}].kind"), Flaw::Missing),
            Some(kind) if Vocabulary::builtin().term(Kind::SourceKind, kind).is_none() => {
                report.add(&format!("sources[{at}].kind"), Flaw::UnknownSlug(kind.clone()));
            }
            Some(_) => {}
        }
        if case.sources[..at].iter().any(|other| other.url == source.url) {
            report.add(&format!("sources[{at}].url"), Flaw::Twice(source.url.clone()));
        }
    }
    if let Some(url) = &case.url {
        address(url, "url", report);
    }
}

fn address(url: &Clean, field: &str, report: &mut Report) {
    if !is_address(url) {
        report.add(field, Flaw::NotAnAddress(url.clone()));
    } else if let Some(part) = dead_part(url) {
        report.add(field, Flaw::DeadAddress(url.clone(), Clean::line(part)));
    }
}

/// The part of a web address that tells by its form that it does not lead anywhere, or not for others: a host of a private
/// network, a shortened address (which says nothing when it dies), or marks that were copied along.
fn dead_part(url: &str) -> Option<&str> {
    const PRIVATE: [&str; 7] = [".invalid", ".test", ".local", ".localhost", ".internal", ".corp", ".lan"];
    const SHORTENED: [&str; 6] = ["bit.ly", "t.co", "goo.gl", "tinyurl.com", "me2.do", "buly.kr"];
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    if PRIVATE.iter().any(|ending| host.ends_with(ending)) || SHORTENED.contains(&host) || is_private_number(host) {
        return Some(host);
    }
    let marks = ["http://http", "https://http", "…", "...", "<", ">", "TODO", "%20%20"];
    if let Some(mark) = marks.iter().find(|mark| url.contains(**mark)) {
        return Some(mark);
    }
    let last = url.char_indices().next_back()?;
    let is_open = last.1 == ')' && url.matches(')').count() > url.matches('(').count();
    (matches!(last.1, '.' | ',' | ';' | '"' | '\'' | ']' | '>') || is_open).then(|| &url[last.0..])
}

/// An address of a private network: `10.1.2.3`.
fn is_private_number(host: &str) -> bool {
    host.parse::<std::net::Ipv4Addr>().is_ok_and(|number| number.is_private() || number.is_loopback())
}

/// `http` or `https`, a host with a dot, no blanks.
fn is_address(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.contains('.') && !host.starts_with('.') && !text.contains(char::is_whitespace)
}

/// Characters that no text of a case should hold: controls, invisible ones, direction overrides; and decomposed Hangul.
fn characters(value: &Value, path: &str, report: &mut Report) {
    match value {
        Value::String(text) => {
            if let Some(c) = text.chars().find(|c| is_unwanted(*c)) {
                report.add(path, Flaw::Character(c));
            } else if !unicode_normalization::is_nfc(text) {
                report.add(path, Flaw::NotComposed);
            }
        }
        Value::Array(list) => {
            for (at, item) in list.iter().enumerate() {
                characters(item, &format!("{path}[{at}]"), report);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                characters(item, &path, report);
            }
        }
        _ => {}
    }
}

fn is_unwanted(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Findings of a sound case with some fields replaced.
    fn findings(changes: &Value) -> Vec<String> {
        let mut case = serde_json::json!({
            "id": "T-1", "org": "Org", "date": "2024-05-06", "date_kind": "incident", "domain": ["gcp"],
            "title": {"en": "Cache lost 12 keys", "ko": "캐시가 키 12개를 잃었다"},
            "root_cause": "software-bug", "symptoms": ["http-502"], "components": ["redis"], "contributing": [],
            "timeline": {"detected_after": "9m", "resolved_after": "22m", "events": []},
            "sources": [{"url": "https://a.example/x", "kind": "news", "archived": null}]
        });
        for (key, value) in changes.as_object().unwrap() {
            case[key] = value.clone();
        }
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("t.json"), case.to_string()).unwrap();
        let library = Library::load(false, &[dir.path().to_owned()], &mut |_| {});
        let english = |finding| crate::formats::words::finding(finding, Language::English);
        super::super::lint(&library).iter().map(english).collect()
    }

    #[test]
    fn a_sound_case_has_no_findings() {
        assert_eq!(findings(&serde_json::json!({})), Vec::<String>::new());
    }

    #[test]
    fn each_fault_is_named_with_file_field_and_reason() {
        let faults = [
            (serde_json::json!({"title": {"en": "Only one"}}), "t.json: T-1: title: no text in ko"),
            (serde_json::json!({"symptoms": ["sadness"]}), "t.json: T-1: symptoms: sadness is not in the vocabulary"),
            (serde_json::json!({"sources": []}), "t.json: T-1: sources: missing"),
            (
                serde_json::json!({"sources": [{"url": "a.example", "kind": "news"}]}),
                "t.json: T-1: sources[0].url: a.example is not a web address",
            ),
            (
                serde_json::json!({"sources": [{"url": "https://wiki.corp/pm/7", "kind": "news"}]}),
                "t.json: T-1: sources[0].url: https://wiki.corp/pm/7 looks dead: wiki.corp",
            ),
            (
                serde_json::json!({"sources": [{"url": "https://a.example/x).", "kind": "news"}]}),
                "t.json: T-1: sources[0].url: https://a.example/x). looks dead: .",
            ),
            (
                serde_json::json!({"date": "2024-13"}),
                "t.json: T-1: date: “2024-13” is not a date; write YYYY, YYYY-MM or YYYY-MM-DD",
            ),
            (
                serde_json::json!({"timeline": {"detected_after": "1h", "resolved_after": "22m"}}),
                "t.json: T-1: timeline: detected after 1h, later than resolved after 22m",
            ),
            (
                serde_json::json!({"title": {"en": "Cache lost 12 keys", "ko": "캐시가 키 13개를 잃었다"}}),
                "t.json: T-1: title: figures differ: only en [12], only ko [13]",
            ),
            (serde_json::json!({"org": "Or\u{200b}g"}), "t.json: T-1: org: holds the character U+200B"),
            (serde_json::json!({"domain": ["gcp", "gcp"]}), "t.json: T-1: domain: gcp stands there twice"),
        ];
        for (change, expected) in faults {
            assert!(findings(&change).contains(&expected.to_owned()), "{expected}\n{:?}", findings(&change));
        }
    }

    #[test]
    fn events_are_in_order_and_on_the_date() {
        let events = serde_json::json!({"timeline": {"events": [
            {"at": "2024-05-01T10:00:00Z", "text": {"en": "a b", "ko": "가"}},
            {"at": "2024-05-01T09:00:00Z", "text": {"en": "c d", "ko": "나"}}]}});
        let found = findings(&events);
        assert!(found.iter().any(|f| f.contains("events[1].at: earlier")), "{found:?}");
        assert!(found.iter().any(|f| f.contains("all are before the date of the case")), "{found:?}");
    }
}
