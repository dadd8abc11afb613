//! Escape sequences in what is typed or pasted: a log in colours is the same log.

use std::borrow::Cow;

/// What begins one: the character itself, and its picture, which stands for it in cleaned text.
const BEGINNINGS: [char; 2] = ['\x1b', '␛'];

/// The text without escape sequences (CSI, OSC and the short ones).
pub fn dropped(text: &str) -> Cow<'_, str> {
    if !text.contains(BEGINNINGS) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BEGINNINGS) {
        out.push_str(&rest[..at]);
        let mut chars = rest[at..].chars();
        chars.next();
        rest = after(chars.as_str());
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What follows a sequence whose beginning was taken.
fn after(text: &str) -> &str {
    let mut chars = text.chars();
    match chars.next() {
        Some('[') => {
            let params = chars.as_str();
            let end = params.find(|c: char| !(' '..='?').contains(&c)).unwrap_or(params.len());
            let mut last = params[end..].chars();
            if last.next().is_some_and(|c| ('@'..='~').contains(&c)) { last.as_str() } else { &params[end..] }
        }
        Some(']') => {
            let string = chars.as_str();
            let end = string.find(['\x07', '␇', '\x1b', '␛', '\n']).unwrap_or(string.len());
            string[end..].trim_start_matches(['\x07', '␇'])
        }
        Some('(' | ')') => {
            chars.next();
            chars.as_str()
        }
        Some('\\' | '7' | '8' | '=' | '>' | 'c') => chars.as_str(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_titles_and_links_go_and_the_text_stays() {
        assert_eq!(dropped("\x1b[33mWARN\x1b[0m \x1b[1;38;5;9mkafka\x1b[m lag"), "WARN kafka lag");
        assert_eq!(dropped("␛[31m장애␛[0m"), "장애");
        assert_eq!(dropped("\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x07 \x1b(Bend"), "link end");
        assert_eq!(dropped("no sequence [31m"), "no sequence [31m");
        assert_eq!(dropped("cut \x1b[3"), "cut ");
    }
}
