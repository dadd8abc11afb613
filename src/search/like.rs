//! "Has anyone seen this?": cases that share most with a pasted alert, log or sentence.
//!
//! Noise is dropped (times, addresses, ids, numbers), compound names come apart, endings and particles are given up where
//! the word itself is not known. What is left is weighed by how rare it is; a case need not hold all of it.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation as _;

use super::endings::{KOREAN_ENDINGS, beginnings, stems};
use super::find::{Hit, Weights, saturated};
use super::index::Index;
use super::thesaurus::Thesaurus;
use crate::library::Library;
use crate::text::{fold, hangul};

/// More words than this are not looked at: an alert says what it says at its beginning.
const MOST_WORDS: usize = 400;
/// How well another form of the same stem matches, a beginning of an unknown Korean word, and another word for it.
const STEM: f32 = 0.6;
const PART: f32 = 0.5;
const OTHER: f32 = 0.5;
/// In so many cases a form of a Korean word counts as being, however rare it is.
const KOREAN_FORM: usize = 20;
/// A word in more than this share of the cases says nothing.
const COMMON: f32 = 0.8;

/// A case like a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The case and how well it fits.
    pub hit: Hit,
    /// The words of the text that it shares, the most telling first.
    pub words: Vec<String>,
}

impl Index {
    /// The cases that share most with `text`, best first, at most `limit`; none when nothing telling is shared.
    pub fn like(&self, library: &Library, text: &str, limit: usize) -> Vec<Alike> {
        let cases = self.cases.len().min(library.len());
        let mut scores = vec![0.0f32; cases];
        let mut held = vec![0.0f32; cases];
        let mut total = 0.0;
        let mut weighed: Vec<(String, f32, Weights)> = Vec::new();
        for word in telling(text) {
            let mut weights = self.weigh_loosely(&word);
            for other in Thesaurus::builtin().others(&word) {
                let theirs = self.weigh(&other.text, true, true, None);
                for (at, weight) in theirs.of.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                    weights.add(at, weight * OTHER);
                }
            }
            if weights.cases == 0 || weights.cases as f32 > COMMON * cases.max(8) as f32 {
                continue;
            }
            // A rare form of a Korean verb is not a rare thing.
            if word.chars().any(hangul::is_syllable) {
                weights.cases = weights.cases.max(KOREAN_FORM);
            }
            let rarity = weights.rarity(cases);
            total += rarity;
            for at in 0..cases {
                let weight = weights.of[at];
                if weight > 0.0 {
                    scores[at] += saturated(weight) * rarity;
                    held[at] += rarity;
                }
            }
            weighed.push((word, rarity, weights));
        }
        let mut hits: Vec<Hit> = (0..cases)
            .filter(|&at| scores[at] > 0.0)
            // Sharing many of the words beats sharing one often.
            .map(|at| Hit { at, score: self.long(at, scores[at]) * (1.0 + held[at] / total.max(0.1)) })
            .collect();
        hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        hits.truncate(limit);
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        hits.into_iter()
            .map(|hit| {
                let words = weighed
                    .iter()
                    .filter(|(_, _, weights)| weights.of[hit.at] > 0.0)
                    .map(|(word, ..)| word.clone())
                    .collect();
                Alike { hit, words }
            })
            .collect()
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
            let mut weights = self.weigh(&shorter, true, true, None);
            if weights.cases > 0 {
                weights.of.iter_mut().for_each(|weight| *weight *= PART);
                return weights;
            }
        }
        self.weigh_slips(&folded, &mut weights);
        weights
    }
}

/// The words of a text that tell something, each once, in order.
fn telling(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    let mut add = |word: &str| {
        let word = word.to_lowercase();
        if out.len() < MOST_WORDS && !is_noise(&word) && seen.insert(word.clone()) {
            out.push(word);
        }
    };
    for token in text.split(|c: char| c.is_whitespace() || "\"'`()[]{}<>,;|=…“”‘’".contains(c)) {
        if is_noise_token(token) {
            continue;
        }
        for part in token.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
            let pieces = parts(part);
            if pieces.len() == 1 || part.is_ascii() {
                add(part);
            }
            if pieces.len() > 1 {
                let counted = pieces[0].chars().all(|c| c.is_ascii_digit());
                for piece in &pieces {
                    // What follows a number counts it: 40도를, 5분씩.
                    if !(counted && piece.chars().all(hangul::is_hangul)) {
                        add(piece);
                    }
                }
            }
        }
    }
    out
}

/// Addresses, times, paths with numbers, ids: what differs in every alert.
fn is_noise_token(token: &str) -> bool {
    let digits = token.chars().filter(char::is_ascii_digit).count();
    let letters = token.chars().filter(|c| c.is_alphabetic()).count();
    token.contains("://")
        || (digits >= 4 && digits > letters)
        || (digits >= 3 && token.matches([':', '.']).count() >= 2)
}

