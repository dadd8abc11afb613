//! The query language: words, `"exact words"`, `-word` and `field:value`.

use std::sync::Arc;

use super::endings::without_particle;
use super::known::Known;
use super::standing::{self, Standing};
use super::written::{Token, as_written, split_values, tokens, without_marks};
use crate::case::{Date, Kind, Span};
use crate::library::distance;

/// Every field of the language.
pub const FIELDS: [&str; 18] = [
    "id",
    "org",
    "cause",
    "component",
    "symptom",
    "factor",
    "domain",
    "severity",
    "source",
    "kind",
    "year",
    "since",
    "until",
    "detect",
    "resolve",
    "verdict",
    "review",
    "missing",
];
/// `has:` is the other side of `missing:`.
const HAS: &str = "has";
/// What `missing:` and `has:` can be asked for.
const PARTS: [&str; 10] =
    ["en", "ko", "summary", "detection", "remediation", "actions", "lessons", "timeline", "sources", STAR];
/// Asked of the journal, not of the record.
pub(super) const STAR: &str = "star";

/// What was asked: all terms must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    terms: Vec<Term>,
    complaints: Vec<Complaint>,
    standing: Arc<Standing>,
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    /// As it was typed.
    pub(super) typed: String,
    pub(super) negated: bool,
    pub(super) ask: Ask,
}

/// What a term asks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ask {
    /// A word or phrase anywhere in the texts; exact words are not looked for fuzzily.
    /// A Korean noun may also stand with another particle: then there is its stem.
    Text {
        words: String,
        exact: bool,
        stem: Option<String>,
    },
    Id(Vec<String>),
    Org(Vec<String>),
    Source(Vec<String>),
    Slug(Kind, Vec<String>),
    /// Ranges of days, first and last.
    Days(Vec<(Option<Date>, Option<Date>)>),
    Detect(Compare, Span),
    Resolve(Compare, Span),
    Has(Vec<String>),
    Missing(Vec<String>),
    /// Words of the standing.
    Verdict(Vec<&'static str>),
    Review(Vec<&'static str>),
}

/// How a duration is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

impl Compare {
    pub(super) fn holds(self, is: Span, wanted: Span) -> bool {
        match self {
            Self::Less => is < wanted,
            Self::AtMost => is <= wanted,
            Self::More => is > wanted,
            Self::AtLeast => is >= wanted,
            Self::Equal => is.minutes() == wanted.minutes(),
        }
    }
}

/// What could not be understood, as data: the words come from the labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// No such field.
    UnknownField {
        /// As it was typed.
        field: String,
        /// Fields like it.
        near: Vec<String>,
    },
    /// No such value of a field.
    UnknownValue {
        /// The field.
        field: String,
        /// As it was typed.
        value: String,
        /// Values like it.
        near: Vec<String>,
    },
    /// A value of the wrong form.
    BadValue {
        /// The field.
        field: String,
        /// As it was typed.
        value: String,
        /// A value of the right form.
        example: &'static str,
    },
    /// A verdict is asked for and no desk is on that gives any.
    NoDesk,
}

impl Query {
    /// Reads a query. What cannot be understood is told by [`Query::complaints`]; the rest holds all the same.
    pub fn parse(text: &str, known: &Known) -> Self {
        let mut query = Self::default();
        let text = as_written(text);
        for token in tokens(&text) {
            let before = query.terms.len();
            query.token(&token, known);
            for term in &mut query.terms[before..] {
                term.typed = format!("{}{}", if token.negated { "-" } else { "" }, token.text);
            }
        }
        query
    }

    /// What could not be understood.
    pub fn complaints(&self) -> &[Complaint] {
        &self.complaints
    }

    /// Whether everything matches.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The words and phrases to mark in the texts.
    pub fn words(&self) -> Vec<String> {
        self.terms
            .iter()
            .filter(|term| !term.negated)
            .filter_map(|term| match &term.ask {
                Ask::Text { words, stem, .. } => Some(stem.as_ref().unwrap_or(words).clone()),
                _ => None,
            })
            .collect()
    }

