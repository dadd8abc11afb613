//! How near each other the shared words stand in a case: words of one sentence tell more than the same words strewn about.

use memchr::memmem;

/// Bytes of folded text (two or three a Korean syllable) that count as one place, some twenty words.
const WINDOW: usize = 200;
/// Places looked at for each form of a word.
const MOST_PLACES: usize = 50;

/// A word to look for: its forms, folded, and what it is worth.
#[derive(Debug)]
pub(super) struct Needle<'a> {
    pub(super) forms: &'a [Vec<u8>],
    pub(super) worth: f32,
}

/// The most that the words within one window of `text` are worth together.
pub(super) fn nearness(text: &[u8], needles: &[Needle]) -> f32 {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (number, needle) in needles.iter().enumerate() {
        for form in needle.forms {
            places.extend(memmem::find_iter(text, form).take(MOST_PLACES).map(|place| (place, number)));
        }
    }
    places.sort_unstable();
    let mut inside = vec![0u32; needles.len()];
    let (mut first, mut worth, mut best) = (0, 0.0f32, 0.0f32);
    for &(place, number) in &places {
        if inside[number] == 0 {
            worth += needles[number].worth;
        }
        inside[number] += 1;
        while places[first].0 + WINDOW < place {
            let gone = places[first].1;
            inside[gone] -= 1;
            if inside[gone] == 0 {
                worth -= needles[gone].worth;
            }
            first += 1;
        }
        best = best.max(worth);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_side_by_side_are_worth_the_most() {
        let forms: Vec<Vec<Vec<u8>>> = [&["lock", "locked"][..], &["table"], &["absent"]]
            .map(|forms| forms.iter().map(|form| form.as_bytes().to_vec()).collect())
            .into();
        let needles: Vec<Needle> =
            forms.iter().zip([2.0, 3.0, 4.0]).map(|(forms, worth)| Needle { forms, worth }).collect();
        let apart = format!("a lock {} the table", "x ".repeat(WINDOW));
        assert!((nearness(b"locked: the table is under a lock", &needles) - 5.0).abs() < 0.01);
        assert!((nearness(apart.as_bytes(), &needles) - 3.0).abs() < 0.01);
        assert!((nearness(b"nothing", &needles) - 0.0).abs() < 0.01);
    }
}
