//! One of several is being chosen: a link, a topic, an order.

use super::{browse, overview, verdict};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::key::{Code, Key};
use crate::tui::keymap::Context;
use crate::tui::mode::{Choice, Mode};

pub(super) fn press(app: &mut App, key: Key, effects: &mut Vec<Effect>) {
    let Mode::Menu(menu) = &mut app.mode else {
        return;
    };
    let last = menu.choices.len().saturating_sub(1);
    match app.keymap.resolve(Context::Panes, key) {
        Some(Action::MoveDown | Action::NextPane) => menu.cursor = (menu.cursor + 1).min(last),
        Some(Action::MoveUp | Action::PreviousPane) => menu.cursor = menu.cursor.saturating_sub(1),
        Some(Action::GoTop | Action::PageUp) => menu.cursor = 0,
        Some(Action::GoBottom | Action::PageDown) => menu.cursor = last,
        Some(Action::Open | Action::Mark) => {
            let cursor = menu.cursor;
            choose(app, cursor, effects);
        }
        Some(Action::OpenPage) => {
            let cursor = menu.cursor;
            if matches!(menu.choices.get(cursor), Some(Choice::Link(_))) {
                choose(app, cursor, effects);
            }
        }
        Some(Action::Copy) => {
            if let Some(Choice::Link(url)) = menu.choices.get(menu.cursor) {
                let text = url.to_string();
                app.mode = Mode::Browse;
                let what = app.say(Action::CopyAddress.label()).to_owned();
                let cases = app.subject().map(|entry| entry.head.id.clone()).into_iter().collect();
                effects.push(Effect::Copy { text, what, cases });
            }
        }
        Some(Action::StepBack | Action::Leave | Action::ChooseSort | Action::ChooseLink | Action::ChooseFacet) => {
            app.mode = Mode::Browse;
        }
        Some(Action::Quit) => effects.push(Effect::Quit),
        None if key.code == Code::Char('-') => {
            if let Some(Choice::Facet(facet)) = menu.choices.get(menu.cursor).cloned() {
                overview::toggle_facet(app, &facet, true);
            }
        }
        _ => {
            // A number chooses at once.
            if let Code::Char(c @ '1'..='9') = key.code {
                let at = c as usize - '1' as usize;
                if at <= last {
                    choose(app, at, effects);
                }
            }
        }
    }
}

pub(super) fn choose(app: &mut App, at: usize, effects: &mut Vec<Effect>) {
    let Mode::Menu(menu) = &mut app.mode else {
        return;
    };
    menu.cursor = at;
    match menu.choices.get(at).cloned() {
        None => app.mode = Mode::Browse,
        Some(Choice::Link(url)) => {
            app.mode = Mode::Browse;
            browse::open_link(app, &url, effects);
        }
        Some(Choice::Topic(kind, slug)) => {
            app.mode = Mode::Browse;
            app.open_topic(kind, &slug);
        }
        // The order and the columns can be tried out: the menu stays.
        Some(Choice::Facet(facet)) => overview::toggle_facet(app, &facet, false),
        Some(Choice::Sort(by)) => {
            let sort = &mut app.list.sort;
            sort.reversed = sort.by == by && !sort.reversed;
            sort.by = by;
            app.reorder();
        }
        Some(Choice::Fault(fault, cases)) => verdict::reject_for(app, fault, &cases, effects),
        Some(Choice::Column(column)) => {
            if !app.list.hidden.remove(&column) {
                app.list.hidden.insert(column);
            }
        }
    }
}
