//! The program in a real terminal: few and honest.

mod support;

use std::path::Path;

use support::pty::Start;

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// `tests/fixtures/library`, alone.
fn start(home: &Path) -> Start {
    Start::new(home).arg("--no-builtin").arg("--library").arg(support::fixtures().to_str().expect("a path"))
}

fn osc52(text: &str) -> String {
    use base64::Engine as _;
    format!("\x1b]52;c;{}\x07", base64::engine::general_purpose::STANDARD.encode(text))
}

#[test]
fn from_the_shell_to_the_remediation_of_the_first_record_in_the_clipboard() {
    for (query, copy) in [("502 stale", "\r\ryr"), ("502 오래된 구성", "\r\rㅛㄱ")] {
        let home = home();
        let mut pty = Start::new(home.path()).env("SSH_TTY", "/dev/pts/0").run();
        pty.wait_for("cases");
        pty.send(&format!("/{query}"));
        pty.wait_for("HTTP(S) load");
        // Besides the query: / Enter Enter y r.
        pty.send(copy);
        pty.wait_for_output("\x1b]52;c;");
        pty.wait_for("not confirmed");
        let sent = pty.output();
        let encoded = sent.split("\x1b]52;c;").nth(1).and_then(|rest| rest.split('\x07').next()).expect("a sequence");
        let text = {
            use base64::Engine as _;
            String::from_utf8(base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64")).expect("text")
        };
        assert!(text.starts_with("1. Moved the configuration update process"), "{text}");
        assert!(text.contains("IL-0395"), "{text}");
        assert_eq!(sent.matches("\x1b]52;c;").count(), 1, "exactly once");
        pty.send("q");
        pty.wait_for(" of ");
        pty.send("q");
        assert_eq!(pty.wait(), 0);
        pty.assert_restored();
    }
}

#[test]
fn quitting_restores_the_terminal() {
    let home = home();
    for keys in ["q", "Q", "\x03\x03", "?Q", "%q"] {
        let mut pty = start(home.path()).run();
        pty.wait_for("6 cases");
        pty.send(keys);
        assert_eq!(pty.wait(), 0, "{keys:?}");
        pty.assert_restored();
    }
}

#[test]
fn signals_restore_the_terminal_and_are_seen_by_the_parent() {
    for signal in ["TERM", "HUP", "QUIT"] {
        let home = home();
        let mut pty = start(home.path()).run();
        pty.wait_for("6 cases");
        pty.send("/dns");
        pty.wait_for("1 of 6");
        pty.signal(signal);
        assert_ne!(pty.wait(), 0, "{signal}");
        pty.assert_restored();
    }
}

#[test]
fn suspend_and_resume() {
    let home = home();
    let exe = env!("CARGO_BIN_EXE_incidents");
    let library = support::fixtures();
    let script =
        format!("set -m; {exe} --no-builtin --library {} ; echo stopped-$?; fg; echo ended", library.display());
    let mut pty = Start::new(home.path()).instead("sh", &["-c", &script]).run();
    pty.wait_for("6 cases");
    pty.send("\x1a");
    pty.wait_for_output("stopped-");
    let before = pty.output().matches("\x1b[?1049h").count();
    pty.wait_until("the screen again", |pty| pty.output().matches("\x1b[?1049h").count() > before || before > 1);
    pty.wait_for("6 cases");
    pty.send("jq");
    pty.wait_for("ended");
    pty.wait();
    pty.assert_restored();
}

#[test]
fn a_window_that_changes_its_size() {
    let home = home();
    let mut pty = start(home.path()).run();
    pty.wait_for("6 cases");
    pty.send("G");
    for (cols, rows) in [(120, 40), (30, 8), (10, 3), (1, 1), (160, 50), (80, 24)] {
        pty.resize(cols, rows);
    }
    pty.wait_for("Undated power loss");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_paste_goes_into_the_filter() {
    let home = home();
    let mut pty = start(home.path()).run();
    pty.wait_for("6 cases");
    pty.send("\x1b[200~HikariPool\nConnection\x1b[201~");
    pty.wait_for("/HikariPool Connection");
    pty.wait_for("1 of 6");
    pty.send("\x1b");
    pty.wait_for("keys");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn in_tmux_without_a_server_the_sequence_is_wrapped() {
    let home = home();
    let mut pty = start(home.path()).env("TMUX", "/nowhere,1,0").env("SSH_TTY", "/dev/pts/0").run();
    pty.wait_for("6 cases");
    pty.send("yi");
    pty.wait_for_output("\x1bPtmux;\x1b\x1b]52;c;");
    pty.wait_for("through tmux");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_display_that_is_dead_falls_back_and_says_so() {
    let home = home();
    let mut pty =
        start(home.path()).env("WAYLAND_DISPLAY", "wayland-dead").env("XDG_RUNTIME_DIR", "/nonexistent").run();
    pty.wait_for("6 cases");
    pty.send("yi");
    pty.wait_for_output(&osc52("FX-4"));
    pty.wait_for("not confirmed");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_file_is_the_last_way() {
    let home = home();
    let mut pty = start(home.path()).arg("--clipboard").arg("file").run();
    pty.wait_for("6 cases");
    pty.send("yi");
    pty.wait_for("clipboard.txt");
    let file = home.path().join("incidents/clipboard.txt");
    assert_eq!(std::fs::read_to_string(file).expect("the file"), "FX-4");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn the_terminals_background_is_no_key() {
    let home = home();
    let mut pty = start(home.path()).run();
    pty.wait_for("6 cases");
    pty.wait_for_output("\x1b]11;?");
    pty.send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    pty.send("/bank");
    pty.wait_for("/bank");
    pty.send("\x1b");
    pty.wait_for("keys");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_folder_that_changes_is_read_again() {
    let home = home();
    let library = home.path().join("cases");
    std::fs::create_dir(&library).expect("a folder");
    std::fs::copy(support::fixtures().join("FX-1.json"), library.join("FX-1.json")).expect("a case");
    let mut pty = Start::new(home.path()).arg("--no-builtin").arg("--library").arg("cases").run();
    pty.wait_for("1 case ");
    std::fs::copy(support::fixtures().join("FX-2.json"), library.join("FX-2.json")).expect("a case");
    pty.wait_for("2 cases");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_plain_terminal_is_refused_plainly() {
    let home = home();
    let mut pty = start(home.path()).env("TERM", "dumb").run();
    assert_eq!(pty.wait(), 2);
    assert!(pty.output().contains("incidents list") && !pty.output().contains('\x1b'), "{}", pty.output());
}

#[test]
fn colours_are_those_that_the_terminal_has() {
    for (term, no_color, forbidden) in
        [("xterm", "", "38;5;"), ("xterm-256color", "1", "38;5;"), ("xterm-256color", "", "38;2;")]
    {
        let home = home();
        let mut pty = start(home.path()).env("TERM", term).env("NO_COLOR", no_color).run();
        pty.wait_for("6 cases");
        pty.send("q");
        assert_eq!(pty.wait(), 0);
        assert!(!pty.output().contains(forbidden), "{term} {no_color:?}");
    }
}

#[test]
fn no_mouse_mode_is_set_by_itself() {
    let home = home();
    let mut pty = start(home.path()).run();
    pty.wait_for("6 cases");
    assert!(!pty.output().contains("\x1b[?100"), "no mouse mode");
    pty.send("%");
    pty.wait_for_output("\x1b[?1000h");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
}

#[test]
fn settings_are_in_force_on_the_screen_and_their_faults_are_told() {
    let home = home();
    let config = home.path().join("config.toml");
    let own =
        "language = 'ko'\nplain = true\nmouse = true\n[keys.list]\nchoose-facet = ['ctrl-a']\nmove-up = ['ctrl-a']\n";
    std::fs::write(&config, own).expect("written");
    let mut pty = start(home.path()).env("INCIDENTS_CONFIG", &config.display().to_string()).run();
    pty.wait_for("both choose-facet and move-up");
    pty.wait_for("최신순");
    pty.wait_for_output("\x1b[?1000h");
    pty.send("\x01");
    pty.wait_for("+- 조건");
    assert!(!pty.screen().contains(['─', '│', '▌', '…']), "{}", pty.screen());
    pty.send("Q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
}

#[test]
fn a_sequence_that_a_slow_link_cut_in_two_is_one_key() {
    let home = home();
    let mut pty = start(home.path()).run();
    pty.wait_for("6 cases");
    for _ in 0..3 {
        pty.send("\x1b");
        std::thread::sleep(std::time::Duration::from_millis(10));
        pty.send("[B");
    }
    pty.wait_for("▌+2021");
    // An Esc alone is soon an Esc.
    pty.send("?");
    pty.wait_for("half a page down");
    pty.send("\x1b");
    pty.wait_until("the list", |pty| !pty.screen().contains("half a page down"));
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}

#[test]
fn a_paste_without_brackets_runs_nothing() {
    let home = home();
    let mut pty = start(home.path()).arg("triage").arg("INC-1").run();
    pty.wait_for("0/6");
    pty.send("api-1: aaaa dddd xxxx\rconnection pool exhausted\rQ q\r");
    pty.wait_for("/api-1: aaaa dddd xxxx connection");
    pty.send("\x03\x03");
    assert_eq!(pty.wait(), 0);
    let journal = home.path().join("incidents/incidents.journal");
    assert!(!journal.exists(), "no verdict came of it");
}
