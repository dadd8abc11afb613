//! `incidents list`

use super::Found;
use super::args::List;
use super::output::{Output, head};
use super::search::find;
use crate::library::{Entry, Library};

pub(super) fn run(args: &List, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let query = args.query.join(" ");
    let entries: Vec<&Entry> = if query.trim().is_empty() {
        library.entries().iter().collect()
    } else {
        // A list keeps its order, newest first, whatever fits best.
        let mut places: Vec<usize> = find(library, &query, output)?.2.iter().map(|hit| hit.at).collect();
        places.sort_unstable();
        places.into_iter().map(|at| library.entry(at)).collect()
    };
    let shown = entries.len().min(args.limit.unwrap_or(usize::MAX));
    for entry in &entries[..shown] {
        if args.json {
            output.element(&head(library, entry))?;
        } else {
            output.row(entry, "")?;
        }
    }
    if args.json {
        output.finish_list()?;
    }
    Ok(if entries.is_empty() { Found::Nothing } else { Found::Something })
}
