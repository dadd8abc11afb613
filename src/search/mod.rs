//! Queries and what they find: one language for the screen and the subcommands, so that one query has one answer.
//!
//! [`Query`] is what was asked, with complaints about what could not be understood; [`Index`] holds the folded texts of a
//! library; [`Hit`] names a case, how well it fits and why. Knows libraries; draws nothing.

mod fuzzy;
mod index;
mod query;

pub use index::{Hit, Index, Why, Zone};
pub use query::{Complaint, FIELDS, Known, Query};
