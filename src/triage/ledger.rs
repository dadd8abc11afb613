//! What all records of a journal come to: the verdicts, notes and stars that hold, and the steps that can be undone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use jiff::Timestamp;

use super::{Change, Deed, Desk, ItemState, Record, Ruling, Set, Way};
use crate::text::Clean;

/// A value, who gave it and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By<T> {
    /// The value.
    pub value: T,
    /// Who.
    pub by: Clean,
    /// When.
    pub at: Timestamp,
}

/// A verdict that holds.
pub type Given = By<Ruling>;
/// A text that holds.
pub type Noted = By<String>;

/// What holds at one desk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Verdicts by case.
    pub verdicts: BTreeMap<Clean, Given>,
    /// Notes by case.
    pub notes: BTreeMap<Clean, Noted>,
    /// Action items by case and place.
    pub items: BTreeMap<(Clean, usize), By<ItemState>>,
    /// Fields to be looked at, by case and field.
    pub flags: BTreeMap<(Clean, String), Noted>,
    /// What was opened and copied, in order: the case, what was copied of it, who and when.
    pub trail: Vec<(Clean, By<Option<String>>)>,
    /// When something was last done here.
    pub last: Option<Timestamp>,
}

/// Changes that were made together and can be undone together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number.
    pub n: u64,
    changes: Vec<Turn>,
}

/// One thing of a step: its value before, who had given that and when, and its value after.
type Turn = (Change, Option<Giver>, Change);
/// Who gave a value, and when.
type Giver = (Clean, Timestamp);

/// Steps of one run of the program at one desk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Steps {
    done: Vec<Step>,
    undone: Vec<Step>,
}

/// What holds, at every desk.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    records: Vec<Record>,
    seen: HashSet<(Clean, u64)>,
    desks: BTreeMap<Desk, Book>,
    /// Cases that bear a star.
    pub stars: BTreeSet<Clean>,
    /// What was opened and copied at no desk.
    pub trail: Vec<(Clean, By<Option<String>>)>,
    steps: HashMap<(Desk, Clean), Steps>,
}

impl Ledger {
    /// Takes records; one that is there already counts once. The order in which they come does not matter.
    pub fn take(&mut self, records: impl IntoIterator<Item = Record>) {
        let fresh: Vec<Record> = records
            .into_iter()
            .filter(|record| record.session.is_empty() || self.seen.insert((record.session.clone(), record.n)))
            .collect();
        let key = |record: &Record| (record.n, record.at, record.session.clone());
        let in_order = fresh.is_sorted_by_key(key)
            && fresh.first().is_none_or(|first| self.records.last().is_none_or(|last| key(last) <= key(first)));
        if in_order {
            for record in &fresh {
                self.apply(record);
            }
            self.records.extend(fresh);
            return;
        }
        // A line that another clone of the journal had before ours: everything is gone through again.
        let mut all = std::mem::take(&mut self.records);
        all.extend(fresh);
        all.sort_by_cached_key(key);
        let again = Self { seen: std::mem::take(&mut self.seen), ..Self::default() };
        *self = again;
        for record in &all {
            self.apply(record);
        }
        self.records = all;
    }

    /// Forgets everything and takes these records.
    pub fn replace(&mut self, records: impl IntoIterator<Item = Record>) {
        *self = Self::default();
        self.take(records);
    }

    /// What holds at a desk.
    pub fn book(&self, desk: &Desk) -> Option<&Book> {
        self.desks.get(desk)
    }

    /// Every desk that something was done at.
    pub fn desks(&self) -> impl Iterator<Item = (&Desk, &Book)> {
        self.desks.iter()
    }

    /// The verdict on a case at a desk.
    pub fn verdict(&self, desk: &Desk, case: &Clean) -> Option<&Given> {
        self.book(desk)?.verdicts.get(case)
    }

    /// The note on a case at a desk.
    pub fn note(&self, desk: &Desk, case: &Clean) -> Option<&str> {
        self.book(desk)?.notes.get(case).map(|noted| noted.value.as_str())
    }

