//! Several cases at once: facets with counts, what fixed them, two beside each other.

use std::collections::BTreeMap;

use crate::case::{Kind, Vocabulary};
use crate::labels::Label;
use crate::library::Entry;
use crate::search::{asked_values, asks_for, toggle_field};
use crate::text::{Clean, columns};
use crate::triage::Verdict;
use crate::triage::words::verdict_label;
use crate::tui::app::App;
use crate::tui::document::{Piece, Role, compare};
use crate::tui::mode::{Choice, Facet, Laid, Menu, Mode, Pager, PagerText};
use crate::tui::panes::Pane;

/// Slugs that are offered, by their kind.
const KINDS: [Kind; 6] = [Kind::Cause, Kind::Component, Kind::Symptom, Kind::Factor, Kind::Domain, Kind::Severity];
/// Values of a field that are offered; years are few.
const MOST: usize = 12;
const MOST_YEARS: usize = 40;
/// Cases whose remediation is shown together.
const MOST_FIXES: usize = 40;

pub(super) fn choose_facet(app: &mut App) {
    let choices = facets(app).into_iter().map(Choice::Facet).collect();
    app.mode = Mode::Menu(Menu { choices, cursor: 0 });
}

/// The values to narrow by, the most frequent of each field first. What the query asks for stays, whatever its count.
fn facets(app: &mut App) -> Vec<Facet> {
    let mut fields: Vec<&'static str> = Vec::new();
    if app.desk().is_some() {
        // What is asked of first at a desk.
        fields.push("verdict");
    }
    fields.extend(KINDS.map(Kind::word));
    fields.extend(["org", "year"]);
    if app.library.sources().len() > 1 {
        fields.push("source");
    }
    let mut out = Vec::new();
    for field in fields {
        let places = app.in_view_without(field);
        let entries = places.iter().map(|&at| app.library.entry(at));
        let values: Vec<String> = entries.flat_map(|entry| values(app, field, entry)).collect();
        out.extend(counted(app, field, values));
    }
    out
}

/// What a case has of a field.
fn values(app: &App, field: &str, entry: &Entry) -> Vec<String> {
    match field {
        "verdict" => vec![app.verdict(entry).map_or("none", Verdict::word).to_owned()],
        "org" => vec![entry.head.org.to_string()],
        "year" => entry.head.date.map(|date| date.year().to_string()).into_iter().collect(),
        "source" => vec![app.library.source_of(entry).name.to_string()],
        field => {
            kind_of(field).map(|kind| entry.head.slugs(kind)).into_iter().flatten().map(ToString::to_string).collect()
        }
    }
}

fn kind_of(field: &str) -> Option<Kind> {
    KINDS.into_iter().find(|kind| kind.word() == field)
}

/// What a value of a field is called.
fn name(app: &App, field: &str, value: &str) -> String {
    match (field, app.desk(), kind_of(field)) {
        ("verdict", Some(desk), _) => {
            let label = Verdict::named(value).map_or(Label::NoVerdict, |verdict| verdict_label(desk, verdict));
            app.say(label).to_owned()
        }
        (_, _, Some(kind)) => Vocabulary::builtin().name(kind, value, app.language).to_owned(),
        _ => value.to_owned(),
    }
}

fn counted(app: &App, field: &'static str, values: Vec<String>) -> Vec<Facet> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values.into_iter().filter(|value| !value.is_empty()) {
        *counts.entry(value).or_default() += 1;
    }
    // What is asked for or excluded stays, so that it can be taken back, also where no case in view has it.
    for value in asked_values(&app.list.query, field) {
        if !counts.keys().any(|there| there.eq_ignore_ascii_case(&value)) {
            counts.insert(value, 0);
        }
    }
    let mut facets: Vec<Facet> = counts
        .into_iter()
        .map(|(value, count)| {
            let asked = asks_for(&app.list.query, field, &value);
            Facet { field, name: name(app, field, &value), value, count, asked }
        })
        .collect();
    facets.sort_by(|a, b| b.asked.is_some().cmp(&a.asked.is_some()).then(b.count.cmp(&a.count)));
    facets.truncate(if field == "year" { MOST_YEARS } else { MOST });
    facets
}

