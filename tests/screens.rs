//! What stands on the screen: snapshots of text and style, and what holds for any size and any keys.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::lint::check_case;
use incident_explorer::text::columns;
use incident_explorer::triage::Desk;
use incident_explorer::tui::app::App;
use incident_explorer::tui::key::{Code, Key};
use incident_explorer::tui::update::{Event, update};
use incident_explorer::tui::view::draw;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::sync::Arc;
use support::{library, over, screen, styled};

fn snapshot(name: &str, keys: &str, width: u16, height: u16, language: Language) {
    let mut screen = over(library(), language, width, height).at(keys);
    insta::assert_snapshot!(format!("{name}_{width}x{height}_{}", language.code()), styled(&screen.buffer()));
}

#[test]
fn list_case_and_related_at_three_sizes_in_both_languages() {
    for language in Language::ALL {
        for (width, height) in [(80, 24), (120, 40), (160, 50)] {
            snapshot("start", "", width, height, language);
            snapshot("case", "/502<enter><enter>", width, height, language);
        }
    }
}

#[test]
fn popups() {
    for language in Language::ALL {
        snapshot("copy_menu", "/502<enter><enter>7y", 80, 24, language);
        snapshot("help", "?", 80, 24, language);
        snapshot("palette", ":copy", 80, 24, language);
        snapshot("sort", "s", 80, 24, language);
    }
    snapshot("both_languages", "/502<enter><enter>T", 120, 40, Language::English);
    snapshot("two_durations", "/FX-5<enter><enter>", 80, 24, Language::Korean);
    snapshot("nothing_found", "/zeppelin", 80, 24, Language::English);
}

#[test]
fn the_header_says_where_it_is_cut() {
    for (keys, whole) in
        [("", "Incident Explorer"), ("/recovery<enter>", "/recovery"), ("/502<enter><enter>", "← List 1/")]
    {
        for width in 20..60 {
            let mut screen = over(library(), Language::English, width, 10).at(keys);
            let header = screen.lines().remove(0);
            assert!(header.contains(whole) || header.contains('…'), "{width}: {header}");
        }
    }
}

/// Lines of a journal as another run wrote them.
const JOURNAL: &str = r#"
{"n":1,"at":"2026-11-30T03:12:00Z","by":"김온콜","session":"s","desk":"triage","incident":"INC-2031","case":"FX-1","set":"verdict","to":"accepted","query":"502"}
{"n":2,"at":"2026-11-30T03:13:00Z","by":"kim","session":"s","desk":"triage","incident":"INC-2031","case":"FX-2","set":"verdict","to":"rejected"}
{"n":3,"at":"2026-11-30T03:13:30Z","by":"kim","session":"s","desk":"triage","incident":"INC-2031","case":"FX-2","set":"note","to":"풀이 넉넉하다\nno waiting here"}
{"n":4,"at":"2026-11-30T03:14:00Z","by":"kim","session":"s","desk":"triage","incident":"INC-2031","case":"FX-3","set":"verdict","to":"deferred"}
{"n":5,"at":"2026-11-30T03:15:00Z","by":"kim","session":"s","desk":"triage","incident":"INC-2031","case":"FX-1","set":"item","to":"to-do","item":1}
{"n":6,"at":"2026-11-30T03:15:00Z","by":"kim","session":"s","desk":"triage","incident":"INC-2031","case":"FX-1","set":"item","to":"have","item":2}
{"n":7,"at":"2026-11-30T03:16:00Z","by":"kim","session":"s","desk":"review","case":"FX-4","set":"verdict","to":"rejected","fault":"durations"}
{"n":8,"at":"2026-11-30T03:16:00Z","by":"kim","session":"s","desk":"review","case":"FX-1","set":"flag","field":"remediation[0]","to":"who moved it?"}
"#;

/// A screen at a desk, with that journal.
fn at_desk(desk: Desk, language: Language, width: u16, height: u16) -> support::Screen {
    let mut screen = over(library(), language, width, height);
    std::fs::write(&screen.app.desks.journal, JOURNAL.trim_start()).unwrap();
    let fresh = screen.records.1.read().unwrap();
    assert!(fresh.problems.is_empty());
    screen.send(Event::Journal(fresh));
    screen.send(Event::StartDesk(desk));
    let library = screen.app.library.clone();
    let found = |entry: &incident_explorer::library::Entry| (entry.head.id.clone(), check_case(entry));
    let findings = library.entries().iter().map(found).filter(|(_, found)| !found.is_empty()).collect();
    screen.send(Event::Checked(library.clone(), Arc::new(findings)));
    // The notice of the start goes.
    (0..10).for_each(|_| screen.send(Event::Tick));
    screen
}

