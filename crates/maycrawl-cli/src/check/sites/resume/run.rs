//! The options of an earlier run, compared with those of this run.

use maycrawl_report::json::WireRun;
use serde_json::Value;

use crate::input;

/// What differs between the run that began the file and this run.
pub(super) fn differences(begun: &Value, run: &WireRun) -> Vec<String> {
    let mut differences = Vec::new();
    let text = |name: &str| begun.get(name).and_then(Value::as_str).unwrap_or_default();
    let dialect = text("dialect");
    if dialect != run.dialect {
        differences.push(format!("with --dialect {dialect} (this run has {})", run.dialect));
    }
    if begun.get("plain").and_then(Value::as_bool) != Some(run.plain) {
        let (had, has) = if run.plain { ("without", "has") } else { ("with", "does not have") };
        differences.push(format!("{had} --plain (this run {has} it)"));
    }
    let agents = serde_json::to_value(&run.agents).unwrap_or_default();
    let begun_agents = begun.get("agents").cloned().unwrap_or_default();
    let own = serde_json::to_value(&run.own_dialects).unwrap_or_default();
    let begun_own = begun.get("own_dialects").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    // Without a common way of reading, that these differ says nothing new.
    if begun_agents != agents || (dialect == run.dialect && begun_own != own) {
        let (had, has) = (names(&begun_agents), names(&agents));
        differences.push(if had == has {
            format!("when the catalogue had other data about the crawlers {has}")
        } else {
            format!("with the crawlers {had} (this run has {has})")
        });
    }
    let header = text("user_agent");
    if header != run.user_agent {
        differences
            .push(format!("with --user-agent {header:?} (this run has {:?})", run.user_agent));
    }
    differences
}

/// The names of agents, for a message.
fn names(agents: &Value) -> String {
    let agents = agents.as_array().into_iter().flatten();
    let names: Vec<_> = agents.filter_map(|agent| agent.pointer("/tokens/0")?.as_str()).collect();
    input::shortened(names.join(", ").as_bytes())
}
