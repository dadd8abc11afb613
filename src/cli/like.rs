//! `incidents like`

use std::io::{self, Read as _};

use anyhow::{Context as _, bail};
use serde_json::json;

use super::Found;
use super::args::Like;
use super::output::{Output, head};
use crate::labels::Label;
use crate::library::Library;
use crate::search::Index;
use crate::text::Clean;

/// More than this is not read of an alert.
const LONGEST: u64 = 1 << 20;

pub(super) fn run(args: &Like, library: &Library, output: &mut Output) -> anyhow::Result<Found> {
    let mut text = args.text.join(" ");
    if text.trim().is_empty() || text == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().take(LONGEST).read_to_end(&mut bytes).context("standard input cannot be read")?;
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    if text.trim().is_empty() {
        bail!("nothing to compare with; give a text or pipe one in");
    }
    let alike = Index::build(library, &mut |_| {}).like(library, &text, args.limit);
    for one in &alike {
        let entry = library.entry(one.hit.at);
        let words: Vec<String> = one.words.iter().map(|word| Clean::line(word).to_string()).collect();
        if args.json {
            let mut value = head(library, entry);
            value["score"] = json!(one.hit.score);
            value["words"] = json!(words);
            output.element(&value)?;
        } else {
            output.row(entry, &format!("\n          {}", words.join(" · ")))?;
        }
    }
    if args.json {
        output.finish_list()?;
    }
    if alike.is_empty() && !args.json {
        eprintln!("incidents: {}", Label::NothingAlike.text(output.language));
    }
    Ok(if alike.is_empty() { Found::Nothing } else { Found::Something })
}
