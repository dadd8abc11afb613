//! A query as it is written: its parts, and how a value of a field is put in and taken out without touching the rest.

use crate::text::sequences;

/// `query` with a value of a field asked for (or, negated, excluded), or no longer so if it was. Several values of one field
/// are alternatives.
pub fn toggle_field(query: &str, field: &str, value: &str, negated: bool) -> String {
    let quoted = if value.contains([' ', ',']) { format!("\"{value}\"") } else { value.to_owned() };
    let mut out: Vec<String> = Vec::new();
    let mut done = false;
    for token in tokens(query) {
        let sign = if token.negated { "-" } else { "" };
        let same = !token.quoted && token.negated == negated && token.text.starts_with(&format!("{field}:"));
        if !same || done {
            out.push(token.written());
            continue;
        }
        done = true;
        let mut values = split_values(&token.text[field.len() + 1..]);
        match values.iter().position(|one| one.eq_ignore_ascii_case(&quoted)) {
            Some(at) => drop(values.remove(at)),
            None => values.push(quoted.clone()),
        }
        if !values.is_empty() {
            out.push(format!("{sign}{field}:{}", values.join(",")));
        }
    }
    if !done {
        out.push(format!("{}{field}:{quoted}", if negated { "-" } else { "" }));
    }
    out.join(" ")
}

/// Whether a value of a field is asked for (true) or excluded (false) by a query.
pub fn asks_for(query: &str, field: &str, value: &str) -> Option<bool> {
    tokens(query).into_iter().filter(|token| !token.quoted).find_map(|token| {
        let values = token.text.strip_prefix(field)?.strip_prefix(':')?;
        let is_there = split_values(values).iter().any(|one| one.trim_matches('"').eq_ignore_ascii_case(value));
        is_there.then_some(!token.negated)
    })
}

/// The values of a field as they are written, quotes included.
pub(super) fn split_values(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut in_quotes = false;
    for c in text.chars() {
        match c {
            '"' => {
                in_quotes = !in_quotes;
                out.last_mut().into_iter().for_each(|last| last.push('"'));
            }
            ',' if !in_quotes => out.push(String::new()),
            c => out.last_mut().into_iter().for_each(|last| last.push(c)),
        }
    }
    out.retain(|value| !value.is_empty());
    out
}

/// A query without what it asks of a field; what it excludes of it stays. Nothing where it asks nothing of it.
pub fn without_field(query: &str, field: &str) -> Option<String> {
    let asks = |token: &Token| {
        !token.quoted && !token.negated && token.text.strip_prefix(field).is_some_and(|rest| rest.starts_with(':'))
    };
    let tokens = tokens(query);
    tokens.iter().any(asks).then(|| {
        tokens.into_iter().filter(|token| !asks(token)).map(|token| token.written()).collect::<Vec<_>>().join(" ")
    })
}

/// The values of a field that a query asks for or excludes.
pub fn asked_values(query: &str, field: &str) -> Vec<String> {
    let values = |token: Token| {
        let values = token.text.strip_prefix(field)?.strip_prefix(':')?;
        Some(split_values(values).into_iter().map(|one| one.trim_matches('"').to_owned()).collect::<Vec<_>>())
    };
    tokens(query).into_iter().filter(|token| !token.quoted).filter_map(values).flatten().collect()
}

/// A query without escape sequences, and with the quotes and blanks of an editor or a phone as those of the language.
pub(super) fn as_written(text: &str) -> String {
    sequences::dropped(text).chars().map(in_ascii).collect()
}

fn in_ascii(c: char) -> char {
    match c {
        '“' | '”' | '„' | '‟' | '「' | '」' | '『' | '』' | '＂' => '"',
        '‘' | '’' | '‚' => '\'',
        '、' | '，' | '。' => ' ',
        other => other,
    }
}

/// A word without the marks of a sentence around it: `timeout,` and `(timeout)` are the word.
pub(super) fn without_marks(word: &str) -> &str {
    let rest = word.trim_start_matches(['(', '[', '{', '\'']).trim_end_matches([',', '.', ':', ';', '!', '?', '\'']);
    let closes = |rest: &str| rest.ends_with([')', ']', '}']) && !rest.contains(['(', '[', '{']);
    let rest = if closes(rest) { rest.trim_end_matches([')', ']', '}', ',', '.', ':', ';', '!', '?']) } else { rest };
    if rest.chars().any(char::is_alphanumeric) { rest } else { word }
}

/// A part of a query.
pub(super) struct Token<'a> {
    pub(super) negated: bool,
    pub(super) quoted: bool,
    pub(super) text: &'a str,
}

impl Token<'_> {
    fn written(&self) -> String {
        let sign = if self.negated { "-" } else { "" };
        if self.quoted { format!("{sign}\"{}\"", self.text) } else { format!("{sign}{}", self.text) }
    }
}

/// Parts at white space; a quoted part is one. A field keeps its quoted value: `org:"Google Cloud"`.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let negated = rest.len() > 1 && rest.starts_with('-') && !rest[1..].starts_with(char::is_whitespace);
        if negated {
            rest = &rest[1..];
        }
        let (token, after) = if let Some(quoted) = rest.strip_prefix('"') {
            match quoted.split_once('"') {
                Some((inside, after)) => (Token { negated, quoted: true, text: inside }, after),
                None => (Token { negated, quoted: true, text: quoted }, ""),
            }
        } else {
            let end = end_of_word(rest);
            (Token { negated, quoted: false, text: &rest[..end] }, &rest[end..])
        };
        out.push(token);
        rest = after.trim_start();
    }
    out
}

fn end_of_word(text: &str) -> usize {
    let mut in_quotes = false;
    for (at, c) in text.char_indices() {
        if c == '"' && (in_quotes || text[..at].ends_with([':', ','])) {
            in_quotes = !in_quotes;
        } else if c.is_whitespace() && !in_quotes {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_toggled() {
        let once = toggle_field("dns", "org", "Google Cloud", false);
        assert_eq!(once, "dns org:\"Google Cloud\"");
        let twice = toggle_field(&once, "org", "GitHub", false);
        assert_eq!(twice, "dns org:\"Google Cloud\",GitHub");
        assert_eq!(asks_for(&twice, "org", "google cloud"), Some(true));
        assert_eq!(toggle_field(&twice, "org", "Google Cloud", false), "dns org:GitHub");
        assert_eq!(toggle_field("dns org:GitHub", "org", "GitHub", false), "dns");
        let without = toggle_field("\"a b\" dns", "cause", "software-bug", true);
        assert_eq!(without, "\"a b\" dns -cause:software-bug");
        assert_eq!(asks_for(&without, "cause", "software-bug"), Some(false));
        assert_eq!(asked_values(&twice, "org"), ["Google Cloud", "GitHub"]);
        assert_eq!(without_field("dns org:a -org:b \"x y\"", "org").as_deref(), Some("dns -org:b \"x y\""));
        assert_eq!(without_field("dns -org:b", "org"), None);
    }
}
