//! What a word is worth in each case: by how well it matches, where and how often it stands, how long the case is.

use memchr::memmem;

use super::fuzzy::Fuzzy;
use super::index::{Index, Zone};
use super::lexicon::{Posting, trimmed};
use crate::text::fold;

/// How well a word of the library matches one that was asked for.
const WHOLE: f32 = 1.0;
const BEGINNING: f32 = 0.85;
const INSIDE: f32 = 0.5;
/// Behind punctuation inside a longer one: `balancer` in `load-balancer`.
const PART: f32 = 0.8;
/// Over the border of words, as in 로드밸런서 for 로드 밸런서.
const ACROSS: f32 = 0.8;
/// With a slip of the hand, by the number of edits.
const SLIP: [f32; 3] = [1.0, 0.7, 0.4];
/// Scattered.
const SCATTERED: f32 = 0.08;

/// How much the length of a case counts against it.
const LONG: f32 = 0.15;
/// How much the length of a case takes from each time that it says a word.
const EACH_TIME: f32 = 0.7;
/// The weight at which a word has half of what it can have.
const HALF: f32 = 2.0;

/// What each zone adds to the weight of a word.
const ZONES: [f32; 6] = [4.0, 3.0, 1.6, 1.5, 1.2, 0.8];
/// The same for each set of zones.
static BY_SET: [f32; 64] = by_set();

const fn by_set() -> [f32; 64] {
    let mut out = [0.0; 64];
    let mut set = 0;
    while set < 64 {
        let mut zone = 0;
        while zone < 6 {
            if set >> zone & 1 == 1 {
                out[set] += ZONES[zone];
            }
            zone += 1;
        }
        set += 1;
    }
    out
}

/// What each time counts that a case says a word which is `length` times as long as the average.
pub(super) fn each_time(length: f32) -> f32 {
    1.0 / (1.0 - EACH_TIME + EACH_TIME * length)
}

/// The weight of one posting before quality and rarity, where each time counts so much.
fn weight(posting: Posting, each_time: f32) -> f32 {
    let times = posting.times() as f32 * each_time;
    BY_SET[posting.zones() as usize] * (0.2 + 0.4 * times / (times + 2.0))
}

/// More of the same word in better places counts, but less and less.
pub(super) fn saturated(weight: f32) -> f32 {
    weight / (weight + HALF)
}

/// Weights of one word over all cases, and in how many cases it is.
#[derive(Debug, Default)]
pub(super) struct Weights {
    pub(super) of: Vec<f32>,
    pub(super) cases: usize,
}

impl Weights {
    pub(super) fn new(cases: usize) -> Self {
        Self { of: vec![0.0; cases], cases: 0 }
    }

    pub(super) fn add(&mut self, case: usize, weight: f32) {
        let mine = &mut self.of[case];
        if *mine == 0.0 {
            self.cases += 1;
        }
        // Several forms of a word in one case help a little, the best one counts.
        *mine = if weight > *mine { weight + 0.15 * *mine } else { *mine + 0.15 * weight };
    }
}

