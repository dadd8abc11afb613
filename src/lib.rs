//! `incidents`: a terminal explorer over a library of past infrastructure incidents.
//!
//! The modules in order; each may use those above it and none below (`tests/layers.rs` holds them to it):
//!
//! - [`text`]: clean text, columns, Hangul
//! - [`case`]: what a case is
//! - [`labels`]: every word of the interface in both languages
//! - [`library`]: where cases come from
//! - [`search`]: queries and what they find
//! - [`related`]: which cases are near which, and why
//! - [`lint`]: what a curator would mend
//! - [`formats`]: cases as Markdown, JSON, CSV
//! - [`triage`]: the desks, their journal and reports
//! - [`tui`]: the screen
//! - [`cli`]: the subcommands

pub mod text;

pub mod case;
pub mod labels;

pub mod library;
pub mod related;
pub mod search;

pub mod lint;

pub mod formats;

pub mod triage;

pub mod tui;

pub mod cli;
