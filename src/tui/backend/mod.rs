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

mod known;

use known::{Glyph, Known, Look};

/// A terminal to write to.
#[derive(Debug)]
pub struct Ansi<W: Write> {
    writer: W,
    /// Colours and attributes that the terminal writes with.
    pen: Look,
    known: Known,
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
        Self { writer, pen: Look::default(), known: Known::default(), plain: false, unsure: false }
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

    /// Changes to a look by the shortest sequence.
    fn style(&mut self, look: Look) -> io::Result<()> {
        if look == self.pen {
            return Ok(());
        }
        let mut codes: Vec<String> = Vec::with_capacity(4);
        // Attributes have no short way off, but the reset.
        if !(self.pen.modifier - look.modifier).is_empty() || look == Look::default() {
            codes.push("0".to_owned());
            self.pen = Look::default();
        }
        let added = look.modifier - self.pen.modifier;
        codes.extend(ATTRIBUTES.iter().filter(|(on, _)| added.contains(*on)).map(|(_, code)| (*code).to_owned()));
        if look.fg != self.pen.fg {
            codes.push(color(look.fg, 30));
        }
        if look.bg != self.pen.bg {
            codes.push(color(look.bg, 40));
        }
        self.pen = look;
        if codes == ["0"] {
            return self.writer.write_all(b"\x1b[m");
        }
        write!(self.writer, "\x1b[{}m", codes.join(";"))
    }

    /// Goes to a column further right in the row, over what is known to stand between where that is shorter than to say the
    /// place. `is_sure` is whether the cursor certainly stands at `from`.
    fn go_right(&mut self, from: u16, to: u16, y: u16, is_sure: bool) -> io::Result<()> {
        let mut between = String::new();
        let mut x = from;
        while is_sure && x < to {
            match self.known.at(x, y) {
                Some(glyph) if glyph.look_from(self.pen) == self.pen && between.len() < JUMP => {
                    between.push(glyph.symbol());
                    x += glyph.width();
                }
                _ => break,
            }
        }
        if is_sure && x == to && between.len() <= JUMP {
            return self.writer.write_all(between.as_bytes());
        }
        write!(self.writer, "\x1b[{}G", to + 1)
    }

    /// Erases at once what `cells` begin with, where that is shorter than blanks, and gives how many of them that were.
    /// The cursor must stand there, and stays.
    fn erase(&mut self, cells: &[(u16, u16, &Cell)]) -> io::Result<usize> {
        let is_erased = |cell: &Cell| Glyph::of(cell).is_some_and(Glyph::is_erased);
        let (x, y, _) = cells[0];
        let is_wide = |x: u16| self.known.at(x, y).is_some_and(|glyph| glyph.width() == 2);
        // A half of something wide is not erased without the other: not all terminals clear that by themselves.
        let is_half = |at: u16| at > x && is_wide(at - 1);
        let (mut count, mut end, mut blanks) = (0, x, 0);
        for (at, row, cell) in cells {
            let joins = *row == y
                && (end..*at).all(|at| is_half(at) || self.known.at(at, y).is_some_and(Glyph::is_erased))
                && (is_half(*at) || self.known.at(*at, y).is_some());
            if !joins || !is_erased(cell) {
                break;
            }
            // Over what lies between one goes by a jump at most.
            blanks += 1 + usize::from(*at - end).min(JUMP);
            (count, end) = (count + 1, *at + 1);
        }
        let goes_on = cells.get(count).is_some_and(|(_, row, _)| *row == y);
        if blanks <= ERASE + if goes_on { JUMP } else { 0 } {
            return Ok(0);
        }
        if is_half(end) {
            end += 1;
        }
        self.style(Glyph::BLANK.look_from(self.pen))?;
        write!(self.writer, "\x1b[{}X", end - x)?;
        for x in x..end {
            self.known.set(x, y, Some(Glyph::BLANK), 1);
        }
        Ok(count)
    }
}

