//! Characters that terminals with a CJK font may draw two columns wide, and ASCII that says the same in one.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::columns;

/// Whether terminals disagree about how wide it is.
pub fn is_ambiguous(symbol: &str) -> bool {
    // The letters are narrow by the tables of the width crate, and wide in the terminals that this is about.
    let is_letter = |c: char| matches!(c, '\u{391}'..='\u{3c9}' | '\u{401}'..='\u{451}');
    !symbol.is_ascii()
        && (UnicodeWidthStr::width_cjk(symbol) != columns::width(symbol) || symbol.chars().any(is_letter))
}

/// What stands for an ambiguous character where it could be drawn too wide; itself where ASCII has nothing like it.
#[allow(clippy::match_same_arms, reason = "what looks alike stands together")]
pub fn plain(symbol: &str) -> &str {
    match symbol {
        "─" | "━" | "┄" | "┈" | "═" | "–" | "—" | "−" | "‐" | "―" => "-",
        "│" | "┃" | "¦" => "|",
        "┬" | "┴" | "├" | "┤" | "┼" | "┿" | "╭" | "╮" | "╰" | "╯" => "+",
        "▌" => ">",
        "▐" | "█" | "▬" | "■" => "#",
        "●" | "•" | "·" | "★" | "☆" => "*",
        "◆" | "◇" | "○" | "°" => "o",
        "✔" | "✓" | "☑" => "v",
        "✘" | "×" => "x",
        "☐" => "_",
        "…" | "⋯" => "~",
        "“" | "”" | "„" => "\"",
        "‘" | "’" | "′" => "'",
        "→" | "⇒" | "›" | "»" => ">",
        "←" | "⇐" | "‹" | "«" => "<",
        "↑" => "^",
        "↓" => "v",
        "≈" | "∼" => "~",
        "±" => "+",
        "⚠" => "!",
        other => other,
    }
}

/// How a character is drawn in plain frames, and whether its place has to be said anew after it.
pub fn drawn(symbol: &str) -> (&str, bool) {
    let shown = plain(symbol);
    let known = shown.chars().all(|c| c.width().is_some()) && !is_ambiguous(shown);
    (shown, !known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_interface_has_a_plain_form_of_one_column() {
        for sign in "─│┬┴├┿╭╮╰╯▌▐●◆✔✘…“”→←↑↓≈·━☐☑‹›−–".chars()
        {
            let shown = plain(sign.encode_utf8(&mut [0; 4])).to_owned();
            assert!(shown.is_ascii() && shown.len() == 1, "{sign}");
        }
        assert_eq!(drawn("가"), ("가", false));
        assert_eq!(drawn("α"), ("α", true), "a letter stays a letter");
        assert!(is_ambiguous("●") && !is_ambiguous("가") && !is_ambiguous("a"));
    }
}
