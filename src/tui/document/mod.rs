//! A case laid out in lines for a width: what the case pane shows, scrolls through and copies from.
//!
//! Pure: the same case, language and width give the same document. The update and the view both read it; neither
//! measures text of its own.

pub mod compare;
mod lines;
mod marks;
mod parts;
mod remarks;
mod sections;
mod timeline;

use std::ops::Range;

use crate::case::{Case, Kind, Language};
use crate::labels::Label;
use crate::text::{Clean, columns};
use crate::triage::ItemState;

pub use super::theme::Role;
pub use lines::Lines;
pub use marks::{Marked, Marks};

/// A piece of a line in one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// How it looks.
    pub role: Role,
    /// What it says; clean by construction, as it comes from clean texts and labels only.
    pub text: String,
}

/// What a block is, and with that what can be done with it.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockKind {
    /// A heading or a blank: nothing to act on.
    Space,
    /// A paragraph or a fact.
    Text,
    /// Topics that can be followed.
    Topics(Vec<(Kind, Clean)>),
    /// A step of the remediation, counted from 0.
    Remediation(usize),
    /// An action item, counted from 0.
    ActionItem(usize),
    /// An address that can be opened.
    Link(Clean),
    /// Another case that can be opened.
    CaseLink(Clean),
}

/// A part of the document that the cursor stands on as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text as it is copied: no wrapping, no ornaments.
    pub copy: String,
    /// Its lines.
    pub lines: Range<usize>,
}

/// The sections that have a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// 1
    Summary,
    /// 2
    Facts,
    /// 3
    Symptoms,
    /// 4
    Cause,
    /// 5
    Detection,
    /// 6
    Remediation,
    /// 7
    ActionItems,
    /// 8
    Lessons,
    /// 9
    Sources,
}

/// How a document is to be laid out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// Columns.
    pub width: usize,
    /// Language of labels and texts.
    pub language: Language,
    /// Both languages side by side.
    pub both: bool,
    /// Only what one reads at 3 a.m.
    pub brief: bool,
    /// Words to mark.
    pub marked: Marked,
    /// The words that are looked for in this case; their places are the matches, or else those of the marked words.
    pub find: String,
    /// Why the case is in the list: words, and where they stand.
    pub found_by: Vec<(String, Label)>,
    /// Action items and remediation steps that bear a mark, by block order.
    pub items: Vec<usize>,
    /// What action items are to the incident that is going on.
    pub item_states: Vec<(usize, ItemState)>,
    /// What was said of the case or found in it, shown at the field that it is about.
    pub remarks: Vec<Remark>,
}

/// What was said of a field of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The field with its path; empty for the whole case.
    pub field: String,
    /// How it looks.
    pub role: Role,
    /// The sign before it, one column wide.
    pub sign: &'static str,
    /// What it says.
    pub text: String,
}

/// A case laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Every line.
    pub lines: Lines,
    /// Every block in order; lines are theirs without a gap.
    pub blocks: Vec<Block>,
    /// The first line of each numbered section.
    pub sections: Vec<(Section, usize)>,
    /// Lines with a match of what is looked for, in order.
    pub matches: Vec<usize>,
}

impl Document {
    /// Lays out a case.
    pub fn of(case: &Case, layout: &Layout) -> Self {
        let marks = Marks::new(&layout.marked, &layout.find);
        let mut builder = Builder { case, layout, marks, document: Self::default(), copy: String::new(), start: 0 };
        if layout.brief {
            builder.brief();
        } else {
            builder.whole();
        }
        let mut document = builder.document;
        // What is looked for in the case goes before what the list was filtered by.
        let role = if layout.find.is_empty() { Role::Match } else { Role::Found };
        document.matches =
            (0..document.lines.len()).filter(|&at| document.lines.pieces(at).any(|(of, _)| of == role)).collect();
        document
    }

    /// The block that a line belongs to.
    pub fn block_at(&self, line: usize) -> Option<&Block> {
        self.blocks.get(self.lines.block(line)?)
    }

    /// The block that the cursor means on this line: the one there, or the next that can be acted on.
    pub fn meant_at(&self, line: usize) -> Option<&Block> {
        let here = self.lines.block(line)?;
        self.blocks[here..].iter().find(|block| block.kind != BlockKind::Space)
    }

