//! Asks a robots.txt about many URLs: what the agent may crawl, by which line and why.
//!
//! ```sh
//! cargo run --package maycrawl --example check -- robots.txt MyBot < urls.txt
//! ```
//!
//! Prints a row for each URL: verdict, URL, deciding line, reason, separated by tabs.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::{env, fs};

use maycrawl::{Agent, Dialect, Robots};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, name] = arguments.as_slice() else {
        return Err("usage: check ROBOTS_TXT AGENT < URLS".into());
    };

    let dialect = Dialect::GOOGLE;
    let agent = Agent::token(name);
    if !agent.can_be_named(&dialect) {
        return Err(format!("no User-agent line can name {name}; give a product token").into());
    }
    let body = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let robots = Robots::from_vec(body, &dialect);

    let mut out = io::stdout().lock();
    if let Some(delay) = robots.terms(&agent).crawl_delay().value {
        writeln!(out, "# crawl delay: {} s", delay.as_secs_f64())?;
    }
    let rules = robots.rules(&agent);
    // Lines of bytes: a URL need not be UTF-8.
    for url in io::stdin().lock().split(b'\n') {
        let url = url?;
        let url = url.trim_ascii();
        if url.is_empty() {
            continue;
        }
        let verdict = rules.check_url(url);
        let line = match rules.deciding_rule(verdict) {
            Some(rule) => format!("line {}: {rule}", rule.line()),
            None => "no line".to_owned(),
        };
        let answer = if verdict.is_allowed() { "allow" } else { "disallow" };
        let (url, reason) = (url.escape_ascii(), verdict.reason().title());
        writeln!(out, "{answer}\t{url}\t{line}\t{reason}")?;
    }
    Ok(())
}
