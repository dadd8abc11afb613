//! Terminal columns: how wide a text is, how it is cut and how it wraps.
//!
//! The unit is the grapheme cluster and the measure is the column; a cluster is never halved. Latin and Hangul both
//! break at blanks where a word fits, and inside a word only where the word alone is wider than the line.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes on one line.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// The longest prefix of whole clusters of `text` that fits into `columns`.
pub fn prefix(text: &str, columns: usize) -> &str {
    if text.is_ascii() {
        return &text[..text.len().min(columns)];
    }
    let mut used = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        used += width(cluster);
        if used > columns {
            return &text[..at];
        }
    }
    text
}

/// `text` cut to `columns`, ending in `…` where something was cut.
pub fn clip(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns == 0 {
        return String::new();
    }
    let mut out = prefix(text, columns - 1).trim_end().to_owned();
    out.push('…');
    out
}

/// `text` cut or padded with blanks to exactly `columns`.
pub fn fit(text: &str, columns: usize) -> String {
    let mut out = clip(text, columns);
    let used = width(&out);
    out.extend(std::iter::repeat_n(' ', columns.saturating_sub(used)));
    out
}

/// As [`fit`], with the text at the right edge.
pub fn fit_right(text: &str, columns: usize) -> String {
    let cut = clip(text, columns);
    let mut out = " ".repeat(columns.saturating_sub(width(&cut)));
    out.push_str(&cut);
    out
}

/// Byte ranges of the lines of `text` when wrapped to `columns`. Line feeds end a line; blanks at which a line was
/// broken belong to no line. There is at least one range, and every character that is not a blank is in one.
pub fn wrap(text: &str, columns: usize) -> Vec<std::ops::Range<usize>> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut start = 0;
    for part in text.split('\n') {
        wrap_part(text, start, start + part.len(), columns, &mut lines);
        start += part.len() + 1;
    }
    lines
}

fn wrap_part(text: &str, start: usize, end: usize, columns: usize, lines: &mut Vec<std::ops::Range<usize>>) {
    let part = &text[start..end];
    if width(part) <= columns {
        lines.push(start..end);
        return;
    }
    if part.is_ascii() {
        return wrap_ascii(part.as_bytes(), start, columns, lines);
    }
    if part.chars().all(is_alone) {
        // Looking for clusters where there are none takes most of the time of long texts.
        let clusters = part.char_indices().map(|(offset, c)| (offset, c.width().unwrap_or(0), c == ' '));
        wrap_clusters(text, start, end, columns, clusters, lines);
    } else {
        let clusters = part.grapheme_indices(true).map(|(offset, cluster)| (offset, width(cluster), cluster == " "));
        wrap_clusters(text, start, end, columns, clusters, lines);
    }
}

/// Whether a character is a cluster of its own beside any other such character.
fn is_alone(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{25ff}' | '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}' | 'ㄱ'..='ㅣ' | '\u{4e00}'..='\u{9fff}' | '가'..='힣' | '\u{ff01}'..='\u{ff60}')
}

/// Wraps clusters: their places, their columns, and whether each is a blank.
fn wrap_clusters(
    text: &str,
    start: usize,
    end: usize,
    columns: usize,
    clusters: impl Iterator<Item = (usize, usize, bool)>,
    lines: &mut Vec<std::ops::Range<usize>>,
) {
    let (mut from, mut used) = (start, 0);
    let mut break_at: Option<(usize, usize, usize)> = None; // end of line, start of next, columns of the rest
    for (offset, w, is_blank) in clusters {
        let at = start + offset;
        if is_blank {
            if used > 0 || at > from {
                match &mut break_at {
                    // A run of blanks breaks before its first and after its last.
                    Some((_, next, rest)) if *next == at => (*next, *rest) = (at + 1, 0),
                    _ => break_at = Some((at, at + 1, 0)),
                }
            }
            used += 1;
            continue;
        }
        if used + w > columns && at > from {
            if let Some((stop, next, rest)) = break_at.take() {
                lines.push(from..stop);
                (from, used) = (next, rest);
                if used + w > columns && at > from {
                    lines.push(from..at);
                    (from, used) = (at, 0);
                }
            } else {
                lines.push(from..at);
                (from, used) = (at, 0);
            }
        }
        used += w;
        if let Some((_, _, rest)) = &mut break_at {
            *rest += w;
        }
    }
    let rest = text[from..end].trim_end_matches(' ');
    if !rest.is_empty() || lines.is_empty() {
        lines.push(from..from + rest.len());
    }
}

