//! The state of the screen, and the small steps by which it changes. No terminal, clock, file or environment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::document::{Document, Layout};
use super::keymap::{Context, Keymap};
use super::mode::Mode;
use super::panes::{Pane, Panes, Wish};
use super::theme::{Depth, Palette, Theme};
use crate::case::{Case, Language};
use crate::labels::Label;
use crate::library::{Entry, Library};
use crate::related::{self, Rarity, Related};
use crate::search::{Complaint, Hit, Index};
use crate::text::Clean;

/// How many related cases are kept for a case.
const RELATED: usize = 50;
/// How many cases are shown that are like a text.
const MOST_ALIKE: usize = 50;
/// How many neighbours are shown where a query finds nothing.
const NEAREST: usize = 10;

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

/// The list of cases.
#[derive(Debug, Default)]
pub struct List {
    /// The query as it was typed.
    pub query: String,
    /// What it finds, in the order shown.
    pub hits: Vec<Hit>,
    /// Place of the cursor in the hits.
    pub cursor: usize,
    /// First hit on the screen.
    pub top: usize,
    /// Words to mark.
    pub words: Vec<String>,
    /// What could not be understood in the query.
    pub complaints: Vec<Complaint>,
    /// Words that keep everything out; then the hits are only the nearest cases.
    pub blamed: Option<Vec<String>>,
    /// A text that the cases are ranked by, in place of a query.
    pub like: Option<Like>,
    /// Order.
    pub sort: Sort,
    /// Columns that are hidden.
    pub hidden: BTreeSet<Column>,
    /// Whether the user chose the row, so that it is to be kept when the list changes.
    chosen: bool,
}

/// What cases are to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Like {
    /// To show.
    pub label: String,
    /// To compare with.
    pub text: String,
    /// The case that it is the text of: it is like itself, which says nothing.
    pub of: Option<Clean>,
}

/// A column to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum SortBy {
    /// Best match; newest where there is no query.
    #[default]
    Match,
    /// Date.
    Date,
    /// Organisation.
    Organisation,
    /// Title, in the language shown.
    Title,
    /// Time to resolve.
    Resolve,
}

/// An order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sort {
    /// By what.
    pub by: SortBy,
    /// The other way round: oldest first, longest first.
    pub reversed: bool,
}

/// A column of the list that can be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// Date.
    Date,
    /// Organisation.
    Organisation,
    /// Time to resolve.
    Resolve,
    /// Source.
    Source,
}

/// The case pane.
#[derive(Debug, Default)]
pub struct Reader {
    /// The case that is shown.
    pub id: Option<Clean>,
    /// That case.
    pub case: Option<Arc<Case>>,
    /// The case in lines.
    pub document: Document,
    layout: Layout,
    stale: bool,
    /// The line under the cursor.
    pub cursor: usize,
    /// The first line on the screen.
    pub top: usize,
    /// Only what one reads at 3 a.m.
    pub brief: bool,
    /// What is looked for.
    pub find: String,
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

/// A place in the history.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    query: String,
    like: Option<Like>,
    sort: Sort,
    selected: Option<Clean>,
    list_top: usize,
    shown: Option<Clean>,
    reader_cursor: usize,
    reader_top: usize,
    focus: Pane,
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

    /// The cases that a copy or an export is about: the marked ones in the order of the library, or the subject.
    pub fn subjects(&self) -> Vec<&Entry> {
        if self.marks.is_empty() {
            self.subject().into_iter().collect()
        } else {
            self.library.entries().iter().filter(|entry| self.marks.contains(&entry.head.id)).collect()
        }
    }

