//! "Has anyone seen this?": cases that share most with a pasted alert, log or sentence.
//!
//! Noise is dropped (times, addresses, numbers), compound names come apart, endings and particles are given up where the
//! word itself is not known, words with the same meaning in either language count for less. What is left is weighed by how
//! rare it is; a case need not hold all of it. Of the best cases those come first where it stands close together.

use super::endings::{beginnings, stems};
use super::find::{Hit, best_first};
use super::index::Index;
use super::nearness::{Needle, nearness};
use super::telling::{Telling, telling};
use super::thesaurus::{Other, Thesaurus};
use super::weigh::{Weights, rarity, saturated};
use crate::library::Library;
use crate::text::{fold, hangul};

/// How well another form of the same stem matches, and a beginning of an unknown Korean word.
const STEM: f32 = 0.6;
const PART: f32 = 0.5;
/// What a phrase adds to its words.
const PHRASE: f32 = 0.4;
/// What a second word with the same meaning adds.
const ALSO: f32 = 0.2;
/// In so many cases a form of a Korean word counts as being, however rare it is.
const KOREAN_FORM: usize = 20;
/// A word in more than this share of the cases says nothing.
const COMMON: f32 = 0.8;
/// What a case is worth that shares a single word, beside what it shares.
const SHARING: f32 = 0.6;
/// How much it counts that words stand close together; so many cases are looked into, for so many of the rarest words.
const NEAR: f32 = 2.0;
const NEAR_CASES: usize = 40;
const NEAR_WORDS: usize = 40;
/// Of so many of the words that a case shares it is told what to mark.
const MARKED: usize = 12;
/// So many of them are looked for in it, to name them.
const NAMED: usize = 40;
/// Bytes that an ending may add to a stem.
const ENDING: usize = 5;

/// A case like a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The case and how well it fits.
    pub hit: Hit,
    /// The words of the text that it shares, the most telling first; with what stands for them there: `커넥션 ≈ connection`.
    pub words: Vec<String>,
    /// What to mark in its texts: the most telling words, their stems, and what stands for them in either language.
    pub marks: Vec<String>,
}

/// A word of the text that some cases share.
struct Shared {
    word: String,
    /// How rare it is, that is what it is worth.
    rarity: f32,
    /// What it gives to each case; 0 where it is not.
    gains: Vec<f32>,
    /// It, its stems and what stands for it, as they may be found in a text.
    forms: Vec<String>,
    /// The same, folded.
    folded: Vec<Vec<u8>>,
}

impl Index {
    /// The cases that share most with `text`, best first, at most `limit`; none when nothing telling is shared.
    pub fn like(&self, library: &Library, text: &str, limit: usize) -> Vec<Alike> {
        let cases = self.cases.len().min(library.len());
        let mut shared: Vec<Shared> = telling(text).iter().filter_map(|telling| self.shared(telling, cases)).collect();
        let total = shared.iter().map(|shared| shared.rarity).sum::<f32>().max(0.1);
        let (mut scores, mut held) = (vec![0.0f32; cases], vec![0.0f32; cases]);
        for one in &shared {
            for (at, gain) in one.gains.iter().enumerate().filter(|(_, gain)| **gain > 0.0) {
                scores[at] += gain;
                held[at] += one.rarity;
            }
        }
        let mut hits: Vec<Hit> = (0..cases)
            .filter(|&at| scores[at] > 0.0)
            // Sharing many of the words beats sharing one often.
            .map(|at| Hit { at, score: self.long(at, scores[at]) * (SHARING + held[at] / total) })
            .collect();
        best_first(&mut hits);
        hits.truncate(limit.max(NEAR_CASES));
        shared.sort_by(|a, b| b.rarity.total_cmp(&a.rarity));
        for hit in hits.iter_mut().take(NEAR_CASES) {
            let needles: Vec<Needle> = shared
                .iter()
                .filter(|shared| shared.gains[hit.at] > 0.0)
                .take(NEAR_WORDS)
                .map(|shared| Needle { forms: &shared.folded, worth: shared.rarity })
                .collect();
            hit.score *= 1.0 + NEAR * nearness(&self.cases[hit.at].text, &needles) / total;
        }
        best_first(&mut hits);
        hits.truncate(limit);
        let alike = |hit: Hit| {
            let held: Vec<&Shared> = shared.iter().filter(|shared| shared.gains[hit.at] > 0.0).collect();
            let text = &self.cases[hit.at].text;
            let shown = held.iter().take(NAMED).filter_map(|shared| Some((&*shared.word, shared.shown_in(text)?)));
            let words = named(shown.collect());
            let marks = held.iter().take(MARKED).flat_map(|shared| shared.forms.iter().cloned()).collect();
            Alike { hit, words, marks }
        };
        hits.into_iter().map(alike).collect()
    }

