//! What is to be done outside, and what came of it; values, so that the update can be tested without doing anything.

use std::path::PathBuf;

/// Something to do outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Put a text on the clipboard.
    Copy {
        /// The text.
        text: String,
        /// What it is, in the language shown, for the notice.
        what: String,
    },
    /// Write a text to a new file.
    WriteFile {
        /// Where; a relative path is one from the working directory.
        path: PathBuf,
        /// The text.
        text: String,
    },
    /// Open an address in the user's browser.
    OpenLink(String),
    /// Read the folders again.
    Reload,
    /// Capture the mouse, or let it go.
    CaptureMouse(bool),
    /// Draw every cell anew.
    Redraw,
    /// Stop until `fg`.
    Suspend,
    /// End the program.
    Quit,
}

/// The way by which a text was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The system's clipboard; it was read back or confirmed.
    Native,
    /// The buffer of tmux.
    Tmux,
    /// An OSC 52 sequence was sent to the terminal, which does not confirm; through tmux or not.
    Terminal {
        /// Wrapped for tmux.
        through_tmux: bool,
    },
    /// A file.
    File(PathBuf),
}

/// What came of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A text was copied.
    Copied {
        /// What it was.
        what: String,
        /// How long, in bytes.
        bytes: usize,
        /// How.
        route: Route,
        /// Why an earlier route did not do, where that is worth telling.
        because: Option<String>,
    },
    /// A text was not copied.
    NotCopied(String),
    /// A file was written.
    Written(PathBuf),
    /// A file was not written: the path and why.
    NotWritten(PathBuf, String),
    /// An address was handed to the opener.
    Opened(String),
    /// There is nothing to open it with, or that failed.
    NotOpened(String, String),
}
