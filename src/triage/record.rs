//! What is written into the journal: one JSON object a line.
//!
//! Every line sets one thing of one case at one desk to a new value. Undoing is setting it back, so a line is never
//! changed. Lines are ordered by `n`, which counts up with every line that its writer had seen; the clock only breaks ties,
//! so a clock that is set back loses nothing.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Desk, Fault, ItemState, Verdict};
use crate::text::Clean;

/// The largest number that counts; no journal gets there, but a broken line may claim to.
const LARGEST: u64 = 1 << 53;

/// One thing of one case, set to a new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where; none for what belongs to no desk.
    pub desk: Option<Desk>,
    /// The id of the case.
    pub case: Clean,
    /// What, and its new value.
    pub set: Set,
}

/// What is set, and to what; nothing takes the value away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// The verdict.
    Verdict(Option<Ruling>),
    /// The note.
    Note(Option<String>),
    /// An action item, counted from 0.
    Item(usize, Option<ItemState>),
    /// A field that is to be looked at, and why.
    Flag(String, Option<String>),
    /// Whether the case bears a star.
    Star(bool),
    /// The case was opened.
    Opened,
    /// This of the case was copied.
    Copied(String),
}

/// A verdict with what was said beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong with the case, at the review desk.
    pub fault: Option<Fault>,
    /// That in words.
    pub text: Option<String>,
    /// What had been looked for when it was given.
    pub query: Option<String>,
}

/// How a deed came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Done.
    Done,
    /// It undoes the step of this number.
    Undoes(u64),
    /// It does the step of this number again.
    Redoes(u64),
}

/// Changes that belong together: undone together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Undone or done again, or neither.
    pub way: Way,
    /// What changes.
    pub changes: Vec<Change>,
}

/// A change as it stands in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number: above those of all lines that its writer had seen.
    pub n: u64,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: Clean,
    /// The run of the program that wrote it.
    pub session: Clean,
    /// The number of the first change of its step.
    pub step: u64,
    /// How it came about.
    pub way: Way,
    /// The change.
    pub change: Change,
}

/// The line as it is written.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    #[serde(default)]
    n: u64,
    at: Cow<'a, str>,
    #[serde(default)]
    by: Cow<'a, str>,
    #[serde(default)]
    session: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undoes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    redoes: Option<u64>,
    desk: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    incident: Option<String>,
    case: Cow<'a, str>,
    set: Cow<'a, str>,
    /// The new value; `null` takes it away.
    #[serde(default)]
    to: Value,
    /// Counted from 1, as it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    query: Option<String>,
}

const NO_DESK: &str = "none";
const TRIAGE: &str = "triage";
const REVIEW: &str = "review";

