//! The timeline, drawn to scale: start, detected, resolved, and the clock times where they are known.

use super::{BlockKind, Builder, Piece, Role, piece, plain};
use crate::case::{Event, Language, Span};
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
        let case = self.case;
        let minutes = |span: Span| span.seconds() as f64 / 60.0;
        let mut points = vec![Point { minutes: 0.0, sign: START, label: Label::Starts }];
        if let Some(span) = case.detected_after {
            points.push(Point { minutes: minutes(span), sign: DETECTED, label: Label::Detected });
        }
        if let Some(span) = case.resolved_after {
            points.push(Point { minutes: minutes(span), sign: RESOLVED, label: Label::Resolved });
        }
        points.sort_by(|a, b| a.minutes.total_cmp(&b.minutes));
        let clock = |event: Option<&Event>| event.map(|event| event.at.clock());
        let first = case.events.first();
        let start_clock = clock(first).unwrap_or_default();
        let zone = first.and_then(|event| event.at.zone()).unwrap_or_default();
        let lead = if start_clock.is_empty() { String::new() } else { format!("{start_clock} ") };
        let tail = if lead.is_empty() { String::new() } else { format!(" {zone}") };
        let room = self.width().saturating_sub(columns::width(&lead) + columns::width(&tail) + 1);
        let bar = room.min(72);
        if bar < 12 {
            return self.plain_times(&points);
        }
        let total = points.last().map_or(1.0, |point| point.minutes).max(1.0 / 60.0);
        // Places on the bar, kept apart so that each sign has a cell of its own.
        let mut places: Vec<usize> =
            points.iter().map(|point| (point.minutes / total * (bar - 1) as f64).round() as usize).collect();
        for at in 1..places.len() {
            places[at] = places[at].max(places[at - 1] + 1);
        }
        if let Some(last) = places.last_mut() {
            *last = (*last).min(bar - 1);
        }
        for at in (1..places.len()).rev() {
            places[at - 1] = places[at - 1].min(places[at].saturating_sub(1));
        }
        let mut pieces = vec![piece(Role::Dim, lead.clone())];
        for at in 0..points.len() {
            pieces.push(piece(role_of(points[at].label), points[at].sign));
            if at + 1 < points.len() {
                let gap = places[at + 1] - places[at] - 1;
                let span = Span::parse(&format!("{}s", ((points[at + 1].minutes - points[at].minutes) * 60.0).round()));
                pieces.extend(self.stretch(gap, span));
            }
        }
        pieces.push(piece(Role::Dim, tail));
        self.copy = self.times_in_words(&points);
        self.push(pieces);
        self.names_below(&points, &places, columns::width(&lead));
        self.flush(BlockKind::Text);
    }

    /// `━━━━ 13m ━━━━`, the duration in the middle where it fits.
    fn stretch(&self, gap: usize, span: Option<Span>) -> Vec<Piece> {
        let text = span.map(|span| format!(" {} ", self.written(span))).unwrap_or_default();
        let width = columns::width(&text);
        if width + 2 > gap {
            return vec![piece(Role::Rule, "━".repeat(gap))];
        }
        let left = (gap - width) / 2;
        vec![piece(Role::Rule, "━".repeat(left)), plain(text), piece(Role::Rule, "━".repeat(gap - width - left))]
    }

    fn names_below(&mut self, points: &[Point], places: &[usize], lead: usize) {
        let mut line = String::new();
        let limit = self.width();
        for (point, &place) in points.iter().zip(places) {
            let name = point.label.text(self.layout.language);
            let width = columns::width(name);
            let wanted = (lead + place).min(limit.saturating_sub(width));
            let used = columns::width(&line);
            let at = if used == 0 { wanted } else { wanted.max(used + 2) };
            if at + width <= limit {
                line.push_str(&" ".repeat(at - used));
                line.push_str(name);
            }
        }
        self.push(vec![piece(Role::Dim, line)]);
    }

    fn times_in_words(&self, points: &[Point]) -> String {
        let words: Vec<String> = points[1..]
            .iter()
            .filter_map(|point| {
                let span = Span::parse(&format!("{}s", (point.minutes * 60.0).round()))?;
                Some(format!("{} {}", point.label.text(self.layout.language), self.written(span)))
            })
            .collect();
        words.join(" · ")
    }

    fn plain_times(&mut self, points: &[Point]) {
        let words = self.times_in_words(points);
        self.copy.clone_from(&words);
        self.wrapped(Vec::new(), 0, &words, Role::Text, None);
        self.flush(BlockKind::Text);
    }

    /// A second bar where the time of actual impairment differs from the time elapsed, to the same scale.
    fn impaired(&mut self, impaired: Span, elapsed: Span) {
        let language = self.layout.language;
        let text = Label::ImpairedOf
            .with(language, &[("impaired", &self.written(impaired)), ("elapsed", &self.written(elapsed))]);
        let bar = self.width().saturating_sub(8).min(72);
        let share = impaired.seconds() as f64 / elapsed.seconds().max(1) as f64;
        let filled = ((share.min(1.0) * bar as f64).round() as usize).min(bar);
        self.copy.clone_from(&text);
        if bar >= 12 {
            let lead = if self.case.events.is_empty() { 0 } else { 6 };
            self.push(vec![
                plain(" ".repeat(lead)),
                piece(Role::Alert, "▬".repeat(filled)),
                piece(Role::Rule, "┄".repeat(bar - filled)),
            ]);
        }
        self.wrapped(Vec::new(), 0, &text, Role::Text, None);
        self.flush(BlockKind::Text);
    }

    /// Every clock time with what happened, the day where it changes, the zone once.
    fn events(&mut self) {
        let events = self.case.events.clone();
        let start = events[0].at;
        let mut day = start.day();
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
            } else if since >= 0 {
                format!("+{}", self.written(Span::from_minutes(since as u64)))
            } else {
                String::new()
            };
            let text =
                event.text.in_language(self.layout.language).map(|shown| shown.text.to_string()).unwrap_or_default();
            let tail = (!after.is_empty()).then(|| piece(Role::Dim, after));
            self.copy = format!("{lead}{text}");
            let indent = columns::width(&lead);
            self.wrapped(vec![piece(Role::Dim, lead)], indent, &text, Role::Text, tail);
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
