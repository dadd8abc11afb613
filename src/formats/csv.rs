//! Cases as a table: one row a case, for spreadsheets.

use crate::case::{Head, Language};
use crate::text::Clean;

/// The header row.
pub const HEADER: &str = "id,date,organisation,title,root_cause,components,symptoms,detected_after,resolved_after\r\n";

/// One row, with CRLF as RFC 4180 has it. A field that a spreadsheet would take for a formula gets a quote before it.
pub fn row(head: &Head, language: Language) -> String {
    let list = |slugs: &[Clean]| slugs.iter().map(Clean::as_str).collect::<Vec<_>>().join(" ");
    let title = head.title.in_language(language).map(|shown| shown.text.to_string()).unwrap_or_default();
    let fields = [
        head.id.to_string(),
        head.date.map(|date| date.to_string()).unwrap_or_default(),
        head.org.to_string(),
        title,
        head.root_cause.as_ref().map(ToString::to_string).unwrap_or_default(),
        list(&head.components),
        list(&head.symptoms),
        head.detected_after.map(|span| span.to_string()).unwrap_or_default(),
        head.resolved_after.map(|span| span.to_string()).unwrap_or_default(),
    ];
    let mut out = fields.map(|field| quoted(&field)).join(",");
    out.push_str("\r\n");
    out
}

fn quoted(field: &str) -> String {
    let field = if field.starts_with(['=', '+', '-', '@']) { format!("'{field}") } else { field.to_owned() };
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_quotes_and_formulas_are_safe() {
        let head = Head::parse(r#"{"id": "=1+1", "org": "A, \"B\"", "title": "t"}"#).unwrap();
        assert_eq!(row(&head, Language::English), "'=1+1,,\"A, \"\"B\"\"\",t,,,,,\r\n");
    }
}
