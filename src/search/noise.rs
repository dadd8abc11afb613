//! What says nothing about an incident: what differs in every alert, and words that are in every sentence.

use unicode_segmentation::UnicodeSegmentation as _;

use super::endings::KOREAN_ENDINGS;
use crate::text::hangul;

/// Digits from which on a number is told by.
const ID: usize = 5;

/// Addresses, times, paths with numbers: what differs in every alert.
pub(super) fn is_noise_token(token: &str) -> bool {
    let digits = token.chars().filter(char::is_ascii_digit).count();
    let letters = token.chars().filter(|c| c.is_alphabetic()).count();
    (digits >= 4 && digits > letters && !is_year(token)) || (digits >= 3 && token.matches([':', '.']).count() >= 2)
}

/// A year that stands alone: 2003, 2003년.
fn is_year(token: &str) -> bool {
    let token = token.strip_suffix("년").unwrap_or(token);
    token.len() == 4 && token.bytes().all(|byte| byte.is_ascii_digit()) && matches!(&token[..2], "19" | "20")
}

/// A long number, a hash or a name made by a machine (in lower case): worth something only where a case has the very same.
pub(super) fn is_id(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_number = digits == word.len() && digits >= ID;
    let is_hex = word.len() >= 7 && digits > 0 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_made = word.is_ascii() && word.len() >= 9 && digits * 3 >= word.len();
    is_number || is_hex || is_made
}

/// A word (in lower case) that says nothing about an incident.
pub(super) fn is_noise(word: &str) -> bool {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        // Status codes, exit codes and years tell something; other short numbers do not.
        let is_status = word.len() == 3 && matches!(word.as_bytes()[0], b'4' | b'5');
        let is_known = matches!(word, "137" | "139" | "143" | "1040" | "1500");
        return !is_status && !is_known && !is_year(word);
    }
    let length = word.graphemes(true).count();
    if word.chars().all(hangul::is_hangul) {
        return length < 2 && !matches!(word, "웹" | "앱" | "망" | "락" | "큐")
            || is_one_of(word, KOREAN)
            || KOREAN_ENDINGS.contains(&word);
    }
    length < 2 || is_one_of(word, ENGLISH)
}

fn is_one_of(word: &str, words: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}

const ENGLISH: &str = "\
    a about after again all also am an and any anyone are as at be because been before being but by can cannot cant \
    could did do does doing done else ever everything firing for from get gets getting go goes got had happened has \
    have having he help how if in info into is it its just keep keeps level like look looks me msg my no not nothing \
    now of on one only or our out over per seeing seems seen she since so some something still than that the their them \
    then there these they this though to today too up us was we were what when where which while who why will with \
    would you your";
const KOREAN: &str = "\
    가끔 갑자기 갔어요 같습니다 같아요 같은 같은데 같이 거기 거의 건가요 계속 그냥 그래서 그런 그런데 그리고 근데 \
    나서 나요 나중에 너무 네요 누가 다른 다시 다음 대로 대해 동안 돼서 돼요 됐는데 됐습니다 됐어요 되고 되나요 되는 \
    되면 됩니다 뒤로 뒤에 때마다 때문에 라고 마지막 만에 만큼 많은 많이 매우 먼저 모두 무슨 바로 버려서 버렸어요 \
    보니 보다 보면 보여요 부터 사람 새로 아마 아예 아요 아직 아직도 약간 어떤 어떻게 어요 엄청 없는 없습니다 없이 \
    에서 여기 예요 완전 왔어요 우리 원래 이거 이라고 이랑 이런 이미 이에요 이전 이후 인가요 인데 있고 있나요 있는 \
    있는데 있습니다 있어요 자꾸 저기 저런 저희 전부 정도 정말 정작 조금 지금 진짜 처음 통째로 하고 하나도 하나씩 \
    하나요 하는 하다가 하려고 하려다 하면 한대요 합니다 항상 해도 해서 해요 했는데 했습니다 했어요 혹시";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_every_alert_is_noise() {
        for token in ["2026-11-03T02:14:09Z", "10.3.2.1:443", "02:14:09.113"] {
            assert!(is_noise_token(token), "{token}");
        }
        for token in ["2003", "2003년", "KubeAPIErrorsHigh", "v1.30"] {
            assert!(!is_noise_token(token), "{token}");
        }
        for id in ["00000291", "9f3ac1d", "5c9b77zk2"] {
            assert!(is_id(id), "{id}");
        }
        for word in ["4096", "503", "kubernetes", "deadbeef", "ipv6"] {
            assert!(!is_id(word), "{word}");
        }
        assert!(is_noise("3") && is_noise("the") && is_noise("갑자기") && is_noise("에서"));
        assert!(!is_noise("503") && !is_noise("oom") && !is_noise("락") && !is_noise("2003"));
    }
}
