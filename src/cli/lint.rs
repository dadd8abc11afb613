//! `incidents lint`

use anyhow::bail;
use serde_json::json;

use super::Found;
use super::args::{Common, Lint};
use super::output::Output;
use crate::case::Language;
use crate::formats::words;
use crate::labels::Label;
use crate::library::Library;
use crate::lint::lint;

/// Exit 0 when there is nothing to mend, 1 when there is.
pub(super) fn run(args: &Lint, common: &Common) -> anyhow::Result<Found> {
    for path in &args.paths {
        if !path.exists() {
            bail!("{} is not there", path.display());
        }
    }
    let library =
        if args.paths.is_empty() { common.load_silently() } else { Library::load(false, &args.paths, &mut |_| {}) };
    let findings = lint(&library);
    let mut output = Output::new(common);
    for finding in &findings {
        if args.json {
            output.element(&json!({
                "file": finding.place, "id": finding.id, "field": finding.field, "reason": words::flaw(&finding.flaw, Language::English),
            }))?;
        } else {
            output.text(&format!("{}\n", crate::text::Clean::line(&words::finding(finding, output.language))))?;
        }
    }
    if args.json {
        output.finish_list()?;
    } else {
        let (cases, count) = (library.len().to_string(), findings.len().to_string());
        let summary = Label::LintSummary.with(output.language, &[("cases", &cases), ("findings", &count)]);
        output.text(&format!("{summary}\n"))?;
    }
    output.finish()?;
    Ok(if findings.is_empty() { Found::Something } else { Found::Nothing })
}
