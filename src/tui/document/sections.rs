//! The sections of a case, in the order of its page.

use super::parts::NOTHING;
use super::{BlockKind, Builder, Piece, Role, Section, piece, plain};
use crate::case::{Kind, Localized};
use crate::formats::checks;
use crate::labels::Label;
use crate::text::{Clean, columns};
use crate::triage::ItemState;

impl Builder<'_> {
    pub(super) fn whole(&mut self) {
        self.heading();
        self.facts();
        self.timeline();
        self.remarks(&["severity", "impact", "timeline"]);
        self.summary();
        self.remarks(&["summary"]);
        self.symptoms();
        self.remarks(&["symptoms_text", "symptoms"]);
        self.cause();
        self.remarks(&["root_cause", "trigger", "contributing", "components"]);
        self.detection();
        self.remarks(&["detection"]);
        self.remediation();
        self.remarks(&["remediation"]);
        self.action_items();
        self.remarks(&["action_items"]);
        self.lessons();
        self.remarks(&["lessons"]);
        self.sources();
        self.remarks(&["sources"]);
        self.record_links();
        self.checks();
        self.review();
    }

    /// What one reads at 3 a.m.: trigger, what fixed it, how long it took, what was planned.
    pub(super) fn brief(&mut self) {
        self.heading();
        self.times(false);
        self.blank();
        self.section_head(Section::Cause, Label::Trigger, Vec::new());
        self.texts_or_nothing(&self.case.trigger.clone());
        self.remediation();
        self.action_items();
    }

    fn heading(&mut self) {
        let case = self.case;
        let title = if case.title.is_empty() { Localized::plain(&case.id) } else { case.title.clone() };
        self.texts(&title, 0, Role::Title);
        self.copy = self.shown(&title);
        self.flush(BlockKind::Text);
        let date = case.date.map_or_else(|| NOTHING.to_owned(), |date| date.to_string());
        let domain: Vec<&str> = case.domain.iter().map(Clean::as_str).collect();
        let parts: Vec<&str> =
            [case.id.as_str(), case.org.as_str(), &date].into_iter().filter(|p| !p.is_empty()).collect();
        let mut line = parts.join(" · ");
        if !domain.is_empty() {
            line.push_str("   ");
            line.push_str(&domain.join(" "));
        }
        self.copy.clone_from(&line);
        self.wrapped(&[], 0, &line, Role::Dim, None);
        let topics = case.domain.iter().map(|slug| (Kind::Domain, slug.clone())).collect::<Vec<_>>();
        self.flush(if topics.is_empty() { BlockKind::Text } else { BlockKind::Topics(topics) });
        self.found_by();
        self.remarks_on_all();
        self.blank();
    }

    /// Why the case is in the list: `found by 502 (title) · balancer (vocabulary)`.
    fn found_by(&mut self) {
        if self.layout.found_by.is_empty() {
            return;
        }
        let language = self.layout.language;
        // Words of one place stand together.
        let words: Vec<String> = self
            .layout
            .found_by
            .chunk_by(|(_, one), (_, other)| one == other)
            .map(|group| {
                let words: Vec<String> = group.iter().map(|(word, _)| Clean::line(word).to_string()).collect();
                format!("{} ({})", words.join(" "), group[0].1.text(language))
            })
            .collect();
        let line = Label::FoundBy.with(language, &[("words", &words.join(" · "))]);
        self.copy.clone_from(&line);
        // It speaks of the search and is nothing to be found by it.
        let marks = std::mem::take(&mut self.marks);
        self.wrapped(&[], 0, &line, Role::Dim, None);
        self.marks = marks;
        self.flush(BlockKind::Text);
    }

    fn facts(&mut self) {
        self.document.sections.push((Section::Facts, self.document.lines.len()));
        self.times(true);
        let impact = self.case.impact.clone();
        for (label, text) in
            [(Label::Scope, &impact.scope), (Label::Users, &impact.users), (Label::Region, &impact.region)]
        {
            self.fact(label, text);
        }
        if let Some(first) = self.case.remediation.first() {
            // The answer first: what was done, in one line; the whole of it is in its own section.
            let text = first.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default();
            let more = self.case.remediation.len() - 1;
            let tail = if more > 0 { format!(" (+{more})") } else { String::new() };
            let lead = self.fact_label(Label::Remediation);
            let room = self.width().saturating_sub(columns::width(&lead.text) + columns::width(&tail));
            let shown = columns::clip(&text.replace('\n', " "), room);
            self.copy = text;
            self.push(&[lead, piece(Role::Good, shown), piece(Role::Dim, tail)]);
            self.flush(BlockKind::Remediation(0));
        }
        self.blank();
    }

    /// The grid of short facts: as many beside each other as fit.
    fn times(&mut self, with_severity: bool) {
        let case = self.case;
        let mut cells = vec![
            (Label::TimeToDetect, self.span(case.detected_after)),
            (Label::TimeToResolve, self.span(case.resolved_after)),
        ];
        if case.impaired_for.is_some() {
            cells.push((Label::ImpairedFor, self.span(case.impaired_for)));
        }
        if with_severity {
            let severity = case.severity.as_ref().map(|slug| self.name(Kind::Severity, slug));
            cells.push((Label::Severity, severity.unwrap_or_else(|| NOTHING.to_owned())));
        }
        let mut line: Vec<Piece> = Vec::new();
        let mut used = 0;
        let mut copy: Vec<String> = Vec::new();
        for (label, value) in cells {
            let name = self.fact_label(label);
            // A slug that nobody knows may be of any length.
            let value = columns::clip(&value, self.width().saturating_sub(columns::width(&name.text) + 2).max(4));
            let cell = columns::width(&name.text) + columns::width(&value).max(8) + 2;
            if used > 0 && used + cell > self.width() {
                self.push(&line);
                line.clear();
                used = 0;
            }
            copy.push(format!("{}: {value}", self.label(label)));
            let role = if value == NOTHING { Role::Dim } else { Role::Strong };
            line.push(name);
            line.push(piece(role, columns::fit(&value, columns::width(&value).max(8) + 2)));
            used += cell;
        }
        self.push(&line);
        self.copy = copy.join("\n");
        self.flush(BlockKind::Text);
    }

    pub(super) fn fact_label(&self, label: Label) -> Piece {
        let widths =
            [Label::TimeToDetect, Label::TimeToResolve, Label::Severity, Label::Scope, Label::Users, Label::Region];
        let width = widths.iter().map(|&l| columns::width(self.label(l))).max().unwrap_or(0) + 2;
        piece(Role::Label, columns::fit(self.label(label), width.min(self.width() / 2)))
    }

    fn fact(&mut self, label: Label, text: &Localized) {
        let lead = self.fact_label(label);
        let indent = columns::width(&lead.text);
        match text.in_language(self.layout.language) {
            None => self.push(&[lead, piece(Role::Dim, NOTHING)]),
            Some(shown) => {
                let tail = shown.fell_back.then(|| self.fallback_mark(text));
                self.wrapped(&[lead], indent, &shown.text.clone(), Role::Text, tail);
                if self.layout.both
                    && let (Some(_), Some(other)) =
                        (text.get(self.layout.language), text.get(self.layout.language.other()))
                {
                    self.wrapped(&[plain(" ".repeat(indent))], indent, &other.clone(), Role::Dim, None);
                }
            }
        }
        self.copy = format!("{}: {}", self.label(label), self.shown_or_nothing(text));
        self.flush(BlockKind::Text);
    }

    fn summary(&mut self) {
        self.section_head(Section::Summary, Label::Summary, Vec::new());
        self.texts_or_nothing(&self.case.summary.clone());
    }

    fn symptoms(&mut self) {
        let topics = topics_of(Kind::Symptom, &self.case.symptoms);
        self.section_head(Section::Symptoms, Label::Symptoms, topics);
        self.texts_or_nothing(&self.case.symptoms_text.clone());
    }

    fn cause(&mut self) {
        let case = self.case;
        let mut topics: Vec<(Kind, Clean)> = case.root_cause.iter().map(|slug| (Kind::Cause, slug.clone())).collect();
        topics.extend(case.contributing.iter().map(|slug| (Kind::Factor, slug.clone())));
        self.section_head(Section::Cause, Label::RootCause, topics);
        if !case.components.is_empty() {
            let components = topics_of(Kind::Component, &case.components);
            self.labelled_topics(Label::Components, components);
        }
        self.fact(Label::Trigger, &case.trigger.clone());
        self.blank();
    }

    fn detection(&mut self) {
        self.section_head(Section::Detection, Label::Detection, Vec::new());
        self.texts_or_nothing(&self.case.detection.clone());
    }

    fn remediation(&mut self) {
        let items = self.case.remediation.clone();
        let count = self.count(items.len(), Label::Steps);
        self.section_head_with(Section::Remediation, Label::Remediation, count);
        for (at, item) in items.iter().enumerate() {
            self.item(&format!("{} ", at + 1), item, BlockKind::Remediation(at));
        }
        self.nothing_if(items.is_empty());
    }

    fn action_items(&mut self) {
        let items = self.case.action_items.clone();
        let count = self.count(items.len(), Label::Items);
        self.section_head_with(Section::ActionItems, Label::ActionItems, count);
        for (at, item) in items.iter().enumerate() {
            let state = self.layout.item_states.iter().find(|(of, _)| *of == at).map(|(_, state)| *state);
            let boxed = match state {
                Some(ItemState::ToDo) => "→ ",
                Some(ItemState::Have) => "✔ ",
                Some(ItemState::NotOurs) => "✘ ",
                None if self.layout.items.contains(&at) => "☑ ",
                None => "☐ ",
            };
            self.item(boxed, item, BlockKind::ActionItem(at));
        }
        self.nothing_if(items.is_empty());
    }

    fn lessons(&mut self) {
        self.section_head(Section::Lessons, Label::Lessons, Vec::new());
        let items = self.case.lessons.clone();
        for item in &items {
            self.item("· ", item, BlockKind::Text);
        }
        self.nothing_if(items.is_empty());
    }

    fn sources(&mut self) {
        self.section_head(Section::Sources, Label::Sources, Vec::new());
        let sources = self.case.sources.clone();
        for source in &sources {
            let mut tail: Vec<String> = source.kind.iter().map(ToString::to_string).collect();
            tail.extend(source.lang.iter().filter(|lang| lang.as_str() != "en").map(ToString::to_string));
            self.copy = source.url.to_string();
            let tail = (!tail.is_empty()).then(|| piece(Role::Dim, format!("· {}", tail.join(" · "))));
            self.wrapped(&[plain("  ")], 2, &source.url, Role::Link, tail);
            self.flush(BlockKind::Link(source.url.clone()));
            if let Some(archived) = &source.archived {
                let lead = format!("    {}  ", self.label(Label::ArchivedCopy));
                let indent = columns::width(&lead).min(self.width() / 2);
                archived.as_str().clone_into(&mut self.copy);
                self.wrapped(&[piece(Role::Dim, columns::fit(&lead, indent))], indent, archived, Role::Link, None);
                self.flush(BlockKind::Link(archived.clone()));
            }
        }
        self.nothing_if(sources.is_empty());
    }

    /// Cases and documents that the record itself names.
    fn record_links(&mut self) {
        let case = self.case;
        let links: Vec<Clean> = case.recurrence_of.iter().chain(&case.related).cloned().collect();
        if links.is_empty() && case.docs.is_empty() {
            return;
        }
        self.bare_head(Label::NamedByRecord);
        for id in links {
            let recurrence = case.recurrence_of.as_ref() == Some(&id);
            let tail = recurrence.then(|| piece(Role::Dim, self.label(Label::RecurrenceOf)));
            self.copy = id.to_string();
            self.wrapped(&[plain("  ")], 2, &id, Role::Link, tail);
            self.flush(BlockKind::CaseLink(id));
        }
        for doc in case.docs.clone() {
            self.item("· ", &doc, BlockKind::Text);
        }
        self.blank();
    }

    fn checks(&mut self) {
        let questions = checks::questions(self.case, self.layout.language);
        if questions.is_empty() {
            return;
        }
        self.bare_head(Label::CheckYourCluster);
        for question in questions {
            self.copy.clone_from(&question);
            self.wrapped(&[plain("  ? ")], 4, &question, Role::Text, None);
            self.flush(BlockKind::Text);
        }
        self.blank();
    }

    fn review(&mut self) {
        let review = &self.case.review;
        let by = |text: &Option<Clean>| text.as_ref().map_or_else(|| NOTHING.to_owned(), ToString::to_string);
        let line = format!(
            "{} {} · {} {} {}",
            self.label(Label::WrittenBy),
            by(&review.written_by),
            self.label(Label::ReviewedBy),
            by(&review.reviewed_by),
            review.reviewed_at.as_ref().map(ToString::to_string).unwrap_or_default(),
        );
        line.trim_end().clone_into(&mut self.copy);
        self.wrapped(&[], 0, line.trim_end(), Role::Dim, None);
        self.flush(BlockKind::Text);
    }
}

fn topics_of(kind: Kind, slugs: &[Clean]) -> Vec<(Kind, Clean)> {
    slugs.iter().map(|slug| (kind, slug.clone())).collect()
}

/// The field that holds the slugs of a kind.
pub(super) fn field_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Symptom => "symptoms",
        Kind::Cause => "root_cause",
        Kind::Component => "components",
        Kind::Factor => "contributing",
        Kind::Domain => "domain",
        Kind::Severity => "severity",
        Kind::SourceKind => "sources",
        Kind::DateKind => "date_kind",
    }
}
