//! The timeline, drawn to scale: start, detected, resolved, and the clock times where they are known.

use super::{BlockKind, Builder, Piece, Role, piece, plain};
use crate::case::{Date, Language, Span};
use crate::labels::Label;
use crate::text::columns;

const START: &str = "●";
const DETECTED: &str = "◆";
const RESOLVED: &str = "✔";

/// A point on the scale: minutes from the start, its sign, and what it is.
struct Point {
    minutes: f64,
    sign: &'static str,
    label: Label,
}

/// The clock times of the signs, where they are known.
struct Clocks {
    start: String,
    zone: String,
    signs: Vec<Option<String>>,
}

/// A cell of the bar.
#[derive(Clone, Copy)]
enum Cell {
    Rule,
    Tick,
    Sign(&'static str, Role),
}

impl Builder<'_> {
    pub(super) fn timeline(&mut self) {
        let case = self.case;
        if case.detected_after.is_some() || case.resolved_after.is_some() {
            self.scale();
            if let (Some(impaired), Some(elapsed)) = (case.impaired_for, case.resolved_after) {
                self.impaired(impaired, elapsed);
            }
        }
        if !case.events.is_empty() {
            self.events();
        }
        self.blank();
    }

    fn written(&self, span: Span) -> String {
        match self.layout.language {
            Language::English => span.to_string(),
            Language::Korean => span.korean(),
        }
    }

    /// Two lines: the bar with its durations, and what the signs mean below them.
    fn scale(&mut self) {
        let points = self.points();
        let clocks = self.clocks(&points);
        let (lead, zone, bar) = self.around(clocks.as_ref());
        if bar < 12 {
            return self.plain_times(&points);
        }
        let total = points.last().map_or(1.0, |point| point.minutes).max(1.0 / 60.0);
        let place = |minutes: f64| (minutes / total * (bar - 1) as f64).round() as usize;
        let places = apart(points.iter().map(|point| place(point.minutes)).collect(), bar);
        let mut cells: Vec<Cell> = vec![Cell::Rule; bar];
        // Events between the signs: a tick each, where they are on the same clock as the signs.
        if clocks.is_some() {
            let start = self.case.events[0].at;
            for event in &self.case.events {
                let minutes = event.at.minutes_since(start) as f64;
                if minutes > 0.0 && minutes < total {
                    cells[place(minutes)] = Cell::Tick;
                }
            }
        }
        let mut texts: Vec<(usize, String)> = Vec::new();
        for (at, pair) in points.windows(2).enumerate() {
            let gap = places[at + 1] - places[at] - 1;
            let span = Span::from_seconds(((pair[1].minutes - pair[0].minutes) * 60.0).round() as u64);
            let text = format!(" {} ", self.written(span));
            let width = columns::width(&text);
            if span.seconds() > 0 && width + 2 <= gap {
                texts.push((places[at] + 1 + (gap - width) / 2, text));
            }
        }
        for (at, &place) in places.iter().enumerate() {
            cells[place] = Cell::Sign(points[at].sign, role_of(points[at].label));
        }
        let mut pieces = vec![piece(Role::Dim, lead.clone())];
        let mut at = 0;
        while at < bar {
            if let Some((_, text)) = texts.iter().find(|(from, _)| *from == at) {
                at += columns::width(text);
                pieces.push(plain(text.clone()));
                continue;
            }
            match cells[at] {
                Cell::Rule => push_rule(&mut pieces, "━"),
                Cell::Tick => push_rule(&mut pieces, "┿"),
                Cell::Sign(sign, role) => pieces.push(piece(role, sign)),
            }
            at += 1;
        }
        pieces.push(piece(Role::Dim, zone));
        self.copy = self.times_in_words(&points);
        self.push(&pieces);
        self.names_below(&points, &places, columns::width(&lead), clocks.as_ref());
        self.flush(BlockKind::Text);
    }

    /// What stands before and after a bar, and the columns between.
    fn around(&self, clocks: Option<&Clocks>) -> (String, String, usize) {
        let (lead, zone) = clocks.map_or((String::new(), String::new()), |clocks| {
            (format!("{} ", clocks.start), format!(" {}", clocks.zone))
        });
        let room = self.width().saturating_sub(columns::width(&lead) + columns::width(&zone) + 1);
        (lead, zone, room.min(72))
    }

    /// Start, detected, resolved, as far as they are known, in order of time.
    fn points(&self) -> Vec<Point> {
        let minutes = |span: Span| span.seconds() as f64 / 60.0;
        let known = [
            (Some(Span::from_minutes(0)), START, Label::Starts),
            (self.case.detected_after, DETECTED, Label::Detected),
            (self.case.resolved_after, RESOLVED, Label::Resolved),
        ];
        let mut points: Vec<Point> = known
            .into_iter()
            .filter_map(|(span, sign, label)| Some(Point { minutes: minutes(span?), sign, label }))
            .collect();
        points.sort_by(|a, b| a.minutes.total_cmp(&b.minutes));
        points
    }

    /// Clock times for the signs. The first event need not be the start of the impact; it is taken for that only where
    /// another event stands, to the minute, where the last sign stands.
    fn clocks(&self, points: &[Point]) -> Option<Clocks> {
        let events = &self.case.events;
        let start = events.first()?.at;
        let is_there = |minutes: f64| {
            events[1..].iter().any(|event| (event.at.minutes_since(start) as f64 - minutes).abs() <= 1.0)
        };
        points[1..].last().is_some_and(|point| is_there(point.minutes)).then(|| Clocks {
            start: start.clock(),
            zone: start.zone().unwrap_or_default(),
            signs: points
                .iter()
                .map(|point| {
                    let minutes = point.minutes.round() as i64;
                    (minutes < 24 * 60).then(|| start.after(minutes).clock())
                })
                .collect(),
        })
    }

