//! Whatever bytes a file has, reading it ends, loses nothing else and harms nobody: mutated cases, journals, settings, queries.
//!
//! `READERS_SECONDS=3600 cargo test --release --test readers -- --nocapture` goes on for an hour; by default it is a few seconds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use std::fs;
use std::time::{Duration, Instant};

use incident_explorer::case::Language;
use incident_explorer::formats::{checks, csv, json, markdown, words};
use incident_explorer::library::Library;
use incident_explorer::lint;
use incident_explorer::search::Index;
use incident_explorer::text::{Clean, columns};
use incident_explorer::triage::{Journal, Ledger, Record, triage_report};
use incident_explorer::tui::document::{Document, Layout};
use support::Dice;

/// Pieces that files get where they should not have them.
const PIECES: &[&str] = &[
    "null",
    "[]",
    "{}",
    "\"\"",
    "true",
    "1e400",
    "-0",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[2J",
    "\r\n",
    "\n",
    ",",
    "{",
    "[",
    "\"",
    "\\",
    "unknown",
    "9999-99-99",
    "0000-00-00",
    "PT99999999999999H",
    "99999999999999999999h",
    "25:61",
    "한글",
    "ㅎㅏㄴ",
    "👩‍👩‍👧",
    "\u{200b}",
    "\u{3164}",
    "\t",
    "//",
    "NaN",
    "2026-11-30T00:00:00Z",
    "-1",
    "18446744073709551616",
];

/// Changes some bytes: flips, cuts, doubles, puts pieces in.
fn mutated(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=dice.roll(4) {
        if out.is_empty() {
            break;
        }
        let at = dice.roll(out.len() as u64) as usize;
        let end = (at + dice.roll(40) as usize).min(out.len());
        match dice.roll(7) {
            0 => out[at] = dice.roll(256) as u8,
            1 => out.truncate(at),
            2 => drop(out.drain(at..end)),
            3 => {
                let part = out[at..end].to_vec();
                out.splice(at..at, part);
            }
            // A value becomes another one.
            4 => {
                let from = out[..at].iter().rposition(|byte| *byte == b':').map_or(0, |colon| colon + 1);
                let to =
                    out[at..].iter().position(|byte| matches!(byte, b',' | b'}')).map_or(out.len(), |comma| at + comma);
                let piece = PIECES[dice.roll(PIECES.len() as u64) as usize];
                out.splice(from.min(to)..to, piece.bytes());
            }
            _ => {
                let piece = PIECES[dice.roll(PIECES.len() as u64) as usize];
                out.splice(at..at, piece.bytes());
            }
        }
    }
    out
}

fn is_clean(text: &str) -> bool {
    !text
        .chars()
        .any(|c| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

/// Reads a library with a mutated file beside a sound one, and does everything with the cases that the program does.
fn library(bytes: &[u8], name: &str, folder: &std::path::Path) -> usize {
    fs::write(folder.join(name), bytes).unwrap();
    let library = Library::load(false, &[folder.to_owned()], &mut |_| {});
    assert!(library.find("SOUND").is_some(), "the sound file is there");
    for problem in library.problems() {
        assert!(is_clean(&words::problem(problem, Language::Korean)), "{problem:?}");
    }
    for entry in library.entries() {
        let (case, problems) = entry.read();
        assert_eq!(case.id, entry.head.id);
        for problem in &problems {
            assert!(is_clean(&words::problem(problem, Language::English)), "{problem:?}");
        }
        for language in Language::ALL {
            let layout = Layout { width: 40, language, ..Layout::default() };
            let lines = Document::of(&case, &layout).lines;
            for text in (0..lines.len()).map(|at| lines.text(at)) {
                assert!(is_clean(&text) && !text.contains('\n'), "{text:?}");
                assert!(columns::width(&text) <= 42, "{text:?}");
            }
            for text in
                [markdown::both(&case, language), checks::markdown(&case, language), csv::row(&entry.head, language)]
            {
                assert!(is_clean(&text.replace('\r', "")), "{text:?}");
            }
        }
        let pretty = json::pretty(entry.json());
        assert!(is_clean(&pretty), "{pretty:?}");
        for finding in lint::check_case(entry) {
            let _ = words::finding(&finding, Language::Korean);
        }
    }
    let index = Index::build(&library, &mut |_| {});
    let query = index.parse(&String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
    let _ = index.search(&library, &query);
    let _ = index.like(&library, &String::from_utf8_lossy(bytes), 5);
    library.len()
}

/// Reads a mutated journal and reports on it.
fn journal(bytes: &[u8], folder: &std::path::Path) {
    let path = folder.join("x.journal");
    fs::write(&path, bytes).unwrap();
    let fresh = Journal::new(&path, Clean::default(), None).read().unwrap();
    for record in &fresh.records {
        assert_eq!(Record::parse(&record.line()).unwrap().change, record.change, "it can be written again");
    }
    let mut ledger = Ledger::default();
    ledger.take(fresh.records);
    let report = triage_report(&ledger, &Library::default(), "INC-1", Language::Korean);
    assert!(is_clean(&report), "{report:?}");
    assert_eq!(fs::read(&path).unwrap(), bytes, "reading writes nothing");
}

#[test]
fn mutated_files() {
    let seconds = std::env::var("READERS_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let is_long = std::env::var_os("READERS_SECONDS").is_some();
    let seed = std::env::var("READERS_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sound.json"), r#"{"id": "SOUND", "title": {"en": "sound"}}"#).unwrap();
    let builtin = Library::builtin();
    let lines = concat!(
        r#"{"n":1,"at":"2026-11-30T03:12:00Z","by":"김","session":"s","desk":"triage","incident":"INC-1","case":"A","set":"verdict","to":"accepted","query":"502"}"#,
        "\n",
        r#"{"n":2,"at":"2026-11-30T03:13:00Z","by":"k","session":"s","step":2,"desk":"triage","incident":"INC-1","case":"A","set":"note","to":"a\nb"}"#,
        "\n",
        r#"{"n":3,"at":"2026-11-30T03:14:00Z","session":"s","undoes":1,"desk":"triage","incident":"INC-1","case":"A","set":"item","item":2,"to":"have"}"#,
        "\n",
    );
    let mut dice = Dice(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut files, mut cases, mut journals) = (0, 0, 0);
    if let Ok(file) = std::env::var("READERS_FILE") {
        // A failure again.
        library(&fs::read(file).unwrap(), "m.json", folder.path());
        return;
    }
    while Instant::now() < end {
        let one = builtin.entry(dice.roll(builtin.len() as u64) as usize).json().as_bytes();
        let name = ["m.json", "m.jsonl"][dice.roll(2) as usize];
        let bytes = if name == "m.jsonl" {
            let other = builtin.entry(dice.roll(builtin.len() as u64) as usize).json();
            let both = [json::compact(&String::from_utf8_lossy(one)), json::compact(other)].join("\n");
            mutated(both.as_bytes(), &mut dice)
        } else {
            mutated(one, &mut dice)
        };
        // The bytes of a failure, to be looked at with READERS_FILE.
        if is_long {
            fs::write(std::env::temp_dir().join("readers-last.txt"), &bytes).unwrap();
        }
        cases += library(&bytes, name, folder.path());
        fs::remove_file(folder.path().join(name)).unwrap();
        files += 1;
        for _ in 0..5 {
            journal(&mutated(lines.as_bytes(), &mut dice), folder.path());
            journals += 1;
        }
    }
    println!("{seconds} s, seed {seed}: {files} mutated files with {cases} cases read, {journals} mutated journals");
}
