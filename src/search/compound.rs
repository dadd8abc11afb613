//! Names that are written together, in their parts.

use crate::text::hangul;

/// A compound in its parts: `KubeAPIErrorsHigh`, `load-balancer`, `Pod들이`.
pub(super) fn parts(word: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for plain in word.split(|c: char| !c.is_alphanumeric()).filter(|plain| !plain.is_empty()) {
        let chars: Vec<(usize, char)> = plain.char_indices().collect();
        let mut start = 0;
        for pair in 1..chars.len() {
            let (at, c) = chars[pair];
            let before = chars[pair - 1].1;
            let next_is_lower = chars.get(pair + 1).is_some_and(|(_, next)| next.is_lowercase());
            let border = (c.is_uppercase() && (before.is_lowercase() || next_is_lower && before.is_uppercase()))
                || (hangul::is_hangul(c) != hangul::is_hangul(before))
                || (c.is_ascii_digit() != before.is_ascii_digit() && (at - start) > 2);
            if border {
                out.push(&plain[start..at]);
                start = at;
            }
        }
        out.push(&plain[start..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart() {
        assert_eq!(parts("KubeAPIErrorsHigh"), ["Kube", "API", "Errors", "High"]);
        assert_eq!(parts("load-balancer"), ["load", "balancer"]);
        assert_eq!(parts("Pod들이"), ["Pod", "들이"]);
        assert_eq!(parts("p98"), ["p98"]);
    }
}
