//! Keys on the screen: what is pressed and what comes of it, without a terminal.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::tui::effect::{Effect, Outcome, Route};
use incident_explorer::tui::panes::Pane;
use incident_explorer::tui::update::Event;
use support::{library, over, screen};
use unicode_normalization::UnicodeNormalization as _;

#[test]
fn from_the_list_to_the_remediation_in_the_clipboard() {
    let mut screen = screen().at("/502<enter><enter>yr");
    assert_eq!(
        screen.copied(),
        "1. Moved the update process to another master\n2. Froze configuration updates\n\n\
         — FX-1 Example Cloud · Load balancer answered 502 on 25% of requests for 22 minutes https://example.com/cases/FX-1"
    );
    screen.send(Event::Outcome(Outcome::Copied {
        what: "Remediation".into(),
        bytes: 90,
        route: Route::Terminal { through_tmux: false },
        because: None,
        cases: Vec::new(),
    }));
    assert!(screen.text().contains("not confirmed"), "what is not confirmed is not claimed");
}

#[test]
fn commands_work_with_a_korean_layout_on() {
    let latin = screen().at("jjk");
    let hangul = screen().at("ㅓㅓㅏ");
    assert_eq!(latin.subject(), hangul.subject());
    assert_eq!(latin.app.list.cursor, 1);
    // ㅛ ㄱ are y r.
    assert!(screen().at("/502<enter><enter>ㅛㄱ").copied().starts_with("1. Moved"));
    // 허 is g j: to the top and one down.
    assert_eq!(screen().at("jjjj허").app.list.cursor, 1);
    assert_eq!(screen().at("ㅂ").effects, [Effect::Quit]);
    assert_eq!(screen().at("<ctrl-ㅊ>").app.list.cursor, 0);
}

#[test]
fn text_typed_by_mistake_runs_nothing_and_is_offered_as_a_filter() {
    let mut screen = screen().at("j연결");
    assert_eq!(screen.app.list.cursor, 1);
    assert!(screen.text().contains("“연결” ran nothing"), "{}", screen.text());
    screen.press("/");
    assert_eq!(screen.app.list.query, "연결");
    let screen = self::screen().at("안녕<enter>");
    assert_eq!((screen.app.list.query.as_str(), screen.app.wish.focus), ("안녕", Pane::List));
    // When it is no longer offered, a jamo is its key again.
    let mut screen = self::screen().at("안");
    (0..10).for_each(|_| screen.send(Event::Tick));
    screen.press("ㅓ");
    assert_eq!(screen.app.list.cursor, 1);
}

#[test]
fn in_a_prompt_every_letter_is_text() {
    let mut screen = screen().at("jj/ㅓㅏ");
    assert_eq!(screen.app.list.query, "ㅓㅏ");
    screen.press("<ctrl-u>");
    assert_eq!(screen.app.list.query, "");
    let screen = self::screen().at("/queue");
    assert_eq!(screen.app.list.query, "queue");
    assert!(screen.effects.is_empty());
}

#[test]
fn a_paste_is_text_and_never_commands() {
    let mut screen = screen().at("/");
    screen.send(Event::Paste("db\r\ntimeout\t오류".into()));
    assert_eq!(screen.app.list.query, "db timeout 오류");
    let mut screen = self::screen();
    screen.send(Event::Paste("q\nj\ny\n".into()));
    assert!(screen.effects.is_empty());
    assert_eq!(screen.app.list.query, "q j y");
}

#[test]
fn filter_three_states() {
    let mut screen = screen().at("/dns<esc>");
    assert_eq!((screen.app.list.query.as_str(), screen.app.list.hits.len()), ("dns", 1));
    assert!(screen.text().contains("1 of 6"));
    screen.press("<enter>");
    assert_eq!(screen.app.wish.focus, Pane::Case);
    screen.press("<esc>");
    assert_eq!((screen.app.wish.focus, screen.app.list.query.as_str()), (Pane::List, "dns"));
    screen.press("<esc>");
    assert_eq!(screen.app.list.hits.len(), 6);
}

