//! Embeds `data/cases/*.json`: each case's text, and beside it a short head, so that the list is there at once.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value};

/// The fields that `case::Head` reads.
const HEAD: [&str; 13] = [
    "id",
    "org",
    "date",
    "title",
    "domain",
    "severity",
    "symptoms",
    "components",
    "root_cause",
    "contributing",
    "timeline",
    "recurrence_of",
    "review",
];

fn main() {
    println!("cargo::rerun-if-changed=data/cases");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data/cases");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("data/cases is part of the project")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    let mut code = String::from("pub(super) static CASES: &[(&str, &str)] = &[\n");
    for path in files {
        let text = fs::read_to_string(&path).expect("a readable case");
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let mut head = Map::new();
        for field in HEAD {
            if let Some(found) = value.get(field) {
                let mut found = found.clone();
                if let (true, Some(timeline)) = (field == "timeline", found.as_object_mut()) {
                    timeline.remove("events");
                }
                head.insert(field.to_owned(), found);
            }
        }
        let head = Value::Object(head).to_string();
        writeln!(code, "    ({head:?}, include_str!({:?})),", path.display().to_string()).expect("a string grows");
    }
    code.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("builtin_cases.rs");
    fs::write(out, code).expect("the build folder is writable");
}