/// How rare a word is that `with` of so many cases have: above 0.
pub(super) fn rarity(with: usize, cases: usize) -> f32 {
    let (n, df) = (cases as f32, with as f32);
    (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
}

/// Whether `part` stands in a longer `word` right behind punctuation.
fn begins_a_part(word: &[u8], part: &[u8]) -> bool {
    memmem::find_iter(word, part).any(|at| at > 0 && word[at - 1].is_ascii_punctuation())
}

impl Index {
    /// A long case holds any word more easily: its score counts a little less.
    pub(super) fn long(&self, at: usize, score: f32) -> f32 {
        score / (1.0 - LONG + LONG * self.lengths[at])
    }

    /// The weights of a word or phrase as it was typed. `alive` tells the cases that are still asked for, to spare work.
    pub(super) fn weigh(&self, typed: &str, exact: bool, literal_only: bool, alive: Option<&[bool]>) -> Weights {
        let cases = self.cases.len();
        let mut weights = Weights::new(cases);
        let is_alive = |case: usize| alive.is_none_or(|alive| alive.get(case).copied().unwrap_or(false));
        if let Some(initials) = fold::as_initials(typed) {
            let finder = memmem::Finder::new(&initials);
            for case in 0..cases {
                if is_alive(case) && finder.find(&self.cases[case].initials).is_some() {
                    weights.add(case, ZONES[Zone::Title as usize]);
                }
            }
            return weights;
        }
        let needle = fold::units(typed);
        let core = trimmed(&needle);
        // A phrase, or a word with punctuation at its ends: the cases that may hold it are looked into.
        if core.len() != needle.len() || needle.contains(&b' ') {
            self.weigh_by_text(&needle, &mut weights, &is_alive);
            if !core.is_empty() && !exact && weights.cases == 0 && !literal_only && !needle.contains(&b' ') {
                self.weigh_word(core, false, &mut weights);
                self.weigh_across(core, &mut weights, &is_alive);
            }
            return weights;
        }
        self.weigh_word(core, false, &mut weights);
        self.weigh_across(core, &mut weights, &is_alive);
        if weights.cases == 0 && !exact && !literal_only {
            self.weigh_slips(core, &mut weights);
            self.weigh_scattered(typed, core, &mut weights, &is_alive);
        }
        weights
    }

    /// The weights of words that stand for one of a longer text, as they stand. To spare work they are looked for where
    /// the words of the library are, not over the border of words.
    pub(super) fn weigh_plainly(&self, text: &str) -> Weights {
        let mut weights = Weights::new(self.cases.len());
        let needle = fold::units(text);
        let needle = trimmed(&needle);
        // A blank beside Hangul is none: both ways of writing are looked for.
        if !needle.contains(&b' ') {
            self.weigh_word(needle, true, &mut weights);
        }
        let words: Vec<Vec<u8>> = text.split_whitespace().map(fold::units).collect();
        if words.len() > 1 {
            let finder = memmem::Finder::new(needle);
            for case in self.lexicon.holding_all(words.iter().map(|word| trimmed(word))).iter() {
                self.weigh_places(case, &finder, &mut weights);
            }
        }
        weights
    }

    /// A word by the words of the library: the same, beginning with it, holding it.
    /// `finished` is a word that nobody is typing: its last syllable is what it is.
    fn weigh_word(&self, word: &[u8], finished: bool, weights: &mut Weights) {
        if word.len() < 3 {
            for number in self.lexicon.beginning(word) {
                let quality = if self.lexicon.word(number) == word { WHOLE } else { BEGINNING * 0.5 };
                self.add_word(number, quality, weights);
            }
            for case in self.lexicon.may_hold(word).iter() {
                if weights.of[case] == 0.0 {
                    weights.add(case, ZONES[Zone::Rest as usize] * INSIDE * 0.3);
                }
            }
            return;
        }
        let beginning = self.lexicon.beginning(word);
        let is_there = |number: usize| !finished || fold::stands_whole(self.lexicon.word(number), word);
        for number in beginning.clone().filter(|number| is_there(*number)) {
            // A half-typed word is nearly a whole one; the more is missing, the less it is.
            let length = self.lexicon.word(number).len();
            let quality =
                if length == word.len() { WHOLE } else { BEGINNING * (0.7 + 0.3 * word.len() as f32 / length as f32) };
            self.add_word(number, quality, weights);
        }
        for number in self.lexicon.holding(word) {
            if !is_there(number) {
                continue;
            }
            if !beginning.contains(&number) {
                let quality = if begins_a_part(self.lexicon.word(number), word) { PART } else { INSIDE };
                self.add_word(number, quality, weights);
            }
        }
    }

    /// A Korean word over the border of words, in the cases that do not have it in one.
    fn weigh_across(&self, word: &[u8], weights: &mut Weights, is_alive: &impl Fn(usize) -> bool) {
        if word.len() < 3 || !word.iter().any(|&byte| fold::is_jamo(byte)) {
            return;
        }
        let finder = memmem::Finder::new(word);
        let is_korean = word.iter().all(|&byte| fold::is_jamo(byte));
        let may_hold = if is_korean { self.lexicon.may_hold_across(word) } else { self.lexicon.may_hold(word) };
        for case in may_hold.iter() {
            if weights.of[case] == 0.0
                && is_alive(case)
                && let Some(place) = finder.find(&self.cases[case].text)
            {
                let zone = self.cases[case].zone_at(place);
                weights.add(case, ZONES[zone as usize] * ACROSS);
            }
        }
    }

    pub(super) fn add_word(&self, number: usize, quality: f32, weights: &mut Weights) {
        for posting in self.lexicon.postings(number) {
            let case = posting.case();
            weights.add(case, weight(*posting, self.each_time[case]) * quality);
        }
    }

    /// An id: itself, whole, alone or between punctuation.
    pub(super) fn weigh_id(&self, id: &[u8]) -> Weights {
        let mut weights = Weights::new(self.cases.len());
        let is_edge = |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_punctuation() || fold::is_jamo(*byte));
        for number in self.lexicon.holding(id) {
            let word = self.lexicon.word(number);
            let stands_whole =
                |at: usize| is_edge(at.checked_sub(1).map(|at| &word[at])) && is_edge(word.get(at + id.len()));
            if memmem::find_iter(word, id).any(stands_whole) {
                self.add_word(number, WHOLE, &mut weights);
            }
        }
        weights
    }

    /// A needle that is no single word: looked for in the texts of the cases that may hold it.
    fn weigh_by_text(&self, needle: &[u8], weights: &mut Weights, is_alive: &impl Fn(usize) -> bool) {
        if needle.is_empty() {
            return;
        }
        let finder = memmem::Finder::new(needle);
        for case in self.lexicon.may_hold(needle).iter().filter(|&case| is_alive(case)) {
            self.weigh_places(case, &finder, weights);
        }
    }

    /// A needle by the places in the text of a case.
    fn weigh_places(&self, case: usize, finder: &memmem::Finder, weights: &mut Weights) {
        let folded = &self.cases[case];
        if let Some(place) = finder.find(&folded.text) {
            let times = finder.find_iter(&folded.text).take(4).count() as f32;
            weights.add(case, ZONES[folded.zone_at(place) as usize] * (0.8 + 0.2 * times));
        }
    }

    pub(super) fn weigh_slips(&self, word: &[u8], weights: &mut Weights) {
        for (number, edits) in self.lexicon.alike(word) {
            self.add_word(number, SLIP[edits.min(2)], weights);
        }
    }

    /// Scattered over id, title and organisation: in two parts, each of which begins a word there (`connpool`).
    fn weigh_scattered(&self, typed: &str, word: &[u8], weights: &mut Weights, is_alive: &impl Fn(usize) -> bool) {
        let titled = |part: &[u8]| {
            let mut cases = vec![false; self.cases.len()];
            for posting in self.lexicon.beginning(part).flat_map(|number| self.lexicon.postings(number)) {
                if posting.zones() & 0b11 != 0 {
                    cases[posting.case()] = true;
                }
            }
            cases
        };
        let fuzzy = Fuzzy::new();
        let spelled = Fuzzy::spell(typed);
        for border in 2..word.len().saturating_sub(1) {
            let (first, second) = word.split_at(border);
            if self.lexicon.beginning(second).is_empty() {
                continue;
            }
            let (first, second) = (titled(first), titled(second));
            for case in 0..self.cases.len() {
                if first[case]
                    && second[case]
                    && weights.of[case] == 0.0
                    && is_alive(case)
                    && let Some(score) = fuzzy.score(&self.cases[case].spelled, &spelled)
                {
                    weights.add(case, SCATTERED * score);
                }
            }
        }
    }
}
