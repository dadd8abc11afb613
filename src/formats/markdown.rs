//! A case, or a part of it, as Markdown and as plain text to paste.

use std::fmt::Write as _;

use crate::case::{Case, Kind, Language, Localized, Vocabulary};
use crate::labels::Label;

/// The line that names the case and its address below a copied text.
pub fn credit(case: &Case, language: Language) -> String {
    let title = text_of(&case.title, language).unwrap_or_default();
    let address = case.address().map(|url| format!(" {url}")).unwrap_or_default();
    format!("— {} {} · {}{address}", case.id, case.org, title.replace('\n', " "))
}

/// Action items as a checklist.
pub fn action_items(case: &Case, language: Language) -> String {
    list(&case.action_items, language, |_| "- [ ] ".to_owned())
}

/// Remediation as a numbered list.
pub fn remediation(case: &Case, language: Language) -> String {
    list(&case.remediation, language, |at| format!("{}. ", at + 1))
}

/// The whole case.
pub fn whole(case: &Case, language: Language) -> String {
    let vocabulary = Vocabulary::builtin();
    let label = |label: Label| label.text(language);
    let none = || "–".to_owned();
    let mut out = String::new();
    let title = text_of(&case.title, language).unwrap_or_else(|| case.id.to_string());
    let date = case.date.map_or_else(none, |date| date.to_string());
    let title = title.replace('\n', " ");
    let _ = write!(out, "# {title}\n\n{} · {} · {date}", case.id, case.org);
    for domain in &case.domain {
        let _ = write!(out, " · {domain}");
    }
    out.push_str("\n\n");
    if let Some(summary) = text_of(&case.summary, language) {
        let _ = write!(out, "{summary}\n\n");
    }
    let span = |span: Option<crate::case::Span>| match (span, language) {
        (None, _) => none(),
        (Some(span), Language::English) => span.to_string(),
        (Some(span), Language::Korean) => span.korean(),
    };
    let severity =
        case.severity.as_ref().map_or_else(none, |s| vocabulary.name(Kind::Severity, s, language).to_owned());
    let mut facts = vec![
        (Label::Severity, severity),
        (Label::Scope, text_of(&case.impact.scope, language).unwrap_or_else(none)),
        (Label::Users, text_of(&case.impact.users, language).unwrap_or_else(none)),
        (Label::Region, text_of(&case.impact.region, language).unwrap_or_else(none)),
        (Label::TimeToDetect, span(case.detected_after)),
        (Label::TimeToResolve, span(case.resolved_after)),
    ];
    if case.impaired_for.is_some() {
        facts.push((Label::ImpairedFor, span(case.impaired_for)));
    }
    for (name, value) in facts {
        let _ = writeln!(out, "- **{}**: {value}", label(name));
    }
    out.push('\n');
    if !case.events.is_empty() {
        let _ = writeln!(out, "## {}\n", label(Label::Timeline));
        for event in &case.events {
            let zone = event.at.zone().map(|zone| format!(" {zone}")).unwrap_or_default();
            let what = text_of(&event.text, language).unwrap_or_default();
            let _ = writeln!(out, "- {} {}{zone}: {what}", event.at.day(), event.at.clock());
        }
        out.push('\n');
    }
    let names = |kind: Kind, slugs: &[crate::text::Clean]| {
        slugs.iter().map(|slug| vocabulary.name(kind, slug, language)).collect::<Vec<_>>().join(" · ")
    };
    section(
        &mut out,
        label(Label::Symptoms),
        &[names(Kind::Symptom, &case.symptoms), text_or_empty(&case.symptoms_text, language)],
    );
    let mut parts: Vec<String> = Vec::new();
    parts.extend(case.root_cause.as_ref().map(|slug| vocabulary.name(Kind::Cause, slug, language).to_owned()));
    parts.extend(text_of(&case.trigger, language).map(|text| format!("**{}**: {text}", label(Label::Trigger))));
    for (name, kind, slugs) in [
        (Label::ContributingFactors, Kind::Factor, &case.contributing),
        (Label::Components, Kind::Component, &case.components),
    ] {
        if !slugs.is_empty() {
            parts.push(format!("**{}**: {}", label(name), names(kind, slugs)));
        }
    }
    section(&mut out, label(Label::RootCause), &parts);
    section(&mut out, label(Label::Detection), &[text_or_empty(&case.detection, language)]);
    section(&mut out, label(Label::Remediation), &[remediation(case, language)]);
    section(&mut out, label(Label::ActionItems), &[action_items(case, language)]);
    section(&mut out, label(Label::Lessons), &[list(&case.lessons, language, |_| "- ".to_owned())]);
    let mut sources = String::new();
    for source in &case.sources {
        let _ = write!(sources, "- <{}>", source.url);
        if let Some(kind) = &source.kind {
            let _ = write!(sources, " · {kind}");
        }
        if let Some(archived) = &source.archived {
            let _ = write!(sources, " · [{}](<{archived}>)", label(Label::ArchivedCopy));
        }
        sources.push('\n');
    }
    section(&mut out, label(Label::Sources), &[sources]);
    record(&mut out, case, language);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Cases and documents that the record itself names, and who wrote and checked it.
fn record(out: &mut String, case: &Case, language: Language) {
    let mut links = String::new();
    for id in case.recurrence_of.iter().chain(&case.related) {
        let is_recurrence = case.recurrence_of.as_ref() == Some(id);
        let tail = if is_recurrence { format!(" · {}", Label::RecurrenceOf.text(language)) } else { String::new() };
        let _ = writeln!(links, "- {id}{tail}");
    }
    links.push_str(&list(&case.docs, language, |_| "- ".to_owned()));
    if !links.is_empty() {
        section(out, Label::NamedByRecord.text(language), &[links]);
    }
    let review = &case.review;
    let by = |text: &Option<crate::text::Clean>| text.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string);
    let _ = writeln!(
        out,
        "{} {} · {} {} {}",
        Label::WrittenBy.text(language),
        by(&review.written_by),
        Label::ReviewedBy.text(language),
        by(&review.reviewed_by),
        review.reviewed_at.as_ref().map(ToString::to_string).unwrap_or_default(),
    );
}

