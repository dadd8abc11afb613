//! Text that is safe to draw, to copy and to put into a window title.
//!
//! Incident texts come from elsewhere. They may hold escape sequences, direction overrides, tabs and invisible
//! characters; on the screen such a character must neither act nor shift a border. [`Clean`] can only be made by
//! cleaning, so whoever asks for it cannot forget to.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// What stands for a character that must not reach the terminal and has no picture of its own.
pub const MARK: char = '␦';

/// Cleaned text: NFC, no control characters but line feeds, no direction overrides, no invisible joints.
///
/// A control character is shown as its picture (`ESC` as `␛`), a direction override as [`MARK`], a tab as four
/// blanks, and a carriage return before a line feed is dropped.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clean(Box<str>);

impl Clean {
    /// Cleans `text`. Costs one scan when there is nothing to do.
    pub fn new(text: &str) -> Self {
        Self(clean(text).into())
    }

    /// Cleans `text` and folds every run of white space into one blank, for places that have one line only.
    pub fn line(text: &str) -> Self {
        let cleaned = clean(text);
        if cleaned.contains('\n') || cleaned.contains("  ") || cleaned.trim() != cleaned {
            let mut out = String::with_capacity(cleaned.len());
            for word in cleaned.split_whitespace() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(word);
            }
            Self(out.into())
        } else {
            Self(cleaned.into())
        }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing of the text can be seen.
    pub fn is_blank(&self) -> bool {
        self.0.chars().all(|c| c.is_whitespace() || is_filler(c))
    }
}

impl Deref for Clean {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Cleans `text` as described at [`Clean`]; borrowed when it was clean already.
pub fn clean(text: &str) -> Cow<'_, str> {
    // What nearly every text is made of needs no tables.
    if text.chars().all(|c| matches!(c, ' '..='~' | '\n' | '가'..='힣')) {
        return Cow::Borrowed(text);
    }
    let composed: Cow<'_, str> = if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) };
    if composed.chars().all(|c| fate(c) == Fate::Keep) {
        return composed;
    }
    let mut out = String::with_capacity(composed.len() + 8);
    let mut chars = composed.chars().peekable();
    while let Some(c) = chars.next() {
        match fate(c) {
            Fate::Keep => out.push(c),
            Fate::Drop => {}
            Fate::Tab => out.push_str("    "),
            Fate::Return if chars.peek() == Some(&'\n') => {}
            Fate::Return | Fate::Break => out.push('\n'),
            Fate::Picture => out.push(picture(c)),
        }
    }
    Cow::Owned(out)
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Fate {
    Keep,
    Drop,
    Tab,
    Return,
    Break,
    Picture,
}

fn fate(c: char) -> Fate {
    match c {
        '\t' => Fate::Tab,
        '\r' => Fate::Return,
        '\n' => Fate::Keep,
        '\u{2028}' | '\u{2029}' | '\u{85}' => Fate::Break,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Fate::Picture,
        // Invisible characters that only shift what is beside them. The joiner (U+200D) and the variation
        // selectors stay: emoji are made of them.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e001f}' => Fate::Drop,
        _ => Fate::Keep,
    }
}

fn picture(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or(MARK),
        '\u{7f}' => '␡',
        _ => MARK,
    }
}

/// Characters that are letters by name and blank to the eye.
fn is_filler(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_lose_their_teeth() {
        let hostile = "ok\u{1b}[2J\u{1b}]52;c;cm0=\u{7}";
        assert_eq!(clean(hostile), "ok␛[2J␛]52;c;cm0=␇");
    }

    #[test]
    fn direction_overrides_show_a_mark() {
        assert_eq!(clean("rm \u{202e}gpj.a\u{2066} -rf"), "rm ␦gpj.a␦ -rf");
    }

    #[test]
    fn line_ends_are_line_feeds_and_tabs_have_width() {
        assert_eq!(clean("a\r\nb\rc"), "a\nb\nc");
        assert_eq!(clean("cause:\ttimeout"), "cause:    timeout");
    }

    #[test]
    fn decomposed_hangul_is_composed() {
        let decomposed: String = "폴더 권한 오류".nfd().collect();
        assert_eq!(Clean::new(&decomposed).as_str(), "폴더 권한 오류");
    }

    #[test]
    fn zero_width_text_is_blank() {
        assert!(Clean::new("\u{200b}").is_blank());
        assert!(Clean::new("\u{3164}").is_blank());
        assert_eq!(clean("foo\u{200b}"), "foo");
    }

    #[test]
    fn a_line_has_no_breaks() {
        assert_eq!(Clean::line(" a\n\n b\t c ").as_str(), "a b c");
    }

    #[test]
    fn clean_text_is_borrowed() {
        assert!(matches!(clean("plain 한글 text"), Cow::Borrowed(_)));
    }
}
