//! `check`: may these agents fetch these URLs, and by which line?

use maycrawl::dialect::{Preset, UrlForm};
use maycrawl::robots::RuleLine;
use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};

use crate::Limits;
use crate::base64;
use crate::json::{Json, Writer};
use crate::problem::{Kind, Problem};
use crate::question::{Members, list, text, wrong_type};

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /",
  "agents": [{ "tokens": ["GPTBot"] }, { "tokens": ["bingbot"] }],
  "urls": ["https://shop.example/drafts/1"],
  "dialect": "google",
  "detail": "columns"
}"#;

const MEMBERS: &[&str] = &["version", "robots", "agents", "urls", "dialect", "detail"];

pub(crate) fn answer(question: Json, limits: &Limits) -> Result<Vec<u8>, Problem> {
    let question = Question::read(question, limits)?;
    let Question { name, robots, agents, urls, preset } = &question;
    let dialect = &preset.dialect;
    let robots_read = Robots::parse(robots, dialect);
    let rules: Vec<Rules> = agents.iter().map(|agent| robots_read.rules(agent)).collect();
    let mut decided = Vec::with_capacity(urls.len() * rules.len());
    for url in urls {
        let path = path(url, dialect);
        decided.extend(rules.iter().map(|rules| decide(rules, path.as_ref())));
    }
    let mut json = Writer::default();
    json.object(|json| {
        json.member("version").number(1);
        json.member("robots").object(|json| {
            json.member("name").text(name);
            // A question has less than 4 GiB.
            json.member("bytes").number(u32::try_from(robots.len()).unwrap_or(u32::MAX));
            json.member("unread").number(robots_read.unread());
        });
        json.member("dialect").text(preset.name);
        json.member("agents").list(agents, |json, agent| {
            json.object(|json| {
                json.member("tokens").list(agent.tokens(), |json, token| {
                    json.text(&String::from_utf8_lossy(token));
                });
                json.member("pooled").bool(agent.is_pooled());
                json.member("ignores_global").bool(agent.ignores_global());
                json.member("can_be_named").bool(agent.can_be_named(dialect));
            });
        });
        json.member("dialects").list(agents, |json, _| json.text(preset.name));
        json.member("verdict").list(&decided, |json, one| json.text(one.verdict));
        json.member("reason").list(&decided, |json, one| json.text(one.reason));
        json.member("line").list(&decided, |json, one| json.number(one.line));
    });
    Ok(json.into_line())
}

/// What a question asks.
struct Question {
    name: String,
    robots: Vec<u8>,
    agents: Vec<Agent>,
    urls: Vec<String>,
    preset: &'static Preset,
}

impl Question {
    fn read(json: Json, limits: &Limits) -> Result<Self, Problem> {
        let mut members = Members::new(json, String::new(), MEMBERS)?;
        if let Some((other, place)) = members.take("version")
            && !matches!(other, Json::Natural(_))
        {
            let mut problem = wrong_type(&other, "1");
            if matches!(other, Json::OtherNumber) {
                problem = Problem::new(Kind::InvalidValue, "write 1");
            }
            return Err(problem.at(place));
        }
        let (name, robots) = robots(members.need("robots")?, limits)?;
        let mut n_tokens = 0;
        let mut agents = match members.take("agents") {
            Some(agents) => list(agents, |one| agent(one, limits, &mut n_tokens))?,
            None => Vec::new(),
        };
        at_most(limits.agents, agents.len(), "agents", "/agents")?;
        at_most(limits.agents, n_tokens, "product tokens", "/agents")?;
        if agents.is_empty() {
            agents.push(Agent::unnamed());
        }
        let urls = list(members.need("urls")?, |url| {
            let place = url.1.clone();
            let url = text(url)?;
            not_longer(limits.url_bytes, url.len(), place)?;
            Ok(url)
        })?;
        at_most(limits.urls, urls.len(), "URLs", "/urls")?;
        let n_verdicts = urls.len().saturating_mul(agents.len());
        at_most(limits.verdicts, n_verdicts, "verdicts (agents × URLs)", "/urls")?;
        let rules_bytes = robots.len().saturating_mul(agents.len());
        at_most(limits.rules_bytes, rules_bytes, "bytes of rules (agents × file)", "/agents")?;
        let preset = dialect(members.need("dialect")?)?;
        let detail = members.need("detail")?;
        let place = detail.1.clone();
        if text(detail)? != "columns" {
            let detail = "this engine answers in columns alone; write columns";
            return Err(Problem::new(Kind::InvalidValue, detail).at(place));
        }
        Ok(Self { name, robots, agents, urls, preset })
    }
}