#[test]
fn the_row_that_was_chosen_keeps_the_cursor() {
    let mut screen = screen().at("jjj");
    let chosen = screen.subject();
    screen.press("/example<enter>");
    assert_eq!(screen.subject(), chosen);
    screen.press("<esc>");
    assert_eq!(screen.subject(), chosen);
    screen.press("<enter><esc>");
    assert_eq!(screen.subject(), chosen);
}

#[test]
fn a_row_that_was_not_chosen_gives_way_to_the_best_match() {
    let screen = screen().at("/power loss");
    assert_eq!(screen.subject(), "FX-6");
}

#[test]
fn what_finds_nothing_says_why_and_shows_neighbours() {
    let mut screen = screen().at("/connection zeppelin");
    let text = screen.text();
    assert!(text.contains("Nothing matches “zeppelin”; the nearest cases:"), "{text}");
    assert!(text.contains("none of 6"));
    assert_eq!(screen.subject(), "FX-2");
    for keys in ["k", "j", "<pageup>", "<pagedown>", "g", "G"] {
        screen.press("<esc>");
        screen.press(keys);
    }
    assert!(screen.app.list.cursor < screen.app.list.hits.len());
}

#[test]
fn an_unknown_field_is_named_with_the_nearest() {
    let mut screen = screen().at("/cuase:x");
    assert!(screen.text().contains("unknown field cuase: did you mean cause?"), "{}", screen.text());
}

#[test]
fn related_cases_and_topics_are_walked_back_and_forward() {
    let mut screen = screen().at("/502<enter><enter><tab><enter>");
    let related = screen.app.reader.id.clone().unwrap().to_string();
    assert_eq!(related, "FX-3", "same cause and component come first");
    screen.press("[");
    assert_eq!(screen.app.reader.id.clone().unwrap().as_str(), "FX-1");
    screen.press("]");
    assert_eq!(screen.app.reader.id.clone().unwrap().as_str(), "FX-3");
    screen.press("[");
    // The cursor of the related pane is where it was.
    let mut other = over(Library::builtin().into(), Language::English, 120, 40).at("/IL-0395<enter><enter><tab>jjj");
    let subject = other.subject();
    other.press("<enter>[");
    assert_eq!(other.subject(), subject);
    // The symptoms of FX-1: two chips, so a menu; the first is followed.
    screen.press("<esc>3<enter>");
    assert!(screen.text().contains("High error rate") && screen.text().contains("Topics"));
    screen.press("<enter>");
    assert_eq!(screen.app.list.query, "symptom:high-error-rate");
    assert_eq!(screen.app.list.hits.len(), 2);
    screen.press("[");
    assert_eq!(screen.app.list.query, "502");
}

#[test]
fn language_toggles_with_selection_and_scroll_kept() {
    let mut screen = screen().at("/502<enter><enter>7");
    let (id, item) =
        (screen.app.reader.id.clone(), screen.app.reader.document.meant_at(screen.app.reader.cursor).cloned());
    screen.press("t");
    assert_eq!(screen.app.language, Language::Korean);
    assert_eq!(screen.app.reader.id, id);
    let after = screen.app.reader.document.meant_at(screen.app.reader.cursor).cloned();
    assert_eq!(item.unwrap().kind, after.unwrap().kind);
    assert!(screen.text().contains("몇 시간 넘게 지난 구성은 거부한다."));
    screen.press("T");
    let text = screen.text();
    assert!(text.contains("몇 시간") && text.contains("Refuse configurations"), "{text}");
}

#[test]
fn a_text_without_a_version_falls_back_with_a_mark() {
    let mut screen = screen().at("/FX-4<enter>");
    assert!(screen.text().contains("인증서 만료로") && screen.text().contains("‹ko›"), "{}", screen.text());
    let mut korean = self::screen().in_korean().at("/FX-4<enter>");
    assert!(!korean.text().contains('‹'));
}

#[test]
fn marked_cases_are_copied_together() {
    let mut screen = screen().at("  yi");
    assert_eq!(screen.copied().lines().count(), 2);
    screen.press("ya");
    assert!(screen.effects.len() >= 2);
    screen.press("<esc>");
    assert!(screen.app.marks.is_empty());
    let screen = self::screen().at("vjjv");
    assert_eq!(screen.app.marks.len(), 3);
    let screen = self::screen().at("/example<enter>*yi");
    assert_eq!(screen.copied().lines().count(), 6);
}

