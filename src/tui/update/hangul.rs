//! Commands with a Korean layout on: a jamo is the key it sits on.
//!
//! Keys arrive composed and late. A syllable or compound of two keys is those two keys in order (허 is `g j`); one of
//! three or more, and whatever Hangul follows it, is text typed by mistake and runs nothing. A verdict is given by a lone
//! jamo only: what came out of a syllable may have been meant as text.

use crate::text::hangul;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::key::{Code, Key};
use crate::tui::mode::Mode;

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
    let keys: Vec<Key> = keys.into_iter().map(|c| Key { code: Code::Char(c), ..key }).collect();
    let judges = |key: &Key| {
        let action = app.keymap.resolve(app.context(), *key);
        matches!(action, Some(Action::Accept | Action::Reject | Action::Defer))
    };
    if keys.len() > 1 && matches!(app.mode, Mode::Browse) && keys.iter().any(judges) {
        return Reading::Mistake(c.to_string());
    }
    Reading::Keys(keys)
}
