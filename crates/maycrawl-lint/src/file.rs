//! The file model of the rules: read as Google reads a file, classified once.

mod agent_shape;
mod characters;
mod error_body;
mod foreign_comment;
mod group;
mod line_shape;
mod path_shape;
mod reach;
mod value_shape;

use std::cell::OnceCell;

use maycrawl::{
    Agent, Dialect, Document, Robots, Rules, UrlPath,
    access::Evidence,
    content::ContentKind,
    lines::{Directive, Field, Line, Reading, Span},
    robots::RuleKind,
};
use maycrawl_crawlers::Catalogue;

pub(crate) use agent_shape::{InventedName, is_search_engine};
pub(crate) use characters::invisible;
pub(crate) use error_body::ErrorBody;
pub(crate) use group::{AgentEntry, Group, RuleEntry, agent_names, forbids_everything};
pub(crate) use line_shape::{LineShape, commented_rule, text_span};
pub(crate) use path_shape::{PathShape, UrlParts, paths_in};
pub(crate) use reach::{Comparison, ends_at_blank, fetches_pages, is_alive, reads_token};
pub(crate) use value_shape::ValueShape;

use crate::context::LintContext;
use crate::equivalence::EveryPreset;
use crate::openings::{Opening, openings};
use crate::text::line_end;

/// A file with its context, parsed and classified.
pub(crate) struct File<'a> {
    pub(crate) document: &'a Document,
    /// The file as Google and most other crawlers read it.
    pub(crate) robots: Robots,
    pub(crate) directives: Vec<DirectiveEntry>,
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) evidence: Option<&'a Evidence>,
    /// URLs of the site; path rules are tried on them.
    pub(crate) urls: &'a [UrlPath<'a>],
    pub(crate) content: ContentKind,
    /// What a server sent in place of a robots.txt.
    pub(crate) error_body: Option<ErrorBody>,
    /// The shapes of lines that have any, by the number of the line.
    shapes: Vec<(u32, LineShape)>,
    presets: OnceCell<EveryPreset>,
    global_block: OnceCell<Option<Span>>,
    openings: OnceCell<Vec<Opening>>,
}

/// A line that is a directive, and its place among the groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectiveEntry {
    /// The number of the line.
    pub(crate) line: u32,
    pub(crate) directive: Directive,
    pub(crate) shape: ValueShape,
    /// The index of its group; `None` where it belongs to none.
    pub(crate) group: Option<usize>,
}

/// The dialect of the file model.
pub(crate) const BASE: Dialect = Dialect::GOOGLE;

impl<'a> File<'a> {
    pub(crate) fn new(document: &'a Document, context: &LintContext<'a>) -> Self {
        let robots = Robots::from_document(document, &BASE);
        let groups: Vec<_> = robots.groups().map(|group| Group::new(group, context)).collect();
        let directives = document.lines().filter_map(DirectiveEntry::new);
        let mut directives: Vec<_> = directives.collect();
        place(&mut directives, &groups, &robots);
        let shapes = line_shape::classify(document);
        let fields = directives.iter().map(|entry| entry.directive.field);
        let kind = ContentKind::sniff(document.source());
        let error_body = match kind {
            ContentKind::Text => error_body::classify_text(document.source(), fields, &shapes),
            ContentKind::Html => Some(error_body::classify_page(document.source())),
            ContentKind::Utf16 | ContentKind::Binary => None,
        };
        Self {
            document,
            robots,
            directives,
            groups,
            catalogue: context.catalogue,
            evidence: context.evidence,
            urls: context.urls,
            content: kind,
            error_body,
            shapes,
            presets: OnceCell::new(),
            global_block: OnceCell::new(),
            openings: OnceCell::new(),
        }
    }

