//! Which files are reports of `maycrawl lint`, in any format.

use serde_json::Value;

/// Whether a file is a report, which the next one may replace.
pub(crate) fn is_report(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let text = text.trim();
    match text.as_bytes() {
        [] => true,
        [b'{' | b'[', ..] => serde_json::from_str(text).is_ok_and(|value| is_json_report(&value)),
        [b'<', ..] => is_xml_report(text),
        _ => is_text_report(text),
    }
}

/// A document of `--format json`, SARIF, or GitLab's issues.
fn is_json_report(value: &Value) -> bool {
    let is_file = |file: &Value| file.get("robots").is_some() && file.get("findings").is_some();
    let all = |value: Option<&Value>, is_one: &dyn Fn(&Value) -> bool| {
        value.and_then(Value::as_array).is_some_and(|members| members.iter().all(is_one))
    };
    let is_issue = |issue: &Value| issue.get("fingerprint").is_some();
    let is_run =
        |run: &Value| run.pointer("/tool/driver/name").and_then(Value::as_str) == Some("maycrawl");
    match value {
        Value::Array(_) => all(Some(value), &is_issue),
        _ => all(value.get("files"), &is_file) || all(value.get("runs"), &is_run),
    }
}

/// Checkstyle, or `JUnit`.
fn is_xml_report(text: &str) -> bool {
    const START: usize = 400;
    let start: String = text.chars().take(START).collect();
    start.contains("<checkstyle") || start.contains("maycrawl lint")
}

/// Text for people, statistics, a score, a line for each finding, or GitHub's annotations.
fn is_text_report(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let last = text.lines().next_back().unwrap_or_default();
    is_finding(first) || is_count(first) || first.contains(": score ") || is_tally(last)
}

/// `path:line:column: severity …` or `::severity …`
fn is_finding(line: &str) -> bool {
    const COMMANDS: [&str; 3] = ["::error file=", "::warning file=", "::notice file="];
    let mut parts = line.split(": ");
    let place = parts.next().unwrap_or_default();
    let what = parts.next().unwrap_or_default();
    let mut numbers = place.rsplit(':').take(2);
    let has_place = numbers.all(is_number) && place.matches(':').count() >= 2;
    COMMANDS.iter().any(|command| line.starts_with(command))
        || (has_place && is_severity(what.split(' ').next().unwrap_or_default()))
}

/// `12  error  rule-name`
fn is_count(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(is_number) && words.next().is_some_and(is_severity)
}

/// `robots.txt: 2 errors, 1 note; score 90 of 100, healthy`
fn is_tally(line: &str) -> bool {
    let Some((_, counts)) = line.rsplit_once(": ") else { return false };
    let counts = counts.split(';').next().unwrap_or_default();
    counts == "no findings"
        || counts.split(", ").all(|count| {
            count.split_once(' ').is_some_and(|(number, what)| {
                is_number(number) && is_severity(what.trim_end_matches('s'))
            })
        })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_severity(word: &str) -> bool {
    ["error", "warning", "note"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::is_report;

    #[test]
    fn other_files_are_not_reports() {
        let others = [
            "User-agent: *\nDisallow: /\n",
            "User-agent: *\nDisallow: /a # error: 2\nSitemap: https://a.example/s.xml",
            "{\"version\":1,\"files\":{}}",
            "{\"a\":1}",
            "[1]",
            "<urlset></urlset>",
            "[lint]\nbaseline = \"known.json\"",
            "url,verdict\n/a,allow",
        ];
        for other in others {
            assert!(!is_report(other.as_bytes()), "{other}");
        }
    }
}
