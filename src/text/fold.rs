//! Folding for search: what looks or is typed alike becomes equal bytes.
//!
//! Case, width and normal form are folded; a Hangul syllable becomes the jamo that are typed for it, so that a half-typed
//! syllable is a prefix of the whole (`부ㅎ` of 부하, `분ㅅ` of 분산); a blank beside Hangul is dropped, so that spacing does
//! not matter (로드밸런서 = 로드 밸런서). The folded form is bytes, not text: ASCII letters are lower case, jamo take the
//! places of the capitals and of control characters, everything else is UTF-8. A needle folds as its text does, so plain
//! substring search of bytes finds it; a match of a needle that begins with a syllable begins at a syllable.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::hangul;

/// Folds `text` for substring search.
pub fn units(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    fold_into(text, &mut |byte, _| out.push(byte));
    out
}

/// Initial consonants of the syllables of `text`, one byte each, blanks dropped; other characters stand as a break (0).
pub fn initials(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 3);
    for c in text.chars() {
        if let Some(byte) = hangul::initial(c).and_then(jamo_byte) {
            out.push(byte);
        } else if !c.is_whitespace() && out.last() != Some(&0) {
            out.push(0);
        }
    }
    out
}

/// The folded form of `needle` when it is made of initial consonants only (`ㅂㅎㅂㅅ`), blanks ignored.
pub fn as_initials(needle: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for c in needle.chars().filter(|c| !c.is_whitespace()) {
        let mut jamo = None;
        let mut count = 0;
        hangul::for_each_jamo(c, &mut |j| {
            jamo = Some(j);
            count += 1;
        });
        match jamo {
            Some(j) if count == 1 && hangul::is_consonant(j) => out.extend(jamo_byte(j)),
            _ => return None,
        }
    }
    (!out.is_empty()).then_some(out)
}

/// What is looked for in many texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    folded: Vec<u8>,
    is_initials: bool,
    letters: usize,
}

impl Needle {
    /// Folds what is looked for; nothing where nothing of it is left.
    pub fn of(needle: &str) -> Option<Self> {
        let initials = as_initials(needle);
        let is_initials = initials.is_some();
        let folded = initials.unwrap_or_else(|| units(needle));
        let letters = needle.chars().filter(|c| !c.is_whitespace()).count();
        (!folded.is_empty()).then_some(Self { folded, is_initials, letters })
    }

    /// Whether a place found for it has no more letters than it has itself: 팟 is not 파서.
    pub fn is_as_long(&self, found: &str) -> bool {
        found.chars().filter(|c| !c.is_whitespace()).count() <= self.letters
    }
}

/// A text to look for needles in; its room serves one text after the other.
#[derive(Debug, Default)]
pub struct Haystack {
    bytes: Vec<u8>,
    /// Where in the text the character of each byte begins.
    starts: Vec<u32>,
}

impl Haystack {
    /// Takes a text.
    pub fn take(&mut self, text: &str) {
        self.bytes.clear();
        self.starts.clear();
        fold_into(text, &mut |byte, place| {
            self.bytes.push(byte);
            self.starts.push(place.start as u32);
        });
    }

    /// Byte ranges of the text that was taken, which is `text`, that match `needle`, in order, not overlapping. A half-typed
    /// syllable marks the syllable.
    pub fn find(&self, text: &str, needle: &Needle) -> Vec<Range<usize>> {
        let wanted = &needle.folded;
        if needle.is_initials {
            return locate_initials(text, wanted);
        }
        let place = |at: usize| self.starts[at] as usize;
        let end =
            |at: usize| text.get(place(at)..).and_then(|rest| rest.chars().next()).map(|c| place(at) + c.len_utf8());
        let range = |at: usize| Some(place(at)..end(at + wanted.len() - 1)?);
        // Places in a text that was not composed are those of the composed one, and may be none here.
        let is_place = |range: &Range<usize>| text.get(range.clone()).is_some();
        memchr::memmem::find_iter(&self.bytes, wanted).filter_map(range).filter(is_place).collect()
    }
}

/// Byte ranges of `text` that match `needle`, as [`Haystack::find`] gives them.
pub fn locate(text: &str, needle: &str) -> Vec<Range<usize>> {
    let mut haystack = Haystack::default();
    haystack.take(text);
    Needle::of(needle).map(|needle| haystack.find(text, &needle)).unwrap_or_default()
}

fn locate_initials(text: &str, wanted: &[u8]) -> Vec<Range<usize>> {
    let syllables: Vec<(u8, Range<usize>)> = text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace())
        .map(|(at, c)| (hangul::initial(c).and_then(jamo_byte).unwrap_or(0), at..at + c.len_utf8()))
        .collect();
    let bytes: Vec<u8> = syllables.iter().map(|(byte, _)| *byte).collect();
    memchr::memmem::find_iter(&bytes, wanted)
        .map(|at| syllables[at].1.start..syllables[at + wanted.len() - 1].1.end)
        .collect()
}

