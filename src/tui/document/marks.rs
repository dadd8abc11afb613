//! What is marked in a text: the words that the list was filtered by, and what is looked for in the case.

use std::ops::Range;
use std::sync::Arc;

use super::{Piece, Role, piece};
use crate::text::fold::{Haystack, Needle};

/// Words to mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    words: Arc<[Needle]>,
    whole: bool,
}

impl Marked {
    /// Words to mark; `whole` where they are words, marked where a word begins, and not any run of letters.
    pub fn new(words: &[String], whole: bool) -> Self {
        Self { words: words.iter().filter_map(|word| Needle::of(word)).collect(), whole }
    }
}

/// What is to be marked in one text after the other.
#[derive(Debug, Default)]
pub struct Marks {
    marked: Marked,
    find: Option<Needle>,
    haystack: Haystack,
}

impl Marks {
    /// Words, and over them what is looked for, which may be nothing.
    pub fn new(marked: &Marked, find: &str) -> Self {
        Self { marked: marked.clone(), find: Needle::of(find), haystack: Haystack::default() }
    }

    /// `text` in pieces, with what is marked in pieces of its own.
    pub fn pieces(&mut self, text: &str, role: Role) -> Vec<Piece> {
        let mut out = Vec::new();
        cut(text, &(0..text.len()), &self.of(text), role, &mut |role, text| out.push(piece(role, text)));
        out
    }

    /// Byte ranges of `text` to be marked, in order.
    pub(super) fn of(&mut self, text: &str) -> Vec<(Range<usize>, Role)> {
        if self.marked.words.is_empty() && self.find.is_none() {
            return Vec::new();
        }
        self.haystack.take(text);
        let all = |needle, role| self.haystack.find(text, needle).into_iter().map(move |range| (range, role));
        let whole =
            |needle: &Needle, range: &Range<usize>| is_word(text, range) && needle.is_as_long(&text[range.clone()]);
        let mut marks: Vec<(Range<usize>, Role)> = self
            .marked
            .words
            .iter()
            .flat_map(|word| all(word, Role::Match).filter(|(range, _)| !self.marked.whole || whole(word, range)))
            .collect();
        if let Some(find) = &self.find {
            let found: Vec<_> = all(find, Role::Found).collect();
            marks.retain(|(range, _)| {
                let next = found.partition_point(|(found, _)| found.end <= range.start);
                found.get(next).is_none_or(|(found, _)| found.start >= range.end)
            });
            marks.extend(found);
        }
        marks.sort_by_key(|(range, _)| (range.start, range.end));
        marks
    }
}

/// Whether a word begins at a place, and a short one also ends: `SEV` is not in "several". In Hangul, which runs words
/// together, anything is one.
fn is_word(text: &str, range: &Range<usize>) -> bool {
    const SHORT: usize = 4;
    let is_latin = |c: char| c.is_ascii_alphanumeric();
    let (before, word, after) = (&text[..range.start], &text[range.clone()], &text[range.end..]);
    if word.starts_with(is_latin) && before.ends_with(is_latin) {
        return false;
    }
    let after = after.strip_prefix('s').unwrap_or(after);
    !(word.len() <= SHORT && word.ends_with(is_latin) && after.starts_with(is_latin))
}

/// Cuts `text[range]` at the borders of the marks and adds it piece by piece.
pub(super) fn cut(
    text: &str,
    range: &Range<usize>,
    marks: &[(Range<usize>, Role)],
    role: Role,
    add: &mut impl FnMut(Role, &str),
) {
    let mut at = range.start;
    // Marks are in order: those of a long text are not gone through for each of its lines.
    let mut first = marks.partition_point(|(mark, _)| mark.start < range.start);
    while first > 0 && marks[first - 1].0.end > range.start {
        first -= 1;
    }
    for (mark, marked) in marks[first..].iter().take_while(|(mark, _)| mark.start < range.end) {
        let (from, to) = (mark.start.max(at), mark.end.min(range.end));
        if from >= to {
            continue;
        }
        if from > at {
            add(role, &text[at..from]);
        }
        add(*marked, &text[from..to]);
        at = to;
    }
    if at < range.end {
        add(role, &text[at..range.end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_where_they_begin_and_what_is_looked_for_goes_over_them() {
        let marked = |words: &[&str], whole, find: &str, text: &str| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let pieces = Marks::new(&Marked::new(&words, whole), find).pieces(text, Role::Text);
            let shown = |piece: &Piece| match piece.role {
                Role::Match => format!("[{}]", piece.text),
                Role::Found => format!("<{}>", piece.text),
                _ => piece.text.clone(),
            };
            pieces.iter().map(shown).collect::<String>()
        };
        assert_eq!(
            marked(&["rate", "비율"], true, "", "rates generated, 오류비율 rate"),
            "[rate]s generated, 오류[비율] [rate]"
        );
        assert_eq!(marked(&["rate"], false, "", "generated"), "gene[rate]d");
        assert_eq!(marked(&["load", "pool"], true, "oad b", "load balancer pool"), "l<oad b>alancer [pool]");
    }
}
