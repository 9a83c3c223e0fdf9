//! `maycrawl explain`: what a code means.

use std::io::Write as _;

use maycrawl_report::explain::{Topic, topics};

use crate::args::{Explain, ExplainFormat};
use crate::commands::Answered;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &Explain) -> Result<Answered, Failure> {
    let chosen: Vec<Topic> = match &args.code {
        None => topics().collect(),
        Some(code) => vec![find(code)?],
    };
    match args.format {
        ExplainFormat::Text => {
            let mut out = output::text();
            match (&args.code, &*chosen) {
                (Some(_), [topic]) => writeln!(out, "{}", topic.page())?,
                _ => {
                    for topic in &chosen {
                        writeln!(out, "{:24} {}", topic.code(), topic.title())?;
                    }
                }
            }
            out.flush()?;
        }
        ExplainFormat::Json => {
            let mut out = output::raw();
            let document = maycrawl_report::json::ExplainDocument::new(&chosen);
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
    }
    Ok(Answered::Yes)
}

/// Close enough to be a slip of the finger rather than another word.
const ALIKE: f64 = 0.6;

fn find(code: &str) -> Result<Topic, Failure> {
    if let Some(topic) = topics().find(|topic| topic.code() == code) {
        return Ok(topic);
    }
    let nearest = topics()
        .map(|topic| (strsim::normalized_damerau_levenshtein(topic.code(), code), topic.code()))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = match nearest {
        Some((likeness, nearest)) if likeness > ALIKE => format!("did you mean {nearest}?"),
        _ => "maycrawl explain lists all codes".into(),
    };
    Err(Failure::input(format!("nothing is called {code:?}; {hint}")))
}