/// Calls `emit` with each folded byte and the byte range of the character of `text` it comes from.
fn fold_into(text: &str, emit: &mut impl FnMut(u8, Range<usize>)) {
    // Decomposed Hangul has to be composed first; then places count in the composed text. Texts of cases are composed
    // when they are read, so this is for what is typed or pasted.
    let composed: String;
    let text = if unicode_normalization::is_nfc(text) {
        text
    } else {
        composed = text.nfc().collect();
        &composed
    };
    let mut after_hangul = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let place = at..at + c.len_utf8();
        if c.is_ascii() {
            if c.is_ascii_whitespace() {
                let before_hangul = chars.peek().is_some_and(|(_, next)| hangul::is_hangul(*next));
                let before_blank = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
                if !(after_hangul || before_hangul || before_blank || at == 0) {
                    emit(b' ', place);
                }
                continue;
            }
            after_hangul = false;
            if !c.is_ascii_control() {
                emit(c.to_ascii_lowercase() as u8, place);
            }
            continue;
        }
        if hangul::for_each_jamo(c, &mut |jamo| {
            if let Some(byte) = jamo_byte(jamo) {
                emit(byte, place.clone());
            }
        }) {
            after_hangul = true;
            continue;
        }
        if c.is_whitespace() {
            if !after_hangul && !chars.peek().is_some_and(|(_, next)| hangul::is_hangul(*next)) {
                emit(b' ', place);
            }
            continue;
        }
        after_hangul = false;
        if is_ignored(c) {
            continue;
        }
        let mut buffer = [0; 4];
        for folded in std::iter::once(c).nfkc().flat_map(char::to_lowercase) {
            for &byte in folded.encode_utf8(&mut buffer).as_bytes() {
                emit(byte, place.clone());
            }
        }
    }
}

fn is_ignored(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{3164}' | '\u{115f}' | '\u{1160}' | '\u{fe00}'..='\u{fe0f}')
}

/// Whether a folded byte stands for a jamo.
pub fn is_jamo(byte: u8) -> bool {
    byte.is_ascii_uppercase() || (1..=7).contains(&byte)
}

/// Whether `needle` stands in a folded word so that its last syllable is one there: not 팟 in 파서.
pub fn stands_whole(word: &[u8], needle: &[u8]) -> bool {
    let consonant = |byte: Option<&u8>| byte.and_then(|&byte| jamo(byte)).map(hangul::is_consonant);
    let is_cut = |end: usize| consonant(needle.last()) == Some(true) && consonant(word.get(end)) == Some(false);
    memchr::memmem::find_iter(word, needle).any(|at| !is_cut(at + needle.len()))
}

fn jamo(byte: u8) -> Option<char> {
    let index = if byte.is_ascii_uppercase() { byte - b'A' } else { byte.wrapping_add(25) };
    if is_jamo(byte) { hangul::jamo_at(usize::from(index)) } else { None }
}

fn jamo_byte(jamo: char) -> Option<u8> {
    let index = hangul::jamo_index(jamo)? as u8;
    Some(if index < 26 { b'A' + index } else { 1 + (index - 26) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, needle: &str) -> Vec<String> {
        locate(text, needle).into_iter().map(|r| text[r].to_owned()).collect()
    }

    #[test]
    fn spacing_case_and_width_do_not_matter() {
        assert_eq!(units("로드 밸런서"), units("로드밸런서"));
        assert_eq!(units("Redis 노드"), units("REDIS노드"));
        assert_eq!(units("ＣＰＵ"), units("cpu"));
        assert_ne!(units("load balancer"), units("loadbalancer"));
    }

    #[test]
    fn half_typed_syllables_are_found_in_whole_ones() {
        for needle in ["부", "붛", "부ㅎ", "부하", "부하 ㅂ", "부하 분", "부하 분ㅅ", "부하 분산"] {
            assert!(!locate("전체 부하 분산 계층", needle).is_empty(), "{needle}");
        }
    }

    #[test]
    fn initials_find_and_mark_their_syllables() {
        assert_eq!(found("카카오톡 로그인 장애", "ㅋㅋㅇㅌ"), ["카카오톡"]);
        assert_eq!(found("프론트 엔드 개발", "ㅍㄹㅌㅇㄷ ㄱㅂ"), ["프론트 엔드 개발"]);
        assert_eq!(as_initials("가ㄴ"), None);
        assert_eq!(as_initials("\u{1112}\u{1100}"), as_initials("ㅎㄱ"));
    }

    #[test]
    fn marks_cover_the_right_bytes_where_lower_case_changes_length() {
        assert_eq!(found("İİ error ẞ 장애", "error"), ["error"]);
        assert_eq!(found("Éclair", "é"), ["É"]);
        let title = "중앙 로그 장애";
        assert_eq!(locate(title, "장애").first(), Some(&(14..20)));
    }

    #[test]
    fn inside_words_and_against_latin() {
        assert_eq!(found("대한민국 리전 장애", "민국"), ["민국"]);
        assert_eq!(found("재시작nginx후", "nginx"), ["nginx"]);
    }

    #[test]
    fn a_finished_syllable_is_not_the_beginning_of_the_next() {
        let stands = |word: &str, needle: &str| stands_whole(&units(word), &units(needle));
        assert!(stands("팟", "팟") && stands("팟이", "팟") && stands("파서 팟", "팟") && stands("서버", "서버"));
        assert!(!stands("파서", "팟") && !stands("파싱", "팟"));
        let needle = Needle::of("팟").unwrap();
        assert!(needle.is_as_long("팟") && !needle.is_as_long("파서"));
    }

    #[test]
    fn normal_forms_are_equal() {
        let decomposed: String = "테스트 장애".nfd().collect();
        assert_eq!(units(&decomposed), units("테스트 장애"));
        for end in 1..=decomposed.chars().count() {
            let needle: String = "테스트 장애".chars().take(end).collect();
            for range in locate(&decomposed, &needle) {
                assert!(decomposed.is_char_boundary(range.start) && decomposed.is_char_boundary(range.end));
            }
        }
    }
}
