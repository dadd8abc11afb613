//! "Check your cluster for this": a case turned into questions for one's own system.

use std::fmt::Write as _;

use crate::case::{Case, Kind, Language, Localized, Vocabulary};
use crate::labels::Label;

/// The questions, in the order in which a person would work through them: parts, trigger, factors, planned measures.
pub fn questions(case: &Case, language: Language) -> Vec<String> {
    let vocabulary = Vocabulary::builtin();
    let text = |text: &Localized| text.in_language(language).map(|shown| shown.text.replace('\n', " "));
    let mut out = Vec::new();
    let ask = |label: Label, what: &str| label.with(language, &[("what", what.trim_end_matches('.'))]);
    if !case.components.is_empty() {
        let names: Vec<&str> =
            case.components.iter().map(|slug| vocabulary.name(Kind::Component, slug, language)).collect();
        out.push(ask(Label::AskComponents, &names.join(", ")));
    }
    if let Some(trigger) = text(&case.trigger) {
        out.push(ask(Label::AskTrigger, &trigger));
    }
    for slug in &case.contributing {
        out.push(ask(Label::AskFactor, vocabulary.name(Kind::Factor, slug, language)));
    }
    for item in case.action_items.iter().filter_map(text) {
        out.push(ask(Label::AskAction, &item));
    }
    out
}

/// The questions as a Markdown checklist that a person or a tool can work through.
pub fn markdown(case: &Case, language: Language) -> String {
    let mut out = format!("## {}: {}\n\n", Label::CheckYourCluster.text(language), case.id);
    if let Some(shown) = case.title.in_language(language) {
        let _ = writeln!(out, "{}\n", shown.text);
    }
    for question in questions(case, language) {
        let _ = writeln!(out, "- [ ] {question}");
    }
    out
}