    /// The section that a line is in; none above the first.
    pub fn section_at(&self, line: usize) -> Option<Section> {
        self.sections.iter().rev().find(|(_, first)| *first <= line).map(|(section, _)| *section)
    }

    /// The field of the case that the cursor means on this line, with its path.
    pub fn field_at(&self, line: usize) -> String {
        match self.meant_at(line).map(|block| &block.kind) {
            Some(BlockKind::Remediation(at)) => return format!("remediation[{at}]"),
            Some(BlockKind::ActionItem(at)) => return format!("action_items[{at}]"),
            Some(BlockKind::Topics(topics)) => {
                if let Some((kind, _)) = topics.first() {
                    return sections::field_of(*kind).to_owned();
                }
            }
            _ => {}
        }
        let field = match self.section_at(line) {
            None => "title",
            Some(Section::Facts) => "timeline",
            Some(Section::Summary) => "summary",
            Some(Section::Symptoms) => "symptoms_text",
            Some(Section::Cause) => "trigger",
            Some(Section::Detection) => "detection",
            Some(Section::Remediation) => "remediation",
            Some(Section::ActionItems) => "action_items",
            Some(Section::Lessons) => "lessons",
            Some(Section::Sources) => "sources",
        };
        field.to_owned()
    }

    /// The first line of a section.
    pub fn section(&self, section: Section) -> Option<usize> {
        self.sections.iter().find(|(of, _)| *of == section).map(|(_, line)| *line)
    }
}

/// Builds a document from the top down. `flush` ends a block.
struct Builder<'a> {
    case: &'a Case,
    layout: &'a Layout,
    marks: Marks,
    document: Document,
    copy: String,
    start: usize,
}

impl Builder<'_> {
    fn width(&self) -> usize {
        self.layout.width.max(4)
    }

    fn push(&mut self, pieces: &[Piece]) {
        self.document.lines.extend(pieces);
        self.end_line();
    }

    fn end_line(&mut self) {
        self.document.lines.end(self.document.blocks.len());
    }

    /// Ends the block that began after the last one; an empty one is none.
    fn flush(&mut self, kind: BlockKind) {
        let end = self.document.lines.len();
        if end > self.start {
            let copy = std::mem::take(&mut self.copy);
            self.document.blocks.push(Block { kind, copy, lines: self.start..end });
            self.start = end;
        }
        self.copy.clear();
    }

    fn blank(&mut self) {
        if !self.document.lines.is_empty() && !self.document.lines.ends_blank() {
            self.end_line();
            self.flush(BlockKind::Space);
        }
    }

    /// Wraps `text` behind `indent` columns; the first line begins with `lead`, which is as wide as the indent.
    fn wrapped(&mut self, lead: &[Piece], indent: usize, text: &str, role: Role, tail: Option<Piece>) {
        let width = self.width().saturating_sub(indent).max(4);
        let marks = self.marks.of(text);
        let rows = columns::wrap(text, width);
        for (at, range) in rows.iter().enumerate() {
            if at == 0 {
                self.document.lines.extend(lead);
            } else {
                self.end_line();
                self.document.lines.add_blanks(indent);
            }
            marks::cut(text, range, &marks, role, &mut |role, text| self.document.lines.add(role, text));
        }
        if let Some(tail) = tail {
            let used = rows.last().map_or(0, |range| columns::width(&text[range.clone()]));
            if used + 1 + columns::width(&tail.text) <= width {
                self.document.lines.add(tail.role, " ");
                self.document.lines.add(tail.role, &tail.text);
            } else {
                for range in columns::wrap(&tail.text, width) {
                    self.end_line();
                    self.document.lines.add_blanks(indent);
                    self.document.lines.add(tail.role, &tail.text[range]);
                }
            }
        }
        self.end_line();
    }

    /// The lines of `text`, with what is to be marked in pieces of its own.
    fn text_lines(&mut self, text: &str, width: usize, role: Role) -> Vec<Vec<Piece>> {
        let marks = self.marks.of(text);
        let cut = |range| {
            let mut pieces = Vec::new();
            marks::cut(text, &range, &marks, role, &mut |role, text| pieces.push(piece(role, text)));
            pieces
        };
        columns::wrap(text, width).into_iter().map(cut).collect()
    }
}

fn plain(text: impl Into<String>) -> Piece {
    Piece { role: Role::Text, text: text.into() }
}

fn piece(role: Role, text: impl Into<String>) -> Piece {
    Piece { role, text: text.into() }
}
