//! What rules look at: a file, read as Google reads it, and what is known
//! beside it.

use std::cell::OnceCell;

use maycrawl::{
    Agent, Dialect, Document, Robots, Rules, UrlPath,
    access::Evidence,
    algebra::{Inclusion, Overlap},
    content::ContentKind,
    lines::{Directive, Field, Line, Reading, Span},
    pattern::Pattern,
    robots::{AgentLine, RuleKind, RuleLine},
};
use maycrawl_crawlers::Catalogue;

use crate::Known;
use crate::fix::{Edit, Fix};
use crate::meaning::Meanings;

/// A file and what is known beside it.
pub(crate) struct File<'a> {
    pub(crate) document: &'a Document,
    /// The file as Google reads it: what most other crawlers do too.
    pub(crate) robots: Robots,
    pub(crate) directives: Vec<Placed>,
    pub(crate) groups: Vec<Group>,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) evidence: Option<&'a Evidence>,
    /// URLs of the site, against which path rules are weighed.
    pub(crate) urls: &'a [UrlPath<'a>],
    /// Tokens of one's own crawlers.
    pub(crate) own_agents: &'a [String],
    pub(crate) content: ContentKind,
    meanings: OnceCell<Meanings>,
}

/// A line that is a directive, and where it stands among the groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// The number of the line.
    pub(crate) line: u32,
    pub(crate) directive: Directive,
    /// The index of its group; `None` where it belongs to none.
    pub(crate) group: Option<usize>,
}

/// A group: the numbers of its lines, and its rules as they are matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// The lines that name agents: number, value, span of the value.
    pub(crate) agents: Vec<Named>,
    pub(crate) rules: Vec<Matched>,
}

/// A `User-agent` line of a group.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) line: u32,
    pub(crate) span: Span,
    pub(crate) value: Vec<u8>,
    /// Its product token in lower case; empty for `*` and for none.
    pub(crate) token: Vec<u8>,
    /// Whether it names every crawler.
    pub(crate) is_global: bool,
}

/// A rule of a group.
#[derive(Clone, Debug)]
pub(crate) struct Matched {
    pub(crate) line: u32,
    pub(crate) kind: RuleKind,
    pub(crate) span: Span,
    pub(crate) value: Vec<u8>,
    pub(crate) pattern: Pattern,
    /// Whether it matches a path at all.
    pub(crate) meets: Overlap,
    /// A shortest path that it matches, as it is asked about.
    shortest: Option<UrlPath<'static>>,
}

/// The dialect in which rules read a file first.
pub(crate) const BASE: Dialect = Dialect::GOOGLE;

impl<'a> File<'a> {
    pub(crate) fn new(document: &'a Document, known: &Known<'a>) -> Self {
        let robots = Robots::from_document(document, &BASE);
        let groups: Vec<Group> = robots.groups().map(Group::new).collect();
        let mut directives: Vec<Placed> = document.lines().filter_map(Placed::new).collect();
        place(&mut directives, &groups, &robots);
        Self {
            document,
            robots,
            directives,
            groups,
            catalogue: known.catalogue,
            evidence: known.evidence,
            urls: known.urls,
            own_agents: known.agents,
            content: ContentKind::sniff(document.source()),
            meanings: OnceCell::new(),
        }
    }

    pub(crate) fn source(&self) -> &'a [u8] {
        self.document.source()
    }

    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = Line<'a>> + Clone + use<'a> {
        self.document.lines()
    }

    /// The directives with their lines.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (Line<'a>, Placed)> {
        self.directives
            .iter()
            .filter_map(|placed| Some((self.document.line(placed.line)?, *placed)))
    }

    /// The directives of a field, with their lines.
    pub(crate) fn of_field(&self, field: Field) -> impl Iterator<Item = (Line<'a>, Placed)> {
        self.placed().filter(move |(_, placed)| placed.directive.field == field)
    }

    /// The `User-agent` lines.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &Named> {
        self.groups.iter().flat_map(|group| &group.agents)
    }

    /// The rules of groups.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &Matched> {
        self.groups.iter().flat_map(|group| &group.rules)
    }

    /// The line of a number that a rule got from this file.
    pub(crate) fn line(&self, number: u32) -> Option<Line<'a>> {
        self.document.line(number)
    }

    /// The rules of an agent, as Google reads the file.
    pub(crate) fn rules_of(&self, agent: &Agent) -> Rules {
        self.robots.rules(agent)
    }

    /// Whether a group names this token, in lower case.
    pub(crate) fn names(&self, token: &[u8]) -> bool {
        self.agents().any(|agent| agent.token == token)
    }

    /// Takes away the line of a rule: safe, if that provably changes nothing in
    /// any preset.
    pub(crate) fn without_rule(&self, line: &Line<'_>) -> Fix {
        let meanings = self.meanings.get_or_init(|| Meanings::of(self.document));
        let edits = vec![Edit::remove(line)];
        if meanings.may_lose(line.number()) {
            Fix::safe("take the line away", edits)
        } else {
            Fix::unsafe_("take the line away", edits)
        }
    }

    /// Whether every dialect reads the line of a rule as one.
    pub(crate) fn is_exact(&self, rule: &Matched) -> bool {
        let read = self.line(rule.line).map(|line| line.read(&Dialect::RFC9309.lines));
        let field = if rule.kind == RuleKind::Allow { Field::Allow } else { Field::Disallow };
        matches!(read, Some(Reading::Directive(directive)) if directive.field == field)
    }

    /// Whether a name is one of the user's own crawlers.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own_agents.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The line end that the file uses.
    pub(crate) fn line_end(&self) -> &'a [u8] {
        line_end(self.document)
    }
}

