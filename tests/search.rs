//! What holds for every query: a slice of a text finds its case, nothing panics, typing never blinks.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

use std::sync::OnceLock;

use incident_explorer::library::Library;
use incident_explorer::search::Index;
use proptest::prelude::*;

fn library() -> &'static (Library, Index) {
    static LIBRARY: OnceLock<(Library, Index)> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = Library::builtin();
        let index = Index::build(&library, &mut |_| {});
        (library, index)
    })
}

fn found(query: &str) -> Vec<usize> {
    let (library, index) = library();
    index.search(library, &index.parse(query)).iter().map(|hit| hit.at).collect()
}

/// A text of a case, by numbers that may be anything.
fn text(case: usize, which: usize) -> (usize, String) {
    let (library, _) = library();
    let at = case % library.len();
    let (case, _) = library.entry(at).read();
    let texts: Vec<String> = case.texts().iter().flat_map(|(_, text)| text.all()).map(ToString::to_string).collect();
    (at, texts[which % texts.len()].clone())
}

/// How a word looks while it is typed with a Korean layout on: each syllable grows, and takes the next consonant first.
fn while_typed(word: &str) -> Vec<String> {
    const INITIALS: [char; 19] = [
        'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ',
        'ㅎ',
    ];
    // The final consonant that an initial becomes at the end of an open syllable.
    const FINALS: [u32; 19] = [1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27];
    let mut out = Vec::new();
    let mut before = String::new();
    for c in word.chars() {
        if ('가'..='힣').contains(&c) {
            let index = c as u32 - 0xac00;
            let initial = (index / 588) as usize;
            if let Some(last) = before.chars().next_back()
                && ('가'..='힣').contains(&last)
                && (last as u32 - 0xac00).is_multiple_of(28)
                && FINALS[initial] > 0
            {
                let mut joined: String = before.chars().take(before.chars().count() - 1).collect();
                joined.push(char::from_u32(last as u32 + FINALS[initial]).unwrap());
                out.push(joined);
            } else {
                out.push(format!("{before}{}", INITIALS[initial]));
            }
            out.push(format!("{before}{}", char::from_u32(c as u32 - index % 28).unwrap()));
        }
        before.push(c);
        out.push(before.clone());
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_slice_of_a_text_finds_its_case(case: usize, which: usize, from: usize, length in 3usize..=20) {
        let (at, text) = text(case, which);
        let chars: Vec<char> = text.chars().collect();
        let from = from % chars.len();
        let slice: String = chars[from..].iter().take(length).collect();
        prop_assume!(!slice.contains('"') && !slice.trim().is_empty());
        prop_assert!(found(&format!("\"{slice}\"")).contains(&at), "{slice:?} of {text:?}");
        // As words, where none of them is of the query language.
        let plain = |word: &str| !word.contains(':') && !word.starts_with('-') && !word.contains('"');
        if slice.split_whitespace().all(plain) {
            prop_assert!(found(&slice).contains(&at), "the words of {slice:?} of {text:?}");
        }
    }

    #[test]
    fn any_text_is_searched_without_a_panic(text in "\\PC{0,80}") {
        let (library, index) = library();
        let query = index.parse(&text);
        let hits = index.search(library, &query);
        prop_assert!(hits.iter().all(|hit| hit.at < library.len()));
        if hits.is_empty() {
            let _ = index.blame(library, &query);
        }
        let _ = index.like(library, &text, 10);
    }

    #[test]
    fn typing_a_korean_word_never_blinks_to_nothing(case: usize, which: usize, word: usize) {
        let (at, text) = text(case, which);
        let words: Vec<&str> = text.split_whitespace().filter(|w| w.chars().all(|c| ('가'..='힣').contains(&c))).collect();
        prop_assume!(!words.is_empty());
        for typed in while_typed(words[word % words.len()]) {
            let hits = found(&typed);
            // A lone consonant looks at the beginnings of the syllables of titles and causes only.
            let alone = typed.chars().count() == 1 && !typed.chars().all(|c| ('가'..='힣').contains(&c));
            prop_assert!(if alone { !hits.is_empty() } else { hits.contains(&at) }, "{typed:?} of {:?}", words[word % words.len()]);
        }
    }
}

#[test]
fn brackets_and_signs_are_text() {
    for sign in "( ) [ ] { } * + ? \\ ^ $ . ! ' \" ~ - : /".split(' ') {
        let _ = found(sign);
    }
    for empty in ["   ", "\u{200b}", "\u{3164}"] {
        assert_eq!(found(empty).len(), library().0.len(), "{empty:?}");
    }
}

#[test]
fn the_same_query_gives_the_same_order() {
    let first = found("network");
    for _ in 0..3 {
        let index = Index::build(&library().0, &mut |_| {});
        let again: Vec<usize> = index.search(&library().0, &index.parse("network")).iter().map(|hit| hit.at).collect();
        assert_eq!(again, first);
    }
}
