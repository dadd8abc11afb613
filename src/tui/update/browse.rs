//! Actions in the panes.

use super::{copy, desk, overview, pager, prompt, verdict};
use crate::case::Kind;
use crate::labels::Label;
use crate::text::Clean;
use crate::triage::{Desk, Set, Verdict};
use crate::tui::action::Action;
use crate::tui::app::{App, Column, Like, SortBy};
use crate::tui::document::{BlockKind, Section};
use crate::tui::effect::Effect;
use crate::tui::mode::{Choice, Menu, Mode, Pager, PagerText, Prompt, PromptKind};
use crate::tui::panes::{Pane, Panes};

pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::MoveDown => step(app, 1),
        Action::MoveUp => step(app, -1),
        Action::PageDown => page(app, 1),
        Action::PageUp => page(app, -1),
        Action::GoTop => jump(app, false),
        Action::GoBottom => jump(app, true),
        Action::Open => open(app, effects),
        Action::StepBack => step_back(app),
        Action::NextPane => cycle(app, 1),
        Action::PreviousPane => cycle(app, -1),
        Action::Filter => prompt::open_filter_with_offer(app),
        Action::Find => {
            let find = app.reader.find.clone();
            focus(app, Pane::Case);
            app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Find, &find));
        }
        Action::NextMatch => next_match(app, true),
        Action::PreviousMatch => next_match(app, false),
        Action::FindLike => find_like(app),
        Action::ChooseFacet => overview::choose_facet(app),
        Action::ShowFixes => overview::show_fixes(app),
        Action::Compare => overview::compare(app),
        Action::ShowAll => {
            app.release_row();
            app.set_query("");
        }
        Action::ToggleBrief => toggle_brief(app),
        Action::GoSummary => section(app, Section::Summary),
        Action::GoFacts => section(app, Section::Facts),
        Action::GoSymptoms => section(app, Section::Symptoms),
        Action::GoCause => section(app, Section::Cause),
        Action::GoDetection => section(app, Section::Detection),
        Action::GoRemediation => section(app, Section::Remediation),
        Action::GoActionItems => section(app, Section::ActionItems),
        Action::GoLessons => section(app, Section::Lessons),
        Action::GoSources => section(app, Section::Sources),
        Action::Copy => {
            if app.subject().is_some() {
                app.mode = Mode::Copy(0);
            } else {
                app.warn(app.say(Label::NothingSelected));
            }
        }
        Action::WriteFile => prompt::open_write(app),
        Action::Mark => mark(app),
        Action::MarkRange => mark_range(app),
        Action::MarkAll => mark_all(app),
        Action::ClearMarks => clear_marks(app),
        Action::Accept => verdict::judge(app, Verdict::Accepted, effects),
        Action::Reject => verdict::judge(app, Verdict::Rejected, effects),
        Action::Defer => verdict::judge(app, Verdict::Deferred, effects),
        Action::NextUndecided => verdict::go_undecided(app, true),
        Action::PreviousUndecided => verdict::go_undecided(app, false),
        Action::EditNote => desk::edit_note(app),
        Action::FlagField => desk::flag_field(app),
        Action::Undo => desk::step(app, true, effects),
        Action::Redo => desk::step(app, false, effects),
        Action::StartTriage => desk::ask_for_incident(app),
        Action::StartReview => desk::start(app, Desk::Review, effects),
        Action::EndDesk => desk::end(app),
        Action::ShowReport => desk::show_report(app),
        Action::ShowTrail => desk::show_trail(app),
        Action::ShowDrafts => desk::show_drafts(app),
        Action::ToggleStar => desk::toggle_star(app, effects),
        Action::ShowStarred => desk::show_starred(app),
        Action::EditCase => desk::edit_case(app, effects),
        Action::OpenPage => open_page(app, effects),
        Action::ChooseLink => choose_link(app),
        Action::ChooseTopic => choose_topic(app),
        Action::ToggleLanguage => toggle_language(app),
        Action::ToggleBoth => app.both = !app.both,
        Action::ToggleRelated => {
            app.wish.related = !app.wish.related;
            if !app.wish.related && app.wish.focus == Pane::Related {
                focus(app, Pane::Case);
            }
        }
        Action::ToggleZoom => app.wish.zoom = !app.wish.zoom,
        Action::WidenList => widen_list(app, 4),
        Action::NarrowList => widen_list(app, -4),
        Action::ChooseSort => choose_sort(app),
        Action::GoBack => {
            if !app.go_back() {
                app.tell(app.say(Label::HistoryStart));
            }
        }
        Action::GoForward => {
            if !app.go_forward() {
                app.tell(app.say(Label::HistoryEnd));
            }
        }
        Action::OpenPalette => app.mode = Mode::Prompt(Prompt::boxed(PromptKind::Palette(0), "")),
        Action::ShowHelp => app.mode = Mode::Pager(Pager { text: PagerText::Help, top: 0 }),
        Action::ShowProblems => pager::open_problems(app),
        Action::ToggleMouse => {
            app.mouse = !app.mouse;
            effects.push(Effect::CaptureMouse(app.mouse));
            let label = if app.mouse { Label::MouseOn } else { Label::MouseOff };
            app.tell(app.say(label));
        }
        Action::Reload => effects.push(Effect::Reload),
        Action::Redraw => effects.push(Effect::Redraw),
        Action::Suspend => effects.push(Effect::Suspend),
        Action::Cancel => super::cancel(app, effects),
        Action::Leave => {
            if app.wish.focus == Pane::List {
                desk::quit(app, effects);
            } else {
                focus(app, Pane::List);
            }
        }
        Action::Quit => desk::quit(app, effects),
        Action::CopyActionItems
        | Action::CopyItem
        | Action::CopyRemediation
        | Action::CopyId
        | Action::CopyAddress
        | Action::CopyLinks
        | Action::CopyTitle
        | Action::CopySummary
        | Action::CopyMarkdown
        | Action::CopyJson
        | Action::CopyBoth
        | Action::CopyChecks
        | Action::CopyToFile
        | Action::ShowPlain => copy::act(app, action, effects),
    }
}