    /// The deed that undoes the last step of a session at a desk, as far as nobody has set the same since.
    pub fn undo(&self, desk: &Desk, session: &Clean) -> Option<Deed> {
        let steps = self.steps.get(&(desk.clone(), session.clone()))?;
        steps.done.iter().rev().find_map(|step| {
            let changes = self.applicable(step.changes.iter().map(|(before, _, after)| (after, before)));
            (!changes.is_empty()).then_some(Deed { way: Way::Undoes(step.n), changes })
        })
    }

    /// The deed that does again what was undone last.
    pub fn redo(&self, desk: &Desk, session: &Clean) -> Option<Deed> {
        let steps = self.steps.get(&(desk.clone(), session.clone()))?;
        steps.undone.iter().rev().find_map(|step| {
            let changes = self.applicable(step.changes.iter().map(|(before, _, after)| (before, after)));
            (!changes.is_empty()).then_some(Deed { way: Way::Redoes(step.n), changes })
        })
    }

    /// The changes whose thing still has the value that is expected.
    fn applicable<'a>(&self, pairs: impl Iterator<Item = (&'a Change, &'a Change)>) -> Vec<Change> {
        pairs.filter(|(expected, _)| self.value(expected) == **expected).map(|(_, wanted)| wanted.clone()).collect()
    }

    /// The thing that a change is about, with the value that it has now.
    fn value(&self, change: &Change) -> Change {
        let book = change.desk.as_ref().and_then(|desk| self.desks.get(desk));
        let case = &change.case;
        let set = match &change.set {
            Set::Verdict(_) => {
                Set::Verdict(book.and_then(|book| book.verdicts.get(case)).map(|given| given.value.clone()))
            }
            Set::Note(_) => Set::Note(book.and_then(|book| book.notes.get(case)).map(|noted| noted.value.clone())),
            Set::Item(at, _) => {
                Set::Item(*at, book.and_then(|book| book.items.get(&(case.clone(), *at))).map(|item| item.value))
            }
            Set::Flag(field, _) => {
                let flag = book.and_then(|book| book.flags.get(&(case.clone(), field.clone())));
                Set::Flag(field.clone(), flag.map(|flag| flag.value.clone()))
            }
            Set::Star(_) => Set::Star(self.stars.contains(case)),
            other => other.clone(),
        };
        Change { set, ..change.clone() }
    }

    fn apply(&mut self, record: &Record) {
        let restored = self.remember_step(record);
        // What is set back is again what somebody else had given.
        let by = || restored.clone().unwrap_or_else(|| (record.by.clone(), record.at));
        let case = record.change.case.clone();
        let Some(desk) = &record.change.desk else {
            match &record.change.set {
                Set::Star(true) => drop(self.stars.insert(case)),
                Set::Star(false) => drop(self.stars.remove(&case)),
                Set::Opened => self.trail.push((case, with(None, by()))),
                Set::Copied(what) => self.trail.push((case, with(Some(what.clone()), by()))),
                // The rest belongs to a desk.
                _ => {}
            }
            return;
        };
        let book = self.desks.entry(desk.clone()).or_default();
        book.last = book.last.max(Some(record.at));
        match record.change.set.clone() {
            Set::Verdict(value) => put(&mut book.verdicts, case, value, by()),
            Set::Note(value) => put(&mut book.notes, case, value, by()),
            Set::Item(at, value) => put(&mut book.items, (case, at), value, by()),
            Set::Flag(field, value) => put(&mut book.flags, (case, field), value, by()),
            Set::Star(true) => drop(self.stars.insert(case)),
            Set::Star(false) => drop(self.stars.remove(&case)),
            Set::Opened => book.trail.push((case, with(None, by()))),
            Set::Copied(what) => book.trail.push((case, with(Some(what), by()))),
        }
    }

    /// Keeps the steps. For a change that sets something back, gives who had given that, and when.
    fn remember_step(&mut self, record: &Record) -> Option<Giver> {
        let desk = record.change.desk.as_ref()?;
        if matches!(record.change.set, Set::Star(_) | Set::Opened | Set::Copied(_)) {
            return None;
        }
        let before = self.value(&record.change);
        let giver = self.giver(&record.change);
        let steps = self.steps.entry((desk.clone(), record.session.clone())).or_default();
        let moved = |from: &mut Vec<Step>, to: &mut Vec<Step>, n: u64| {
            if let Some(at) = from.iter().rposition(|step| step.n == n) {
                to.push(from.remove(at));
            }
        };
        match record.way {
            Way::Undoes(n) => {
                moved(&mut steps.done, &mut steps.undone, n);
                let step = steps.undone.iter().rev().find(|step| step.n == n)?;
                let (_, giver, _) = step.changes.iter().find(|(before, _, _)| *before == record.change)?;
                giver.clone()
            }
            Way::Redoes(n) => {
                moved(&mut steps.undone, &mut steps.done, n);
                None
            }
            Way::Done => {
                steps.undone.clear();
                let change = (before, giver, record.change.clone());
                match steps.done.last_mut() {
                    Some(last) if last.n == record.step => last.changes.push(change),
                    _ => steps.done.push(Step { n: record.step, changes: vec![change] }),
                }
                None
            }
        }
    }

    /// Who gave the value that the thing of a change has now, and when.
    fn giver(&self, change: &Change) -> Option<Giver> {
        let book = self.desks.get(change.desk.as_ref()?)?;
        let case = &change.case;
        let by = |by: &Clean, at: Timestamp| Some((by.clone(), at));
        match &change.set {
            Set::Verdict(_) => book.verdicts.get(case).and_then(|given| by(&given.by, given.at)),
            Set::Note(_) => book.notes.get(case).and_then(|noted| by(&noted.by, noted.at)),
            Set::Item(at, _) => book.items.get(&(case.clone(), *at)).and_then(|item| by(&item.by, item.at)),
            Set::Flag(field, _) => {
                book.flags.get(&(case.clone(), field.clone())).and_then(|flag| by(&flag.by, flag.at))
            }
            _ => None,
        }
    }
}

