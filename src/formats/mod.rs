//! Cases as text for elsewhere: Markdown, JSON, CSV, and questions for one's own system. Pure over cases.

pub mod checks;
pub mod csv;
pub mod json;
pub mod markdown;
pub mod words;
