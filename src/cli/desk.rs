//! `incidents triage` and `incidents review`: the screen at a desk, or what came of it.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::args::{Common, DeskArgs, Review, Triage};
use super::output::{Output, head};
use super::{Found, screen};
use crate::case::Language;
use crate::formats::words;
use crate::library::Library;
use crate::lint;
use crate::search::Standing;
use crate::text::Clean;
use crate::triage::{Book, Desk, Journal, Ledger, Verdict, review_report, standing, triage_report};

/// What people said of cases: where it stands, and the incident that is asked for.
pub(super) struct Said {
    journal: PathBuf,
    incident: Option<Desk>,
}

impl Said {
    pub(super) fn of(common: &Common) -> Self {
        let incident = common.incident.as_deref().and_then(Desk::triage);
        Self { journal: common.journal(), incident }
    }

    /// Reads the journal for a query.
    pub(super) fn standing(&self) -> anyhow::Result<Arc<Standing>> {
        let ledger = read(&self.journal)?;
        if let Some(desk) = self.incident.as_ref().filter(|desk| ledger.book(desk).is_none()) {
            let names: Vec<&str> = ledger.desks().filter_map(|(desk, _)| desk.incident()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            bail!("the journal has no {desk}; its incidents: {names}");
        }
        Ok(Arc::new(standing(&ledger, self.incident.as_ref())))
    }
}

/// Reads a journal. Lines that are none of its own are told on standard error.
fn read(path: &std::path::Path) -> anyhow::Result<Ledger> {
    let fresh = Journal::new(path, Clean::default(), None).read()?;
    for problem in &fresh.problems {
        eprintln!("incidents: {}", words::problem(problem, Language::English));
    }
    let mut ledger = Ledger::default();
    ledger.take(fresh.records);
    Ok(ledger)
}

pub(super) fn triage(args: &Triage, common: &Common) -> anyhow::Result<Found> {
    let Some(name) = &args.name else {
        return incidents(&args.desk, common);
    };
    let Some(desk) = Desk::triage(name) else {
        bail!("an incident needs a name: incidents triage INC-2031");
    };
    run(&desk, &args.desk, common)
}

pub(super) fn review(args: &Review, common: &Common) -> anyhow::Result<Found> {
    run(&Desk::Review, &args.desk, common)
}

fn run(desk: &Desk, args: &DeskArgs, common: &Common) -> anyhow::Result<Found> {
    if !args.report && !args.json && std::io::stdout().is_terminal() {
        return screen::run(common, &args.query, Some(desk.clone()));
    }
    let ledger = read(&common.journal())?;
    let library = common.load();
    let mut output = Output::new(common);
    let empty = Book::default();
    let book = ledger.book(desk).unwrap_or(&empty);
    if args.json {
        cases(desk, book, &library, &mut output)?;
    } else {
        let text = match desk {
            Desk::Triage(name) => triage_report(&ledger, &library, name, output.language),
            Desk::Review => review_report(&ledger, &library, output.language),
        };
        match &args.output {
            None => output.text(&text)?,
            Some(path) => {
                let name = path.display();
                let written = OpenOptions::new().write(true).create_new(true).open(path);
                written
                    .and_then(|mut file| file.write_all(text.as_bytes()))
                    .with_context(|| format!("{name} was not written; a file that is there is never overwritten"))?;
            }
        }
    }
    output.finish()?;
    Ok(if book.last.is_some() { Found::Something } else { Found::Nothing })
}

/// A list of cases that something was said of, in the order of the library.
fn cases(desk: &Desk, book: &Book, library: &Library, output: &mut Output) -> anyhow::Result<()> {
    for entry in library.entries() {
        let id = &entry.head.id;
        let given = book.verdicts.get(id);
        let note = book.notes.get(id);
        let items: Vec<Value> = book
            .items
            .iter()
            .filter(|((of, _), _)| of == id)
            .map(|((_, at), item)| json!({"item": at + 1, "state": item.value.word(), "by": item.by.as_str()}))
            .collect();
        let flags: Vec<Value> = book
            .flags
            .iter()
            .filter(|((of, _), _)| of == id)
            .map(|((_, field), why)| json!({"field": field, "text": why.value, "by": why.by.as_str()}))
            .collect();
        if given.is_none() && note.is_none() && items.is_empty() && flags.is_empty() {
            continue;
        }
        let mut value = head(library, entry);
        value["verdict"] = given.map_or(Value::Null, |given| given.value.verdict.word().into());
        value["fault"] = given.and_then(|given| given.value.fault).map_or(Value::Null, |fault| fault.word().into());
        value["text"] = given.and_then(|given| given.value.text.clone()).map_or(Value::Null, Value::from);
        value["note"] = note.map_or(Value::Null, |note| note.value.as_str().into());
        let last = given.map(|given| (&given.by, given.at)).or(note.map(|note| (&note.by, note.at)));
        value["by"] = last.map_or(Value::Null, |(by, _)| by.as_str().into());
        value["at"] = last.map_or(Value::Null, |(_, at)| format!("{at:.0}").into());
        match desk {
            Desk::Triage(_) => value["action_items"] = items.into(),
            Desk::Review => {
                value["flags"] = flags.into();
                let found = lint::check_case(entry);
                value["findings"] =
                    found.iter().map(|finding| json!({"field": finding.field, "reason": words::flaw(&finding.flaw, Language::English)})).collect();
            }
        }
        output.element(&value)?;
    }
    output.finish_list()?;
    Ok(())
}

/// The incidents in the journal, the one that was worked on last first.
fn incidents(args: &DeskArgs, common: &Common) -> anyhow::Result<Found> {
    let ledger = read(&common.journal())?;
    let mut output = Output::new(common);
    let mut desks: Vec<_> =
        ledger.desks().filter_map(|(desk, book)| Some((book.last?, desk.incident()?, book))).collect();
    desks.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    for (last, name, book) in &desks {
        let count = |verdict| book.verdicts.values().filter(|given| given.value.verdict == verdict).count();
        let [accepted, rejected, deferred] = [Verdict::Accepted, Verdict::Rejected, Verdict::Deferred].map(count);
        let last = format!("{last:.0}");
        if args.json {
            output.element(&json!({
                "incident": name, "accepted": accepted, "rejected": rejected, "deferred": deferred, "last": last,
            }))?;
        } else {
            output.text(&format!("{last}  {name}  ✔{accepted} ✘{rejected} …{deferred}\n"))?;
        }
    }
    if args.json {
        output.finish_list()?;
    }
    output.finish()?;
    Ok(if desks.is_empty() { Found::Nothing } else { Found::Something })
}