impl Record {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let (undoes, redoes) = match self.way {
            Way::Done => (None, None),
            Way::Undoes(step) => (Some(step), None),
            Way::Redoes(step) => (None, Some(step)),
        };
        let (desk, incident) = match &self.change.desk {
            None => (NO_DESK, None),
            Some(Desk::Review) => (REVIEW, None),
            Some(Desk::Triage(name)) => (TRIAGE, Some(name.clone())),
        };
        let mut line = Line {
            n: self.n,
            at: format!("{:.3}", self.at).into(),
            by: self.by.as_str().into(),
            session: self.session.as_str().into(),
            step: (self.step != self.n).then_some(self.step),
            undoes,
            redoes,
            desk: desk.into(),
            incident,
            case: self.change.case.as_str().into(),
            set: "".into(),
            to: Value::Null,
            item: None,
            field: None,
            fault: None,
            text: None,
            query: None,
        };
        let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::from);
        let (set, to) = match &self.change.set {
            Set::Verdict(ruling) => {
                if let Some(ruling) = ruling {
                    line.fault = ruling.fault.map(|fault| fault.word().to_owned());
                    line.text.clone_from(&ruling.text);
                    line.query.clone_from(&ruling.query);
                }
                ("verdict", ruling.as_ref().map_or(Value::Null, |ruling| ruling.verdict.word().into()))
            }
            Set::Note(note) => ("note", text(note)),
            Set::Item(at, state) => {
                line.item = Some(at + 1);
                ("item", state.map_or(Value::Null, |state| state.word().into()))
            }
            Set::Flag(field, why) => {
                line.field = Some(field.clone());
                ("flag", text(why))
            }
            Set::Star(on) => ("star", Value::Bool(*on)),
            Set::Opened => ("opened", Value::Bool(true)),
            Set::Copied(what) => ("copied", what.as_str().into()),
        };
        (line.set, line.to) = (set.into(), to);
        // A struct of strings and numbers is always written.
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Why it is none of ours, in words: torn, foreign, or of a newer version.
    pub fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line)
            .map_err(|why| if why.is_eof() { "a torn line".to_owned() } else { format!("not JSON: {why}") })?;
        let line: Line<'_> = serde_json::from_value(value).map_err(|why| format!("not a line of a journal: {why}"))?;
        if line.n > LARGEST {
            return Err(format!("n is {}, which no journal comes to", line.n));
        }
        let desk = match (line.desk.as_ref(), &line.incident) {
            (NO_DESK, _) => None,
            (REVIEW, _) => Some(Desk::Review),
            (TRIAGE, Some(name)) => {
                Some(Desk::triage(name).ok_or_else(|| "the desk triage needs the name of an incident".to_owned())?)
            }
            (TRIAGE, None) => return Err("the desk triage needs the name of an incident".to_owned()),
            (other, _) => return Err(format!("the desk {other} is not known to this version")),
        };
        let at = line.at.parse().map_err(|why| format!("at is not a time: {why}"))?;
        let odd = |what: &str| format!("{what} {} is not known to this version", line.to);
        // What others wrote is drawn and copied like any other text.
        let kept = |text: &str| Some(Clean::new(text).to_string()).filter(|text| !text.trim().is_empty());
        let text = |value: &Value| match value {
            Value::Null => Ok(None),
            Value::String(text) => Ok(kept(text)),
            _ => Err(odd("the text")),
        };
        let set = match line.set.as_ref() {
            "verdict" => Set::Verdict(match &line.to {
                Value::Null => None,
                to => Some(Ruling {
                    verdict: to.as_str().and_then(Verdict::named).ok_or_else(|| odd("the verdict"))?,
                    // A fault of a newer version is some fault all the same.
                    fault: line.fault.as_deref().map(|word| Fault::named(word).unwrap_or(Fault::Other)),
                    text: line.text.as_deref().and_then(kept),
                    query: line.query.as_deref().and_then(kept),
                }),
            }),
            "note" => Set::Note(text(&line.to)?),
            "item" => {
                let item = line.item.and_then(|item| item.checked_sub(1)).ok_or("an item needs its number from 1")?;
                Set::Item(
                    item,
                    match &line.to {
                        Value::Null => None,
                        to => Some(to.as_str().and_then(ItemState::named).ok_or_else(|| odd("the state"))?),
                    },
                )
            }
            "flag" => Set::Flag(
                Clean::line(line.field.as_deref().ok_or("a flag needs a field")?).to_string(),
                text(&line.to)?,
            ),
            "star" => Set::Star(line.to.as_bool().ok_or_else(|| odd("the star"))?),
            "opened" => Set::Opened,
            "copied" => Set::Copied(text(&line.to)?.unwrap_or_default()),
            other => return Err(format!("{other} is not known to this version")),
        };
        let way = match (line.undoes, line.redoes) {
            (Some(step), _) => Way::Undoes(step),
            (None, Some(step)) => Way::Redoes(step),
            (None, None) => Way::Done,
        };
        Ok(Self {
            n: line.n,
            at,
            by: Clean::line(&line.by),
            session: Clean::line(&line.session),
            step: line.step.unwrap_or(line.n),
            way,
            change: Change { desk, case: Clean::line(&line.case), set },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = Set> {
        let text = || proptest::option::of("[a-z가-힣]( ?[ㄱ-힣!-~]{1,5}){0,5}");
        prop_oneof![
            (0usize..3, text(), text()).prop_map(|(at, text, query)| Set::Verdict(Some(Ruling {
                verdict: Verdict::ALL[at],
                fault: (at == 1).then_some(Fault::Durations),
                text,
                query
            }))),
            Just(Set::Verdict(None)),
            text().prop_map(Set::Note),
            (0usize..9, 0usize..4).prop_map(|(at, state)| Set::Item(at, ItemState::ALL.get(state).copied())),
            ("[a-z.]{1,9}", text()).prop_map(|(field, why)| Set::Flag(field, why)),
            any::<bool>().prop_map(Set::Star),
            Just(Set::Opened),
            "[a-z가-힣]{1,9}".prop_map(Set::Copied),
        ]
    }

    proptest! {
        #[test]
        fn a_line_says_what_it_was_made_of(set in sets(), n in 1u64..1 << 40, step in 1u64..99, way in 0..3, desk in 0..3) {
            let record = Record {
                n,
                at: Timestamp::from_millisecond(1_700_000_000_123).unwrap(),
                by: Clean::line("김 oncall"),
                session: Clean::line("s1"),
                step,
                way: [Way::Done, Way::Undoes(step), Way::Redoes(step)][way as usize],
                change: Change {
                    desk: [None, Some(Desk::Review), Desk::triage("INC-2031")][desk as usize].clone(),
                    case: Clean::line("IL-0395"),
                    set,
                },
            };
            let line = record.line();
            prop_assert_eq!(line.matches('\n').count(), 1, "one line");
            prop_assert_eq!(Record::parse(&line).unwrap(), record);
        }

        #[test]
        fn no_line_panics(line in "\\PC{0,80}") {
            let _ = Record::parse(&line);
        }
    }

    #[test]
    fn what_is_not_ours_says_why() {
        for (line, why) in [
            (r#"{"n":1,"at":"2026-11-"#, "a torn line"),
            ("hello", "not JSON"),
            ("{}", "missing field `at`"),
            (
                r#"{"n":1,"at":"2026-11-30T00:00:00Z","desk":"triage","case":"A","set":"verdict","to":"accepted"}"#,
                "incident",
            ),
            (r#"{"n":1,"at":"2026-11-30T00:00:00Z","desk":"vote","case":"A","set":"verdict"}"#, "desk vote"),
            (r#"{"n":1,"at":"2026-11-30T00:00:00Z","desk":"review","case":"A","set":"verdict","to":"burnt"}"#, "burnt"),
            (r#"{"n":1,"at":"2026-11-30T00:00:00Z","desk":"review","case":"A","set":"mood"}"#, "mood is not known"),
            (
                r#"{"n":9223372036854775807,"at":"2026-11-30T00:00:00Z","desk":"review","case":"A","set":"opened"}"#,
                "n is",
            ),
        ] {
            assert!(Record::parse(line).unwrap_err().contains(why), "{line}: {:?}", Record::parse(line));
        }
    }
}
