//! What the next key means: one value that carries what belongs to it, so that no two modes can be on at once.

use std::path::PathBuf;
use std::sync::Arc;

use super::document::Piece;
use super::effect::Recording;
use super::input::{Area, Line};
use crate::case::{Kind, Problem};
use crate::labels::Label;
use crate::text::Clean;
use crate::triage::{Desk, Fault, Resume};

/// The mode.
#[derive(Debug, Default)]
pub enum Mode {
    /// The panes have the keys.
    #[default]
    Browse,
    /// The copy menu is open; its first row on the screen, where the window is too low for all of them.
    Copy(usize),
    /// A line is being typed.
    Prompt(Box<Prompt>),
    /// One of several is being chosen.
    Menu(Menu),
    /// A text is open above the panes.
    Pager(Pager),
    /// The case as plain text, for the mouse; its first line.
    Plain(usize),
    /// A note is being written.
    Note(Box<Note>),
    /// A question to be answered with yes or no.
    Confirm(Box<Confirm>),
    /// A state that an earlier run left behind is offered.
    Offer(Box<Resume>),
}

/// A note being written.
#[derive(Debug)]
pub struct Note {
    /// The case that it is on.
    pub case: Clean,
    /// The note as it was saved last.
    pub saved: String,
    /// The text.
    pub area: Area,
}

/// A question before something that covers several cases.
#[derive(Clone, Debug)]
pub struct Confirm {
    /// The question.
    pub question: String,
    /// What is done when the answer is yes.
    pub yes: Yes,
}

/// What follows a yes.
#[derive(Clone, Debug)]
pub enum Yes {
    /// This is recorded.
    Record(Recording),
    /// This file is edited again, at this line.
    Edit(PathBuf, usize),
    /// The unsaved notes go, and with them the desk; another one begins, where one is named.
    DropDrafts(Option<Desk>),
    /// The program ends, and unsaved notes that could not be kept go with it.
    Quit,
    /// The state that was left behind goes.
    DropLeftBehind,
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
    /// The name of an incident to triage for.
    Incident,
    /// What is wrong with a field of a case.
    Flag(Clean, String),
    /// What is wrong with these cases, in words.
    Fault(Arc<[Clean]>),
    /// The name of a file to write this text to.
    WriteText(Arc<str>),
}

/// A line being typed.
#[derive(Debug)]
pub struct Prompt {
    /// What for.
    pub kind: PromptKind,
    /// The line.
    pub line: Line,
    /// Whether no key was pressed since it opened: then a paste takes the place of what stands there.
    pub untouched: bool,
}

impl Prompt {
    /// A prompt with `text` in it and the caret behind it.
    pub fn boxed(kind: PromptKind, text: &str) -> Box<Self> {
        Box::new(Self { kind, line: Line::new(text), untouched: true })
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
    /// Why these cases are rejected.
    Fault(Fault, Arc<[Clean]>),
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

/// What is laid out for the window in a pager.
#[derive(Clone, Debug)]
pub enum Laid {
    /// What fixed these cases.
    Fixes(Vec<Clean>),
    /// Two cases beside each other.
    Compare([Clean; 2]),
    /// What an edit changed: before and after.
    Difference(String, String),
}

impl Laid {
    /// Its title.
    pub fn title(&self) -> Label {
        match self {
            Self::Fixes(_) => Label::FixesTitle,
            Self::Compare(_) => Label::CompareTitle,
            Self::Difference(..) => Label::EditedTitle,
        }
    }
}

/// What a pager tells.
#[derive(Clone, Debug)]
pub enum PagerText {
    /// The keys of this screen.
    Help,
    /// What was odd in the files.
    Problems(Vec<Problem>),
    /// Something laid out for the window, and what it was made of.
    Laid(Laid, Vec<Vec<Piece>>),
    /// A text that can be copied and written to a file, under this title.
    Text(Label, Arc<str>),
}