impl Placed {
    fn new(line: Line<'_>) -> Option<Self> {
        match line.read(&BASE.lines) {
            Reading::Directive(directive) => {
                Some(Self { line: line.number(), directive, group: None })
            }
            Reading::Blank | Reading::Ignored => None,
        }
    }
}

/// Says of each directive in which group it stands.
fn place(directives: &mut [Placed], groups: &[Group], robots: &Robots) {
    let mut of_line = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let lines = group.agents.iter().map(|agent| agent.line);
        let lines = lines.chain(group.rules.iter().map(|rule| rule.line));
        of_line.extend(lines.map(|line| (line, index)));
    }
    let others = robots.directives();
    of_line.extend(others.filter_map(|other| Some((other.line(), other.group()? as usize))));
    of_line.sort_unstable();
    for placed in directives {
        let found = of_line.binary_search_by_key(&placed.line, |(line, _)| *line).ok();
        placed.group = found.and_then(|at| of_line.get(at)).map(|(_, index)| *index);
    }
}

impl Group {
    fn new(group: maycrawl::robots::Group<'_>) -> Self {
        Self {
            agents: group.agents().map(Named::new).collect(),
            rules: group.rules().map(Matched::new).collect(),
        }
    }

    /// Whether one of its lines names every crawler.
    pub(crate) fn is_global(&self) -> bool {
        self.agents.iter().any(|agent| agent.is_global)
    }

    /// The tokens that it names, as written.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &Named> {
        self.agents.iter().filter(|agent| !agent.token.is_empty())
    }
}

impl Named {
    fn new(line: AgentLine<'_>) -> Self {
        Self {
            line: line.line(),
            span: line.span(),
            value: line.value().to_vec(),
            token: line.token(&BASE).to_ascii_lowercase(),
            is_global: line.is_global(&BASE),
        }
    }

    /// The value as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.value).into_owned()
    }
}

impl Matched {
    fn new(line: RuleLine<'_>) -> Self {
        let pattern = Pattern::parse(line.value(), &BASE);
        let meets = pattern.meets(&pattern);
        Self {
            line: line.line(),
            kind: line.kind(),
            span: line.span(),
            value: line.value().to_vec(),
            shortest: match &meets {
                Overlap::Yes(path) => Some(UrlPath::parse(path, &BASE).into_owned()),
                Overlap::No | Overlap::Unknown => None,
            },
            meets,
            pattern,
        }
    }

    /// The rule as it would be written.
    pub(crate) fn text(&self) -> String {
        format!("{}: {}", self.kind.name(), lossy(&self.value)).trim_end().into()
    }

    /// Whether it matches every path that another matches.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        // Most pairs are told apart by one path.
        let is_possible = other.shortest.as_ref().is_none_or(|path| self.pattern.matches(path));
        is_possible && self.pattern.covers(&other.pattern) == Inclusion::Yes
    }

    /// A shortest path that it matches, if that is known.
    pub(crate) fn path(&self) -> Option<&[u8]> {
        self.shortest.as_ref().map(UrlPath::as_bytes)
    }

    /// Whether its path begins as one must.
    pub(crate) fn can_match(&self) -> bool {
        matches!(self.value.first(), Some(b'/' | b'*'))
    }
}

/// Of the groups of one crawler, the rule that forbids it every path: a Disallow
/// that covers all, and longer than any Allow that matches a path.
pub(crate) fn forbids_everything<'g>(
    groups: impl IntoIterator<Item = &'g Group>,
) -> Option<&'g Matched> {
    let everything = Pattern::parse("/", &BASE);
    let rules = groups.into_iter().flat_map(|group| &group.rules);
    let (allows, disallows): (Vec<_>, Vec<_>) =
        rules.partition(|rule| rule.kind == RuleKind::Allow);
    let opens = allows.iter().filter(|rule| rule.meets != Overlap::No);
    let longest = opens.map(|rule| rule.pattern.len()).max().unwrap_or(0);
    // What does not match the shortest path of all need not be compared.
    let may_cover = |rule: &&Matched| {
        rule.pattern.len() > longest && rule.path().is_none_or(|path| path == b"/")
    };
    let mut candidates = disallows.into_iter().filter(may_cover);
    candidates.find(|rule| rule.pattern.covers(&everything) == Inclusion::Yes)
}

/// Octets in a sentence.
pub(crate) fn lossy(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// The line end that a file uses: its first; LF if it has none, or CR alone.
pub(crate) fn line_end(document: &Document) -> &[u8] {
    let ends = document.lines().map(|line| line.line_end().of(document.source()));
    let first = ends.into_iter().find(|end| !end.is_empty());
    first.filter(|end| *end != b"\r").unwrap_or(b"\n")
}
