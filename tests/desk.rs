//! Desks: verdicts, notes, taking back, and what of it is in the journal; without a terminal.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use std::sync::Arc;

use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::text::Clean;
use incident_explorer::triage::{Change, Deed, Desk, Journal, Set, Verdict, Way};
use incident_explorer::tui::effect::Effect;
use incident_explorer::tui::mode::Mode;
use incident_explorer::tui::panes::Pane;
use incident_explorer::tui::update::Event;
use proptest::prelude::*;
use support::{Screen, fixtures_copied, over};

/// A screen over the fixture cases, in a folder that approvals may be written into.
fn screen() -> Screen {
    let folder = fixtures_copied();
    let library = Arc::new(Library::load(false, &[folder.path().to_owned()], &mut |_| {}));
    Screen { folder: Some(folder), ..over(library, Language::English, 80, 24) }
}

/// A screen with the triage of INC-1 on.
fn triage() -> Screen {
    screen().at(":triage INC-1<enter>")
}

fn verdicts(screen: &Screen) -> Vec<(String, Verdict)> {
    let book = screen.app.book().cloned().unwrap_or_default();
    book.verdicts.iter().map(|(case, given)| (case.to_string(), given.value.verdict)).collect()
}

fn verdict(screen: &Screen, case: &str) -> Option<Verdict> {
    let entry = screen.app.library.find(case)?;
    screen.app.verdict(entry)
}

#[test]
fn without_a_desk_the_keys_say_how_to_start_one_and_do_nothing() {
    for keys in ["a", "x", "d", "c", "u", "<ctrl-r>", "n", "<enter>!", "<enter>a"] {
        let mut screen = screen().at(keys);
        assert!(screen.text().contains(":triage NAME or :review"), "{keys}: {}", screen.text());
        assert!(screen.journal().is_empty() && matches!(screen.app.mode, Mode::Browse), "{keys}");
    }
}

