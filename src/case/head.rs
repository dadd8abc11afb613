//! The head of a case: what the list, the filter fields and the neighbours need, read without building the rest.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Date, Kind, Localized, Span};
use crate::text::Clean;

/// The fields of a case that its row and its neighbours need. Unknown values are absent, never an error.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Identifier, as written; unique in a library.
    pub id: Clean,
    /// Organisation.
    pub org: Clean,
    /// Date of the incident, as precise as it is known.
    pub date: Option<Date>,
    /// Title.
    pub title: Localized,
    /// Slugs of the field: `gcp`, `networking`.
    pub domain: Vec<Clean>,
    /// Slug; absent when unknown.
    pub severity: Option<Clean>,
    /// Slugs of what was seen.
    pub symptoms: Vec<Clean>,
    /// Slugs of the parts that failed or were central.
    pub components: Vec<Clean>,
    /// Slug; absent when unknown.
    pub root_cause: Option<Clean>,
    /// Slugs of contributing factors.
    pub contributing: Vec<Clean>,
    /// From the start of the impact to its detection.
    pub detected_after: Option<Span>,
    /// From the start of the impact to its end.
    pub resolved_after: Option<Span>,
    /// The case of which this one is a recurrence.
    pub recurrence_of: Option<Clean>,
    /// Whether the record says that somebody checked it.
    pub is_reviewed: bool,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Raw {
    id: Text,
    org: Text,
    date: Text,
    title: Localized,
    domain: Texts,
    severity: Text,
    symptoms: Texts,
    components: Texts,
    root_cause: Text,
    contributing: Texts,
    timeline: Parts,
    recurrence_of: Text,
    review: Parts,
}

/// What is needed of the objects `timeline` and `review`.
#[derive(Default)]
struct Parts {
    detected_after: Text,
    resolved_after: Text,
    reviewed_at: Text,
}

impl Head {
    /// Reads the head of one case.
    ///
    /// # Errors
    /// When `json` is not a JSON object, or names a field twice.
    pub fn parse(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json).map(Self::of)
    }

    /// Reads the head of one case out of bytes; those that the head does not need are only skipped, not looked at.
    ///
    /// # Errors
    /// As [`Head::parse`], and when a text that is needed is not UTF-8.
    pub fn parse_bytes(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json).map(Self::of)
    }

    fn of(raw: Raw) -> Self {
        Self {
            id: raw.id.line(),
            org: raw.org.line(),
            date: raw.date.0.as_deref().and_then(Date::parse),
            title: raw.title,
            domain: raw.domain.0,
            severity: raw.severity.known(),
            symptoms: raw.symptoms.0,
            components: raw.components.0,
            root_cause: raw.root_cause.known(),
            contributing: raw.contributing.0,
            detected_after: raw.timeline.detected_after.0.as_deref().and_then(Span::parse),
            resolved_after: raw.timeline.resolved_after.0.as_deref().and_then(Span::parse),
            recurrence_of: raw.recurrence_of.known(),
            is_reviewed: raw.review.reviewed_at.known().is_some(),
        }
    }
}

impl Head {
    /// The slugs of a kind that the case has; none for kinds that are not in the head.
    pub fn slugs(&self, kind: Kind) -> &[Clean] {
        match kind {
            Kind::Symptom => &self.symptoms,
            Kind::Component => &self.components,
            Kind::Factor => &self.contributing,
            Kind::Domain => &self.domain,
            Kind::Cause => self.root_cause.as_slice(),
            Kind::Severity => self.severity.as_slice(),
            Kind::SourceKind | Kind::DateKind => &[],
        }
    }
}

/// A string, or a number or truth value written out; anything else is nothing.
#[derive(Default)]
pub(super) struct Text(pub(super) Option<String>);

impl Text {
    fn line(&self) -> Clean {
        self.0.as_deref().map(Clean::line).unwrap_or_default()
    }

