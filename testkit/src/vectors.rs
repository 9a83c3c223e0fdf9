//! The tables of `testdata/`: tab-separated, one vector a line.
//!
//! The first line names the columns. A column named after a dialect, or after
//! several with spaces between, holds what is expected there. Cells are never
//! trimmed. In cells that hold bytes `\n \r \t \0 \xNN` are escapes, `hex:`
//! begins bytes in hex, `json:` a list of `[text, count]` (each text that many
//! times, joined), and `(empty)` is nothing.

use std::fs;
use std::path::Path;

use maycrawl::dialect::Preset;

use crate::naive::{self, Asker};

/// A table of `testdata/`.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file, without `.tsv`.
    pub name: String,
    /// Its header.
    pub columns: Vec<String>,
    /// Its vectors.
    pub rows: Vec<Row>,
}

/// One vector.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line of the file; the header is line 1.
    pub number: usize,
    columns: Vec<String>,
    cells: Vec<String>,
}

impl Row {
    /// The cell of this column, if there is one. A dialect's name finds the
    /// column that names it.
    pub fn cell(&self, column: &str) -> Option<&str> {
        let at = self
            .columns
            .iter()
            .position(|name| name == column || name.split(' ').any(|part| part == column))?;
        self.cells.get(at).map(String::as_str)
    }

    /// The bytes of this column's cell.
    fn bytes(&self, column: &str) -> Vec<u8> {
        unescape(self.cell(column).unwrap_or_else(|| panic!("no column {column}")))
    }

    /// The presets that a column names, with their cells.
    fn by_dialect(&self) -> Vec<(&'static str, &str)> {
        let presets = Preset::ALL.iter();
        presets.filter_map(|preset| Some((preset.name, self.cell(preset.name)?))).collect()
    }
}

/// Reads a table of `testdata/` by its name.
pub fn table(name: &str) -> Table {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata"));
    let file = folder.join(name).with_extension("tsv");
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let split = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<String>>();

    let mut lines = text.strip_suffix('\n').unwrap_or(&text).split('\n');
    let columns = split(lines.next().unwrap_or_default());
    let rows = lines
        .zip(2..)
        .map(|(line, number)| {
            let cells = split(line);
            assert_eq!(cells.len(), columns.len(), "{name}.tsv line {number}: cells");
            Row { number, columns: columns.clone(), cells }
        })
        .collect();
    Table { name: name.to_owned(), columns, rows }
}

/// The bytes that a cell stands for.
pub fn unescape(cell: &str) -> Vec<u8> {
    if cell == "(empty)" {
        return Vec::new();
    }
    if let Some(list) = cell.strip_prefix("json:") {
        let list: Vec<(String, usize)> = serde_json::from_str(list).expect("[[text, count], …]");
        return list
            .into_iter()
            .flat_map(|(text, count)| text.repeat(count).into_bytes())
            .collect();
    }
    if let Some(digits) = cell.strip_prefix("hex:") {
        return digits.as_bytes().chunks(2).map(hex_byte).collect();
    }

    let mut bytes = Vec::new();
    let mut rest = cell.as_bytes();
    loop {
        rest = match rest {
            [] => return bytes,
            [b'\\', b'x', digits @ ..] => {
                bytes.push(hex_byte(&digits[..2]));
                &digits[2..]
            }
            [b'\\', letter, tail @ ..] => {
                bytes.push(match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'0' => 0,
                    _ => panic!("unknown escape in {cell}"),
                });
                tail
            }
            [byte, tail @ ..] => {
                bytes.push(*byte);
                tail
            }
        };
    }
}

fn hex_byte(digits: &[u8]) -> u8 {
    let text = str::from_utf8(digits).expect("hex digits");
    u8::from_str_radix(text, 16).expect("hex digits")
}

/// Reads the agents of a cell: `A>B` an ordered list, `A,B` the same but for
/// Google's parser, which is asked with the set, `A!` one that ignores `*`.
pub fn asker(cell: &str, dialect_is_google_parser: bool) -> Asker {
    let (cell, ignores_global) = match cell.strip_suffix('!') {
        Some(cell) => (cell, true),
        None => (cell, false),
    };
    Asker {
        tokens: cell.split(['>', ',']).map(unescape).collect(),
        pooled: dialect_is_google_parser && cell.contains(','),
        ignores_global,
    }
}

/// What a verdict's cell says: allowed, undefined.
pub fn verdict(cell: &str) -> (bool, bool) {
    match cell {
        "allow" => (true, false),
        "disallow" => (false, false),
        "undefined-allow" => (true, true),
        "undefined-disallow" => (false, true),
        _ => panic!("{cell} is not a verdict"),
    }
}

/// One question with its answer in one dialect.
#[derive(Clone, Debug)]
pub struct Case {
    /// Table, row and dialect, such as `edges/26 line 37 [google]`.
    pub id: String,
    /// The preset that is asked.
    pub dialect: &'static str,
    /// The file.
    pub robots: Vec<u8>,
    /// Who asks.
    pub asker: Asker,
    /// What for: a URL, or a path.
    pub url: Vec<u8>,
    /// Whether it may be crawled.
    pub allowed: bool,
    /// Whether the dialect reports the decision as undefined.
    pub undefined: bool,
}

