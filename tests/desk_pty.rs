//! Desks in a real terminal: killed at any moment, two at once, on a full disk; nothing that was told as saved is lost.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use incident_explorer::text::Clean;
use incident_explorer::triage::{Desk, Fresh, Journal, Ledger, Set, Verdict};
use support::Dice;
use support::pty::{Pty, Start};

const CASES: usize = 40;

/// Forty cases to review, in a folder.
fn forty(folder: &Path) {
    for at in 0..CASES {
        let case = format!(
            r#"{{"id": "C-{at:02}", "date": "2024-01-{:02}", "title": {{"en": "Case {at}", "ko": "사례 {at}"}}, "review": {{"reviewed_at": null, "reviewed_by": null}}}}"#,
            at % 28 + 1
        );
        std::fs::write(folder.join(format!("c{at:02}.json")), case).unwrap();
    }
}

fn read(home: &Path) -> Fresh {
    let path = home.join("incidents/incidents.journal");
    Journal::new(&path, Clean::default(), None).read().unwrap()
}

fn start(home: &Path, library: &Path, args: &[&str]) -> Start {
    let start =
        Start::new(home).env("INCIDENTS_BY", "kim").arg("--no-builtin").arg("-L").arg(&library.display().to_string());
    args.iter().fold(start, |start, arg| start.arg(arg))
}