/// Gives a pane the focus. Related cases that were off come on.
pub(super) fn focus(app: &mut App, pane: Pane) {
    if pane == Pane::Related {
        app.wish.related = true;
    }
    app.wish.focus = pane;
}

fn cycle(app: &mut App, step: i8) {
    let panes: &[Pane] =
        if app.wish.related { &[Pane::List, Pane::Case, Pane::Related] } else { &[Pane::List, Pane::Case] };
    let here = panes.iter().position(|pane| *pane == app.wish.focus).unwrap_or(0);
    let next = if step > 0 { here + 1 } else { here + panes.len() - 1 };
    focus(app, panes[next % panes.len()]);
}

// Moving.

fn step(app: &mut App, by: isize) {
    match app.wish.focus {
        Pane::List => app.choose_row(app.list.cursor.saturating_add_signed(by)),
        Pane::Related => {
            let last = app.near.items.len().saturating_sub(1);
            app.near.cursor = app.near.cursor.saturating_add_signed(by).min(last);
        }
        Pane::Case => scroll(app, by),
    }
}

/// Scrolls the case; the cursor keeps its row on the screen until the text ends, then walks on alone.
pub(super) fn scroll(app: &mut App, by: isize) {
    let lines = app.reader.document.lines.len();
    let bottom = lines.saturating_sub(app.rows(Pane::Case));
    app.reader.top = app.reader.top.saturating_add_signed(by).min(bottom);
    app.reader.cursor = app.reader.cursor.saturating_add_signed(by).min(lines.saturating_sub(1));
}

fn page(app: &mut App, direction: isize) {
    let rows = match app.wish.focus {
        Pane::Related => {
            let width = app.panes.and_then(|panes| panes.related).map_or(0, |area| area.width);
            app.rows(Pane::Related) / crate::tui::app::near_lines(width)
        }
        pane => app.rows(pane),
    };
    step(app, direction * (rows / 2).max(1) as isize);
}

fn jump(app: &mut App, to_end: bool) {
    match app.wish.focus {
        Pane::List => app.choose_row(if to_end { usize::MAX } else { 0 }),
        Pane::Related => app.near.cursor = if to_end { app.near.items.len().saturating_sub(1) } else { 0 },
        Pane::Case => {
            let last = app.reader.document.lines.len().saturating_sub(1);
            app.reader.cursor = if to_end { last } else { 0 };
            app.reader.top = if to_end { last } else { 0 };
        }
    }
}

/// To a section: its heading at the top of the pane, the cursor on its first item.
fn section(app: &mut App, section: Section) {
    if app.reader.brief && app.reader.document.section(section).is_none() {
        app.reader.brief = false;
        app.settle();
    }
    if let Some(line) = app.reader.document.section(section) {
        app.reader.top = line;
        let document = &app.reader.document;
        let meant = document.meant_at(line).map_or(line, |block| block.lines.start);
        app.reader.cursor = meant;
    }
}

fn toggle_brief(app: &mut App) {
    app.reader.brief = !app.reader.brief;
    app.reader.cursor = 0;
    app.reader.top = 0;
}

