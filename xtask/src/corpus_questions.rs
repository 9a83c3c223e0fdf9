//! The questions of a corpus of real files, with what Google's parser answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use maycrawl_api::{Limits, RobotsText};
use serde_json::{Value, json};

/// One question for a file and an agent.
pub(crate) struct CorpusQuestion {
    /// The question to `check`, in columns.
    pub(crate) question: Value,
    pub(crate) verdicts: Vec<String>,
    pub(crate) lines: Vec<u32>,
}

/// Limits that no vector and no file of a corpus exceeds.
pub(crate) fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.url_bytes = 1 << 20;
    limits.robots_bytes = 1 << 26;
    limits.rules_bytes = 1 << 26;
    limits.question_bytes = 1 << 27;
    limits
}

/// URLs, verdicts and lines.
type Columns<'t> = (Vec<&'t str>, Vec<String>, Vec<u32>);

/// Reads the table `verdicts.tsv` of a corpus and its files.
pub(crate) fn read(folder: &Path) -> Result<Vec<CorpusQuestion>, String> {
    let read = |path: &Path| {
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let table = read(&folder.join("verdicts.tsv"))?;
    let mut by_file: BTreeMap<(&[u8], &[u8]), Columns<'_>> = BTreeMap::new();
    let mut n_not_text = 0;
    for row in table.split(|byte| *byte == b'\n').skip(1).filter(|row| !row.is_empty()) {
        let cells: Vec<&[u8]> = row.split(|byte| *byte == b'\t').collect();
        let [file, agent, url, verdict, line] = *cells else {
            return Err(format!("verdicts.tsv: malformed row {}", row.escape_ascii()));
        };
        let text = |cell| std::str::from_utf8(cell).ok();
        let (Some(url), Some(verdict), Some(line)) = (text(url), text(verdict), text(line)) else {
            n_not_text += 1;
            continue;
        };
        let line: u32 = line.parse().map_err(|_| format!("verdicts.tsv: no line: {line}"))?;
        let (urls, verdicts, lines) = by_file.entry((file, agent)).or_default();
        urls.push(url);
        verdicts.push(verdict.into());
        lines.push(line);
    }
    println!("{n_not_text} rows are left out: their URL is not UTF-8");
    let questions = by_file.into_iter().map(|((file, agent), (urls, verdicts, lines))| {
        let path = folder.join("real").join(String::from_utf8_lossy(file).as_ref());
        let question = json!({
            "robots": RobotsText::new(&read(&path)?, "robots.txt"),
            "agents": [{ "tokens": [String::from_utf8_lossy(agent)] }],
            "urls": urls,
            "dialect": "google-parser",
            "detail": "columns",
        });
        Ok(CorpusQuestion { question, verdicts, lines })
    });
    questions.collect()
}
