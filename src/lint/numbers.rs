//! The figures of two texts that should tell the same: numbers of two or more digits, and clock times.
//!
//! Each language has its own way to write them: `370만` is 3.7 million, `4.71K` is 4,710, twelve is 12, May is 5월.

use std::collections::BTreeSet;

/// Figures that stand in one language only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Only in the English text.
    pub english: Vec<String>,
    /// Only in the Korean text.
    pub korean: Vec<String>,
}

/// What differs between the figures of two texts; none when they agree.
pub fn difference(english: &str, korean: &str) -> Option<Difference> {
    let (mine, theirs) = (figures(english), figures(korean));
    let spelled = spelled(english);
    let only_english: Vec<String> = mine.difference(&theirs).cloned().collect();
    let only_korean: Vec<String> =
        theirs.difference(&mine).filter(|figure| !spelled.contains(*figure)).cloned().collect();
    (!only_english.is_empty() || !only_korean.is_empty())
        .then_some(Difference { english: only_english, korean: only_korean })
}

/// Clock times as `H:MM`, other numbers of two or more digits without separators.
fn figures(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let text = without_addresses(text);
    let mut rest = text.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        // Digits that continue a word, as in us-east1 or p99, are part of a name all the same: both languages keep it.
        let tail = &rest[start..];
        let (figure, length) = number(tail);
        out.extend(figure);
        rest = &tail[length..];
    }
    out
}

/// The figure at the start of `text`, which starts with a digit, and how many bytes it takes.
fn number(text: &str) -> (Option<String>, usize) {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(0);
    if first <= 2 && text[first..].starts_with(':') && digits(first + 1) >= 2 {
        let minutes = &text[first + 1..first + 3];
        let hour = text[..first].trim_start_matches('0');
        let mut end = first + 3;
        if text[end..].starts_with(':') && digits(end + 1) == 2 {
            end += 3;
        }
        return (Some(format!("{}:{minutes}", if hour.is_empty() { "0" } else { hour })), end);
    }
    let mut end = first;
    let mut plain = text[..first].to_owned();
    loop {
        if text[end..].starts_with(',') && digits(end + 1) == 3 {
            plain.push_str(&text[end + 1..end + 4]);
            end += 4;
        } else if text[end..].starts_with('.') && digits(end + 1) > 0 {
            let more = digits(end + 1);
            plain.push_str(&text[end..=end + more]);
            end += more + 1;
        } else {
            break;
        }
    }
    let (scaled, unit) = scale(&plain, &text[end..]);
    (Some(scaled).filter(|figure| figure.len() >= 2), end + unit)
}

/// Words and letters behind a number and what they multiply it by.
const UNITS: [(&str, f64); 9] = [
    ("million", 1e6),
    ("billion", 1e9),
    ("thousand", 1e3),
    ("만", 1e4),
    ("억", 1e8),
    ("천", 1e3),
    ("k ", 1e3),
    ("K ", 1e3),
    ("K", 1e3),
];

/// Multiplies by the unit behind a number, where there is one.
fn scale(plain: &str, tail: &str) -> (String, usize) {
    let trimmed = tail.trim_start_matches(' ');
    let blanks = tail.len() - trimmed.len();
    for (unit, factor) in UNITS {
        if let Some(after) = trimmed.strip_prefix(unit)
            && !(unit == "K" && after.starts_with(|c: char| c.is_ascii_alphanumeric()))
            // ServeRAID 8k is a name; 50k users are fifty thousand.
            && !(unit == "k " && plain.len() < 2)
            && let Ok(value) = plain.parse::<f64>()
        {
            return (format!("{}", (value * factor).round() as u64), blanks + unit.len());
        }
    }
    (plain.to_owned(), 0)
}

fn without_addresses(text: &str) -> String {
    text.split(' ').filter(|word| !word.contains("://")).collect::<Vec<_>>().join(" ")
}

/// Figures that English may spell out: number words and months.
fn spelled(english: &str) -> BTreeSet<String> {
    const WORDS: [(&str, u32); 32] = [
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("dozen", 12),
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("seventeen", 17),
        ("eighteen", 18),
        ("nineteen", 19),
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("thousand", 1000),
        ("january", 1),
        ("february", 2),
        ("march", 3),
        ("april", 4),
        ("june", 6),
        ("july", 7),
        ("august", 8),
        ("september", 9),
        ("october", 10),
        ("november", 11),
        ("december", 12),
    ];
    let lower = english.to_lowercase();
    let words: BTreeSet<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    WORDS.iter().filter(|(word, _)| words.contains(word)).map(|(_, value)| value.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_figures_in_each_languages_way_agree() {
        for (english, korean) in [
            ("3.7 million requests from 12:17 to 12:30", "12:17부터 12:30까지 요청 370만 건"),
            ("on 20 November twelve nodes, 1,282 pods", "11월 20일 노드 12대, Pod 1,282개"),
            ("4.71K requests", "4,710건"),
            ("at 01:13 PDT in us-east1", "01:13 PDT에 us-east1에서"),
            ("see https://a.example/1234 now", "지금 본다"),
        ] {
            assert_eq!(difference(english, korean), None, "{english} / {korean}");
        }
    }

    #[test]
    fn differing_figures_are_named() {
        let found = difference("from 12:17, 25% of requests", "12:18부터 요청의 26%").unwrap();
        assert_eq!(found.english, ["12:17", "25"]);
        assert_eq!(found.korean, ["12:18", "26"]);
    }
}
