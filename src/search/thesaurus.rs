//! Words that mean the same or nearly so, in both languages: `data/thesaurus.json` has the notions of the field,
//! `data/glossary.json` the words around them with their translations.
//!
//! Only what is like a text is widened by it: in a filter, a word means itself.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::endings::{KOREAN_ENDINGS, stems};
use crate::text::{fold, hangul};

/// How well another word stands for one: of the other language, and of the same.
const TRANSLATION: f32 = 0.65;
const SYNONYM: f32 = 0.33;
/// Bytes that the beginning of a Korean word must have, two syllables.
const SHORTEST: usize = 4;
/// Words that a phrase may have.
pub(super) const LONGEST_PHRASE: usize = 3;

/// Groups of words and short phrases.
#[derive(Debug, Default)]
pub(super) struct Thesaurus {
    groups: Vec<Vec<Member>>,
    by_form: HashMap<Vec<u8>, Vec<u32>>,
    by_stem: HashMap<Vec<u8>, Vec<u32>>,
}

#[derive(Debug)]
struct Member {
    text: String,
    folded: Vec<u8>,
}

/// Another word for one that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Other<'a> {
    /// As it is written.
    pub(super) text: &'a str,
    /// How well it stands for the word, up to 1.
    pub(super) quality: f32,
}

impl Thesaurus {
    pub(super) fn builtin() -> &'static Self {
        static BUILT_IN: OnceLock<Thesaurus> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let mut thesaurus = Self::default();
            // A test reads the files, so that a release cannot ship one that fails here.
            for json in [include_str!("../../data/thesaurus.json"), include_str!("../../data/glossary.json")] {
                let _ = thesaurus.add(json);
            }
            thesaurus
        })
    }

    fn add(&mut self, json: &str) -> Result<(), serde_json::Error> {
        let groups: Vec<Vec<String>> = serde_json::from_str(json)?;
        for group in groups {
            let number = self.groups.len() as u32;
            let members: Vec<Member> = group.into_iter().map(|text| Member { folded: folded(&text), text }).collect();
            for member in &members {
                self.by_form.entry(member.folded.clone()).or_default().push(number);
                if let Some(stem) = stem(&member.text) {
                    self.by_stem.entry(stem).or_default().push(number);
                }
            }
            self.groups.push(members);
        }
        Ok(())
    }

    /// Other words for `word` (in lower case; a word or a phrase), each once; `word` may be any form of one that is in a
    /// group.
    pub(super) fn others(&self, word: &str) -> Vec<Other<'_>> {
        let mine = folded(word);
        let stem = stem(word);
        let mut numbers: Vec<u32> = self.by_form.get(&mine).cloned().unwrap_or_default();
        if let Some(stem) = &stem {
            numbers.extend(self.by_stem.get(stem).into_iter().flatten());
        }
        let mut beginning = None;
        // A Korean stem is the beginning of what is typed; the longest one is meant.
        if numbers.is_empty() && is_korean(word) {
            beginning = self.beginning(&mine);
            numbers.extend(beginning.and_then(|length| self.by_form.get(&mine[..length])).into_iter().flatten());
        }
        numbers.sort_unstable();
        numbers.dedup();
        let is_word = |member: &Member| {
            member.folded == mine
                || beginning.is_some_and(|length| member.folded == mine[..length])
                || stem.is_some() && self::stem(&member.text) == stem
        };
        let mut out: Vec<Other> = Vec::new();
        let mut seen: Vec<&[u8]> = Vec::new();
        for number in numbers {
            for member in self.groups[number as usize].iter().filter(|member| !is_word(member)) {
                if !seen.contains(&&member.folded[..]) {
                    seen.push(&member.folded);
                    let is_translation = is_korean(&member.text) != is_korean(word);
                    let quality = if is_translation { TRANSLATION } else { SYNONYM };
                    out.push(Other { text: &member.text, quality });
                }
            }
        }
        out
    }

    /// Whether a phrase is in a group as it stands.
    pub(super) fn has(&self, phrase: &str) -> bool {
        self.by_form.contains_key(&folded(phrase))
    }

    /// The length of the longest known beginning of a folded Korean word.
    fn beginning(&self, word: &[u8]) -> Option<usize> {
        (SHORTEST..=word.len()).rev().find(|&length| self.by_form.contains_key(&word[..length]))
    }

    /// A Korean compound in the words that it is made of, where it is made of known ones: 시퀀스손상 is 시퀀스 and 손상.
    pub(super) fn split<'a>(&self, word: &'a str) -> Vec<&'a str> {
        let mut out = Vec::new();
        let mut rest = word;
        while rest.chars().count() >= 2 && !KOREAN_ENDINGS.contains(&rest) {
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
            let Some(end) = ends.filter(|&end| rest[..end].chars().count() >= 2).find(|&end| self.has(&rest[..end]))
            else {
                break;
            };
            out.push(&rest[..end]);
            rest = &rest[end..];
        }
        out
    }
}

fn is_korean(word: &str) -> bool {
    word.chars().any(hangul::is_syllable)
}

/// As `fold::units`, with hyphens as blanks.
fn folded(text: &str) -> Vec<u8> {
    fold::units(&text.replace('-', " "))
}

/// The stem of an English word, if it is long enough to be told by.
fn stem(word: &str) -> Option<Vec<u8>> {
    let is_word = word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word.then(|| {
        let word = word.to_lowercase();
        fold::units(stems(&word).first().unwrap_or(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_groups_are_sound() {
        for (json, least) in
            [(include_str!("../../data/thesaurus.json"), 100), (include_str!("../../data/glossary.json"), 2000)]
        {
            let groups: Vec<Vec<String>> = serde_json::from_str(json).unwrap();
            assert!(groups.len() > least);
            for group in &groups {
                assert!(group.len() >= 2, "{group:?}");
                assert!(group.iter().all(|word| !fold::units(word).is_empty()), "{group:?}");
                let korean = group.iter().filter(|word| is_korean(word)).count();
                assert!(0 < korean && korean < group.len(), "both languages: {group:?}");
            }
        }
    }

    #[test]
    fn forms_of_a_word_lead_to_the_others() {
        let mut thesaurus = Thesaurus::default();
        let groups = r#"[["pod", "파드"], ["crash", "죽었", "비정상 종료"], ["self-hosted runner", "셀프 호스티드 러너"],
            ["certificate", "인증서"], ["authentication", "인증"], ["sequence", "시퀀스"], ["corruption", "손상"]]"#;
        thesaurus.add(groups).unwrap();
        let others = |word: &str| thesaurus.others(word).into_iter().map(|m| m.text).collect::<Vec<_>>();
        assert_eq!(others("pods"), ["파드"]);
        assert_eq!(others("죽었어요"), ["crash", "비정상 종료"]);
        assert_eq!(others("crashed"), ["죽었", "비정상 종료"]);
        assert_eq!(others("self hosted runner"), ["셀프 호스티드 러너"]);
        assert_eq!(others("셀프호스티드러너가"), ["self-hosted runner"]);
        assert_eq!(others("인증서가"), ["certificate"]);
        assert!(others("table").is_empty());
        assert_eq!(thesaurus.split("시퀀스손상이"), ["시퀀스", "손상"]);
        assert_eq!(thesaurus.split("인증서가"), ["인증서"]);
        assert!(thesaurus.split("가나다").is_empty());
    }
}
