//! The parts that the sections of a case are made of: headings, lists, paragraphs, chips, texts in two languages.

use super::{BlockKind, Builder, Piece, Role, Section, piece, plain};
use crate::case::{Kind, Language, Localized, Span, Vocabulary};
use crate::labels::Label;
use crate::text::{Clean, columns};

/// Columns of the number and name of a section.
const NAME: usize = 20;
/// What stands for nothing.
pub const NOTHING: &str = "–";

impl Builder<'_> {
    pub(super) fn label(&self, label: Label) -> &'static str {
        label.text(self.layout.language)
    }

    pub(super) fn name(&self, kind: Kind, slug: &Clean) -> String {
        Vocabulary::builtin().name(kind, slug, self.layout.language).to_owned()
    }

    pub(super) fn span(&self, span: Option<Span>) -> String {
        match (span, self.layout.language) {
            (None, _) => NOTHING.to_owned(),
            (Some(span), Language::English) => span.to_string(),
            (Some(span), Language::Korean) => span.korean(),
        }
    }

    pub(super) fn section_head(&mut self, section: Section, label: Label, topics: Vec<(Kind, Clean)>) {
        let line = self.document.lines.len();
        self.document.sections.push((section, line));
        let lead = self.head_pieces(section, label);
        if topics.is_empty() {
            self.push(&lead);
            self.flush(BlockKind::Space);
        } else {
            self.topic_line(lead, NAME, topics);
        }
    }

    pub(super) fn section_head_with(&mut self, section: Section, label: Label, count: String) {
        self.document.sections.push((section, self.document.lines.len()));
        let mut pieces = self.head_pieces(section, label);
        if !count.is_empty() {
            pieces.push(piece(Role::Dim, count));
        }
        self.push(&pieces);
        self.flush(BlockKind::Space);
    }

    pub(super) fn head_pieces(&self, section: Section, label: Label) -> Vec<Piece> {
        let name = columns::fit(self.label(label), NAME - 2);
        vec![piece(Role::Dim, format!("{} ", section as usize + 1)), piece(Role::Heading, name)]
    }

    pub(super) fn bare_head(&mut self, label: Label) {
        self.push(&[plain("  "), piece(Role::Heading, self.label(label))]);
        self.flush(BlockKind::Space);
    }

    pub(super) fn count(&self, items: usize, unit: Label) -> String {
        if items == 0 {
            return String::new();
        }
        unit.with(self.layout.language, &[("n", &items.to_string())])
    }

    pub(super) fn labelled_topics(&mut self, label: Label, topics: Vec<(Kind, Clean)>) {
        let lead = self.fact_label(label);
        let indent = columns::width(&lead.text);
        self.topic_line(vec![lead], indent, topics);
    }

    /// Chips in a row, broken where the next does not fit.
    pub(super) fn topic_line(&mut self, lead: Vec<Piece>, indent: usize, topics: Vec<(Kind, Clean)>) {
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
                self.push(&line);
                line = vec![plain(" ".repeat(indent))];
                used = indent;
            } else if at > 0 {
                line.push(piece(Role::Dim, " · "));
                used += 3;
            }
            used += width;
            line.extend(self.marks.pieces(&name, Role::Chip));
            names.push(name);
        }
        self.push(&line);
        self.copy = names.join(", ");
        self.flush(BlockKind::Topics(topics));
    }

    pub(super) fn item(&mut self, lead: &str, text: &Localized, kind: BlockKind) {
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
            self.wrapped(&[piece(Role::Dim, lead)], indent, &shown.text.clone(), Role::Text, tail);
        }
        self.flush(kind);
    }

    /// Paragraphs of a text, each a block of its own.
    pub(super) fn texts_or_nothing(&mut self, text: &Localized) {
        if text.is_empty() {
            self.nothing_if(true);
            return;
        }
        self.texts(text, 2, Role::Text);
        self.copy = self.shown(text);
        self.flush(BlockKind::Text);
        self.blank();
    }

    pub(super) fn texts(&mut self, text: &Localized, indent: usize, role: Role) {
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
            self.wrapped(&[plain(lead.clone())], indent, paragraph.trim_matches('\n'), role, tail);
            if !last {
                paragraph.clone_into(&mut self.copy);
                self.flush(BlockKind::Text);
                self.end_line();
                self.flush(BlockKind::Space);
            }
        }
    }

    /// Both languages beside each other, or below each other where the pane is narrow.
    pub(super) fn columns_of(&mut self, lead: &str, text: &Localized, role: Role) {
        let indent = columns::width(lead);
        let (left, right) = (text.get(self.layout.language), text.get(self.layout.language.other()));
        let (Some(left), Some(right)) = (left, right) else {
            if let Some(shown) = text.in_language(self.layout.language) {
                let body = shown.text.to_string();
                let tail = shown.fell_back.then(|| self.fallback_mark(text));
                self.wrapped(&[piece(Role::Dim, lead)], indent, &body, role, tail);
            }
            return;
        };
        let room = self.width().saturating_sub(indent);
        if room < 60 {
            self.wrapped(&[piece(Role::Dim, lead)], indent, left, role, None);
            self.wrapped(&[plain(" ".repeat(indent))], indent, right, Role::Dim, None);
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
            self.push(&pieces);
        }
    }

    pub(super) fn nothing_if(&mut self, nothing: bool) {
        if nothing {
            self.push(&[plain("  "), piece(Role::Dim, NOTHING)]);
            self.flush(BlockKind::Space);
        }
        self.blank();
    }

    /// The small mark on a text in another language than was asked for.
    pub(super) fn fallback_mark(&self, text: &Localized) -> Piece {
        let other = self.layout.language.other();
        let code = if text.get(other).is_some() { other.code() } else { "?" };
        piece(Role::Dim, format!("‹{code}›"))
    }

    pub(super) fn shown(&self, text: &Localized) -> String {
        text.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default()
    }

    pub(super) fn shown_or_nothing(&self, text: &Localized) -> String {
        if text.is_empty() { NOTHING.to_owned() } else { self.shown(text) }
    }
}