    pub(crate) fn source(&self) -> &'a [u8] {
        self.document.source()
    }

    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = Line<'a>> + Clone + use<'a> {
        self.document.lines()
    }

    /// The line of this number.
    pub(crate) fn line(&self, number: u32) -> Option<Line<'a>> {
        self.document.line(number)
    }

    /// The lines with a shape; a line comes once for each shape.
    pub(crate) fn shaped_lines(&self) -> impl Iterator<Item = (Line<'a>, LineShape)> {
        let shapes = self.shapes.iter();
        shapes.filter_map(|(number, shape)| Some((self.line(*number)?, *shape)))
    }

    /// The shapes of a line.
    pub(crate) fn shapes_of(&self, line: &Line<'_>) -> impl Iterator<Item = LineShape> {
        let number = line.number();
        let first = self.shapes.partition_point(|(other, _)| *other < number);
        let rest = self.shapes.get(first..).unwrap_or_default().iter();
        rest.take_while(move |(other, _)| *other == number).map(|(_, shape)| *shape)
    }

    /// The directives with their lines.
    pub(crate) fn directive_lines(&self) -> impl Iterator<Item = (Line<'a>, DirectiveEntry)> {
        self.directives.iter().filter_map(|entry| Some((self.document.line(entry.line)?, *entry)))
    }

    /// The directives of a field, with their lines.
    pub(crate) fn of_field(
        &self,
        field: Field,
    ) -> impl Iterator<Item = (Line<'a>, DirectiveEntry)> {
        self.directive_lines().filter(move |(_, entry)| entry.directive.field == field)
    }

    /// The `User-agent` lines.
    pub(crate) fn agents(&self) -> impl Iterator<Item = &AgentEntry<'a>> {
        self.groups.iter().flat_map(|group| &group.agents)
    }

    /// The rules of groups.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &RuleEntry> {
        self.groups.iter().flat_map(|group| &group.rules)
    }

    /// The rules of an agent, as Google reads the file.
    pub(crate) fn rules_of(&self, agent: &Agent) -> Rules {
        self.robots.rules(agent)
    }

    /// The rules that the crawlers of a group obey, those of their other groups included: once
    /// for each of its first names.
    pub(crate) fn merged_rules(&self, group: &Group<'_>) -> Vec<Rules> {
        const MOST: usize = 4;
        let agents = group.agents.iter().filter(|agent| agent.is_global || !agent.token.is_empty());
        let token = |agent: &AgentEntry<'_>| {
            if agent.is_global { Agent::token("*") } else { Agent::token(&agent.token) }
        };
        agents.take(MOST).map(|agent| self.rules_of(&token(agent))).collect()
    }

    /// Whether a group names this token, in lower case.
    pub(crate) fn names(&self, token: &[u8]) -> bool {
        self.agents().any(|agent| agent.token == token)
    }

    /// Whether the line of a rule provably decides nothing in any preset.
    pub(crate) fn may_lose(&self, line: u32) -> bool {
        self.presets.get_or_init(|| EveryPreset::of(self.document)).may_lose(line)
    }

    /// Whether every dialect reads the line of a rule as one.
    pub(crate) fn is_exact(&self, rule: &RuleEntry) -> bool {
        let read = self.line(rule.line).map(|line| line.read(&Dialect::RFC9309.lines));
        let field = if rule.kind == RuleKind::Allow { Field::Allow } else { Field::Disallow };
        matches!(read, Some(Reading::Directive(directive)) if directive.field == field)
    }

    /// The rule that forbids everything to crawlers without a group of their own.
    pub(crate) fn global_block(&self) -> Option<Span> {
        *self.global_block.get_or_init(|| {
            let groups = self.groups.iter().filter(|group| group.is_global());
            forbids_everything(groups).map(|rule| rule.span)
        })
    }

    /// A byte order mark that was encoded twice, which looks like `ï»¿`.
    pub(crate) fn broken_mark(&self) -> Option<Span> {
        let mark = "\u{EF}\u{BB}\u{BF}".as_bytes();
        self.source().starts_with(mark).then(|| Span::new(0, 6))
    }

    /// Whether the file is a robots.txt, good or bad.
    pub(crate) fn is_robots_txt(&self) -> bool {
        self.content == ContentKind::Text && self.error_body.is_none()
    }

    /// A large search engine that has a group of its own and may fetch the home page.
    pub(crate) fn open_engine(&self) -> Option<&'static str> {
        let home = UrlPath::parse("/", &BASE);
        ["Googlebot", "bingbot"].into_iter().find(|name| {
            self.names(name.to_ascii_lowercase().as_bytes())
                && self.rules_of(&Agent::token(name)).check(&home).is_allowed()
        })
    }

    /// The rules of the groups for `*`.
    pub(crate) fn global_rules(&self) -> impl Iterator<Item = &RuleEntry> {
        self.groups.iter().filter(|group| group.is_global()).flat_map(|group| &group.rules)
    }

    /// The groups whose crawlers may fetch what the group for `*` forbids.
    pub(crate) fn openings(&self) -> &[Opening] {
        self.openings.get_or_init(|| openings(&self.robots, self.catalogue))
    }

    /// The line end that the file uses.
    pub(crate) fn line_end(&self) -> &'a [u8] {
        line_end(self.document)
    }
}

impl DirectiveEntry {
    fn new(line: Line<'_>) -> Option<Self> {
        match line.read(&BASE.lines) {
            Reading::Directive(directive) => Some(Self {
                line: line.number(),
                shape: ValueShape::new(line.get(directive.value), directive.value),
                directive,
                group: None,
            }),
            Reading::Blank | Reading::Ignored => None,
        }
    }
}

/// Finds the group of each directive.
fn place(directives: &mut [DirectiveEntry], groups: &[Group<'_>], robots: &Robots) {
    let mut of_line = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let lines = group.agents.iter().map(|agent| agent.line);
        let lines = lines.chain(group.rules.iter().map(|rule| rule.line));
        of_line.extend(lines.map(|line| (line, index)));
    }
    let others = robots.directives();
    of_line.extend(others.filter_map(|other| Some((other.line(), other.group()? as usize))));
    of_line.sort_unstable();
    for entry in directives {
        let found = of_line.binary_search_by_key(&entry.line, |(line, _)| *line).ok();
        entry.group = found.and_then(|at| of_line.get(at)).map(|(_, index)| *index);
    }
}