/// The whole case in both languages, the shown one first.
pub fn both(case: &Case, language: Language) -> String {
    format!("{}\n---\n\n{}", whole(case, language), whole(case, language.other()))
}

fn section(out: &mut String, name: &str, parts: &[String]) {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
    let body = if parts.is_empty() { "–".to_owned() } else { parts.join("\n\n") };
    let _ = write!(out, "## {name}\n\n{body}\n\n");
}

fn list(items: &[Localized], language: Language, lead: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for (at, text) in items.iter().filter_map(|item| text_of(item, language)).enumerate() {
        let _ = writeln!(out, "{}{}", lead(at), text.replace('\n', " "));
    }
    out
}

fn text_of(text: &Localized, language: Language) -> Option<String> {
    text.in_language(language).map(|shown| shown.text.to_string())
}

fn text_or_empty(text: &Localized, language: Language) -> String {
    text_of(text, language).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;

    #[test]
    fn every_label_of_the_page_is_in_the_whole_case() {
        let library = Library::builtin();
        let (case, _) = library.find("IL-0395").unwrap().read();
        let text = whole(&case, Language::English);
        for label in [
            "Severity",
            "Scope",
            "Users affected",
            "Region",
            "Time to detect",
            "Time to resolve",
            "Symptoms",
            "Root cause",
            "Trigger",
            "Detection",
            "Remediation",
            "Action items",
            "Lessons",
            "Sources",
            "archived copy",
        ] {
            assert!(text.contains(label), "{label}");
        }
        assert!(text.contains("**Severity**: –") && text.contains("## Lessons\n\n–"));
        let korean = whole(&case, Language::Korean);
        assert!(korean.contains("**복구까지**: 22분") && korean.contains("소프트웨어 결함"));
    }

    #[test]
    fn lists_are_one_item_a_line() {
        let library = Library::builtin();
        let (case, _) = library.find("IL-0395").unwrap().read();
        assert_eq!(action_items(&case, Language::Korean).lines().count(), 5);
        assert!(action_items(&case, Language::English).lines().all(|line| line.starts_with("- [ ] ")));
        assert!(remediation(&case, Language::English).starts_with("1. Moved"));
        assert!(credit(&case, Language::English).contains("https://benchlet.com/incidentlib/app/cases/IL-0395"));
    }
}
