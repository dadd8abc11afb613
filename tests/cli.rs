//! The subcommands: standard output, standard error, exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/library")
}

fn incidents(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_incidents"))
        .args(args)
        .env_remove("INCIDENTS_LIBRARY")
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// Over the fixtures alone.
fn fixture(args: &[&str]) -> Output {
    let library = fixtures();
    let mut all = vec!["--no-builtin", "--library", library.to_str().expect("a path")];
    all.extend(args);
    incidents(&all)
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&out(output)).unwrap_or_else(|why| panic!("{why}: {}", out(output)))
}

fn ids(output: &Output) -> Vec<String> {
    json(output).as_array().expect("a list").iter().map(|case| case["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn list_is_newest_first_with_undated_last() {
    let output = fixture(&["list", "--json"]);
    assert_eq!(ids(&output), ["FX-4", "FX-1", "FX-2", "FX-3", "FX-5", "FX-6"]);
    assert_eq!(output.status.code(), Some(0));
    let heads = json(&output);
    assert_eq!(heads[1]["resolved_after"], "22m");
    assert_eq!(heads[0]["title"]["en"], serde_json::Value::Null);
    assert_eq!(out(&fixture(&["list", "--limit", "2"])).lines().count(), 2);
}

#[test]
fn search_finds_in_both_languages_and_says_why() {
    let output = fixture(&["search", "커넥션", "pool", "--json"]);
    assert_eq!(ids(&output), ["FX-2"]);
    assert_eq!(json(&output)[0]["why"][0]["where"], "title");
    let nothing = fixture(&["search", "zeppelin"]);
    assert_eq!((nothing.status.code(), out(&nothing).as_str()), (Some(1), ""));
    let near = fixture(&["search", "connection", "zeppelin"]);
    assert_eq!(near.status.code(), Some(1));
    assert!(out(&near).starts_with("FX-2") && out(&near).trim_end().ends_with('~'), "{}", out(&near));
    assert_eq!(json(&fixture(&["search", "connection", "zeppelin", "--json"]))[0]["nearest"], true);
    assert!(err(&nothing).contains("“zeppelin”"), "{}", err(&nothing));
    let unknown = fixture(&["search", "cuase:x"]);
    assert!(err(&unknown).contains("did you mean cause"), "{}", err(&unknown));
    assert_eq!(ids(&fixture(&["search", "--json", "--", "-502", "org:example"])), ["FX-2", "FX-3", "FX-5", "FX-6"]);
}

#[test]
fn like_ranks_by_what_is_shared() {
    let alert = "[FIRING] 2026-11-29T03:00:01Z api-7f9c HikariPool-1 - Connection is not available, request timed out";
    let output = fixture(&["like", alert, "--json"]);
    assert_eq!(ids(&output)[0], "FX-2");
    assert!(json(&output)[0]["words"].to_string().contains("connection"));
    assert_eq!(fixture(&["like", "::: 12:30"]).status.code(), Some(1));
    assert_eq!(fixture(&["like"]).status.code(), Some(2));
}

#[test]
fn show_gives_the_case_and_its_parts() {
    let whole = out(&fixture(&["show", "fx-1"]));
    assert!(whole.starts_with("# Load balancer answered 502"));
    let korean = out(&fixture(&["show", "FX-1", "--lang", "ko"]));
    assert!(korean.contains("**복구까지**: 22분"));
    assert_eq!(out(&fixture(&["show", "FX-1", "--actions"])).lines().count(), 3);
    assert!(out(&fixture(&["show", "FX-1", "--checks"])).contains("- [ ] "));
    let missing = fixture(&["show", "FX-11"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(err(&missing).contains("near it: FX-1"), "{}", err(&missing));
}

#[test]
fn a_case_comes_out_as_it_went_in() {
    let shown: serde_json::Value = json(&fixture(&["show", "FX-1", "--json"]));
    let file = std::fs::read_to_string(fixtures().join("FX-1.json")).expect("the fixture");
    let read: serde_json::Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(shown.to_string(), read.to_string());
}

#[test]
fn the_first_record_comes_out_as_it_went_in() {
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/seeds/IL-0395.json");
    if !seed.exists() {
        eprintln!("SKIPPED: {} is not here", seed.display());
        return;
    }
    let output = incidents(&["--library", seed.to_str().expect("a path"), "show", "IL-0395", "--json"]);
    let read: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(seed).expect("the record")).expect("JSON");
    assert_eq!(json(&output).to_string(), read.to_string(), "content and key order");
    assert!(err(&output).is_empty());
}

#[test]
fn related_cases_have_their_reasons() {
    let text = out(&fixture(&["related", "FX-1"]));
    assert!(text.contains("same root cause · shared Cloud load balancer"), "{text}");
    let korean = out(&fixture(&["related", "FX-1", "--lang", "ko"]));
    assert!(korean.contains("같은 원인 · 공통 클라우드 로드 밸런서"), "{korean}");
    let output = fixture(&["related", "FX-5", "--json"]);
    assert_eq!(json(&output)[0]["reasons"][0]["kind"], "recurrence");
}

#[test]
fn the_twelve_cases_of_the_first_record_come_first() {
    let output = incidents(&["related", "IL-0395", "--limit", "400", "--json"]);
    let found = ids(&output);
    for id in [
        "IL-0150", "IL-0352", "IL-0131", "IL-0529", "IL-0253", "IL-0243", "IL-0106", "IL-0493", "IL-0345", "IL-0030",
        "IL-0338", "IL-0396",
    ] {
        let at = found.iter().position(|found| found == id).unwrap_or_else(|| panic!("{id} is not related"));
        for before in &json(&output).as_array().expect("a list")[..=at] {
            let reasons = before["reasons"].to_string();
            assert!(reasons.contains("root_cause") && reasons.contains("cloud-load-balancer"), "{reasons}");
        }
    }
}

#[test]
fn export_in_every_format() {
    assert_eq!(out(&fixture(&["export", "-f", "jsonl"])).lines().count(), 6);
    assert_eq!(json(&fixture(&["export", "-f", "json"])).as_array().map(Vec::len), Some(6));
    assert_eq!(out(&fixture(&["export", "-f", "csv"])).lines().count(), 7);
    assert!(out(&fixture(&["export", "id:fx-2"])).starts_with("# Connection pool"));
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("x.md");
    let name = file.to_str().expect("a path");
    assert_eq!(fixture(&["export", "-o", name]).status.code(), Some(0));
    let again = fixture(&["export", "-o", name]);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("never overwritten"), "{}", err(&again));
}

#[test]
fn a_broken_folder_costs_its_broken_files() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::copy(fixtures().join("FX-2.json"), dir.path().join("a.json")).expect("a copy");
    std::fs::write(dir.path().join("b.json"), "{\"id\": \"B").expect("a file");
    let output = incidents(&["--no-builtin", "--library", dir.path().to_str().expect("a path"), "list", "--json"]);
    assert_eq!((ids(&output), output.status.code()), (vec!["FX-2".to_owned()], Some(0)));
    assert!(err(&output).contains("b.json: not JSON"), "{}", err(&output));
}

#[test]
fn lint_names_file_field_and_reason() {
    let output = incidents(&["lint", fixtures().to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(text.contains("FX-4.json: FX-4: title: no text in en"), "{text}");
    assert!(text.contains("more.jsonl:2: FX-6: sources: missing"), "{text}");
    let clean = incidents(&["lint"]);
    assert_eq!(clean.status.code(), Some(0), "{}", out(&clean));
    assert_eq!(incidents(&["lint", "/no/such/folder"]).status.code(), Some(2));
}

#[test]
fn topics_are_counted() {
    let output = fixture(&["topics", "cause", "--json"]);
    assert_eq!(
        json(&output)[0],
        serde_json::json!({"kind": "cause", "slug": "software-bug", "name": "Software defect", "cases": 2})
    );
    assert!(out(&fixture(&["vocab", "symptom", "--lang", "ko"])).contains("오류율 상승 (high-error-rate)"));
}

#[test]
fn a_later_folder_wins_and_the_environment_comes_before_the_command_line() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("a.json"), r#"{"id": "FX-1", "title": {"en": "Mine"}}"#).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_incidents"))
        .args(["--no-builtin", "-L", dir.path().to_str().expect("a path"), "list", "--json"])
        .env("INCIDENTS_LIBRARY", fixtures())
        .output()
        .expect("the program runs");
    let heads = json(&output);
    let one = heads.as_array().expect("a list").iter().find(|case| case["id"] == "FX-1").expect("the case");
    assert_eq!(one["title"]["en"], "Mine");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_incidents"))
        .args(["export", "-f", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
}

#[test]
fn no_terminal_gets_the_plain_list() {
    let output = fixture(&[]);
    assert_eq!(out(&output).lines().count(), 6);
    assert!(!out(&output).contains('\x1b') && err(&output).is_empty());
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn hostile_text_is_harmless_in_every_output() {
    let dir = tempfile::tempdir().expect("a folder");
    let case =
        serde_json::json!({"id": "H\u{1b}", "title": {"en": "a\u{1b}[2J\u{9b}\u{202e}b"}, "summary": {"en": "\u{7}"}});
    std::fs::write(dir.path().join("h.json"), case.to_string()).expect("a file");
    let path = dir.path().to_str().expect("a path");
    for args in [vec!["list"], vec!["list", "--json"], vec!["export"], vec!["export", "-f", "json"], vec!["lint"]] {
        let mut all = vec!["--no-builtin", "--library", path];
        all.extend(args);
        let text = out(&incidents(&all));
        assert!(
            text.chars().all(|c| c == '\n' || c == '\r' || !(c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c))),
            "{text:?}"
        );
    }
}

#[test]
fn faults_of_the_command_line_exit_with_two() {
    for args in [vec!["--lang", "xx", "list"], vec!["fly"], vec!["show"]] {
        let output = incidents(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!err(&output).is_empty());
    }
    assert_eq!(incidents(&["--help"]).status.code(), Some(0));
}

#[test]
fn what_came_of_a_desk_is_told_without_the_screen() {
    let home = tempfile::tempdir().expect("a folder");
    let journal = home.path().join("team.journal");
    let line =
        |n: u32, rest: &str| format!(r#"{{"n":{n},"at":"2026-11-30T01:00:00Z","by":"김","session":"s",{rest}}}"#);
    let triage = r#""desk":"triage","incident":"INC-7","case":"FX-1""#;
    let lines = [
        line(1, &format!(r#"{triage},"set":"verdict","to":"accepted""#)),
        line(2, &format!(r#"{triage},"set":"note","to":"같은 \u001b[31m모양""#)),
        line(3, &format!(r#"{triage},"set":"item","to":"to-do","item":2"#)),
        line(4, r#""desk":"review","case":"FX-2","set":"verdict","to":"rejected","fault":"facts""#),
        "half a li".to_owned(),
    ];
    std::fs::write(&journal, lines.join("\n")).expect("written");
    let ask = |args: &[&str]| {
        let mut all = vec!["--journal", journal.to_str().expect("a path")];
        all.extend(args);
        fixture(&all)
    };
    let report = ask(&["triage", "INC-7", "--report", "--lang", "ko"]);
    assert_eq!(report.status.code(), Some(0));
    let text = out(&report);
    assert!(text.starts_with("# INC-7: 과거 사례 대조") && text.contains("- [ ] "), "{text}");
    assert!(!text.contains('\u{1b}'), "{text:?}");
    assert!(err(&report).contains("team.journal:5: skipped"));
    let told = json(&ask(&["triage", "INC-7", "--json"]));
    assert_eq!((told[0]["id"].as_str(), told[0]["verdict"].as_str()), (Some("FX-1"), Some("accepted")));
    assert_eq!(told[0]["action_items"][0], serde_json::json!({"item": 2, "state": "to-do", "by": "김"}));
    let told = json(&ask(&["review", "--json"]));
    assert_eq!((told[0]["id"].as_str(), told[0]["fault"].as_str()), (Some("FX-2"), Some("facts")));
    assert_eq!(ask(&["triage", "INC-8", "--report"]).status.code(), Some(1), "nothing was judged");
    assert!(out(&ask(&["triage"])).contains("INC-7  ✔1 ✘0 …0"));
    for (query, expected) in
        [("verdict:accepted", vec!["FX-1"]), ("review:rejected", vec!["FX-2"]), ("review:반려", vec!["FX-2"])]
    {
        let found = ask(&["search", "--incident", "INC-7", query, "--json"]);
        assert_eq!(ids(&found), expected, "{query}");
    }
    let without = ask(&["search", "verdict:accepted"]);
    assert!(err(&without).contains("verdict: needs a desk"));
    assert_eq!(std::fs::read_to_string(&journal).expect("a file"), lines.join("\n"), "reading writes nothing");
}

#[test]
fn settings_are_read_and_what_is_wrong_is_named() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("config.toml");
    let text = "language = 'ko'\ntheme = 'purple'\nlibrarys = []\nby = 'kim'\n[keys.list]\nfilter = ['ctrl-p']\nmark-all = ['ctrl-P']\n";
    std::fs::write(&file, text).expect("written");
    let path = file.to_str().expect("a path");
    let shown = incidents(&["--config", path, "config"]);
    assert_eq!(shown.status.code(), Some(1));
    let text_shown = out(&shown);
    for part in [
        "language    ko",
        "  config\n",
        "theme: \"purple\" is not dark, light or mono",
        "librarys: no such setting; did you mean libraries?",
        "[keys.list] ctrl-P: both filter and mark-all; filter keeps it",
    ] {
        assert!(text_shown.contains(part), "{part}: {text_shown}");
    }
    let told = json(&incidents(&["--config", path, "--lang", "en", "--by", "lee", "config", "--json"]));
    assert_eq!(told["settings"]["language"], serde_json::json!({"value": "en", "from": "flag"}));
    assert_eq!(told["settings"]["by"], serde_json::json!({"value": "lee", "from": "flag"}));
    assert_eq!(told["faults"].as_array().map(Vec::len), Some(3));
    assert!(out(&incidents(&["--config", path, "topics", "cause"])).contains("소프트웨어 결함"));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text, "it is never written");
    let gone = incidents(&["--config", "/no/such/file", "config"]);
    assert!(out(&gone).contains("/no/such/file: "), "{}", out(&gone));
    let broken = home.path().join("broken.toml");
    std::fs::write(&broken, "language = \n").expect("written");
    let shown = out(&incidents(&["--config", broken.to_str().expect("a path"), "config"]));
    assert!(shown.contains("broken.toml: TOML parse error at line 1"), "{shown}");
}
