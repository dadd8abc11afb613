//! Data in words: complaints about a query, reasons why a case is related, what is odd in files, what a curator would mend. One wording for the screen and the subcommands.

use crate::case::{Kind, Language, Problem, Reason as Odd, Vocabulary};
use crate::labels::Label;
use crate::lint::{Finding, Flaw};
use crate::related::Reason;
use crate::search::Complaint;
use crate::text::Clean;

/// What could not be understood in a query.
pub fn complaint(complaint: &Complaint, language: Language) -> String {
    let list = |near: &[String]| near.join(", ");
    match complaint {
        Complaint::UnknownField { field, near } => {
            Label::UnknownField.with(language, &[("field", field), ("near", &list(near))])
        }
        Complaint::UnknownValue { field, value, near } if near.is_empty() => {
            Label::UnknownValue.with(language, &[("field", field), ("value", value)])
        }
        Complaint::UnknownValue { field, value, near } => {
            Label::UnknownValueNear.with(language, &[("field", field), ("value", value), ("near", &list(near))])
        }
        Complaint::BadValue { field, value, example } => {
            Label::BadValue.with(language, &[("field", field), ("value", value), ("example", example)])
        }
        Complaint::NoDesk => Label::NoDeskForVerdict.text(language).to_owned(),
    }
}

/// Reasons in words, strongest first: `same root cause · shared Cloud load balancer`.
pub fn reasons(reasons: &[Reason], language: Language) -> String {
    let vocabulary = Vocabulary::builtin();
    let words: Vec<String> = reasons
        .iter()
        .map(|reason| match reason {
            Reason::Recurrence => Label::Recurrence.text(language).to_owned(),
            Reason::SameCause => Label::SameCause.text(language).to_owned(),
            Reason::Component(slug) => {
                Label::Shared.with(language, &[("what", vocabulary.name(Kind::Component, slug, language))])
            }
            Reason::Symptom(slug) => vocabulary.name(Kind::Symptom, slug, language).to_owned(),
            Reason::Factor(slug) => format!("+ {}", vocabulary.name(Kind::Factor, slug, language)),
            Reason::SameOrganisation => Label::SameOrganisation.text(language).to_owned(),
        })
        .collect();
    words.join(" · ")
}

/// What was odd in a file, with its place: `x.json: date: “soon” is not a date; …`.
pub fn problem(problem: &Problem, language: Language) -> String {
    joined(&[&problem.place, &problem.field, &odd(&problem.reason, language)])
}

/// What is to be mended, with its place.
pub fn finding(finding: &Finding, language: Language) -> String {
    joined(&[&finding.place, &finding.id, &finding.field, &flaw(&finding.flaw, language)])
}

/// What a field is called on the page: `Remediation 1` of `remediation[0]`; itself where the page has no name for it.
pub fn field(path: &str, language: Language) -> String {
    let first = path.split(['.', '[']).next().unwrap_or_default();
    let label = match (first, path) {
        (_, "impact.scope") => Label::Scope,
        (_, "impact.users") => Label::Users,
        (_, "impact.region") => Label::Region,
        (_, "timeline.detected_after") => Label::TimeToDetect,
        (_, "timeline.resolved_after") => Label::TimeToResolve,
        (_, "timeline.impaired_for") => Label::ImpairedFor,
        ("title", _) => Label::SortTitle,
        ("org", _) => Label::SortOrganisation,
        ("date", _) => Label::SortDate,
        ("summary", _) => Label::Summary,
        ("severity", _) => Label::Severity,
        ("timeline", _) => Label::Timeline,
        ("symptoms_text" | "symptoms", _) => Label::Symptoms,
        ("root_cause", _) => Label::RootCause,
        ("trigger", _) => Label::Trigger,
        ("contributing", _) => Label::ContributingFactors,
        ("components", _) => Label::Components,
        ("domain", _) => Label::Domain,
        ("detection", _) => Label::Detection,
        ("remediation", _) => Label::Remediation,
        ("action_items", _) => Label::ActionItems,
        ("lessons", _) => Label::Lessons,
        ("sources", _) => Label::Sources,
        _ => return Clean::line(path).to_string(),
    };
    let number = path.split_once('[').and_then(|(_, rest)| rest.split_once(']')?.0.parse::<usize>().ok());
    let number = number.map(|at| format!(" {}", at + 1)).unwrap_or_default();
    format!("{}{number}", label.text(language))
}

fn joined(parts: &[&str]) -> String {
    // A field is named as the file names it, whatever that is.
    let parts = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>();
    Clean::line(&parts.join(": ")).to_string()
}

