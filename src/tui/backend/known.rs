//! What stands on the screen, so that it need not be written again to get past it.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthChar;

use crate::text::plain;

/// Colours and attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) fg: Color,
    pub(super) bg: Color,
    pub(super) modifier: Modifier,
}

impl Look {
    pub(super) fn of(cell: &Cell) -> Self {
        Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }

    /// Whether it shows where there is no letter, beside the background.
    fn shows_on_blanks(self) -> bool {
        self.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
    }
}

/// A character whose width all terminals agree about, as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph {
    symbol: char,
    look: Look,
}

impl Glyph {
    pub(super) const BLANK: Self =
        Self { symbol: ' ', look: Look { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() } };

    /// That of a cell; none where terminals may disagree.
    pub(super) fn of(cell: &Cell) -> Option<Self> {
        let symbol = cell.symbol();
        let mut chars = symbol.chars();
        let (Some(char), None) = (chars.next(), chars.next()) else { return None };
        if char.width().is_none_or(|width| width == 0) || plain::is_ambiguous(symbol) {
            return None;
        }
        let look = Look::of(cell);
        let is_blank = char == ' ' && !look.shows_on_blanks();
        Some(Self { symbol: char, look: if is_blank { Look { bg: look.bg, ..Self::BLANK.look } } else { look } })
    }

    pub(super) fn symbol(self) -> char {
        self.symbol
    }

    /// In columns.
    pub(super) fn width(self) -> u16 {
        self.symbol.width().map_or(1, |width| width as u16)
    }

    /// Whether it is nothing but the plain background, as the terminal leaves it where it erases.
    pub(super) fn is_erased(self) -> bool {
        self == Self::BLANK
    }

    fn is_on_plain_ground(self) -> bool {
        self.look.bg == Color::Reset && !self.look.shows_on_blanks()
    }

    /// The look that the pen needs to write it, as near as can be to the one that it has.
    pub(super) fn look_from(self, pen: Look) -> Look {
        if self.symbol != ' ' || self.look.shows_on_blanks() {
            self.look
        } else if pen.shows_on_blanks() {
            Look { bg: self.look.bg, ..Look::default() }
        } else {
            Look { bg: self.look.bg, ..pen }
        }
    }
}

/// The cells of the screen that are known, by row.
#[derive(Debug)]
pub(super) struct Known {
    rows: Vec<Vec<Option<Glyph>>>,
    /// What stands where nothing was written since.
    elsewhere: Option<Glyph>,
}

impl Default for Known {
    fn default() -> Self {
        Self { rows: Vec::new(), elsewhere: Some(Glyph::BLANK) }
    }
}

impl Known {
    /// What stands there; none where it is not known, or is the second half of a wide character.
    pub(super) fn at(&self, x: u16, y: u16) -> Option<Glyph> {
        let row = self.rows.get(usize::from(y)).map_or(&[][..], Vec::as_slice);
        row.get(usize::from(x)).copied().unwrap_or(self.elsewhere)
    }

    /// Notes what was written.
    pub(super) fn set(&mut self, x: u16, y: u16, glyph: Option<Glyph>, width: u16) {
        let (x, y, end) = (usize::from(x), usize::from(y), usize::from(x + width.max(1)));
        if self.rows.len() <= y {
            self.rows.resize_with(y + 1, Vec::new);
        }
        let row = &mut self.rows[y];
        if row.len() < end {
            row.resize(end, self.elsewhere);
        }
        // The other half of a wide character goes with the one, and leaves a blank in one of the two looks.
        let is_plain = |glyph: Option<Glyph>| glyph.is_some_and(Glyph::is_on_plain_ground);
        let left_by = |wide: Option<Glyph>| (is_plain(wide) && is_plain(glyph)).then_some(Glyph::BLANK);
        let is_wide = |glyph: Option<Glyph>| glyph.is_some_and(|glyph| glyph.width() == 2);
        if x > 0 && is_wide(row[x - 1]) {
            row[x - 1] = left_by(row[x - 1]);
        }
        if end < row.len() && is_wide(row[end - 1]) {
            row[end] = left_by(row[end - 1]);
        }
        row[x..end].fill(None);
        row[x] = glyph;
    }

    /// Forgets all that was written; what stands there then is blank where all was cleared.
    pub(super) fn forget(&mut self, is_cleared: bool) {
        self.rows.clear();
        self.elsewhere = is_cleared.then_some(Glyph::BLANK);
    }
}
