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

    /// The cases that hold each of `words` inside a word.
    pub(super) fn holding_all<'a>(&self, words: impl Iterator<Item = &'a [u8]>) -> Set {
        let mut out: Option<Set> = None;
        for word in words {
            let mut with = Set::default();
            self.add_cases(self.holding(word), &mut with);
            match &mut out {
                None => out = Some(with),
                Some(out) => out.keep(&with),
            }
        }
        out.unwrap_or_default()
    }

    fn add_cases(&self, words: impl IntoIterator<Item = usize>, out: &mut Set) {
        for number in words {
            self.postings(number).iter().for_each(|posting| out.insert(posting.case()));
        }
    }

    /// The cases that may hold `part`, all jamo, over the border of words: what stands behind its last border begins a
    /// word. A single letter there begins too many; then the rest is known to be in a word, or has a border itself.
    pub(super) fn may_hold_across(&self, part: &[u8]) -> Set {
        let mut out = Set::default();
        for end in (2..=part.len()).rev() {
            for border in 1..end - 1 {
                self.add_cases(self.beginning(&part[border..end]), &mut out);
            }
            if self.beginning(&part[end - 1..end]).is_empty() {
                break;
            }
            self.add_cases(self.holding(&part[..end - 1]), &mut out);
        }
        out.keep(&self.may_hold(part));
        out
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
        let mut edits = Edits::new(word, most);
        let mut number = 0;
        while number < self.len() {
            if let Some(edits) = edits.to(self.word(number)) {
                out.push((edits, number));
            }
            number = match edits.hopeless() {
                Some(beginning) => partition(number + 1..self.len(), |at| self.word(at).starts_with(beginning)),
                None => number + 1,
            };
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

/// Letters that a word may have behind the beginning that is compared.
const REST: usize = 6;
/// More edits than this are not counted.
const MANY: u8 = u8::MAX - 1;

/// Edits (two letters swapped are one) from a word to the beginnings of other words, which come in order: what one has
/// in common with the one before is not worked out again.
struct Edits<'a> {
    word: &'a [u8],
    most: usize,
    before: Vec<u8>,
    /// For each beginning of the other word the edits to it from each beginning of the word.
    rows: Vec<u8>,
    /// Letters of the other word that have a row.
    depth: usize,
    /// Whether no longer beginning can be near enough.
    is_far: bool,
}

impl<'a> Edits<'a> {
    fn new(word: &'a [u8], most: usize) -> Self {
        let first = (0..=word.len()).map(|at| at.min(usize::from(MANY)) as u8).collect();
        Self { word, most, before: Vec::new(), rows: first, depth: 0, is_far: false }
    }

    /// The edits to `other` or to a beginning of it that lacks an ending of a few letters, if not too many.
    fn to(&mut self, other: &[u8]) -> Option<usize> {
        let common = self.before.iter().zip(other).take_while(|(a, b)| a == b).count();
        if common < self.depth {
            self.depth = common;
            self.is_far = false;
        }
        self.before.truncate(common);
        self.before.extend_from_slice(&other[common..]);
        while !self.is_far && self.depth < other.len() {
            self.letter(other);
        }
        let width = self.word.len() + 1;
        // A beginning no shorter than the word less its edits.
        let from = self.word.len().saturating_sub(self.most).max(other.len().saturating_sub(REST));
        let best = (from..=self.depth).map(|at| usize::from(self.rows[at * width + self.word.len()])).min()?;
        (best <= self.most).then_some(best)
    }

    /// The beginning of the last word, if no word that begins so can be near enough.
    fn hopeless(&self) -> Option<&[u8]> {
        let width = self.word.len() + 1;
        let is_near = |at: usize| usize::from(self.rows[at * width + self.word.len()]) <= self.most;
        (self.is_far && !(0..=self.depth).any(is_near)).then(|| &self.before[..self.depth])
    }

    /// Adds the row of the next letter.
    fn letter(&mut self, other: &[u8]) {
        let (width, at) = (self.word.len() + 1, self.depth);
        let (now, before) = ((at + 1) * width, at * width);
        self.rows.resize(now + width, 0);
        self.rows[now] = (self.rows[before] + 1).min(MANY);
        let mut lowest = self.rows[now];
        for (j, &letter) in self.word.iter().enumerate() {
            let mut cost = self.rows[before + j] + u8::from(letter != other[at]);
            cost = cost.min(self.rows[before + j + 1] + 1).min(self.rows[now + j] + 1);
            if at > 0 && j > 0 && letter == other[at - 1] && self.word[j - 1] == other[at] {
                cost = cost.min(self.rows[before - width + j - 1] + 1);
            }
            let cost = cost.min(MANY);
            self.rows[now + j + 1] = cost;
            lowest = lowest.min(cost);
        }
        self.depth += 1;
        self.is_far = usize::from(lowest) > self.most;
    }
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
    fn slips_are_found_whatever_word_came_before() {
        let all = "quarter que queue queued queueing queues quota quux";
        let lexicon = lexicon(&[all]);
        let alike = |word: &str| words(&lexicon, lexicon.alike(word.as_bytes()).into_iter().map(|(number, _)| number));
        assert_eq!(alike("queeu"), ["queue", "queued", "queueing", "queues"]);
        assert_eq!(alike("quaeter"), ["quarter"]);
        assert!(alike(&"q".repeat(1000)).is_empty());
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
    fn every_part_of_a_korean_text_is_found_over_its_borders() {
        let texts = ["전체 부하 분산 계층이 멈췄다", "데이터 베이스 서버 가 넘 어 갔 다", "닭 갈비 값 이 올랐다"];
        let mut builder = Builder::default();
        for text in texts {
            for word in text.split(' ') {
                builder.word(&crate::text::fold::units(word), Zone::Rest);
            }
            builder.end_case(&crate::text::fold::units(text));
        }
        let lexicon = builder.finish();
        for (case, text) in texts.iter().enumerate() {
            let folded = crate::text::fold::units(text);
            for from in 0..folded.len() {
                for part in (from + 3..=folded.len()).map(|to| &folded[from..to]) {
                    let is_in_a_word = lexicon
                        .holding(part)
                        .iter()
                        .any(|&number| lexicon.postings(number).iter().any(|posting| posting.case() == case));
                    assert!(is_in_a_word || lexicon.may_hold_across(part).iter().any(|one| one == case), "{part:?}");
                }
            }
        }
        assert!(lexicon.may_hold_across(&crate::text::fold::units("부하계층")).iter().next().is_none());
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
