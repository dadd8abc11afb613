//! Text as a terminal needs it: cleaned of what could harm a screen, measured in columns, and Hangul taken apart.
//!
//! Knows nothing of cases, libraries or screens. Everything else in the crate may use it.

pub mod clean;
pub mod columns;
pub mod fold;
pub mod hangul;
pub mod plain;
pub mod sequences;

pub use clean::Clean;
