//! The hidden subcommand that holds a copied text.

use super::Found;
use crate::tui::clipboard;

pub(super) fn run() -> anyhow::Result<Found> {
    clipboard::hold()?;
    Ok(Found::Something)
}
