//! The sections of a case, in the order of its page.

use super::{BlockKind, Builder, Piece, Role, Section, piece, plain};
use crate::case::{Kind, Language, Localized, Span, Vocabulary};
use crate::formats::{checks, words};
use crate::labels::Label;
use crate::text::{Clean, columns};
use crate::triage::ItemState;

/// Columns of the number and name of a section.
const NAME: usize = 20;
/// What stands for nothing.
pub const NOTHING: &str = "–";

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

    /// What was said of these fields or parts of them.
    fn remarks(&mut self, fields: &[&str]) {
        let is_about = |field: &str| {
            fields
                .iter()
                .any(|one| field.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])))
        };
        self.remarks_where(is_about, true);
    }

    fn remarks_where(&mut self, is_about: impl Fn(&str) -> bool, with_field: bool) {
        let about: Vec<_> = self.layout.remarks.iter().filter(|remark| is_about(&remark.field)).cloned().collect();
        if about.is_empty() {
            return;
        }
        // They stand close below what they are about.
        if self.document.lines.last().is_some_and(|line| line.pieces.is_empty()) && with_field {
            self.document.lines.pop();
            self.document.blocks.pop();
            self.start = self.document.lines.len();
        }
        for remark in about {
            let lead = if with_field && !remark.field.is_empty() {
                format!("{}: ", words::field(&remark.field, self.layout.language))
            } else {
                String::new()
            };
            for line in remark.text.lines() {
                let text = format!("{lead}{line}");
                let sign = piece(remark.role, format!("{} ", remark.sign));
                self.wrapped(vec![sign], 2, &text, remark.role, None);
            }
            self.copy = format!("{lead}{}", remark.text);
            self.flush(BlockKind::Text);
        }
        if with_field {
            self.blank();
        }
    }

    /// What was said of the whole case, and of fields that have no place of their own on the page.
    fn remarks_on_all(&mut self) {
        const PLACED: [&str; 14] = [
            "severity",
            "impact",
            "timeline",
            "summary",
            "symptoms_text",
            "symptoms",
            "root_cause",
            "trigger",
            "contributing",
            "components",
            "detection",
            "remediation",
            "action_items",
            "lessons",
        ];
        let is_placed = |field: &str| {
            let first = field.split(['.', '[']).next().unwrap_or_default();
            PLACED.contains(&first) || first == "sources"
        };
        self.remarks_where(str::is_empty, false);
        if !self.layout.brief {
            self.remarks_where(|field| !field.is_empty() && !is_placed(field), true);
        }
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

    fn label(&self, label: Label) -> &'static str {
        label.text(self.layout.language)
    }

    fn name(&self, kind: Kind, slug: &Clean) -> String {
        Vocabulary::builtin().name(kind, slug, self.layout.language).to_owned()
    }

    fn span(&self, span: Option<Span>) -> String {
        match (span, self.layout.language) {
            (None, _) => NOTHING.to_owned(),
            (Some(span), Language::English) => span.to_string(),
            (Some(span), Language::Korean) => span.korean(),
        }
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
        self.wrapped(Vec::new(), 0, &line, Role::Dim, None);
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
        self.wrapped(Vec::new(), 0, &line, Role::Dim, None);
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
            // The answer first: what fixed it, in one line; the whole of it is in its own section.
            let text = first.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default();
            let more = self.case.remediation.len() - 1;
            let tail = if more > 0 { format!(" (+{more})") } else { String::new() };
            let lead = self.fact_label(Label::FixedBy);
            let room = self.width().saturating_sub(columns::width(&lead.text) + columns::width(&tail));
            let shown = columns::clip(&text.replace('\n', " "), room);
            self.copy = text;
            self.push(vec![lead, piece(Role::Good, shown), piece(Role::Dim, tail)]);
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
            let cell = columns::width(&name.text) + columns::width(&value).max(8) + 2;
            if used > 0 && used + cell > self.width() {
                self.push(std::mem::take(&mut line));
                used = 0;
            }
            copy.push(format!("{}: {value}", self.label(label)));
            let role = if value == NOTHING { Role::Dim } else { Role::Strong };
            line.push(name);
            line.push(piece(role, columns::fit(&value, columns::width(&value).max(8) + 2)));
            used += cell;
        }
        self.push(line);
        self.copy = copy.join("\n");
        self.flush(BlockKind::Text);
    }

    fn fact_label(&self, label: Label) -> Piece {
        let widths =
            [Label::TimeToDetect, Label::TimeToResolve, Label::Severity, Label::Scope, Label::Users, Label::Region];
        let width = widths.iter().map(|&l| columns::width(self.label(l))).max().unwrap_or(0) + 2;
        piece(Role::Label, columns::fit(self.label(label), width.min(self.width() / 2)))
    }

    fn fact(&mut self, label: Label, text: &Localized) {
        let lead = self.fact_label(label);
        let indent = columns::width(&lead.text);
        match text.in_language(self.layout.language) {
            None => self.push(vec![lead, piece(Role::Dim, NOTHING)]),
            Some(shown) => {
                let tail = shown.fell_back.then(|| self.fallback_mark(text));
                self.wrapped(vec![lead], indent, &shown.text.clone(), Role::Text, tail);
                if self.layout.both
                    && let (Some(_), Some(other)) =
                        (text.get(self.layout.language), text.get(self.layout.language.other()))
                {
                    self.wrapped(vec![plain(" ".repeat(indent))], indent, &other.clone(), Role::Dim, None);
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
            self.wrapped(vec![plain("  ")], 2, &source.url, Role::Link, tail);
            self.flush(BlockKind::Link(source.url.clone()));
            if let Some(archived) = &source.archived {
                let lead = format!("    {}  ", self.label(Label::ArchivedCopy));
                let indent = columns::width(&lead).min(self.width() / 2);
                archived.as_str().clone_into(&mut self.copy);
                self.wrapped(vec![piece(Role::Dim, columns::fit(&lead, indent))], indent, archived, Role::Link, None);
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
            self.wrapped(vec![plain("  ")], 2, &id, Role::Link, tail);
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
            self.wrapped(vec![plain("  ? ")], 4, &question, Role::Text, None);
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
        self.wrapped(Vec::new(), 0, line.trim_end(), Role::Dim, None);
        self.flush(BlockKind::Text);
    }

    // The parts that sections are made of.

    fn section_head(&mut self, section: Section, label: Label, topics: Vec<(Kind, Clean)>) {
        let line = self.document.lines.len();
        self.document.sections.push((section, line));
        let lead = self.head_pieces(section, label);
        if topics.is_empty() {
            self.push(lead);
            self.flush(BlockKind::Space);
        } else {
            self.topic_line(lead, NAME, topics);
        }
    }

    fn section_head_with(&mut self, section: Section, label: Label, count: String) {
        self.document.sections.push((section, self.document.lines.len()));
        let mut pieces = self.head_pieces(section, label);
        if !count.is_empty() {
            pieces.push(piece(Role::Dim, count));
        }
        self.push(pieces);
        self.flush(BlockKind::Space);
    }

    fn head_pieces(&self, section: Section, label: Label) -> Vec<Piece> {
        let name = columns::fit(self.label(label), NAME - 2);
        vec![piece(Role::Dim, format!("{} ", section as usize + 1)), piece(Role::Heading, name)]
    }

    fn bare_head(&mut self, label: Label) {
        self.push(vec![plain("  "), piece(Role::Heading, self.label(label))]);
        self.flush(BlockKind::Space);
    }

    fn count(&self, items: usize, unit: Label) -> String {
        if items == 0 {
            return String::new();
        }
        unit.with(self.layout.language, &[("n", &items.to_string())])
    }

    fn labelled_topics(&mut self, label: Label, topics: Vec<(Kind, Clean)>) {
        let lead = self.fact_label(label);
        let indent = columns::width(&lead.text);
        self.topic_line(vec![lead], indent, topics);
    }

    /// Chips in a row, broken where the next does not fit.
    fn topic_line(&mut self, lead: Vec<Piece>, indent: usize, topics: Vec<(Kind, Clean)>) {
        let indent = indent.min(self.width() / 2);
        let mut line = lead;
        let mut used = indent;
        let mut names = Vec::new();
        for (at, (kind, slug)) in topics.iter().enumerate() {
            let mut name = self.name(*kind, slug);
            if *kind == Kind::Factor {
                name.insert_str(0, "+ ");
            }
            let name = columns::clip(&name, self.width().saturating_sub(indent));
            let width = columns::width(&name);
            if at > 0 && used + 3 + width > self.width() {
                self.push(std::mem::replace(&mut line, vec![plain(" ".repeat(indent))]));
                used = indent;
            } else if at > 0 {
                line.push(piece(Role::Dim, " · "));
                used += 3;
            }
            used += width;
            line.extend(super::marked_pieces(&name, &self.layout.marked, Role::Chip));
            names.push(name);
        }
        self.push(line);
        self.copy = names.join(", ");
        self.flush(BlockKind::Topics(topics));
    }

    fn item(&mut self, lead: &str, text: &Localized, kind: BlockKind) {
        let Some(shown) = text.in_language(self.layout.language) else {
            return;
        };
        let lead = format!("  {lead}");
        let indent = columns::width(&lead);
        self.copy = shown.text.to_string();
        let tail = shown.fell_back.then(|| self.fallback_mark(text));
        if self.layout.both {
            self.columns_of(&lead, text, Role::Text);
        } else {
            self.wrapped(vec![piece(Role::Dim, lead)], indent, &shown.text.clone(), Role::Text, tail);
        }
        self.flush(kind);
    }

    /// Paragraphs of a text, each a block of its own.
    fn texts_or_nothing(&mut self, text: &Localized) {
        if text.is_empty() {
            self.nothing_if(true);
            return;
        }
        self.texts(text, 2, Role::Text);
        self.copy = self.shown(text);
        self.flush(BlockKind::Text);
        self.blank();
    }

    fn texts(&mut self, text: &Localized, indent: usize, role: Role) {
        let lead = " ".repeat(indent);
        if self.layout.both {
            return self.columns_of(&lead, text, role);
        }
        let Some(shown) = text.in_language(self.layout.language) else {
            return;
        };
        let body = shown.text.to_string();
        let mut paragraphs = body.split("\n\n").filter(|p| !p.trim().is_empty()).peekable();
        while let Some(paragraph) = paragraphs.next() {
            let last = paragraphs.peek().is_none();
            let tail = (last && shown.fell_back).then(|| self.fallback_mark(text));
            self.wrapped(vec![plain(lead.clone())], indent, paragraph.trim_matches('\n'), role, tail);
            if !last {
                paragraph.clone_into(&mut self.copy);
                self.flush(BlockKind::Text);
                self.push(Vec::new());
                self.flush(BlockKind::Space);
            }
        }
    }

    /// Both languages beside each other, or below each other where the pane is narrow.
    fn columns_of(&mut self, lead: &str, text: &Localized, role: Role) {
        let indent = columns::width(lead);
        let (left, right) = (text.get(self.layout.language), text.get(self.layout.language.other()));
        let (Some(left), Some(right)) = (left, right) else {
            if let Some(shown) = text.in_language(self.layout.language) {
                let body = shown.text.to_string();
                let tail = shown.fell_back.then(|| self.fallback_mark(text));
                self.wrapped(vec![piece(Role::Dim, lead)], indent, &body, role, tail);
            }
            return;
        };
        let room = self.width().saturating_sub(indent);
        if room < 60 {
            self.wrapped(vec![piece(Role::Dim, lead)], indent, left, role, None);
            self.wrapped(vec![plain(" ".repeat(indent))], indent, right, Role::Dim, None);
            return;
        }
        let half = (room - 3) / 2;
        let (left, right) = (self.text_lines(left, half, role), self.text_lines(right, room - 3 - half, role));
        for row in 0..left.len().max(right.len()) {
            let mut pieces = vec![if row == 0 { piece(Role::Dim, lead) } else { plain(" ".repeat(indent)) }];
            let mine = left.get(row).cloned().unwrap_or_default();
            let used: usize = mine.iter().map(|p| columns::width(&p.text)).sum();
            pieces.extend(mine);
            pieces.push(plain(" ".repeat(half.saturating_sub(used))));
            pieces.push(piece(Role::Rule, " │ "));
            pieces.extend(right.get(row).cloned().unwrap_or_default());
            self.push(pieces);
        }
    }

    fn nothing_if(&mut self, nothing: bool) {
        if nothing {
            self.push(vec![plain("  "), piece(Role::Dim, NOTHING)]);
            self.flush(BlockKind::Space);
        }
        self.blank();
    }

    /// The small mark on a text in another language than was asked for.
    fn fallback_mark(&self, text: &Localized) -> Piece {
        let other = self.layout.language.other();
        let code = if text.get(other).is_some() { other.code() } else { "?" };
        piece(Role::Dim, format!("‹{code}›"))
    }

    fn shown(&self, text: &Localized) -> String {
        text.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default()
    }

    fn shown_or_nothing(&self, text: &Localized) -> String {
        if text.is_empty() { NOTHING.to_owned() } else { self.shown(text) }
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
