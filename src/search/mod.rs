//! Queries and what they find: one language for the screen and the subcommands, so that one query has one answer.
//!
//! [`Query`] is what was asked, with complaints about what could not be understood; [`Index`] holds the folded texts of a
//! library; [`Hit`] names a case, how well it fits and why. Knows libraries; draws nothing.

mod compound;
mod endings;
mod find;
mod fuzzy;
mod index;
mod known;
mod lexicon;
mod like;
mod nearness;
mod noise;
mod query;
mod standing;
mod telling;
mod thesaurus;
mod weigh;
mod written;

pub use find::{Hit, Why};
pub use index::{Index, Zone};
pub use known::Known;
pub use like::Alike;
pub use query::{Complaint, FIELDS, Query};
pub use standing::Standing;
pub use written::{asked_values, asks_for, toggle_field, without_field};
