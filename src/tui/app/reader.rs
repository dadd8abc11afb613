//! The case pane: the case in lines, laid out anew where something changed, scrolled so that its place stays.

use std::sync::Arc;

use super::App;
use crate::case::Case;
use crate::labels::Label;
use crate::search::Zone;
use crate::text::Clean;
use crate::tui::document::{Document, Layout, Marked};
use crate::tui::panes::Pane;

/// The case pane.
#[derive(Debug, Default)]
pub struct Reader {
    /// The case that is shown.
    pub id: Option<Clean>,
    /// That case.
    pub case: Option<Arc<Case>>,
    /// The case in lines.
    pub document: Document,
    pub(super) layout: Layout,
    pub(super) stale: bool,
    /// The line under the cursor.
    pub cursor: usize,
    /// The first line on the screen.
    pub top: usize,
    /// Only what one reads at 3 a.m.
    pub brief: bool,
    /// What is looked for.
    pub find: String,
}

impl App {
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

    pub(super) fn settle_reader(&mut self) {
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
            marked: self.marked_in_reader(),
            find: self.reader.find.clone(),
            found_by: self.found_by(),
            items: items.map(|items| items.iter().copied().collect()).unwrap_or_default(),
            item_states: self.item_states(),
            remarks: self.remarks(),
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

    fn marked_in_reader(&self) -> Marked {
        let at = self.reader.id.as_ref().and_then(|id| self.library.position(id));
        at.map(|at| self.list.marked(at).clone()).unwrap_or_default()
    }

    /// Why the case in the case pane is in the list; nothing where it is not there for its words.
    fn found_by(&self) -> Vec<(String, Label)> {
        let Some(at) = self.reader.id.as_ref().and_then(|id| self.library.position(id)) else {
            return Vec::new();
        };
        let Some(index) = self.index.as_ref().or(self.heads.as_ref()) else {
            return Vec::new();
        };
        if self.list.shared.contains_key(&at) || !self.list.hits.iter().any(|hit| hit.at == at) {
            return Vec::new();
        }
        let label = |zone: Zone| match zone {
            Zone::Id => Label::ZoneId,
            Zone::Title => Label::SortTitle,
            Zone::Vocabulary => Label::TopicsTitle,
            Zone::Symptoms => Label::Symptoms,
            Zone::Cause => Label::ZoneCause,
            Zone::Rest => Label::ZoneRest,
            Zone::Fuzzy => Label::ZoneFuzzy,
        };
        index.why(&self.list.query_read, at).into_iter().map(|why| (why.word, label(why.zone))).collect()
    }

    /// Lays the case out anew and keeps the block that was at the top of the screen there.
    fn relayout(&mut self, layout: Layout) {
        let reader = &mut self.reader;
        let before = &reader.document;
        let anchor =
            |line: usize| before.lines.block(line).map(|block| (block, line - before.blocks[block].lines.start));
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
}
