//! The desk that is on: what holds there, what was not saved yet, and which case comes next.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use super::App;
use crate::formats::words;
use crate::labels::Label;
use crate::library::Entry;
use crate::lint::Finding;
use crate::search::Standing;
use crate::text::Clean;
use crate::triage::{self, Book, Desk, Fault, Given, ItemState, Ledger, Resume, Verdict, words as desk_words};
use crate::tui::document::{Remark, Role};
use crate::tui::mode::Mode;

/// Findings by case.
pub type Findings = HashMap<Clean, Vec<Finding>>;

/// Everything about desks.
#[derive(Debug, Default)]
pub struct Desks {
    /// The desk that is on.
    pub on: Option<Desk>,
    /// What the journal came to.
    pub ledger: Ledger,
    /// This run of the program.
    pub session: Clean,
    /// Notes that were not saved, by case.
    pub drafts: BTreeMap<Clean, String>,
    /// The saved notes that those were begun from.
    pub bases: BTreeMap<Clean, String>,
    /// What checking found; none until it is done.
    pub findings: Option<Arc<Findings>>,
    /// Where the journal is.
    pub journal: PathBuf,
    /// Cases whose file was changed by us since the library was read.
    pub rewritten: HashMap<Clean, String>,
    /// Those cases as they were before the first of our changes.
    pub originals: HashMap<Clean, String>,
    /// The case to go on from, while the library that it is in is being read.
    pub wanted: Option<Clean>,
    /// Whether what is needed to go on could not be kept.
    pub is_not_kept: bool,
    /// What was kept last to go on from.
    pub(in crate::tui) kept: Option<Resume>,
}

impl App {
    /// The desk that is on.
    pub fn desk(&self) -> Option<&Desk> {
        self.desks.on.as_ref()
    }

    /// What holds at the desk that is on.
    pub fn book(&self) -> Option<&Book> {
        self.desks.ledger.book(self.desk()?)
    }

    /// The verdict given on a case at the desk that is on.
    pub fn given(&self, case: &Clean) -> Option<&Given> {
        self.desks.ledger.verdict(self.desk()?, case)
    }

    /// The verdict on a case at the desk that is on; at the review desk a record that says it was checked is approved.
    pub fn verdict(&self, entry: &Entry) -> Option<Verdict> {
        let desk = self.desk()?;
        let given = self.given(&entry.head.id).map(|given| given.value.verdict);
        let recorded = *desk == Desk::Review && entry.head.is_reviewed;
        given.or_else(|| recorded.then_some(Verdict::Accepted))
    }

    /// What checking found in a case.
    pub fn findings(&self, case: &Clean) -> &[Finding] {
        let all = self.desks.findings.as_ref().filter(|_| self.desk() == Some(&Desk::Review));
        all.and_then(|all| all.get(case)).map_or(&[], Vec::as_slice)
    }

    /// What the action items of the case in the case pane are to the incident.
    /// What the action items of the shown case are to the incident that is going on, by their number from 0.
    pub fn item_states(&self) -> Vec<(usize, ItemState)> {
        let (Some(book), Some(id)) = (self.book(), &self.reader.id) else {
            return Vec::new();
        };
        let from = (id.clone(), 0);
        book.items.range(from..).take_while(|((of, _), _)| of == id).map(|((_, at), item)| (*at, item.value)).collect()
    }

