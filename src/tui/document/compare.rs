//! Two cases field by field, beside each other; and two texts line by line.

use super::{Piece, Role, piece};
use crate::case::{Case, Kind, Language, Localized, Span, Vocabulary};
use crate::labels::Label;
use crate::text::{Clean, columns};

/// The lines of a comparison: a label, then both values in columns of half the width each. A value that both have alike is
/// said once.
pub fn lines(left: &Case, right: &Case, language: Language, width: usize) -> Vec<Vec<Piece>> {
    let half = width.saturating_sub(3) / 2;
    let mut out = Vec::new();
    for (label, a, b) in fields(left, right, language) {
        if a.is_empty() && b.is_empty() {
            continue;
        }
        out.push(vec![piece(Role::Heading, label.text(language))]);
        let (a, b) = (wrapped(&a, half), wrapped(&b, half));
        for row in 0..a.len().max(b.len()) {
            let mine = a.get(row).cloned().unwrap_or_default();
            let theirs = b.get(row).cloned().unwrap_or_default();
            out.push(vec![
                piece(Role::Text, columns::fit(&mine, half)),
                piece(Role::Rule, " │ "),
                piece(Role::Text, theirs),
            ]);
        }
        out.push(Vec::new());
    }
    out
}

fn fields(left: &Case, right: &Case, language: Language) -> Vec<(Label, String, String)> {
    let vocabulary = Vocabulary::builtin();
    let text = |text: &Localized| text.in_language(language).map(|shown| shown.text.to_string()).unwrap_or_default();
    let names = |kind: Kind, slugs: &[Clean]| {
        slugs.iter().map(|slug| vocabulary.name(kind, slug, language)).collect::<Vec<_>>().join(" · ")
    };
    let list =
        |items: &[Localized]| items.iter().map(|item| format!("· {}", text(item))).collect::<Vec<_>>().join("\n");
    let span = |span: Option<Span>| span.map(|span| span.in_language(language)).unwrap_or_default();
    let head = |case: &Case| {
        let date = case.date.map(|date| date.to_string()).unwrap_or_default();
        format!("{} {} {date}\n{}", case.id, case.org, text(&case.title))
    };
    let both = |label: Label, of: &dyn Fn(&Case) -> String| (label, of(left), of(right));
    vec![
        both(Label::BackToCase, &head),
        both(Label::TimeToDetect, &|case| span(case.detected_after)),
        both(Label::TimeToResolve, &|case| span(case.resolved_after)),
        both(Label::Scope, &|case| text(&case.impact.scope)),
        both(Label::Symptoms, &|case| names(Kind::Symptom, &case.symptoms)),
        both(Label::RootCause, &|case| names(Kind::Cause, case.root_cause.as_slice())),
        both(Label::Trigger, &|case| text(&case.trigger)),
        both(Label::Components, &|case| names(Kind::Component, &case.components)),
        both(Label::ContributingFactors, &|case| names(Kind::Factor, &case.contributing)),
        both(Label::Detection, &|case| text(&case.detection)),
        both(Label::Remediation, &|case| list(&case.remediation)),
        both(Label::ActionItems, &|case| list(&case.action_items)),
    ]
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = if text.is_empty() { super::parts::NOTHING } else { text };
    columns::wrap(text, width.max(4)).into_iter().map(|range| text[range].to_owned()).collect()
}

/// What differs between two texts, line by line, with a line around it.
pub fn difference(before: &str, after: &str, width: usize) -> Vec<Vec<Piece>> {
    let diff = similar::TextDiff::from_lines(before, after);
    let mut out = Vec::new();
    for (at, group) in diff.grouped_ops(1).into_iter().enumerate() {
        if at > 0 {
            out.push(vec![piece(Role::Dim, "⋯")]);
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, role) = match change.tag() {
                similar::ChangeTag::Delete => ("− ", Role::Alert),
                similar::ChangeTag::Insert => ("+ ", Role::Good),
                similar::ChangeTag::Equal => ("  ", Role::Dim),
            };
            let line = Clean::new(change.value().trim_end_matches(['\r', '\n']));
            for range in columns::wrap(&line, width.saturating_sub(2).max(4)) {
                out.push(vec![piece(role, sign), piece(role, &line[range])]);
            }
        }
    }
    out
}
