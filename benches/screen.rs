//! What a key costs: a row down with the case redrawn beside it, a letter of a filter, a scrolled line.

use std::sync::Arc;

use divan::Bencher;
use incident_explorer::case::Language;
use incident_explorer::library::Library;
use incident_explorer::search::Index;
use incident_explorer::tui::app::App;
use incident_explorer::tui::key::walk;
use incident_explorer::tui::update::{Event, update};
use incident_explorer::tui::view::draw;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn main() {
    divan::main();
}

fn app(keys: &str) -> App {
    let library = Arc::new(Library::builtin());
    let index = Arc::new(Index::build(&library, &mut |_| {}));
    let mut app = App::new(library.clone(), Language::English);
    let _ = update(&mut app, Event::Resize(120, 40));
    let _ = update(&mut app, Event::Indexed(library, index));
    press(&mut app, keys);
    app
}

fn press(app: &mut App, keys: &str) {
    for key in walk(keys) {
        let _ = update(app, Event::Key(key));
    }
}

#[divan::bench(args = ["j", "G"])]
fn update_alone(bencher: Bencher, key: &str) {
    let mut app = app("");
    bencher.bench_local(|| {
        press(&mut app, key);
        press(&mut app, "k");
    });
}

#[divan::bench]
fn a_row_down_and_up(bencher: Bencher) {
    let mut app = app("");
    let mut screen = Terminal::new(TestBackend::new(120, 40)).expect("a test screen");
    bencher.bench_local(|| {
        for key in ["j", "k"] {
            press(&mut app, key);
            screen.draw(|frame| draw(&app, frame)).expect("a test screen draws");
        }
    });
}

#[divan::bench]
fn a_letter_and_back(bencher: Bencher) {
    let mut app = app("/load bal");
    let mut screen = Terminal::new(TestBackend::new(120, 40)).expect("a test screen");
    bencher.bench_local(|| {
        for key in ["a", "<backspace>"] {
            press(&mut app, key);
            screen.draw(|frame| draw(&app, frame)).expect("a test screen draws");
        }
    });
}

#[divan::bench]
fn draw_alone(bencher: Bencher) {
    let app = app("<enter>");
    let mut screen = Terminal::new(TestBackend::new(120, 40)).expect("a test screen");
    bencher.bench_local(|| {
        screen.draw(|frame| draw(&app, frame)).expect("a test screen draws");
    });
}