/// The name and the bytes of a file: a string, or an object with `text` or `base64`.
fn robots((json, place): (Json, String), limits: &Limits) -> Result<(String, Vec<u8>), Problem> {
    let mut name = "robots.txt".to_owned();
    let bytes = match json {
        Json::Text(text) => text.into_bytes(),
        Json::Object(_) => {
            let mut members = Members::new(json, place.clone(), &["text", "base64", "name"])?;
            if let Some(member) = members.take("name") {
                let place = member.1.clone();
                name = text(member)?;
                not_longer(limits.name_bytes, name.len(), place)?;
            }
            match (members.take("text"), members.take("base64")) {
                (Some(member), None) => text(member)?.into_bytes(),
                (None, Some(member)) => {
                    let place = member.1.clone();
                    base64::decode(&text(member)?)
                        .ok_or_else(|| Problem::new(Kind::InvalidBase64, "not base64").at(place))?
                }
                (Some(_), Some(_)) => {
                    let detail = "leave out either text or base64";
                    return Err(Problem::new(Kind::InvalidValue, detail).at(place));
                }
                (None, None) => {
                    let detail = "there must be a member text or base64";
                    return Err(Problem::new(Kind::MissingMember, detail).at(place));
                }
            }
        }
        other => return Err(wrong_type(&other, "a string or an object").at(place)),
    };
    not_longer(limits.robots_bytes, bytes.len(), place)?;
    Ok((name, bytes))
}

/// An agent: an object with `tokens`.
fn agent(
    (json, place): (Json, String),
    limits: &Limits,
    n_tokens: &mut usize,
) -> Result<Agent, Problem> {
    if let Json::Text(_) = json {
        let detail = "this engine does not know crawlers by name; write an object with tokens";
        return Err(Problem::new(Kind::WrongType, detail).at(place));
    }
    let mut members = Members::new(json, place, &["tokens", "pooled", "ignores_global"])?;
    let tokens_member = members.need("tokens")?;
    let place = tokens_member.1.clone();
    let tokens = list(tokens_member, |token| {
        let place = token.1.clone();
        let token = text(token)?;
        not_longer(limits.name_bytes, token.len(), place)?;
        Ok(token)
    })?;
    if tokens.is_empty() {
        let detail = "there must be one token at least";
        return Err(Problem::new(Kind::InvalidValue, detail).at(place));
    }
    *n_tokens += tokens.len();
    let agent =
        if members.flag("pooled")? { Agent::any_of(tokens) } else { Agent::first_of(tokens) };
    Ok(agent.ignoring_global(members.flag("ignores_global")?))
}

/// The dialect: a preset. Knobs by name would be a tenth of the engine.
fn dialect(member: (Json, String)) -> Result<&'static Preset, Problem> {
    let place = member.1.clone();
    Preset::find(&text(member)?).ok_or_else(|| {
        let detail = "write the name of a preset, such as google or google-parser";
        Problem::new(Kind::UnknownDialect, detail).at(place)
    })
}

/// What is decided about a URL.
struct Decided {
    verdict: &'static str,
    reason: &'static str,
    line: u32,
}

fn decide(rules: &Rules, path: Option<&UrlPath<'_>>) -> Decided {
    let Some(path) = path else {
        return Decided { verdict: "unasked", reason: "unasked", line: 0 };
    };
    let verdict = rules.check(path);
    Decided {
        verdict: if verdict.is_allowed() { "allow" } else { "disallow" },
        reason: verdict.reason().code(),
        line: rules.deciding_rule(verdict).as_ref().map_or(0, RuleLine::line),
    }
}

/// What rules see of a URL or a path; `None` if the text is neither, unless the dialect takes any.
fn path<'u>(url: &'u str, dialect: &Dialect) -> Option<UrlPath<'u>> {
    let takes_any = dialect.paths.normalise == UrlForm::Parser;
    if !takes_any && begins_with_host(url) {
        let path = UrlPath::parse(&["https:", url].concat(), dialect).into_owned();
        return Some(path);
    }
    let is_url = takes_any || url.starts_with('/') || has_scheme(url);
    is_url.then(|| UrlPath::parse(url, dialect))
}

/// Whether a text begins with a host without a scheme, as in a link: `//shop.example/a`. What
/// contains no dot and no port is a path.
fn begins_with_host(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("//") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[');
    is_host && host.contains(['.', ':'])
}

/// Whether a text begins like a URL of the web. Its host is not read.
fn has_scheme(url: &str) -> bool {
    let (scheme, rest) = url.split_once(':').unwrap_or_default();
    let is_web = ["http", "https", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    // Browsers take `http:/a.example` for a URL, too.
    is_web && !rest.trim_start_matches(['/', '\\']).is_empty()
}

/// An error if there are more of something than a limit allows.
fn at_most(most: usize, count: usize, what: &str, place: &str) -> Result<(), Problem> {
    if count <= most {
        return Ok(());
    }
    let detail = format!("{count} {what}, but one question may have {most}");
    Err(Problem::new(Kind::TooMany, detail).at(place))
}

/// An error if a text has more bytes than a limit allows.
fn not_longer(most: usize, bytes: usize, place: String) -> Result<(), Problem> {
    if bytes <= most {
        return Ok(());
    }
    let detail = format!("{bytes} bytes, but there may be {most} here");
    Err(Problem::new(Kind::TooLarge, detail).at(place))
}
