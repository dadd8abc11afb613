//! Names, meanings and synonyms of slugs in both languages, from `data/vocabulary.json`.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use serde::Deserialize;

use super::Language;

/// What a slug is a slug of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What was seen.
    Symptom,
    /// Root cause.
    Cause,
    /// A part that failed or was central.
    Component,
    /// A contributing factor.
    Factor,
    /// The field: `gcp`, `networking`.
    Domain,
    /// How bad it was.
    Severity,
    /// What kind of text a source is.
    SourceKind,
    /// What a date is of.
    DateKind,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Symptom,
        Self::Cause,
        Self::Component,
        Self::Factor,
        Self::Domain,
        Self::Severity,
        Self::SourceKind,
        Self::DateKind,
    ];

    /// The word for this kind in queries and in the vocabulary file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Symptom => "symptom",
            Self::Cause => "cause",
            Self::Component => "component",
            Self::Factor => "factor",
            Self::Domain => "domain",
            Self::Severity => "severity",
            Self::SourceKind => "source_kind",
            Self::DateKind => "date_kind",
        }
    }
}

/// One slug's entry. Domains and kinds of source are shown by their slug; `long_name` says them in full.
#[derive(Debug, Deserialize)]
pub struct Term {
    name: Pair,
    #[serde(default)]
    long_name: Option<Pair>,
    #[serde(default)]
    meaning: Option<Pair>,
    #[serde(default)]
    synonyms: Lists,
}

#[derive(Debug, Deserialize)]
struct Pair {
    en: String,
    ko: String,
}

#[derive(Debug, Default, Deserialize)]
struct Lists {
    en: Vec<String>,
    ko: Vec<String>,
}

impl Pair {
    fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Korean => &self.ko,
        }
    }
}

impl Term {
    /// What a reader sees.
    pub fn name(&self, language: Language) -> &str {
        self.name.get(language)
    }

    /// The name in full, for menus.
    pub fn long_name(&self, language: Language) -> &str {
        self.long_name.as_ref().unwrap_or(&self.name).get(language)
    }

    /// One line on what it means; empty when the file has none.
    pub fn meaning(&self, language: Language) -> &str {
        self.meaning.as_ref().map_or("", |meaning| meaning.get(language))
    }

    /// Other words for it, in both languages.
    pub fn synonyms(&self) -> impl Iterator<Item = &str> {
        self.synonyms.en.iter().chain(&self.synonyms.ko).map(String::as_str)
    }
}

/// The controlled words of the library. An unknown slug is its own name and never an error.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Vocabulary {
    kinds: HashMap<Kind, BTreeMap<String, Term>>,
}

impl Vocabulary {
    /// The vocabulary that comes with the program.
    pub fn builtin() -> &'static Self {
        static BUILT_IN: OnceLock<Vocabulary> = OnceLock::new();
        // A test reads the file, so that a release cannot ship one that fails here.
        BUILT_IN.get_or_init(|| serde_json::from_str(include_str!("../../data/vocabulary.json")).unwrap_or_default())
    }

    /// The entry of a slug.
    pub fn term(&self, kind: Kind, slug: &str) -> Option<&Term> {
        self.kinds.get(&kind)?.get(slug)
    }

    /// The display name of a slug: not the slug made pretty, but the name the vocabulary gives, or the slug as it is.
    pub fn name<'a>(&'a self, kind: Kind, slug: &'a str, language: Language) -> &'a str {
        self.term(kind, slug).map_or(slug, |term| term.name(language))
    }

    /// All slugs of a kind with their entries, by slug.
    pub fn terms(&self, kind: Kind) -> impl Iterator<Item = (&str, &Term)> {
        self.kinds.get(&kind).into_iter().flatten().map(|(slug, term)| (slug.as_str(), term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_vocabulary_is_complete() {
        let vocabulary: Vocabulary = serde_json::from_str(include_str!("../../data/vocabulary.json")).unwrap();
        for kind in Kind::ALL {
            assert!(vocabulary.terms(kind).count() > 0, "{kind:?}");
            for (slug, term) in vocabulary.terms(kind) {
                for language in Language::ALL {
                    assert!(!term.name(language).is_empty(), "{slug}");
                    assert!(!term.meaning(language).is_empty(), "{slug} has no meaning in {language:?}");
                }
                assert!(term.synonyms().count() > 0, "{slug} has no synonyms");
            }
        }
    }

    #[test]
    fn names_of_the_first_records_stay() {
        let vocabulary = Vocabulary::builtin();
        for (kind, slug, english) in [
            (Kind::Cause, "software-bug", "Software defect"),
            (Kind::Symptom, "readiness-probe-failures", "Probe failures"),
            (Kind::Component, "cloud-load-balancer", "Cloud load balancer"),
        ] {
            assert_eq!(vocabulary.name(kind, slug, Language::English), english);
        }
        assert_eq!(vocabulary.name(Kind::Component, "cloud-load-balancer", Language::Korean), "클라우드 로드 밸런서");
        assert_eq!(vocabulary.name(Kind::Symptom, "no-such-slug", Language::Korean), "no-such-slug");
    }
}
