//! Data in words: complaints about a query, reasons why a case is related. One wording for the screen and the subcommands.

use crate::case::{Kind, Language, Vocabulary};
use crate::labels::Label;
use crate::related::Reason;
use crate::search::Complaint;

/// What could not be understood in a query.
pub fn complaint(complaint: &Complaint, language: Language) -> String {
    let list = |near: &[String]| near.join(", ");
    match complaint {
        Complaint::UnknownField { field, near } => {
            Label::UnknownField.with(language, &[("field", field), ("near", &list(near))])
        }
        Complaint::UnknownValue { field, value, near } if near.is_empty() => {
            Label::UnknownValue.with(language, &[("field", field), ("value", value)])
        }
        Complaint::UnknownValue { field, value, near } => {
            Label::UnknownValueNear.with(language, &[("field", field), ("value", value), ("near", &list(near))])
        }
        Complaint::BadValue { field, value, example } => {
            Label::BadValue.with(language, &[("field", field), ("value", value), ("example", example)])
        }
        Complaint::NoDesk => Label::NoDeskForVerdict.text(language).to_owned(),
    }
}

/// Reasons in words, strongest first: `same root cause · shared Cloud load balancer`.
pub fn reasons(reasons: &[Reason], language: Language) -> String {
    let vocabulary = Vocabulary::builtin();
    let words: Vec<String> = reasons
        .iter()
        .map(|reason| match reason {
            Reason::Recurrence => Label::Recurrence.text(language).to_owned(),
            Reason::SameCause => Label::SameCause.text(language).to_owned(),
            Reason::Component(slug) => {
                Label::Shared.with(language, &[("what", vocabulary.name(Kind::Component, slug, language))])
            }
            Reason::Symptom(slug) => vocabulary.name(Kind::Symptom, slug, language).to_owned(),
            Reason::Factor(slug) => format!("+ {}", vocabulary.name(Kind::Factor, slug, language)),
            Reason::SameOrganisation => Label::SameOrganisation.text(language).to_owned(),
        })
        .collect();
    words.join(" · ")
}
