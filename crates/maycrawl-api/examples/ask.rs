//! Asks an operation: `cargo run -p maycrawl-api --example ask -- check < question.json`.
//!
//! Without an operation it lists them.
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use maycrawl_api::{Limits, OPERATIONS, answer};

fn main() -> io::Result<ExitCode> {
    let Some(operation) = std::env::args().nth(1) else {
        for operation in OPERATIONS {
            println!("{:10} {}", operation.name, operation.summary);
        }
        return Ok(ExitCode::SUCCESS);
    };
    let mut question = Vec::new();
    io::stdin().lock().read_to_end(&mut question)?;
    let (json, status) = match answer(&operation, &question, &Limits::default(), &|| true) {
        Ok(answer) => (answer, ExitCode::SUCCESS),
        Err(problem) => (problem.to_json(), ExitCode::FAILURE),
    };
    io::stdout().write_all(&json)?;
    Ok(status)
}
