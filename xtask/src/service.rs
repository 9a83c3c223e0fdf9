//! `cargo xtask service`: others judge the service. One reads the `OpenAPI` document, another asks
//! what the document allows and forbids, and compares the answers with it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use maycrawl_api::Limits;

use crate::programs::{need_venv, output};
use crate::{Outcome, root};

mod corpus;
mod running;

pub(crate) use corpus::run as corpus;
use running::Running;

/// Who judges, and what they need, each in the version that asks the same questions everywhere.
const REQUIREMENTS: &str = include_str!("service/requirements.txt");

/// Questions are the same each time.
const SEED: &str = "9309";

/// Drives a service with so many questions for each operation and kind.
pub(crate) fn run(n_examples: u32) -> Outcome {
    let judges = Judges::installed()?;
    let document = root().join("docs/openapi.json");
    let validator = ["-m", "openapi_spec_validator"];
    output(judges.command("python").args(validator).arg(document))?;

    let service = Running::start(Limits::default())?;
    // Questions of the right types may still be wrong, and then get a problem.
    let status = judges
        .command("schemathesis")
        .args(["run", &format!("http://{}/openapi.json", service.address), "--seed", SEED])
        .args(["--max-examples", &n_examples.to_string(), "--continue-on-failure"])
        .args(["--phases", "examples,coverage,fuzzing", "--generation-database", "none"])
        .args(["--exclude-checks", "positive_data_acceptance"])
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the service answers otherwise than docs/openapi.json says".into()),
        Err(error) => Err(format!("cannot run schemathesis: {error}")),
    }
}

/// A virtual environment of Python with those who judge.
struct Judges(PathBuf);

impl Judges {
    /// Installs them from `PyPI` below `target/`, unless they are there.
    fn installed() -> Result<Self, String> {
        let judges = Self(root().join("target/service"));
        let installed = judges.0.join("requirements.txt");
        if fs::read_to_string(&installed).is_ok_and(|text| text == REQUIREMENTS) {
            return Ok(judges);
        }
        need_venv()?;
        output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&judges.0))?;
        let requirements = root().join("xtask/src/service/requirements.txt");
        let mut install = judges.command("python");
        install.args(["-m", "pip", "install", "--quiet", "--requirement"]);
        output(install.arg(requirements)).map_err(|error| {
            format!("cannot install schemathesis from PyPI, which judges the service: {error}")
        })?;
        let written = fs::write(&installed, REQUIREMENTS);
        written.map_err(|error| format!("cannot write {}: {error}", installed.display()))?;
        Ok(judges)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.0.join("bin").join(program));
        command.current_dir(&self.0);
        command
    }
}
