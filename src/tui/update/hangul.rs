//! Commands with a Korean layout on: a jamo is the key it sits on.
//!
//! Keys arrive composed and late. A syllable or compound of two keys is those two keys in order (허 is `g j`); one of
//! three or more, and whatever Hangul follows it, is text typed by mistake and runs nothing.

use crate::text::hangul;
use crate::tui::app::App;
use crate::tui::key::{Code, Key};

/// What a key means where keys are commands.
pub(super) enum Reading {
    /// These keys, in order.
    Keys(Vec<Key>),
    /// Text typed by mistake; all of it so far.
    Mistake(String),
}

pub(super) fn read(app: &App, key: Key) -> Reading {
    let Code::Char(c) = key.code else {
        return Reading::Keys(vec![key]);
    };
    if key.ctrl || !hangul::is_hangul(c) {
        return Reading::Keys(vec![key]);
    }
    let keys = hangul::keys(c).unwrap_or_default();
    if let Some(before) = &app.offered {
        return Reading::Mistake(format!("{before}{c}"));
    }
    if keys.len() > 2 || keys.is_empty() {
        return Reading::Mistake(c.to_string());
    }
    Reading::Keys(keys.into_iter().map(|c| Key { code: Code::Char(c), ..key }).collect())
}