    /// The same query, asked of what people said of the cases.
    #[must_use]
    pub fn given(mut self, standing: Arc<Standing>) -> Self {
        let asks_for_verdict = self.terms.iter().any(|term| matches!(term.ask, Ask::Verdict(_)));
        if asks_for_verdict && standing.verdicts.is_none() {
            self.complaints.push(Complaint::NoDesk);
        }
        self.standing = standing;
        self
    }

    /// Whether what it finds changes with verdicts, reviews or stars.
    pub fn depends_on_standing(&self) -> bool {
        self.terms.iter().any(|term| match &term.ask {
            Ask::Verdict(_) | Ask::Review(_) => true,
            Ask::Has(parts) | Ask::Missing(parts) => parts.iter().any(|part| part == STAR),
            _ => false,
        })
    }

    pub(super) fn standing(&self) -> &Standing {
        &self.standing
    }

    pub(super) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The same query with the terms only for which `keep` says so.
    pub(super) fn only(&self, keep: impl Fn(&Term) -> bool) -> Self {
        let mut query = self.clone();
        query.terms.retain(|term| keep(term));
        query
    }

    /// The same query without its term number `at`.
    pub(super) fn without(&self, at: usize) -> Self {
        let mut query = self.clone();
        query.terms.remove(at);
        query
    }

    /// Gives up the particles of the words for which `is_noun` says so.
    pub(super) fn give_up_particles(mut self, is_noun: impl Fn(&str) -> bool) -> Self {
        for term in self.terms.iter_mut().filter(|term| !term.negated) {
            if let Ask::Text { words, exact: false, stem } = &mut term.ask
                && let Some(noun) = without_particle(words)
                && is_noun(words)
            {
                *stem = Some(noun.to_owned());
            }
        }
        self
    }

    fn push(&mut self, negated: bool, ask: Ask) {
        self.terms.push(Term { typed: String::new(), negated, ask });
    }

    fn token(&mut self, token: &Token<'_>, known: &Known) {
        let Token { negated, text, quoted } = *token;
        if quoted {
            if !text.trim().is_empty() {
                self.push(negated, Ask::Text { words: text.to_owned(), exact: true, stem: None });
            }
            return;
        }
        if let Some((field, value)) = text.split_once(':')
            && !field.is_empty()
            && field.chars().all(|c| c.is_ascii_alphabetic())
            && !value.starts_with("//")
        {
            let field = field.to_ascii_lowercase();
            let field = field.as_str();
            if FIELDS.contains(&field) || field == HAS {
                if !value.is_empty() {
                    self.field(negated, field, value, known);
                }
                return;
            }
            let near = nearest(field, FIELDS.iter().copied().chain([HAS]), 2);
            if !near.is_empty() && field.len() > 2 {
                self.complaints.push(Complaint::UnknownField { field: field.to_owned(), near });
            }
        }
        // What folds to nothing, such as a lone zero-width space, asks nothing.
        let is_dash = text.chars().all(|c| matches!(c, '—' | '–' | '·' | '•' | '…' | '→'));
        if !is_dash && !crate::text::fold::units(text).is_empty() {
            self.push(negated, Ask::Text { words: without_marks(text).to_owned(), exact: false, stem: None });
        }
    }

