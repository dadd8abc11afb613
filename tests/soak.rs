//! Random keys, pastes, resizes, reloads and signals in a real terminal: no panic, no hang, no child left, memory flat.
//!
//! `SOAK_SECONDS=3600 cargo test --release --test soak -- --nocapture` runs it for an hour and tells what it saw; by default it
//! is a few seconds. `SOAK_SEED` repeats a run.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use support::pty::{Pty, Start};
use support::{Dice, fixtures_copied};

/// How soon the screen has to answer, on a busy machine.
const ANSWER: Duration = Duration::from_secs(10);

/// What a panic says; cases speak of kernels that panicked.
const PANIC: &str = "' panicked at ";

/// No `^s`: typed just after the program has given the terminal back, it would stop the terminal itself.
const KEYS: &[&str] = &[
    "j",
    "k",
    "g",
    "G",
    "\x04",
    "\x15",
    "\r",
    "l",
    "h",
    "\x1b",
    "\t",
    "\x1b[Z",
    "/",
    "n",
    "N",
    "\\",
    "i",
    ":",
    "?",
    "s",
    "[",
    "]",
    " ",
    "v",
    "*",
    "y",
    "o",
    "O",
    "t",
    "T",
    "p",
    "z",
    "w",
    "a",
    "x",
    "d",
    "c",
    "u",
    "\x12",
    "m",
    "'",
    "%",
    "f",
    "=",
    "!",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "\x0c",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
    "\x1bOQ",
    "\x1bOR",
    "\x1bOS",
    "\x1b[18~",
    "\x1b[19~",
    "\x1b[1;3D",
    "\x1b\r",
    "\x1a",
    "\x7f",
    "ㅓ",
    "ㅏ",
    "ㅛ",
    "ㅁ",
    "머",
    "장애",
    "5",
    "02",
    "oom",
    "커넥션",
    "부ㅎ",
    "-",
    "\"",
    "cause:",
    "verdict:none",
    "\u{200b}",
    "é",
    "👩‍👩‍👧",
    "\x1b[<0;10;10M",
    "\x1b[<64;10;10M",
    "\x1b[12593;5u",
    "\x1b[97;1:3u",
    "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "\x1b[",
    "\x00",
    "\x1b\x1b",
];

const PASTES: &[&str] = &[
    "502 bad gateway at lb-1 2026-11-30T03:12:00Z upstream timed out",
    "q\nj\ny\n장애\n",
    "\u{1b}[2J\u{7}\u{202e}evil",
    "java.lang.OutOfMemoryError: Java heap space\n\tat com.example.Foo.bar(Foo.java:12)\n",
];

/// What the run came to.
#[derive(Default)]
struct Tally {
    keys: usize,
    pastes: usize,
    resizes: usize,
    reloads: usize,
    stops: usize,
    starts: usize,
    memory: Vec<(u64, usize)>,
    /// What was typed last.
    last_keys: String,
}

/// Kilobytes in memory.
fn memory(pty: &Pty) -> usize {
    let pid = pty.child.process_id().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// What the system says of the process: whether it runs, sleeps or is stopped.
fn state(pty: &Pty) -> String {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", pty.child.process_id().unwrap())).unwrap_or_default();
    status.lines().find(|line| line.starts_with("State:")).unwrap_or_default().to_owned()
}

/// Processes whose parent is this one.
fn children(pid: u32) -> Vec<String> {
    let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
    all.filter_map(Result::ok)
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| {
            let after = stat.rsplit(')').next().unwrap_or_default();
            after.split_whitespace().nth(1) == Some(&pid.to_string())
        })
        .collect()
}

fn start(home: &Path, library: &Path) -> Pty {
    // No way to a clipboard but the terminal, no browser, and an editor that ends at once.
    let library = library.display().to_string();
    let mut pty = Start::new(home).env("SSH_TTY", "/dev/pts/0").env("EDITOR", "true").arg("-L").arg(&library).run();
    pty.wait_until("the list", |pty| pty.screen().contains(" cases") || pty.screen().contains("Go on"));
    pty
}

/// Whether the screen still answers: whatever is open, drawing anew draws something.
fn answers(pty: &mut Pty) -> bool {
    let before = pty.raw.len();
    pty.send("\x0c");
    let end = Instant::now() + ANSWER;
    while Instant::now() < end {
        pty.take_for(Duration::from_millis(20));
        if pty.raw.len() > before {
            return true;
        }
    }
    false
}

fn act(pty: &mut Pty, dice: &mut Dice, library: &Path, tally: &mut Tally) {
    match dice.roll(100) {
        0..=79 => {
            let key = KEYS[dice.roll(KEYS.len() as u64) as usize];
            // `ESC [ ?` begins an answer of the terminal, and crossterm waits for its end, whatever is typed.
            if !(tally.last_keys.ends_with("\x1b[") && key.starts_with('?')) {
                pty.send(key);
                tally.last_keys = format!("{}{key}", tally.last_keys.chars().last().unwrap_or_default());
            }
            tally.keys += 1;
        }
        80..=84 => {
            let text = PASTES[dice.roll(PASTES.len() as u64) as usize];
            if dice.roll(2) == 0 {
                pty.send(&format!("\x1b[200~{text}\x1b[201~"));
            } else {
                pty.send(text);
            }
            tally.pastes += 1;
        }
        85..=92 => {
            let (cols, rows) =
                [(80, 24), (120, 40), (160, 50), (20, 5), (1, 1), (200, 60), (61, 7)][dice.roll(7) as usize];
            pty.resize(cols, rows);
            tally.resizes += 1;
        }
        93..=96 => {
            let text = format!(
                r#"{{"id": "SOAK-{}", "date": "2026-0{}-01", "title": {{"en": "soak {}", "ko": "시험"}}}}"#,
                dice.roll(5),
                dice.roll(9) + 1,
                dice.roll(1000)
            );
            let name = ["a.json", "b.json", "broken.json"][dice.roll(3) as usize];
            let text = if name == "broken.json" { text[..10].to_owned() } else { text };
            std::fs::write(library.join(name), text).unwrap();
            tally.reloads += 1;
        }
        _ => {
            pty.signal("STOP");
            pty.signal("CONT");
            tally.stops += 1;
        }
    }
}

#[test]
fn random_input_for_a_while() {
    let seconds = std::env::var("SOAK_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let seed = std::env::var("SOAK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_261_130);
    let (home, library) = (tempfile::tempdir().unwrap(), fixtures_copied());
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    let begun = Instant::now();
    let end = begun + Duration::from_secs(seconds);
    let mut pty = start(home.path(), library.path());
    tally.starts = 1;
    let mut since_start = 0;
    while Instant::now() < end {
        for _ in 0..50 {
            if pty.child.try_wait().unwrap().is_some() {
                break;
            }
            act(&mut pty, &mut dice, library.path(), &mut tally);
            pty.take_for(Duration::from_millis(dice.roll(4)));
        }
        since_start += 1;
        if let Some(status) = pty.child.try_wait().unwrap() {
            // Quit by a key; anything else is a fault.
            pty.wait();
            assert!(!pty.output().contains(PANIC), "{}", pty.screen());
            assert_eq!(status.exit_code(), 0, "after {} keys: {}", tally.keys, pty.screen());
            pty.assert_restored();
            pty = start(home.path(), library.path());
            tally.starts += 1;
            since_start = 0;
            continue;
        }
        let has_answered = answers(&mut pty);
        if pty.child.try_wait().unwrap().is_some() {
            // It quit just now: the next turn sees to that.
            continue;
        }
        assert!(has_answered, "no answer after {} keys, {}; the screen:\n{}", tally.keys, state(&pty), pty.screen());
        assert!(!pty.output().contains(PANIC), "{}", pty.screen());
        let pid = pty.child.process_id().unwrap();
        assert!(children(pid).len() < 10, "children pile up: {:?}", children(pid));
        if since_start % 20 == 10 {
            tally.memory.push((begun.elapsed().as_secs(), memory(&pty)));
        }
        // What was seen is not needed any more; an hour of it would fill the memory of the test.
        pty.forget();
    }
    pty.resize(80, 24);
    let pid = pty.child.process_id().unwrap();
    for _ in 0..5 {
        if pty.child.try_wait().unwrap().is_none() {
            pty.send("\x1b");
            pty.take_for(Duration::from_millis(100));
        }
    }
    if pty.child.try_wait().unwrap().is_none() {
        pty.send("\x03\x03");
    }
    assert_eq!(pty.wait(), 0);
    assert!(children(pid).is_empty(), "{:?}", children(pid));
    let peak = tally.memory.iter().map(|(_, kb)| *kb).max().unwrap_or(0);
    println!(
        "{} s, seed {seed}: {} keys, {} pastes, {} resizes, {} reloads, {} stops, {} starts; peak {peak} KB",
        begun.elapsed().as_secs(),
        tally.keys,
        tally.pastes,
        tally.resizes,
        tally.reloads,
        tally.stops,
        tally.starts
    );
    for (second, kb) in tally.memory.iter().step_by((tally.memory.len() / 20).max(1)) {
        println!("{second:6} s  {kb} KB");
    }
}
