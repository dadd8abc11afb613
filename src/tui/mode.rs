//! What the next key means: one value that carries what belongs to it, so that no two modes can be on at once.

use tui_textarea::{CursorMove, Input, Key as AreaKey, TextArea};

use super::document::Piece;
use super::key::{Code, Key};
use crate::case::{Kind, Problem};
use crate::labels::Label;
use crate::text::{Clean, columns};

/// The mode.
#[derive(Debug, Default)]
pub enum Mode {
    /// The panes have the keys.
    #[default]
    Browse,
    /// The copy menu is open.
    Copy,
    /// A line is being typed.
    Prompt(Box<Prompt>),
    /// One of several is being chosen.
    Menu(Menu),
    /// A text is open above the panes.
    Pager(Pager),
    /// The case as plain text, for the mouse; its first line.
    Plain(usize),
}

/// What a line is typed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// The filter of the list.
    Filter,
    /// Finding in the case.
    Find,
    /// The palette; which of the offers is chosen.
    Palette(usize),
    /// The name of a file to write to.
    WriteFile,
    /// A text that cases are to be like.
    Like,
}

/// A line being typed.
#[derive(Debug)]
pub struct Prompt {
    /// What for.
    pub kind: PromptKind,
    /// The line.
    pub line: Line,
}

impl Prompt {
    /// A prompt with `text` in it and the caret behind it.
    pub fn boxed(kind: PromptKind, text: &str) -> Box<Self> {
        Box::new(Self { kind, line: Line::new(text) })
    }
}

/// One line of text with a caret.
#[derive(Debug)]
pub struct Line(TextArea<'static>);

impl Line {
    /// A line with the caret at its end.
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(vec![Clean::line(text).to_string()]);
        area.move_cursor(CursorMove::End);
        Self(area)
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.lines().first().map_or("", String::as_str)
    }

    /// Columns before the caret.
    pub fn caret(&self) -> usize {
        let before: String = self.text().chars().take(self.0.cursor().1).collect();
        columns::width(&before)
    }

    /// Types a key; true when the text changed.
    pub fn press(&mut self, key: Key) -> bool {
        let area_key = match key.code {
            Code::Char(c) => AreaKey::Char(c),
            Code::Backspace => AreaKey::Backspace,
            Code::Delete => AreaKey::Delete,
            Code::Left => AreaKey::Left,
            Code::Right => AreaKey::Right,
            Code::Home => AreaKey::Home,
            Code::End => AreaKey::End,
            // A line has no others.
            _ => return false,
        };
        if matches!(key.code, Code::Char('m' | 'j' | 'n' | 'p' | 'v')) && key.ctrl {
            return false;
        }
        let before = self.text().to_owned();
        if key == Key::ctrl('u') {
            // As in a shell; the editor would undo.
            self.0.delete_line_by_head();
            return before != self.text();
        }
        self.0.input(Input { key: area_key, ctrl: key.ctrl, alt: key.alt, shift: key.shift });
        before != self.text()
    }

    /// Inserts pasted text on this one line.
    pub fn paste(&mut self, text: &str) {
        self.0.insert_str(Clean::line(text).as_str());
    }
}

/// What is being chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A link to open.
    Link(Clean),
    /// A topic to follow.
    Topic(Kind, Clean),
    /// A value to narrow by: its field, itself, its name, how many of the cases in view have it, and whether it is asked for.
    Facet(Facet),
    /// A column to sort by.
    Sort(super::app::SortBy),
    /// A column to show or hide.
    Column(super::app::Column),
}

/// A value to narrow by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Field of the query language.
    pub field: &'static str,
    /// Value as it stands in a query.
    pub value: String,
    /// Value as it is shown.
    pub name: String,
    /// Cases in view that have it.
    pub count: usize,
    /// Whether it is asked for (true) or excluded (false).
    pub asked: Option<bool>,
}

/// A list to choose from.
#[derive(Clone, Debug)]
pub struct Menu {
    /// What there is.
    pub choices: Vec<Choice>,
    /// Which one is under the cursor.
    pub cursor: usize,
}

/// A text above the panes.
#[derive(Clone, Debug)]
pub struct Pager {
    /// What it tells.
    pub text: PagerText,
    /// Its first line on the screen.
    pub top: usize,
}

/// What a pager tells.
#[derive(Clone, Debug)]
pub enum PagerText {
    /// The keys of this screen.
    Help,
    /// What was odd in the files.
    Problems(Vec<Problem>),
    /// Lines made when it was opened, under this title.
    Lines(Label, Vec<Vec<Piece>>),
}
