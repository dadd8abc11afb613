//! Words that mean nearly the same in this field, in both languages, from `data/thesaurus.json`.
//!
//! Only what is like a text is widened by it: in a filter, a word means itself.

use std::sync::OnceLock;

use crate::text::{fold, hangul};

/// Groups of words and short phrases.
#[derive(Debug)]
pub(super) struct Thesaurus {
    groups: Vec<Vec<Member>>,
}

#[derive(Debug)]
pub(super) struct Member {
    /// As it is written.
    pub(super) text: String,
    folded: Vec<u8>,
    stem: Vec<u8>,
}

impl Thesaurus {
    pub(super) fn builtin() -> &'static Self {
        static BUILT_IN: OnceLock<Thesaurus> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            // A test reads the file, so that a release cannot ship one that fails here.
            Self::parse(include_str!("../../data/thesaurus.json")).unwrap_or(Self { groups: Vec::new() })
        })
    }

    fn parse(json: &str) -> Result<Self, serde_json::Error> {
        let groups: Vec<Vec<String>> = serde_json::from_str(json)?;
        let member = |text: String| {
            let folded = fold::units(&text);
            let stem =
                super::endings::stems(&text.to_lowercase()).first().map_or_else(|| folded.clone(), |s| fold::units(s));
            Member { text, folded, stem }
        };
        Ok(Self { groups: groups.into_iter().map(|group| group.into_iter().map(member).collect()).collect() })
    }

    /// Other words for `word` (in lower case), each once; `word` may be any form of a word that is in a group.
    pub(super) fn others(&self, word: &str) -> Vec<&Member> {
        let folded = fold::units(word);
        let stem = super::endings::stems(word).first().map_or_else(|| folded.clone(), |stem| fold::units(stem));
        let korean = word.chars().any(hangul::is_syllable);
        let is_word = |member: &Member| {
            member.folded == folded
                || (member.stem.len() >= 3 && member.stem == stem)
                // A Korean stem is the beginning of what is typed.
                || (korean && member.folded.len() >= 4 && folded.starts_with(&member.folded))
        };
        let mut out: Vec<&Member> = Vec::new();
        for group in &self.groups {
            if group.iter().any(is_word) {
                for member in group {
                    if !is_word(member) && !out.iter().any(|other| other.folded == member.folded) {
                        out.push(member);
                    }
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_thesaurus_is_sound() {
        let groups: Vec<Vec<String>> = serde_json::from_str(include_str!("../../data/thesaurus.json")).unwrap();
        assert!(groups.len() > 100);
        for group in &groups {
            assert!(group.len() >= 2, "{group:?}");
            assert!(group.iter().all(|word| !fold::units(word).is_empty()), "{group:?}");
        }
    }

    #[test]
    fn forms_of_a_word_lead_to_the_others() {
        let thesaurus = Thesaurus::parse(r#"[["pod", "파드"], ["crash", "죽었", "비정상 종료"]]"#).unwrap();
        let others = |word: &str| thesaurus.others(word).into_iter().map(|m| m.text.as_str()).collect::<Vec<_>>();
        assert_eq!(others("pods"), ["파드"]);
        assert_eq!(others("죽었어요"), ["crash", "비정상 종료"]);
        assert_eq!(others("crashed"), ["죽었", "비정상 종료"]);
        assert!(others("table").is_empty());
    }
}
