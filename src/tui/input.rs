//! Text being typed: a line, and a text of several lines. The editing is that of the text area; what is on the screen where
//! is counted in columns here.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};
use unicode_segmentation::UnicodeSegmentation as _;

use tui_textarea::{CursorMove, Input, Key as AreaKey, TextArea};

use super::key::{Code, Key};
use crate::text::{Clean, columns, sequences};

/// One line of text with a caret.
#[derive(Debug)]
pub struct Line(TextArea<'static>);

impl Line {
    /// A line with the caret at its end.
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(vec![Clean::line(text).to_string()]);
        area.move_cursor(CursorMove::End);
        Self(area)
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.lines().first().map_or("", String::as_str)
    }

    /// Columns before the caret.
    pub fn caret(&self) -> usize {
        let before: String = self.text().chars().take(self.0.cursor().1).collect();
        columns::width(&before)
    }

    /// Types a key; true when the text changed.
    pub fn press(&mut self, key: Key) -> bool {
        // A line has no others.
        let Some(area_key) = area_key(key.code) else {
            return false;
        };
        if matches!(key.code, Code::Char('m' | 'j' | 'n' | 'p' | 'v')) && key.ctrl {
            return false;
        }
        let before = self.text().to_owned();
        if key == Key::ctrl('u') {
            // As in a shell; the editor would undo.
            self.0.delete_line_by_head();
            return before != self.text();
        }
        let (text, at) = (self.text(), self.0.cursor().1);
        for _ in 0..presses(key, text, at) {
            self.0.input(Input { key: area_key, ctrl: key.ctrl, alt: key.alt, shift: key.shift });
        }
        self.compose();
        before != self.text()
    }

    /// Text that is typed in parts, as some systems send it, is put together.
    fn compose(&mut self) {
        if let Some((text, at)) = composed(self.text(), self.0.cursor().1) {
            self.0 = TextArea::new(vec![text]);
            self.0.move_cursor(CursorMove::Jump(0, at as u16));
        }
    }

    /// Inserts pasted text on this one line, so that it gets no longer than `most` characters.
    pub fn paste(&mut self, text: &str, most: usize) {
        let room = most.saturating_sub(self.text().chars().count());
        // Cleaning a hundred thousand characters to keep a few would be felt.
        let start: String = text.chars().take(room.saturating_mul(2)).collect();
        let cleaned = Clean::line(&sequences::dropped(&start));
        // What is pasted behind something in two pieces stays apart.
        let apart = start.starts_with(char::is_whitespace) && self.0.cursor().1 > 0 && !cleaned.is_empty();
        let line: String = apart.then_some(' ').into_iter().chain(cleaned.chars()).take(room).collect();
        self.0.insert_str(line);
    }
}

/// The key as the editor calls it; none where it is not of a single line.
fn area_key(code: Code) -> Option<AreaKey> {
    Some(match code {
        Code::Char(c) => AreaKey::Char(c),
        Code::Backspace => AreaKey::Backspace,
        Code::Delete => AreaKey::Delete,
        Code::Left => AreaKey::Left,
        Code::Right => AreaKey::Right,
        Code::Home => AreaKey::Home,
        Code::End => AreaKey::End,
        _ => return None,
    })
}

/// How often the editor, which goes by code points, has to be pressed so that the caret goes by what is seen as one character.
fn presses(key: Key, text: &str, at: usize) -> usize {
    if key.ctrl || key.alt {
        return 1;
    }
    let caret = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    let cluster = match key.code {
        Code::Backspace | Code::Left => text[..caret].graphemes(true).next_back(),
        Code::Delete | Code::Right => text[caret..].graphemes(true).next(),
        _ => None,
    };
    cluster.map_or(1, |cluster| cluster.chars().count())
}

/// A line put together (NFC) with the place of its caret; none where it is so already.
fn composed(text: &str, at: usize) -> Option<(String, usize)> {
    if is_nfc(text) {
        return None;
    }
    let before: String = text.chars().take(at).nfc().collect();
    Some((text.nfc().collect(), before.chars().count()))
}

/// A text of several lines with a caret.
#[derive(Debug)]
pub struct Area(TextArea<'static>);

/// A row of a text on the screen: which line it is of, and which bytes of it.
pub type Row = (usize, Range<usize>);

impl Area {
    /// A text with the caret at its end.
    pub fn new(text: &str) -> Self {
        let text = Clean::new(text);
        let mut area = TextArea::new(text.lines().map(str::to_owned).collect());
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self(area)
    }

    /// The text.
    pub fn text(&self) -> String {
        self.0.lines().join("\n")
    }

    /// The lines.
    pub fn lines(&self) -> &[String] {
        self.0.lines()
    }

    /// The rows that the text takes at a width, and the row and column of the caret among them. The caret may stand one
    /// column behind the last, so the text takes one column less.
    pub fn rows(&self, width: usize) -> (Vec<Row>, (usize, usize)) {
        let (line_of_caret, chars) = (self.0.cursor().0, self.0.cursor().1);
        let mut rows: Vec<Row> = Vec::new();
        let mut caret = (0, 0);
        for (at, line) in self.0.lines().iter().enumerate() {
            let first = rows.len();
            rows.extend(columns::wrap(line, width.saturating_sub(1).max(2)).into_iter().map(|range| (at, range)));
            if rows.len() == first {
                rows.push((at, 0..0));
            }
            if at == line_of_caret {
                let byte = line.char_indices().nth(chars).map_or(line.len(), |(byte, _)| byte);
                // A blank at which a row was broken belongs to the row before it.
                let row = (first..rows.len()).rev().find(|&row| rows[row].1.start <= byte).unwrap_or(first);
                let before = &line[rows[row].1.start..byte.max(rows[row].1.start)];
                caret = (row, columns::width(before).min(width.saturating_sub(1)));
            }
        }
        (rows, caret)
    }

    /// Types a key at a width of the rows.
    pub fn press(&mut self, key: Key, width: usize) {
        let area_key = match (key.code, area_key(key.code)) {
            (Code::Up, _) => return self.step(-1, width),
            (Code::Down, _) => return self.step(1, width),
            (Code::Enter, _) => AreaKey::Enter,
            (_, Some(area_key)) => area_key,
            _ => return,
        };
        match (key.code, key.ctrl) {
            // Taking back what was typed, as everywhere at a desk; the editor has other keys for it.
            (Code::Char('z' | 'u'), true) => drop(self.0.undo()),
            (Code::Char('r'), true) => drop(self.0.redo()),
            // Paging has no meaning in a small text, and the rest is not for a note.
            (Code::Char('v' | 'y' | 'x' | 'm'), true) => {}
            _ => {
                let (row, at) = (self.0.cursor().0, self.0.cursor().1);
                let times = presses(key, self.0.lines().get(row).map_or("", String::as_str), at);
                for _ in 0..times {
                    self.0.input(Input { key: area_key, ctrl: key.ctrl, alt: key.alt, shift: key.shift });
                }
            }
        }
    }

    /// The caret a row up or down, as near to its column as it goes.
    fn step(&mut self, by: isize, width: usize) {
        let (rows, (row, column)) = self.rows(width);
        let Some((line, range)) = row.checked_add_signed(by).and_then(|row| rows.get(row)) else {
            return;
        };
        let text = &self.0.lines()[*line];
        let within = columns::prefix(&text[range.clone()], column).len();
        let chars = text[..range.start + within].chars().count();
        self.0.move_cursor(CursorMove::Jump(*line as u16, chars as u16));
    }

    /// Inserts pasted text: every line of it.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.0.insert_str(Clean::new(&text).as_str());
    }
}