#[test]
fn a_verdict_is_one_key_and_moves_on() {
    let mut screen = triage();
    let first = screen.subject();
    screen.press("a");
    let second = screen.subject();
    assert_ne!(first, second);
    screen.press("xd");
    assert_eq!(verdict(&screen, &first), Some(Verdict::Accepted));
    assert_eq!(verdict(&screen, &second), Some(Verdict::Rejected));
    let lines = screen.journal();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains(&format!(r#""case":"{first}""#)) && lines[0].contains(r#""incident":"INC-1""#));
    assert!(screen.text().contains("✔1 ✘1 …1 · 3/6"), "{}", screen.text());
}

#[test]
fn the_last_verdict_stays_and_says_that_all_are_judged() {
    let mut screen = triage().at("jjjjja");
    assert_eq!(screen.app.list.cursor, 0, "around the end");
    screen.press("aaaaa");
    assert!(screen.text().contains("every case in view has a verdict; :report"), "{}", screen.text());
    screen.press("aaa");
    assert_eq!(verdicts(&screen).len(), 6);
    assert_eq!(screen.journal().len(), 6, "the same verdict again is no news");
    screen.press("n");
    assert!(screen.text().contains("no case in view is without a verdict"));
}

#[test]
fn in_the_case_a_verdict_opens_the_next_one_at_its_top() {
    let mut screen = triage().at("<enter>");
    let first = screen.subject();
    screen.press("6a");
    assert_eq!(screen.app.wish.focus, Pane::Case);
    assert_ne!(screen.subject(), first);
    assert_eq!(screen.app.reader.top, 0);
    assert_eq!(verdict(&screen, &first), Some(Verdict::Accepted));
}

#[test]
fn action_items_are_judged_where_the_cursor_stands_on_one() {
    let mut screen = triage().at("/502<enter><enter>7axd");
    let id = screen.subject();
    assert_eq!(verdict(&screen, &id), None);
    let states: Vec<String> =
        screen.journal().iter().filter(|line| line.contains(r#""set":"item""#)).cloned().collect();
    assert!(states[0].contains(r#""to":"to-do","item":1"#), "{states:?}");
    assert!(states[1].contains(r#""to":"not-ours","item":2"#), "{states:?}");
    assert!(screen.text().contains("→") && screen.text().contains("✘"), "{}", screen.text());
}

#[test]
fn steps_are_taken_back_and_done_again() {
    let mut screen = triage();
    let first = screen.subject();
    screen.press("axuu");
    assert!(verdicts(&screen).is_empty());
    assert_eq!(screen.subject(), first, "the case that was taken back is shown");
    screen.press("<ctrl-r><ctrl-r><ctrl-r>");
    assert_eq!(verdicts(&screen).len(), 2);
    assert!(screen.text().contains("nothing to do again"));
    assert_eq!(screen.journal().len(), 6, "nothing is ever taken out of the journal");
}

#[test]
fn a_verdict_on_marks_asks_first_and_covers_what_is_visible() {
    let mut screen = triage().at("*/balancer<enter>x");
    assert!(screen.text().contains("ruled out: 2 marked cases?"), "{}", screen.text());
    assert!(screen.text().contains("4 marked but not in view stay"), "{}", screen.text());
    screen.press("n");
    assert!(screen.journal().is_empty());
    screen.press("xy");
    assert_eq!(verdicts(&screen).len(), 2);
    assert_eq!(screen.app.marks.len(), 4);
    screen.press("u");
    assert!(verdicts(&screen).is_empty(), "taken back as one");
}

#[test]
fn a_verdict_on_a_range_that_is_being_marked_is_on_the_range() {
    let mut screen = triage().at("vjjx");
    assert!(screen.text().contains("ruled out: 3 marked cases?"), "{}", screen.text());
    screen.press("y");
    assert_eq!(verdicts(&screen).len(), 3);
}

#[test]
fn an_action_item_that_is_judged_the_same_again_is_no_step() {
    let mut screen = triage().at("/id:FX-1<enter><enter>7aka");
    let items = screen.journal().iter().filter(|line| line.contains("\"item\"")).count();
    assert_eq!(items, 1, "{:?}", screen.journal());
    screen.press("u");
    assert!(!screen.text().contains("→"), "{}", screen.text());
}

#[test]
fn a_note_that_another_program_saved_meanwhile_is_not_replaced_unseen() {
    let mut screen = triage();
    let (desk, id) = (Desk::triage("INC-1").unwrap(), Clean::line(&screen.subject()));
    screen.press("cmine");
    let note = |text: &str| Set::Note(Some(text.to_owned()));
    let change = Change { desk: Some(desk.clone()), case: id.clone(), set: note("do not restart api-1") };
    let theirs = Deed { way: Way::Done, changes: vec![change] };
    let dir = tempfile::tempdir().unwrap();
    let mut other = Journal::new(dir.path(), Clean::line("other"), Some(Clean::line("lee")));
    screen.send(Event::Journal(other.append(&theirs, jiff::Timestamp::now()).unwrap()));
    screen.press("<ctrl-s>");
    assert!(screen.text().contains("do not restart api-1") && screen.text().contains("mine"), "{}", screen.text());
    screen.press("<ctrl-s>");
    assert_eq!(screen.app.desks.ledger.note(&desk, &id), Some("do not restart api-1\nmine"));
    // A draft is of the time when it was begun.
    screen.press("c!<esc>");
    let change = Change { desk: Some(desk.clone()), case: id.clone(), set: note("restarted") };
    let theirs = Deed { way: Way::Done, changes: vec![change] };
    screen.send(Event::Journal(other.append(&theirs, jiff::Timestamp::now()).unwrap()));
    screen.press("c<ctrl-s>");
    assert!(matches!(screen.app.mode, Mode::Note(_)) && screen.text().contains("restarted"), "{}", screen.text());
}

#[test]
fn a_paste_answers_no_question() {
    let mut screen = triage().at("*x");
    screen.send(Event::Paste("y\n".into()));
    assert!(matches!(screen.app.mode, Mode::Confirm(_)) && screen.journal().is_empty());
}

#[test]
fn a_note_is_typed_pasted_and_saved() {
    let mut screen = triage();
    let id = screen.subject();
    screen.press("c");
    screen.send(Event::Paste("q\r\nj\ny\n장애\n".into()));
    screen.press("끝<ctrl-s>");
    assert_eq!(
        screen.app.desks.ledger.note(&Desk::triage("INC-1").unwrap(), &Clean::line(&id)),
        Some("q\nj\ny\n장애\n끝")
    );
    assert!(matches!(screen.app.mode, Mode::Browse));
    assert_eq!(screen.subject(), id);
    assert!(screen.at("c").text().contains("장애"));
}

#[test]
fn a_note_that_is_left_is_a_draft_and_never_lost() {
    let mut screen = triage();
    let id = screen.subject();
    for leave in ["<esc>", "<ctrl-c>"] {
        screen.press("c더<enter>");
        let kept = screen.left_behind().unwrap().drafts;
        assert_eq!(kept.len(), 1, "kept while it is typed");
        screen.press(leave);
        assert!(screen.text().contains(&format!("the note on {id} is a draft")), "{}", screen.text());
    }
    assert!(screen.journal().is_empty());
    screen.press("jc<esc>kc");
    assert!(screen.text().contains("더"), "{}", screen.text());
    screen.press("<esc>:end-desk<enter>");
    assert!(screen.text().contains("1 unsaved note would be lost"), "{}", screen.text());
    screen.press("n:drafts<enter>");
    assert!(screen.text().contains("더") && screen.app.desk().is_some(), "{}", screen.text());
    screen.press("<esc>");
    screen.press("q");
    assert_eq!(screen.left_behind().unwrap().drafts.len(), 1, "quitting keeps it for next time");
}

#[test]
fn the_caret_of_a_note_stands_behind_wide_characters_and_inside_the_frame() {
    let mut screen = triage().at("c장애 원인");
    screen.buffer();
    let (x, y) = {
        let at = screen.terminal.get_cursor_position().unwrap();
        (at.x, at.y)
    };
    screen.press("<left>");
    screen.buffer();
    let at = screen.terminal.get_cursor_position().unwrap();
    assert_eq!((x - at.x, y), (2, at.y));
    let mut screen = triage().sized(40, 10);
    screen.press("c");
    screen.buffer();
    let left = screen.terminal.get_cursor_position().unwrap().x;
    screen.press("장애 원인");
    screen.buffer();
    assert_eq!(screen.terminal.get_cursor_position().unwrap().x - left, 9);
    for _ in 0..60 {
        screen.press("가");
        let buffer = screen.buffer();
        let at = screen.terminal.get_cursor_position().unwrap();
        assert!(at.x > 1 && at.x < 39 && at.y < 9, "{at:?}");
        assert_eq!(buffer[(39, at.y)].symbol(), "│", "the frame is whole");
    }
    let text = screen.text();
    assert!(text.matches('가').count() >= 60, "{text}");
}

#[test]
fn the_caret_walks_by_rows_of_a_wrapped_note() {
    let mut screen = triage().sized(40, 12);
    screen.press("c");
    screen.press(&"가나다라 ".repeat(12));
    screen.press("<up><up>X");
    let Mode::Note(note) = &screen.app.mode else { panic!("no note") };
    let text = note.area.text();
    assert!(!text.ends_with('X') && text.contains('X'), "{text}");
    screen.press("<down><down>Y");
    let Mode::Note(note) = &screen.app.mode else { panic!("no note") };
    let (before, after) = (note.area.text().find('X'), note.area.text().find('Y'));
    assert!(before < after, "{}", note.area.text());
}

#[test]
fn what_cannot_be_saved_is_said_and_stays_in_the_editor() {
    let mut screen = triage();
    screen.break_journal();
    let id = screen.subject();
    screen.press("a");
    assert!(screen.text().contains("not saved: "), "{}", screen.text());
    assert_eq!((verdict(&screen, &id), screen.subject()), (None, id));
    screen.press("c메모<ctrl-s>");
    assert!(screen.text().contains("not saved: ") && screen.text().contains("메모"), "{}", screen.text());
    assert!(matches!(screen.app.mode, Mode::Note(_)));
}

#[test]
fn with_a_korean_layout_verdicts_are_lone_jamo() {
    let mut screen = triage().at("ㅁㅌㅇ");
    let given: Vec<Verdict> = verdicts(&screen).into_iter().map(|(_, verdict)| verdict).collect();
    assert_eq!(given.len(), 3);
    // 머 is a j: it may have been meant as text.
    screen.press("머");
    assert_eq!(verdicts(&screen).len(), 3);
    assert!(screen.text().contains("“머” ran nothing"), "{}", screen.text());
    screen.press("<esc>ㅕ");
    assert_eq!(verdicts(&screen).len(), 2);
    screen.press("ㅊㅁ<ctrl-ㄴ>");
    assert_eq!(screen.journal().iter().filter(|line| line.contains(r#""to":"ㅁ""#)).count(), 1);
}

#[test]
fn the_queue_can_be_what_has_no_verdict_yet() {
    let mut screen = triage().at("/verdict:none<enter>");
    let first = screen.subject();
    screen.press("a");
    assert_eq!(screen.app.list.hits.len(), 5);
    assert_ne!(screen.subject(), first);
    let second = screen.subject();
    screen.press("x");
    assert_eq!(
        (verdict(&screen, &first), verdict(&screen, &second)),
        (Some(Verdict::Accepted), Some(Verdict::Rejected))
    );
    screen.press("uu");
    assert_eq!(screen.app.list.hits.len(), 6);
    let mut screen = screen.at("<esc><esc>:end-desk<enter>/verdict:none");
    assert!(screen.text().contains("verdict: needs a desk"), "{}", screen.text());
}

#[test]
fn a_verdict_names_the_case_that_was_under_the_cursor() {
    let dir = tempfile::tempdir().unwrap();
    let write = |ids: &[&str]| {
        for old in std::fs::read_dir(dir.path()).unwrap() {
            std::fs::remove_file(old.unwrap().path()).unwrap();
        }
        for id in ids {
            let case = format!(r#"{{"id":"{id}","date":"2024-01-01","title":{{"en":"t","ko":"ㅌ"}}}}"#);
            std::fs::write(dir.path().join(format!("{id}.json")), case).unwrap();
        }
        Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}))
    };
    let mut screen = over(write(&["B", "C", "D"]), Language::English, 80, 24).at(":review<enter>jx");
    assert!(matches!(screen.app.mode, Mode::Menu(_)));
    // A case comes before the others while the reason is being chosen.
    screen.send(Event::Loaded(write(&["A", "B", "C", "D"]), None));
    screen.press("1");
    assert_eq!(verdicts(&screen), [("C".to_owned(), Verdict::Rejected)]);
    screen.press("x");
    let next = screen.subject();
    // The case itself goes.
    screen.send(Event::Loaded(write(&["A", "B"]), None));
    screen.press("2");
    assert!(verdicts(&screen).contains(&(next, Verdict::Rejected)));
}

#[test]
fn a_review_gives_reasons_flags_and_a_summary() {
    let mut screen = screen().at(":review<enter>");
    assert!(screen.effects.contains(&Effect::Check));
    let first = screen.subject();
    screen.press("x3x6");
    let second = screen.subject();
    screen.press("source says 2h<enter><enter>6!who moved it?<enter>");
    let third = screen.subject();
    assert!(screen.text().contains("Remediation 1 flagged"), "{}", screen.text());
    assert!(screen.text().contains("flagged: who moved it?"), "{}", screen.text());
    screen.press("a:report<enter>");
    let Mode::Pager(_) = screen.app.mode else { panic!("no report") };
    screen.press("y");
    let report = screen.copied().to_owned();
    for part in [&first, "durations", &second, "source says 2h", &third, "Remediation 1", "Approved", "who moved it?"] {
        assert!(report.contains(part), "{part}:\n{report}");
    }
}

#[test]
fn an_approval_is_written_into_the_file_and_taken_back_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.json");
    let text = "{\r\n  \"id\": \"A\", \"x\": 1.0,\r\n  \"title\": {\"en\": \"t\", \"ko\": \"ㅌ\"},\r\n  \"review\": {\"reviewed_at\": null, \"reviewed_by\": null}\r\n}\r\n";
    std::fs::write(&file, text).unwrap();
    let library = Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}));
    let mut screen = over(library, Language::English, 80, 24).at(":review<enter>a");
    let after = std::fs::read_to_string(&file).unwrap();
    assert!(after.contains(r#""reviewed_by": "kim""#), "{after}");
    assert_eq!(after.len() - text.len(), "\"kim\"".len() + "\"2026-11-30T01:00:00Z\"".len() - 2 * "null".len());
    screen.press("u");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    screen.press("<ctrl-r>x1");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "a rejection takes the approval back");
    std::fs::write(&file, text.replace("1.0", "2.0")).unwrap();
    screen.press("ka");
    assert!(screen.text().contains("changed on disk"), "{}", screen.text());
    assert_eq!(verdict(&screen, "A"), Some(Verdict::Rejected));
}

#[test]
fn what_was_approved_here_is_taken_back_byte_for_byte_and_another_ones_name_stays() {
    for text in ["{\"id\": \"A\"}", "{\"id\":\"A\",\"review\":null}", "{\"id\": \"A\", \"review\": {}}"] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.json");
        std::fs::write(&file, text).unwrap();
        let library = Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}));
        let mut screen = over(library, Language::English, 80, 24).at(":review<enter>a");
        assert_ne!(std::fs::read_to_string(&file).unwrap(), text);
        screen.press("u");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.json");
    let text = r#"{"id": "A", "review": {"reviewed_at": "2024-01-01T00:00:00Z", "reviewed_by": "lee"}}"#;
    std::fs::write(&file, text).unwrap();
    let library = Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}));
    let mut screen = over(library, Language::English, 80, 24).at(":review<enter>a");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "it is approved already");
    screen.press("x1");
    assert!(std::fs::read_to_string(&file).unwrap().contains(r#""reviewed_by": null"#), "a rejection takes it out");
    screen.press("u");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "with its name and its date");
}

