//! What the tests of the screen share: a fixture library, a printer of screens, and a driver for a real terminal.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

pub mod pty;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::search::Index;
use incident_explorer::text::Clean;
use incident_explorer::triage::Resume;
use incident_explorer::tui::app::App;
use incident_explorer::tui::effect::{Effect, Outcome};
use incident_explorer::tui::key::walk;
use incident_explorer::tui::records::Records;
use incident_explorer::tui::update::{Event, update};
use incident_explorer::tui::view::draw;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

/// The folder of the fixture cases.
pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/library")
}

/// The fixture cases in a folder of their own, which can be written.
pub fn fixtures_copied() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(fixtures()).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), dir.path().join(file.file_name())).unwrap();
    }
    dir
}

/// The fixture cases alone.
pub fn library() -> Arc<Library> {
    Arc::new(Library::load(false, &[fixtures()], &mut |_| {}))
}

/// A screen and what came of the keys.
pub struct Screen {
    /// What desks write, in a folder of its own.
    pub records: (tempfile::TempDir, Records),
    /// The cases, where they are in a folder of their own.
    pub folder: Option<tempfile::TempDir>,
    pub app: App,
    pub effects: Vec<Effect>,
    pub terminal: Terminal<TestBackend>,
}

/// A screen over the fixture cases at 80×24, in English, with the index built.
pub fn screen() -> Screen {
    over(library(), Language::English, 80, 24)
}

/// A screen over a library.
pub fn over(library: Arc<Library>, language: Language, width: u16, height: u16) -> Screen {
    let index = Arc::new(Index::build(&library, &mut |_| {}));
    let mut app = App::new(library.clone(), language);
    let _ = update(&mut app, Event::Resize(width, height));
    let _ = update(&mut app, Event::Indexed(library, index));
    let folder = tempfile::tempdir().unwrap();
    let records = Records::new(&folder.path().join("x.journal"), folder.path(), Some(Clean::line("kim")));
    app.desks.session = records.journal().session().clone();
    records.journal().path().clone_into(&mut app.desks.journal);
    Screen {
        records: (folder, records),
        folder: None,
        app,
        effects: Vec::new(),
        terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
    }
}

impl Screen {
    pub fn in_korean(mut self) -> Self {
        self.app.language = Language::Korean;
        self.app.settle();
        self
    }

    pub fn sized(mut self, width: u16, height: u16) -> Self {
        self.send(Event::Resize(width, height));
        self.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        self
    }

    /// Presses keys written as `jj<enter>/502<esc>`.
    pub fn at(mut self, keys: &str) -> Self {
        self.press(keys);
        self
    }

    pub fn press(&mut self, keys: &str) {
        for key in walk(keys) {
            self.send(Event::Key(key));
        }
    }

    /// Sends an event; what is to be recorded is recorded at once, as the loop does it.
    pub fn send(&mut self, event: Event) {
        for effect in update(&mut self.app, event) {
            match effect {
                Effect::Record(recording) => {
                    let outcome = match self.records.1.record(&recording) {
                        Ok((fresh, rewritten)) => Outcome::Recorded { fresh, recording, rewritten },
                        Err(why) => Outcome::NotRecorded(recording, why),
                    };
                    self.send(Event::Outcome(outcome));
                }
                Effect::Keep(state) => self.records.1.keep(state.as_deref()).unwrap(),
                effect => self.effects.push(effect),
            }
        }
    }

    /// From here on the journal cannot be written.
    pub fn break_journal(&mut self) {
        std::fs::create_dir(self.records.0.path().join("broken")).unwrap();
        let broken = self.records.0.path().join("broken");
        self.records.1 = Records::new(&broken.join("incidents.journal"), self.records.0.path(), None);
        std::fs::create_dir(broken.join("incidents.journal")).unwrap();
    }

    /// The lines of the journal.
    pub fn journal(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.records.1.journal().path()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The state to go on from, as a run that finds it would read it.
    pub fn left_behind(&mut self) -> Option<Resume> {
        self.app.resume_state()
    }

    /// Draws and gives the buffer.
    pub fn buffer(&mut self) -> Buffer {
        let app = &self.app;
        self.terminal.draw(|frame| draw(app, frame)).unwrap();
        self.terminal.backend().buffer().clone()
    }

    /// The lines of the screen.
    pub fn lines(&mut self) -> Vec<String> {
        lines(&self.buffer())
    }

    /// The whole screen as text.
    pub fn text(&mut self) -> String {
        self.lines().join("\n")
    }

    /// The id under the cursor of the pane that has the focus.
    pub fn subject(&self) -> String {
        self.app.subject().map(|entry| entry.head.id.to_string()).unwrap_or_default()
    }

    /// The text that was copied last.
    pub fn copied(&self) -> &str {
        self.effects
            .iter()
            .rev()
            .find_map(|effect| match effect {
                Effect::Copy { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .unwrap_or_default()
    }
}

/// The lines of a buffer; the second cell of a wide character is left out.
pub fn lines(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    (0..area.height)
        .map(|y| {
            let mut line = String::new();
            let mut skip = 0;
            for x in 0..area.width {
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                let symbol = buffer[(x, y)].symbol();
                skip = incident_explorer::text::columns::width(symbol).saturating_sub(1);
                line.push_str(symbol);
            }
            line.trim_end().to_owned()
        })
        .collect()
}

/// Text and style runs, for snapshots: each line, and below it the runs that are not plain.
pub fn styled(buffer: &Buffer) -> String {
    let mut out = String::new();
    for (y, line) in lines(buffer).iter().enumerate() {
        let _ = writeln!(out, "|{line}");
        let mut runs: Vec<(u16, u16, String)> = Vec::new();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y as u16)];
            let mut style = String::new();
            if cell.fg != ratatui::style::Color::Reset {
                let _ = write!(style, "{:?}", cell.fg);
            }
            if cell.bg != ratatui::style::Color::Reset {
                let _ = write!(style, " on {:?}", cell.bg);
            }
            if !cell.modifier.is_empty() {
                let _ = write!(style, " {:?}", cell.modifier);
            }
            match runs.last_mut() {
                Some((_, end, same)) if *end == x && *same == style => *end = x + 1,
                _ => runs.push((x, x + 1, style)),
            }
        }
        let shown: Vec<String> = runs
            .iter()
            .filter(|(_, _, style)| !style.is_empty())
            .map(|(from, to, style)| format!("{from}-{to} {}", style.trim()))
            .collect();
        if !shown.is_empty() {
            let _ = writeln!(out, "    {}", shown.join("; "));
        }
    }
    out
}

/// Numbers that are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}