fn with<T>(value: T, (by, at): (Clean, Timestamp)) -> By<T> {
    By { value, by, at }
}

fn put<K: Ord, T>(map: &mut BTreeMap<K, By<T>>, key: K, value: Option<T>, by: (Clean, Timestamp)) {
    match value {
        Some(value) => drop(map.insert(key, with(value, by))),
        None => drop(map.remove(&key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::Verdict;
    use proptest::prelude::*;

    fn desk() -> Desk {
        Desk::triage("INC-1").unwrap()
    }

    fn verdict(case: &str, verdict: Verdict) -> Change {
        let ruling = Ruling { verdict, fault: None, text: None, query: None };
        Change { desk: Some(desk()), case: Clean::line(case), set: Set::Verdict(Some(ruling)) }
    }

    /// What a journal with one writer would give.
    #[derive(Default)]
    struct Writer {
        ledger: Ledger,
        n: u64,
        all: Vec<Record>,
    }

    impl Writer {
        fn does(&mut self, deed: Deed) {
            let first = self.n + 1;
            for change in deed.changes {
                self.n += 1;
                let record = Record {
                    n: self.n,
                    at: Timestamp::from_second(self.n as i64).unwrap(),
                    by: Clean::line("kim"),
                    session: Clean::line("s"),
                    step: first,
                    way: deed.way,
                    change,
                };
                self.all.push(record.clone());
                self.ledger.take([record]);
            }
        }

        fn judges(&mut self, case: &str, how: Verdict) {
            self.does(Deed { way: Way::Done, changes: vec![verdict(case, how)] });
        }

        fn shown(&self) -> Vec<(String, Verdict)> {
            let book = self.ledger.book(&desk()).cloned().unwrap_or_default();
            book.verdicts.iter().map(|(case, given)| (case.to_string(), given.value.verdict)).collect()
        }

        fn undoes(&mut self) -> bool {
            self.ledger.undo(&desk(), &Clean::line("s")).is_some_and(|deed| {
                self.does(deed);
                true
            })
        }

        fn redoes(&mut self) -> bool {
            self.ledger.redo(&desk(), &Clean::line("s")).is_some_and(|deed| {
                self.does(deed);
                true
            })
        }
    }

    #[test]
    fn many_steps_are_undone_and_done_again() {
        let mut writer = Writer::default();
        writer.judges("A", Verdict::Accepted);
        writer.judges("A", Verdict::Rejected);
        writer.does(Deed {
            way: Way::Done,
            changes: vec![verdict("B", Verdict::Rejected), verdict("C", Verdict::Rejected)],
        });
        assert_eq!(writer.shown().len(), 3);
        assert!(writer.undoes());
        assert_eq!(writer.shown(), [("A".to_owned(), Verdict::Rejected)], "a step is undone whole");
        assert!(writer.undoes());
        assert_eq!(writer.shown(), [("A".to_owned(), Verdict::Accepted)]);
        assert!(writer.undoes() && !writer.undoes());
        assert!(writer.shown().is_empty());
        assert!(writer.redoes() && writer.redoes() && writer.redoes() && !writer.redoes());
        assert_eq!(writer.shown().len(), 3);
        assert!(writer.undoes());
        writer.judges("D", Verdict::Deferred);
        assert!(!writer.redoes(), "after something new there is nothing to do again");
    }

    #[test]
    fn what_somebody_else_set_since_is_not_undone() {
        let mut writer = Writer::default();
        writer.judges("A", Verdict::Accepted);
        let other = Record {
            session: Clean::line("other"),
            n: 9,
            step: 9,
            change: verdict("A", Verdict::Rejected),
            ..writer.all[0].clone()
        };
        writer.ledger.take([other]);
        assert!(!writer.undoes());
        assert_eq!(writer.shown(), [("A".to_owned(), Verdict::Rejected)]);
    }

    #[test]
    fn what_is_set_back_bears_the_name_of_who_gave_it() {
        let mut writer = Writer::default();
        writer.judges("A", Verdict::Accepted);
        let first = writer.all[0].clone();
        let by = |n: u64, way: Way, how: Verdict| Record {
            n,
            step: 8,
            by: Clean::line("bob"),
            session: Clean::line("b"),
            at: Timestamp::from_second(n as i64).unwrap(),
            way,
            change: verdict("A", how),
        };
        writer.ledger.take([by(8, Way::Done, Verdict::Rejected), by(9, Way::Undoes(8), Verdict::Accepted)]);
        let given = writer.ledger.verdict(&desk(), &Clean::line("A")).unwrap();
        assert_eq!((given.value.verdict, &given.by, given.at), (Verdict::Accepted, &first.by, first.at));
    }

    proptest! {
        #[test]
        fn the_order_of_the_lines_does_not_matter(
            keys in proptest::collection::vec((0usize..3, 0usize..3, 0usize..5), 1..30),
            order in any::<proptest::sample::Index>(), twice: bool,
        ) {
            let mut writer = Writer::default();
            for (case, how, key) in keys {
                match key {
                    0 => drop(writer.undoes()),
                    1 => drop(writer.redoes()),
                    _ => writer.judges(["A", "B", "C"][case], Verdict::ALL[how]),
                }
            }
            let mut lines = writer.all.clone();
            let at = order.index(lines.len().max(1));
            lines.rotate_left(at);
            if twice {
                lines.extend(writer.all.clone());
            }
            let mut ledger = Ledger::default();
            for record in lines {
                ledger.take([record]);
            }
            prop_assert_eq!(ledger.book(&desk()), writer.ledger.book(&desk()));
            let session = Clean::line("s");
            prop_assert_eq!(ledger.undo(&desk(), &session), writer.ledger.undo(&desk(), &session));
            prop_assert_eq!(ledger.redo(&desk(), &session), writer.ledger.redo(&desk(), &session));
        }
    }
}