#[test]
fn desks() {
    let triage = || Desk::triage("INC-2031").unwrap();
    let snapshot = |name: &str, keys: &str, desk: Desk, size: (u16, u16), language: Language| {
        let mut screen = at_desk(desk, language, size.0, size.1).at(keys);
        let name = format!("desk_{name}_{}x{}_{}", size.0, size.1, language.code());
        insta::assert_snapshot!(name, styled(&screen.buffer()));
    };
    for language in Language::ALL {
        for size in [(80, 24), (120, 40), (160, 50)] {
            snapshot("triage", "", triage(), size, language);
        }
        snapshot("triage_case", "/id:FX-1<enter><enter>7", triage(), (80, 24), language);
        snapshot("note", "c메모 two", triage(), (80, 24), language);
        snapshot("report", ":report<enter>", triage(), (120, 40), language);
        snapshot("review", "", Desk::Review, (80, 24), language);
        snapshot("review_case", "/id:FX-1<enter><enter>6", Desk::Review, (120, 40), language);
        snapshot("reject", "x", Desk::Review, (80, 24), language);
        snapshot("confirm", "*x1", Desk::Review, (80, 24), language);
    }
}

#[test]
fn every_label_of_the_first_records_page_is_on_the_screen() {
    let library = Arc::new(Library::builtin());
    let shown = |language, id: &str| {
        let mut screen = over(library.clone(), language, 120, 300).at(&format!("/id:{id}<enter><enter>"));
        screen.text()
    };
    let english = shown(Language::English, "IL-0395");
    for text in [
        "IL-0395 · Google Cloud · 2017-04-05",
        "gcp networking",
        "Severity",
        "Scope",
        "Users affected",
        "Region",
        "Time to detect",
        "9m",
        "Time to resolve",
        "22m",
        "Symptoms",
        "High error rate",
        "Probe failures",
        "Root cause",
        "Software defect",
        "Trigger",
        "Detection",
        "Remediation",
        "Action items",
        "Lessons",
        "Sources",
        "https://status.cloud.google.com/incident/compute/17007",
        "official-status",
        "archived copy",
        "Related cases",
        "same root cause · shared Cloud load balancer",
        "Check your cluster for this",
    ] {
        assert!(english.contains(text), "{text}\n{english}");
    }
    let korean = shown(Language::Korean, "IL-0366");
    for text in [
        "IL-0366 · Google Cloud · 2026-10-08",
        "gcp database",
        "심각도",
        "영향 범위",
        "영향 사용자",
        "지역",
        "감지까지",
        "50분",
        "복구까지",
        "29시간 46분",
        "18시간 11분",
        "증상",
        "원인",
        "촉발",
        "감지",
        "조치",
        "후속 조치",
        "교훈",
        "출처",
        "official-status",
        "관련 사례",
        "같은 원인 · 공통 데이터베이스",
        "내 클러스터에도 있는지 확인하기",
    ] {
        assert!(korean.contains(text), "{text}\n{korean}");
    }
    // What is unknown is a dash: severity, users affected and lessons of both pages.
    for (text, labels) in [(&english, ["Severity", "Users affected"]), (&korean, ["심각도", "영향 사용자"])] {
        for label in labels {
            let line = text.lines().find(|line| line.contains(label)).unwrap();
            assert!(line.split(label).nth(1).unwrap().trim_start().starts_with('–'), "{line}");
        }
    }
    let related = shown(Language::Korean, "IL-0395");
    assert!(related.contains("같은 원인 · 공통 클라우드 로드 밸런서"), "{related}");
}

#[test]
fn the_timeline_is_to_scale() {
    let mut screen = screen().at("/502<enter><enter>");
    let bar = screen.lines().into_iter().find(|line| line.contains('◆') && line.contains('✔')).unwrap();
    let place = |sign: char| columns::width(bar.split(sign).next().unwrap()) as f64;
    let share = (place('◆') - place('●')) / (place('✔') - place('●'));
    assert!((share - 9.0 / 22.0).abs() < 0.03, "{share} of {bar}");
    assert!(bar.contains(" 9m ") && bar.contains(" 13m ") && bar.trim_end().ends_with("UTC−7"), "{bar}");
}

#[test]
fn the_caret_is_where_the_next_letter_goes() {
    let mut screen = screen().at("/한글abc");
    let app = &screen.app;
    screen.terminal.draw(|frame| draw(app, frame)).unwrap();
    // One column of margin, the slash, two syllables of two columns, three letters.
    assert_eq!(screen.terminal.get_cursor_position().unwrap(), (1 + 1 + 7, 0).into());
}

