//! A module uses only what stands above it in `src/lib.rs`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up; those in one row do not know each other unless it is said.
const ORDER: [&[&str]; 10] = [
    &["text"],
    &["case"],
    &["labels"],
    &["library"],
    &["search", "related"],
    &["lint"],
    &["formats"],
    &["triage"],
    &["tui"],
    &["cli"],
];

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&module))
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

/// The first part of every path that begins with `crate::` in the code before the tests.
fn uses(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn imports_run_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut seen = 0;
    for path in all {
        let inner = path.strip_prefix(&root).unwrap();
        let module = inner.iter().next().unwrap().to_string_lossy().replace(".rs", "");
        let Some(mine) = rank(&module) else {
            assert!(["lib", "main"].contains(&module.as_str()), "{module} has no place in the order");
            continue;
        };
        for used in uses(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            let theirs = rank(&used).unwrap_or_else(|| panic!("{}: {used} has no place", path.display()));
            assert!(used == module || theirs < mine, "{} uses {used}, which stands above it", path.display());
        }
    }
    assert!(seen > 50, "the test reads the imports");
}

#[test]
fn the_map_in_the_crate_names_every_room() {
    let map = include_str!("../src/lib.rs");
    for module in ORDER.iter().copied().flatten() {
        assert!(map.contains(&format!("[`{module}`]")), "{module}");
    }
}

#[test]
fn every_file_says_what_it_holds() {
    let mut all = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    for path in all {
        assert!(fs::read_to_string(&path).unwrap().starts_with("//!"), "{}", path.display());
    }
}
