//! Dates as precise as they are known, and clock times with the zone they were published in.

use std::fmt;

use jiff::fmt::temporal::Pieces;

/// A date of which the day, or the day and the month, may be unknown: `2025`, `2025-07`, `2025-07-18`.
/// A date that is less precise sorts before the more precise ones of the same year or month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or the date of an RFC 3339 time as it is written there.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let day = text.split(['T', 't', ' ']).next()?;
        let mut parts = day.split('-');
        let year = number(parts.next()?, 4)?;
        let month = parts.next().map(|part| number(part, 2)).map_or(Some(0), |m| m)?;
        let date = parts.next().map(|part| number(part, 2)).map_or(Some(0), |d| d)?;
        if parts.next().is_some() || (text.len() > day.len() && date == 0) {
            return None;
        }
        let valid = match (month, date) {
            (0, _) => day.len() == 4,
            (1..=12, 0) => day.len() == 7,
            _ => jiff::civil::Date::new(year, month as i8, date as i8).is_ok(),
        };
        valid.then_some(Self { year, month: month as u8, day: date as u8 })
    }

    /// The year.
    pub fn year(self) -> i16 {
        self.year
    }

    /// `04-05`; none where the day is not known.
    #[must_use]
    pub fn month_and_day(self) -> Option<String> {
        (self.day > 0).then(|| format!("{:02}-{:02}", self.month, self.day))
    }

    /// The earliest day that this date can mean.
    #[must_use]
    pub fn first_day(self) -> Self {
        Self { month: self.month.max(1), day: self.day.max(1), ..self }
    }

    /// The latest day that this date can mean.
    #[must_use]
    pub fn last_day(self) -> Self {
        let month = if self.month == 0 { 12 } else { self.month };
        let day = match self.day {
            0 => jiff::civil::Date::new(self.year, month as i8, 1).map_or(31, |first| first.days_in_month() as u8),
            day => day,
        };
        Self { month, day, ..self }
    }

    fn civil(self) -> Option<jiff::civil::Date> {
        let first = self.first_day();
        jiff::civil::Date::new(first.year, first.month as i8, first.day as i8).ok()
    }
}

fn number(text: &str, digits: usize) -> Option<i16> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

/// A point of a timeline: a local clock time, the day where it is known, and the offset from UTC where it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    local: jiff::civil::DateTime,
    offset_minutes: Option<i16>,
}

impl Moment {
    /// Reads an RFC 3339 time (`2017-04-05T01:13:00-07:00`), or `HH:MM` on `day`.
    pub fn parse(text: &str, day: Option<Date>) -> Option<Self> {
        let text = text.trim();
        if let Some((hour, minute)) = text.split_once(':')
            && text.len() <= 5
        {
            let time = jiff::civil::Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
            let date = day.and_then(Date::civil).unwrap_or(jiff::civil::Date::ZERO);
            return Some(Self { local: date.to_datetime(time), offset_minutes: None });
        }
        let pieces = Pieces::parse(text).ok()?;
        let local = pieces.date().to_datetime(pieces.time()?);
        let offset_minutes = pieces.to_numeric_offset().map(|offset| (offset.seconds() / 60) as i16);
        Some(Self { local, offset_minutes })
    }

    /// Minutes from `start` to this moment; negative when it was before.
    pub fn minutes_since(self, start: Self) -> i64 {
        let seconds = self.local.duration_since(start.local).as_secs();
        let shift = match (self.offset_minutes, start.offset_minutes) {
            (Some(mine), Some(theirs)) => i64::from(theirs) - i64::from(mine),
            _ => 0,
        };
        seconds.div_euclid(60) + shift
    }

    /// The moment this many minutes later, on the same clock.
    #[must_use]
    pub fn after(self, minutes: i64) -> Self {
        let later = self.local.checked_add(jiff::SignedDuration::from_mins(minutes));
        Self { local: later.unwrap_or(self.local), ..self }
    }

    /// `01:13`.
    pub fn clock(self) -> String {
        format!("{:02}:{:02}", self.local.hour(), self.local.minute())
    }

    /// The date that belongs to the clock time.
    pub fn date(self) -> Date {
        Date { year: self.local.year(), month: self.local.month() as u8, day: self.local.day() as u8 }
    }

    /// `04-05`, the day that belongs to the clock time.
    pub fn day(self) -> String {
        format!("{:02}-{:02}", self.local.month(), self.local.day())
    }

    /// `UTC`, `UTC−7`, `UTC+9`, `UTC+5:30`; none when the zone is not known.
    pub fn zone(self) -> Option<String> {
        let minutes = self.offset_minutes?;
        let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
        let sign = if minutes < 0 { '−' } else { '+' };
        Some(match (minutes, rest) {
            (0, _) => "UTC".to_owned(),
            (_, 0) => format!("UTC{sign}{hours}"),
            _ => format!("UTC{sign}{hours}:{rest:02}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_dates_are_dates() {
        for text in ["2025", "2025-07", "2025-07-18"] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Date::parse("2021-04-01T23:30:00-05:00").unwrap().to_string(), "2021-04-01");
        for bad in ["", "25", "2025-7", "2025-13", "2025-02-30", "2025-07-18-1", "July", "-2025"] {
            assert_eq!(Date::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn partial_dates_sort_and_span() {
        let year = Date::parse("2024").unwrap();
        assert!(year < Date::parse("2024-01-01").unwrap());
        assert_eq!(year.last_day().to_string(), "2024-12-31");
        assert_eq!(Date::parse("2024-02").unwrap().last_day().to_string(), "2024-02-29");
    }

    #[test]
    fn moments_know_their_zone() {
        let start = Moment::parse("2017-04-05T01:13:00-07:00", None).unwrap();
        let later = Moment::parse("2017-04-05T08:35:00Z", None).unwrap();
        assert_eq!(later.minutes_since(start), 22);
        assert_eq!(start.zone().as_deref(), Some("UTC−7"));
        assert_eq!(later.zone().as_deref(), Some("UTC"));
        let clock = Moment::parse("23:59", Date::parse("2019")).unwrap();
        assert_eq!((clock.clock().as_str(), clock.zone()), ("23:59", None));
        assert_eq!(Moment::parse("25:00", None), None);
        assert_eq!(Moment::parse("soon", None), None);
    }
}
