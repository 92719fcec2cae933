//! The `regimen` program; all it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    regimen::cli::main()
}