#[test]
fn marked_action_items_are_copied_alone() {
    let screen = screen().at("/502<enter><enter>7 jyy");
    assert!(screen.copied().starts_with("Refuse configurations more than a few hours old\n\n—"), "{}", screen.copied());
    let screen = self::screen().at("/502<enter><enter>7jyy");
    assert!(
        screen.copied().starts_with("Test configurations before they reach production\n\n—"),
        "{}",
        screen.copied()
    );
    let screen = self::screen().at("/502<enter><enter>7jjya");
    assert_eq!(screen.copied().lines().filter(|line| line.starts_with("- [ ] ")).count(), 3);
}

#[test]
fn the_whole_copy_menu_copies_something() {
    for key in "yariultsmjbc".chars() {
        let screen = screen().at(&format!("/502<enter><enter>y{key}"));
        assert!(!screen.copied().is_empty(), "y{key}");
        assert!(!screen.copied().contains(['│', '▌', '╭', '\u{1b}']), "y{key}");
    }
    let json = screen().at("/502<enter><enter>yj");
    let copied: serde_json::Value = serde_json::from_str(json.copied()).unwrap();
    let source: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(support::fixtures().join("FX-1.json")).unwrap()).unwrap();
    assert_eq!(copied.to_string(), source.to_string(), "same content and key order, unknown fields included");
}

#[test]
fn writing_to_a_file_takes_its_format_from_the_ending() {
    for (keys, start) in [
        ("w<enter>", "# "),
        ("w<backspace><backspace>json<enter>", "{\n"),
        ("w<backspace><backspace>csv<enter>", "id,"),
    ] {
        let screen = screen().at(keys);
        let Some(Effect::WriteFile { text, .. }) = screen.effects.last() else { panic!("{keys}") };
        assert!(text.starts_with(start), "{keys}: {text}");
    }
}

#[test]
fn numbers_go_to_sections_and_zero_is_the_brief() {
    let mut screen = screen().at("/502<enter><enter>6");
    assert!(screen.lines()[2].contains("6 Remediation"), "{}", screen.text());
    screen.press("0");
    let text = screen.text();
    assert!(text.contains("Trigger") && text.contains("Moved the update") && !text.contains("Lessons"), "{text}");
    assert!(!text.contains("Severity") && !text.contains("●━"), "how long it took, and no more: {text}");
    screen.press("8");
    assert!(screen.text().contains("Lessons"), "a section that the brief has not leads out of it");
}

#[test]
fn finding_in_a_case() {
    let mut screen = screen().at("/502<enter><enter>/configuration<enter>");
    assert!(screen.app.reader.document.matches.len() > 2);
    let first = screen.app.reader.cursor;
    screen.press("n");
    assert!(screen.app.reader.cursor > first);
    screen.press("N");
    assert_eq!(screen.app.reader.cursor, first);
    screen.press("<esc>");
    assert!(screen.app.reader.find.is_empty());
    assert_eq!(screen.app.wish.focus, Pane::Case);
}

#[test]
fn scrolling_has_no_dead_presses() {
    let mut screen = screen().sized(80, 12).at("/502<enter><enter>");
    for _ in 0..50 {
        screen.press("<pagedown>");
    }
    screen.press("<end>");
    let bottom = screen.text();
    assert!(bottom.contains("reviewed by"), "{bottom}");
    screen.press("k");
    assert_ne!(bottom, screen.text());
}

#[test]
fn the_palette_runs_actions_by_either_name() {
    assert!(screen().at(":quit<enter>").effects.contains(&Effect::Quit));
    assert_eq!(screen().at(":영어<enter>").app.language, Language::Korean);
    assert!(!screen().at("/502<enter>:copy-remediation<enter>").copied().is_empty());
    let mut nothing = screen().at(":fly to the moon<enter>");
    assert!(nothing.text().contains("no action is called"));
}

