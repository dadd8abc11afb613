//! The command line.

use std::env;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use etcetera::BaseStrategy as _;

use crate::case::Language;
use crate::formats::words;
use crate::library::Library;
use crate::text::Clean;
use crate::triage;
use crate::tui::clipboard;
use crate::tui::theme::Palette;

/// Explore past infrastructure incidents: who has seen the same, what fixed it, how long it took.
#[derive(Debug, Parser)]
#[command(name = "incidents", version, about, max_term_width = 100, args_conflicts_with_subcommands = false)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Filter to begin with on the screen
    #[arg(long, short = 'q', value_name = "QUERY", default_value = "")]
    pub(crate) query: String,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of the screen and of every subcommand.
#[derive(Debug, ClapArgs)]
pub(crate) struct Common {
    /// Folder or file of cases beside the built-in ones; may be given several times, later ones win [env: `INCIDENTS_LIBRARY`, separated by ':']
    #[arg(long, short = 'L', value_name = "DIR", global = true)]
    library: Vec<PathBuf>,

    /// Leave the built-in cases out
    #[arg(long, global = true)]
    no_builtin: bool,

    /// File of settings [env: `INCIDENTS_CONFIG`; `~/.config/incidents/config.toml` otherwise]
    #[arg(long = "config", value_name = "FILE", global = true)]
    config_file: Option<PathBuf>,

    /// Frames and signs in ASCII, for terminals that draw some of them two columns wide
    #[arg(long, global = true)]
    plain: bool,

    /// Capture the mouse from the start; % lets it go
    #[arg(long, global = true)]
    mouse: bool,

    /// What stands in the file of settings.
    #[clap(skip)]
    pub(crate) config: super::config::Config,

    /// Language of labels and texts; by the locale otherwise
    #[arg(long, value_name = "en|ko", global = true, value_parser = parse_language)]
    lang: Option<Language>,

    /// Colours of the screen; by the terminal's background otherwise
    #[arg(long, value_name = "THEME", global = true)]
    theme: Option<ThemeName>,

    /// How the screen copies; auto otherwise
    #[arg(long, value_name = "ROUTE", global = true)]
    clipboard: Option<Route>,

    /// Journal of verdicts and notes: a file, or a folder to keep incidents.journal in; in the state folder otherwise [env: `INCIDENTS_JOURNAL`]
    #[arg(long, value_name = "PATH", global = true)]
    journal: Option<PathBuf>,

    /// Name to sign verdicts with; git's user.name or the account otherwise [env: `INCIDENTS_BY`]
    #[arg(long, value_name = "NAME", global = true)]
    by: Option<String>,

    /// Incident whose triage `verdict:` in a query asks for
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) incident: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    Dark,
    Light,
    Mono,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Route {
    Auto,
    Native,
    Osc52,
    File,
}

/// The variable that tells the language of the session, and the language.
fn locale() -> Option<(&'static str, Language)> {
    let (name, value) = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()).map(|value| (name, value)))?;
    Language::parse(&value).map(|language| (name, language))
}

fn parse_language(text: &str) -> Result<Language, String> {
    Language::parse(text).ok_or_else(|| "write en or ko".to_owned())
}

impl Common {
    /// Reads the file of settings.
    pub(crate) fn with_config(mut self) -> Self {
        self.config = super::config::Config::load(self.config_file.as_deref());
        self
    }

