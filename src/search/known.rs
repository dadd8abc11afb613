//! The values that the fields of a query can have in a library.

use std::collections::BTreeSet;

use crate::case::{Kind, Language, Vocabulary};
use crate::library::{Library, distance};

/// The values that fields can have in a library: its organisations, sources and slugs beside the vocabulary.
#[derive(Debug, Default)]
pub struct Known {
    pub(super) orgs: BTreeSet<String>,
    pub(super) sources: BTreeSet<String>,
    slugs: BTreeSet<(Kind, String)>,
}

impl Known {
    /// Collects them.
    pub fn of(library: &Library) -> Self {
        let mut known = Self::default();
        for source in library.sources() {
            known.sources.insert(source.name.to_lowercase());
        }
        for entry in library.entries() {
            let head = &entry.head;
            known.orgs.insert(head.org.to_lowercase());
            let lists = [
                (Kind::Symptom, &head.symptoms),
                (Kind::Component, &head.components),
                (Kind::Factor, &head.contributing),
                (Kind::Domain, &head.domain),
            ];
            for (kind, slugs) in lists {
                known.slugs.extend(slugs.iter().map(|slug| (kind, slug.to_string())));
            }
            known.slugs.extend(head.root_cause.iter().map(|slug| (Kind::Cause, slug.to_string())));
            known.slugs.extend(head.severity.iter().map(|slug| (Kind::Severity, slug.to_string())));
        }
        known
    }

    pub(super) fn slugs(&self, kind: Kind) -> impl Iterator<Item = &str> {
        let vocabulary = Vocabulary::builtin().terms(kind).map(|(slug, _)| slug);
        let own = self.slugs.iter().filter(move |(of, _)| *of == kind).map(|(_, slug)| slug.as_str());
        vocabulary.chain(own)
    }

    /// The slugs that were perhaps meant by a value that is none: those that are spelt, named or called nearly so, or a word
    /// of that.
    pub(super) fn near(&self, kind: Kind, value: &str) -> Vec<String> {
        let vocabulary = Vocabulary::builtin();
        let called = |slug: &str| {
            let mut names: Vec<String> =
                Language::ALL.iter().map(|&language| vocabulary.name(kind, slug, language).to_lowercase()).collect();
            if let Some(term) = vocabulary.term(kind, slug) {
                names.extend(term.synonyms().map(str::to_lowercase));
            }
            names
        };
        nearest_called(value, self.slugs(kind).map(|slug| (slug, called(slug))))
    }

    /// The organisations that were perhaps meant.
    pub(super) fn near_orgs(&self, value: &str) -> Vec<String> {
        nearest_called(value, self.orgs.iter().map(|org| (org.as_str(), Vec::new())))
    }

    /// The slugs that `value` means: the slug itself, a name or synonym of one, or all whose slug or name contains it.
    pub(super) fn resolve(&self, kind: Kind, value: &str) -> Vec<String> {
        let value = value.to_lowercase();
        if self.slugs(kind).any(|slug| slug == value) {
            return vec![value];
        }
        let vocabulary = Vocabulary::builtin();
        let named: Vec<String> = vocabulary
            .terms(kind)
            .filter(|(_, term)| {
                let names = Language::ALL.iter().flat_map(|&l| [term.name(l), term.long_name(l)]);
                names.chain(term.synonyms()).any(|name| name.to_lowercase() == value)
            })
            .map(|(slug, _)| slug.to_owned())
            .collect();
        if !named.is_empty() {
            return named;
        }
        let part = crate::text::fold::units(&value);
        let mut parts: Vec<String> = self
            .slugs(kind)
            .filter(|slug| {
                slug.contains(&value)
                    || Language::ALL.iter().any(|&language| {
                        let name = crate::text::fold::units(vocabulary.name(kind, slug, language));
                        memchr::memmem::find(&name, &part).is_some()
                    })
            })
            .map(str::to_owned)
            .collect();
        parts.sort();
        parts.dedup();
        parts
    }
}

/// The candidates of which a name, or a word of one, is nearest to what was typed; at most three.
fn nearest_called<'a>(typed: &str, candidates: impl Iterator<Item = (&'a str, Vec<String>)>) -> Vec<String> {
    let most = 1 + typed.chars().count() / 3;
    let nearness = |name: &str| {
        let words = name.split([' ', '-']).filter(|word| word.len() > 2).map(|word| distance(typed, word) + 1);
        std::iter::once(distance(typed, name)).chain(words).min()
    };
    let mut near: Vec<(usize, &str)> = candidates
        .filter_map(|(shown, names)| {
            let all = std::iter::once(shown).chain(names.iter().map(String::as_str));
            Some((all.filter_map(nearness).min()?, shown))
        })
        .filter(|(edits, _)| *edits <= most)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, shown)| shown.to_owned()).collect()
}