    fn field(&mut self, negated: bool, field: &str, value: &str, known: &Known) {
        let values: Vec<String> = split_values(value)
            .into_iter()
            .map(|one| one.trim().trim_matches('"').to_lowercase())
            .filter(|one| !one.is_empty())
            .collect();
        if values.is_empty() {
            return;
        }
        let slug_kind = match field {
            "cause" => Some(Kind::Cause),
            "component" => Some(Kind::Component),
            "symptom" => Some(Kind::Symptom),
            "factor" => Some(Kind::Factor),
            "domain" => Some(Kind::Domain),
            "severity" => Some(Kind::Severity),
            "kind" => Some(Kind::SourceKind),
            _ => None,
        };
        if let Some(kind) = slug_kind {
            let mut slugs = Vec::new();
            for one in &values {
                let found = known.resolve(kind, one);
                if found.is_empty() {
                    let near = known.near(kind, one);
                    self.unknown(field, one, near);
                }
                slugs.extend(found);
            }
            return self.push(negated, Ask::Slug(kind, slugs));
        }
        match field {
            "id" => self.push(negated, Ask::Id(values)),
            "org" => {
                for one in &values {
                    let part = crate::text::fold::units(one);
                    let holds = |org: &String| memchr::memmem::find(&crate::text::fold::units(org), &part).is_some();
                    if !known.orgs.iter().any(holds) {
                        let near = known.near_orgs(one);
                        self.unknown(field, one, near);
                    }
                }
                self.push(negated, Ask::Org(values));
            }
            "source" => {
                for one in &values {
                    if !known.sources.contains(one) {
                        let near: Vec<String> = known.sources.iter().take(3).cloned().collect();
                        self.unknown(field, one, near);
                    }
                }
                self.push(negated, Ask::Source(values));
            }
            "year" => match value.split(',').filter(|one| !one.is_empty()).map(years).collect() {
                Some(ranges) => self.push(negated, Ask::Days(ranges)),
                None => self.bad(field, value, "year:2019..2021"),
            },
            "since" | "until" => match Date::parse(value) {
                Some(date) if field == "since" => self.push(negated, Ask::Days(vec![(Some(date.first_day()), None)])),
                Some(date) => self.push(negated, Ask::Days(vec![(None, Some(date.last_day()))])),
                None => self.bad(field, value, "since:2019-07"),
            },
            "detect" | "resolve" => match duration(value) {
                Some((compare, span)) if field == "detect" => self.push(negated, Ask::Detect(compare, span)),
                Some((compare, span)) => self.push(negated, Ask::Resolve(compare, span)),
                None => self.bad(field, value, "resolve:<2h"),
            },
            "verdict" | "review" => {
                let mut wanted = Vec::new();
                for one in &values {
                    match standing::word(one) {
                        Some(word) => wanted.push(word),
                        None => self.unknown(field, one, standing::words().map(str::to_owned).collect()),
                    }
                }
                self.push(negated, if field == "review" { Ask::Review(wanted) } else { Ask::Verdict(wanted) });
            }
            _ => {
                for one in &values {
                    if !PARTS.contains(&one.as_str()) {
                        self.unknown(field, one, nearest(one, PARTS.iter().copied(), 3));
                    }
                }
                self.push(negated, if field == HAS { Ask::Has(values) } else { Ask::Missing(values) });
            }
        }
    }

    fn unknown(&mut self, field: &str, value: &str, near: Vec<String>) {
        self.complaints.push(Complaint::UnknownValue { field: field.to_owned(), value: value.to_owned(), near });
    }

    fn bad(&mut self, field: &str, value: &str, example: &'static str) {
        self.complaints.push(Complaint::BadValue { field: field.to_owned(), value: value.to_owned(), example });
    }
}

fn years(value: &str) -> Option<(Option<Date>, Option<Date>)> {
    let (first, last) = value.split_once("..").unwrap_or((value, value));
    let date = |text: &str| if text.is_empty() { Some(None) } else { Date::parse(text).map(Some) };
    let (first, last) = (date(first)?, date(last)?);
    (first.is_some() || last.is_some()).then_some((first.map(Date::first_day), last.map(Date::last_day)))
}

fn duration(value: &str) -> Option<(Compare, Span)> {
    let (compare, rest) = [
        ("<=", Compare::AtMost),
        (">=", Compare::AtLeast),
        ("<", Compare::Less),
        (">", Compare::More),
        ("=", Compare::Equal),
    ]
    .into_iter()
    .find_map(|(sign, compare)| value.strip_prefix(sign).map(|rest| (compare, rest)))
    .unwrap_or((Compare::Equal, value));
    Span::parse(rest).map(|span| (compare, span))
}

