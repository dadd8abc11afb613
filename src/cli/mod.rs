//! The subcommands: the same answers as the screen gives, as text or JSON, with exit codes for scripts.
//!
//! Exit 0 when something was found or done, 1 when nothing was found, 2 when something went wrong. A closed pipe ends the
//! program quietly.

mod args;
mod config;
mod desk;
mod export;
mod hold;
mod like;
mod lint;
mod list;
mod output;
mod related;
mod screen;
mod search;
mod show;
mod topics;
mod vocab;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};
use output::Output;

/// What a subcommand came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Something,
    Nothing,
}

/// Runs the program and gives its exit code.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(why) => {
            // clap knows whether this is help (standard output, 0) or a fault (standard error, 2).
            let _ = why.print();
            return ExitCode::from(u8::from(why.use_stderr()) * 2);
        }
    };
    match run(args) {
        Ok(Found::Something) => ExitCode::SUCCESS,
        Ok(Found::Nothing) => ExitCode::from(1),
        Err(why) if is_closed_pipe(&why) => ExitCode::SUCCESS,
        Err(why) => {
            let text = crate::text::Clean::new(&format!("incidents: {why:#}"));
            let _ = writeln!(io::stderr(), "{text}");
            ExitCode::from(2)
        }
    }
}

fn run(args: Args) -> anyhow::Result<Found> {
    let Args { common, query, command } = args;
    let common = common.with_config();
    let Some(command) = command else {
        return screen::run(&common, &query, None);
    };
    if matches!(command, Command::HoldClipboard) {
        return hold::run();
    }
    if let Command::Lint(lint) = &command {
        return lint::run(lint, &common);
    }
    match &command {
        Command::Triage(args) => return desk::triage(args, &common),
        Command::Review(args) => return desk::review(args, &common),
        Command::Config(args) => return config::run(args, &common),
        _ => {}
    }
    let library = common.load();
    let mut output = Output::new(&common);
    let found = match command {
        Command::List(list) => list::run(&list, &library, &mut output)?,
        Command::Show(show) => show::run(&show, &library, &mut output)?,
        Command::Search(search) => search::run(&search, &library, &mut output)?,
        Command::Like(like) => like::run(&like, &library, &mut output)?,
        Command::Related(related) => related::run(&related, &library, &mut output)?,
        Command::Export(export) => export::run(&export, &library, &mut output)?,
        Command::Topics(topics) => topics::run(&topics, &library, &mut output)?,
        Command::Vocab(vocab) => vocab::run(&vocab, &mut output)?,
        Command::HoldClipboard | Command::Lint(_) | Command::Triage(_) | Command::Review(_) | Command::Config(_) => {
            Found::Nothing
        }
    };
    output.finish()?;
    Ok(found)
}

fn is_closed_pipe(why: &anyhow::Error) -> bool {
    why.chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|why| why.kind() == io::ErrorKind::BrokenPipe))
}
