//! `incidents topics`

use std::collections::BTreeMap;

use serde_json::json;

use super::Found;
use super::args::{TopicKind, Topics};
use super::output::Output;
use crate::case::{Kind, Vocabulary};
use crate::library::Library;
use crate::text::{Clean, columns};

impl TopicKind {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Cause => Kind::Cause,
            Self::Symptom => Kind::Symptom,
            Self::Component => Kind::Component,
            Self::Factor => Kind::Factor,
            Self::Domain => Kind::Domain,
            Self::Severity => Kind::Severity,
        }
    }
}

/// The kinds that were asked for.
pub(super) fn kinds(of: Option<TopicKind>) -> Vec<Kind> {
    let all = [
        TopicKind::Cause,
        TopicKind::Symptom,
        TopicKind::Component,
        TopicKind::Factor,
        TopicKind::Domain,
        TopicKind::Severity,
    ];
    all.into_iter().filter(|kind| of.is_none_or(|of| of == *kind)).map(TopicKind::kind).collect()
}

pub(super) fn run(args: &Topics, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let vocabulary = Vocabulary::builtin();
    let mut any = false;
    for kind in kinds(args.kind) {
        let mut counts: BTreeMap<&Clean, usize> = BTreeMap::new();
        for entry in library.entries() {
            for slug in entry.head.slugs(kind) {
                *counts.entry(slug).or_default() += 1;
            }
        }
        let mut counts: Vec<(&Clean, usize)> = counts.into_iter().collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        for (slug, cases) in counts {
            any = true;
            let name = vocabulary.name(kind, slug, output.language);
            if args.json {
                output.element(&json!({"kind": kind.word(), "slug": slug.as_str(), "name": name, "cases": cases}))?;
            } else {
                output.text(&format!(
                    "{cases:5}  {}  {}  {name}\n",
                    columns::fit(kind.word(), 9),
                    columns::fit(slug, 26)
                ))?;
            }
        }
    }
    if args.json {
        output.finish_list()?;
    }
    Ok(if any { Found::Something } else { Found::Nothing })
}
