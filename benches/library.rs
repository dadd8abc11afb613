//! What reading, relating and searching cost.

use divan::{Bencher, black_box};
use incident_explorer::library::Library;
use incident_explorer::related::{Rarity, nearest};
use incident_explorer::search::Index;
use incident_explorer::tui::document::{Document, Layout};

fn main() {
    divan::main();
}

#[divan::bench]
fn built_in_heads() -> Library {
    Library::builtin()
}

#[divan::bench]
fn whole_case(bencher: Bencher) {
    let library = Library::builtin();
    bencher.bench(|| black_box(library.entry(7).read()));
}

#[divan::bench]
fn lay_out_a_case(bencher: Bencher) {
    let library = Library::builtin();
    let (case, _) = library.find("IL-0395").expect("a built-in case").read();
    let layout = Layout { width: 70, ..Layout::default() };
    bencher.bench(|| black_box(Document::of(&case, &layout)));
}

#[divan::bench]
fn related_cases(bencher: Bencher) {
    let library = Library::builtin();
    let rarity = Rarity::of(&library);
    bencher.bench(|| black_box(nearest(&library, &rarity, 7, 50)));
}

#[divan::bench]
fn build_the_index(bencher: Bencher) {
    let library = Library::builtin();
    bencher.bench(|| black_box(Index::build(&library, &mut |_| {})));
}

#[divan::bench(args = ["dns", "load balancer 502", "커넥션 풀", "ㅂㅎㅂㅅ", "connpool", "loadb", "loadbala"])]
fn search(bencher: Bencher, query: &str) {
    let library = Library::builtin();
    let index = Index::build(&library, &mut |_| {});
    let query = index.parse(query);
    bencher.bench(|| black_box(index.search(&library, &query)));
}

#[divan::bench(args = [
    "커넥션 풀이 고갈돼서 결제가 안 돼요",
    "[FIRING:3] KubeAPIErrorsHigh apiserver_request_total code=503 dial tcp 10.3.2.1:443: connection refused",
])]
fn like(bencher: Bencher, text: &str) {
    let library = large();
    let index = Index::build(&library, &mut |_| {});
    bencher.bench(|| black_box(index.like(&library, text, 10)));
}

/// Cases of the generator in `INCIDENTS_BENCH`, a JSON Lines file, where that is set; the built-in ones otherwise.
fn large() -> Library {
    match std::env::var_os("INCIDENTS_BENCH") {
        Some(path) => Library::load(false, &[path.into()], &mut |_| {}),
        None => Library::builtin(),
    }
}

#[divan::bench(sample_count = 3)]
fn large_load() -> usize {
    large().len()
}

#[divan::bench(sample_count = 3)]
fn large_index(bencher: Bencher) {
    let library = large();
    bencher.bench(|| black_box(Index::build(&library, &mut |_| {})));
}

#[divan::bench(args = ["c", "co", "con", "conn", "connpool", "connection pool", "load balancer 502 timeout", "커넥션 풀", "부하"])]
fn large_search(bencher: Bencher, query: &str) {
    let library = large();
    let index = Index::build(&library, &mut |_| {});
    let query = index.parse(query);
    bencher.bench(|| black_box(index.search(&library, &query)));
}