    /// What is to be said beside the case in the case pane: verdict, note, findings, flags.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let (Some(desk), Some(id)) = (self.desk(), &self.reader.id) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        let mut add = |field: &str, role, sign, text: String| {
            out.push(Remark { field: field.to_owned(), role, sign, text });
        };
        if let Some(given) = self.given(id) {
            let ruling = &given.value;
            let mut text = self.say(desk_words::verdict_label(desk, ruling.verdict)).to_owned();
            let fault = ruling.fault.filter(|fault| *fault != Fault::Other || ruling.text.is_none());
            for more in
                fault.map(|fault| self.say(desk_words::fault_label(fault)).to_owned()).iter().chain(&ruling.text)
            {
                text.push_str(": ");
                text.push_str(more.trim_end_matches(" …"));
            }
            let role = if ruling.verdict == Verdict::Rejected { Role::Alert } else { Role::Good };
            add("", role, ruling.verdict.sign(), format!("{text} · {}, {}", given.by, desk_words::minute(given.at)));
        }
        let book = self.book();
        if let Some(note) = book.and_then(|book| book.notes.get(id)) {
            add("", Role::Strong, "·", format!("{}: {} · {}", self.say(Label::Note), note.value, note.by));
        }
        for finding in self.findings(id) {
            add(&finding.field, Role::Alert, "!", Clean::new(&words::flaw(&finding.flaw, self.language)).to_string());
        }
        for ((of, field), why) in book.iter().flat_map(|book| &book.flags) {
            if of == id {
                let text = format!("{}: {} · {}", self.say(Label::Flagged), why.value, why.by);
                add(field, Role::Alert, "!", text);
            }
        }
        out
    }

    /// What queries ask of the journal.
    pub(super) fn standing(&self) -> Arc<Standing> {
        Arc::new(triage::standing(&self.desks.ledger, self.desk()))
    }

    /// How many cases in view bear each verdict, and how many there are in view.
    pub fn progress(&self) -> ([usize; 3], usize) {
        let mut counts = [0; 3];
        if self.list.blamed.is_some() {
            return (counts, 0);
        }
        for hit in &self.list.hits {
            if let Some(verdict) = self.verdict(self.library.entry(hit.at)) {
                counts[verdict as usize] += 1;
            }
        }
        // A filter by verdict would count its own work away: what was judged of the library counts with what is left.
        let judged_elsewhere = if self.list.query_read.depends_on_standing() {
            let all = self.library.entries().iter().filter_map(|entry| self.verdict(entry));
            counts = [0; 3];
            all.for_each(|verdict| counts[verdict as usize] += 1);
            let shown = self.list.hits.iter().filter(|hit| self.verdict(self.library.entry(hit.at)).is_some()).count();
            counts.iter().sum::<usize>() - shown
        } else {
            0
        };
        (counts, self.list.hits.len() + judged_elsewhere)
    }

    /// The row of the next case in view without a verdict after `row` (or before it), around the end.
    pub fn undecided_after(&self, row: usize, forward: bool) -> Option<usize> {
        let count = self.list.hits.len();
        (1..=count)
            .map(|step| if forward { (row + step) % count } else { (row + count - step) % count })
            .find(|&at| self.verdict(self.library.entry(self.list.hits[at].at)).is_none())
    }

    /// The marked cases that are in view, and how many are marked and not in view.
    pub fn marked_in_view(&self) -> (Vec<Clean>, usize) {
        let ids = self.list.hits.iter().map(|hit| &self.library.entry(hit.at).head.id);
        let seen: Vec<Clean> = ids.filter(|id| self.marks.contains(*id)).cloned().collect();
        let hidden = self.marks.len() - seen.len();
        (seen, hidden)
    }

    /// Takes what the ledger came to: the list where it asks for that.
    pub fn ledger_changed(&mut self) {
        if self.list.query_read.depends_on_standing() {
            self.run_query();
        }
    }

    /// What is needed to go on from here; none when no desk is on.
    pub fn resume_state(&self) -> Option<Resume> {
        let desk = self.desk()?;
        let mut drafts = self.desks.drafts.clone();
        if let Mode::Note(note) = &self.mode {
            let text = note.area.text();
            if text == note.saved {
                drafts.remove(&note.case)
            } else {
                drafts.insert(note.case.clone(), text)
            };
        }
        Some(Resume {
            session: self.desks.session.to_string(),
            incident: desk.incident().unwrap_or_default().to_owned(),
            query: self.list.query.clone(),
            case: self.subject().map(|entry| entry.head.id.to_string()).unwrap_or_default(),
            drafts: drafts.into_iter().map(|(case, text)| (case.to_string(), text)).collect(),
            journal: self.desks.journal.clone(),
        })
    }
}
