//! Writes cells to the terminal with as few bytes as it takes.
//!
//! `ratatui` finds the cells that changed; crossterm's own writer would then send each colour as the long form of 256,
//! also to terminals that know sixteen, and ask the terminal for its cursor on each new size, which takes keys from the
//! reader. Everything that is sent is written here; sizes come from crossterm.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::text::plain;

/// A terminal to write to.
#[derive(Debug)]
pub struct Ansi<W: Write> {
    writer: W,
    fg: Color,
    bg: Color,
    modifier: Modifier,
    /// Whether signs that may be drawn too wide are written in ASCII.
    plain: bool,
    /// Whether something was written whose width terminals disagree about, so that remains of it may be on the screen.
    unsure: bool,
}

/// Attributes and what switches them on.
const ATTRIBUTES: [(Modifier, &str); 5] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::REVERSED, "7"),
];

impl<W: Write> Ansi<W> {
    /// Writes to `writer`, whose terminal is in its plain style.
    pub fn new(writer: W) -> Self {
        Self { writer, fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty(), plain: false, unsure: false }
    }

    /// Whether something is on the screen whose width terminals disagree about: then what changes may leave remains of it, and
    /// the next frame is to be drawn whole.
    pub fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// Writes signs that terminals with a CJK font may draw two columns wide in ASCII.
    #[must_use]
    pub fn plain(self, plain: bool) -> Self {
        Self { plain, ..self }
    }

    /// Changes to the style of a cell by the shortest sequence.
    fn style(&mut self, cell: &Cell) -> io::Result<()> {
        if (cell.fg, cell.bg, cell.modifier) == (self.fg, self.bg, self.modifier) {
            return Ok(());
        }
        let mut codes: Vec<String> = Vec::with_capacity(4);
        // Attributes have no short way off, but the reset.
        if !(self.modifier - cell.modifier).is_empty()
            || (cell.fg == Color::Reset && cell.bg == Color::Reset && cell.modifier.is_empty())
        {
            codes.push("0".to_owned());
            (self.fg, self.bg, self.modifier) = (Color::Reset, Color::Reset, Modifier::empty());
        }
        let added = cell.modifier - self.modifier;
        codes.extend(ATTRIBUTES.iter().filter(|(on, _)| added.contains(*on)).map(|(_, code)| (*code).to_owned()));
        if cell.fg != self.fg {
            codes.push(color(cell.fg, 30));
        }
        if cell.bg != self.bg {
            codes.push(color(cell.bg, 40));
        }
        (self.fg, self.bg, self.modifier) = (cell.fg, cell.bg, cell.modifier);
        if codes == ["0"] {
            return self.writer.write_all(b"\x1b[m");
        }
        write!(self.writer, "\x1b[{}m", codes.join(";"))
    }
}

/// The code of a colour; `base` is 30 for the foreground and 40 for the background.
fn color(color: Color, base: u8) -> String {
    let named = |number: u8| {
        if number < 8 { (base + number).to_string() } else { (base + 60 + number - 8).to_string() }
    };
    match color {
        Color::Reset => (base + 9).to_string(),
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
        Color::Indexed(number @ 0..=15) => named(number),
        Color::Indexed(number) => format!("{};5;{number}", base + 8),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
    }
}

impl<W: Write> Backend for Ansi<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut next: Option<(u16, u16)> = None;
        for (x, y, cell) in content {
            match next {
                Some(place) if place == (x, y) => {}
                Some((at, row)) if row == y && x > at => write!(self.writer, "\x1b[{}G", x + 1)?,
                _ => write!(self.writer, "\x1b[{};{}H", y + 1, x + 1)?,
            }
            self.style(cell)?;
            let symbol = cell.symbol();
            // The last door: whatever a text was, no control character goes through.
            let symbol = if symbol.contains(char::is_control) { " " } else { symbol };
            let (shown, is_unsure) = if self.plain { plain::drawn(symbol) } else { (symbol, false) };
            self.writer.write_all(shown.as_bytes())?;
            // After a symbol whose width terminals disagree about, the place is said anew.
            let width = crate::text::columns::width(symbol) as u16;
            self.unsure |= symbol.chars().nth(1).is_some();
            let is_sure = !is_unsure && (symbol.is_ascii() || symbol.chars().count() == 1);
            next = is_sure.then_some((x + width.max(1), y));
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.writer.write_all(b"\x1b[?25l")
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.writer.write_all(b"\x1b[?25h")
    }

    /// Nobody needs it: the cursor is put where it has to be, and to ask would take keys from their reader.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        write!(self.writer, "\x1b[{};{}H", y + 1, x + 1)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        (self.fg, self.bg, self.modifier) = (Color::Reset, Color::Reset, Modifier::empty());
        self.unsure &= !matches!(clear_type, ClearType::All);
        let code = match clear_type {
            ClearType::All => "\x1b[m\x1b[2J",
            ClearType::AfterCursor => "\x1b[m\x1b[J",
            ClearType::BeforeCursor => "\x1b[m\x1b[1J",
            ClearType::CurrentLine => "\x1b[m\x1b[2K",
            ClearType::UntilNewLine => "\x1b[m\x1b[K",
        };
        self.writer.write_all(code.as_bytes())
    }

    fn size(&self) -> io::Result<Size> {
        let (width, height) = crossterm::terminal::size()?;
        Ok(Size::new(width, height))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    fn written(cells: &[(u16, u16, &str, Style)]) -> String {
        let mut out = Vec::new();
        let cells: Vec<(u16, u16, Cell)> = cells
            .iter()
            .map(|(x, y, symbol, style)| {
                let mut cell = Cell::default();
                cell.set_symbol(symbol).set_style(*style);
                (*x, *y, cell)
            })
            .collect();
        Ansi::new(&mut out).draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn neighbours_need_no_place_and_equals_no_style() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        assert_eq!(
            written(&[(0, 0, "가", bold), (2, 0, "a", bold), (9, 0, "b", Style::new())]),
            "\x1b[1;1H\x1b[1m가a\x1b[10G\x1b[mb"
        );
    }

    #[test]
    fn plain_frames_are_ascii_and_say_the_place_after_what_is_unsure() {
        let cells: Vec<(u16, u16, Cell)> = ["▌", "α", "b"]
            .into_iter()
            .enumerate()
            .map(|(x, symbol)| {
                let mut cell = Cell::default();
                cell.set_symbol(symbol);
                (x as u16, 0, cell)
            })
            .collect();
        let mut out = Vec::new();
        Ansi::new(&mut out).plain(true).draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\x1b[1;1H>α\x1b[1;3Hb");
    }

    #[test]
    fn no_control_character_goes_out() {
        assert_eq!(written(&[(0, 0, "\x1b", Style::new()), (1, 0, "b", Style::new())]), "\x1b[1;1H b");
    }

    #[test]
    fn sixteen_colours_are_written_as_such() {
        let style = Style::new().fg(Color::DarkGray).bg(Color::Indexed(236));
        assert_eq!(written(&[(1, 1, "x", style)]), "\x1b[2;2H\x1b[90;48;5;236mx");
        assert_eq!(color(Color::Cyan, 30), "36");
    }

    #[test]
    fn an_attribute_goes_off_by_the_reset() {
        let bold = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
        let plain = Style::new().fg(Color::Red);
        assert_eq!(written(&[(0, 0, "a", bold), (1, 0, "b", plain)]), "\x1b[1;1H\x1b[1;31ma\x1b[0;31mb");
    }
}
