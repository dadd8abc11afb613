//! Draws the state. Reads it and nothing else: a frame can be drawn twice and is the same.

mod case;
mod foot;
mod header;
mod list;
pub mod note;
pub mod popup;
mod related;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::App;
use super::document::Piece;
use super::mode::Mode;
use super::panes::Panes;
use super::theme::{Role, Theme};
use crate::labels::Label;
use crate::text::columns;

/// The bar at the cursor.
const BAR: &str = "▌";

/// Draws the whole screen and puts the terminal's cursor where text is typed.
pub fn draw(app: &App, frame: &mut Frame) {
    let area = frame.area();
    // The window may have shrunk since the state was laid out for it: draw for the smaller of the two.
    let panes =
        if (area.width, area.height) == app.size { app.panes } else { Panes::cut(area.width, area.height, app.wish) };
    let Some(panes) = panes else {
        return too_small(app, frame);
    };
    if let Mode::Plain(top) = app.mode {
        return popup::plain(app, frame, top);
    }
    let canvas = &mut Canvas { buffer: frame.buffer_mut(), theme: &app.theme };
    rules(canvas, &panes);
    header::draw(app, canvas, panes.header);
    if let Some(area) = panes.list {
        list::draw(app, canvas, area);
    }
    if let Some(area) = panes.case {
        case::draw(app, canvas, area);
    }
    if let Some(area) = panes.related {
        related::draw(app, canvas, area, panes.related_title);
    }
    popup::draw(app, canvas, &panes);
    foot::draw(app, canvas, panes.foot);
    if let Some((x, y)) = caret(app, &panes) {
        frame.set_cursor_position((x.min(area.width - 1), y.min(area.height - 1)));
    }
}

fn too_small(app: &App, frame: &mut Frame) {
    let area = frame.area();
    if area.width == 0 || area.height == 0 {
        return;
    }
    let text = columns::clip(Label::TooSmall.text(app.language), usize::from(area.width));
    frame.buffer_mut().set_string(0, 0, text, Style::new());
}

/// Where the terminal's own cursor goes: input methods draw there.
fn caret(app: &App, panes: &Panes) -> Option<(u16, u16)> {
    let prompt = match &app.mode {
        Mode::Prompt(prompt) => prompt,
        Mode::Note(note) => return Some(note::caret(app, panes, note)),
        _ => return None,
    };
    match &prompt.kind {
        super::mode::PromptKind::Palette(_) => popup::palette_caret(app, panes),
        _ => Some(header::caret(app, panes.header)),
    }
}

fn rules(canvas: &mut Canvas, panes: &Panes) {
    let style = canvas.theme.style(Role::Rule);
    let (top, bottom) = (panes.body.y - 1, panes.body.bottom());
    for y in [top, bottom] {
        for x in 0..panes.body.width {
            canvas.set(x, y, "─", style);
        }
    }
    for x in panes.uprights.into_iter().flatten() {
        canvas.set(x, top, "┬", style);
        canvas.set(x, bottom, "┴", style);
        for y in panes.body.y..bottom {
            canvas.set(x, y, "│", style);
        }
    }
}

/// A buffer to draw into, and the colours to draw with.
pub(super) struct Canvas<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) theme: &'a Theme,
}

/// Pieces in so many columns; what is cut ends with `…`.
fn clipped(mut pieces: Vec<Piece>, mut room: usize) -> Vec<Piece> {
    for at in 0..pieces.len() {
        let width = columns::width(&pieces[at].text);
        // A piece that fills its room is cut where more follows.
        if width > room || (width == room && at + 1 < pieces.len()) {
            pieces[at].text = columns::clip(&format!("{}…", pieces[at].text), room);
            pieces.truncate(at + 1);
            break;
        }
        room -= width;
    }
    pieces
}

impl Canvas<'_> {
    fn set(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Clears cells.
    fn blank(&mut self, area: Rect) {
        ratatui::widgets::Widget::render(ratatui::widgets::Clear, area, self.buffer);
    }

    /// Writes pieces from `x` on, at most `width` columns; gives the column after the last.
    fn pieces(&mut self, x: u16, y: u16, width: u16, pieces: &[Piece], base: Style) -> u16 {
        self.texts(x, y, width, pieces.iter().map(|piece| (piece.role, piece.text.as_str())), base)
    }

    /// Writes texts, each in its role, as pieces are written.
    fn texts<'t>(
        &mut self,
        x: u16,
        y: u16,
        width: u16,
        texts: impl Iterator<Item = (Role, &'t str)>,
        base: Style,
    ) -> u16 {
        let mut at = x;
        let end = x.saturating_add(width);
        for (role, text) in texts {
            if at >= end {
                break;
            }
            let style = base.patch(self.theme.style(role));
            at = self.write(at, y, end - at, text, style);
        }
        at
    }

    /// Writes a text in a role; gives the column after it.
    fn text(&mut self, x: u16, y: u16, width: u16, text: &str, role: Role) -> u16 {
        let style = self.theme.style(role);
        self.write(x, y, width, text, style)
    }

    fn write(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        if width == 0 {
            return x;
        }
        if !text.is_ascii() {
            return self.buffer.set_stringn(x, y, text, usize::from(width), style).0;
        }
        // One column a byte: no clusters to look for.
        let mut at = x;
        for byte in text.bytes().take(usize::from(width)) {
            let Some(cell) = self.buffer.cell_mut((at, y)) else {
                break;
            };
            cell.set_char(char::from(byte)).set_style(style);
            at += 1;
        }
        at
    }

    /// The row under the cursor: a bar at its left edge, and in the pane that has the focus a tint.
    fn cursor_row(&mut self, area: Rect, y: u16, focused: bool) {
        if focused {
            self.buffer.set_style(Rect::new(area.x, y, area.width, 1), self.theme.style(Role::Row));
        }
        let role = if focused { Role::Cursor } else { Role::Dim };
        self.set(area.x, y, BAR, self.theme.style(role));
    }
}

/// A bar at the right edge that shows which part of `count` rows is on the screen; none when all of them are.
fn scrollbar(canvas: &mut Canvas, area: Rect, top: usize, rows: usize, count: usize) {
    if rows == 0 || count <= rows || area.width < 2 {
        return;
    }
    let track = usize::from(area.height);
    let thumb = (track * rows / count).clamp(1, track);
    let bottom = count - rows;
    let start = (top.min(bottom) * (track - thumb) + bottom / 2) / bottom;
    let style = canvas.theme.style(Role::Rule);
    for y in start..start + thumb {
        canvas.set(area.right() - 1, area.y + y as u16, "▐", style);
    }
}
