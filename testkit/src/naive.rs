//! The oracle: the specification written out literally.
//!
//! Slow on purpose. Nothing is cached, borrowed or skipped; every step makes a
//! new byte vector, so that it can be read beside RFC 9309, Google's
//! documentation and google/robotstxt. It reads the knobs of [`Dialect`] and
//! shares no other code with the core.

mod escapes;
mod line;

use maycrawl::{
    Dialect,
    dialect::{
        BlankEnds, EmptyDisallow, EmptyToken, GroupKnobs, Merge, OtherLines, OverBody, PathKnobs,
        Precedence, Tie, TokenLists, UaMatch, WildcardConflict,
    },
};

pub use self::escapes::{normal_path, normal_rule, with_upper_escapes};
pub use self::line::{Field, Line, read_line};

use self::escapes::Pattern;
use self::line::split_lines;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// Product tokens, as the caller writes them.
    pub tokens: Vec<Vec<u8>>,
    /// Whether the tokens are one set; otherwise they are an ordered list.
    pub pooled: bool,
    /// Whether this crawler ignores the group of `*`, where the dialect lets
    /// it.
    pub ignores_global: bool,
}

/// What the file answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the URL may be crawled.
    pub allowed: bool,
    /// Whether the dialect reports the decision as undefined.
    pub undefined: bool,
    /// The line that decided, counted from 1; 0 if no rule did.
    pub line: u32,
}

impl Answer {
    /// Allowed, though no rule says so.
    const ALLOWED: Self = Self { allowed: true, undefined: false, line: 0 };
}

/// Asks `robots` whether `asker` may crawl `url`.
pub fn check(robots: &[u8], asker: &Asker, url: &[u8], dialect: &Dialect) -> Answer {
    let Some(body) = read_body(robots, dialect) else { return Answer::ALLOWED };
    let path = normal_path(url, dialect);
    // RFC 9309 section 2.2.2: the file itself is implicitly allowed.
    if dialect.paths.robots_txt_exempt && path == b"/robots.txt" {
        return Answer::ALLOWED;
    }
    let rules = own_rules(&body, asker, dialect, dialect.groups.other_lines);
    let mut answer = decide(&rules, &path, dialect);
    if dialect.paths.reports_undefined {
        // Google's specification of 2012: agents stand "directly after each other", and a path
        // "must start with /". What rests on other lines is undefined.
        let mut strict = own_rules(&body, asker, dialect, OtherLines::EndAgents);
        strict.retain(|rule| rule.value.is_empty() || rule.value[0] == b'/');
        answer.undefined |= decide(&strict, &path, dialect).allowed != answer.allowed;
    }
    answer
}

/// The rules of the crawler's groups, where other lines do this to a list of agents.
fn own_rules(body: &[u8], asker: &Asker, dialect: &Dialect, other_lines: OtherLines) -> Vec<Rule> {
    let mut dialect = *dialect;
    dialect.groups.other_lines = other_lines;
    let groups = read_groups(body, &dialect);
    own_groups(&groups, asker, &dialect.groups).into_iter().flat_map(|group| group.rules).collect()
}

/// The lines of `Visit-time` that are for `asker`; all directives about delays are alike.
///
/// They are for the agents of the unbroken run of `User-agent` lines before them: for delays,
/// each run is a group of its own.
pub fn visit_time_lines(robots: &[u8], asker: &Asker, dialect: &Dialect) -> Vec<u32> {
    let Some(body) = read_body(robots, dialect) else { return Vec::new() };
    let runs: Vec<Group> =
        read_groups(&body, dialect).into_iter().flat_map(|group| group.runs).collect();
    let mut knobs = dialect.groups;
    knobs.merge = Merge::All;
    let mut own = own_groups(&runs, asker, &knobs);
    if dialect.groups.merge == Merge::First && !own.is_empty() {
        let first = own[0].number;
        own.retain(|run| run.number == first);
    }
    own.into_iter().flat_map(|run| run.visit_times).collect()
}