#[test]
fn ctrl_c_leaves_and_twice_quits() {
    let screen = screen().at("/abc<ctrl-c>");
    assert!(screen.effects.is_empty());
    assert!(matches!(screen.app.mode, incident_explorer::tui::mode::Mode::Browse));
    assert_eq!(screen.at("<ctrl-c>").effects, [Effect::Quit]);
}

#[test]
fn alt_keys_close_nothing() {
    let screen = screen().at("<enter><alt-pageup><alt-q><alt-insert>");
    assert_eq!(screen.app.wish.focus, Pane::Case);
    assert!(screen.effects.is_empty());
}

#[test]
fn sorting_keeps_the_case_under_the_cursor_and_undated_cases_last() {
    let mut screen = screen().at("jj");
    let chosen = screen.subject();
    screen.press("sj<enter><esc>");
    assert_eq!(screen.subject(), chosen);
    let last = |screen: &support::Screen| {
        screen.app.library.entry(screen.app.list.hits.last().unwrap().at).head.id.to_string()
    };
    assert_eq!(last(&screen), "FX-6");
    screen.press("s<enter><esc>");
    assert!(screen.app.list.sort.reversed);
    assert_eq!(last(&screen), "FX-6");
}

#[test]
fn a_reload_keeps_selection_marks_and_scroll_on_their_case() {
    let dir = tempfile::tempdir().unwrap();
    let copy = |name: &str| std::fs::copy(support::fixtures().join(name), dir.path().join(name)).unwrap();
    for name in ["FX-1.json", "FX-2.json", "FX-3.json"] {
        copy(name);
    }
    let load = || {
        let folders = [dir.path().to_owned()];
        std::sync::Arc::new(incident_explorer::library::Library::load(false, &folders, &mut |_| {}))
    };
    let mut screen = over(load(), Language::English, 80, 24).at("j <enter>7");
    let (id, top) = (screen.app.reader.id.clone(), screen.app.reader.top);
    copy("FX-4.json");
    screen.send(Event::Loaded(load(), None));
    assert_eq!((screen.app.reader.id.clone(), screen.app.reader.top), (id.clone(), top));
    assert_eq!(screen.app.marks.len(), 1);
    screen.press("<esc>");
    assert_eq!(screen.app.subject().map(|e| e.head.id.clone()), id);
    std::fs::remove_file(dir.path().join(format!("{}.json", id.unwrap()))).unwrap();
    screen.send(Event::Loaded(load(), None));
    assert!(screen.text().contains("is gone from the library"), "{}", screen.text());
    assert!(screen.app.subject().is_some());
}