/// Bytes of a jump within a row, and of erasing.
const JUMP: usize = "\x1b[99G".len();
const ERASE: usize = "\x1b[99X".len();

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
        let is_new = |(x, y, cell): &(u16, u16, &Cell)| {
            let glyph = Glyph::of(cell);
            glyph.is_none() || self.known.at(*x, *y) != glyph
        };
        let cells: Vec<(u16, u16, &Cell)> = content.filter(is_new).collect();
        // Where the cursor is, and whether all terminals agree about that.
        let mut next: Option<(u16, u16, bool)> = None;
        let mut rest = &cells[..];
        while let [(x, y, cell), after @ ..] = rest {
            let (x, y) = (*x, *y);
            let is_sure = match next {
                // What comes after signs that may be drawn too wide is in its place all the same.
                Some((at, row, is_sure)) if (at, row) == (x, y) && (is_sure || Glyph::of(cell).is_none()) => is_sure,
                Some((at, row, is_sure)) if row == y && x >= at => {
                    self.go_right(at, x, y, is_sure)?;
                    true
                }
                _ => {
                    write!(self.writer, "\x1b[{};{}H", y + 1, x + 1)?;
                    true
                }
            };
            let erased = self.erase(rest)?;
            if erased > 0 {
                rest = &rest[erased..];
                next = Some((x, y, is_sure));
                continue;
            }
            rest = after;
            let glyph = Glyph::of(cell);
            self.style(glyph.map_or(Look::of(cell), |glyph| glyph.look_from(self.pen)))?;
            let symbol = cell.symbol();
            // The last door: whatever a text was, no control character goes through.
            let symbol = if symbol.contains(char::is_control) { " " } else { symbol };
            let (shown, is_unsure) = if self.plain { plain::drawn(symbol) } else { (symbol, false) };
            self.writer.write_all(shown.as_bytes())?;
            // After a symbol whose width terminals disagree about, the place is said anew.
            let width = crate::text::columns::width(symbol) as u16;
            self.known.set(x, y, glyph, width);
            self.unsure |= symbol.chars().nth(1).is_some();
            let is_known = !is_unsure && (symbol.is_ascii() || symbol.chars().count() == 1);
            next = is_known.then_some((x + width.max(1), y, is_sure && glyph.is_some()));
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
        self.pen = Look::default();
        self.known.forget(matches!(clear_type, ClearType::All));
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
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
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
    fn after_signs_that_may_be_too_wide_the_place_is_said_anew() {
        let style = Style::new();
        let cells = [(0, 0, "│", style), (1, 0, "─", style), (2, 0, "a", style), (3, 0, "b", style)];
        assert_eq!(written(&cells), "\x1b[1;1H│─\x1b[3Gab");
    }

    #[test]
    fn no_control_character_goes_out() {
        assert_eq!(written(&[(0, 0, "\x1b", Style::new()), (1, 0, "b", Style::new())]), "\x1b[1;1H \x1b[2Gb");
    }

    #[test]
    fn sixteen_colours_are_written_as_such() {
        let style = Style::new().fg(Color::DarkGray).bg(Color::Indexed(236));
        assert_eq!(written(&[(1, 1, "x", style)]), "\x1b[2;2H\x1b[90;48;5;236mx");
        assert_eq!(color(Color::Cyan, 30), "36");
    }

    #[test]
    fn what_is_known_is_written_over_and_erased() {
        let (mut out, cell) = (Vec::new(), |symbol: &str| {
            let mut cell = Cell::default();
            cell.set_symbol(symbol);
            cell
        });
        let mut ansi = Ansi::new(&mut out);
        let first: Vec<Cell> = "connection refused".chars().map(|c| cell(&c.to_string())).collect();
        ansi.draw(first.iter().enumerate().map(|(x, cell)| (x as u16, 0, cell))).unwrap();
        let (c, blank) = (cell("c"), cell(" "));
        // "connection refused" to "connectioc revc": one unchanged letter is shorter than a jump, erasing than four blanks.
        ansi.draw([(9, 0, &c), (13, 0, &c)].into_iter()).unwrap();
        ansi.draw((2..18).map(|x| (x, 0, &blank)).chain([(19, 0, &c)])).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "\x1b[1;1Hconnection refused\x1b[1;10Hc rec\x1b[1;3H\x1b[16X\x1b[20Gc"
        );
    }

    #[test]
    fn both_halves_of_what_is_wide_are_erased() {
        let cells: Vec<Cell> = "가나다라마바"
            .chars()
            .map(|c| {
                let mut cell = Cell::default();
                cell.set_symbol(&c.to_string());
                cell
            })
            .collect();
        let blank = Cell::default();
        let mut ansi = Ansi::new(Vec::new());
        ansi.draw(cells.iter().enumerate().map(|(at, cell)| (at as u16 * 2, 0, cell))).unwrap();
        ansi.draw((0..6).map(|at| (at * 2, 0, &blank))).unwrap();
        assert_eq!(String::from_utf8(ansi.writer).unwrap(), "\x1b[1;1H가나다라마바\x1b[1;1H\x1b[12X");
    }

    #[test]
    fn an_attribute_goes_off_by_the_reset() {
        let bold = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD);
        let plain = Style::new().fg(Color::Red);
        assert_eq!(written(&[(0, 0, "a", bold), (1, 0, "b", plain)]), "\x1b[1;1H\x1b[1;31ma\x1b[0;31mb");
    }

    /// What a frame is made of: text that is written at a place in a look. What is wide stands in even columns: half of it
    /// under half of another leaves a blank that the difference of two buffers does not tell of.
    fn pieces() -> impl Strategy<Value = Vec<(u16, u16, String, usize)>> {
        let texts = "(가|ab|a |·b|  ){1,8}|(  ){1,15}";
        prop::collection::vec(((0_u16..15).prop_map(|x| x * 2), 0_u16..4, texts, 0_usize..6), 0..12)
    }

    proptest! {
        #[test]
        fn the_terminal_shows_what_is_drawn(frames in prop::collection::vec(pieces(), 1..6)) {
            let looks = [
                Style::new(),
                Style::new().fg(Color::Red),
                Style::new().bg(Color::Indexed(236)),
                Style::new().add_modifier(Modifier::REVERSED),
                Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
                Style::new().fg(Color::Indexed(245)).bg(Color::Blue),
            ];
            let area = Rect::new(0, 0, 30, 4);
            let (rows, cols) = (4.try_into().unwrap(), 30.try_into().unwrap());
            let mut terminal = vt100::Parser::new(rows, cols, 0);
            let mut before = Buffer::empty(area);
            // Where the second half of a wide character stood: terminals disagree about what stands there without the first.
            let mut halves = [[false; 30]; 4];
            let mut ansi = Ansi::new(Vec::new());
            for frame in frames {
                let mut now = Buffer::empty(area);
                for (x, y, text, look) in frame {
                    now.set_string(x, y, text, looks[look]);
                }
                ansi.draw(before.diff(&now).into_iter()).unwrap();
                terminal.process(&std::mem::take(&mut ansi.writer));
                for y in 0..4 {
                    let mut x = 0;
                    while x < 30 {
                        let (cell, shown) = (&now[(x, y)], terminal.screen().cell(y, x).unwrap());
                        let symbol = if shown.has_contents() { shown.contents() } else { " " };
                        prop_assert_eq!(symbol, cell.symbol());
                        let look = Look::of(cell);
                        if !halves[usize::from(y)][usize::from(x)] {
                            prop_assert_eq!(indexed(shown.bgcolor()), index(look.bg));
                            prop_assert_eq!(shown.inverse(), look.modifier.contains(Modifier::REVERSED));
                            prop_assert_eq!(shown.underline(), look.modifier.contains(Modifier::UNDERLINED));
                        }
                        if symbol != " " {
                            prop_assert_eq!(indexed(shown.fgcolor()), index(look.fg));
                            prop_assert_eq!(shown.bold(), look.modifier.contains(Modifier::BOLD));
                        }
                        if shown.is_wide() {
                            halves[usize::from(y)][usize::from(x + 1)] = true;
                            x += 1;
                        }
                        x += 1;
                    }
                }
                before = now;
            }
        }
    }

    fn indexed(color: vt100::Color) -> Option<u8> {
        match color {
            vt100::Color::Default => None,
            vt100::Color::Idx(number) => Some(number),
            vt100::Color::Rgb(..) => panic!("no such colour was drawn"),
        }
    }

    fn index(color: Color) -> Option<u8> {
        match color {
            Color::Reset => None,
            Color::Red => Some(1),
            Color::Blue => Some(4),
            Color::Indexed(number) => Some(number),
            other => panic!("{other:?} was not drawn"),
        }
    }
}
