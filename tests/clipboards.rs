//! Real clipboards: an X server, a Wayland compositor, tmux. What arrives is compared byte for byte, while the program runs and
//! after it has ended.
//!
//! A test whose system is not installed says so and passes; with `CLIPBOARDS=required` it fails. `.ci/run` installs them.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::fixtures;
use support::pty::{Pty, Start};

/// How long a system may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the case with the load balancer has as its remediation, as it has to arrive.
const TEXT: &str = "1. Moved the update process to another master\n2. Froze configuration updates\n\n\
    — FX-1 Example Cloud · Load balancer answered 502 on 25% of requests for 22 minutes https://example.com/cases/FX-1";

/// The same in Korean, with Hangul in it.
const KOREAN: &str = "로드 밸런서가 22분 동안 요청의 25%에 502로 응답했다";

/// Whether the programs are there; says so when not.
fn there(programs: &[&str]) -> bool {
    let missing: Vec<&&str> = programs
        .iter()
        .filter(|program| {
            let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
            !found.is_ok_and(|output| output.status.success())
        })
        .collect();
    assert!(
        missing.is_empty() || std::env::var_os("CLIPBOARDS").is_none_or(|wish| wish != "required"),
        "not installed: {missing:?}"
    );
    if !missing.is_empty() {
        eprintln!("SKIPPED: not installed: {missing:?}");
    }
    missing.is_empty()
}

/// A system that ends with the test.
struct System(Child);

