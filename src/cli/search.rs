//! `incidents search`

use anyhow::bail;
use serde_json::json;

use super::Found;
use super::args::Search;
use super::output::{Output, head};
use crate::formats::words;
use crate::labels::Label;
use crate::library::Library;
use crate::search::{Complaint, Hit, Index, Query, Zone};

/// How many neighbours are shown where nothing is found.
const NEAREST: usize = 10;

pub(super) fn run(args: &Search, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let text = args.query.join(" ");
    let (index, query, hits) = find(library, &text, output)?;
    let limit = args.limit.unwrap_or(usize::MAX);
    for hit in hits.iter().take(limit) {
        let entry = library.entry(hit.at);
        if args.json {
            let mut value = head(library, entry);
            value["score"] = json!(hit.score);
            value["why"] = index
                .why(&query, hit.at)
                .into_iter()
                .map(|why| json!({"word": crate::text::Clean::new(&why.word).as_str(), "where": zone(why.zone)}))
                .collect();
            output.element(&value)?;
        } else {
            output.row(entry, "")?;
        }
    }
    if hits.is_empty() {
        nearest(library, &index, &query, args, output)?;
    }
    if args.json {
        output.finish_list()?;
    }
    Ok(if hits.is_empty() { Found::Nothing } else { Found::Something })
}

/// Nothing holds all of the query: the cases that share most with it, marked so.
fn nearest(library: &Library, index: &Index, query: &Query, args: &Search, output: &mut Output) -> anyhow::Result<()> {
    for alike in index.nearest(library, query, args.limit.unwrap_or(NEAREST).min(NEAREST)) {
        let entry = library.entry(alike.hit.at);
        if args.json {
            let mut value = head(library, entry);
            value["score"] = json!(alike.hit.score);
            value["nearest"] = json!(true);
            value["words"] = json!(alike.words);
            output.element(&value)?;
        } else {
            output.row(entry, "  ~")?;
        }
    }
    Ok(())
}

/// Runs a query, and says on standard error what could not be understood, and what keeps everything out.
///
/// # Errors
/// A value that cannot be understood.
pub(super) fn find(library: &Library, query: &str, output: &Output) -> anyhow::Result<(Index, Query, Vec<Hit>)> {
    let language = output.language;
    let index = Index::build(library, &mut |_| {});
    let mut query = index.parse(query);
    if query.depends_on_standing() {
        query = query.given(output.said.standing()?);
    }
    if let Some(bad) = query.complaints().iter().find(|complaint| matches!(complaint, Complaint::BadValue { .. })) {
        // Without it the query would find more than was asked for.
        bail!(crate::text::Clean::line(&words::complaint(bad, language)).to_string());
    }
    for complaint in query.complaints() {
        eprintln!("incidents: {}", crate::text::Clean::line(&words::complaint(complaint, language)));
    }
    let hits = index.search(library, &query);
    if hits.is_empty() {
        let blamed = index.blame(library, &query);
        if !blamed.is_empty() {
            let words = blamed.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(" ");
            let has_nearest = !index.nearest(library, &query, 1).is_empty();
            let label = if has_nearest { Label::ExcludesAll } else { Label::ExcludesAllAlone };
            let text = label.with(language, &[("words", &words)]);
            eprintln!("incidents: {}", crate::text::Clean::line(&text));
        }
    }
    Ok((index, query, hits))
}

fn zone(zone: Zone) -> &'static str {
    match zone {
        Zone::Id => "id",
        Zone::Title => "title",
        Zone::Vocabulary => "vocabulary",
        Zone::Symptoms => "symptoms",
        Zone::Cause => "cause",
        Zone::Rest => "rest",
        Zone::Fuzzy => "fuzzy",
    }
}
