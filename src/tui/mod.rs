//! The screen: events in, one `update` that changes state, effects out as values, one place that performs them, and
//! drawing that only reads.
//!
//! - [`key`], [`keymap`], [`action`]: what is pressed, and what that means where
//! - [`input`], [`mode`], [`app`]: the state
//! - [`document`], [`panes`], [`theme`]: a case in lines, the window in panes, roles in colours
//! - [`update`]: an event changes the state and gives effects
//! - [`view`]: draws the state
//! - [`effect`], [`perform`], [`clipboard`], [`records`]: what is done outside
//! - [`terminal`], [`backend`], [`run`]: the real terminal, what is written to it, and the loop, with what it hears
//!   (`listen`), what is worked out beside it (`loader`) and the editor of the user (`editor`)

pub mod action;
mod answer;
pub mod app;
pub mod backend;
pub mod clipboard;
pub mod document;
mod editor;
pub mod effect;
pub mod input;
pub mod key;
pub mod keymap;
mod listen;
mod loader;
pub mod mode;
pub mod panes;
pub mod perform;
pub mod records;
pub mod run;
pub mod terminal;
pub mod theme;
mod typing;
pub mod update;
pub mod view;
