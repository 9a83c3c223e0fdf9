//! `maycrawl check --against OLD`: which answers changed, by which rule.

use std::io::Write as _;

use maycrawl::{Robots, Rules};
use maycrawl_report::changes::{self, Change};
use maycrawl_report::json::ChangesDocument;
use maycrawl_report::{Answer, rows};

use crate::args::Format;
use crate::commands::Answered;
use crate::commands::check::{Asking, print_document};
use crate::failure::Failure;
use crate::input::network::{self, Network};
use crate::output;

/// Asks both versions. The answer is yes if they agree.
pub(crate) fn run(asking: &Asking<'_>) -> Result<Answered, Failure> {
    let (args, new) = (asking.args, &asking.rules);
    let Some(path) = &args.against else { return Ok(Answered::Yes) };
    if args.format == Format::Jsonl {
        return Err(Failure::input("--against prints text, json, tsv and csv: give one of these"));
    }
    let source = network::read(path, &Network::new(&args.net, &args.dialect))?;
    let robots = Robots::parse(&source.octets, &args.dialect);
    let old: Vec<Rules> = new.iter().map(|rules| robots.rules(rules.agent())).collect();
    let mut asked = 0;
    let mut changed = Vec::new();
    asking.for_each_url(|url| {
        // What the file does not govern, neither version does.
        if !asking.is_in_scope(url) {
            return Ok(());
        }
        let path = maycrawl::UrlPath::parse(url, &args.dialect);
        for (old, new) in old.iter().zip(new) {
            asked += 1;
            // Most answers stay; only others are explained.
            if old.check(&path).is_allowed() != new.check(&path).is_allowed() {
                changed.extend(Change::between(Answer::ask(old, url), Answer::ask(new, url)));
            }
        }
        Ok(())
    })?;
    let answered = Answered::from(changed.is_empty());
    let (old_name, new_name) = (source.name, asking.file.name());
    let printed = match args.format {
        _ if args.quiet => Ok(()),
        Format::Text => {
            let mut out = output::text();
            write!(out, "{}", changes::text(&changed, asked, &old_name, new_name))
                .and_then(|()| out.flush())
        }
        Format::Json | Format::Jsonl => print_document(&ChangesDocument::new(
            [old_name, new_name.into()],
            args.dialect.to_string(),
            asked,
            &changed,
        )),
        Format::Tsv => print_rows(rows::Writer::tsv(output::raw()), &changed),
        Format::Csv => print_rows(rows::Writer::csv(output::raw()), &changed),
    };
    output::finish(printed, answered)
}

fn print_rows(
    mut out: rows::Writer<impl std::io::Write>,
    changed: &[Change],
) -> std::io::Result<()> {
    out.write(changes::COLUMNS)?;
    for change in changed {
        out.write(change.cells())?;
    }
    out.flush()
}