/// The candidates within `most` edits of `wanted`, nearest first, at most three.
fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    let mut near: Vec<(usize, &str)> = candidates
        .map(|candidate| (distance(wanted, candidate), candidate))
        .filter(|(far, candidate)| *far <= most || candidate.starts_with(wanted))
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, candidate)| candidate.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;
    use proptest::prelude::*;

    fn parse(text: &str) -> Query {
        Query::parse(text, &Known::of(&Library::builtin()))
    }

    #[test]
    fn words_phrases_exclusion() {
        let query = parse(r#"dns -ttl "connection refused" - "#);
        assert_eq!(query.words(), ["dns", "connection refused", "-"]);
        assert!(query.terms()[1].negated);
        assert!(query.complaints().is_empty());
    }

    #[test]
    fn fields_take_names_synonyms_and_parts() {
        let query = parse("symptom:oom cause:software-bug component:\"Cloud load balancer\" org:google,aws");
        assert_eq!(query.terms()[0].ask, Ask::Slug(Kind::Symptom, vec!["oom-killed".into()]));
        assert_eq!(query.terms()[2].ask, Ask::Slug(Kind::Component, vec!["cloud-load-balancer".into()]));
        assert_eq!(query.terms()[3].ask, Ask::Org(vec!["google".into(), "aws".into()]));
        assert_eq!(query.terms().len(), 4);
    }

    #[test]
    fn the_unknown_is_said_with_the_nearest() {
        let query = parse("cuase:x cause:sofware-bug resolve:soon");
        assert_eq!(
            query.complaints()[0],
            Complaint::UnknownField { field: "cuase".into(), near: vec!["cause".into()] }
        );
        assert!(matches!(&query.complaints()[1], Complaint::UnknownValue { near, .. } if near[0] == "software-bug"));
        assert!(matches!(&query.complaints()[2], Complaint::BadValue { .. }));
    }

    #[test]
    fn words_are_read_as_a_sentence_has_them() {
        assert_eq!(
            parse("redis, kafka; (timeout) dns? [node] c++ f(x) .net").words().join("|"),
            "redis|kafka|timeout|dns|node|c++|f(x)|.net"
        );
        assert_eq!(
            parse("“connection refused” ‘dns’ 캐시、로그。").words(),
            ["connection refused", "dns", "캐시", "로그"]
        );
        assert_eq!(parse("\x1b[31mzookeeper\x1b[0m").words(), ["zookeeper"]);
        assert_eq!(parse("!").words(), ["!"]);
    }

    #[test]
    fn the_nearest_value_is_found_by_its_name_and_by_a_word_of_it() {
        for (typed, meant) in [
            ("symptom:latncy", "high-latency"),
            ("component:kubernets", "kube-apiserver"),
            ("org:amzon", "amazon web services"),
            ("cause:softwre", "software-bug"),
        ] {
            let query = parse(typed);
            let near = match &query.complaints()[0] {
                Complaint::UnknownValue { near, .. } => near.clone(),
                other => panic!("{other:?}"),
            };
            assert!(near.iter().any(|near| near == meant), "{typed}: {near:?}");
        }
    }

    #[test]
    fn years_and_durations() {
        assert!(matches!(&parse("-year:2014,2019..2020").terms()[0].ask, Ask::Days(ranges) if ranges.len() == 2));
        assert!(parse("year:2014,soon").terms().is_empty());
        let query = parse("year:2019..2021 since:2020-07 detect:>30m resolve:<2h");
        assert_eq!(query.terms()[0].ask, Ask::Days(vec![(Date::parse("2019-01-01"), Date::parse("2021-12-31"))]));
        assert_eq!(query.terms()[3].ask, Ask::Resolve(Compare::Less, Span::from_minutes(120)));
    }

    #[test]
    fn what_looks_like_a_field_and_is_none_is_a_word() {
        for text in ["http://a.example", "12:30", "error:timeout", ":", "-", "()"] {
            assert_eq!(parse(text).words().len(), 1, "{text}");
        }
        for text in ["", "   ", "\u{200b}", "\"\""] {
            assert!(parse(text).is_empty(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_query(text in "\\PC{0,60}") {
            let known = Known::default();
            let query = Query::parse(&text, &known);
            prop_assert!(query.words().iter().all(|word| !word.trim().is_empty() || word.is_empty()));
        }
    }
}