pub(super) fn next_match(app: &mut App, forward: bool) {
    let matches = &app.reader.document.matches;
    if matches.is_empty() {
        let text = if app.reader.find.is_empty() { Label::NothingLookedFor } else { Label::NoMatch };
        return app.warn(app.say(text));
    }
    let here = app.reader.cursor;
    let next = if forward {
        matches.iter().find(|&&line| line > here).or(matches.first())
    } else {
        matches.iter().rev().find(|&&line| line < here).or(matches.last())
    };
    if let Some(&line) = next {
        go_to_line(app, line);
    }
    let at = app.reader.document.matches.iter().position(|&line| line == app.reader.cursor).map_or(0, |at| at + 1);
    let of = app.reader.document.matches.len();
    app.tell(format!("{at}/{of}"));
}

/// Puts the cursor on a line and shows it with some lines before it.
pub(super) fn go_to_line(app: &mut App, line: usize) {
    let rows = app.rows(Pane::Case);
    app.reader.cursor = line;
    if line < app.reader.top || line >= app.reader.top + rows {
        app.reader.top = line.saturating_sub(rows / 3);
    }
}

// Opening.

fn open(app: &mut App, effects: &mut Vec<Effect>) {
    match app.wish.focus {
        Pane::List => {
            if let Some(id) = app.selected().map(|entry| entry.head.id.clone()) {
                desk::trail(app, vec![id.clone()], &Set::Opened, effects);
                app.show(Some(id));
                focus(app, Pane::Case);
            }
        }
        Pane::Related => {
            if let Some(id) = app.subject().map(|entry| entry.head.id.clone()) {
                desk::trail(app, vec![id.clone()], &Set::Opened, effects);
                app.open_case(&id);
            }
        }
        Pane::Case => follow(app, effects),
    }
}

fn follow(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(block) = app.reader.document.meant_at(app.reader.cursor) else {
        return;
    };
    match block.kind.clone() {
        BlockKind::Topics(topics) => choose_among(app, topics),
        BlockKind::Link(url) => open_link(app, &url, effects),
        BlockKind::CaseLink(id) => {
            if app.library.position(&id).is_some() {
                desk::trail(app, vec![id.clone()], &Set::Opened, effects);
                app.open_case(&id);
            } else {
                app.warn(Label::NoSuchCase.with(app.language, &[("id", &id)]));
            }
        }
        _ => app.tell(app.say(Label::NothingToFollow)),
    }
}

fn choose_among(app: &mut App, topics: Vec<(Kind, Clean)>) {
    match topics.as_slice() {
        [] => app.tell(app.say(Label::NothingToFollow)),
        [(kind, slug)] => {
            let (kind, slug) = (*kind, slug.clone());
            app.open_topic(kind, &slug);
        }
        _ => {
            let choices = topics.into_iter().map(|(kind, slug)| Choice::Topic(kind, slug)).collect();
            app.mode = Mode::Menu(Menu { choices, cursor: 0 });
        }
    }
}

fn choose_topic(app: &mut App) {
    let Some(entry) = app.subject() else {
        return app.warn(app.say(Label::NothingSelected));
    };
    let head = &entry.head;
    let mut topics: Vec<(Kind, Clean)> = Vec::new();
    topics.extend(head.root_cause.iter().map(|slug| (Kind::Cause, slug.clone())));
    for (kind, slugs) in [
        (Kind::Symptom, &head.symptoms),
        (Kind::Component, &head.components),
        (Kind::Factor, &head.contributing),
        (Kind::Domain, &head.domain),
    ] {
        topics.extend(slugs.iter().map(|slug| (kind, slug.clone())));
    }
    choose_among(app, topics);
}

fn open_page(app: &mut App, effects: &mut Vec<Effect>) {
    let address = app.subject().and_then(|entry| entry.read().0.address().cloned());
    match address {
        Some(url) => open_link(app, &url, effects),
        None => app.warn(app.say(Label::NoAddress)),
    }
}

fn choose_link(app: &mut App) {
    let links: Vec<Choice> = app
        .subject()
        .map(|entry| entry.read().0.links().into_iter().cloned().map(Choice::Link).collect())
        .unwrap_or_default();
    if links.is_empty() {
        app.warn(app.say(Label::NoAddress));
    } else {
        app.mode = Mode::Menu(Menu { choices: links, cursor: 0 });
    }
}

/// Only web addresses are handed to the system's opener.
pub(super) fn open_link(app: &mut App, url: &Clean, effects: &mut Vec<Effect>) {
    if url.starts_with("https://") || url.starts_with("http://") {
        effects.push(Effect::OpenLink(url.to_string()));
    } else {
        app.warn(Label::NotAWebAddress.with(app.language, &[("url", url)]));
    }
}

