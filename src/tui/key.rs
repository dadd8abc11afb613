//! Keys as the program knows them: one value for each thing a person can press, however the terminal sent it.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::text::hangul;

/// What was pressed, without modifiers. A capital letter is its own character, so Shift is known only for named keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab; back-tab is Shift and Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key, counted from 1.
    F(u8),
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// What was pressed.
    pub code: Code,
    /// With Ctrl.
    pub ctrl: bool,
    /// With Alt.
    pub alt: bool,
    /// With Shift; never set for characters.
    pub shift: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: Code) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// A character without modifiers.
    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// A character with Ctrl.
    pub const fn ctrl(c: char) -> Self {
        Self { ctrl: true, ..Self::char(c) }
    }

    /// The key of a terminal event; none for releases, lone modifiers and keys that nobody binds.
    pub fn of(event: KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let has = |modifier| event.modifiers.contains(modifier);
        let mut key = Self {
            code: Code::Esc,
            ctrl: has(KeyModifiers::CONTROL),
            alt: has(KeyModifiers::ALT),
            shift: has(KeyModifiers::SHIFT),
        };
        if has(KeyModifiers::SUPER) || has(KeyModifiers::HYPER) || has(KeyModifiers::META) {
            return None;
        }
        key.code = match event.code {
            KeyCode::Char(c) => {
                let mut c = c;
                if key.ctrl && !c.is_ascii() {
                    // Ctrl with a Hangul layout on: the letter that sits on that key.
                    c = *hangul::keys(c)?.first()?;
                }
                if key.ctrl {
                    c = c.to_ascii_lowercase();
                } else if key.shift && c.is_ascii_lowercase() {
                    c = c.to_ascii_uppercase();
                }
                key.shift = false;
                Code::Char(c)
            }
            KeyCode::Enter => Code::Enter,
            KeyCode::Esc => Code::Esc,
            KeyCode::Tab => Code::Tab,
            KeyCode::BackTab => {
                key.shift = true;
                Code::Tab
            }
            KeyCode::Backspace => Code::Backspace,
            KeyCode::Delete => Code::Delete,
            KeyCode::Insert => Code::Insert,
            KeyCode::Up => Code::Up,
            KeyCode::Down => Code::Down,
            KeyCode::Left => Code::Left,
            KeyCode::Right => Code::Right,
            KeyCode::Home => Code::Home,
            KeyCode::End => Code::End,
            KeyCode::PageUp => Code::PageUp,
            KeyCode::PageDown => Code::PageDown,
            KeyCode::F(number) => Code::F(number),
            _ => return None,
        };
        Some(key)
    }

    /// The character that this key types in a text, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Reads `j`, `G`, `ctrl-d`, `alt-left`, `shift-tab`, `enter`, `space`, `f2`, `minus`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut key = Self::plain(Code::Esc);
        let mut rest = text;
        loop {
            if let Some(after) = rest.strip_prefix("ctrl-") {
                (key.ctrl, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("alt-") {
                (key.alt, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("shift-") {
                (key.shift, rest) = (true, after);
            } else {
                break;
            }
        }
        let mut chars = rest.chars();
        key.code = match (chars.next(), chars.next()) {
            (Some(c), None) => Code::Char(c),
            _ => NAMES.iter().find(|(name, _)| *name == rest).map(|(_, code)| *code).or_else(|| {
                let number = rest.strip_prefix('f')?.parse().ok()?;
                (1..=12).contains(&number).then_some(Code::F(number))
            })?,
        };
        if let Code::Char(c) = key.code {
            if key.shift {
                key.code = Code::Char(c.to_ascii_uppercase());
                key.shift = false;
            }
            if key.ctrl {
                let c = hangul::keys(c).and_then(|keys| keys.first().copied()).unwrap_or(c);
                key.code = Code::Char(c.to_ascii_lowercase());
            }
        }
        Some(key)
    }
}

const NAMES: [(&str, Code); 16] = [
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("space", Code::Char(' ')),
    ("minus", Code::Char('-')),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("insert", Code::Insert),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pagedown", Code::PageDown),
];

/// As a reader of help sees it: `^d`, `⇧Tab`, `Alt+←`, `⏎`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("^")?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        if self.shift {
            f.write_str("⇧")?;
        }
        match self.code {
            Code::Char(' ') => f.write_str("Space"),
            Code::Char(c) => write!(f, "{c}"),
            Code::Enter => f.write_str("⏎"),
            Code::Esc => f.write_str("Esc"),
            Code::Tab => f.write_str("Tab"),
            Code::Backspace => f.write_str("⌫"),
            Code::Delete => f.write_str("Del"),
            Code::Insert => f.write_str("Ins"),
            Code::Up => f.write_str("↑"),
            Code::Down => f.write_str("↓"),
            Code::Left => f.write_str("←"),
            Code::Right => f.write_str("→"),
            Code::Home => f.write_str("Home"),
            Code::End => f.write_str("End"),
            Code::PageUp => f.write_str("PgUp"),
            Code::PageDown => f.write_str("PgDn"),
            Code::F(number) => write!(f, "F{number}"),
        }
    }
}

/// Reads a walk such as `jj<enter>/502<esc>ㅛ<ctrl-d>` into keys; text between angle brackets names a key.
/// For tests and for the keys of the documentation.
///
/// # Panics
/// When a name is none: a walk is written by us.
pub fn walk(text: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((name, after)) = rest.strip_prefix('<').and_then(|tail| tail.split_once('>')) {
            keys.push(Key::parse(name).unwrap_or_else(|| panic!("no key is called {name}")));
            rest = after;
        } else {
            keys.push(Key::char(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn a_capital_is_one_key_with_or_without_its_shift_flag() {
        for modifiers in [KeyModifiers::SHIFT, KeyModifiers::NONE] {
            assert_eq!(Key::of(event(KeyCode::Char('G'), modifiers)), Some(Key::char('G')));
        }
        assert_eq!(Key::of(event(KeyCode::Char('g'), KeyModifiers::SHIFT)), Some(Key::char('G')));
    }

    #[test]
    fn releases_are_nothing_and_repeats_are_presses() {
        let mut release = event(KeyCode::Char('j'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(Key::of(release), None);
        release.kind = KeyEventKind::Repeat;
        assert_eq!(Key::of(release), Some(Key::char('j')));
    }

    #[test]
    fn ctrl_with_a_jamo_is_ctrl_with_its_key() {
        assert_eq!(Key::of(event(KeyCode::Char('ㅊ'), KeyModifiers::CONTROL)), Some(Key::ctrl('c')));
    }

    #[test]
    fn written_keys_are_read() {
        for (text, shown) in
            [("ctrl-d", "^d"), ("shift-tab", "⇧Tab"), ("alt-left", "Alt+←"), ("f12", "F12"), ("G", "G")]
        {
            assert_eq!(Key::parse(text).unwrap().to_string(), shown);
        }
        assert_eq!(Key::parse("shift-g"), Some(Key::char('G')));
        assert_eq!(Key::parse("hyperspace"), None);
        assert_eq!(walk("j<esc>가").len(), 3);
    }
}
