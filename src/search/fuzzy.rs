//! Scattered matches in short texts, for when nothing matches to the letter.
//!
//! `fuzzy-matcher` does the matching. It knows no Hangul, so both sides are spelled in jamo; and in a title of a hundred
//! characters nearly any three letters stand in order somewhere, so a hit must earn its place: dense, or at word starts.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::text::hangul;

/// Finds scattered matches.
pub(super) struct Fuzzy(SkimMatcherV2);

impl Fuzzy {
    pub(super) fn new() -> Self {
        Self(SkimMatcherV2::default().ignore_case())
    }

    /// Spells a text so that Hangul matches by what is typed.
    pub(super) fn spell(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if !hangul::for_each_jamo(c, &mut |jamo| out.push(jamo)) {
                out.extend(c.to_lowercase());
            }
        }
        out
    }

    /// How well `word` is scattered over `text` (both spelled), between 0 and 1; none when it has not earned a place.
    pub(super) fn score(&self, text: &str, word: &str) -> Option<f32> {
        let length = word.chars().count();
        if length < 4 {
            return None;
        }
        let (_, places) = self.0.fuzzy_indices(text, word)?;
        let (first, last) = (*places.first()?, *places.last()?);
        let density = length as f32 / (last - first + 1) as f32;
        let chars: Vec<char> = text.chars().collect();
        let starts_word = |&&place: &&usize| place == 0 || !chars[place - 1].is_alphanumeric();
        let jumps = places.windows(2).filter(|pair| pair[1] != pair[0] + 1);
        let earned = jumps.clone().filter(|pair| starts_word(&&pair[1])).count();
        let scattered = jumps.count() - earned;
        let begins = places.first().as_ref().is_some_and(starts_word);
        // One letter left out or jumps to word starts are what a hurried hand does; a letter from each word is not.
        let runs = earned + scattered + 1;
        (begins && runs * 2 <= length && scattered <= 1 && (density >= 0.6 || scattered == 0))
            .then_some(density.min(0.99))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(text: &str, word: &str) -> bool {
        Fuzzy::new().score(&Fuzzy::spell(text), &Fuzzy::spell(word)).is_some()
    }

    #[test]
    fn word_starts_and_missing_letters_match() {
        assert!(matches("connection pool exhausted", "connpool"));
        assert!(matches("Load balancer went back", "blancer"));
        assert!(matches("커넥션 풀 고갈", "커넥풀"));
    }

    #[test]
    fn scattered_letters_do_not() {
        assert!(!matches("Deploy of New Scheduler failed", "dns"));
        assert!(!matches("TLS: cache evicted, retries timed out", "cert"));
        assert!(!matches("Many requests were slow for hours", "master"));
    }
}