/// The tables whose rows are a file, an agent, a URL and verdicts.
const VERDICTS: [&str; 8] =
    ["precedence", "body", "edges", "samples", "deltas", "between", "fict1996", "rfc51"];

/// RFC 9309 section 5.1 is one column for the dialects that agree on it.
const RFC51: [&str; 3] = ["google", "google-parser", "rfc9309"];

/// Every table that can be asked as a verdict, row by row and dialect by
/// dialect.
pub fn verdict_cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for name in VERDICTS {
        let table = table(name);
        for row in &table.rows {
            for (dialect, cell) in expected(&table, row) {
                cases.push(verdict_case(&table, row, dialect, cell));
            }
        }
    }
    cases.extend(match_cases("path", "pattern"));
    cases.extend(match_cases("encoding", "disallow"));
    cases.extend(group_cases());
    cases
}

/// The dialects of a row, with the verdict of each.
fn expected<'a>(table: &Table, row: &'a Row) -> Vec<(&'static str, &'a str)> {
    match (row.cell("dialect"), row.cell("verdict")) {
        (Some(dialect), Some(verdict)) => {
            let known = Preset::find(dialect);
            vec![(known.unwrap_or_else(|| panic!("no dialect {dialect}")).name, verdict)]
        }
        (None, Some(verdict)) => {
            assert_eq!(table.name, "rfc51", "whose verdict is it?");
            RFC51.map(|dialect| (dialect, verdict)).to_vec()
        }
        _ => row.by_dialect(),
    }
}

fn verdict_case(table: &Table, row: &Row, dialect: &'static str, cell: &str) -> Case {
    let (allowed, undefined) = verdict(cell);
    let agent = row.cell("agent").expect("an agent");
    Case {
        id: id(table, row, dialect),
        dialect,
        robots: row.bytes("robots"),
        asker: asker(agent, dialect == "google-parser"),
        url: row.bytes(if row.cell("url").is_some() { "url" } else { "path" }),
        allowed,
        undefined,
    }
}

/// Tables of patterns: does this one, as the only rule, match?
fn match_cases(name: &str, pattern: &str) -> Vec<Case> {
    let table = table(name);
    let mut cases = Vec::new();
    for row in &table.rows {
        for (dialect, cell) in row.by_dialect() {
            let rule = row.bytes(pattern);
            // Google's parser reads `//a/b` as a host and a path, so the paths
            // are asked as parts of a URL.
            let url = [b"http://foo.bar".to_vec(), row.bytes("path")].concat();
            let allowed = match cell {
                "match" => false,
                "no-match" => true,
                _ => panic!("{cell} is neither match nor no-match"),
            };
            let is_absolute = matches!(rule.first(), None | Some(b'/'));
            cases.push(Case {
                id: id(&table, row, dialect),
                dialect,
                robots: [b"User-agent: *\nDisallow: ".to_vec(), rule].concat(),
                asker: asker("F", false),
                url,
                allowed,
                // A path "must start with /".
                undefined: reports_undefined(dialect) && !allowed && !is_absolute,
            });
        }
    }
    cases
}

fn reports_undefined(dialect: &str) -> bool {
    Preset::find(dialect).is_some_and(|preset| preset.dialect.paths.reports_undefined)
}

/// The table of groups: `/gN` is disallowed if group N is the agent's. It does not say what
/// is undefined, so the oracle does.
fn group_cases() -> Vec<Case> {
    let table = table("groups");
    let mut cases = Vec::new();
    for row in &table.rows {
        let robots = row.bytes("robots");
        let text = String::from_utf8_lossy(&robots).into_owned();
        let agent = row.cell("agent").expect("an agent");
        for (dialect, cell) in row.by_dialect() {
            let own: Vec<&str> = cell.split('+').collect();
            for group in (1..10).map(|n| n.to_string()) {
                let url = format!("/g{group}");
                if text.contains(&url) {
                    let asker = asker(agent, dialect == "google-parser");
                    let knobs = &Preset::find(dialect).expect("a preset").dialect;
                    cases.push(Case {
                        id: format!("{} {url}", id(&table, row, dialect)),
                        dialect,
                        undefined: naive::check(&robots, &asker, url.as_bytes(), knobs).undefined,
                        robots: robots.clone(),
                        asker,
                        url: url.into_bytes(),
                        allowed: !own.contains(&group.as_str()),
                    });
                }
            }
        }
    }
    cases
}

fn id(table: &Table, row: &Row, dialect: &str) -> String {
    let label = ["case", "name", "file"].iter().find_map(|column| row.cell(column));
    let label = label.map(|label| format!("/{label}")).unwrap_or_default();
    format!("{}{label} line {} [{dialect}]", table.name, row.number)
}

/// The seconds of a time such as `-24h`, `+1h1s` or `60d`.
pub fn seconds(text: &str) -> i64 {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, text.trim_start_matches('+')),
    };
    let (mut total, mut number) = (0, 0);
    for char in text.chars() {
        let unit = match char {
            'd' => 24 * 3600,
            'h' => 3600,
            'm' => 60,
            's' => 1,
            digit => {
                number = number * 10 + i64::from(digit.to_digit(10).unwrap());
                continue;
            }
        };
        total += number * unit;
        number = 0;
    }
    sign * total
}
