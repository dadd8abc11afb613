//! `incidents export`

use std::fs::OpenOptions;
use std::io::Write as _;

use anyhow::Context as _;

use super::Found;
use super::args::{Export, Format};
use super::output::Output;
use super::search::find;
use crate::formats::{csv, json, markdown};
use crate::library::{Entry, Library};

pub(super) fn run(args: &Export, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let query = args.query.join(" ");
    let entries: Vec<&Entry> = if query.trim().is_empty() {
        library.entries().iter().collect()
    } else {
        find(library, &query, output)?.2.iter().map(|hit| library.entry(hit.at)).collect()
    };
    let text = render(args.format, &entries, output.language);
    match &args.output {
        None => output.text(&text)?,
        Some(path) => {
            let name = path.display();
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .and_then(|mut file| file.write_all(text.as_bytes()))
                .with_context(|| format!("{name} was not written; a file that is there is never overwritten"))?;
        }
    }
    Ok(if entries.is_empty() { Found::Nothing } else { Found::Something })
}

fn render(format: Format, entries: &[&Entry], language: crate::case::Language) -> String {
    match format {
        Format::Md => {
            let cases: Vec<String> = entries.iter().map(|entry| markdown::whole(&entry.read().0, language)).collect();
            cases.join("\n---\n\n")
        }
        Format::Json => {
            let cases: Vec<String> = entries.iter().map(|entry| json::pretty(entry.json())).collect();
            if cases.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", cases.join(",\n")) }
        }
        Format::Jsonl => entries.iter().map(|entry| json::compact(entry.json()) + "\n").collect(),
        Format::Csv => {
            let rows = entries.iter().map(|entry| csv::row(&entry.head, language));
            std::iter::once(csv::HEADER.to_owned()).chain(rows).collect()
        }
    }
}
