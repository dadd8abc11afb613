//! Every word of the library with the cases it stands in, and for each pair of letters the cases that hold it.
//!
//! Words are folded (`text::fold`) and stand in order, so that a beginning is a range; a part inside a word is found by
//! looking through all words, which are few beside the texts. Knows bytes and numbers of cases, nothing else.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memmem;

use super::index::Zone;

/// One word in one case: the case (20 bits), the zones it stands in (6), how often (6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting(u32);

const TIMES: u32 = 63;

impl Posting {
    fn new(case: u32, zones: u8, times: u32) -> Self {
        Self(case << 12 | u32::from(zones & 63) << 6 | times.min(TIMES))
    }

    pub(super) fn case(self) -> usize {
        (self.0 >> 12) as usize
    }

    pub(super) fn zones(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    pub(super) fn times(self) -> u32 {
        self.0 & TIMES
    }
}

/// The words of all cases.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// The words in order, each ended by a line feed.
    bytes: Vec<u8>,
    /// Where each word begins in `bytes`; one more at the end.
    starts: Vec<u32>,
    postings: Vec<Posting>,
    /// Where the postings of each word begin; one more at the end.
    offsets: Vec<u32>,
    pairs: HashMap<[u8; 2], Set>,
    letters: HashMap<u8, Set>,
}

