//! `incidents`: parse, call, exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    incident_explorer::cli::main()
}
