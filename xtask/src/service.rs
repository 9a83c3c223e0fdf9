//! `cargo xtask service`: others judge the service. One reads the `OpenAPI` document, another asks
//! what the document allows and forbids, and compares the answers with it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::programs::{cargo, output};
use crate::{Outcome, root};

const PACKAGES: [&str; 2] = ["openapi-spec-validator==0.9.0", "schemathesis==4.32.5"];

/// Questions are the same each time.
const SEED: &str = "9309";

pub(crate) fn run(n_examples: u32) -> Outcome {
    let folder = root().join("target/service");
    let python = |name: &str| folder.join("bin").join(name);
    if !python("schemathesis").exists() {
        output(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        output(Command::new(python("pip")).args(["install", "--quiet"]).args(PACKAGES))?;
    }
    let document = root().join("docs/openapi.json");
    let validator = ["-m", "openapi_spec_validator"];
    output(Command::new(python("python")).args(validator).arg(document))?;

    let build = ["build", "--package", "maycrawl-cli", "--features", "serve"];
    output(cargo().args(build))?;
    let command = root().join("target/debug/maycrawl");
    let service = Service::start(&command, "*:127.0.0.1:9")?;
    // Questions of the right types may still be wrong, and then get a problem.
    let status = Command::new(python("schemathesis"))
        .args(["run", &format!("{}/openapi.json", service.url), "--seed", SEED])
        .args(["--max-examples", &n_examples.to_string(), "--continue-on-failure"])
        .args(["--phases", "examples,coverage,fuzzing"])
        .args(["--exclude-checks", "positive_data_acceptance"])
        .current_dir(&folder)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the service answers otherwise than docs/openapi.json says".into()),
        Err(error) => Err(format!("cannot run schemathesis: {error}")),
    }
}

/// A running service, which asks no site: it takes every host for one place of this machine.
pub(crate) struct Service {
    process: Child,
    pub(crate) url: String,
}

impl Service {
    /// Starts it; `resolve` is where hosts lead to.
    pub(crate) fn start(command: &Path, resolve: &str) -> Result<Self, String> {
        let args = ["serve", "--addr", "127.0.0.1:0", "--allow-private", "--resolve", resolve];
        let process = Command::new(command).args(args).stdout(Stdio::piped()).spawn();
        let process =
            process.map_err(|error| format!("cannot run {}: {error}", command.display()))?;
        let mut service = Self { process, url: String::new() };
        let mut line = String::new();
        if let Some(out) = service.process.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let url = line.trim().strip_prefix("listening on ").ok_or("the service does not start")?;
        url.clone_into(&mut service.url);
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // If it has ended before, there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
