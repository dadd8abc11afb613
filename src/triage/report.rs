//! What came of a desk, as Markdown to hand on. Pure: the same ledger and library give the same text.

use std::fmt::Write as _;

use jiff::tz::TimeZone;

use super::words::{fault_label, minute};
use super::{Book, By, Desk, Given, ItemState, Ledger, Verdict};
use crate::case::{Case, Kind, Language, Vocabulary};
use crate::formats::words;
use crate::labels::Label;
use crate::library::Library;
use crate::text::{Clean, columns};

/// The report of a triage: what applies with why and how long it took, what was ruled out and why, what is to be done.
pub fn triage_report(ledger: &Ledger, library: &Library, incident: &str, language: Language) -> String {
    let report = Report { library, language };
    let empty = Book::default();
    let book = Desk::triage(incident).and_then(|desk| ledger.book(&desk)).unwrap_or(&empty);
    let title = Label::ReportTriage.with(language, &[("incident", incident)]);
    let words =
        [(Verdict::Accepted, Label::Applies), (Verdict::Rejected, Label::RuledOut), (Verdict::Deferred, Label::Later)];
    let mut out = report.head(&title, book, words);
    for (verdict, label) in [
        (Verdict::Accepted, Label::ReportApplies),
        (Verdict::Rejected, Label::ReportRuledOut),
        (Verdict::Deferred, Label::ReportLater),
    ] {
        report.cases(&mut out, label, book, verdict);
    }
    for (state, label) in [
        (ItemState::ToDo, Label::ReportToDo),
        (ItemState::Have, Label::ReportHave),
        (ItemState::NotOurs, Label::ReportNotOurs),
    ] {
        report.items(&mut out, label, book, state);
    }
    report.other_notes(&mut out, book);
    report.end(out, book)
}

/// The summary of a review: what was approved, what was rejected and why, what is to be checked.
pub fn review_report(ledger: &Ledger, library: &Library, language: Language) -> String {
    let report = Report { library, language };
    let empty = Book::default();
    let book = ledger.book(&Desk::Review).unwrap_or(&empty);
    let words = [
        (Verdict::Accepted, Label::Approved),
        (Verdict::Rejected, Label::RejectedCase),
        (Verdict::Deferred, Label::Later),
    ];
    let mut out = report.head(Label::ReportReview.text(language), book, words);
    for (verdict, label) in [
        (Verdict::Rejected, Label::ReportRejected),
        (Verdict::Deferred, Label::ReportLater),
        (Verdict::Accepted, Label::ReportApproved),
    ] {
        report.cases(&mut out, label, book, verdict);
    }
    report.flags(&mut out, book);
    report.other_notes(&mut out, book);
    report.end(out, book)
}

/// What was opened and copied when, at the desk that is on and in this run of the program, as a list to paste.
pub fn trail(ledger: &Ledger, library: &Library, desk: Option<&Desk>, language: Language) -> String {
    let report = Report { library, language };
    let at_desk = desk.and_then(|desk| ledger.book(desk)).map_or(&[][..], |book| &book.trail[..]);
    let mut all: Vec<_> = at_desk.iter().chain(&ledger.trail).collect();
    all.sort_by_key(|(_, by)| by.at);
    let mut out = String::new();
    let mut day = None;
    for (case, By { value, by, at }) in all {
        let what = value.as_ref().map_or_else(
            || Label::TrailOpened.text(language).to_owned(),
            |what| Label::TrailCopied.with(language, &[("what", what)]),
        );
        let zoned = TimeZone::UTC.to_datetime(*at);
        // The day is told where it changes.
        let date = if day == Some(zoned.date()) { String::new() } else { format!("{} ", zoned.date()) };
        day = Some(zoned.date());
        let name = report.name(case, None);
        let _ = writeln!(out, "- {date}{:02}:{:02} UTC · {by} · {what} · {name}", zoned.hour(), zoned.minute());
    }
    out
}

struct Report<'a> {
    library: &'a Library,
    language: Language,
}

