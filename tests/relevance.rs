//! How well a search finds the right case: queries written from symptoms, with graded cases, over the built-in library.
//!
//! `cargo test --release --test relevance -- --nocapture` prints the figures. With `RELEVANCE_RUN=FILE` the ranked ids are
//! written there, one `query<TAB>id<TAB>rank` a line, for comparing with other engines. `RELEVANCE_LIBRARY=CASES` and
//! `RELEVANCE_SET=FILE` ask other queries of other cases; then the figures are only printed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use incident_explorer::library::Library;
use incident_explorer::search::Index;

struct Query {
    text: String,
    kind: String,
    grades: BTreeMap<String, u32>,
}

fn queries(other: Option<PathBuf>) -> Vec<Query> {
    let own = || {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/relevance");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    };
    let files = other.map_or_else(own, |file| vec![file]);
    let mut out: Vec<Query> = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [text, id, grade, kind] = fields[..] else { panic!("{}: {line}", file.display()) };
            if out.last().is_none_or(|query| query.text != text) {
                out.push(Query { text: text.to_owned(), kind: kind.to_owned(), grades: BTreeMap::new() });
            }
            out.last_mut().unwrap().grades.insert(id.to_owned(), grade.parse().unwrap());
        }
    }
    out
}

/// What the explorer answers to "has anyone seen this?".
fn answer(index: &Index, library: &Library, text: &str) -> Vec<String> {
    index.like(library, text, 10).iter().map(|alike| library.entry(alike.hit.at).head.id.to_string()).collect()
}

/// Reciprocal rank of the first best case, recall of the best cases in five, and nDCG in ten.
fn scores(query: &Query, found: &[String]) -> [f64; 3] {
    let grade = |id: &String| query.grades.get(id).copied().unwrap_or(0);
    let best = query.grades.values().copied().max().unwrap();
    let wanted = query.grades.values().filter(|g| **g == best).count();
    let rank = found.iter().position(|id| grade(id) == best).map_or(0.0, |at| 1.0 / (at + 1) as f64);
    let recall = found.iter().take(5).filter(|id| grade(id) == best).count() as f64 / wanted.min(5) as f64;
    let gain = |grade: u32, at: usize| (f64::from(2u32.pow(grade)) - 1.0) / (at as f64 + 2.0).log2();
    let mut ideal: Vec<u32> = query.grades.values().copied().collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    let best_gain: f64 = ideal.iter().take(10).enumerate().map(|(at, &g)| gain(g, at)).sum();
    let gained: f64 = found.iter().take(10).enumerate().map(|(at, id)| gain(grade(id), at)).sum();
    [rank, recall, gained / best_gain]
}

#[test]
fn the_right_case_is_found() {
    let other = |name| std::env::var_os(name).map(PathBuf::from);
    let is_own = other("RELEVANCE_SET").is_none();
    let library =
        other("RELEVANCE_LIBRARY").map_or_else(Library::builtin, |path| Library::load(false, &[path], &mut |_| {}));
    let index = Index::build(&library, &mut |_| {});
    let mut by_kind: BTreeMap<String, Vec<[f64; 3]>> = BTreeMap::new();
    let mut run = String::new();
    let queries = queries(other("RELEVANCE_SET"));
    assert!(!is_own || queries.len() >= 150, "{} queries", queries.len());
    for query in &queries {
        assert!(query.grades.keys().all(|id| library.position(id).is_some()), "{}", query.text);
        let found = answer(&index, &library, &query.text);
        for (at, id) in found.iter().enumerate() {
            writeln!(run, "{}\t{id}\t{}", query.text, at + 1).unwrap();
        }
        let scores = scores(query, &found);
        if scores[0] < 0.5 && std::env::var("QUIET").is_err() {
            println!("{:.2} {:12} {}\n     {}", scores[0], query.kind, query.text, found.join(" "));
        }
        by_kind.entry(query.kind.clone()).or_default().push(scores);
        by_kind.entry("all".to_owned()).or_default().push(scores);
    }
    println!("{:12} {:>7} {:>7} {:>9} {:>8}", "kind", "queries", "MRR@10", "recall@5", "nDCG@10");
    let mut means = BTreeMap::new();
    for (kind, all) in &by_kind {
        let mean = |at: usize| all.iter().map(|scores| scores[at]).sum::<f64>() / all.len() as f64;
        println!("{kind:12} {:7} {:7.3} {:9.3} {:8.3}", all.len(), mean(0), mean(1), mean(2));
        means.insert(kind.clone(), mean(0));
    }
    if let Ok(path) = std::env::var("RELEVANCE_RUN") {
        std::fs::write(path, run).unwrap();
    }
    for (kind, mean) in means {
        let least = if kind == "all" { 0.90 } else { 0.80 };
        assert!(!is_own || mean >= least, "MRR@10 of {kind} is {mean:.3}, less than {least}");
    }
}