/// `7/40` at the right of the header.
fn progress(screen: &str) -> usize {
    let header = screen.lines().next().unwrap_or_default();
    let shown = header.split(" · ").find_map(|part| part.strip_suffix(&format!("/{CASES}")));
    shown.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// Waits for the queue; goes on with what was cut off, where that is offered, and saves a note that was cut off.
fn begin(pty: &mut Pty) {
    pty.wait_until("the queue or an offer", |pty| {
        pty.screen().contains("Go on where you were?") || progress_is_shown(&pty.screen())
    });
    // The offer comes with the first frame or not at all.
    if pty.screen().contains("Go on where you were?") {
        pty.send("\r");
        pty.wait_until("the queue", |pty| !pty.screen().contains("Go on where you were?"));
        pty.wait_until("all cases", |pty| progress_is_shown(&pty.screen()));
        if pty.screen().contains("Note ·") {
            pty.send("\x13");
            pty.wait_until("the note is saved", |pty| !pty.screen().contains("╭─ Note ·"));
        }
    }
}

fn progress_is_shown(screen: &str) -> bool {
    screen.lines().next().unwrap_or_default().contains(&format!("/{CASES}"))
}

#[test]
fn killed_a_hundred_times_a_review_loses_nothing_that_it_said_was_saved() {
    let (home, library) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    forty(library.path());
    let mut dice = Dice(20_261_130);
    let mut acknowledged = 0;
    let mut pressed = 0;
    let mut notes: BTreeSet<String> = BTreeSet::new();
    for run in 0..100 {
        let mut pty = start(home.path(), library.path(), &["review"]).run();
        begin(&mut pty);
        let keys = if dice.roll(2) == 0 { 1 + dice.roll(2) } else { 0 };
        for _ in 0..keys {
            if pressed == CASES - 4 {
                break;
            }
            pressed += 1;
            // At most two keys a case, with the next one.
            pty.send(["a", "d", "x1"][dice.roll(3) as usize]);
        }
        if run % 10 == 5 {
            pty.send(&format!("cnote {run}\x13"));
        } else if run % 10 == 7 {
            pty.send(&format!("chalf {run}"));
        }
        std::thread::sleep(Duration::from_millis(dice.roll(30)));
        pty.signal("KILL");
        pty.wait();
        acknowledged = acknowledged.max(progress(&pty.screen()));
        for saved in pty.screen().split("note on ").skip(1).filter(|rest| rest.contains(" saved")) {
            notes.insert(saved[..4].to_owned());
        }
        let fresh = read(home.path());
        assert!(fresh.problems.is_empty(), "{:?}", fresh.problems);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for record in &fresh.records {
            if matches!(record.change.set, Set::Verdict(_)) {
                *times.entry(record.change.case.to_string()).or_default() += 1;
            }
        }
        assert!(times.values().all(|times| *times == 1), "a verdict stands twice: {times:?}");
        // An approval is in the file of its case before it is in the journal.
        let mut judged: BTreeSet<String> = times.into_keys().collect();
        for at in 0..CASES {
            let text = std::fs::read_to_string(library.path().join(format!("c{at:02}.json"))).unwrap();
            if text.contains(r#""reviewed_by": "kim""#) {
                judged.insert(format!("C-{at:02}"));
            }
        }
        assert!(judged.len() >= acknowledged, "{} of {acknowledged}", judged.len());
        let mut ledger = Ledger::default();
        ledger.take(fresh.records);
        let book = ledger.book(&Desk::Review).cloned().unwrap_or_default();
        for case in &notes {
            assert!(book.notes.contains_key(&Clean::line(case)), "the note on {case}");
        }
    }
    assert!(acknowledged > 20 && !notes.is_empty(), "{acknowledged} verdicts and {notes:?} in a hundred runs");
    // The rest in one go, the last three at once, and that taken back.
    let mut pty = start(home.path(), library.path(), &["review"]).run();
    begin(&mut pty);
    while progress(&pty.screen()) < CASES - 3 {
        let before = progress(&pty.screen());
        pty.send("a");
        pty.wait_until("one more", |pty| progress(&pty.screen()) > before);
    }
    pty.send("/verdict:none\r");
    pty.wait_for(&format!("{}/{CASES}", CASES - 3));
    pty.wait_for("/verdict:none");
    pty.send("*x2");
    pty.wait_for("3 marked cases?");
    pty.send("y");
    pty.wait_for("3 cases: rejected");
    pty.send("u");
    pty.wait_for("and 2 more");
    pty.send("0");
    pty.wait_for(&format!("{}/{CASES}", CASES - 3));
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
    let mut ledger = Ledger::default();
    ledger.take(read(home.path()).records);
    let book = ledger.book(&Desk::Review).unwrap();
    // What was killed between the file and the journal is approved by its file alone.
    let mut judged = 0;
    for at in 0..CASES {
        let text = std::fs::read_to_string(library.path().join(format!("c{at:02}.json"))).unwrap();
        let is_approved = text.contains(r#""reviewed_by": "kim""#);
        match book.verdicts.get(&Clean::line(&format!("C-{at:02}"))) {
            Some(given) => assert_eq!(is_approved, given.value.verdict == Verdict::Accepted, "C-{at:02}: {text}"),
            None if is_approved => {}
            None => continue,
        }
        judged += 1;
    }
    assert_eq!(judged, CASES - 3);
    assert_eq!(
        std::fs::read_dir(home.path().join("incidents/sessions"))
            .unwrap()
            .filter(|file| { file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "json") })
            .count(),
        0,
        "who quits leaves nothing to go on from"
    );
}

#[test]
fn two_programs_at_once_write_all_their_verdicts() {
    for incidents in [["A", "B"], ["A", "A"]] {
        let home = tempfile::tempdir().unwrap();
        let mut ptys: Vec<Pty> = incidents
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let by = ["kim", "lee"][at];
                Start::new(home.path()).env("INCIDENTS_BY", by).arg("triage").arg(name).run()
            })
            .collect();
        for pty in &mut ptys {
            pty.wait_for("0/313");
        }
        let each = if incidents[0] == incidents[1] { 100 } else { 200 };
        for _ in 0..each / 20 {
            ptys[0].send(&"a".repeat(20));
            ptys[1].send(&"d".repeat(20));
        }
        let count = |by: &str| {
            let records = read(home.path()).records;
            records.iter().filter(|r| r.by.as_str() == by && matches!(r.change.set, Set::Verdict(_))).count()
        };
        for (pty, by) in ptys.iter_mut().zip(["kim", "lee"]) {
            pty.wait_until("all verdicts", |_| count(by) == each);
        }
        let fresh = read(home.path());
        let numbers: BTreeSet<u64> = fresh.records.iter().map(|record| record.n).collect();
        assert_eq!(numbers.len(), fresh.records.len(), "every line has a number of its own");
        assert!(fresh.problems.is_empty());
        if incidents[0] == incidents[1] {
            let mut ledger = Ledger::default();
            ledger.take(fresh.records);
            let judged = ledger.book(&Desk::triage("A").unwrap()).unwrap().verdicts.len();
            for pty in &mut ptys {
                // Each sees what the other one did.
                pty.wait_for(&format!("{judged}/313"));
            }
        }
        for pty in &mut ptys {
            pty.send("Q");
            assert_eq!(pty.wait(), 0);
        }
    }
}