/// A set of cases.
#[derive(Clone, Debug, Default)]
pub(super) struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, case: usize) {
        let at = case / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (case % 64);
    }

    fn keep(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

/// Collects words, case by case.
#[derive(Debug, Default)]
pub(super) struct Builder {
    numbers: HashMap<Box<[u8]>, u32>,
    lists: Vec<Vec<Posting>>,
    here: HashMap<u32, (u8, u32)>,
    cases: usize,
    pairs: HashMap<[u8; 2], Set>,
    letters: HashMap<u8, Set>,
}

impl Builder {
    /// Adds a folded word of the present case.
    pub(super) fn word(&mut self, word: &[u8], zone: Zone) {
        let word = trimmed(word);
        if word.is_empty() {
            return;
        }
        let number = if let Some(&number) = self.numbers.get(word) {
            number
        } else {
            let number = self.lists.len() as u32;
            self.numbers.insert(word.into(), number);
            self.lists.push(Vec::new());
            number
        };
        let (zones, times) = self.here.entry(number).or_default();
        *zones |= 1 << zone as u8;
        *times += 1;
    }

    /// Ends the present case, whose whole folded text this is.
    pub(super) fn end_case(&mut self, text: &[u8]) {
        let case = self.cases;
        for (number, (zones, times)) in self.here.drain() {
            self.lists[number as usize].push(Posting::new(case as u32, zones, times));
        }
        let mut seen = vec![0u64; 1024];
        let mut before = b'\n';
        for &letter in text {
            if letter != b'\n' {
                let pair = usize::from(before) << 8 | usize::from(letter);
                if before != b'\n' && seen[pair / 64] >> (pair % 64) & 1 == 0 {
                    seen[pair / 64] |= 1 << (pair % 64);
                    self.pairs.entry([before, letter]).or_default().insert(case);
                }
                let alone = usize::from(letter);
                if seen[alone / 64] >> (alone % 64) & 1 == 0 {
                    seen[alone / 64] |= 1 << (alone % 64);
                    self.letters.entry(letter).or_default().insert(case);
                }
            }
            before = letter;
        }
        self.cases += 1;
    }

    pub(super) fn finish(self) -> Lexicon {
        let mut words: Vec<(Box<[u8]>, u32)> = self.numbers.into_iter().collect();
        words.sort_unstable();
        let mut lexicon = Lexicon { pairs: self.pairs, letters: self.letters, ..Lexicon::default() };
        for (word, number) in words {
            lexicon.starts.push(lexicon.bytes.len() as u32);
            lexicon.bytes.extend_from_slice(&word);
            lexicon.bytes.push(b'\n');
            lexicon.offsets.push(lexicon.postings.len() as u32);
            lexicon.postings.extend_from_slice(&self.lists[number as usize]);
        }
        lexicon.starts.push(lexicon.bytes.len() as u32);
        lexicon.offsets.push(lexicon.postings.len() as u32);
        lexicon
    }
}

/// A word without the punctuation at its ends.
pub(super) fn trimmed(word: &[u8]) -> &[u8] {
    let is_edge = |b: &u8| b.is_ascii_punctuation();
    let start = word.iter().position(|b| !is_edge(b)).unwrap_or(word.len());
    let end = word.iter().rposition(|b| !is_edge(b)).map_or(start, |at| at + 1);
    &word[start..end]
}

impl Lexicon {
    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// A word by its number.
    pub(super) fn word(&self, number: usize) -> &[u8] {
        &self.bytes[self.starts[number] as usize..self.starts[number + 1] as usize - 1]
    }

    /// The cases of a word.
    pub(super) fn postings(&self, number: usize) -> &[Posting] {
        &self.postings[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }

    /// The words that begin with `part`.
    pub(super) fn beginning(&self, part: &[u8]) -> Range<usize> {
        let words = 0..self.len();
        let first = partition(words.clone(), |at| self.word(at) < part);
        let last = partition(first..words.end, |at| self.word(at).starts_with(part));
        first..last
    }

    /// The words that hold `part` inside (or at their beginning or end), in order, each once.
    pub(super) fn holding(&self, part: &[u8]) -> Vec<usize> {
        let mut out: Vec<usize> = Vec::new();
        let mut next = 0;
        for at in memmem::find_iter(&self.bytes, part) {
            if at < next {
                continue;
            }
            let number = self.starts.partition_point(|&start| start as usize <= at) - 1;
            out.push(number);
            next = self.starts[number + 1] as usize;
        }
        out
    }

    /// The cases whose text holds each pair of neighbouring bytes of `part`: those that may hold `part` itself, and for
    /// one or two bytes those that do.
    pub(super) fn may_hold(&self, part: &[u8]) -> Set {
        if let [letter] = part {
            return self.letters.get(letter).cloned().unwrap_or_default();
        }
        let mut out: Option<Set> = None;
        for pair in part.windows(2) {
            let Some(set) = self.pairs.get(&[pair[0], pair[1]]) else {
                return Set::default();
            };
            match &mut out {
                None => out = Some(set.clone()),
                Some(out) => out.keep(set),
            }
        }
        out.unwrap_or_default()
    }

    /// Words that a slip of the hand makes of `word`: within one edit from five letters, two from eight; also where
    /// `word` would be the beginning of them. Nearest first.
    pub(super) fn alike(&self, word: &[u8]) -> Vec<(usize, usize)> {
        let most = match word.len() {
            0..5 => return Vec::new(),
            5..8 => 1,
            _ => 2,
        };
        let mut out = Vec::new();
        let mut row = Vec::new();
        for number in 0..self.len() {
            let candidate = self.word(number);
            if candidate.len() + most < word.len() || candidate.len() > word.len() + most + 6 {
                continue;
            }
            if let Some(edits) = edits(word, candidate, most, &mut row) {
                out.push((edits, number));
            }
        }
        out.sort_unstable();
        let nearest = out.first().map_or(0, |(edits, _)| *edits);
        out.retain(|(edits, _)| *edits == nearest);
        out.into_iter().map(|(edits, number)| (number, edits)).collect()
    }
}

fn partition(range: Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Edits (two letters swapped are one) from `word` to a beginning of `candidate`, if at most `most`. What is left of the
/// candidate may be an ending of a few letters.
fn edits(word: &[u8], candidate: &[u8], most: usize, rows: &mut Vec<usize>) -> Option<usize> {
    let width = candidate.len() + 1;
    rows.clear();
    rows.resize(width * 3, 0);
    for (at, cost) in rows[..width].iter_mut().enumerate() {
        *cost = at;
    }
    for (i, &x) in word.iter().enumerate() {
        let (now, before, last) = (((i + 1) % 3) * width, (i % 3) * width, ((i + 2) % 3) * width);
        rows[now] = i + 1;
        let mut lowest = i + 1;
        for (j, &y) in candidate.iter().enumerate() {
            let mut cost = rows[before + j] + usize::from(x != y);
            cost = cost.min(rows[before + j + 1] + 1).min(rows[now + j] + 1);
            if i > 0 && j > 0 && x == candidate[j - 1] && word[i - 1] == y {
                cost = cost.min(rows[last + j - 1] + 1);
            }
            rows[now + j + 1] = cost;
            lowest = lowest.min(cost);
        }
        if lowest > most {
            return None;
        }
    }
    let end = (word.len() % 3) * width;
    // A beginning no shorter than the word less its edits; the ending after it is at most six letters.
    let from = word.len().saturating_sub(most);
    let best = (from..width).filter(|at| width - 1 - at <= 6).map(|at| rows[end + at]).min()?;
    (best <= most).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon(cases: &[&str]) -> Lexicon {
        let mut builder = Builder::default();
        for case in cases {
            for word in case.split(' ') {
                builder.word(word.as_bytes(), Zone::Rest);
            }
            builder.end_case(case.as_bytes());
        }
        builder.finish()
    }

    fn words(lexicon: &Lexicon, numbers: impl IntoIterator<Item = usize>) -> Vec<String> {
        numbers.into_iter().map(|number| String::from_utf8_lossy(lexicon.word(number)).into_owned()).collect()
    }

    #[test]
    fn words_are_found_by_beginning_and_by_part() {
        let lexicon = lexicon(&["the banner (ban)", "band on the run", "urban"]);
        assert_eq!(words(&lexicon, lexicon.beginning(b"ban")), ["ban", "band", "banner"]);
        assert_eq!(words(&lexicon, lexicon.holding(b"ban")), ["ban", "band", "banner", "urban"]);
        let cases = |word: &[u8]| -> Vec<usize> {
            let at = lexicon.beginning(word).start;
            lexicon.postings(at).iter().map(|posting| posting.case()).collect()
        };
        assert_eq!(cases(b"the"), [0, 1]);
    }

    #[test]
    fn pairs_tell_who_may_hold_a_part() {
        let lexicon = lexicon(&["abcd", "bc ad", "xyz"]);
        assert_eq!(lexicon.may_hold(b"bc").iter().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(lexicon.may_hold(b"abc").iter().collect::<Vec<_>>(), [0]);
        assert_eq!(lexicon.may_hold(b"z").iter().collect::<Vec<_>>(), [2]);
        assert!(lexicon.may_hold(b"q").iter().next().is_none());
    }

    #[test]
    fn slips_of_the_hand_are_forgiven() {
        let lexicon = lexicon(&["certificate certificates browser brown exchange"]);
        let alike = |word: &[u8]| words(&lexicon, lexicon.alike(word).into_iter().map(|(number, _)| number));
        assert_eq!(alike(b"certificte"), ["certificate", "certificates"]);
        assert_eq!(alike(b"browsre"), ["browser"]);
        assert_eq!(alike(b"brow"), Vec::<String>::new());
        assert!(alike(b"elephants").is_empty());
    }
}
