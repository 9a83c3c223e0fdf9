//! `cargo xtask merge DIR`: plans, added to real files. Not a byte of a file may
//! change, nor a verdict of a crawler that a plan does not name.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use maycrawl::{Agent, Dialect, Robots, UrlPath, content::ContentKind};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys};
use maycrawl_generate::{
    AgentPlan, Choice, Comments, Error, Instruction, MergeErrorKind, Plan, Preset,
};

use crate::Outcome;

const ENGINES: [Dialect; 4] = [Dialect::GOOGLE, Dialect::RFC9309, Dialect::BING, Dialect::YANDEX];

/// Asked of every file beside the paths of its own rules.
const PATHS: [&str; 6] = ["/", "/drafts/a", "/wp-admin/", "/index.html", "/a?b=c", "/images/a.jpg"];

/// The paths of a file's own rules that are asked.
const MOST_PATHS: usize = 40;

#[derive(Default)]
struct Counts {
    added: u64,
    said_already: u64,
    refused: u64,
    no_robots_txt: u64,
    questions: u64,
}

pub(crate) fn run(folder: &Path) -> Outcome {
    let catalogue = Catalogue::built_in();
    let plans = plans(catalogue).map_err(|error| error.to_string())?;
    let real = folder.join("real");
    let entries =
        fs::read_dir(&real).map_err(|error| format!("cannot read {}: {error}", real.display()))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for path in &paths {
        let source =
            fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        for (name, plan) in &plans {
            let counts = counts.entry(name).or_default();
            look(&source, plan, catalogue, counts)
                .map_err(|what| format!("{}, {name}: {what}", path.display()))?;
        }
    }
    println!("{} files", paths.len());
    println!(
        "{:46} {:>6} {:>8} {:>8} {:>6} {:>10}",
        "plan", "added", "had it", "refused", "other", "questions"
    );
    for (name, counts) in counts {
        let Counts { added, said_already, refused, no_robots_txt, questions } = counts;
        println!(
            "{name:46} {added:6} {said_already:8} {refused:8} {no_robots_txt:6} {questions:10}"
        );
    }
    Ok(())
}

/// Five plans that people have.
fn plans(catalogue: &Catalogue) -> Result<Vec<(&'static str, Plan)>, Error> {
    let choice = |who: &str, instruction: Instruction| {
        Ok::<_, Error>(Choice::new(who.parse()?, instruction, who))
    };
    let plan = |choices: &[Choice]| Plan::new(choices, catalogue);
    Ok(vec![
        ("--block GPTBot", plan(&[choice("GPTBot", Instruction::Block)?])?),
        (
            "--block purpose:ai-training",
            plan(&[choice("purpose:ai-training", Instruction::Block)?])?,
        ),
        ("--allow bingbot", plan(&[choice("bingbot", Instruction::Allow)?])?),
        (
            "--disallow /drafts/ --for Googlebot-Image,MyBot",
            plan(&[
                choice("Googlebot-Image", Instruction::disallow("/drafts/")?)?,
                choice("MyBot", Instruction::disallow("/drafts/")?)?,
            ])?,
        ),
        ("--preset wordpress", plan(&Preset::choices("wordpress", catalogue)?)?),
    ])
}

fn look(source: &[u8], plan: &Plan, catalogue: &Catalogue, counts: &mut Counts) -> Outcome {
    let merged = match plan.merge(source, catalogue, Comments::Include) {
        Ok(merged) => merged,
        Err(error) if *error.kind() == MergeErrorKind::NotRobotsTxt => {
            counts.no_robots_txt += 1;
            return if ContentKind::sniff(source) == ContentKind::Text {
                Err("it is a text".into())
            } else {
                Ok(())
            };
        }
        Err(_) => {
            counts.refused += 1;
            return Ok(());
        }
    };
    if merged.added.is_empty() {
        counts.said_already += 1;
    } else {
        counts.added += 1;
    }
    if merged.bytes.get(..source.len()) != Some(source) {
        return Err("the old part has changed".into());
    }
    let again = plan
        .merge(&merged.bytes, catalogue, Comments::Include)
        .map_err(|error| error.to_string())?;
    if !again.added.is_empty() {
        return Err(format!(
            "merged again, more is added: {}",
            String::from_utf8_lossy(&again.added)
        ));
    }
    let rules: usize = Robots::parse(&merged.bytes, &Dialect::GOOGLE)
        .groups()
        .map(|group| group.rules().len())
        .sum();
    for engine in ENGINES {
        // Who stops at so many rules does not read what is added.
        if engine.fetch.rule_limits.is_some_and(|limits| rules > limits.rules as usize) {
            continue;
        }
        let files = [Robots::parse(source, &engine), Robots::parse(&merged.bytes, &engine)];
        compare(&files, plan, catalogue, counts).map_err(|what| format!("{engine}: {what}"))?;
    }
    Ok(())
}