#[test]
fn a_disk_that_is_full_is_said_and_nothing_is_damaged() {
    let home = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_incidents");
    let script = format!("ulimit -f 3; exec {program} triage INC-1");
    let mut pty = Start::new(home.path()).env("INCIDENTS_BY", "kim").instead("sh", &["-c", &script]).run();
    pty.wait_for("0/313");
    let mut given = 0;
    while !pty.screen().contains("not saved: ") {
        pty.send("a");
        pty.wait_until("an answer", |pty| {
            pty.screen().contains(&format!("{}/313", given + 1)) || pty.screen().contains("not saved: ")
        });
        given += 1;
        assert!(given < 100, "the limit is not reached");
    }
    pty.send("clast words\x13");
    pty.wait_for("last words");
    pty.wait_for("not saved: ");
    let fresh = read(home.path());
    assert!(fresh.problems.is_empty(), "{:?}", fresh.problems);
    assert_eq!(fresh.records.len(), given - 1);
    let text = std::fs::read_to_string(home.path().join("incidents/incidents.journal")).unwrap();
    assert!(text.ends_with("}\n"), "no half line is left");
    pty.signal("KILL");
    pty.wait();
    // With room again the note is there to be saved.
    let mut pty = Start::new(home.path()).env("INCIDENTS_BY", "kim").arg("triage").arg("INC-1").run();
    pty.wait_for("1 unsaved note");
    pty.send("\r");
    pty.wait_for("last words");
    pty.send("\x13");
    pty.wait_for("saved");
    pty.send("Q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn where_nothing_can_be_written_it_is_said() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("file"), "").unwrap();
    let path = home.path().join("file/x.journal").display().to_string();
    let mut pty = Start::new(home.path()).arg("triage").arg("INC-1").arg("--journal").arg(&path).run();
    pty.wait_for("0/313");
    pty.send("a");
    pty.wait_for("not saved: ");
    assert!(pty.screen().contains("0/313"));
    pty.send("Q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_note_survives_the_end_of_the_connection() {
    for signal in ["HUP", "TERM", "KILL"] {
        let home = tempfile::tempdir().unwrap();
        let triage = || Start::new(home.path()).arg("triage").arg("INC-1").arg("-q").arg("502");
        let mut pty = triage().run();
        pty.wait_for("/502");
        pty.wait_for("0/12");
        pty.send("jc재시도 폭주?");
        pty.wait_for("재시도 폭주?");
        pty.signal(signal);
        pty.wait();
        if signal != "KILL" {
            pty.assert_restored();
        }
        let mut pty = Start::new(home.path()).run();
        pty.wait_for("Go on where you were?");
        pty.wait_for("TRIAGE INC-1");
        pty.send("\r");
        pty.wait_for("재시도 폭주?");
        pty.wait_for("/502");
        pty.send("\x13");
        pty.wait_for("saved");
        pty.send("Q");
        assert_eq!(pty.wait(), 0);
    }
}

#[test]
fn the_editor_gets_the_terminal_and_gives_it_back() {
    let (home, library) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    forty(library.path());
    let script = home.path().join("ed.sh");
    std::fs::write(
        &script,
        "trap '' INT\nstty -a | grep -o ' icanon'\nread line\nsed -i \"s/Case 27/$line/\" \"$1\"\n",
    )
    .unwrap();
    let editor = format!("sh {}", script.display());
    let mut pty = start(home.path(), library.path(), &[]).env("EDITOR", &editor).run();
    pty.wait_for("Case 27");
    pty.send("e");
    pty.wait_until("a cooked terminal", |pty| pty.output().matches(" icanon").count() == 1);
    // A Ctrl+C there is not meant for us.
    pty.send("\x03");
    pty.send("Renamed\r");
    pty.wait_for("What was changed");
    pty.wait_for("Renamed");
    pty.send("q");
    pty.wait_until("the list", |pty| !pty.screen().contains("What was changed"));
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
    assert!(std::fs::read_to_string(library.path().join("c27.json")).unwrap().contains("Renamed"));
}

#[test]
fn signals_meant_for_the_editor_are_not_heard_when_it_has_ended() {
    let (home, library) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    forty(library.path());
    let script = home.path().join("ed.sh");
    std::fs::write(&script, "trap '' INT QUIT\nprintf x >> $HOME/runs\nkill -INT $PPID\nkill -QUIT $PPID\n").unwrap();
    // The shell gives its place to the script, whose parent the program then is.
    let editor = format!("exec sh {}", script.display());
    let mut pty = start(home.path(), library.path(), &[]).env("EDITOR", &editor).run();
    pty.wait_for("Case 27");
    for run in 1..=100 {
        pty.send("e");
        pty.wait_until("a run of the editor", |pty| {
            pty.output().matches("\x1b[?1049h").count() > run && pty.screen().contains("nothing was changed")
        });
    }
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
    assert_eq!(std::fs::read_to_string(home.path().join("runs")).unwrap().len(), 100);
}
