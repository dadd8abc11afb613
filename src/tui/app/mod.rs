//! The state of the screen, and the small steps by which it changes. No terminal, clock, file or environment.

mod desk;
mod history;
mod list;
mod reader;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::desk::{Desks, Findings};
use self::history::Place;
pub use self::list::{Column, Like, List, Sort, SortBy};
pub use self::reader::Reader;
use super::keymap::{Context, Keymap};
use super::mode::Mode;
use super::panes::{Pane, Panes, Wish};
use super::theme::{Depth, Palette, Theme};
use crate::case::{Language, Problem};
use crate::labels::Label;
use crate::library::{Entry, Library};
use crate::related::{self, Rarity, Related};
use crate::search::Index;
use crate::text::Clean;

/// How many related cases are kept for a case.
const RELATED: usize = 50;

/// Everything that is on the screen or decides what will be.
#[derive(Debug)]
pub struct App {
    /// The cases.
    pub library: Arc<Library>,
    /// The full text; until it is built, titles are searched.
    pub index: Option<Arc<Index>>,
    heads: Option<Arc<Index>>,
    rarity: Arc<Rarity>,
    /// Language of labels and texts.
    pub language: Language,
    /// Both languages side by side.
    pub both: bool,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    /// The pane with the focus, and what else was chosen about panes.
    pub wish: Wish,
    /// Where the panes are; none in a window that is too small.
    pub panes: Option<Panes>,
    /// The list.
    pub list: List,
    /// The case.
    pub reader: Reader,
    /// Related cases.
    pub near: Near,
    /// What the next key means.
    pub mode: Mode,
    /// Marked cases.
    pub marks: BTreeSet<Clean>,
    /// Where a range of marks begins.
    pub range_from: Option<Clean>,
    /// Marked action items by case.
    pub items: BTreeMap<Clean, BTreeSet<usize>>,
    /// The desks.
    pub desks: Desks,
    /// What was odd in the journal.
    pub journal_problems: Vec<Problem>,
    back: Vec<Place>,
    forward: Vec<Place>,
    /// What was said last.
    pub notice: Option<Notice>,
    /// Cases read so far, while folders are being read.
    pub loading: Option<usize>,
    /// Text that was typed by mistake with a Korean layout on: an offer for the filter.
    pub offered: Option<String>,
    /// Whether the mouse is captured.
    pub mouse: bool,
    /// Whether the first of two cancels has been pressed.
    pub cancelled: bool,
    /// Colours.
    pub theme: Theme,
    /// Palette, where it was chosen and not to be guessed.
    pub palette: Option<Palette>,
    /// Colours that the terminal has.
    pub depth: Depth,
    /// Queries of one's own, by their number.
    pub views: BTreeMap<u8, String>,
    /// The key table.
    pub keymap: &'static Keymap,
}

/// What was said, and how many ticks ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The words.
    pub text: String,
    /// Whether something went wrong.
    pub is_alert: bool,
    /// Ticks since it was said.
    pub age: u8,
}

/// The pane of related cases.
#[derive(Debug, Default)]
pub struct Near {
    of: Option<Clean>,
    /// The cases, nearest first.
    pub items: Vec<Related>,
    /// The one under the cursor.
    pub cursor: usize,
    /// The first one on the screen.
    pub top: usize,
}

/// Lines that a related case takes on the screen: in a narrow pane the title has one of its own.
pub fn near_lines(width: u16) -> usize {
    if width < 64 { 3 } else { 2 }
}

impl App {
    /// The screen over a library, not yet laid out: a first `resize` does that.
    pub fn new(library: Arc<Library>, language: Language) -> Self {
        let rarity = Arc::new(Rarity::of(&library));
        let mut app = Self {
            library,
            index: None,
            heads: None,
            rarity,
            language,
            both: false,
            size: (0, 0),
            wish: Wish { related: true, ..Wish::default() },
            panes: None,
            list: List::default(),
            reader: Reader::default(),
            near: Near::default(),
            mode: Mode::Browse,
            marks: BTreeSet::new(),
            range_from: None,
            items: BTreeMap::new(),
            desks: Desks::default(),
            journal_problems: Vec::new(),
            back: Vec::new(),
            forward: Vec::new(),
            notice: None,
            loading: None,
            offered: None,
            mouse: false,
            cancelled: false,
            theme: Theme::new(Palette::Dark, Depth::Indexed),
            palette: None,
            depth: Depth::Indexed,
            views: BTreeMap::new(),
            keymap: Keymap::builtin(),
        };
        app.run_query();
        app
    }

    // What is under the cursor.

    /// The case under the cursor of the list.
    pub fn selected(&self) -> Option<&Entry> {
        self.list.hits.get(self.list.cursor).map(|hit| self.library.entry(hit.at))
    }

    /// The case that an action is about: the one under the cursor of the pane that has the focus.
    pub fn subject(&self) -> Option<&Entry> {
        match self.wish.focus {
            Pane::List => self.selected(),
            Pane::Case => self.shown(),
            Pane::Related => self.near.items.get(self.near.cursor).map(|related| self.library.entry(related.at)),
        }
    }

    /// The case in the case pane.
    pub fn shown(&self) -> Option<&Entry> {
        self.reader.id.as_ref().and_then(|id| self.library.position(id)).map(|at| self.library.entry(at))
    }

