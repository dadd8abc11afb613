//! The approval of a case, written into its own file: `review.reviewed_by` and `reviewed_at`, and no other byte.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use serde_json::value::RawValue;
use thiserror::Error;

/// Why an approval could not be written.
#[derive(Debug, Error)]
pub enum ApprovalError {
    /// The system's reason.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Somebody edited the case since it was read.
    #[error("the case was changed on disk since it was read; look at it again")]
    Changed,
    /// Nobody could tell which of them is meant.
    #[error("the same case stands in the file twice; take one out")]
    Twice,
    /// The field `review` is there and is no object.
    #[error("review is not an object; mend it by hand")]
    NotAnObject,
}

/// What `review` is to say: who and when; nothing takes the approval back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Who.
    pub by: String,
    /// When, RFC 3339.
    pub at: String,
}

/// Writes an approval into the file of a case. `json` is the case as it was read and judged; a file in which it stands no
/// longer like that is not touched. Gives the case as it stands there now.
///
/// # Errors
/// Why not; then the file is as it was.
pub fn approve(file: &Path, json: &str, stamp: Option<&Stamp>) -> Result<String, ApprovalError> {
    let changed = with_review(json, stamp)?;
    rewrite(file, json, &changed)?;
    Ok(changed)
}

/// Puts one text in the place of another in a file; the file is replaced as a whole, so that it is never half written.
///
/// # Errors
/// Why not; then the file is as it was.
pub fn rewrite(file: &Path, before: &str, after: &str) -> Result<(), ApprovalError> {
    // A link stays a link: what it names is replaced.
    let file = fs::canonicalize(file)?;
    let text = String::from_utf8(fs::read(&file)?).map_err(|_| ApprovalError::Changed)?;
    let at = text.find(before).ok_or(ApprovalError::Changed)?;
    if text[at + 1..].contains(before) {
        return Err(ApprovalError::Twice);
    }
    if after != before {
        let whole = format!("{}{after}{}", &text[..at], &text[at + before.len()..]);
        let permissions = fs::metadata(&file)?.permissions();
        if permissions.readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only").into());
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        remove_left_behind(folder);
        let mut fresh = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
        fresh.write_all(whole.as_bytes())?;
        fresh.as_file().set_permissions(permissions)?;
        fresh.as_file().sync_all()?;
        fresh.persist(&file).map_err(|why| why.error)?;
    }
    Ok(())
}

/// Beginning and end of the names of files that are to take the place of others.
const PREFIX: &str = ".incidents-";
const SUFFIX: &str = ".approval";

/// Removes what a run that was killed in the middle of an approval has left beside the cases.
fn remove_left_behind(folder: &Path) {
    for item in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let is_old = || {
            let changed = item.metadata().and_then(|meta| meta.modified());
            changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(60)))
        };
        let name = item.file_name();
        let is_ours = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)).is_some();
        if is_ours && is_old() {
            // Somebody else may have removed it.
            let _ = fs::remove_file(item.path());
        }
    }
}