#[test]
fn a_report_stays_open_when_it_is_copied() {
    let mut screen = triage().at("a:report<enter>yw");
    assert!(screen.copied().starts_with("# INC-1"));
    assert!(screen.text().contains("write to: report.md"), "{}", screen.text());
    screen.press("<enter>");
    assert!(matches!(screen.effects.last(), Some(Effect::WriteFile { text, .. }) if text.starts_with("# INC-1")));
}

#[test]
fn an_edit_that_breaks_the_file_is_said_and_can_be_done_again() {
    let mut screen = screen();
    let path = std::path::PathBuf::from("own.json");
    let edited = |after: &str| {
        let (before, after) = ("{}".to_owned(), after.to_owned());
        Event::Outcome(incident_explorer::tui::effect::Outcome::Edited { path: path.clone(), line: 1, before, after })
    };
    screen.send(edited("{ broken"));
    assert!(screen.text().contains("own.json is not JSON"), "{}", screen.text());
    screen.press("y");
    assert_eq!(screen.effects.last(), Some(&Effect::Edit { path: path.clone(), line: 1 }));
    screen.send(edited("{\"id\": \"A\"}"));
    assert!(screen.text().contains("What was changed"), "{}", screen.text());
}

#[test]
fn progress_under_a_filter_by_verdict_counts_what_was_judged() {
    let mut screen = triage().at("/verdict:none<enter>ax");
    assert!(screen.text().contains("✔1 ✘1 …0 · 2/6"), "{}", screen.text());
}