/// The part of the body that is read; `None` if a body of this size counts as
/// one that allows everything.
fn read_body(robots: &[u8], dialect: &Dialect) -> Option<Vec<u8>> {
    let cap = dialect.fetch.body_cap.map_or(usize::MAX, |cap| cap as usize);
    if robots.len() <= cap {
        return Some(robots.to_vec());
    }
    match dialect.fetch.over_body {
        OverBody::AllowAll => None,
        OverBody::Cut => {
            // A rule that the cap cuts would be shorter and so cover more.
            let mut body = robots[..cap].to_vec();
            while body.last().is_some_and(|&byte| byte != b'\n' && byte != b'\r') {
                body.pop();
            }
            Some(body)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Allow,
    Disallow,
}

#[derive(Clone, Debug)]
struct Rule {
    kind: Kind,
    value: Vec<u8>,
    line: u32,
}

#[derive(Clone, Debug, Default)]
struct Group {
    /// The values of its `User-agent` lines.
    agents: Vec<Vec<u8>>,
    rules: Vec<Rule>,
    /// Its unbroken runs of `User-agent` lines, each as a group.
    runs: Vec<Self>,
    /// Of a run: which group of the file it is part of, and its lines of `Visit-time`.
    number: usize,
    visit_times: Vec<u32>,
}

/// RFC 9309 section 2.1: groups, in the order of the file.
fn read_groups(body: &[u8], dialect: &Dialect) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // Whether the last group still takes rules, and whether it still takes
    // agents: a rule ends a list of agents, and some parsers end it at any known field.
    let mut takes_rules = false;
    let mut takes_agents = false;
    // Whether the last group has rules, and whether its last run still takes agents.
    let mut has_rules = false;
    let mut run_goes_on = false;
    let mut rules_seen = 0;

    for (line, number) in split_lines(body).into_iter().zip(1..) {
        let (kind, value) = match read_line(&line, dialect) {
            Line::Blank => {
                let ends = match dialect.groups.blank_ends {
                    BlankEnds::No => false,
                    // Yandex's help: no blank line between User-agent and the rules.
                    BlankEnds::BeforeRules => !has_rules,
                    BlankEnds::Yes => true,
                };
                if ends {
                    takes_rules = false;
                    takes_agents = false;
                }
                continue;
            }
            Line::Nothing => continue,
            Line::Record(field @ (Field::Sitemap | Field::Unknown(_)), _) => {
                if is_visit_time(&field) && takes_rules {
                    let group = groups.last_mut().expect("a group was opened");
                    group.runs.last_mut().expect("it has agents").visit_times.push(number);
                }
                if is_known(&field) {
                    run_goes_on = false;
                    match dialect.groups.other_lines {
                        OtherLines::EndAgents => takes_agents = false,
                        OtherLines::DelaysEndAgents if is_delay(&field) => takes_agents = false,
                        _ => {}
                    }
                }
                continue;
            }
            Line::Record(Field::UserAgent, value) => {
                if !takes_agents {
                    groups.push(Group::default());
                    takes_agents = true;
                    takes_rules = true;
                    has_rules = false;
                    run_goes_on = false;
                }
                let groups_so_far = groups.len();
                let group = groups.last_mut().expect("a group was opened");
                if !run_goes_on {
                    group.runs.push(Group { number: groups_so_far, ..Group::default() });
                    run_goes_on = true;
                }
                group.runs.last_mut().expect("a run was begun").agents.push(value.clone());
                group.agents.push(value);
                continue;
            }
            Line::Record(Field::Allow, value) => (Kind::Allow, value),
            Line::Record(Field::Disallow, value) => (Kind::Disallow, value),
        };

        rules_seen += 1;
        if let Some(limits) = dialect.fetch.rule_limits
            && (rules_seen > limits.rules || value.len() > limits.bytes as usize)
        {
            continue;
        }
        if takes_rules {
            takes_agents = false;
            has_rules = true;
            let group = groups.last_mut().expect("a group was opened");
            group.rules.push(Rule { kind, value, line: number });
        }
    }
    groups
}

fn is_visit_time(field: &Field) -> bool {
    matches!(field, Field::Unknown(name) if name.eq_ignore_ascii_case(b"visit-time"))
}

/// Whether it says when an agent may come.
fn is_delay(field: &Field) -> bool {
    let delays: [&[u8]; 3] = [b"crawl-delay", b"request-rate", b"visit-time"];
    matches!(field, Field::Unknown(name) if delays.iter().any(|one| name.eq_ignore_ascii_case(one)))
}

/// Whether some crawler knows the field; what nobody knows is a comment.
fn is_known(field: &Field) -> bool {
    let known = [
        "crawl-delay",
        "request-rate",
        "visit-time",
        "clean-param",
        "host",
        "content-signal",
        "content-usage",
        "license",
        "noindex",
        "nofollow",
        "noarchive",
        "revisit-after",
    ];
    match field {
        Field::Unknown(name) => {
            known.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
        }
        _ => true,
    }
}

/// RFC 9309 section 2.2.1: the groups whose rules apply to the crawler.
fn own_groups(groups: &[Group], asker: &Asker, knobs: &GroupKnobs) -> Vec<Group> {
    // Each set of tokens is tried in turn.
    let one_by_one = asker.tokens.iter().map(|token| vec![token.clone()]);
    let sets: Vec<Vec<Vec<u8>>> = match (asker.pooled, knobs.token_lists) {
        (true, _) => vec![asker.tokens.clone()],
        (false, TokenLists::Walk) => one_by_one.collect(),
        (false, TokenLists::FirstOnly) => one_by_one.take(1).collect(),
    };

    let mut own: Vec<Group> = Vec::new();
    for set in sets {
        if own.is_empty() {
            own = strongest(groups, &set, knobs);
        }
    }
    let obeys_global = !(asker.ignores_global && knobs.ignores_global);
    if own.is_empty() && obeys_global {
        own = groups
            .iter()
            .filter(|group| group.agents.iter().any(|value| is_global(value, knobs)))
            .cloned()
            .collect();
    }
    if knobs.merge == Merge::First {
        own.truncate(1);
    }
    own
}

/// The groups that name one of `tokens` most strongly.
fn strongest(groups: &[Group], tokens: &[Vec<u8>], knobs: &GroupKnobs) -> Vec<Group> {
    let strength = |group: &Group| {
        let pairs = group.agents.iter().flat_map(|v| tokens.iter().map(move |t| (v, t)));
        pairs.map(|(value, token)| names(value, token, knobs)).max().unwrap_or(0)
    };
    let most = groups.iter().map(strength).max().unwrap_or(0);
    groups.iter().filter(|group| most > 0 && strength(group) == most).cloned().collect()
}

/// How strongly a `User-agent` line of this value names a crawler of this
/// token; 0 is not at all.
fn names(value: &[u8], token: &[u8], knobs: &GroupKnobs) -> usize {
    let written = product_token(value, knobs);
    match knobs.ua_match {
        UaMatch::Token => {
            if is_global(value, knobs) {
                return 0;
            }
            let counts = !token.is_empty() || knobs.empty_token == EmptyToken::EqualsEmpty;
            usize::from(counts && written.eq_ignore_ascii_case(token))
        }
        UaMatch::PrefixOfCrawler => {
            let begins = token
                .get(..written.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(&written));
            if begins { written.len() } else { 0 }
        }
        UaMatch::Contains => {
            let counts = !token.is_empty() && token != b"*";
            let contains =
                counts && value.windows(token.len()).any(|part| part.eq_ignore_ascii_case(token));
            usize::from(contains)
        }
        UaMatch::Whole => {
            if token.is_empty() || is_global(value, knobs) {
                return 0;
            }
            let end = value.iter().position(|&byte| byte == b'/').unwrap_or(value.len());
            let without_version = value[..end].trim_ascii_end();
            let is_named =
                value.eq_ignore_ascii_case(token) || without_version.eq_ignore_ascii_case(token);
            usize::from(is_named)
        }
    }
}

/// Whether a `User-agent` line of this value is for every crawler that has no
/// group of its own.
fn is_global(value: &[u8], knobs: &GroupKnobs) -> bool {
    match knobs.ua_match {
        UaMatch::Contains => value == b"*",
        // As google/robotstxt: text after white space is ignored.
        UaMatch::Token | UaMatch::PrefixOfCrawler | UaMatch::Whole => {
            value.first() == Some(&b'*') && value.get(1).is_none_or(|&byte| line::is_white(byte))
        }
    }
}

/// RFC 9309 section 2.2.1: letters, `_` and `-`; what follows is ignored.
fn product_token(value: &[u8], knobs: &GroupKnobs) -> Vec<u8> {
    let belongs = |byte: u8| {
        byte.is_ascii_alphabetic()
            || byte == b'_'
            || byte == b'-'
            || (knobs.digits_in_tokens && byte.is_ascii_digit())
    };
    value.iter().copied().take_while(|&byte| belongs(byte)).collect()
}

/// A rule that matches the path.
struct Hit {
    kind: Kind,
    length: usize,
    has_star: bool,
    line: u32,
}

/// RFC 9309 section 2.2.2: which of the rules decides.
fn decide(rules: &[Rule], path: &[u8], dialect: &Dialect) -> Answer {
    let knobs = &dialect.paths;
    let rules: Vec<Rule> = rules.iter().map(|rule| read_empty_disallow(rule, dialect)).collect();
    let hits: Vec<Hit> = rules.iter().filter_map(|rule| hit(rule, path, knobs)).collect();

    match knobs.precedence {
        Precedence::First => hits.first().map(|first| by(first, false)),
        Precedence::Longest => decide_by_length(&hits, knobs),
    }
    .unwrap_or_else(|| {
        // Rules without a path decide nothing, but google/robotstxt reports
        // the line of one.
        let empty = |kind| rules.iter().find(|r| r.value.is_empty() && r.kind == kind);
        let line = empty(Kind::Allow).or(empty(Kind::Disallow)).map_or(0, |rule| rule.line);
        Answer { line, ..Answer::ALLOWED }
    })
}

fn decide_by_length(hits: &[Hit], knobs: &PathKnobs) -> Option<Answer> {
    let allow = longest(hits, Kind::Allow);
    let disallow = longest(hits, Kind::Disallow);
    let (Some(first_allow), Some(first_disallow)) = (allow.first(), disallow.first()) else {
        return allow.first().or(disallow.first()).map(|only| by(only, false));
    };

    let tie = first_allow.length == first_disallow.length;
    let conflict = allow.iter().chain(&disallow).any(|hit| hit.has_star);
    let closed = conflict && knobs.wildcard_conflict == WildcardConflict::Disallow;
    let winner = if closed || (tie && knobs.tie == Tie::Disallow) {
        first_disallow
    } else if tie || first_allow.length > first_disallow.length {
        first_allow
    } else {
        first_disallow
    };
    Some(by(winner, knobs.reports_undefined && (tie || conflict)))
}

/// The hits of this kind that are as long as any of it, in file order.
fn longest(hits: &[Hit], kind: Kind) -> Vec<&Hit> {
    let of_kind = || hits.iter().filter(|hit| hit.kind == kind);
    let most = of_kind().map(|hit| hit.length).max();
    of_kind().filter(|hit| Some(hit.length) == most).collect()
}

fn by(hit: &Hit, undefined: bool) -> Answer {
    Answer { allowed: hit.kind == Kind::Allow, undefined, line: hit.line }
}

/// Yandex's help: an empty `Disallow` is `Allow: /`.
fn read_empty_disallow(rule: &Rule, dialect: &Dialect) -> Rule {
    let all = dialect.groups.empty_disallow == EmptyDisallow::AllowAll;
    if all && rule.kind == Kind::Disallow && rule.value.is_empty() {
        Rule { kind: Kind::Allow, value: b"/".to_vec(), line: rule.line }
    } else {
        rule.clone()
    }
}

fn hit(rule: &Rule, path: &[u8], knobs: &PathKnobs) -> Option<Hit> {
    if rule.value.is_empty() {
        return None;
    }
    let mut pattern = Pattern::new(&rule.value, knobs);
    // As google/robotstxt: `Allow: /a/index.html` also allows `/a/`.
    if knobs.index_html
        && rule.kind == Kind::Allow
        && !pattern.matches(path)
        && let Some(folder) = pattern.folder_of_index()
    {
        pattern = folder;
    }
    pattern.matches(path).then(|| Hit {
        kind: rule.kind,
        length: pattern.normal_form().len(),
        has_star: pattern.has_star(),
        line: rule.line,
    })
}