/// Crawlers that the plan does not name fetch what they did; those that it blocks
/// fetch nothing.
fn compare(
    files: &[Robots; 2],
    plan: &Plan,
    catalogue: &Catalogue,
    counts: &mut Counts,
) -> Outcome {
    let [before, after] = files;
    let engine = before.dialect();
    let own = before.groups().flat_map(|group| group.rules());
    let own: Vec<Vec<u8>> = own.take(MOST_PATHS).map(|rule| rule.value().to_vec()).collect();
    let texts = PATHS.iter().map(|path| path.as_bytes().to_vec()).chain(own);
    let paths: Vec<_> = texts.map(|text| UrlPath::parse(&text, engine).into_owned()).collect();
    let agent_plan = |token: &str| {
        let mut named = plan.crawlers().iter();
        named.find(|one: &&AgentPlan| one.agent.eq_ignore_ascii_case(token))
    };
    let own_names = before.groups().flat_map(|group| group.agents());
    let own_names = own_names.map(|agent| Agent::token(agent.token(engine)));
    let is_touched = |crawler: &Crawler| {
        agent_plan(crawler.token()).is_some()
            || crawler
                .fallback()
                .unwrap_or_default()
                .iter()
                .any(|token| agent_plan(token).is_some())
    };
    let is_named = |agent: &Agent| {
        agent.tokens().any(|token| agent_plan(&String::from_utf8_lossy(token)).is_some())
    };
    // What is said of everyone names all.
    if plan.everyone().is_empty() {
        let known = catalogue.crawlers().iter().filter(|crawler| !is_touched(crawler));
        // Crawlers that neither file names are told the same.
        let names = after.groups().flat_map(|group| group.agents());
        let names: HashSet<Vec<u8>> =
            names.map(|agent| agent.token(engine).to_ascii_lowercase()).collect();
        let is_near = |agent: &Agent| {
            agent.ignores_global()
                || agent.tokens().any(|token| names.contains(&token.to_ascii_lowercase()))
        };
        let nobody = Agent::token("nobody-goes-by-this-name");
        let mut seen = HashSet::new();
        let agents = known
            .map(Crawler::agent)
            .filter(is_near)
            .chain([nobody])
            .chain(own_names.filter(|agent| !is_named(agent)));
        for agent in agents {
            let (old, new) = (before.rules(&agent), after.rules(&agent));
            let lines = |rules: &maycrawl::Rules| -> Vec<u32> {
                rules.rule_lines().map(|rule| rule.line()).collect()
            };
            // Few sets of rules serve many crawlers.
            if !seen.insert((lines(&old), lines(&new))) {
                continue;
            }
            for path in &paths {
                counts.questions += 1;
                if old.check(path).is_allowed() != new.check(path).is_allowed() {
                    return Err(format!("the verdict of {agent:?} for {path:?} has changed"));
                }
            }
        }
    }
    let obeying = catalogue.crawlers().iter().filter(|one| one.obeys() != Obeys::No);
    for crawler in obeying.filter(|one| one.agent().can_be_named(engine)) {
        let Some(own) = agent_plan(crawler.token()) else { continue };
        let rules = after.rules(&crawler.agent());
        if own.blocked.as_ref().is_some_and(|one| one.value) && own.rules.is_empty() {
            for path in paths.iter().filter(|path| path.as_bytes() != b"/robots.txt") {
                counts.questions += 1;
                if rules.check(path).is_allowed() {
                    return Err(format!("{} may fetch {path:?}", crawler.token()));
                }
            }
        }
    }
    Ok(())
}
