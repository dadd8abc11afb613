//! The settings: `config.toml`, read and never written, and what is in force from where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use etcetera::BaseStrategy as _;
use serde_json::json;
use toml::Value;

use super::Found;
use super::args::{Common, Config as Args};
use super::output::Output;
use crate::case::Language;
use crate::text::{Clean, columns};
use crate::tui::clipboard::Choice;
use crate::tui::keymap::{Keymap, Table};
use crate::tui::theme::Palette;

/// What stands in the file. A line that is wrong is told and counts for nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// Where it is, or would be.
    pub(crate) path: PathBuf,
    /// Whether it is there.
    pub(crate) is_there: bool,
    pub(crate) language: Option<Language>,
    pub(crate) theme: Option<Palette>,
    pub(crate) clipboard: Option<Choice>,
    pub(crate) plain: Option<bool>,
    pub(crate) mouse: Option<bool>,
    pub(crate) builtin: Option<bool>,
    pub(crate) libraries: Vec<PathBuf>,
    pub(crate) journal: Option<PathBuf>,
    pub(crate) by: Option<String>,
    keys: Table,
    /// Saved views by number: their name and their query.
    pub(crate) views: BTreeMap<u8, String>,
    /// What is wrong in it.
    pub(crate) faults: Vec<String>,
}

const NAMES: [&str; 11] =
    ["language", "theme", "clipboard", "plain", "mouse", "builtin", "libraries", "journal", "by", "views", "keys"];

impl Config {
    /// Reads the file that was asked for, or else the one of the account.
    pub(crate) fn load(asked: Option<&Path>) -> Self {
        let from_env = || env::var_os("INCIDENTS_CONFIG").filter(|path| !path.is_empty()).map(PathBuf::from);
        let chosen = asked.map(Path::to_owned).or_else(from_env);
        let is_chosen = chosen.is_some();
        let path = chosen.unwrap_or_else(|| {
            etcetera::choose_base_strategy()
                .map_or_else(|_| PathBuf::new(), |base| base.config_dir())
                .join("incidents/config.toml")
        });
        let mut config = Self { path, ..Self::default() };
        // Opening a pipe would wait for its writer.
        let is_odd = fs::metadata(&config.path).is_ok_and(|meta| !meta.is_file());
        let text =
            if is_odd { Err(std::io::Error::other("not a regular file")) } else { fs::read_to_string(&config.path) };
        match text {
            Ok(text) => {
                config.is_there = true;
                config.read(&text);
            }
            Err(why) if is_chosen || why.kind() != std::io::ErrorKind::NotFound => config.fault("", &why.to_string()),
            Err(_) => {}
        }
        config
    }

    fn fault(&mut self, name: &str, why: &str) {
        let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
        self.faults.push(Clean::line(&format!("{}: {name}{why}", self.name())).to_string());
    }

    /// The file without its folders; the whole path where there is nothing else to see.
    fn name(&self) -> String {
        let name = self.path.file_name().filter(|_| self.is_there);
        name.map_or_else(|| self.path.display().to_string(), |name| name.to_string_lossy().into_owned())
    }

    fn read(&mut self, text: &str) {
        let table: toml::Table = match text.trim_start_matches('\u{feff}').parse() {
            Ok(table) => table,
            Err(why) => return self.fault("", why.to_string().trim()),
        };
        for (name, value) in table {
            let wrong = match (name.as_str(), &value) {
                ("language", Value::String(text)) => read(&mut self.language, Language::parse(text), "en or ko"),
                ("theme", Value::String(text)) => read(&mut self.theme, Palette::named(text), "dark, light or mono"),
                ("clipboard", Value::String(text)) => {
                    read(&mut self.clipboard, Choice::named(text), "auto, native, osc52 or file")
                }
                ("plain", value) => read(&mut self.plain, value.as_bool(), "true or false"),
                ("mouse", value) => read(&mut self.mouse, value.as_bool(), "true or false"),
                ("builtin", value) => read(&mut self.builtin, value.as_bool(), "true or false"),
                ("journal", Value::String(text)) => {
                    self.journal = Some(self.path_of(text));
                    None
                }
                ("by", Value::String(text)) => read(&mut self.by, Some(text.clone()), ""),
                ("libraries", value) => match texts(value) {
                    Some(texts) => {
                        self.libraries = texts.iter().map(|text| self.path_of(text)).collect();
                        None
                    }
                    None => Some("a list of paths"),
                },
                ("views", Value::Table(views)) => {
                    for (number, query) in views {
                        match (number.parse(), query.as_str()) {
                            (Ok(number @ 1..=9), Some(query)) => drop(self.views.insert(number, query.to_owned())),
                            _ => self.fault(
                                &format!("[views] {number}"),
                                "a view is a number from 1 to 9 and a query in quotes",
                            ),
                        }
                    }
                    None
                }
                ("keys", Value::Table(sections)) => {
                    self.read_keys(sections);
                    None
                }
                ("language" | "theme" | "clipboard" | "journal" | "by", _) => Some("a text in quotes"),
                ("keys", _) => Some("a table for each place, such as [keys.list]"),
                ("views", _) => Some("a table of numbers and queries"),
                _ => {
                    let near = NAMES.iter().min_by_key(|known| crate::library::distance(known, &name));
                    let near = near.copied().unwrap_or_default();
                    self.fault(&name, &format!("no such setting; did you mean {near}? There are {}", NAMES.join(", ")));
                    None
                }
            };
            if let Some(wanted) = wrong {
                self.fault(&name, &format!("{value} is not {wanted}"));
            }
        }
    }