    /// The cases that a copy or an export is about: the marked ones in the order of the list, then those that are
    /// not in view; or the subject.
    pub fn subjects(&self) -> Vec<&Entry> {
        if self.marks.is_empty() {
            self.subject().into_iter().collect()
        } else {
            let is_marked = |entry: &&Entry| self.marks.contains(&entry.head.id);
            let mut all: Vec<&Entry> =
                self.list.hits.iter().map(|hit| self.library.entry(hit.at)).filter(is_marked).collect();
            if all.len() < self.marks.len() {
                let seen: BTreeSet<&Clean> = all.iter().map(|entry| &entry.head.id).collect();
                let rest = self.library.entries().iter().filter(is_marked);
                all.extend(rest.filter(|entry| !seen.contains(&entry.head.id)));
            }
            all
        }
    }

    /// Where a key is pressed.
    pub fn context(&self) -> Context {
        match (&self.mode, self.wish.focus) {
            (Mode::Copy(_), _) => Context::Copy,
            (_, Pane::List) => Context::List,
            (_, Pane::Case) => Context::Case,
            (_, Pane::Related) => Context::Related,
        }
    }

    /// A label in the language shown.
    pub fn say(&self, label: Label) -> &'static str {
        label.text(self.language)
    }

    /// Says something in the foot line for some seconds.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), is_alert: false, age: 0 });
    }

    /// Says that something went wrong.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), is_alert: true, age: 0 });
    }

    // A library that changed.

    /// Takes a library that was read anew. Selection, marks, scroll and history name cases, so they stay.
    pub fn take_library(&mut self, library: Arc<Library>, index: Option<Arc<Index>>) {
        let selected = self.selected().map(|entry| entry.head.id.clone());
        let row = self.list.cursor;
        let first = self.library.is_empty() || !self.list.chosen;
        let (cursor, top) = (self.reader.cursor, self.reader.top);
        let shown = self.reader.id.clone();
        self.library = library;
        self.rarity = Arc::new(Rarity::of(&self.library));
        self.index = index;
        self.heads = None;
        // The related cases are places in the library that was.
        self.near = Near::default();
        self.reader.stale = true;
        let focus_on_list = self.wish.focus == Pane::List;
        self.list.chosen = false;
        self.run_query();
        let place = selected.as_ref().and_then(|id| self.place_of(id));
        match place {
            Some(at) if !first => self.choose_row(at),
            Some(at) if !focus_on_list => {
                self.list.cursor = at;
                self.follow_list();
            }
            Some(_) => {}
            None => {
                if let Some(id) = selected {
                    self.tell(Label::CaseGone.with(self.language, &[("id", &id)]));
                    self.choose_row(row);
                }
            }
        }
        if let Some(id) = shown
            && self.library.position(&id).is_some()
            && (!focus_on_list || self.reader.id.as_ref() == Some(&id))
        {
            self.show(Some(id));
            (self.reader.cursor, self.reader.top) = (cursor, top);
        }
        let library = &self.library;
        self.marks.retain(|id| library.position(id).is_some());
        self.desks.rewritten.clear();
    }

    /// Takes the full text of the present library.
    pub fn take_index(&mut self, index: Arc<Index>) {
        self.index = Some(index);
        if !self.list.query.trim().is_empty() || self.list.like.is_some() {
            self.run_query();
        }
    }

    // Laying out.

    /// Brings everything that follows from the state in line with it: panes, case, related cases, scroll bounds.
    /// To be called after every change; a second call changes nothing.
    pub fn settle(&mut self) {
        self.panes = Panes::cut(self.size.0, self.size.1, self.wish);
        let last = self.list.hits.len().saturating_sub(1);
        self.list.cursor = self.list.cursor.min(last);
        let rows = self.rows(Pane::List);
        self.list.top = scrolled(self.list.top, self.list.cursor, rows, self.list.hits.len());
        self.settle_reader();
        if self.near.of != self.reader.id {
            self.near.of.clone_from(&self.reader.id);
            self.near.items = self
                .reader
                .id
                .as_ref()
                .and_then(|id| self.library.position(id))
                .map(|at| related::nearest(&self.library, &self.rarity, at, RELATED))
                .unwrap_or_default();
            self.near.cursor = 0;
            self.near.top = 0;
        }
        let near = &mut self.near;
        near.cursor = near.cursor.min(near.items.len().saturating_sub(1));
        let fitting = self
            .panes
            .and_then(|panes| panes.related)
            .map_or(0, |area| usize::from(area.height) / near_lines(area.width));
        self.near.top = scrolled(self.near.top, self.near.cursor, fitting, self.near.items.len());
    }

    /// Rows of a pane.
    pub fn rows(&self, pane: Pane) -> usize {
        self.panes.and_then(|panes| panes.place(pane)).map_or(0, |area| usize::from(area.height))
    }
}

/// The first row on the screen, so that the cursor is on it and no room is wasted below the last row.
fn scrolled(top: usize, cursor: usize, rows: usize, count: usize) -> usize {
    if rows == 0 {
        return cursor.min(top);
    }
    let top = top.min(count.saturating_sub(rows));
    if cursor < top {
        cursor
    } else if cursor >= top + rows {
        cursor + 1 - rows
    } else {
        top
    }
}