    fn known(&self) -> Option<Clean> {
        self.0.as_deref().map(Clean::line).filter(|text| !text.is_blank() && text.as_str() != "unknown")
    }
}

/// A list of strings; a lone string is a list of one.
#[derive(Default)]
struct Texts(Vec<Clean>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Texts;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a list of text")
            }

            fn visit_str<E>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![Clean::line(text)]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Texts, A::Error> {
                let mut out = Vec::new();
                while let Some(text) = seq.next_element::<Text>()? {
                    out.extend(text.0.as_deref().map(Clean::line).filter(|text| !text.is_blank()));
                }
                Ok(Texts(out))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Texts, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Texts::default())
            }

            fn visit_unit<E>(self) -> Result<Texts, E> {
                Ok(Texts::default())
            }

            fn visit_bool<E>(self, _: bool) -> Result<Texts, E> {
                Ok(Texts::default())
            }

            fn visit_i64<E>(self, _: i64) -> Result<Texts, E> {
                Ok(Texts::default())
            }

            fn visit_u64<E>(self, _: u64) -> Result<Texts, E> {
                Ok(Texts::default())
            }

            fn visit_f64<E>(self, _: f64) -> Result<Texts, E> {
                Ok(Texts::default())
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Parts;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
                let mut out = Parts::default();
                while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                    match &*key {
                        "detected_after" => out.detected_after = map.next_value()?,
                        "resolved_after" => out.resolved_after = map.next_value()?,
                        "reviewed_at" => out.reviewed_at = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(out)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Parts, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Parts::default())
            }

            fn visit_str<E>(self, _: &str) -> Result<Parts, E> {
                Ok(Parts::default())
            }

            fn visit_unit<E>(self) -> Result<Parts, E> {
                Ok(Parts::default())
            }

            fn visit_bool<E>(self, _: bool) -> Result<Parts, E> {
                Ok(Parts::default())
            }

            fn visit_i64<E>(self, _: i64) -> Result<Parts, E> {
                Ok(Parts::default())
            }

            fn visit_u64<E>(self, _: u64) -> Result<Parts, E> {
                Ok(Parts::default())
            }

            fn visit_f64<E>(self, _: f64) -> Result<Parts, E> {
                Ok(Parts::default())
            }
        }
        deserializer.deserialize_any(V)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Text, E> {
        Ok(Text(Some(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Text, E> {
        Ok(Text(Some(text)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
        Ok(Text(Some(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
        Ok(Text(Some(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Text, E> {
        // Written as the whole case writes it: an id must be the same in both.
        Ok(Text(serde_json::Number::from_f64(number).map(|number| number.to_string())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_unit<E>(self) -> Result<Text, E> {
        Ok(Text(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
        // A list where one item was expected: its first text counts.
        let mut first = Text(None);
        while let Some(text) = seq.next_element::<Text>()? {
            if first.0.is_none() {
                first = text;
            }
        }
        Ok(first)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Text, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Text(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_is_a_number_is_the_same_in_head_and_case() {
        for number in ["395", "1.50", "18446744073709551616", "-1e5"] {
            let json = format!(r#"{{"id": {number}}}"#);
            let (case, _) = crate::case::Case::parse(&json, "x").unwrap();
            assert_eq!(Head::parse(&json).unwrap().id, case.id);
        }
    }

    #[test]
    fn odd_types_are_read_as_far_as_they_go() {
        let head = Head::parse(
            r#"{"id": 395, "org": null, "date": "2017-04", "title": "t", "symptoms": "oom-killed",
                "components": {"a": 1}, "severity": "unknown", "timeline": [], "domain": [1, null, "gcp"]}"#,
        )
        .unwrap();
        assert_eq!(head.id.as_str(), "395");
        assert_eq!(head.date.unwrap().to_string(), "2017-04");
        assert_eq!(head.symptoms, [Clean::new("oom-killed")]);
        assert!(head.components.is_empty() && head.severity.is_none());
        assert_eq!(head.domain.len(), 2);
    }
}
