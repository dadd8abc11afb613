//! Finds the cases in a file: one object, an array of objects, or JSON Lines.

use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::case::Reason;

/// Where a case stands, and its line (counted from 1) in a file of lines.
type Part = (Range<usize>, Option<usize>);
/// What is wrong, and with which line.
type Odd = (Option<usize>, Reason);

/// Byte ranges of the cases in `bytes`, and what was wrong with a line (counted from 1).
pub(super) fn cases(bytes: &[u8], is_lines: bool) -> (Vec<Part>, Vec<Odd>) {
    let rest = bytes.trim_ascii_start();
    let start = bytes.len() - rest.len();
    if rest.is_empty() {
        return (Vec::new(), vec![(None, Reason::Empty)]);
    }
    if is_lines {
        return (lines(bytes), Vec::new());
    }
    let many = || {
        let mut filled = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        filled.clone().nth(1).is_some() && filled.all(|line| line.starts_with(b"{"))
    };
    if rest.starts_with(b"[") {
        return match serde_json::from_slice::<Vec<&RawValue>>(bytes) {
            Ok(items) => {
                (items.into_iter().map(|item| (place_of(bytes, item.get().as_bytes()), None)).collect(), Vec::new())
            }
            Err(why) => (Vec::new(), vec![(None, Reason::NotJson(why.to_string()))]),
        };
    }
    match serde_json::from_slice::<IgnoredAny>(bytes) {
        Err(_) if many() => (lines(bytes), Vec::new()),
        // One object, or nothing that can be cut: whoever reads it says what is wrong with it.
        _ => (vec![(start..bytes.trim_ascii_end().len(), None)], Vec::new()),
    }
}

fn lines(bytes: &[u8]) -> Vec<Part> {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, end) in memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]).enumerate() {
        let line = &bytes[start..end];
        let trimmed = line.trim_ascii();
        if !trimmed.is_empty() {
            let at = start + (line.len() - line.trim_ascii_start().len());
            found.push((at..at + trimmed.len(), Some(number + 1)));
        }
        start = end + 1;
    }
    found
}

fn place_of(bytes: &[u8], part: &[u8]) -> Range<usize> {
    let start = part.as_ptr() as usize - bytes.as_ptr() as usize;
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, is_lines: bool) -> Vec<&str> {
        cases(text.as_bytes(), is_lines).0.into_iter().map(|(r, _)| &text[r]).collect()
    }

    #[test]
    fn one_object_an_array_and_lines() {
        assert_eq!(found(" {\"id\": 1}\r\n", false), ["{\"id\": 1}"]);
        assert_eq!(found("[{\"id\":1}, {\"id\":2}]", false), ["{\"id\":1}", "{\"id\":2}"]);
        assert_eq!(found("{\"id\":1}\r\n\n{\"id\":2}", true), ["{\"id\":1}", "{\"id\":2}"]);
        assert_eq!(found("{\"id\":1}\n{\"id\":2}\n", false).len(), 2);
    }

    #[test]
    fn what_is_no_json_says_so() {
        assert!(matches!(cases(b"[{\"id\":", false).1[0].1, Reason::NotJson(_)));
        assert_eq!(cases(b"  \n", false).1[0].1, Reason::Empty);
    }
}
