//! The program in a real terminal. Waits for text with a deadline; never sleeps for luck.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longest that anything may take, on a busy machine.
const DEADLINE: Duration = Duration::from_secs(20);

/// The program in a terminal.
pub struct Pty {
    pub child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    chunks: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Every byte that came out.
    pub raw: Vec<u8>,
}

/// How the program is started.
pub struct Start {
    command: CommandBuilder,
    size: PtySize,
}

impl Start {
    /// The built program with an environment of its own: no display, no SSH, no tmux, English, a state folder in `home`.
    pub fn new(home: &Path) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_incidents"));
        command.env_clear();
        command.env("HOME", home);
        command.env("XDG_STATE_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        command.cwd(home);
        Self { command, size: PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 } }
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn arg(mut self, arg: &str) -> Self {
        self.command.arg(arg);
        self
    }

    pub fn sized(mut self, cols: u16, rows: u16) -> Self {
        (self.size.cols, self.size.rows) = (cols, rows);
        self
    }

    /// Another program in its place, such as a shell that starts ours.
    pub fn instead(mut self, program: &str, args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(program);
        command.env_clear();
        for (name, value) in self.command.iter_full_env_as_str() {
            command.env(name, value);
        }
        command.args(args);
        self.command = command;
        self
    }

    pub fn run(self) -> Pty {
        let pair = native_pty_system().openpty(self.size).expect("a pty");
        let child = pair.slave.spawn_command(self.command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let (tell, chunks) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 65536];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                if tell.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Pty {
            child,
            master: pair.master,
            writer,
            chunks,
            parser: vt100::Parser::new(cells(self.size.rows), cells(self.size.cols), 0),
            raw: Vec::new(),
        }
    }
}

impl Pty {
    /// Types bytes.
    pub fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.writer.flush().expect("the terminal takes keys");
    }

    /// The screen as text.
    pub fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// Everything written so far, as text.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    fn take(&mut self, chunk: &[u8]) {
        self.raw.extend_from_slice(chunk);
        self.parser.process(chunk);
    }

    /// Waits until the screen holds `text`.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |pty| pty.screen().contains(text));
    }

    /// Waits until what was written holds `text`.
    pub fn wait_for_output(&mut self, text: &str) {
        self.wait_until(text, |pty| pty.output().contains(text));
    }

    /// Waits until a condition holds; `what` says it when it never does.
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !holds(self) {
            match self.chunks.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.take(&chunk),
                Err(RecvTimeoutError::Timeout) => panic!("no {what:?} on:\n{}", self.screen()),
                Err(RecvTimeoutError::Disconnected) => {
                    assert!(holds(self), "ended without {what:?}; the last screen:\n{}", self.screen());
                }
            }
        }
    }

    /// Takes what comes for a while.
    pub fn take_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(chunk) = self.chunks.recv_timeout(end.saturating_duration_since(Instant::now())) {
            self.take(&chunk);
        }
    }

    /// Forgets what was written so far, but for the modes of the terminal that were set in it; nothing where they were set
    /// back already, as a program that ends does.
    pub fn forget(&mut self) {
        let output = self.output();
        let has_ended = output.rfind("\x1b[?1049l") > output.rfind("\x1b[?1049h");
        if self.raw.len() > 1 << 20 && !has_ended {
            self.raw = ["\x1b[?1049h", "\x1b[?2004h", "\x1b[?25l"].concat().into_bytes();
        }
    }

    /// Waits for the end, takes what is left of the output, and gives the exit code.
    pub fn wait(&mut self) -> u32 {
        let end = Instant::now() + DEADLINE;
        let status = loop {
            while let Ok(chunk) = self.chunks.try_recv() {
                self.take(&chunk);
            }
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(Instant::now() < end, "the program does not end; its screen:\n{}", self.screen());
            if let Ok(chunk) = self.chunks.recv_timeout(Duration::from_millis(20)) {
                self.take(&chunk);
            }
        };
        // Its last words may come late on a busy machine: until nobody has the terminal, or somebody keeps it and is silent.
        while let Ok(chunk) = self.chunks.recv_timeout(Duration::from_secs(2)) {
            self.take(&chunk);
        }
        status.exit_code()
    }

    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).expect("a new size");
        self.parser.set_size(cells(rows), cells(cols));
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let pid = self.child.process_id().expect("a process").to_string();
        let status = std::process::Command::new("kill").args([&format!("-{name}"), &pid]).status().expect("kill runs");
        assert!(status.success());
    }

    /// Whether the terminal is cooked: lines and echo.
    pub fn is_cooked(&self) -> bool {
        let termios = self.master.get_termios().expect("settings of the terminal");
        let flags = format!("{:?}", termios.local_flags);
        flags.contains("ICANON") && flags.contains("ECHO")
    }

    /// Whether everything that was switched on was switched off again, the cursor last shown.
    pub fn assert_restored(&self) {
        let output = self.output();
        let last = |on: &str, off: &str| {
            let (on_at, off_at) = (output.rfind(on), output.rfind(off));
            let end: String = output.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
            assert!(off_at.is_some() && on_at < off_at, "{on:?} at {on_at:?}, {off:?} at {off_at:?} in {end:?}");
        };
        last("\x1b[?1049h", "\x1b[?1049l");
        last("\x1b[?2004h", "\x1b[?2004l");
        last("\x1b[?25l", "\x1b[?25h");
        if output.contains("\x1b[?1000h") {
            last("\x1b[?1000h", "\x1b[?1000l");
        }
        assert!(self.is_cooked(), "the terminal is raw");
    }
}

fn cells(count: u16) -> std::num::NonZeroU16 {
    std::num::NonZeroU16::new(count).expect("a terminal has cells")
}
