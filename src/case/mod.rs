//! What a case is: a recorded past incident, read from JSON without losing anything.
//!
//! Pure data. No files, no clock, no labels of the interface; the bytes a case was read from stay with the library, so
//! that nothing here has to be written back.

mod date;
mod head;
mod localized;
mod model;
mod problem;
mod read;
mod span;
pub mod vocabulary;

pub use date::{Date, Moment};
pub use head::Head;
pub use localized::{Language, Localized, Shown};
pub use model::{Case, Event, Impact, Review, Source};
pub use problem::{Problem, Reason};
pub use span::Span;
pub use vocabulary::{Kind, Vocabulary};