#[test]
fn a_hostile_case_is_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let case = serde_json::json!({
        "id": "H\u{1b}[2J", "org": "o\u{7}", "title": {"en": "ok\u{1b}[2J\u{1b}]52;c;cm0=\u{7} 🚨 결제 API\u{202e}"},
        "summary": {"en": "cause:\ttimeout\r\nnext\u{0}\u{b}"}, "action_items": [{"text": {"en": "rm \u{202e}gpj.a\u{2066} -rf"}}]
    });
    std::fs::write(dir.path().join("h.json"), case.to_string()).unwrap();
    std::fs::write(dir.path().join("z.json"), r#"{"id": "Z", "title": {"en": "\u200b"}}"#).unwrap();
    let library = Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}));
    for width in 1..=100 {
        let mut screen = over(library.clone(), Language::English, width, 40);
        for keys in ["", "<enter>", "y", "<esc>yp", "<esc>?"] {
            screen.press(keys);
            let buffer = screen.buffer();
            for cell in buffer.content() {
                assert!(
                    cell.symbol().chars().all(|c| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c)),
                    "{:?}",
                    cell.symbol()
                );
            }
        }
    }
    let mut screen = over(library, Language::English, 100, 40);
    assert!(screen.text().contains('Z'), "a title that cannot be seen gives way to the id");
    screen.press("gya");
    screen.press("jya");
    let copied = screen.copied();
    assert!(copied.contains("rm ␦gpj.a␦ -rf"), "{copied}");
}

#[test]
fn a_long_text_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let syllables = "가나다라마바사아자차".repeat(20);
    let case = serde_json::json!({"id": "L", "title": {"ko": "긴 글"}, "summary": {"ko": syllables}});
    std::fs::write(dir.path().join("l.json"), case.to_string()).unwrap();
    let library = Arc::new(Library::load(false, &[dir.path().to_owned()], &mut |_| {}));
    let mut screen = over(library, Language::Korean, 40, 60).at("<enter>");
    let all: String = screen.lines()[2..].concat().chars().filter(|c| "가나다라마바사아자차".contains(*c)).collect();
    assert!(all.contains(&syllables));
}

#[test]
fn help_opens_and_closes_without_a_trace() {
    let mut screen = screen();
    let before = screen.buffer();
    for _ in 0..3 {
        screen.press("?");
        screen.send(Event::Resize(70, 20));
        screen.send(Event::Resize(80, 24));
        screen.press("?");
    }
    assert_eq!(screen.buffer(), before);
}

/// The frame of a popup is whole: from its corners, every cell of its edges is an edge.
#[test]
fn frames_are_whole_over_wide_characters() {
    for width in 20..=110 {
        for keys in ["y", "?", ":", "s", "<enter>O"] {
            let mut screen = over(library(), Language::Korean, width, 24).at("/502<enter><enter>7").at(keys);
            let buffer = screen.buffer();
            let corner = |symbol: &str| {
                let at = buffer.content().iter().position(|cell| cell.symbol() == symbol)?;
                Some(buffer.pos_of(at))
            };
            let (Some((left, top)), Some((right, bottom))) = (corner("╭"), corner("╯")) else { continue };
            for y in top + 1..bottom {
                for x in [left, right] {
                    assert_eq!(buffer[(x, y)].symbol(), "│", "{width} {keys} {x},{y}\n{}", screen.text());
                }
                if left > 0 {
                    let before = buffer[(left - 1, y)].symbol();
                    assert_eq!(columns::width(before), 1, "{width} {keys}: {before:?} covers the frame");
                }
            }
        }
    }
}

#[test]
fn the_thumb_reaches_both_ends() {
    let mut screen = over(Arc::new(Library::builtin()), Language::English, 80, 24);
    let thumb = |screen: &mut support::Screen, y: usize| screen.lines()[y].ends_with('▐');
    assert!(thumb(&mut screen, 2) && !thumb(&mut screen, 21));
    screen.press("G");
    assert!(!thumb(&mut screen, 2) && thumb(&mut screen, 21));
}