#[test]
fn a_reload_keeps_the_case_that_a_word_of_its_text_found() {
    let dir = tempfile::tempdir().unwrap();
    let write = |n: usize| {
        let case = format!(r#"{{"id": "W-{n}", "date": "2020-01-{n:02}", "summary": {{"en": "lorem {n} of 8"}}}}"#);
        std::fs::write(dir.path().join(format!("{n}.json")), case).unwrap();
    };
    (1..=20).for_each(write);
    let load = || {
        let folders = [dir.path().to_owned()];
        let library = std::sync::Arc::new(incident_explorer::library::Library::load(false, &folders, &mut |_| {}));
        let index = std::sync::Arc::new(incident_explorer::search::Index::build(&library, &mut |_| {}));
        Event::Loaded(library, Some(index))
    };
    let mut screen = over(support::library(), Language::English, 120, 40);
    screen.send(load());
    screen.press("/lorem<enter>jjjjj");
    let chosen = screen.subject();
    assert_eq!(chosen, "W-15");
    write(21);
    screen.send(load());
    assert_eq!(screen.subject(), chosen);
    assert!(!screen.text().contains("is gone"), "{}", screen.text());
}

#[test]
fn a_library_may_become_empty() {
    let mut screen = over(library(), Language::English, 160, 50).at("jj<enter><tab>j");
    screen.send(Event::Loaded(std::sync::Arc::default(), None));
    assert!(screen.text().contains("no cases"), "{}", screen.text());
    screen.press("<esc><esc>kjy=f?<esc>/x<esc>");
    screen.send(Event::Loaded(library(), None));
    assert!(!screen.subject().is_empty());
}

#[test]
fn the_very_first_key_acts_on_the_highlighted_case() {
    for keys in ["<enter>", "yi", "o"] {
        let screen = over(library(), Language::English, 80, 24).at(keys);
        let did = screen.app.wish.focus == Pane::Case || !screen.effects.is_empty() || screen.app.notice.is_some();
        assert!(did, "{keys}");
    }
}

#[test]
fn only_web_addresses_are_opened() {
    let screen = screen().at("/502<enter>o");
    assert_eq!(screen.effects, [Effect::OpenLink("https://example.com/cases/FX-1".into())]);
    let mut screen = self::screen().at("/502<enter>O");
    assert!(screen.text().contains("https://archive.example.org/1"), "{}", screen.text());
    screen.press("jjy");
    assert_eq!(screen.copied(), "https://archive.example.org/1");
}

#[test]
fn the_mouse_is_off_until_it_is_asked_for() {
    assert_eq!(screen().at("%").effects, [Effect::CaptureMouse(true)]);
    assert_eq!(screen().at("%%").effects.last(), Some(&Effect::CaptureMouse(false)));
}

#[test]
fn facets_narrow_with_counts_and_exclude() {
    let mut screen = screen().at("\\");
    assert!(screen.text().contains("Software defect") && screen.text().contains("Narrow by"), "{}", screen.text());
    screen.press("<enter>");
    assert_eq!(screen.app.list.query, "cause:software-bug");
    assert_eq!(screen.app.list.hits.len(), 2);
    assert!(screen.text().contains("✓ "), "the menu stays and shows what is asked for");
    screen.press("-");
    assert_eq!(screen.app.list.query, "-cause:software-bug");
    assert_eq!(screen.app.list.hits.len(), 4);
    screen.press("<esc><esc>");
    assert_eq!(screen.app.list.hits.len(), 6);
}

#[test]
fn a_pasted_alert_ranks_the_cases() {
    let mut screen = screen().at("i");
    screen.send(Event::Paste(
        "2026-11-29T03:00:01Z api-7f9c\nHikariPool-1 - Connection is not available, request timed out".into(),
    ));
    assert_eq!(screen.subject(), "FX-2");
    assert!(screen.text().contains("most alike"), "{}", screen.text());
    screen.press("<enter><enter>");
    assert_eq!(screen.app.wish.focus, Pane::Case);
    screen.press("<esc><esc>");
    assert_eq!(screen.app.list.hits.len(), 6);
    // From a case: others like it, not itself.
    let screen = self::screen().at("/502<enter><enter>i");
    assert_eq!(screen.subject(), "FX-3");
    assert!(screen.app.list.hits.iter().all(|hit| screen.app.library.entry(hit.at).head.id.as_str() != "FX-1"));
}

#[test]
fn what_fixed_it_names_the_case_of_each_step() {
    let mut screen = screen().at("f");
    let text = screen.text();
    assert!(text.contains("FX-1 Example Cloud 22m") && text.contains("· Froze configuration updates"), "{text}");
    screen.press("<esc>");
    let mut nothing = self::screen().at("/power<enter>f");
    assert!(nothing.text().contains("no remediation"), "{}", nothing.text());
}

#[test]
fn two_marked_cases_are_compared() {
    let mut screen = screen().sized(120, 40).at("j  =");
    let text = screen.text();
    assert!(text.contains("FX-1 Example Cloud 2023-04-05") && text.contains("│ FX-2 Example Bank"), "{text}");
    let mut one = self::screen().at("=");
    assert!(one.text().contains("mark two cases"), "{}", one.text());
}

#[test]
fn the_mouse_scrolls_what_is_open_and_drags_scrollbars() {
    use incident_explorer::tui::update::mouse_event::MouseEvent;
    let library = std::sync::Arc::new(Library::builtin());
    let mut screen = over(library, Language::English, 120, 40);
    let list = screen.app.panes.unwrap().list.unwrap();
    screen.send(Event::Mouse(MouseEvent::Press(list.right() - 1, list.bottom() - 1)));
    assert_eq!(screen.app.list.cursor, screen.app.list.hits.len() - 1);
    screen.send(Event::Mouse(MouseEvent::Drag(list.right() - 1, list.y)));
    assert_eq!(screen.app.list.cursor, 0);
    let case = screen.app.panes.unwrap().case.unwrap();
    screen.send(Event::Mouse(MouseEvent::Press(case.right() - 1, case.bottom() - 1)));
    assert_eq!(screen.app.reader.cursor, screen.app.reader.document.lines.len() - 1);
    let before = screen.app.reader.cursor;
    screen.press("?");
    screen.send(Event::Mouse(MouseEvent::WheelDown(case.x, case.y)));
    assert_eq!(screen.app.reader.cursor, before, "only what is open is scrolled");
    let incident_explorer::tui::mode::Mode::Pager(pager) = &screen.app.mode else { panic!("no help") };
    assert_eq!(pager.top, 3);
}

#[test]
fn the_list_gets_wider_within_limits() {
    let mut screen = over(library(), Language::English, 120, 40);
    let width = |screen: &support::Screen| screen.app.panes.unwrap().list.unwrap().width;
    let own = width(&screen);
    screen.press(">");
    assert_eq!(width(&screen), own + 4);
    screen.press(&">".repeat(30));
    let most = width(&screen);
    assert!(120 - 1 - most >= 50);
    screen.press("<");
    assert!(width(&screen) < most, "a press beyond the limit is not remembered");
    screen.press(&"<".repeat(30));
    assert_eq!(width(&screen), 30);
}

#[test]
fn saved_views_are_numbers_in_the_list() {
    let mut screen = screen();
    screen.press("1");
    assert!(screen.text().contains("no view 1"), "{}", screen.text());
    screen.app.views.insert(2, "org:bank".to_owned());
    screen.press("2");
    assert_eq!(screen.app.list.query, "org:bank");
    screen.press("[");
    assert_eq!(screen.app.list.query, "");
}

#[test]
fn marked_cases_are_copied_in_the_order_of_the_list() {
    let mut screen = screen().at("s");
    // By title: the order is another one than that of the library.
    screen.press("4<esc>*yi");
    let shown: Vec<String> =
        screen.app.list.hits.iter().map(|hit| screen.app.library.entry(hit.at).head.id.to_string()).collect();
    assert_eq!(screen.copied().lines().collect::<Vec<_>>(), shown);
}

#[test]
fn what_is_laid_out_for_a_window_is_laid_out_anew_for_another() {
    let mut screen = over(library(), Language::English, 120, 40).at(" j =");
    let wide = screen.text();
    screen.send(Event::Resize(60, 20));
    let mut fresh = over(library(), Language::English, 60, 20).at(" j =");
    let title = |text: &str| text.lines().find(|line| line.contains(" │ ")).map(str::to_owned);
    let mut narrow = screen.sized(60, 20);
    assert_eq!(narrow.text(), fresh.text());
    assert_ne!(title(&narrow.text()), title(&wide));
    let mut fixes = over(library(), Language::English, 120, 40).at("f").sized(40, 14);
    assert_eq!(fixes.text(), over(library(), Language::English, 40, 14).at("f").text());
}

#[test]
fn the_caret_goes_by_what_is_seen_as_one_character() {
    let mut screen = screen();
    screen.press("/");
    // Decomposed as macOS sends it, and characters of several code points.
    screen.send(Event::Paste("e\u{301}한👩‍👩‍👧🇰🇷".nfd().collect()));
    let caret = |screen: &mut support::Screen| {
        screen.buffer();
        screen.terminal.get_cursor_position().unwrap().x
    };
    let end = caret(&mut screen);
    let mut offsets = vec![0];
    for _ in 0..4 {
        screen.press("<left>");
        offsets.push(end - caret(&mut screen));
    }
    assert_eq!(offsets, [0, 2, 4, 6, 7]);
    screen.press("<end><backspace>");
    assert_eq!(screen.app.list.query, "é한👩‍👩‍👧");
    screen.press("<backspace><backspace>");
    assert_eq!(screen.app.list.query, "é");
    // Typed in parts.
    let mut screen = self::screen();
    screen.press("/");
    for c in "하\u{11ab}".chars() {
        screen.send(Event::Key(incident_explorer::tui::key::Key::char(c)));
    }
    assert_eq!(screen.app.list.query, "한");
}

#[test]
fn a_paste_that_is_no_query_is_cut() {
    let mut screen = screen();
    screen.press("/");
    screen.send(Event::Paste("log line timeout ".repeat(10_000)));
    assert_eq!(screen.app.list.query.chars().count(), 1000);
    screen.press("<esc>i");
    screen.send(Event::Paste("log line timeout ".repeat(10_000)));
    assert_eq!(screen.app.list.like.as_ref().unwrap().text.chars().count(), 20_000);
}

#[test]
fn popups_have_room_in_the_lowest_window() {
    for (keys, shown) in
        [(":triage X<enter>*x", "marked"), (":triage X<enter>chello", "hello"), (":", ":"), ("s", "newest")]
    {
        let mut screen = over(library(), Language::English, 20, 5).at(keys);
        let text = screen.text();
        assert!(text.contains(shown), "{keys}:\n{text}");
    }
}

#[test]
fn the_copy_menu_scrolls_where_the_window_is_low() {
    let mut screen = over(library(), Language::English, 40, 12).at("y");
    assert!(!screen.text().contains("plain screen"), "{}", screen.text());
    screen.press("<down><down><down><down><down><down><down><down><down>");
    assert!(screen.text().contains("plain screen"), "{}", screen.text());
    screen.press("i");
    assert_eq!(screen.copied(), "FX-4");
}

#[test]
fn a_paste_takes_the_place_of_what_was_asked_before() {
    let mut screen = screen().at("i");
    screen.send(Event::Paste("redis keys evicted".into()));
    screen.press("<enter>i");
    screen.send(Event::Paste("certificate expired".into()));
    assert_eq!(screen.app.list.like.as_ref().unwrap().text, "certificate expired");
    screen.press("<enter>i<end>!");
    screen.send(Event::Paste("today".into()));
    assert_eq!(screen.app.list.like.as_ref().unwrap().text, "certificate expired!today", "not where it is edited");
}

#[test]
fn a_facet_narrows_what_is_like_a_text_and_is_taken_back_where_it_was_set() {
    let mut screen = screen().at("i502 load balancer connection dns certificate expired power outage<enter>");
    let ranked: Vec<usize> = screen.app.list.hits.iter().map(|hit| hit.at).collect();
    screen.press("\\<enter>");
    assert!(screen.app.list.like.is_some() && !screen.app.list.query.is_empty());
    let narrowed: Vec<usize> = screen.app.list.hits.iter().map(|hit| hit.at).collect();
    assert!(!narrowed.is_empty() && narrowed.len() < ranked.len(), "{narrowed:?} of {ranked:?}");
    assert!(ranked.iter().filter(|at| narrowed.contains(at)).eq(&narrowed));
    screen.press("<enter><esc>");
    assert_eq!(screen.app.list.hits.len(), ranked.len(), "taken back");
    // Excluded, a value stays in the menu under the cursor.
    screen.press("\\-");
    let query = screen.app.list.query.clone();
    assert!(query.starts_with('-') && screen.app.list.hits.len() < ranked.len(), "{query}");
    screen.press("-");
    assert_eq!((screen.app.list.query.as_str(), screen.app.list.hits.len()), ("", ranked.len()));
    // A second value of the same field is still offered, and both are alternatives.
    screen.press("<enter>");
    let one = screen.app.list.hits.len();
    screen.press("<down><enter>");
    assert!(screen.app.list.query.contains(','), "{}", screen.app.list.query);
    assert!(screen.app.list.hits.len() > one);
    screen.press("<esc><esc>");
    assert_eq!((screen.app.list.query.as_str(), screen.app.list.hits.len()), ("", ranked.len()));
    // The filter takes its place only where something is typed, and one step back brings it back.
    screen.press("/<esc>");
    assert!(screen.app.list.like.is_some());
    screen.press("/dns<enter>");
    assert!(screen.app.list.like.is_none());
    screen.press("[");
    assert_eq!(screen.app.list.hits.len(), ranked.len());
}