impl Drop for System {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn until<T>(what: &str, ask: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < end, "no {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The program over the fixture cases.
fn start(home: &Path) -> Start {
    Start::new(home).arg("--no-builtin").arg("--library").arg(&fixtures().display().to_string())
}

/// Copies until a way was taken. A machine that is busy beyond a second sends the copy another way, as it says; then again.
fn copy(pty: &mut Pty, keys: &str, notice: &str) {
    for _ in 0..10 {
        pty.send(keys);
        pty.wait_until("a way", |pty| pty.screen().contains(notice) || pty.screen().contains("OSC 52"));
        if pty.screen().contains(notice) {
            return;
        }
        // The notice goes with the next key.
        pty.send("\x0c");
        pty.wait_until("no notice", |pty| !pty.screen().contains("OSC 52"));
    }
    panic!("never {notice}: {}", pty.screen());
}

/// Copies the remediation, then the Korean title; each time asks for what arrived; ends; asks again.
fn copies(mut pty: Pty, notice: &str, paste: impl Fn() -> Output) {
    let pasted = || String::from_utf8_lossy(&paste().stdout).into_owned();
    pty.wait_for("6 cases");
    pty.send("/502\r\r");
    pty.wait_for("Remediation");
    copy(&mut pty, "yr", notice);
    assert_eq!(pasted(), TEXT, "while it runs");
    pty.send("t");
    pty.wait_for("한국어");
    copy(&mut pty, "yt", notice.trim_start_matches("→ ").replace("clipboard", "클립보드").as_str());
    assert_eq!(pasted(), KOREAN, "while it runs");
    pty.send("Q");
    assert_eq!(pty.wait(), 0);
    pty.assert_restored();
    assert_eq!(pasted(), KOREAN, "after it has ended");
}

#[test]
fn x11_keeps_the_text_also_after_the_end() {
    if !there(&["Xvfb", "xclip"]) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
    let server = System(server);
    let display = format!(":{}", number.trim());
    let pty = start(home.path()).env("DISPLAY", &display).run();
    copies(pty, "→ clipboard", || {
        Command::new("xclip").args(["-o", "-selection", "clipboard"]).env("DISPLAY", &display).output().unwrap()
    });
    let holders = || -> Vec<String> {
        let all = Command::new("pgrep").args(["-f", "hold-clipboard"]).output().unwrap();
        String::from_utf8_lossy(&all.stdout)
            .lines()
            .filter(|pid| {
                let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
                String::from_utf8_lossy(&environment).contains(&format!("DISPLAY={display}\0"))
            })
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(holders().len(), 1, "one holder is left: {:?}", holders());
    // Copying in another program ends it.
    let mut other = Command::new("xclip")
        .args(["-i", "-selection", "clipboard"])
        .env("DISPLAY", &display)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut other.stdin.take().unwrap(), b"other").unwrap();
    other.wait().unwrap();
    until("end of the holder", || holders().is_empty().then_some(()));
    // So does the end of the display.
    let mut pty = start(home.path()).env("DISPLAY", &display).run();
    pty.wait_for("6 cases");
    copy(&mut pty, "yi", "→ clipboard");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    assert_eq!(holders().len(), 1);
    drop(server);
    until("end of the holder", || holders().is_empty().then_some(()));
}

#[test]
fn wayland_keeps_the_text_also_after_the_end() {
    if !there(&["sway", "wl-paste", "setpriv"]) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let runtime = tempfile::tempdir().unwrap();
    fs::set_permissions(runtime.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let config = runtime.path().join("sway.cfg");
    fs::write(&config, "xwayland disable\n").unwrap();
    // sway does not run as root: then it runs as nobody.
    let is_root = String::from_utf8_lossy(&Command::new("id").arg("-u").output().unwrap().stdout).trim() == "0";
    let mut sway = if is_root {
        for path in [runtime.path(), &config] {
            std::os::unix::fs::chown(path, Some(65534), Some(65534)).unwrap();
        }
        let mut sway = Command::new("setpriv");
        sway.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sway"]);
        sway
    } else {
        Command::new("sway")
    };
    sway.arg("-c").arg(&config).env("HOME", runtime.path()).env("XDG_RUNTIME_DIR", runtime.path());
    sway.env("WLR_BACKENDS", "headless").env("WLR_LIBINPUT_NO_DEVICES", "1").env("WLR_RENDERER", "pixman");
    sway.env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY").stdout(Stdio::null()).stderr(Stdio::null());
    let _sway = System(sway.spawn().unwrap());
    let socket = until("compositor", || {
        fs::read_dir(runtime.path())
            .unwrap()
            .filter_map(Result::ok)
            .map(|item| item.file_name().to_string_lossy().into_owned())
            .find(|name| name.starts_with("wayland-") && !name.contains("lock"))
    });
    let folder = runtime.path().display().to_string();
    let paste = || {
        Command::new("wl-paste")
            .arg("-n")
            .env("XDG_RUNTIME_DIR", &folder)
            .env("WAYLAND_DISPLAY", &socket)
            .output()
            .unwrap()
    };
    // The socket is there before the compositor answers.
    until("an answer of the compositor", || {
        let said = String::from_utf8_lossy(&paste().stderr).into_owned();
        (said.contains("Nothing is copied") || said.contains("No selection")).then_some(())
    });
    let pty = start(home.path()).env("XDG_RUNTIME_DIR", &folder).env("WAYLAND_DISPLAY", &socket).run();
    copies(pty, "→ clipboard", paste);
}

/// A tmux server of its own.
struct Tmux {
    folder: tempfile::TempDir,
}

impl Tmux {
    fn command(&self, args: &[&str]) -> Output {
        let socket = self.folder.path().join("s");
        Command::new("tmux").arg("-S").arg(socket).args(args).env_remove("TMUX").output().unwrap()
    }

    /// The program in tmux, and tmux in a terminal.
    fn run(&self, home: &Path, settings: &str, options: &str) -> Pty {
        let config = self.folder.path().join("tmux.conf");
        fs::write(&config, settings).unwrap();
        let program = env!("CARGO_BIN_EXE_incidents");
        let library = fixtures();
        let inner = format!("{program} --no-builtin --library {} {options}", library.display());
        let socket = self.folder.path().join("s").display().to_string();
        let config = config.display().to_string();
        Start::new(home).instead("tmux", &["-S", &socket, "-f", &config, "new-session", &inner]).run()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.command(&["kill-server"]);
    }
}

#[test]
fn tmux_has_the_text_in_its_buffer() {
    if !there(&["tmux"]) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let tmux = Tmux { folder: tempfile::tempdir().unwrap() };
    let mut pty = tmux.run(home.path(), "set -g status off\nset -s set-clipboard on\n", "");
    pty.wait_for("6 cases");
    pty.send("/502\r\r");
    pty.wait_for("Remediation");
    pty.send("yr");
    pty.wait_for("tmux buffer");
    assert_eq!(String::from_utf8_lossy(&tmux.command(&["show-buffer"]).stdout), TEXT);
    pty.send("Q");
    pty.wait();
}

#[test]
fn through_tmux_the_terminal_gets_the_text_where_tmux_lets_it_through() {
    if !there(&["tmux"]) {
        return;
    }
    for passes in [true, false] {
        let home = tempfile::tempdir().unwrap();
        let tmux = Tmux { folder: tempfile::tempdir().unwrap() };
        let settings = format!(
            "set -g status off\nset -s set-clipboard external\nset -g allow-passthrough {}\n",
            if passes { "on" } else { "off" }
        );
        let mut pty = tmux.run(home.path(), &settings, "--clipboard osc52");
        pty.wait_for("6 cases");
        pty.send("yi");
        // Not confirmed, and what it needs is said.
        pty.wait_for("allow-passthrough");
        let sequence = "\x1b]52;c;RlgtNA==";
        if passes {
            pty.wait_for_output(sequence);
        } else {
            pty.take_for(Duration::from_millis(300));
            assert!(!pty.output().contains(sequence), "tmux keeps it back");
        }
        pty.send("Q");
        pty.wait();
    }
}

/// A place for the socket of an X server that nobody uses.
fn free_display() -> Option<(u32, PathBuf)> {
    let folder = Path::new("/tmp/.X11-unix");
    fs::create_dir_all(folder).ok()?;
    (700..800).map(|number| (number, folder.join(format!("X{number}")))).find(|(_, path)| !path.exists())
}

#[test]
fn a_display_that_accepts_and_never_answers_holds_nothing_up() {
    let Some((number, path)) = free_display() else {
        eprintln!("SKIPPED: no place for a display");
        return;
    };
    let Ok(_mute) = UnixListener::bind(&path) else {
        eprintln!("SKIPPED: no place for a display");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let mut pty = start(home.path()).env("DISPLAY", &format!(":{number}")).sized(120, 24).run();
    pty.wait_for("6 cases");
    pty.send("yi");
    // The screen goes on while the display is waited for.
    pty.send("j");
    pty.wait_for("▌+2023");
    pty.wait_for_output("\x1b]52;c;RlgtNA==");
    pty.wait_for("not confirmed");
    pty.wait_for("did not answer");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_helper_that_never_ends_holds_nothing_up() {
    let home = tempfile::tempdir().unwrap();
    let tmux = home.path().join("tmux");
    fs::write(&tmux, "#!/bin/sh\nexec sleep 60\n").unwrap();
    fs::set_permissions(&tmux, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", home.path().display(), std::env::var("PATH").unwrap());
    let mut pty = start(home.path()).env("TMUX", "/nowhere,1,0").env("PATH", &path).sized(120, 24).run();
    pty.wait_for("6 cases");
    pty.send("yij");
    pty.wait_for("▌+2023");
    pty.wait_for("tmux did not answer");
    pty.send("q");
    assert_eq!(pty.wait(), 0);
}
