//! The cases that are embedded in the binary.

use std::sync::Arc;

use super::{Batch, Source, Text};
use crate::case::Head;
use crate::text::Clean;

include!(concat!(env!("OUT_DIR"), "/builtin_cases.rs"));

pub(super) fn batch() -> Batch {
    let place: Arc<str> = "built-in".into();
    Batch {
        source: Source { name: Clean::line("built-in"), path: None },
        // The build checked that each is JSON, and a test that each is a case.
        entries: CASES
            .iter()
            .filter_map(|(head, text)| Some((Head::parse(head).ok()?, Text::Embedded(text), place.clone())))
            .collect(),
        problems: Vec::new(),
    }
}