    /// Who shares a word, in whatever form or language; `None` when nobody does or nearly everybody.
    fn shared(&self, telling: &Telling, cases: usize) -> Option<Shared> {
        let word = telling.text();
        let (own, others) = match telling {
            Telling::Id(id) => (self.weigh_id(id.as_bytes()), Vec::new()),
            Telling::Word(word) | Telling::Phrase(word) => {
                (self.weigh_loosely(word), Thesaurus::builtin().others(word))
            }
        };
        let theirs = others.iter().map(|other| (self.weigh_plainly(other.text), other.quality));
        let members: Vec<(Weights, f32)> =
            std::iter::once((own, 1.0)).chain(theirs).filter(|(weights, _)| weights.cases > 0).collect();
        let with = (0..cases).filter(|&at| members.iter().any(|(weights, _)| weights.of[at] > 0.0)).count();
        if with == 0 || with as f32 > COMMON * cases.max(8) as f32 {
            return None;
        }
        let worth = if matches!(telling, Telling::Phrase(_)) { PHRASE } else { 1.0 };
        // A rare form of a Korean verb is not a rare thing; it is worth what it means.
        let is_korean = word.chars().any(hangul::is_syllable);
        let whole = worth * rarity(if is_korean { with.max(KOREAN_FORM) } else { with }, cases);
        let mut gains = vec![0.0f32; cases];
        for (weights, quality) in &members {
            let rarity = if is_korean { whole } else { worth * rarity(weights.cases, cases) };
            for (gain, weight) in gains.iter_mut().zip(&weights.of).filter(|(_, weight)| **weight > 0.0) {
                let theirs = saturated(weight * quality) * rarity;
                *gain = gain.max(theirs) + ALSO * gain.min(theirs);
            }
        }
        let (forms, folded) = forms(word, &others);
        Some(Shared { word: word.to_owned(), rarity: whole, gains, forms, folded })
    }

    /// A word in its own form and in others of its stem; where none of them is known, by its beginning or with a slip of
    /// the hand.
    fn weigh_loosely(&self, word: &str) -> Weights {
        let folded = fold::units(word);
        if folded.len() <= 3 && word.is_ascii() {
            // A short word is itself and no beginning: PR is not "problem".
            let mut weights = Weights::new(self.cases.len());
            for number in self.lexicon.beginning(&folded) {
                let ending = &self.lexicon.word(number)[folded.len()..];
                if ending.is_empty() || ending == b"s" || ending.first().is_some_and(|&byte| fold::is_jamo(byte)) {
                    self.add_word(number, 1.0, &mut weights);
                }
            }
            return weights;
        }
        let mut weights = self.weigh(word, true, true, None);
        for stem in stems(word) {
            let stem = fold::units(&stem);
            for number in self.lexicon.beginning(&stem) {
                let length = self.lexicon.word(number).len();
                // What follows the stem may be an ending, not another word.
                if length <= stem.len() + ENDING && !self.lexicon.word(number).starts_with(&folded) {
                    self.add_word(number, STEM, &mut weights);
                }
            }
        }
        if weights.cases > 0 {
            return weights;
        }
        for shorter in beginnings(word) {
            let mut weights = self.weigh_plainly(&shorter);
            if weights.cases > 0 {
                weights.of.iter_mut().for_each(|weight| *weight *= PART);
                return weights;
            }
        }
        if !word.contains(' ') {
            self.weigh_slips(&folded, &mut weights);
        }
        weights
    }
}