    /// The folders: those of the settings first, then those of the environment, so that those of the command line win.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let from_env = env::var_os("INCIDENTS_LIBRARY").unwrap_or_default();
        let from_env = env::split_paths(&from_env).filter(|path| !path.as_os_str().is_empty());
        self.config.libraries.iter().cloned().chain(from_env).chain(self.library.iter().cloned()).collect()
    }

    /// Whether the built-in cases are wanted.
    pub(crate) fn with_builtin(&self) -> bool {
        !self.no_builtin && self.config.builtin.unwrap_or(true)
    }

    /// The language: as asked for, or by the locale.
    pub(crate) fn language(&self) -> Language {
        self.lang.or(self.config.language).or_else(|| locale().map(|(_, language)| language)).unwrap_or_default()
    }

    /// The palette, where one was asked for.
    pub(crate) fn palette(&self) -> Option<Palette> {
        let flag = self.theme.map(|name| match name {
            ThemeName::Dark => Palette::Dark,
            ThemeName::Light => Palette::Light,
            ThemeName::Mono => Palette::Mono,
        });
        flag.or(self.config.theme)
    }

    /// The ways to copy that may be used.
    pub(crate) fn clipboard(&self) -> clipboard::Choice {
        let flag = self.clipboard.map(|route| match route {
            Route::Auto => clipboard::Choice::Auto,
            Route::Native => clipboard::Choice::Native,
            Route::Osc52 => clipboard::Choice::Osc52,
            Route::File => clipboard::Choice::File,
        });
        flag.or(self.config.clipboard).unwrap_or_default()
    }

    /// Whether frames and signs are to be ASCII.
    pub(crate) fn plain(&self) -> bool {
        self.plain || self.config.plain.unwrap_or(false)
    }

    /// Whether the mouse is captured from the start.
    pub(crate) fn mouse(&self) -> bool {
        self.mouse || self.config.mouse.unwrap_or(false)
    }

    /// Every setting: its name, what is in force, and where that comes from.
    pub(crate) fn in_force(&self) -> Vec<(&'static str, String, &'static str)> {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let from = |flag: bool, env: Option<&'static str>, config: bool, otherwise: &'static str| match (flag, env) {
            (true, _) => "flag",
            (_, Some(env)) => env,
            _ if config => "config",
            _ => otherwise,
        };
        let config = &self.config;
        let in_env = |name: &'static str| set(name).then_some(name);
        let folders = self.folders();
        let paths = folders.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
        let theme =
            self.palette().map_or_else(|| "by the background".to_owned(), |theme| format!("{theme:?}").to_lowercase());
        let locale = locale().map_or("default", |(name, _)| name);
        let by = self.by().map_or_else(|| "git's user.name or the account".to_owned(), |by| by.to_string());
        vec![
            (
                "language",
                self.language().code().to_owned(),
                from(self.lang.is_some(), None, config.language.is_some(), locale),
            ),
            ("theme", theme, from(self.theme.is_some(), None, config.theme.is_some(), "default")),
            (
                "clipboard",
                format!("{:?}", self.clipboard()).to_lowercase(),
                from(self.clipboard.is_some(), None, config.clipboard.is_some(), "default"),
            ),
            ("plain", self.plain().to_string(), from(self.plain, None, config.plain.is_some(), "default")),
            ("mouse", self.mouse().to_string(), from(self.mouse, None, config.mouse.is_some(), "default")),
            (
                "builtin",
                self.with_builtin().to_string(),
                from(self.no_builtin, None, config.builtin.is_some(), "default"),
            ),
            (
                "libraries",
                if paths.is_empty() { "none".to_owned() } else { paths },
                from(!self.library.is_empty(), in_env("INCIDENTS_LIBRARY"), !config.libraries.is_empty(), "default"),
            ),
            (
                "journal",
                self.journal().display().to_string(),
                from(self.journal.is_some(), in_env("INCIDENTS_JOURNAL"), config.journal.is_some(), "default"),
            ),
            ("by", by, from(self.by.is_some(), in_env("INCIDENTS_BY"), config.by.is_some(), "default")),
        ]
    }

    /// Where the journal is.
    pub(crate) fn journal(&self) -> PathBuf {
        let from_env = || env::var_os("INCIDENTS_JOURNAL").filter(|path| !path.is_empty()).map(PathBuf::from);
        let chosen = self.journal.clone().or_else(from_env).or_else(|| self.config.journal.clone());
        let path = chosen.unwrap_or_else(|| triage::file_in(&state_folder()));
        // The place must mean the same wherever the program is started next.
        triage::file_of(&std::path::absolute(&path).unwrap_or(path))
    }

    /// The name to sign with, where one was given.
    pub(crate) fn by(&self) -> Option<Clean> {
        let from_env = || env::var("INCIDENTS_BY").ok();
        let name = self.by.clone().or_else(from_env).or_else(|| self.config.by.clone());
        name.map(|name| Clean::line(&name)).filter(|name| !name.is_blank())
    }

    /// Reads the library without telling what is odd in it.
    pub(crate) fn load_silently(&self) -> Library {
        Library::load(self.with_builtin(), &self.folders(), &mut |_| {})
    }

    /// Reads the library. What is odd in it is told on standard error, once, and costs nothing else.
    pub(crate) fn load(&self) -> Library {
        let library = self.load_silently();
        let problems = library.problems();
        for problem in problems.iter().take(10) {
            eprintln!("incidents: {}", words::problem(problem, self.language()));
        }
        if problems.len() > 10 {
            eprintln!("incidents: and {} more problems", problems.len() - 10);
        }
        library
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List cases, newest first
    List(List),
    /// Show a case
    Show(Show),
    /// Search cases; the query language of the screen's filter
    Search(Search),
    /// Rank cases by what they share with an alert, a log or a sentence: has anyone seen this?
    Like(Like),
    /// List the cases most like one, and why
    Related(Related),
    /// Write cases as Markdown, JSON, JSON Lines or CSV
    Export(Export),
    /// List topics (causes, symptoms, components, factors) with the number of their cases
    Topics(Topics),
    /// Triage past cases against an incident that is going on: the screen, or a report of it
    Triage(Triage),
    /// Review the texts of the cases: the screen, or a report of it
    Review(Review),
    /// Explain the slugs of the vocabulary
    Vocab(Vocab),
    /// Show the settings that are in force, and where they come from
    Config(Config),
    /// Check cases: schema, times, figures and languages, slugs, sources, duplicates
    Lint(Lint),
    /// Holds a copied text; started by the screen
    #[command(hide = true, name = clipboard::HOLD)]
    HoldClipboard,
}

