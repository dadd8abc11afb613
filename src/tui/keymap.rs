//! The key table: which key does what where. The only place where keys and actions meet.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::action::Action;
use super::key::{Code, Key};
use crate::library::distance;
use crate::text::hangul;

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// In any of the panes.
    Panes,
    /// In the list.
    List,
    /// In the case.
    Case,
    /// In the related cases.
    Related,
    /// In the copy menu.
    Copy,
}

impl Context {
    /// Every context.
    pub const ALL: [Self; 5] = [Self::Panes, Self::List, Self::Case, Self::Related, Self::Copy];

    fn section(self) -> &'static str {
        match self {
            Self::Panes => "panes",
            Self::List => "list",
            Self::Case => "case",
            Self::Related => "related",
            Self::Copy => "copy",
        }
    }

    /// Where a key is looked up that this context does not bind itself.
    fn outer(self) -> Option<Self> {
        matches!(self, Self::List | Self::Case | Self::Related).then_some(Self::Panes)
    }
}

/// Keys by place and name of the action.
pub type Table = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Keys that work wherever the caret is, and are looked at before any table.
const FIXED: [Key; 3] = [Key::ctrl('c'), Key::ctrl('l'), Key::ctrl('z')];

/// Keys to actions, by context.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    bindings: BTreeMap<(Context, Key), Action>,
    /// Keys of an action in the order of the table.
    keys: BTreeMap<(Context, Action), Vec<Key>>,
}