impl Shared {
    /// The word, where it stands in a folded text in one of its forms, or with what stands for it there; nothing where
    /// nothing of it can be pointed at.
    fn shown_in(&self, text: &[u8]) -> Option<String> {
        let is_there = |folded: &[u8]| fold::stands_whole(text, folded);
        let own = std::iter::once(self.word.clone()).chain(stems(&self.word));
        if own.map(|form| fold::units(&form)).any(|folded| is_there(&folded)) {
            return Some(self.word.clone());
        }
        let other = self.forms.iter().zip(&self.folded).find(|(_, folded)| is_there(folded));
        other.map(|(form, _)| format!("{} ≈ {form}", self.word))
    }
}

/// The words to name, each as it is shown: those that stand in a longer one that is named do not need it.
fn named(words: Vec<(&str, String)>) -> Vec<String> {
    let phrases: Vec<String> =
        words.iter().filter(|(word, _)| word.contains(' ')).map(|(phrase, _)| format!(" {phrase} ")).collect();
    let is_in = |word: &str, phrase: &str| phrase.len() > word.len() + 2 && phrase.contains(&format!(" {word} "));
    let rest = words.into_iter().filter(|(word, _)| !phrases.iter().any(|phrase| is_in(word, phrase)));
    rest.map(|(_, shown)| shown).collect()
}

/// A word, its stems and what stands for it, as they may be found in a text, and all of them folded.
fn forms(word: &str, others: &[Other]) -> (Vec<String>, Vec<Vec<u8>>) {
    let all =
        std::iter::once(word.to_owned()).chain(stems(word)).chain(others.iter().map(|other| other.text.to_owned()));
    let mut out: Vec<(Vec<u8>, String)> = all.map(|form| (fold::units(&form), form)).collect();
    out.retain(|(folded, _)| folded.len() >= 3);
    out.sort();
    out.dedup_by(|a, b| a.0 == b.0);
    out.into_iter().map(|(folded, form)| (form, folded)).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_finds_its_case() {
        let library = Library::builtin();
        let index = Index::build(&library, &mut |_| {});
        let first = |text: &str| {
            let alike = index.like(&library, text, 5);
            alike.iter().map(|a| library.entry(a.hit.at).head.id.to_string()).collect::<Vec<_>>()
        };
        let stale = first(
            "our load balancers went back to a stale configuration and answer 502, front ends do garbage collection",
        );
        assert_eq!(stale[0], "IL-0395", "{stale:?}");
        let korean =
            first("로드 밸런서가 오래된 구성으로 되돌아가서 502가 나는데 프런트엔드가 가비지 컬렉션을 하고 있어요");
        assert_eq!(korean[0], "IL-0395", "{korean:?}");
        assert!(index.like(&library, "::: 12:30 !!", 5).is_empty());
    }

    #[test]
    fn what_stands_for_a_word_is_marked_in_the_other_language() {
        let library = Library::builtin();
        let index = Index::build(&library, &mut |_| {});
        let alike = index.like(&library, "헬스 체크 실패", 5);
        let marks: Vec<&str> = alike[0].marks.iter().map(String::as_str).collect();
        assert!(marks.contains(&"헬스 체크") && marks.contains(&"health check"), "{marks:?}");
        let shown = |word: &str, text: &str| {
            let (forms, folded) = forms(word, &Thesaurus::builtin().others(word));
            let shared = Shared { word: word.to_owned(), rarity: 1.0, gains: Vec::new(), forms, folded };
            shared.shown_in(&fold::units(text))
        };
        assert_eq!(shown("헬스 체크", "health checks failed").as_deref(), Some("헬스 체크 ≈ health check"));
        assert_eq!(shown("retries", "Retry storm").as_deref(), Some("retries"));
        assert_eq!(shown("헬스 체크", "a fire"), None);
    }

    #[test]
    fn a_phrase_names_its_words() {
        let words = ["oomkilled", "exit", "oom killed", "oom", "exit code 137", "exit code", "code"];
        let words = words.map(|word| (word, word.to_owned()));
        assert_eq!(named(words.to_vec()), ["oomkilled", "oom killed", "exit code 137"]);
    }
}
