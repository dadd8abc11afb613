//! The values that the fields of a query can have in a library.

use std::collections::BTreeSet;

use crate::case::{Kind, Language, Vocabulary};
use crate::library::Library;

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
