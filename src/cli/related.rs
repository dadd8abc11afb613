//! `incidents related`

use serde_json::json;

use super::Found;
use super::args::Related;
use super::output::{Output, head};
use super::show::entry_or_complain;
use crate::formats::words::reasons;
use crate::library::Library;
use crate::related::{Rarity, Reason, nearest};

pub(super) fn run(args: &Related, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let Some(at) = entry_or_complain(library, &args.id).and_then(|entry| library.position(&entry.head.id)) else {
        return Ok(Found::Nothing);
    };
    let found = nearest(library, &Rarity::of(library), at, args.limit);
    for related in &found {
        let entry = library.entry(related.at);
        if args.json {
            let mut value = head(library, entry);
            value["score"] = json!(related.score);
            value["reasons"] = related.reasons.iter().map(reason).collect();
            output.element(&value)?;
        } else {
            output.row(entry, &format!("\n          {}", reasons(&related.reasons, output.language)))?;
        }
    }
    if args.json {
        output.finish_list()?;
    }
    Ok(if found.is_empty() { Found::Nothing } else { Found::Something })
}

fn reason(reason: &Reason) -> serde_json::Value {
    match reason {
        Reason::Recurrence => json!({"kind": "recurrence"}),
        Reason::SameCause => json!({"kind": "root_cause"}),
        Reason::Component(slug) => json!({"kind": "component", "slug": slug.as_str()}),
        Reason::Symptom(slug) => json!({"kind": "symptom", "slug": slug.as_str()}),
        Reason::Factor(slug) => json!({"kind": "factor", "slug": slug.as_str()}),
        Reason::SameOrganisation => json!({"kind": "org"}),
    }
}
