//! The key table: which key does what where. The only place where keys and actions meet.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::action::Action;
use super::key::Key;

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

/// Keys to actions, by context.
#[derive(Debug, Default)]
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
        let table: BTreeMap<String, BTreeMap<String, Vec<String>>> =
            toml::from_str(text).map_err(|why| why.to_string())?;
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
    fn faults_name_the_place_and_the_key() {
        assert_eq!(Keymap::parse("[list]\nfly = ['j']").unwrap_err(), "[list] fly: no such action");
        let twice = Keymap::parse("[list]\nmove-down = ['j']\nmove-up = ['j']").unwrap_err();
        assert_eq!(twice, "[list] j: both move-up and move-down");
        assert!(Keymap::parse("[list]\nmove-up = ['jj']").unwrap_err().contains("no key is called jj"));
    }
}