#[derive(Clone, Debug)]
enum Step {
    Key(Key),
    Resize(u16, u16),
    Paste(String),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let named = prop::sample::select(vec![
        Code::Enter,
        Code::Esc,
        Code::Tab,
        Code::Backspace,
        Code::Up,
        Code::Down,
        Code::Left,
        Code::Right,
        Code::Home,
        Code::End,
        Code::PageUp,
        Code::PageDown,
        Code::F(1),
        Code::F(7),
        Code::F(8),
    ]);
    let key = prop_oneof![
        8 => "[a-zA-Z0-9/:?*%\\[\\] ]".prop_map(|c| Key::char(c.chars().next().unwrap())),
        4 => named.prop_map(Key::plain),
        2 => "[ㄱ-ㅣ가-힣]".prop_map(|c| Key::char(c.chars().next().unwrap())),
        1 => "[a-z]".prop_map(|c| Key::ctrl(c.chars().next().unwrap())),
    ];
    let step = prop_oneof![
        20 => key.prop_map(Step::Key),
        1 => (0u16..200, 0u16..60).prop_map(|(w, h)| Step::Resize(w, h)),
        1 => "\\PC{0,20}".prop_map(Step::Paste),
    ];
    prop::collection::vec(step, 1..60)
}

fn assert_sound(app: &App) {
    assert!(app.list.hits.is_empty() || app.list.cursor < app.list.hits.len());
    assert!(app.list.hits.iter().all(|hit| hit.at < app.library.len()));
    let lines = app.reader.document.lines.len();
    assert!(lines == 0 || (app.reader.cursor < lines && app.reader.top < lines));
    assert!(app.near.items.is_empty() || app.near.cursor < app.near.items.len());
    if let Some(panes) = app.panes {
        assert!(panes.place(app.wish.focus).is_some(), "the focus is on the window");
    }
}

/// Borders are whole: the two long rules are rules from edge to edge.
fn assert_borders(app: &App, buffer: &ratatui::buffer::Buffer) {
    use incident_explorer::tui::mode::Mode;
    let (Some(panes), Mode::Browse | Mode::Copy(_)) = (app.panes, &app.mode) else { return };
    // A notice that does not fit on the line takes those above it, and the rule goes up with it.
    let width = usize::from(buffer.area.width).saturating_sub(2);
    let notice = app.notice.as_ref().map_or(1, |notice| columns::wrap(&notice.text, width).len().clamp(1, 3)) as u16;
    let bottom = (panes.body.bottom() + 1).saturating_sub(notice);
    if bottom <= panes.body.y {
        return;
    }
    for y in [panes.body.y - 1, bottom] {
        for x in 0..buffer.area.width {
            assert!("─┬┴".contains(buffer[(x, y)].symbol()), "{x},{y}: {:?}", buffer[(x, y)].symbol());
        }
    }
    for x in panes.uprights.into_iter().flatten() {
        let rows = panes.body.y..bottom;
        if matches!(app.mode, Mode::Browse) {
            assert!(rows.clone().all(|y| "│├".contains(buffer[(x, y)].symbol())), "the rule at {x} is broken");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_at_any_size_leave_a_sound_screen(width in 1u16..=300, height in 1u16..=100, steps in steps()) {
        let mut screen = over(library(), Language::English, width, height);
        let (mut width, mut height) = (width, height);
        for step in steps {
            let event = match step {
                Step::Key(key) => Event::Key(key),
                Step::Paste(text) => Event::Paste(text),
                Step::Resize(w, h) => {
                    (width, height) = (w, h);
                    Event::Resize(w, h)
                }
            };
            let _ = update(&mut screen.app, event);
            assert_sound(&screen.app);
        }
        let mut terminal = Terminal::new(TestBackend::new(width.max(1), height.max(1))).unwrap();
        let app = &screen.app;
        let first = terminal.draw(|frame| draw(app, frame)).unwrap().buffer.clone();
        if (width, height) == (width.max(1), height.max(1)) {
            assert_borders(app, &first);
        }
        let second = terminal.draw(|frame| draw(app, frame)).unwrap().buffer.clone();
        prop_assert_eq!(first, second, "a frame drawn twice is the same");
        // The window shrinks between the layout and the frame.
        let mut small = Terminal::new(TestBackend::new(20, 5)).unwrap();
        small.draw(|frame| draw(app, frame)).unwrap();
        // Escape leads home.
        for _ in 0..8 {
            let _ = update(&mut screen.app, Event::Key(Key::plain(Code::Esc)));
        }
        if screen.app.panes.is_some() {
            prop_assert!(matches!(screen.app.mode, incident_explorer::tui::mode::Mode::Browse));
            prop_assert!(screen.app.list.query.is_empty());
            prop_assert_eq!(screen.app.wish.focus, incident_explorer::tui::panes::Pane::List);
        }
    }
}
