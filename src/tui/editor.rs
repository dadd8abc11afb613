//! The editor of the user, for a file of their own.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Runs the editor on a file, and gives the file before and after. The terminal must be the editor's meanwhile.
///
/// # Errors
/// When the file cannot be read, or the editor cannot be run.
pub(super) fn edit(path: &Path, line: usize) -> Result<(String, String), String> {
    let read = || fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let shown = |why: std::io::Error| format!("{}: {why}", path.display());
    let before = read().map_err(shown)?;
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.trim().is_empty()))
        .unwrap_or_else(|| "vi".to_owned());
    // As git does it: the value may hold arguments of its own.
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{editor} \"$@\""), &editor]);
    if line > 1 {
        command.arg(format!("+{line}"));
    }
    let status = command.arg(path).status().map_err(|why| format!("{editor}: {why}"))?;
    if status.code() == Some(127) {
        return Err(format!("{editor} is not there; set EDITOR to an editor"));
    }
    let after = read().map_err(shown)?;
    if !status.success() && before == after {
        return Err(format!("{editor}: {status}"));
    }
    Ok((before, after))
}