#[test]
fn stars_are_kept_and_shown() {
    let mut screen = screen().at("jm");
    let id = screen.subject();
    assert_eq!(screen.journal().len(), 1);
    screen.press("'");
    assert_eq!(screen.app.list.hits.len(), 1);
    assert_eq!(screen.subject(), id);
    screen.press("'");
    assert_eq!(screen.app.list.hits.len(), 6);
    screen.press("m'");
    assert_eq!(screen.app.list.blamed.as_deref(), Some(&["has:star".to_owned()][..]));
}

#[test]
fn the_trail_tells_what_was_opened_and_copied() {
    let mut screen = screen().at(":trail<enter>");
    assert!(screen.text().contains("nothing was opened or copied yet"));
    screen.press("<enter>yi");
    let id = screen.subject();
    screen.send(Event::Outcome(incident_explorer::tui::effect::Outcome::Copied {
        what: "id".into(),
        bytes: 4,
        route: incident_explorer::tui::effect::Route::Native,
        because: None,
        cases: vec![Clean::line(&id)],
    }));
    assert!(screen.journal().is_empty(), "without a desk reading writes nothing");
    screen.press(":trail<enter>");
    let text = screen.text();
    assert!(text.contains("opened") && text.contains("copied id") && text.contains(&id), "{text}");
}

