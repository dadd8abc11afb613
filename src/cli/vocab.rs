//! `incidents vocab`

use serde_json::json;

use super::Found;
use super::args::Vocab;
use super::output::Output;
use super::topics::kinds;
use crate::case::{Language, Vocabulary};
use crate::text::columns;

pub(super) fn run(args: &Vocab, output: &mut Output) -> anyhow::Result<Found> {
    let language = output.language;
    for kind in kinds(args.kind) {
        for (slug, term) in Vocabulary::builtin().terms(kind) {
            let both = |text: fn(&crate::case::vocabulary::Term, Language) -> &str| json!({"en": text(term, Language::English), "ko": text(term, Language::Korean)});
            if args.json {
                output.element(&json!({
                    "kind": kind.word(),
                    "slug": slug,
                    "name": both(|term, language| term.name(language)),
                    "meaning": both(|term, language| term.meaning(language)),
                    "synonyms": term.synonyms().collect::<Vec<_>>(),
                }))?;
            } else {
                let name = format!("{} ({slug})", term.long_name(language));
                output.text(&format!(
                    "{}  {}  {}\n",
                    columns::fit(kind.word(), 9),
                    columns::fit(&name, 46),
                    term.meaning(language)
                ))?;
            }
        }
    }
    if args.json {
        output.finish_list()?;
    }
    Ok(Found::Something)
}
