//! `cargo xtask service`: others judge the service. One reads the `OpenAPI` document, another asks
//! what the document allows and forbids, and compares the answers with it.

use maycrawl_api::Limits;

use crate::environment::Environment;
use crate::programs::output;
use crate::{Outcome, root};

mod corpus;
mod running;

pub(crate) use corpus::run as corpus;
use running::Running;

/// Who judges, and what they need, each in the version that asks the same questions everywhere.
const REQUIREMENTS: &str = "xtask/src/service/requirements.txt";

/// Questions are the same each time.
const SEED: &str = "9309";

/// Drives a service with so many questions for each operation and kind.
pub(crate) fn run(n_examples: u32) -> Outcome {
    let judges = Environment::kept("target/service", REQUIREMENTS)?;
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
