//! `incidents` without a subcommand: the screen, or the plain list where there is no terminal to draw on.

use std::env;
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex};

use anyhow::bail;

use super::Found;
use super::args::{Common, List, state_folder};
use super::output::Output;
use crate::case::Language;
use crate::labels::Label;
use crate::triage::Desk;
use crate::tui::clipboard::Session;
use crate::tui::perform::System;
use crate::tui::records::Records;
use crate::tui::run::{Start, run as run_screen};
use crate::tui::theme::Depth;

/// Runs the screen; at a desk, where one is given.
pub(super) fn run(common: &Common, query: &str, desk: Option<Desk>) -> anyhow::Result<Found> {
    if !io::stdout().is_terminal() {
        // As `less` does in a pipe.
        let mut output = Output::new(common);
        let list = List { query: vec![query.to_owned()], limit: None, json: false };
        let found = super::list::run(&list, &common.load(), &mut output)?;
        output.finish()?;
        return Ok(found);
    }
    let term = env::var("TERM").unwrap_or_default();
    if term == "dumb" || term.is_empty() {
        bail!("this terminal (TERM={term}) cannot show a screen; `incidents list` and `incidents search` need none");
    }
    let (keymap, faults) = common.config.keymap();
    run_screen(Start {
        folders: common.folders(),
        with_builtin: common.with_builtin(),
        language: common.language(),
        palette: common.palette(),
        depth: depth(&term),
        query: query.to_owned(),
        plain: common.plain(),
        mouse: common.mouse(),
        // One for each run of the program.
        keymap: Box::leak(Box::new(keymap)),
        views: common.config.views.clone(),
        warning: warning(&faults, common.language()),
        desk,
        system: System {
            session: Session::from_env(state_folder(), common.clipboard()),
            records: Arc::new(Mutex::new(Records::new(&common.journal(), &state_folder(), common.by()))),
        },
    })?;
    Ok(Found::Something)
}

/// The first thing that is wrong with the settings, and where to see the others.
fn warning(faults: &[String], language: Language) -> Option<String> {
    let first = faults.first()?;
    let more = faults.len() - 1;
    Some(if more == 0 {
        first.clone()
    } else {
        Label::MoreFaults.with(language, &[("fault", first), ("n", &more.to_string())])
    })
}

/// How many colours the terminal says it has.
fn depth(term: &str) -> Depth {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("NO_COLOR") {
        Depth::None
    } else if term.contains("256") || term.contains("direct") || set("COLORTERM") {
        Depth::Indexed
    } else {
        Depth::Basic
    }
}
