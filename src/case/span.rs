//! Durations as incident reports write them.

use std::fmt;

/// A duration in whole seconds. Written in the form of the case files: `40s`, `9m`, `2h 5m`, `29h 46m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

impl Span {
    /// A span of this many minutes.
    pub fn from_minutes(minutes: u64) -> Self {
        Self(minutes.saturating_mul(60))
    }

    /// A span of this many seconds.
    pub fn from_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Reads `9m`, `29h 46m`, `18h11m`, `1d 2h`, `PT22M`, `18시간 11분` and words such as `2 hours`.
    /// `unknown`, an empty text and anything else are none.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().to_lowercase();
        let mut rest = lower.strip_prefix('p').unwrap_or(&lower);
        let mut seconds = 0u64;
        let mut any = false;
        loop {
            rest = rest.trim_start_matches([' ', ',', 't', '_']);
            if rest.is_empty() {
                return any.then_some(Self(seconds));
            }
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let amount: u64 = rest[..digits].parse().ok()?;
            rest = rest[digits..].trim_start();
            let unit_len =
                rest.find(|c: char| !c.is_alphabetic() || c == 't' && rest.starts_with('d')).unwrap_or(rest.len());
            let unit = match &rest[..unit_len] {
                "w" | "week" | "weeks" | "주" => 7 * 86_400,
                "d" | "day" | "days" | "일" => 86_400,
                "h" | "hr" | "hrs" | "hour" | "hours" | "시간" => 3_600,
                "m" | "min" | "mins" | "minute" | "minutes" | "분" => 60,
                "s" | "sec" | "secs" | "second" | "seconds" | "초" => 1,
                _ => return None,
            };
            seconds = seconds.checked_add(amount.checked_mul(unit)?)?;
            rest = &rest[unit_len..];
            any = true;
        }
    }

    /// Whole minutes.
    pub fn minutes(self) -> u64 {
        self.0 / 60
    }

    /// Seconds.
    pub fn seconds(self) -> u64 {
        self.0
    }

    fn parts(self) -> [(u64, usize); 3] {
        [(self.0 / 3600, 0), (self.0 / 60 % 60, 1), (self.0 % 60, 2)]
    }

    fn write(self, f: &mut impl fmt::Write, units: [&str; 3]) -> fmt::Result {
        let mut first = true;
        for (amount, unit) in self.parts() {
            if amount > 0 || (unit == 1 && self.0 == 0) {
                if !first {
                    f.write_char(' ')?;
                }
                write!(f, "{amount}{}", units[unit])?;
                first = false;
            }
        }
        Ok(())
    }

    /// As screens of this language show it.
    pub fn in_language(self, language: super::Language) -> String {
        match language {
            super::Language::English => self.to_string(),
            super::Language::Korean => self.korean(),
        }
    }

    /// `18시간 11분`, as Korean screens show it.
    pub fn korean(self) -> String {
        let mut out = String::new();
        let written = self.write(&mut out, ["시간", "분", "초"]);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        out
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, ["h", "m", "s"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_of_the_reports_is_read() {
        for (text, written) in [
            ("9m", "9m"),
            ("29h 46m", "29h 46m"),
            ("18h11m", "18h 11m"),
            ("1d 2h", "26h"),
            ("PT22M", "22m"),
            ("P1DT2H30M", "26h 30m"),
            ("18시간 11분", "18h 11m"),
            ("2 hours, 5 minutes", "2h 5m"),
            ("90s", "1m 30s"),
            ("0m", "0m"),
        ] {
            assert_eq!(Span::parse(text).map(|s| s.to_string()).as_deref(), Some(written), "{text}");
        }
        for text in ["", "unknown", "9", "m", "soon", "9x", "99999999999999999999h"] {
            assert_eq!(Span::parse(text), None, "{text}");
        }
    }

    #[test]
    fn korean_form() {
        assert_eq!(Span::parse("29h 46m").unwrap().korean(), "29시간 46분");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(seconds in 0u64..10_000_000) {
            let span = Span(seconds);
            prop_assert_eq!(Span::parse(&span.to_string()), Some(span));
            prop_assert_eq!(Span::parse(&span.korean()), Some(span));
        }
    }
}
