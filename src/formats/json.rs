//! JSON laid out for reading without touching a token: numbers and strings stay as they were written.

use std::fmt::Write as _;

/// Lays out one JSON value with two blanks a level. Characters that could act on a terminal are written as escapes,
/// which mean the same. The text must be valid JSON, as everything in a library is; other text comes back cleaned.
pub fn pretty(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 4);
    let mut depth = 0usize;
    let mut chars = json.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                out.push('"');
                while let Some(c) = chars.next() {
                    push_inside(&mut out, c);
                    if c == '\\' {
                        out.extend(chars.next());
                    } else if c == '"' {
                        break;
                    }
                }
            }
            '{' | '[' => {
                out.push(c);
                skip_blanks(&mut chars);
                if let Some(close) = chars.next_if(|&next| next == '}' || next == ']') {
                    out.push(close);
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_whitespace() => {}
            c => push_inside(&mut out, c),
        }
    }
    out
}

/// The same value on one line.
pub fn compact(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut chars = json.trim().chars();
    while let Some(c) = chars.next() {
        if c == '"' {
            out.push('"');
            while let Some(c) = chars.next() {
                push_inside(&mut out, c);
                if c == '\\' {
                    out.extend(chars.next());
                } else if c == '"' {
                    break;
                }
            }
        } else if !c.is_whitespace() {
            push_inside(&mut out, c);
        }
    }
    out
}

fn push_inside(out: &mut String, c: char) {
    if matches!(c, '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
        let _ = write!(out, "\\u{:04x}", c as u32);
    } else {
        out.push(c);
    }
}

fn skip_blanks(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    while chars.next_if(|c| c.is_whitespace()).is_some() {}
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_as_they_were() {
        let json =
            r#"{"b":1.10,"a":[1e400,"x\"]{,:\\",{}], "u":"\u00e9","big":123456789012345678901234567890,"e":[ ]}"#;
        let laid_out = pretty(json);
        assert_eq!(compact(&laid_out), compact(json));
        assert!(laid_out.contains("\"b\": 1.10,\n") && laid_out.contains("\"e\": []"));
        assert!(laid_out.contains("123456789012345678901234567890"));
    }

    #[test]
    fn what_could_act_on_a_terminal_is_escaped() {
        assert_eq!(pretty("\"a\u{202e}\u{9b}\""), "\"a\\u202e\\u009b\"");
    }
}