/// The same for text of one column a byte, without looking for clusters.
fn wrap_ascii(part: &[u8], start: usize, columns: usize, lines: &mut Vec<std::ops::Range<usize>>) {
    let mut from = 0;
    while part.len() - from > columns {
        let line = &part[from..=from + columns];
        // The last blank that leaves something before it; the line may end right at its border.
        let broken = line.iter().rposition(|&b| b == b' ').and_then(|blank| {
            let end = line[..blank].iter().rposition(|&b| b != b' ')? + 1;
            Some((end, blank))
        });
        let (end, next) = match broken {
            Some((end, blank)) => {
                let rest = &part[from + blank..];
                let blanks = rest.iter().position(|&b| b != b' ').unwrap_or(rest.len());
                (from + end, from + blank + blanks)
            }
            None => (from + columns, from + columns),
        };
        lines.push(start + from..start + end);
        from = next;
    }
    let rest = part[from..].len() - part[from..].iter().rev().take_while(|&&b| b == b' ').count();
    if rest > 0 || lines.is_empty() {
        lines.push(start + from..start + from + rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wrapped(text: &str, columns: usize) -> Vec<&str> {
        wrap(text, columns).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn hangul_is_two_columns_wide() {
        assert_eq!(width("폴더 권한 오류"), 14);
        assert_eq!(clip("장애 보고서", 6), "장애…");
        assert_eq!(fit("장애", 5), "장애 ");
        assert_eq!(fit_right("22m", 6), "   22m");
    }

    #[test]
    fn words_break_at_blanks_in_both_scripts() {
        assert_eq!(wrapped("the quick brown fox", 9), ["the quick", "brown fox"]);
        assert_eq!(wrapped("로드 밸런서 장애", 11), ["로드 밸런서", "장애"]);
        assert_eq!(wrapped("가나다라마바사", 5), ["가나", "다라", "마바", "사"]);
    }

    #[test]
    fn a_long_word_starts_on_the_line_it_reached() {
        assert_eq!(wrapped("a bcdefghij", 4), ["a", "bcde", "fghi", "j"]);
    }

    #[test]
    fn blank_lines_stay() {
        assert_eq!(wrapped("a\n\nb", 10), ["a", "", "b"]);
    }

    #[test]
    fn clusters_stay_whole() {
        let flags = "🇰🇷".repeat(30);
        for line in wrapped(&flags, 5) {
            assert_eq!(line.len() % "🇰🇷".len(), 0);
        }
    }

    proptest! {
        #[test]
        fn wrapping_loses_nothing_and_fits(text in "[a-z가-힣 🇰🇷\n]{0,80}", columns in 2usize..30) {
            let lines = wrapped(&text, columns);
            let all: String = lines.concat().split_whitespace().collect();
            let source: String = text.split_whitespace().collect();
            prop_assert_eq!(all, source);
            for line in lines {
                prop_assert!(width(line) <= columns, "{:?} is wider than {}", line, columns);
            }
        }

        #[test]
        fn what_is_alone_is_a_cluster_of_its_own(text in "[ -~¡-¬®-ʯ–…“”→─●　あ-んア-ヺㄱ-ㅣ一-龥가-힣Ａ-～]{0,40}") {
            prop_assert!(text.chars().all(is_alone), "{text:?}");
            let clusters: Vec<&str> = text.graphemes(true).collect();
            prop_assert_eq!(clusters.len(), text.chars().count());
            for cluster in clusters {
                prop_assert_eq!(width(cluster), cluster.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>());
            }
        }

        #[test]
        fn fitted_text_has_exactly_its_columns(text in "\\PC{0,40}", columns in 0usize..40) {
            prop_assert_eq!(width(&fit(&text, columns)), columns);
        }
    }
}
