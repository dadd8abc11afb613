//! `incidents show`

use anyhow::bail;

use super::Found;
use super::args::Show;
use super::output::Output;
use crate::formats::{checks, json, markdown};
use crate::library::{Entry, Library};

pub(super) fn run(args: &Show, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let Some(entry) = entry_or_complain(library, &args.id) else {
        return Ok(Found::Nothing);
    };
    if args.json {
        output.text(&json::pretty(entry.json()))?;
        output.text("\n")?;
        return Ok(Found::Something);
    }
    let (case, _) = entry.read();
    let language = output.language;
    let text = if args.actions {
        markdown::action_items(&case, language)
    } else if args.remediation {
        markdown::remediation(&case, language)
    } else if args.checks {
        checks::markdown(&case, language)
    } else if args.both {
        markdown::both(&case, language)
    } else {
        markdown::whole(&case, language)
    };
    if text.is_empty() {
        bail!("{} has nothing of that", case.id);
    }
    output.text(&text)?;
    Ok(Found::Something)
}

/// The case with this id; where there is none, the nearest ids are named on standard error.
pub(super) fn entry_or_complain<'a>(library: &'a Library, id: &str) -> Option<&'a Entry> {
    let found = library.find(id);
    if found.is_none() {
        let near: Vec<&str> = library.near_ids(id).into_iter().map(super::super::text::clean::Clean::as_str).collect();
        let hint = if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) };
        eprintln!("incidents: no case {}{hint}", crate::text::Clean::line(id));
    }
    found
}