#[test]
fn the_journal_of_others_comes_in_beside() {
    let mut screen = triage();
    let line = r#"{"n":1,"at":"2026-11-30T00:00:00Z","by":"lee","session":"s","desk":"triage","incident":"INC-1","case":"FX-1","set":"verdict","to":"deferred"}"#;
    let path = screen.app.desks.journal.clone();
    std::fs::write(&path, format!("{line}\n")).unwrap();
    let before = screen.subject();
    screen.press("a");
    assert_eq!(verdict(&screen, "FX-1"), Some(Verdict::Deferred));
    assert_eq!(verdict(&screen, &before), Some(Verdict::Accepted));
    assert!(screen.journal()[1].contains(r#""n":2"#));
}

#[test]
fn what_was_left_behind_is_offered_and_gone_on_with() {
    let mut before = triage().at("/502<enter>ajc반쯤");
    let state = before.left_behind().unwrap();
    let mut screen = screen();
    screen.send(Event::LeftBehind(Box::new(state.clone())));
    let text = screen.text();
    assert!(text.contains("TRIAGE INC-1 was left unfinished") && text.contains("1 unsaved note"), "{text}");
    screen.press("z");
    assert!(matches!(screen.app.mode, Mode::Offer(_)), "another key decides nothing");
    screen.press("<enter>");
    assert_eq!(screen.app.list.query, "502");
    assert_eq!(screen.app.desks.session.as_str(), state.session);
    let Mode::Note(note) = &screen.app.mode else { panic!("the note is open again") };
    assert_eq!((note.area.text().as_str(), note.case.as_str()), ("반쯤", state.case.as_str()));
    let mut screen = self::screen();
    screen.send(Event::LeftBehind(Box::new(state.clone())));
    screen.press("x");
    assert!(screen.text().contains("1 unsaved note would be lost"), "{}", screen.text());
    screen.press("n");
    assert_eq!(screen.effects, [Effect::LeftBehind(incident_explorer::tui::effect::Fate::Leave)]);
    let mut screen = self::screen();
    screen.send(Event::LeftBehind(Box::new(state)));
    screen.press("<esc>");
    assert!(screen.app.desk().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn no_keys_panic_at_a_desk_and_the_journal_always_replays(
        keys in proptest::collection::vec(
            prop::sample::select(vec![
                "a", "x", "d", "u", "<ctrl-r>", "c", "note<ctrl-s>", "메모<esc>", "j", "k", "n", "N", "<enter>", "<esc>", "*", "y",
                "1", "3", " ", "m", "'", "/verdict:none<enter>", "/502<enter>", "7", "!", "왜<enter>", "t", "G", "<tab>",
                ":report<enter>", ":review<enter>", ":triage B<enter>", ":end-desk<enter>", "ㅁ", "머", "v",
            ]),
            1..60,
        ),
        sizes in proptest::collection::vec((0u16..130, 0u16..45), 0..3),
    ) {
        let mut screen = triage();
        let every = keys.len() / (sizes.len() + 1) + 1;
        for (at, keys) in keys.iter().enumerate() {
            screen.press(keys);
            if at % every == every - 1 && let Some(&(width, height)) = sizes.get(at / every) {
                screen.send(Event::Resize(width, height));
            }
        }
        let mut screen = screen.sized(100, 30);
        screen.buffer();
        let mut ledger = incident_explorer::triage::Ledger::default();
        for line in screen.journal() {
            ledger.take([incident_explorer::triage::Record::parse(&line).unwrap()]);
        }
        let shown: Vec<_> = screen.app.desks.ledger.desks().collect();
        prop_assert_eq!(ledger.desks().collect::<Vec<_>>(), shown);
        let desk = screen.app.desk().cloned();
        let given = screen.app.book().map_or(0, |book| book.verdicts.len());
        prop_assert!(desk.is_some() || given == 0);
    }
}
