//! README tells the truth: its key table is the program's, and its commands run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::tui::action::Action;
use incident_explorer::tui::keymap::{Context, Keymap};

const README: &str = include_str!("../README.md");

/// The key table as README has it.
fn key_table() -> String {
    let keymap = Keymap::builtin();
    let mut out = String::new();
    let places = [
        (Context::Panes, "everywhere"),
        (Context::List, "in the list"),
        (Context::Case, "in a case"),
        (Context::Copy, "in the copy menu"),
    ];
    for (context, place) in places {
        writeln!(out, "| {place} | |\n| --- | --- |").unwrap();
        for &action in Action::ALL {
            if keymap.contexts(action).any(|of| of == context) {
                let keys: Vec<String> = keymap.keys(context, action).iter().map(|key| format!("`{key}`")).collect();
                writeln!(out, "| {} | {} |", keys.join(" "), action.label().text(Language::English)).unwrap();
            }
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_key_table_is_the_programs() {
    let table = key_table();
    let shown = README.split("<!-- keys -->\n").nth(1).and_then(|rest| rest.split("<!-- /keys -->").next()).unwrap();
    assert!(shown.trim() == table.trim(), "README's key table should be:\n\n{table}");
}

/// The commands of README that print something and end.
#[test]
fn the_commands_run() {
    let mut ran = 0;
    // What the commands about desks speak of.
    let home = tempfile::tempdir().unwrap();
    let journal = [r#""triage","incident":"INC-2031""#, r#""review""#].map(|desk| {
        format!(
            r#"{{"n":1,"at":"2026-11-30T01:00:00Z","desk":{desk},"case":"IL-0395","set":"verdict","to":"accepted"}}"#
        )
    });
    std::fs::write(home.path().join("x.journal"), journal.join("\n")).unwrap();
    for line in README.lines().filter(|line| line.starts_with("incidents ") && !line.contains("postmortems")) {
        let command = line.split('#').next().unwrap().replace("> github.csv", "").replace(" | jq length", "");
        let rest = command.trim().strip_prefix("incidents").unwrap();
        let script = format!("{}{rest}", env!("CARGO_BIN_EXE_incidents"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).stdin(Stdio::null()).current_dir(home.path());
        let output = shell.env("LANG", "C").env("INCIDENTS_JOURNAL", "x.journal").output().unwrap();
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        let is_written = line.contains(" -o ") && home.path().join("INC-2031.md").exists();
        assert!(!output.stdout.is_empty() || is_written, "{script}");
        ran += 1;
    }
    assert!(ran >= 7, "{ran} commands");
}

#[test]
fn the_number_of_cases_is_true() {
    let cases = Library::builtin().len();
    assert!(cases >= 240);
    assert!(README.contains(&format!("{cases} incidents from 1990 to 2026")), "{cases}");
}

#[test]
fn the_architecture_names_every_room() {
    let text = include_str!("../ARCHITECTURE.md");
    let map = include_str!("../src/lib.rs");
    for line in map.lines().filter_map(|line| line.strip_prefix("//! - [`")) {
        let module = line.split('`').next().unwrap();
        assert!(text.contains(&format!("`{module}`")), "{module}");
    }
}