impl Report<'_> {
    fn say(&self, label: Label) -> &'static str {
        label.text(self.language)
    }

    fn head(&self, title: &str, book: &Book, words: [(Verdict, Label); 3]) -> String {
        let looked = Label::ReportLooked.with(self.language, &[("n", &book.verdicts.len().to_string())]);
        let mut line = vec![looked];
        for (verdict, label) in words {
            let n = book.verdicts.values().filter(|given| given.value.verdict == verdict).count();
            line.push(format!("{} {n}", self.say(label)));
        }
        line.extend(book.last.map(|at| Label::ReportAsOf.with(self.language, &[("at", &minute(at))])));
        format!("# {title}\n\n{}\n\n", line.join(" · "))
    }

    fn end(&self, mut out: String, book: &Book) -> String {
        if book.verdicts.is_empty() && book.items.is_empty() && book.notes.is_empty() && book.flags.is_empty() {
            out.push_str(self.say(Label::ReportNothing));
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    fn cases(&self, out: &mut String, label: Label, book: &Book, verdict: Verdict) {
        let mut given: Vec<(&Clean, &Given)> =
            book.verdicts.iter().filter(|(_, given)| given.value.verdict == verdict).collect();
        if given.is_empty() {
            return;
        }
        // In the order in which they were judged.
        given.sort_by_key(|(_, given)| given.at);
        let _ = write!(out, "## {}\n\n", self.say(label));
        for (id, given) in given {
            let case = self.library.find(id).map(|entry| entry.read().0);
            let _ = writeln!(out, "- {}", self.name(id, case.as_ref()));
            if let (Some(case), true) = (&case, verdict != Verdict::Rejected) {
                self.facts(out, case, given);
            }
            let fault = given.value.fault.map(|fault| self.say(fault_label(fault)).trim_end_matches(" …").to_owned());
            let texts = fault.into_iter().chain(given.value.text.clone());
            let mut why = texts.collect::<Vec<_>>().join(": ");
            if let Some(note) = book.notes.get(id) {
                if !why.is_empty() {
                    why.push_str(" · ");
                }
                why.push_str(&note.value.replace('\n', "\n  "));
            }
            if !why.is_empty() {
                let _ = writeln!(out, "  {why}");
            }
            let _ = writeln!(out, "  — {}, {}", given.by, minute(given.at));
            if let (Some(case), Verdict::Accepted) = (&case, verdict) {
                self.remediation(out, case);
            }
        }
        out.push('\n');
    }

    /// Time to resolve, cause and symptoms, and what it was found by.
    fn facts(&self, out: &mut String, case: &Case, given: &Given) {
        let vocabulary = Vocabulary::builtin();
        let mut facts = Vec::new();
        if let Some(span) = case.resolved_after {
            let span = span.in_language(self.language);
            facts.push(Label::ReportResolvedIn.with(self.language, &[("span", &span)]));
        }
        facts.extend(case.root_cause.as_ref().map(|slug| vocabulary.name(Kind::Cause, slug, self.language).to_owned()));
        facts.extend(case.symptoms.iter().map(|slug| vocabulary.name(Kind::Symptom, slug, self.language).to_owned()));
        facts.extend(given.value.query.as_ref().map(|query| {
            // An alert may have been pasted whole.
            let query = columns::clip(&query.split_whitespace().collect::<Vec<_>>().join(" "), 60).replace('`', "'");
            Label::ReportFoundBy.with(self.language, &[("query", &query)])
        }));
        if !facts.is_empty() {
            let _ = writeln!(out, "  {}", facts.join(" · "));
        }
    }

    /// What was done about it then, which is what to try now.
    fn remediation(&self, out: &mut String, case: &Case) {
        if case.remediation.is_empty() {
            return;
        }
        let _ = writeln!(out, "  {}:", self.say(Label::Remediation));
        for (at, step) in case.remediation.iter().enumerate() {
            let text = step.in_language(self.language).map(|shown| shown.text.replace('\n', " ")).unwrap_or_default();
            let _ = writeln!(out, "  {}. {text}", at + 1);
        }
    }

    fn items(&self, out: &mut String, label: Label, book: &Book, state: ItemState) {
        let mut lines = Vec::new();
        for ((id, at), item) in book.items.iter().filter(|(_, item)| item.value == state) {
            let text = self
                .library
                .find(id)
                .and_then(|entry| {
                    let (case, _) = entry.read();
                    let text = case.action_items.get(*at)?.in_language(self.language)?.text.replace('\n', " ");
                    Some(text)
                })
                .unwrap_or_else(|| format!("{} {}", self.say(Label::ActionItems), at + 1));
            let tick = match state {
                ItemState::ToDo => "[ ] ",
                ItemState::Have => "[x] ",
                ItemState::NotOurs => "",
            };
            lines.push(format!("- {tick}{text} ({id}, {})", item.by));
        }
        self.list(out, label, &lines);
    }

    fn flags(&self, out: &mut String, book: &Book) {
        let lines: Vec<String> = book
            .flags
            .iter()
            .map(|((id, field), why)| {
                let field = words::field(field, self.language);
                format!("- {id} {field}: {} — {}", why.value.replace('\n', " "), why.by)
            })
            .collect();
        self.list(out, Label::ReportFlags, &lines);
    }

    /// Notes on cases without a verdict: nothing that was written is left out.
    fn other_notes(&self, out: &mut String, book: &Book) {
        let lines: Vec<String> = book
            .notes
            .iter()
            .filter(|(id, _)| !book.verdicts.contains_key(*id))
            .map(|(id, note)| format!("- {}\n  {}", self.name(id, None), note.value.replace('\n', "\n  ")))
            .collect();
        self.list(out, Label::ReportNotes, &lines);
    }

    fn list(&self, out: &mut String, label: Label, lines: &[String]) {
        if !lines.is_empty() {
            let _ = write!(out, "## {}\n\n{}\n\n", self.say(label), lines.join("\n"));
        }
    }

    /// The case on one line: id, organisation, date, title, address.
    fn name(&self, id: &Clean, case: Option<&Case>) -> String {
        let Some(entry) = self.library.find(id) else {
            return format!("**{id}** ({})", self.say(Label::ReportGone));
        };
        let head = &entry.head;
        let date = head.date.map(|date| format!(" {date}")).unwrap_or_default();
        let title = head.title.in_language(self.language).map(|shown| shown.text.replace('\n', " "));
        let address = case.and_then(Case::address).map(|url| format!(" <{url}>")).unwrap_or_default();
        format!("**{id}** {}{date} · {}{address}", head.org, title.unwrap_or_default())
    }
}