/// `triage`
#[derive(Debug, ClapArgs)]
pub(crate) struct Triage {
    /// Name of the incident; a list of the incidents in the journal otherwise
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) desk: DeskArgs,
}

/// `review`
#[derive(Debug, ClapArgs)]
pub(crate) struct Review {
    #[command(flatten)]
    pub(crate) desk: DeskArgs,
}

/// What both desks take.
#[derive(Debug, ClapArgs)]
pub(crate) struct DeskArgs {
    /// Filter to begin with on the screen
    #[arg(long, short = 'q', value_name = "QUERY", default_value = "")]
    pub(crate) query: String,
    /// What came of it, as Markdown
    #[arg(long)]
    pub(crate) report: bool,
    /// What came of it, as JSON
    #[arg(long, conflicts_with = "report")]
    pub(crate) json: bool,
    /// File to write the report to; it must not exist
    #[arg(long, short = 'o', value_name = "FILE", requires = "report", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,
}

/// `list`
#[derive(Debug, ClapArgs)]
pub(crate) struct List {
    /// Query to narrow the list, as in the screen's filter
    pub(crate) query: Vec<String>,
    /// At most this many
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// JSON: a list of heads
    #[arg(long)]
    pub(crate) json: bool,
}

/// `show`
#[derive(Debug, ClapArgs)]
#[allow(clippy::struct_excessive_bools, reason = "switches of the command line")]
pub(crate) struct Show {
    /// Id of the case
    pub(crate) id: String,
    /// Both languages
    #[arg(long)]
    pub(crate) both: bool,
    /// Action items alone, as a checklist
    #[arg(long, conflicts_with_all = ["both", "json", "remediation", "checks"])]
    pub(crate) actions: bool,
    /// Remediation alone
    #[arg(long, conflicts_with_all = ["both", "json", "checks"])]
    pub(crate) remediation: bool,
    /// Questions for one's own system
    #[arg(long, conflicts_with_all = ["both", "json"])]
    pub(crate) checks: bool,
    /// JSON: the case as it was read
    #[arg(long)]
    pub(crate) json: bool,
}

/// `search`
#[derive(Debug, ClapArgs)]
pub(crate) struct Search {
    /// Words, "exact words", -word, field:value; put -- before a query that begins with a dash
    #[arg(required = true)]
    pub(crate) query: Vec<String>,
    /// At most this many
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// JSON: a list of heads, each with score and why
    #[arg(long)]
    pub(crate) json: bool,
}

/// `like`
#[derive(Debug, ClapArgs)]
pub(crate) struct Like {
    /// The text; from standard input where there is none
    pub(crate) text: Vec<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) limit: usize,
    /// JSON: a list of heads, each with score and the words shared
    #[arg(long)]
    pub(crate) json: bool,
}

/// `related`
#[derive(Debug, ClapArgs)]
pub(crate) struct Related {
    /// Id of the case
    pub(crate) id: String,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// JSON: a list of heads, each with score and reasons
    #[arg(long)]
    pub(crate) json: bool,
}

/// `export`
#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// Query to choose cases; all of them otherwise
    pub(crate) query: Vec<String>,
    /// Format
    #[arg(long, short = 'f', value_name = "FORMAT", default_value = "md")]
    pub(crate) format: Format,
    /// File to write; it must not exist. Standard output otherwise
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A format of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Markdown
    Md,
    /// A list of whole cases
    Json,
    /// One case a line
    Jsonl,
    /// A table of heads
    Csv,
}

/// `topics`
#[derive(Debug, ClapArgs)]
pub(crate) struct Topics {
    /// Kind of topic; all of them otherwise
    pub(crate) kind: Option<TopicKind>,
    /// JSON: a list of kind, slug, name, cases
    #[arg(long)]
    pub(crate) json: bool,
}

/// `vocab`
#[derive(Debug, ClapArgs)]
pub(crate) struct Vocab {
    /// Kind of slug; all of them otherwise
    pub(crate) kind: Option<TopicKind>,
    /// JSON: a list of kind, slug, name, meaning, synonyms
    #[arg(long)]
    pub(crate) json: bool,
}

/// A kind of topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TopicKind {
    Cause,
    Symptom,
    Component,
    Factor,
    Domain,
    Severity,
}

/// `config`
#[derive(Debug, ClapArgs)]
pub(crate) struct Config {
    /// JSON: the file, the settings, what is wrong
    #[arg(long)]
    pub(crate) json: bool,
}

/// `lint`
#[derive(Debug, ClapArgs)]
pub(crate) struct Lint {
    /// Folders or files to check; the whole library otherwise
    pub(crate) paths: Vec<PathBuf>,
    /// JSON: a list of findings
    #[arg(long)]
    pub(crate) json: bool,
}

/// The folder for what the program keeps: `$XDG_STATE_HOME/incidents`.
pub(crate) fn state_folder() -> PathBuf {
    etcetera::choose_base_strategy()
        .ok()
        .map_or_else(env::temp_dir, |base| base.state_dir().unwrap_or_else(|| base.data_dir()))
        .join("incidents")
}