    fn read_keys(&mut self, sections: &toml::Table) {
        for (section, lines) in sections {
            for (action, keys) in lines.as_table().into_iter().flatten() {
                match texts(keys) {
                    Some(keys) => drop(self.keys.entry(section.clone()).or_default().insert(action.clone(), keys)),
                    None => self
                        .fault(&format!("[keys.{section}] {action}"), "not a list of keys, such as [\"j\", \"down\"]"),
                }
            }
            if lines.as_table().is_none() {
                self.fault(&format!("[keys.{section}]"), "not a table of actions and keys");
            }
        }
    }

    /// A path as the file means it: `~` is the home folder, and a relative one is beside the file.
    fn path_of(&self, text: &str) -> PathBuf {
        let path = Path::new(text);
        if let (Ok(rest), Ok(home)) = (path.strip_prefix("~"), etcetera::home_dir()) {
            return home.join(rest);
        }
        self.path.parent().map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }

    /// The key table, and everything that is wrong in the file.
    pub(crate) fn keymap(&self) -> (Keymap, Vec<String>) {
        let (keymap, faults) = Keymap::builtin().clone().with(&self.keys);
        let place = self.name();
        let faults = faults.into_iter().map(|fault| Clean::line(&format!("{place}: {fault}")).to_string());
        (keymap, self.faults.iter().cloned().chain(faults).collect())
    }

    fn keys(&self) -> usize {
        self.keys.values().map(BTreeMap::len).sum()
    }
}

/// Takes a value, or says what one would be.
fn read<T>(into: &mut Option<T>, value: Option<T>, wanted: &'static str) -> Option<&'static str> {
    *into = value;
    into.is_none().then_some(wanted)
}

/// A list of texts; one is a list of one.
fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Array(list) => list.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

/// `incidents config`: what is in force, and from where. Exit 1 when something is wrong in the file.
pub(super) fn run(args: &Args, common: &Common) -> anyhow::Result<Found> {
    let mut output = Output::new(common);
    let config = &common.config;
    let (_, faults) = config.keymap();
    let lines: Vec<(&str, String, &str)> = common.in_force();
    if args.json {
        let settings: serde_json::Map<String, serde_json::Value> = lines
            .iter()
            .map(|(name, value, from)| ((*name).to_owned(), json!({"value": value, "from": from})))
            .collect();
        let place = config.path.display().to_string();
        let all = json!({
            "file": place, "is_there": config.is_there, "settings": settings, "own_keys": config.keys(), "faults": faults,
        });
        output.text(&format!("{all}\n"))?;
    } else {
        let note = if config.is_there { "" } else { " (not there)" };
        output.text(&Clean::line(&format!("{}{note}", config.path.display())))?;
        output.text("\n")?;
        let own = format!("{} of your own", config.keys());
        let keys = ("keys", own, if config.keys() > 0 { "config" } else { "default" });
        let views = config.views.keys().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let views = if views.is_empty() { ("views", "none".to_owned(), "default") } else { ("views", views, "config") };
        for (name, value, from) in lines.into_iter().chain([views, keys]) {
            let value = Clean::line(&value);
            // A path is never cut.
            let value = columns::fit(&value, columns::width(&value).max(32));
            output.text(&format!("{}{value}  {from}\n", columns::fit(name, 12)))?;
        }
        for fault in &faults {
            output.text(&format!("! {fault}\n"))?;
        }
    }
    output.finish()?;
    Ok(if faults.is_empty() { Found::Something } else { Found::Nothing })
}