fn odd(reason: &Odd, language: Language) -> String {
    let (label, values): (Label, Vec<(&str, String)>) = match reason {
        Odd::Unreadable(why) => (Label::OddUnreadable, vec![("why", why.clone())]),
        Odd::NotUtf8(None) => (Label::OddNotUtf8, Vec::new()),
        Odd::NotUtf8(Some(like)) => (Label::OddNotUtf8Like, vec![("like", (*like).to_owned())]),
        Odd::NotJson(why) => (Label::OddNotJson, vec![("why", why.clone())]),
        Odd::NoId => (Label::OddNoId, Vec::new()),
        Odd::Expected(what) => (Label::OddExpected, vec![("what", (*what).to_owned())]),
        Odd::BadDate(text) => (Label::OddDate, vec![("text", text.clone())]),
        Odd::BadDuration(text) => (Label::OddDuration, vec![("text", text.clone())]),
        Odd::BadTime(text) => (Label::OddTime, vec![("text", text.clone())]),
        Odd::BrokenLink => (Label::OddBrokenLink, Vec::new()),
        Odd::OutsideLink => (Label::OddOutsideLink, Vec::new()),
        Odd::NotAFile => (Label::OddNotAFile, Vec::new()),
        Odd::TooLarge(bytes) => (Label::OddTooLarge, vec![("size", (bytes / 1_000_000).to_string())]),
        Odd::TooDeep => (Label::OddTooDeep, Vec::new()),
        Odd::SameId(id) => (Label::OddSameId, vec![("id", id.clone())]),
        Odd::Empty => (Label::OddEmpty, Vec::new()),
        Odd::NotAJournalLine(why) => (Label::OddJournalLine, vec![("why", why.clone())]),
    };
    filled(label, &values, language)
}

/// What is wrong with a field, without its place.
pub fn flaw(flaw: &Flaw, language: Language) -> String {
    let list = |numbers: &[String]| numbers.join(", ");
    let span = |span: crate::case::Span| span.in_language(language);
    let (label, values): (Label, Vec<(&str, String)>) = match flaw {
        Flaw::Odd(reason) => return odd(reason, language),
        Flaw::Missing => (Label::FlawMissing, Vec::new()),
        Flaw::NoText(of) => (Label::FlawNoText, vec![("language", language_name(*of, language).to_owned())]),
        Flaw::SameText => (Label::FlawSameText, Vec::new()),
        Flaw::Figures(difference) => {
            let sides = [(Language::English, &difference.english), (Language::Korean, &difference.korean)];
            let only = |(of, numbers): (Language, &Vec<String>)| {
                let values = [("language", language_name(of, language)), ("figures", &list(numbers))];
                Label::OnlyIn.with(language, &values)
            };
            let sides: Vec<String> = sides.into_iter().filter(|(_, numbers)| !numbers.is_empty()).map(only).collect();
            (Label::FlawFigures, vec![("sides", sides.join(", "))])
        }
        Flaw::UnknownSlug(slug) => (Label::FlawUnknownSlug, vec![("slug", slug.to_string())]),
        Flaw::Twice(what) => (Label::FlawTwice, vec![("what", what.to_string())]),
        Flaw::DetectedLate { detected, resolved } => {
            (Label::FlawDetectedLate, vec![("detected", span(*detected)), ("resolved", span(*resolved))])
        }
        Flaw::ImpairedLong { impaired, resolved } => {
            (Label::FlawImpairedLong, vec![("impaired", span(*impaired)), ("resolved", span(*resolved))])
        }
        Flaw::EventEarlier => (Label::FlawEventEarlier, Vec::new()),
        Flaw::AllBefore(date) => (Label::FlawAllBefore, vec![("date", date.to_string())]),
        Flaw::WholeHours(of) => (Label::FlawWholeHours, vec![("span", span(*of))]),
        Flaw::NotAnAddress(url) => (Label::FlawNotAnAddress, vec![("url", url.to_string())]),
        Flaw::DeadAddress(url, part) => {
            (Label::FlawDeadAddress, vec![("url", url.to_string()), ("part", part.to_string())])
        }
        Flaw::Character(c) => (Label::FlawCharacter, vec![("code", format!("U+{:04X}", *c as u32))]),
        Flaw::NotComposed => (Label::FlawNotComposed, Vec::new()),
        Flaw::SameEvent(id) => (Label::FlawSameEvent, vec![("id", id.to_string())]),
        Flaw::NoSuchClock(of) => (Label::FlawNoSuchClock, vec![("span", span(*of))]),
        Flaw::NoSuchCase(id) => (Label::FlawNoSuchCase, vec![("id", id.to_string())]),
        Flaw::SameSummary(id) => (Label::FlawSameSummary, vec![("id", id.to_string())]),
        Flaw::SharedSource(id) => (Label::FlawSharedSource, vec![("id", id.to_string())]),
        Flaw::SameDay(id) => (Label::FlawSameDay, vec![("id", id.to_string())]),
    };
    filled(label, &values, language)
}

fn language_name(of: Language, language: Language) -> &'static str {
    match (language, of) {
        (Language::English, of) => of.code(),
        (Language::Korean, Language::English) => "영어",
        (Language::Korean, Language::Korean) => "한국어",
    }
}

fn filled(label: Label, values: &[(&str, String)], language: Language) -> String {
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    label.with(language, &values)
}
