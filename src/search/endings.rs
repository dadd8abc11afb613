//! Endings of words in both languages, and the stems that are left without them.

use crate::text::hangul;

/// Endings of English words, the longest first.
const ENGLISH_ENDINGS: [&str; 14] =
    ["ations", "ation", "ings", "ing", "ions", "ion", "edly", "ed", "ers", "er", "ies", "es", "s", "e"];
/// Endings of Korean words, the longest first: particles and verb endings.
pub(super) const KOREAN_ENDINGS: &[&str] = &[
    "했습니다",
    "됐습니다",
    "합니다",
    "됩니다",
    "입니다",
    "했는데",
    "됐는데",
    "하는데",
    "되는데",
    "인데요",
    "했어요",
    "됐어요",
    "해서요",
    "에서는",
    "에서도",
    "으로는",
    "으로도",
    "이라고",
    "까지는",
    "부터는",
    "했더니",
    "하면서",
    "되면서",
    "하다가",
    "되다가",
    "지면서",
    "에서",
    "에게",
    "으로",
    "까지",
    "부터",
    "처럼",
    "보다",
    "마다",
    "조차",
    "이나",
    "라고",
    "이라",
    "하고",
    "하는",
    "하게",
    "하면",
    "해서",
    "하자",
    "했다",
    "되는",
    "되면",
    "돼서",
    "됐다",
    "들이",
    "들은",
    "들을",
    "이고",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "와",
    "과",
    "로",
    "도",
    "만",
];

/// The stems that a word may have: without an English ending, or without a Korean particle or verb ending.
pub(super) fn stems(word: &str) -> Vec<String> {
    let mut out = Vec::new();
    if word.chars().any(hangul::is_syllable) {
        let stem =
            KOREAN_ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending)).find(|stem| stem.chars().count() >= 2);
        out.extend(stem.map(str::to_owned));
        return out;
    }
    if !word.is_ascii() || word.len() < 4 {
        return out;
    }
    let ending = ENGLISH_ENDINGS.iter().find(|ending| word.ends_with(**ending) && word.len() >= ending.len() + 3);
    let stem = ending.map_or(word, |ending| &word[..word.len() - ending.len()]);
    out.push(stem.to_owned());
    // "stopping" is "stop".
    let bytes = stem.as_bytes();
    if ending.is_some() && bytes.len() >= 4 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
        out.push(stem[..stem.len() - 1].to_owned());
    }
    out
}

/// The beginnings of a Korean verb or compound that is not known as it stands, the longest first.
pub(super) fn beginnings(word: &str) -> Vec<String> {
    let syllables: Vec<char> = word.chars().collect();
    if !word.chars().all(hangul::is_syllable) {
        return Vec::new();
    }
    (2..syllables.len()).rev().map(|end| syllables[..end].iter().collect()).collect()
}

/// Particles of Korean nouns, the longest first, and whether the syllable before must have a final consonant.
const PARTICLES: [(&str, Option<bool>); 29] = [
    ("에서는", None),
    ("에서도", None),
    ("으로는", Some(true)),
    ("으로도", Some(true)),
    ("까지는", None),
    ("부터는", None),
    ("에서", None),
    ("에게", None),
    ("에는", None),
    ("에도", None),
    ("으로", Some(true)),
    ("까지", None),
    ("부터", None),
    ("처럼", None),
    ("보다", None),
    ("마다", None),
    ("은", Some(true)),
    ("이", Some(true)),
    ("을", Some(true)),
    ("과", Some(true)),
    ("는", Some(false)),
    ("가", Some(false)),
    ("를", Some(false)),
    ("와", Some(false)),
    ("로", None),
    ("의", None),
    ("에", None),
    ("도", None),
    ("만", None),
];

/// A Korean noun of two syllables or more without its particle; none where it bears none.
pub(super) fn without_particle(word: &str) -> Option<&str> {
    PARTICLES.iter().find_map(|(particle, after_final)| {
        let stem = word.strip_suffix(particle)?;
        let last = stem.chars().next_back().filter(|&last| hangul::is_syllable(last))?;
        let has_final = !(last as u32 - 0xac00).is_multiple_of(28);
        let fits = after_final.is_none_or(|wanted| wanted == has_final) && stem.chars().count() >= 2;
        fits.then_some(stem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_given_up() {
        assert_eq!(stems("서버들이"), ["서버"]);
        assert_eq!(stems("갱신을"), ["갱신"]);
        assert!(stems("stopping").contains(&"stop".to_owned()));
        assert_eq!(stems("expired"), ["expir"]);
        assert_eq!(beginnings("모니터링서버").first().map(String::as_str), Some("모니터링서"));
    }

    #[test]
    fn a_noun_is_known_without_its_particle() {
        for (word, stem) in [
            ("메모리가", "메모리"),
            ("서버에서", "서버"),
            ("장애는", "장애"),
            ("디스크로", "디스크"),
            ("인증서를", "인증서"),
        ] {
            assert_eq!(without_particle(word), Some(stem));
        }
        for word in ["메모리은", "결과", "장애", "disk", "회의"] {
            assert_eq!(without_particle(word), None, "{word}");
        }
    }
}