/// A word that says nothing about an incident.
fn is_noise(word: &str) -> bool {
    let length = word.graphemes(true).count();
    if word.chars().all(|c| c.is_ascii_digit()) {
        // Status codes and exit codes tell something; other numbers do not.
        let is_status = length == 3 && matches!(word.as_bytes()[0], b'4' | b'5');
        let is_known = matches!(word, "137" | "139" | "143" | "1040" | "1500");
        return !is_status && !is_known;
    }
    let is_hex =
        word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit()) && word.chars().any(|c| c.is_ascii_digit());
    let mixed = word.len() >= 9 && word.chars().filter(char::is_ascii_digit).count() * 3 >= word.len();
    if is_hex || mixed {
        return true;
    }
    if word.chars().all(hangul::is_hangul) {
        return length < 2 && !matches!(word, "웹" | "앱" | "망" | "락" | "큐")
            || KOREAN_NOISE.contains(&word)
            || KOREAN_ENDINGS.contains(&word);
    }
    length < 2 || ENGLISH_NOISE.contains(&word)
}

const ENGLISH_NOISE: &[&str] = &[
    "a",
    "about",
    "after",
    "again",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "anyone",
    "are",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "but",
    "by",
    "can",
    "cannot",
    "cant",
    "could",
    "did",
    "do",
    "does",
    "doing",
    "done",
    "else",
    "ever",
    "everything",
    "firing",
    "for",
    "from",
    "get",
    "gets",
    "getting",
    "go",
    "goes",
    "got",
    "had",
    "happened",
    "has",
    "have",
    "having",
    "he",
    "help",
    "how",
    "if",
    "in",
    "info",
    "into",
    "is",
    "it",
    "its",
    "just",
    "keep",
    "keeps",
    "level",
    "like",
    "look",
    "looks",
    "me",
    "msg",
    "my",
    "no",
    "not",
    "nothing",
    "now",
    "of",
    "on",
    "one",
    "only",
    "or",
    "our",
    "out",
    "over",
    "seeing",
    "seen",
    "seems",
    "she",
    "since",
    "so",
    "some",
    "something",
    "still",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "though",
    "to",
    "today",
    "too",
    "up",
    "us",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "why",
    "will",
    "with",
    "would",
    "you",
    "your",
];
const KOREAN_NOISE: &[&str] = &[
    "갑자기",
    "거의",
    "계속",
    "그냥",
    "그래서",
    "그런데",
    "그리고",
    "근데",
    "나서",
    "너무",
    "누가",
    "다시",
    "다른",
    "다음",
    "대해",
    "동안",
    "때문에",
    "뒤에",
    "만에",
    "많이",
    "매우",
    "모두",
    "보니",
    "보다",
    "부터",
    "사람",
    "아예",
    "어떤",
    "어떻게",
    "에서",
    "원래",
    "이거",
    "있는",
    "있어요",
    "있나요",
    "전부",
    "지금",
    "새로",
    "뒤로",
    "하나씩",
    "정작",
    "없는",
    "없이",
    "많은",
    "같은",
    "이런",
    "그런",
    "저런",
    "아직",
    "아직도",
    "이미",
    "여기",
    "저기",
    "거기",
    "우리",
    "저희",
    "무슨",
    "자꾸",
    "가끔",
    "항상",
    "바로",
    "먼저",
    "나중에",
    "하다가",
    "해서",
    "했는데",
    "됐는데",
    "인데",
    "혹시",
    "아마",
    "정말",
    "진짜",
    "완전",
    "엄청",
    "조금",
    "약간",
    "처음",
    "마지막",
    "이후",
    "이전",
    "때마다",
    "통째로",
    "하나도",
    "같아요",
    "같은데",
    "있고",
    "있는데",
    "했어요",
    "돼요",
    "해요",
    "됐어요",
    "되나요",
    "하나요",
    "인가요",
    "건가요",
    "같습니다",
    "있습니다",
    "없습니다",
    "합니다",
    "됩니다",
    "했습니다",
    "됐습니다",
    "한대요",
    "이에요",
    "예요",
    "네요",
    "어요",
    "아요",
    "왔어요",
    "갔어요",
    "나요",
    "하고",
    "해도",
    "하면",
    "하는",
    "되는",
    "되고",
    "되면",
    "돼서",
    "하려고",
    "하려다",
    "버렸어요",
    "버려서",
    "보면",
    "보여요",
    "이라고",
    "라고",
    "이랑",
    "같이",
    "대로",
    "만큼",
    "정도",
];
/// Bytes that an ending may add to a stem.
const ENDING: usize = 5;
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
    fn noise_is_dropped_and_names_come_apart() {
        let alert = "[FIRING:3] KubeAPIErrorsHigh prod-eu-1 2026-11-03T02:14:09Z apiserver_request_total code=503 \
                     dial tcp 10.3.2.1:443: connect: connection refused pod-7f9c8d6b5-x2x1z";
        let words = telling(alert);
        for word in ["kube", "api", "errors", "high", "503", "connection", "refused", "apiserver"] {
            assert!(words.iter().any(|w| w == word), "{word}: {words:?}");
        }
        for noise in ["3", "443", "10", "2026", "7f9c8d6b5"] {
            assert!(!words.iter().any(|w| w == noise), "{noise}: {words:?}");
        }
    }

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
}
