//! The history: the places that were left, and the way back to them.

use super::{App, Like, Sort};
use crate::text::Clean;
use crate::tui::panes::Pane;

/// Places that can be walked back to.
const PLACES: usize = 500;

/// A place in the history.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    query: String,
    like: Option<Like>,
    sort: Sort,
    selected: Option<Clean>,
    list_top: usize,
    shown: Option<Clean>,
    reader_cursor: usize,
    reader_top: usize,
    near_cursor: usize,
    focus: Pane,
}

impl App {
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
            near_cursor: self.near.cursor,
            focus: self.wish.focus,
        }
    }

    /// Remembers this place before something leads away from it.
    pub fn remember(&mut self) {
        let here = self.here();
        if self.back.last() != Some(&here) {
            self.back.push(here);
            // Nobody walks back further, and a long night must not fill the memory.
            let extra = self.back.len().saturating_sub(PLACES);
            self.back.drain(..extra);
        }
        self.forward.clear();
    }

    /// Goes back in the history; false at its start.
    pub fn go_back(&mut self) -> bool {
        self.back.pop().is_some_and(|place| {
            self.forward.push(self.here());
            self.restore(place);
            true
        })
    }

    /// Goes forward in the history; false at its end.
    pub fn go_forward(&mut self) -> bool {
        self.forward.pop().is_some_and(|place| {
            self.back.push(self.here());
            self.restore(place);
            true
        })
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
        self.near.cursor = place.near_cursor;
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
}