/// A case with the approval in it, or without one; every other byte is the same. What was put in is taken out again whole.
///
/// # Errors
/// When `json` is no object, or its `review` is none.
fn with_review(json: &str, stamp: Option<&Stamp>) -> Result<String, ApprovalError> {
    let case = members(json)?;
    let Some(review) = case.get("review").filter(|review| review.get() != "null") else {
        return Ok(match stamp {
            None => json.to_owned(),
            Some(stamp) => {
                let value =
                    format!(r#"{{"reviewed_at": {}, "reviewed_by": {}}}"#, quoted(&stamp.at), quoted(&stamp.by));
                match case.get("review") {
                    Some(null) => replaced(json, place(json, null), &value),
                    None => inserted(json, "review", &value),
                }
            }
        });
    };
    let at = place(json, review);
    let inner = review.get();
    let mut out = inner.to_owned();
    for (name, value) in [("reviewed_by", stamp.map(|stamp| &stamp.by)), ("reviewed_at", stamp.map(|stamp| &stamp.at))]
    {
        // Places move with every change: they are looked up anew.
        let now = out.clone();
        let fields_now = members(&now)?;
        out = match (fields_now.get(name), value) {
            (Some(there), Some(value)) => replaced(&now, place(&now, there), &quoted(value)),
            (Some(there), None) => replaced(&now, place(&now, there), "null"),
            (None, Some(value)) => inserted(&now, name, &quoted(value)),
            (None, None) => now,
        };
    }
    Ok(replaced(json, at, &out))
}

fn members(json: &str) -> Result<HashMap<String, &RawValue>, ApprovalError> {
    serde_json::from_str(json).map_err(|_| ApprovalError::NotAnObject)
}

fn place(json: &str, part: &RawValue) -> Range<usize> {
    let start = part.get().as_ptr() as usize - json.as_ptr() as usize;
    start..start + part.get().len()
}

fn replaced(json: &str, at: Range<usize>, value: &str) -> String {
    format!("{}{value}{}", &json[..at.start], &json[at.end..])
}

/// The object with one more member at its end, in the manner in which its members are laid out.
fn inserted(json: &str, name: &str, value: &str) -> String {
    let open = json.find('{').map_or(0, |at| at + 1);
    let close = json.rfind('}').unwrap_or(json.len());
    let inside = &json[open..close];
    let end = open + inside.trim_end().len();
    let lead = &inside[..inside.len() - inside.trim_start().len()];
    let comma = if inside.trim().is_empty() { "" } else { "," };
    let lead = if comma.is_empty() {
        ""
    } else if lead.is_empty() && json.contains(", \"") {
        " "
    } else {
        lead
    };
    let colon = if json.contains("\":\"") && !json.contains("\": ") { ":" } else { ": " };
    format!("{}{comma}{lead}\"{name}\"{colon}{value}{}", &json[..end], &json[end..])
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp() -> Stamp {
        Stamp { by: "김 \"K\"".into(), at: "2026-11-30T01:00:00Z".into() }
    }

    #[test]
    fn only_the_two_values_change() {
        let json = "{\r\n  \"id\" : \"A\",\r\n  \"x\": 1.50, \"review\": {\"written_by\": \"session\", \"reviewed_at\":null,\t\"reviewed_by\": null}, \"y\": [ ]}";
        let after = with_review(json, Some(&stamp())).unwrap();
        let expected = json
            .replace("\"reviewed_at\":null", "\"reviewed_at\":\"2026-11-30T01:00:00Z\"")
            .replace("\"reviewed_by\": null", "\"reviewed_by\": \"김 \\\"K\\\"\"");
        assert_eq!(after, expected);
        assert_eq!(with_review(&after, None).unwrap(), json, "taken back, byte for byte");
    }

    #[test]
    fn what_is_missing_is_put_in_as_the_file_is_laid_out() {
        let pretty = "{\n  \"id\": \"A\",\n  \"review\": {\n    \"written_by\": \"me\"\n  }\n}";
        assert_eq!(
            with_review(pretty, Some(&stamp())).unwrap(),
            "{\n  \"id\": \"A\",\n  \"review\": {\n    \"written_by\": \"me\",\n    \"reviewed_by\": \"김 \\\"K\\\"\",\n    \"reviewed_at\": \"2026-11-30T01:00:00Z\"\n  }\n}"
        );
        for json in [
            "{\"id\":\"A\"}",
            "{\"id\": \"A\", \"review\": null}",
            "{\n  \"id\": \"A\"\n}",
            "{\"id\":\"A\",\"review\":{}}",
        ] {
            let after = with_review(json, Some(&stamp())).unwrap();
            let value: serde_json::Value = serde_json::from_str(&after).unwrap();
            assert_eq!(value["review"]["reviewed_by"], "김 \"K\"", "{after}");
            assert_eq!(value["id"], "A");
        }
        assert!(with_review("{\"review\": \"yes\"}", Some(&stamp())).is_err());
    }

    #[test]
    fn the_file_keeps_everything_else_and_an_edit_of_somebody_else_is_not_lost() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("cases.jsonl");
        let one = r#"{"id":"A","review":{"reviewed_at":null,"reviewed_by":null}}"#;
        let before = format!("\u{feff}{one}\r\n{{\"id\":\"B\"}}\r\n");
        fs::write(&file, &before).unwrap();
        let after = approve(&file, one, Some(&stamp())).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), before.replace(one, &after));
        assert!(matches!(approve(&file, one, Some(&stamp())), Err(ApprovalError::Changed)));
        approve(&file, &after, None).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), before);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn only_what_an_approval_left_behind_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.json");
        fs::write(&file, r#"{"id":"A"}"#).unwrap();
        let (theirs, left) = (dir.path().join(".incidents-notes.md"), dir.path().join(".incidents-x1y2z3.approval"));
        for path in [&theirs, &left] {
            fs::write(path, "keep").unwrap();
            let long_ago = std::time::SystemTime::now() - Duration::from_secs(300);
            fs::File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
        }
        approve(&file, r#"{"id":"A"}"#, Some(&stamp())).unwrap();
        assert!(theirs.exists() && !left.exists());
    }

    #[test]
    fn a_case_that_stands_there_twice_is_not_guessed_at() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.jsonl");
        let one = r#"{"id":"A"}"#;
        fs::write(&file, format!("{one}\n{one}\n")).unwrap();
        assert!(matches!(approve(&file, one, Some(&stamp())), Err(ApprovalError::Twice)));
    }
}
