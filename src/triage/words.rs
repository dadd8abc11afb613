//! What verdicts, faults and states are called, and times of the journal in words.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Desk, Fault, ItemState, Verdict};
use crate::case::Language;
use crate::labels::Label;

/// What a verdict is called at a desk.
pub fn verdict_label(desk: &Desk, verdict: Verdict) -> Label {
    match (desk, verdict) {
        (Desk::Triage(_), Verdict::Accepted) => Label::Applies,
        (Desk::Triage(_), Verdict::Rejected) => Label::RuledOut,
        (Desk::Review, Verdict::Accepted) => Label::Approved,
        (Desk::Review, Verdict::Rejected) => Label::RejectedCase,
        (_, Verdict::Deferred) => Label::Later,
    }
}

/// What a fault is called.
pub fn fault_label(fault: Fault) -> Label {
    match fault {
        Fault::Facts => Label::FaultFacts,
        Fault::Source => Label::FaultSource,
        Fault::Durations => Label::FaultDurations,
        Fault::Language => Label::FaultLanguage,
        Fault::Duplicate => Label::FaultDuplicate,
        Fault::Other => Label::FaultOther,
    }
}

/// What a state of an action item is called.
pub fn item_label(state: ItemState) -> Label {
    match state {
        ItemState::ToDo => Label::ItemToDo,
        ItemState::Have => Label::ItemHave,
        ItemState::NotOurs => Label::ItemNotOurs,
    }
}

/// `TRIAGE INC-2031`, `REVIEW`.
pub fn desk_name(desk: &Desk, language: Language) -> String {
    match desk {
        Desk::Triage(name) => format!("{} {name}", Label::DeskTriage.text(language)),
        Desk::Review => Label::DeskReview.text(language).to_owned(),
    }
}

/// `2026-11-30 01:12 UTC`.
pub fn minute(at: Timestamp) -> String {
    let zoned = TimeZone::UTC.to_datetime(at);
    format!("{} {:02}:{:02} UTC", zoned.date(), zoned.hour(), zoned.minute())
}