fn step_back(app: &mut App) {
    match app.wish.focus {
        Pane::Related => focus(app, Pane::Case),
        Pane::Case if !app.reader.find.is_empty() => app.reader.find.clear(),
        Pane::Case => focus(app, Pane::List),
        Pane::List if app.range_from.is_some() => app.range_from = None,
        Pane::List if app.list.like.is_some() && !app.list.query.is_empty() => app.narrow(""),
        Pane::List if !app.list.query.is_empty() || app.list.like.is_some() => app.set_query(""),
        Pane::List if !app.marks.is_empty() => clear_marks(app),
        Pane::List => app.tell(app.say(Label::PressQToQuit)),
    }
}

/// A saved view: its query in place of the one that is there.
pub(super) fn show_view(app: &mut App, number: u8) {
    let Some(query) = app.views.get(&number).cloned() else {
        return app.tell(Label::NoView.with(app.language, &[("n", &number.to_string())]));
    };
    app.remember();
    app.release_row();
    app.set_query(&query);
}

/// In the list: cases like a text to paste. In a case: cases like it.
fn find_like(app: &mut App) {
    if app.wish.focus == Pane::List {
        return prompt::open_like(app);
    }
    let Some(entry) = app.subject() else {
        return app.warn(app.say(Label::NothingSelected));
    };
    let (case, _) = entry.read();
    let shown = |text: &crate::case::Localized| text.in_language(app.language).map(|shown| shown.text.to_string());
    let parts = [shown(&case.title), shown(&case.symptoms_text), shown(&case.trigger)];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let like = Like { label: case.id.to_string(), text, of: Some(case.id) };
    app.remember();
    focus(app, Pane::List);
    app.release_row();
    app.set_like(Some(like));
}

// Marks.

fn mark(app: &mut App) {
    if app.wish.focus == Pane::Case {
        let meant = app.reader.document.meant_at(app.reader.cursor).map(|block| block.kind.clone());
        let (Some(BlockKind::ActionItem(at)), Some(id)) = (meant, app.reader.id.clone()) else {
            return app.tell(app.say(Label::OnlyItemsAreMarked));
        };
        let items = app.items.entry(id).or_default();
        if !items.remove(&at) {
            items.insert(at);
        }
        return;
    }
    if let Some(id) = app.subject().map(|entry| entry.head.id.clone()) {
        if !app.marks.remove(&id) {
            app.marks.insert(id);
        }
        tell_marks(app);
        step(app, 1);
    }
}

pub(super) fn mark_range(app: &mut App) {
    let Some(here) = app.selected().map(|entry| entry.head.id.clone()) else {
        return;
    };
    match app.range_from.take() {
        None => {
            app.range_from = Some(here);
            app.tell(app.say(Label::RangeBegun));
        }
        Some(from) => {
            let ids: Vec<Clean> = app.list.hits.iter().map(|hit| app.library.entry(hit.at).head.id.clone()).collect();
            let start = ids.iter().position(|id| *id == from).unwrap_or(app.list.cursor);
            let (first, last) = (start.min(app.list.cursor), start.max(app.list.cursor));
            app.marks.extend(ids[first..=last].iter().cloned());
            tell_marks(app);
        }
    }
}

fn mark_all(app: &mut App) {
    let ids: Vec<Clean> = app.list.hits.iter().map(|hit| app.library.entry(hit.at).head.id.clone()).collect();
    app.marks.extend(ids);
    tell_marks(app);
}

fn clear_marks(app: &mut App) {
    app.marks.clear();
    app.items.clear();
    app.tell(app.say(Label::MarksCleared));
}

fn tell_marks(app: &mut App) {
    let count = app.marks.len().to_string();
    app.tell(Label::Marked.with(app.language, &[("n", &count)]));
}

// Views.

fn toggle_language(app: &mut App) {
    app.language = app.language.other();
    app.reorder();
}

fn widen_list(app: &mut App, by: i16) {
    let wish = crate::tui::panes::Wish { wider: app.wish.wider.saturating_add(by), ..app.wish };
    app.wish = Panes::wider_within(app.size.0, wish);
}

fn choose_sort(app: &mut App) {
    let mut sorts = vec![SortBy::Match, SortBy::Date, SortBy::Organisation, SortBy::Title, SortBy::Resolve];
    if app.desk() == Some(&Desk::Review) {
        sorts.push(SortBy::Findings);
    }
    let sorts: Vec<Choice> = sorts.into_iter().map(Choice::Sort).collect();
    let columns = [Column::Date, Column::Organisation, Column::Resolve, Column::Source].map(Choice::Column);
    let cursor = sorts.iter().position(|choice| *choice == Choice::Sort(app.list.sort.by)).unwrap_or(0);
    app.mode = Mode::Menu(Menu { choices: sorts.into_iter().chain(columns).collect(), cursor });
}