/// Asks for a value, or excludes it, or neither; the menu stays, with the new counts and the cursor on the value.
pub(super) fn toggle_facet(app: &mut App, facet: &Facet, negated: bool) {
    let mut query = app.list.query.clone();
    // Asked for and excluded at once is nothing.
    if facet.asked == Some(negated) {
        query = toggle_field(&query, facet.field, &facet.value, !negated);
    }
    query = toggle_field(&query, facet.field, &facet.value, negated);
    app.release_row();
    app.narrow(&query);
    let choices: Vec<Choice> = facets(app).into_iter().map(Choice::Facet).collect();
    let same = |choice: &Choice| matches!(choice, Choice::Facet(f) if f.field == facet.field && f.value == facet.value);
    let cursor = choices.iter().position(same).unwrap_or(0);
    app.mode = Mode::Menu(Menu { choices, cursor });
}

/// The remediation of the related cases of the case in hand, or of the cases found, each line with its case.
pub(super) fn show_fixes(app: &mut App) {
    let places: Vec<usize> = if app.wish.focus == Pane::List {
        app.list.hits.iter().map(|hit| hit.at).collect()
    } else {
        app.near.items.iter().map(|related| related.at).collect()
    };
    let ids = places.into_iter().take(MOST_FIXES).map(|at| app.library.entry(at).head.id.clone()).collect();
    open(app, Laid::Fixes(ids));
}

/// Opens what is laid out for the window.
pub(super) fn open(app: &mut App, laid: Laid) {
    let lines = lines(app, &laid);
    if lines.is_empty() {
        return app.warn(app.say(Label::NoFixes));
    }
    app.mode = Mode::Pager(Pager { text: PagerText::Laid(laid, lines), top: 0 });
}

/// Lays out anew what is open, for another window.
pub(super) fn lay_out_again(app: &mut App) {
    if let Mode::Pager(Pager { text: PagerText::Laid(laid, _), top }) = &app.mode {
        let (laid, top) = (laid.clone(), *top);
        let lines = lines(app, &laid);
        let top = top.min(lines.len().saturating_sub(1));
        app.mode = Mode::Pager(Pager { text: PagerText::Laid(laid, lines), top });
    }
}

fn lines(app: &App, laid: &Laid) -> Vec<Vec<Piece>> {
    let width = usize::from(app.size.0).saturating_sub(8).max(16);
    let entry = |id: &Clean| app.library.position(id).map(|at| app.library.entry(at));
    match laid {
        Laid::Fixes(ids) => fixes(app, ids.iter().filter_map(entry), width),
        Laid::Compare([left, right]) => match (entry(left), entry(right)) {
            (Some(left), Some(right)) => compare::lines(&left.read().0, &right.read().0, app.language, width.max(20)),
            _ => Vec::new(),
        },
        Laid::Difference(before, after) => compare::difference(before, after, width.max(20)),
    }
}

fn fixes<'a>(app: &App, entries: impl Iterator<Item = &'a Entry>, width: usize) -> Vec<Vec<Piece>> {
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for entry in entries {
        let (case, _) = entry.read();
        let steps: Vec<String> = case
            .remediation
            .iter()
            .filter_map(|step| Some(step.in_language(app.language)?.text.replace('\n', " ")))
            .collect();
        if steps.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        let took = case.resolved_after.map(|span| format!(" {}", span.in_language(app.language))).unwrap_or_default();
        let title = case.title.in_language(app.language).map(|shown| shown.text.to_string()).unwrap_or_default();
        let head = columns::clip(&format!("{} {}{took} · {title}", case.id, case.org).replace('\n', " "), width);
        lines.push(vec![Piece { role: Role::Label, text: head }]);
        for step in steps {
            for (row, range) in columns::wrap(&step, width - 2).into_iter().enumerate() {
                let lead = if row == 0 { "· " } else { "  " };
                lines.push(vec![Piece { role: Role::Text, text: format!("{lead}{}", &step[range]) }]);
            }
        }
    }
    lines
}

/// Two marked cases beside each other; or the case in hand and the related one under the cursor.
pub(super) fn compare(app: &mut App) {
    let pair: Vec<&Entry> = if app.marks.len() == 2 {
        app.subjects()
    } else if app.wish.focus == Pane::Related {
        app.shown().into_iter().chain(app.subject()).collect()
    } else {
        Vec::new()
    };
    let [left, right] = pair[..] else {
        return app.warn(app.say(Label::MarkTwo));
    };
    let pair = [left.head.id.clone(), right.head.id.clone()];
    open(app, Laid::Compare(pair));
}
