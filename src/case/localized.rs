//! Text by language, and which of it to show.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::text::Clean;

/// A language of the product. Both are equals: each case has its own text in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
}

impl Language {
    /// Both languages, English first.
    pub const ALL: [Self; 2] = [Self::English, Self::Korean];

    /// The key of this language in case files: `en` or `ko`.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// Reads `en`, `ko`, `ko_KR.UTF-8`, `english`, `한국어` and the like.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        if lower.starts_with("ko") || lower == "한국어" {
            Some(Self::Korean)
        } else if lower.starts_with("en") || lower == "영어" {
            Some(Self::English)
        } else {
            None
        }
    }

    /// The other of the two.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::English => Self::Korean,
            Self::Korean => Self::English,
        }
    }
}

/// A text by language: `{"en": …, "ko": …}`, or one plain string for all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Localized {
    english: Option<Clean>,
    korean: Option<Clean>,
    /// A plain string (`any_language`) or the first text in a language that is not ours.
    other: Option<Clean>,
    any_language: bool,
}

/// A text chosen for a language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown<'a> {
    /// The text.
    pub text: &'a Clean,
    /// Whether it is in another language than was asked for; such a text bears a small mark.
    pub fell_back: bool,
}

impl Localized {
    /// One text for every language.
    pub fn plain(text: &str) -> Self {
        let other = some_text(text);
        Self { any_language: other.is_some(), other, ..Self::default() }
    }

    /// The text in exactly this language.
    pub fn get(&self, language: Language) -> Option<&Clean> {
        match language {
            Language::English => self.english.as_ref(),
            Language::Korean => self.korean.as_ref(),
        }
    }

    /// The text to show to a reader of `language`: theirs, or the other one, or whatever there is.
    pub fn in_language(&self, language: Language) -> Option<Shown<'_>> {
        if let Some(text) = self.get(language) {
            return Some(Shown { text, fell_back: false });
        }
        self.get(language.other()).or(self.other.as_ref()).map(|text| Shown { text, fell_back: !self.any_language })
    }

    /// Every text there is, English first.
    pub fn all(&self) -> impl Iterator<Item = &Clean> {
        [&self.english, &self.korean, &self.other].into_iter().flatten()
    }

    /// Whether there is no text in any language.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Whether `language` has no text of its own although another has.
    pub fn is_missing(&self, language: Language) -> bool {
        self.get(language).is_none() && !self.any_language && !self.is_empty()
    }

    /// Sets the text for the language with this code; the first of the unknown codes is kept for want of better.
    pub(super) fn set(&mut self, code: &str, text: &str) {
        let text = some_text(text);
        match code {
            "en" => self.english = text,
            "ko" => self.korean = text,
            _ => {
                if self.other.is_none() {
                    self.other = text;
                }
            }
        }
    }
}

fn some_text(text: &str) -> Option<Clean> {
    let text = Clean::new(text.trim_end_matches(['\n', '\r', ' ']));
    (!text.is_blank()).then_some(text)
}

/// Lenient and fast: anything that is neither a string nor an object is no text. `read` finds and names such oddities.
impl<'de> Deserialize<'de> for Localized {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Localized;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("text by language")
            }

            fn visit_str<E>(self, text: &str) -> Result<Localized, E> {
                Ok(Localized::plain(text))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Localized, A::Error> {
                let mut out = Localized::default();
                while let Some(code) = map.next_key::<std::borrow::Cow<'de, str>>()? {
                    if let Some(text) = map.next_value::<super::head::Text>()?.0 {
                        out.set(&code, &text);
                    }
                }
                Ok(out)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Localized, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Localized::default())
            }

            fn visit_unit<E>(self) -> Result<Localized, E> {
                Ok(Localized::default())
            }

            fn visit_bool<E>(self, _: bool) -> Result<Localized, E> {
                Ok(Localized::default())
            }

            fn visit_i64<E>(self, number: i64) -> Result<Localized, E> {
                Ok(Localized::plain(&number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Localized, E> {
                Ok(Localized::plain(&number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Localized, E> {
                Ok(Localized::plain(&number.to_string()))
            }
        }
        deserializer.deserialize_any(V)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Localized {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_missing_language_falls_back_and_says_so() {
        let text = read(r#"{"en": "stale configuration", "ko": null}"#);
        let shown = text.in_language(Language::Korean).unwrap();
        assert_eq!((shown.text.as_str(), shown.fell_back), ("stale configuration", true));
        assert!(text.is_missing(Language::Korean));
        assert!(!text.in_language(Language::English).unwrap().fell_back);
    }

    #[test]
    fn a_plain_string_serves_every_language() {
        let text = read(r#""us-central1""#);
        for language in Language::ALL {
            assert!(!text.in_language(language).unwrap().fell_back);
        }
    }

    #[test]
    fn a_third_language_is_better_than_nothing() {
        let text = read(r#"{"zh": "負載均衡"}"#);
        assert_eq!(text.in_language(Language::English).unwrap().text.as_str(), "負載均衡");
        assert!(read("[1, 2]").is_empty());
        assert_eq!(read(r#"{"en": ["a"]}"#).get(Language::English).unwrap().as_str(), "a");
    }

    #[test]
    fn languages_are_read_from_locales() {
        assert_eq!(Language::parse("ko_KR.UTF-8"), Some(Language::Korean));
        assert_eq!(Language::parse("C"), None);
    }
}
