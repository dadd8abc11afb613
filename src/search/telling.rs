//! The words of a pasted text that tell something.

use std::collections::HashSet;

use super::compound::parts;
use super::noise::{is_id, is_noise, is_noise_token};
use super::thesaurus::{LONGEST_PHRASE, Thesaurus};
use crate::text::{hangul, sequences};

/// More words than this are not looked at: an alert says what it says at its beginning.
const MOST_WORDS: usize = 400;

/// A word of a text, or what is taken like one; in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// A word.
    Word(String),
    /// Neighbouring words that are known to mean one thing.
    Phrase(String),
    /// A number, a hash, the name of a machine: only the very same will do.
    Id(String),
}

impl Telling {
    /// As it is written.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Phrase(text) | Self::Id(text) => text,
        }
    }
}

/// Collects what tells something, each once.
#[derive(Default)]
struct Collector {
    seen: HashSet<String>,
    words: Vec<Telling>,
    ids: Vec<Telling>,
    /// The words in order, empty where one was noise, to find phrases in.
    sequence: Vec<String>,
}

impl Collector {
    fn word(&mut self, word: &str) {
        let word = word.to_lowercase();
        if !is_noise(&word) && !is_id(&word) && self.seen.insert(word.clone()) {
            self.words.push(Telling::Word(word));
        }
    }

    /// Whether it is an id.
    fn id(&mut self, part: &str) -> bool {
        let id = part.to_lowercase();
        let is_id = is_id(&id);
        if is_id && self.ids.len() < MOST_WORDS && self.seen.insert(id.clone()) {
            self.ids.push(Telling::Id(id));
        }
        is_id
    }

    /// What stands between punctuation.
    fn part(&mut self, part: &str) {
        if self.id(part) {
            self.sequence.push(String::new());
            return;
        }
        let pieces: Vec<&str> = parts(part).into_iter().flat_map(known_words).collect();
        self.sequence.extend(pieces.iter().map(|piece| piece.to_lowercase()));
        if pieces.len() == 1 || part.is_ascii() || part.chars().all(hangul::is_hangul) {
            self.word(part);
        }
        if pieces.len() > 1 {
            // What follows a number counts it: 40도를, 5분씩.
            let is_counted = pieces[0].chars().all(|c| c.is_ascii_digit());
            for piece in pieces {
                if !(is_counted && piece.chars().all(hangul::is_hangul)) {
                    self.word(piece);
                }
            }
        }
    }

    fn phrases(&mut self) {
        for length in 2..=LONGEST_PHRASE {
            for words in self.sequence.windows(length).filter(|words| words.iter().all(|word| !word.is_empty())) {
                let phrase = words.join(" ");
                if Thesaurus::builtin().has(&phrase) && self.seen.insert(phrase.clone()) {
                    self.words.push(Telling::Phrase(phrase));
                }
            }
        }
    }
}

/// A Korean compound in the words that it is made of, if there are several known ones.
fn known_words(piece: &str) -> Vec<&str> {
    let known = Thesaurus::builtin().split(piece);
    if known.len() > 1 { known } else { vec![piece] }
}

/// What tells something in a text, each once: words in order, phrases, ids.
pub(super) fn telling(text: &str) -> Vec<Telling> {
    let text = sequences::dropped(text);
    let mut out = Collector::default();
    for token in text.split(|c: char| c.is_whitespace() || "\"'`()[]{}<>,;|=…“”‘’".contains(c)) {
        if out.words.len() >= MOST_WORDS {
            break;
        }
        // Of a web address the host and the path tell something.
        let address = token.split_once("://").map(|(_, rest)| rest);
        let token = address.unwrap_or(token);
        let split = token.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        if address.is_none() && is_noise_token(token) {
            split.for_each(|part| _ = out.id(part));
            out.sequence.push(String::new());
        } else {
            split.for_each(|part| out.part(part));
        }
    }
    out.phrases();
    out.words.into_iter().chain(out.ids).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_dropped_and_names_come_apart() {
        let alert = "[FIRING:3] KubeAPIErrorsHigh prod-eu-1 2026-11-03T02:14:09Z apiserver_request_total code=503 \
                     dial tcp 10.3.2.1:443: connect: connection refused pod-7f9c8d6b5-x2x1z \
                     https://api.stripe.com/v1/charges C-00000291-00000009.sys";
        let told = telling(alert);
        let has = |one: &Telling| told.contains(one);
        for word in ["kube", "api", "errors", "high", "503", "connection", "refused", "apiserver", "stripe", "charges"]
        {
            assert!(has(&Telling::Word(word.to_owned())), "{word}: {told:?}");
        }
        for id in ["7f9c8d6b5", "00000291"] {
            assert!(has(&Telling::Id(id.to_owned())), "{id}: {told:?}");
        }
        for noise in ["3", "443", "10", "2026"] {
            assert!(told.iter().all(|one| one.text() != noise), "{noise}: {told:?}");
        }
    }

    #[test]
    fn known_phrases_are_one() {
        assert!(telling("the connection pool is empty").contains(&Telling::Phrase("connection pool".to_owned())));
        assert!(telling("connection, 10.3.2.1:443 pool").iter().all(|one| !matches!(one, Telling::Phrase(_))));
    }

    #[test]
    fn a_long_log_is_read_up_to_a_limit() {
        let log: Vec<String> = (1..500).map(|at| "q".repeat(at)).collect();
        assert_eq!(telling(&log.join(" ")).len(), MOST_WORDS);
    }
}
