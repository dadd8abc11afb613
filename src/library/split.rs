//! Finds the cases in a file: one object, an array of objects, or JSON Lines.

use std::ops::Range;

use serde_json::value::RawValue;

use crate::case::Reason;

/// Where a case stands, and its line (counted from 1) in a file of lines.
type Part = (Range<usize>, Option<usize>);
/// What is wrong, and with which line.
type Odd = (Option<usize>, Reason);

/// Byte ranges of the cases in `text`, and what was wrong with a line (counted from 1).
pub(super) fn cases(text: &str, is_lines: bool) -> (Vec<Part>, Vec<Odd>) {
    let start = text.len() - text.trim_start().len();
    if text.trim().is_empty() {
        return (Vec::new(), vec![(None, Reason::Empty)]);
    }
    if is_lines {
        return lines(text);
    }
    match serde_json::from_str::<&RawValue>(text) {
        Ok(_) if text[start..].starts_with('[') => match serde_json::from_str::<Vec<&RawValue>>(text) {
            Ok(items) => (items.into_iter().map(|item| (place_of(text, item.get()), None)).collect(), Vec::new()),
            Err(why) => (Vec::new(), vec![(None, Reason::NotJson(why.to_string()))]),
        },
        Ok(_) => (vec![(start..text.trim_end().len(), None)], Vec::new()),
        Err(why) => {
            let many = text.lines().filter(|line| !line.trim().is_empty());
            if many.clone().count() > 1 && many.clone().all(|line| line.trim_start().starts_with('{')) {
                lines(text)
            } else {
                (Vec::new(), vec![(None, Reason::NotJson(why.to_string()))])
            }
        }
    }
}

fn lines(text: &str) -> (Vec<Part>, Vec<Odd>) {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            let at = start + (line.len() - line.trim_start().len());
            found.push((at..at + trimmed.len(), Some(number + 1)));
        }
        start += line.len();
    }
    (found, Vec::new())
}

fn place_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, is_lines: bool) -> Vec<&str> {
        cases(text, is_lines).0.into_iter().map(|(r, _)| &text[r]).collect()
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
        assert!(matches!(cases("{\"id\":", false).1[0].1, Reason::NotJson(_)));
        assert_eq!(cases("  \n", false).1[0].1, Reason::Empty);
    }
}
