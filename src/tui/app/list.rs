//! The list: what is looked for, what is found, in which order, and the row that was chosen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::App;
use crate::search::{Alike, Complaint, Hit, Index, Query, without_field};
use crate::text::Clean;
use crate::tui::document::Marked;

/// How many cases are shown that are like a text.
const MOST_ALIKE: usize = 50;
/// How many neighbours are shown where a query finds nothing.
const NEAREST: usize = 10;

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
    /// Words that are looked for.
    pub words: Vec<String>,
    marked: Marked,
    /// The query, read.
    pub(super) query_read: Query,
    /// What each case shares with the text that it is like, by its place.
    pub shared: BTreeMap<usize, Shared>,
    /// Words that keep everything out; then the hits are only the nearest cases.
    pub blamed: Option<Vec<String>>,
    /// A text that the cases are ranked by, in place of a query.
    pub like: Option<Like>,
    /// Order.
    pub sort: Sort,
    /// Columns that are hidden.
    pub hidden: BTreeSet<Column>,
    /// Whether the user chose the row, so that it is to be kept when the list changes.
    pub(super) chosen: bool,
}

/// What a case shares with the text that it is like.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Words of the text, the most telling first.
    pub words: Vec<String>,
    marked: Marked,
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
    /// Most findings of the checks first.
    Findings,
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

impl List {
    /// What could not be understood in the query.
    pub fn complaints(&self) -> &[Complaint] {
        self.query_read.complaints()
    }

    fn take_alike(&mut self, alike: Vec<Alike>) {
        self.hits = alike.iter().map(|alike| alike.hit.clone()).collect();
        let shared = |alike: Alike| Shared { words: alike.words, marked: Marked::new(&alike.marks, true) };
        self.shared = alike.into_iter().map(|alike| (alike.hit.at, shared(alike))).collect();
    }

    /// What is to be marked in a case, by its place.
    pub fn marked(&self, at: usize) -> &Marked {
        self.shared.get(&at).map_or(&self.marked, |shared| &shared.marked)
    }
}

impl App {
    /// Sets the query and runs it.
    pub fn set_query(&mut self, query: &str) {
        if self.list.query != query || self.list.like.is_some() {
            self.list.like = None;
            query.clone_into(&mut self.list.query);
            self.run_query();
        }
    }

    /// Narrows what is shown by a query: what is like a text stays ranked by that.
    pub fn narrow(&mut self, query: &str) {
        if self.list.query != query {
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
        self.find();
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

    /// The cases in view, as if nothing were asked of a field: what another value of it would bring.
    pub fn in_view_without(&mut self, field: &str) -> Vec<usize> {
        let Some(rest) = without_field(&self.list.query, field) else {
            return self.list.hits.iter().map(|hit| hit.at).collect();
        };
        let (library, index) = (self.library.clone(), self.index_at_hand());
        let found = index.search(&library, &index.parse(&rest).given(self.standing()));
        let alike = self.list.like.as_ref().map(|like| index.like(&library, &like.text, MOST_ALIKE));
        let is_alike = |at: usize| alike.as_ref().is_none_or(|alike| alike.iter().any(|alike| alike.hit.at == at));
        found.into_iter().map(|hit| hit.at).filter(|at| is_alike(*at)).collect()
    }

    /// Finds what is asked for: what is like a text, everything, or what holds a query.
    fn find(&mut self) {
        let library = self.library.clone();
        let list = &mut self.list;
        list.blamed = None;
        list.shared.clear();
        list.query_read = Query::default();
        list.words.clear();
        list.marked = Marked::default();
        if list.like.is_none() && list.query.trim().is_empty() {
            list.hits = (0..library.len()).map(|at| Hit { at, score: 0.0 }).collect();
            return;
        }
        let index = self.index_at_hand();
        let standing = self.standing();
        let list = &mut self.list;
        if let Some(like) = list.like.clone() {
            list.take_alike(index.like(&library, &like.text, MOST_ALIKE));
            list.hits.retain(|hit| like.of.as_ref() != Some(&library.entry(hit.at).head.id));
            if !list.query.trim().is_empty() {
                let query = index.parse(&list.query).given(standing);
                let found: BTreeSet<usize> = index.search(&library, &query).into_iter().map(|hit| hit.at).collect();
                list.hits.retain(|hit| found.contains(&hit.at));
                list.query_read = query;
            }
            return;
        }
        let query = index.parse(&list.query).given(standing);
        list.hits = index.search(&library, &query);
        list.words = query.words();
        list.marked = Marked::new(&list.words, false);
        if list.hits.is_empty() && !query.is_empty() {
            list.blamed = Some(index.blame(&library, &query));
            list.take_alike(index.nearest(&library, &query, NEAREST));
        }
        list.query_read = query;
    }

    /// The full text, or that of the titles until it is built.
    fn index_at_hand(&mut self) -> Arc<Index> {
        match &self.index {
            Some(index) => index.clone(),
            None => self.heads.get_or_insert_with(|| Arc::new(Index::of_heads(&self.library))).clone(),
        }
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
            SortBy::Findings => {
                let findings = self.desks.findings.clone().unwrap_or_default();
                let count = |hit: &Hit| findings.get(&head(hit).id).map_or(0, Vec::len);
                self.list.hits.sort_by(|a, b| flip(count(b).cmp(&count(a))).then(a.at.cmp(&b.at)));
            }
            SortBy::Resolve => self.list.hits.sort_by(|a, b| {
                let (x, y) = (head(a).resolved_after, head(b).resolved_after);
                y.is_some().cmp(&x.is_some()).then(flip(x.cmp(&y))).then(a.at.cmp(&b.at))
            }),
        }
    }

    /// Takes an order that has changed of itself: the row that the user chose keeps the cursor.
    pub fn take_order(&mut self) {
        if self.list.chosen {
            self.reorder();
        } else {
            self.order();
            self.follow_list();
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

    /// The row of a case; none where it is not in view.
    pub fn place_of(&self, id: &Clean) -> Option<usize> {
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
    pub(super) fn follow_list(&mut self) {
        let id = self.selected().map(|entry| entry.head.id.clone());
        self.show(id);
    }
}
