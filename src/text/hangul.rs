//! Hangul taken apart: syllables into the jamo of a 두벌식 keyboard, and jamo into the Latin keys they sit on.
//!
//! Knows letters only; what a key does is not its business.

use unicode_normalization::UnicodeNormalization;

const INITIALS: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];
const MEDIALS: [&str; 21] = [
    "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ",
    "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ",
];
const FINALS: [&str; 28] = [
    "", "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ",
    "ㅁ", "ㅂ", "ㅂㅅ", "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ",
];
/// Basic jamo and the key each sits on in the 두벌식 layout; upper case is with Shift.
const KEYS: [(char, char); 33] = [
    ('ㄱ', 'r'),
    ('ㄲ', 'R'),
    ('ㄴ', 's'),
    ('ㄷ', 'e'),
    ('ㄸ', 'E'),
    ('ㄹ', 'f'),
    ('ㅁ', 'a'),
    ('ㅂ', 'q'),
    ('ㅃ', 'Q'),
    ('ㅅ', 't'),
    ('ㅆ', 'T'),
    ('ㅇ', 'd'),
    ('ㅈ', 'w'),
    ('ㅉ', 'W'),
    ('ㅊ', 'c'),
    ('ㅋ', 'z'),
    ('ㅌ', 'x'),
    ('ㅍ', 'v'),
    ('ㅎ', 'g'),
    ('ㅏ', 'k'),
    ('ㅐ', 'o'),
    ('ㅑ', 'i'),
    ('ㅒ', 'O'),
    ('ㅓ', 'j'),
    ('ㅔ', 'p'),
    ('ㅕ', 'u'),
    ('ㅖ', 'P'),
    ('ㅗ', 'h'),
    ('ㅛ', 'y'),
    ('ㅜ', 'n'),
    ('ㅠ', 'b'),
    ('ㅡ', 'm'),
    ('ㅣ', 'l'),
];

/// Whether `c` is a Hangul syllable or a jamo of any block.
pub fn is_hangul(c: char) -> bool {
    is_syllable(c) || matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ffa1}'..='\u{ffdc}')
}

/// Whether `c` is a whole syllable such as 가.
pub fn is_syllable(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Whether `c` is a consonant of the basic jamo.
pub fn is_consonant(c: char) -> bool {
    INITIALS.contains(&c)
}

/// The initial consonant of a syllable: ㅂ of 부.
pub fn initial(c: char) -> Option<char> {
    is_syllable(c).then(|| INITIALS[(c as usize - 0xac00) / 588])
}

/// Calls `f` with each basic jamo of `c` in typing order; false, and nothing called, when `c` is not Hangul.
/// Compounds come apart (ㅘ is ㅗ ㅏ, ㄺ is ㄹ ㄱ), and all blocks that hold the same letter give the same jamo.
pub fn for_each_jamo(c: char, f: &mut impl FnMut(char)) -> bool {
    if is_syllable(c) {
        let index = c as usize - 0xac00;
        f(INITIALS[index / 588]);
        MEDIALS[index % 588 / 28].chars().for_each(&mut *f);
        FINALS[index % 28].chars().for_each(f);
        return true;
    }
    match c {
        '\u{1100}'..='\u{1112}' => f(INITIALS[c as usize - 0x1100]),
        '\u{1161}'..='\u{1175}' => MEDIALS[c as usize - 0x1161].chars().for_each(f),
        '\u{11a8}'..='\u{11c2}' => FINALS[c as usize - 0x11a7].chars().for_each(f),
        '\u{3131}'..='\u{3163}' => {
            if KEYS.iter().any(|(jamo, _)| *jamo == c) {
                f(c);
            } else {
                compound(c).chars().for_each(f);
            }
        }
        '\u{ffa1}'..='\u{ffdc}' => {
            let mut any = false;
            for folded in std::iter::once(c).nfkc().filter(|&folded| folded != c) {
                any |= for_each_jamo(folded, f);
            }
            return any;
        }
        _ => return false,
    }
    true
}

fn compound(c: char) -> &'static str {
    match c {
        'ㄳ' => "ㄱㅅ",
        'ㄵ' => "ㄴㅈ",
        'ㄶ' => "ㄴㅎ",
        'ㄺ' => "ㄹㄱ",
        'ㄻ' => "ㄹㅁ",
        'ㄼ' => "ㄹㅂ",
        'ㄽ' => "ㄹㅅ",
        'ㄾ' => "ㄹㅌ",
        'ㄿ' => "ㄹㅍ",
        'ㅀ' => "ㄹㅎ",
        'ㅄ' => "ㅂㅅ",
        'ㅘ' => "ㅗㅏ",
        'ㅙ' => "ㅗㅐ",
        'ㅚ' => "ㅗㅣ",
        'ㅝ' => "ㅜㅓ",
        'ㅞ' => "ㅜㅔ",
        'ㅟ' => "ㅜㅣ",
        'ㅢ' => "ㅡㅣ",
        _ => "",
    }
}

/// The place of a basic jamo in a list of 33, consonants first: a stable small number for it.
/// The jamo of a number of [`jamo_index`].
pub fn jamo_at(index: usize) -> Option<char> {
    KEYS.get(index).map(|(jamo, _)| *jamo)
}

/// The place of a jamo among those that are typed.
pub fn jamo_index(c: char) -> Option<usize> {
    KEYS.iter().position(|(jamo, _)| *jamo == c)
}

/// The Latin keys that were pressed to type `c` in the 두벌식 layout: 허 is `g j`, ㅝ is `n j`.
/// None when `c` is not Hangul that this layout types.
pub fn keys(c: char) -> Option<Vec<char>> {
    let mut out = Vec::with_capacity(4);
    let known = for_each_jamo(c, &mut |jamo| {
        out.extend(KEYS.iter().find(|(j, _)| *j == jamo).map(|(_, key)| *key));
    });
    (known && !out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(c: char) -> String {
        keys(c).map(String::from_iter).unwrap_or_default()
    }

    #[test]
    fn every_letter_key_has_its_jamo() {
        let layout = "ㅂqㅈwㄷeㄱrㅅtㅛyㅕuㅑiㅐoㅔpㅁaㄴsㅇdㄹfㅎgㅗhㅓjㅏkㅣlㅋzㅌxㅊcㅍvㅠbㅜnㅡm";
        let pairs: Vec<char> = layout.chars().collect();
        assert_eq!(pairs.len(), 52);
        for pair in pairs.chunks(2) {
            assert_eq!(typed(pair[0]), pair[1].to_string());
        }
        for (jamo, key) in [('ㅃ', "Q"), ('ㅉ', "W"), ('ㄸ', "E"), ('ㄲ', "R"), ('ㅆ', "T"), ('ㅒ', "O"), ('ㅖ', "P")]
        {
            assert_eq!(typed(jamo), key);
        }
    }

    #[test]
    fn syllables_and_compounds_come_apart_in_typing_order() {
        assert_eq!(typed('허'), "gj");
        assert_eq!(typed('ㅝ'), "nj");
        assert_eq!(typed('값'), "rkqt");
        assert_eq!(typed('왜'), "dho");
        assert_eq!(typed('a'), "");
    }

    #[test]
    fn one_letter_of_several_blocks_is_one_jamo() {
        for same in ['\u{1112}', 'ㅎ', '\u{11c2}', '\u{ffbe}'] {
            assert_eq!(typed(same), "g");
        }
        assert_eq!(initial('부'), Some('ㅂ'));
    }
}