    /// Where a key is pressed.
    pub fn context(&self) -> Context {
        match (&self.mode, self.wish.focus) {
            (Mode::Copy, _) => Context::Copy,
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

    // Filtering and sorting.

    /// Sets the query and runs it.
    pub fn set_query(&mut self, query: &str) {
        if self.list.query != query || self.list.like.is_some() {
            self.list.like = None;
            query.clone_into(&mut self.list.query);
            self.run_query();
        }
    }

    /// Ranks the cases by what they share with a text.
    pub fn set_like(&mut self, like: Option<Like>) {
        if self.list.like != like {
            self.list.like = like;
            self.list.query.clear();
            self.list.sort = Sort::default();
            self.run_query();
        }
    }

    /// Runs the query again; the row that the user chose keeps the cursor as long as it is there.
    pub fn run_query(&mut self) {
        let keep = self.list.chosen.then(|| self.selected().map(|entry| entry.head.id.clone())).flatten();
        let before = self.list.cursor;
        let library = self.library.clone();
        let list = &mut self.list;
        list.blamed = None;
        if let Some(like) = &list.like {
            let index = match &self.index {
                Some(index) => index.clone(),
                None => self.heads.get_or_insert_with(|| Arc::new(Index::of_heads(&library))).clone(),
            };
            let alike = index.like(&library, &like.text, MOST_ALIKE);
            let shared: BTreeSet<&String> = alike.iter().flat_map(|alike| &alike.words).collect();
            list.words = shared.into_iter().cloned().collect();
            list.hits = alike.into_iter().map(|alike| alike.hit).collect();
            list.hits.retain(|hit| like.of.as_ref() != Some(&library.entry(hit.at).head.id));
            list.complaints.clear();
        } else if list.query.trim().is_empty() {
            list.hits = (0..library.len()).map(|at| Hit { at, score: 0.0 }).collect();
            list.words.clear();
            list.complaints.clear();
        } else {
            let index = match &self.index {
                Some(index) => index.clone(),
                None => self.heads.get_or_insert_with(|| Arc::new(Index::of_heads(&library))).clone(),
            };
            let query = index.parse(&list.query);
            list.hits = index.search(&library, &query);
            list.words = query.words();
            list.complaints = query.complaints().to_vec();
            if list.hits.is_empty() && !query.is_empty() {
                list.blamed = Some(index.blame(&library, &query));
                let words = query.words().join(" ");
                list.hits = index.like(&library, &words, NEAREST).into_iter().map(|alike| alike.hit).collect();
            }
        }
        self.order();
        let kept = keep.as_ref().and_then(|id| self.place_of(id));
        self.list.cursor = match (kept, keep.is_some()) {
            (Some(at), _) => at,
            // The chosen row is gone.
            (None, true) => {
                self.list.chosen = false;
                0
            }
            (None, false) if self.list.chosen => before,
            (None, false) => 0,
        };
        if self.list.cursor == 0 {
            self.list.top = 0;
        }
        self.follow_list();
    }

    /// Sorts the hits by the chosen order. Undated cases and unknown durations come last either way.
    pub fn order(&mut self) {
        let Sort { by, reversed } = self.list.sort;
        let library = self.library.clone();
        let language = self.language;
        let head = |hit: &Hit| &library.entry(hit.at).head;
        let flip = |order: std::cmp::Ordering| if reversed { order.reverse() } else { order };
        let title =
            |hit: &Hit| head(hit).title.in_language(language).map(|t| t.text.to_lowercase()).unwrap_or_default();
        match by {
            SortBy::Match => {
                self.list.hits.sort_by(|a, b| flip(b.score.total_cmp(&a.score).then(a.at.cmp(&b.at))));
            }
            SortBy::Date => self.list.hits.sort_by(|a, b| {
                let (x, y) = (head(a).date, head(b).date);
                y.is_some().cmp(&x.is_some()).then(flip(y.cmp(&x))).then(a.at.cmp(&b.at))
            }),
            SortBy::Organisation => self.list.hits.sort_by(|a, b| {
                flip(head(a).org.to_lowercase().cmp(&head(b).org.to_lowercase())).then(a.at.cmp(&b.at))
            }),
            SortBy::Title => self.list.hits.sort_by(|a, b| flip(title(a).cmp(&title(b))).then(a.at.cmp(&b.at))),
            SortBy::Resolve => self.list.hits.sort_by(|a, b| {
                let (x, y) = (head(a).resolved_after, head(b).resolved_after);
                y.is_some().cmp(&x.is_some()).then(flip(x.cmp(&y))).then(a.at.cmp(&b.at))
            }),
        }
    }

    /// Sorts anew and keeps the cursor on its case.
    pub fn reorder(&mut self) {
        let id = self.selected().map(|entry| entry.head.id.clone());
        self.order();
        if let Some(at) = id.and_then(|id| self.place_of(&id)) {
            self.list.cursor = at;
        }
    }

    fn place_of(&self, id: &Clean) -> Option<usize> {
        let at = self.library.position(id)?;
        self.list.hits.iter().position(|hit| hit.at == at)
    }

    /// Puts the cursor of the list on a row that the user chose.
    pub fn choose_row(&mut self, row: usize) {
        self.list.cursor = row.min(self.list.hits.len().saturating_sub(1));
        self.list.chosen = true;
        self.follow_list();
    }

    /// Forgets that a row was chosen: the next query begins at its best match.
    pub fn release_row(&mut self) {
        self.list.chosen = false;
    }

    /// Shows the case under the cursor of the list.
    fn follow_list(&mut self) {
        let id = self.selected().map(|entry| entry.head.id.clone());
        self.show(id);
    }

    /// Shows a case from its top, unless it is shown already.
    pub fn show(&mut self, id: Option<Clean>) {
        if self.reader.id != id {
            self.reader.id = id;
            self.reader.stale = true;
            self.reader.cursor = 0;
            self.reader.top = 0;
            self.reader.find.clear();
        }
    }

    // History.

    fn here(&self) -> Place {
        Place {
            query: self.list.query.clone(),
            like: self.list.like.clone(),
            sort: self.list.sort,
            selected: self.selected().map(|entry| entry.head.id.clone()),
            list_top: self.list.top,
            shown: self.reader.id.clone(),
            reader_cursor: self.reader.cursor,
            reader_top: self.reader.top,
            focus: self.wish.focus,
        }
    }

    /// Remembers this place before something leads away from it.
    pub fn remember(&mut self) {
        let here = self.here();
        if self.back.last() != Some(&here) {
            self.back.push(here);
        }
        self.forward.clear();
    }

    /// Goes back in the history; false at its start.
    pub fn go_back(&mut self) -> bool {
        let Some(place) = self.back.pop() else {
            return false;
        };
        let here = self.here();
        self.forward.push(here);
        self.restore(place);
        true
    }

    /// Goes forward in the history; false at its end.
    pub fn go_forward(&mut self) -> bool {
        let Some(place) = self.forward.pop() else {
            return false;
        };
        let here = self.here();
        self.back.push(here);
        self.restore(place);
        true
    }

    fn restore(&mut self, place: Place) {
        self.list.query = place.query;
        self.list.like = place.like;
        self.list.sort = place.sort;
        self.list.chosen = false;
        self.run_query();
        if let Some(at) = place.selected.as_ref().and_then(|id| self.place_of(id)) {
            self.choose_row(at);
        }
        self.list.top = place.list_top;
        self.show(place.shown);
        self.wish.focus = place.focus;
        self.settle();
        self.reader.cursor = place.reader_cursor;
        self.reader.top = place.reader_top;
    }

    /// Opens a case of the library: shows it, and takes the cursor of the list along where it is in the list.
    pub fn open_case(&mut self, id: &Clean) {
        self.remember();
        if let Some(at) = self.place_of(id) {
            self.choose_row(at);
        }
        self.show(Some(id.clone()));
        self.wish.focus = Pane::Case;
    }

    /// Follows a topic: all cases with it.
    pub fn open_topic(&mut self, kind: crate::case::Kind, slug: &str) {
        self.remember();
        self.wish.focus = Pane::List;
        self.list.chosen = false;
        self.set_query(&format!("{}:{slug}", kind.word()));
    }

    // A library that changed.

    /// Takes a library that was read anew. Selection, marks, scroll and history name cases, so they stay.
    pub fn take_library(&mut self, library: Arc<Library>) {
        let selected = self.selected().map(|entry| entry.head.id.clone());
        let row = self.list.cursor;
        let first = self.library.is_empty() || !self.list.chosen;
        let (cursor, top) = (self.reader.cursor, self.reader.top);
        let shown = self.reader.id.clone();
        self.library = library;
        self.rarity = Arc::new(Rarity::of(&self.library));
        self.index = None;
        self.heads = None;
        self.near.of = None;
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
                }
                self.choose_row(row);
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

    fn settle_reader(&mut self) {
        if self.reader.stale {
            self.reader.stale = false;
            self.reader.case = self.shown().map(|entry| Arc::new(entry.read().0));
            self.reader.layout = Layout::default();
        }
        let width = self.document_width();
        let items = self.reader.id.as_ref().and_then(|id| self.items.get(id));
        let layout = Layout {
            width,
            language: self.language,
            both: self.both,
            brief: self.reader.brief,
            marked: self.list.words.clone(),
            find: self.reader.find.clone(),
            items: items.map(|items| items.iter().copied().collect()).unwrap_or_default(),
        };
        if self.reader.layout != layout {
            self.relayout(layout);
        }
        let last = self.reader.document.lines.len().saturating_sub(1);
        self.reader.cursor = self.reader.cursor.min(last);
        let rows = self.rows(Pane::Case).max(1);
        let bottom = (last + 1).saturating_sub(rows);
        self.reader.top = self.reader.top.min(bottom);
        if self.reader.cursor < self.reader.top {
            self.reader.top = self.reader.cursor;
        } else if self.reader.cursor >= self.reader.top + rows {
            self.reader.top = self.reader.cursor + 1 - rows;
        }
    }

    /// Lays the case out anew and keeps the block that was at the top of the screen there.
    fn relayout(&mut self, layout: Layout) {
        let reader = &mut self.reader;
        let before = &reader.document;
        let anchor = |line: usize| before.lines.get(line).map(|l| (l.block, line - before.blocks[l.block].lines.start));
        let (top, cursor) = (anchor(reader.top), anchor(reader.cursor));
        let same_blocks = before.blocks.len();
        // Where the blocks are others, as when both languages come side by side, the section stays.
        let section = before.section_at(reader.top);
        reader.document = reader.case.as_ref().map(|case| Document::of(case, &layout)).unwrap_or_default();
        reader.layout = layout;
        let after = &reader.document;
        let place = |anchor: Option<(usize, usize)>| {
            let (block, line) = anchor?;
            let lines = &after.blocks.get(block)?.lines;
            Some((lines.start + line).min(lines.end - 1))
        };
        if same_blocks == after.blocks.len() {
            if let (Some(top), Some(cursor)) = (place(top), place(cursor)) {
                (reader.top, reader.cursor) = (top, cursor);
            }
        } else if let Some(line) = section.and_then(|section| after.section(section)) {
            (reader.top, reader.cursor) = (line, line);
        }
    }

    /// Columns for the text of the case: the pane less its cursor bar and a margin.
    pub fn document_width(&self) -> usize {
        self.panes.and_then(|panes| panes.case).map_or(76, |area| usize::from(area.width).saturating_sub(3)).max(4)
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