impl Keymap {
    /// The table that comes with the program.
    pub fn builtin() -> &'static Self {
        static BUILT_IN: OnceLock<Keymap> = OnceLock::new();
        // A test reads the table, so that a release cannot ship one that fails here.
        BUILT_IN.get_or_init(|| Self::parse(include_str!("../../assets/keymap.toml")).unwrap_or_default())
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The first line that names no action or no key, or binds a key twice in one place.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|why| why.to_string())?;
        let mut keymap = Self::default();
        for (section, lines) in &table {
            let context = Context::ALL
                .into_iter()
                .find(|context| context.section() == section)
                .ok_or_else(|| format!("[{section}]: no such place"))?;
            for (name, keys) in lines {
                let action = Action::named(name).ok_or_else(|| format!("[{section}] {name}: no such action"))?;
                for text in keys {
                    let key = Key::parse(text).ok_or_else(|| format!("[{section}] {name}: no key is called {text}"))?;
                    if let Some(other) = keymap.bindings.insert((context, key), action) {
                        return Err(format!("[{section}] {text}: both {name} and {}", other.name()));
                    }
                    keymap.keys.entry((context, action)).or_default().push(key);
                }
            }
        }
        Ok(keymap)
    }

    /// The table with keys of the user's own: an action named there has the keys named there, and takes them from others.
    /// Gives also what is wrong with the user's table; a line that is wrong counts for nothing, the rest holds.
    pub fn with(mut self, table: &Table) -> (Self, Vec<String>) {
        let mut faults = Vec::new();
        let mut own: BTreeMap<(Context, Key), Action> = BTreeMap::new();
        for (section, lines) in table {
            let Some(context) = Context::ALL.into_iter().find(|context| context.section() == section) else {
                let places = Context::ALL.map(Context::section).join(", ");
                faults.push(format!("[keys.{section}]: no such place; there are {places}"));
                continue;
            };
            for (name, keys) in lines {
                let Some(action) = Action::named(name) else {
                    let near = Action::ALL.iter().min_by_key(|action| distance(name, &action.name()));
                    let near = near.map(|action| action.name()).unwrap_or_default();
                    faults.push(format!("[keys.{section}] {name}: no such action; did you mean {near}?"));
                    continue;
                };
                for key in self.keys.remove(&(context, action)).unwrap_or_default() {
                    self.bindings.remove(&(context, key));
                }
                for text in keys {
                    let Some(key) = Key::parse(text) else {
                        faults.push(format!(
                            "[keys.{section}] {name}: no key is called {text}; write j, ctrl-d, f2, enter"
                        ));
                        continue;
                    };
                    if FIXED.contains(&key) {
                        faults
                            .push(format!("[keys.{section}] {name}: {text} always does the same and cannot be bound"));
                        continue;
                    }
                    if matches!(key.code, Code::Char(c) if hangul::is_hangul(c)) {
                        faults.push(format!(
                            "[keys.{section}] {name}: {text} is the Latin key that it sits on; name that"
                        ));
                        continue;
                    }
                    if let Some(other) = own.get(&(context, key)) {
                        faults.push(format!(
                            "[keys.{section}] {text}: both {} and {name}; {} keeps it",
                            other.name(),
                            other.name()
                        ));
                        continue;
                    }
                    own.insert((context, key), action);
                    if let Some(other) = self.bindings.insert((context, key), action)
                        && let Some(keys) = self.keys.get_mut(&(context, other))
                    {
                        keys.retain(|one| *one != key);
                        if !lines.contains_key(&other.name()) {
                            let other = other.name();
                            faults.push(format!(
                                "[keys.{section}] {text}: {name} takes it from {other}; name keys for {other} too"
                            ));
                        }
                    }
                    self.keys.entry((context, action)).or_default().push(key);
                }
            }
        }
        (self, faults)
    }

    /// What `key` does in `context`.
    pub fn resolve(&self, context: Context, key: Key) -> Option<Action> {
        self.bindings.get(&(context, key)).or_else(|| self.bindings.get(&(context.outer()?, key))).copied()
    }

    /// The keys of an action in a context, the first being the one to show.
    pub fn keys(&self, context: Context, action: Action) -> &[Key] {
        self.keys
            .get(&(context, action))
            .or_else(|| self.keys.get(&(context.outer()?, action)))
            .map_or(&[], Vec::as_slice)
    }

    /// Where an action is bound.
    pub fn contexts(&self, action: Action) -> impl Iterator<Item = Context> {
        Context::ALL.into_iter().filter(move |context| self.keys.contains_key(&(*context, action)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let keymap = Keymap::parse(include_str!("../../assets/keymap.toml")).unwrap();
        for &action in Action::ALL {
            let is_only_named = matches!(
                action,
                Action::ShowProblems
                    | Action::ClearMarks
                    | Action::Reload
                    | Action::ChooseTopic
                    | Action::StartTriage
                    | Action::StartReview
                    | Action::EndDesk
                    | Action::ShowReport
                    | Action::ShowTrail
                    | Action::ShowDrafts
            );
            if !is_only_named {
                assert!(keymap.contexts(action).count() > 0, "{action:?} has no key");
            }
        }
    }

    #[test]
    fn nothing_depends_on_shift_with_a_letter_but_what_has_another_key() {
        let keymap = Keymap::builtin();
        for ((context, key), action) in &keymap.bindings {
            if let super::super::key::Code::Char(c) = key.code
                && c.is_ascii_uppercase()
                && !"QWERTOP".contains(c)
            {
                let others = keymap.keys(*context, *action);
                assert!(others.len() > 1, "{action:?} has only {key}, which a Korean layout cannot type");
            }
        }
    }

    #[test]
    fn keys_of_ones_own_take_the_place_of_the_others() {
        let table: Table = toml::from_str(
            "[list]\nmark-all = ['v', 'ㅓ']\nmark-range = ['ctrl-p', 'ctrl-c']\nfilter = ['/', 'n']\nmovedown = ['j']\nshow-all = ['ctrl-P', 'jj']\n[cellar]\n",
        )
        .unwrap();
        let (keymap, faults) = Keymap::builtin().clone().with(&table);
        let at = |key: &str| keymap.resolve(Context::List, Key::parse(key).unwrap());
        assert_eq!(at("v"), Some(Action::MarkAll));
        assert_eq!(at("*"), None, "its old key is free");
        assert_eq!((at("ctrl-p"), at("0")), (Some(Action::MarkRange), None));
        assert_eq!((at("n"), at("/")), (Some(Action::Filter), Some(Action::Filter)));
        assert_eq!(at("f3"), Some(Action::NextUndecided), "it lost one of its keys only");
        assert_eq!(faults.len(), 7, "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("filter takes it from next-undecided")), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("both mark-range and show-all")), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("did you mean move-down?")), "{faults:?}");
    }

    #[test]
    fn faults_name_the_place_and_the_key() {
        assert_eq!(Keymap::parse("[list]\nfly = ['j']").unwrap_err(), "[list] fly: no such action");
        let twice = Keymap::parse("[list]\nmove-down = ['j']\nmove-up = ['j']").unwrap_err();
        assert_eq!(twice, "[list] j: both move-up and move-down");
        assert!(Keymap::parse("[list]\nmove-up = ['jj']").unwrap_err().contains("no key is called jj"));
    }
}