    fn names_below(&mut self, points: &[Point], places: &[usize], lead: usize, clocks: Option<&Clocks>) {
        let names: Vec<(usize, String)> = points
            .iter()
            .enumerate()
            .map(|(at, point)| {
                let name = point.label.text(self.layout.language).to_owned();
                let clock = clocks.filter(|_| at > 0).and_then(|clocks| clocks.signs[at].as_ref());
                (lead + places[at], clock.map_or_else(|| name.clone(), |clock| format!("{name} {clock}")))
            })
            .collect();
        // The end is worth more than what lies between: names take their places from both ends.
        let mut line: Vec<(usize, String)> = Vec::new();
        let mut left = 0;
        let mut right = self.width() + 2;
        for at in (0..names.len()).rev().take(1).chain(0..names.len().saturating_sub(1)) {
            let (place, name) = &names[at];
            let width = columns::width(name);
            let Some(last) = right.checked_sub(width + 2).filter(|last| *last >= left) else {
                continue;
            };
            let from = (*place).clamp(left, last);
            if at + 1 == names.len() {
                right = from;
            } else {
                left = from + width + 2;
            }
            line.push((from, name.clone()));
        }
        line.sort();
        let line = line.into_iter().fold(String::new(), |mut line, (from, name)| {
            line.push_str(&" ".repeat(from.saturating_sub(columns::width(&line))));
            line + &name
        });
        self.push(&[piece(Role::Dim, line)]);
    }

    fn times_in_words(&self, points: &[Point]) -> String {
        let words: Vec<String> = points[1..]
            .iter()
            .map(|point| {
                let span = Span::from_seconds((point.minutes * 60.0).round() as u64);
                format!("{} {}", point.label.text(self.layout.language), self.written(span))
            })
            .collect();
        words.join(" · ")
    }

    fn plain_times(&mut self, points: &[Point]) {
        let words = self.times_in_words(points);
        self.copy.clone_from(&words);
        self.wrapped(&[], 0, &words, Role::Text, None);
        self.flush(BlockKind::Text);
    }

    /// A second bar where the time of actual impairment differs from the time elapsed, to the same scale.
    fn impaired(&mut self, impaired: Span, elapsed: Span) {
        let language = self.layout.language;
        let text = Label::ImpairedOf
            .with(language, &[("impaired", &self.written(impaired)), ("elapsed", &self.written(elapsed))]);
        let (lead, _, bar) = self.around(self.clocks(&self.points()).as_ref());
        let share = impaired.seconds() as f64 / elapsed.seconds().max(1) as f64;
        let filled = ((share.min(1.0) * bar as f64).round() as usize).min(bar);
        self.copy.clone_from(&text);
        if bar >= 12 {
            self.push(&[
                plain(" ".repeat(columns::width(&lead))),
                piece(Role::Alert, "▬".repeat(filled)),
                piece(Role::Rule, "┄".repeat(bar - filled)),
            ]);
        }
        self.wrapped(&[], 0, &text, Role::Text, None);
        self.flush(BlockKind::Text);
    }

    /// Every clock time with what happened, the day where it changes, the zone once.
    fn events(&mut self) {
        let events = self.case.events.clone();
        let start = events[0].at;
        // The day stands with the first event where it is not that of the case.
        let mut day = self.case.date.and_then(Date::month_and_day).unwrap_or_else(|| start.day());
        // Where it is not known that the incident began with the first event, the time since then would mislead.
        let points = self.points();
        let is_start = points.len() == 1 || self.clocks(&points).is_some();
        self.blank();
        for (at, event) in events.iter().enumerate() {
            let clock = event.at.clock();
            let mut lead = format!("{clock} ");
            if event.at.day() != day {
                day = event.at.day();
                lead = format!("{day} {clock} ");
            }
            let since = event.at.minutes_since(start);
            let after = if at == 0 {
                event.at.zone().unwrap_or_default()
            } else if is_start && since >= 0 {
                format!("+{}", self.written(Span::from_minutes(since as u64)))
            } else {
                String::new()
            };
            let text =
                event.text.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default();
            let tail = (!after.is_empty()).then(|| piece(Role::Dim, after));
            self.copy = format!("{lead}{text}");
            let indent = columns::width(&lead);
            self.wrapped(&[piece(Role::Dim, lead)], indent, &text, Role::Text, tail);
            self.flush(BlockKind::Text);
        }
    }
}

fn role_of(label: Label) -> Role {
    match label {
        Label::Starts => Role::Alert,
        Label::Resolved => Role::Good,
        _ => Role::Accent,
    }
}

/// Places on the bar, kept apart so that each sign has a cell of its own.
fn apart(mut places: Vec<usize>, bar: usize) -> Vec<usize> {
    for at in 1..places.len() {
        places[at] = places[at].max(places[at - 1] + 1);
    }
    let mut limit = bar - 1;
    for place in places.iter_mut().rev() {
        *place = (*place).min(limit);
        limit = place.saturating_sub(1);
    }
    places
}

fn push_rule(pieces: &mut Vec<Piece>, symbol: &str) {
    match pieces.last_mut() {
        Some(last) if last.role == Role::Rule => last.text.push_str(symbol),
        _ => pieces.push(piece(Role::Rule, symbol)),
    }
}
