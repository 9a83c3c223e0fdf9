//! A document printed is its source, and its parts tile it; what is read from
//! it is what is read from the source; lines and spans are where they say.

use maycrawl::{
    Agent, Dialect, Document, Robots,
    dialect::{OverBody, Preset, RuleLimits},
    lines::{Line, Span},
};

pub fn run(bytes: &[u8]) {
    let document = Document::parse(bytes);
    assert_eq!(document.source(), bytes);
    assert_eq!(document.print(), bytes);
    parts_tile_the_source(&document);
    lines_are_those_of_the_document(&document);
    let presets = Preset::ALL.iter().map(|Preset { dialect, .. }| *dialect);
    for dialect in presets.chain([small(OverBody::Cut), small(OverBody::AllowAll)]) {
        let robots = Robots::parse(bytes, &dialect);
        let from_document = Robots::from_document(&document, &dialect);
        assert_eq!(format!("{robots:?}"), format!("{from_document:?}"));
        assert!(robots.directives().eq(from_document.directives()));
        groups_stand_in_order(&robots);
        spans_name_the_file(&robots, &document);
        values_are_read(&robots);
    }
}

/// A dialect whose caps small files reach.
fn small(over_body: OverBody) -> Dialect {
    let mut dialect = Dialect::RFC9309;
    dialect.lines.line_cap = Some(12);
    dialect.fetch.body_cap = Some(60);
    dialect.fetch.over_body = over_body;
    dialect.fetch.rule_limits = Some(RuleLimits { rules: 3, bytes: 8 });
    dialect
}

fn parts(line: &Line<'_>) -> [Span; 5] {
    [line.field(), line.separator(), line.value(), line.comment(), line.line_end()]
}

fn parts_tile_the_source(document: &Document) {
    let mut at = document.bom().end;
    for line in document.lines() {
        assert_eq!(line.span().start, at);
        for part in parts(&line) {
            assert!(at <= part.start && part.start <= part.end);
            let gap = Span::new(at, part.start).of(document.source());
            assert!(gap.iter().all(|byte| b" \t\x0B\x0C".contains(byte)));
            at = part.end;
        }
        assert_eq!(line.span().end, line.line_end().start);
    }
    assert_eq!(at as usize, document.source().len());
}

fn lines_are_those_of_the_document(document: &Document) {
    let facts = |line: Line<'_>| (line.number(), line.span(), line.separator_kind(), parts(&line));
    let alone = maycrawl::lines::lines(document.source()).map(facts);
    assert!(alone.eq(document.lines().map(facts)));
    for (line, number) in document.lines().zip(1..) {
        assert_eq!(line.number(), number);
        assert_eq!(document.line(number).map(facts), Some(facts(line)));
    }
}

/// Agents before rules in every group, the groups one after another, and each
/// other directive in the group that it names.
fn groups_stand_in_order(robots: &Robots) {
    let mut starts = Vec::new();
    let mut last = 0;
    for group in robots.groups() {
        let lines: Vec<u32> = group
            .agents()
            .map(|agent| agent.line())
            .chain(group.rules().map(|rule| rule.line()))
            .collect();
        assert!(group.agents().len() > 0);
        for line in &lines {
            assert!(last < *line);
            last = *line;
        }
        starts.push(lines[0]);
    }
    for directive in robots.directives() {
        if let Some(group) = directive.group() {
            let group = group as usize;
            assert!(starts[group] < directive.line());
            assert!(starts.get(group + 1).is_none_or(|next| directive.line() < *next));
        }
    }
}

fn spans_name_the_file(robots: &Robots, document: &Document) {
    let source = document.source();
    let read = source.len() - robots.unread() as usize;
    let stands = |line: u32, value: &[u8], span: Span| {
        assert_eq!(span.of(source), value);
        assert!(span.end as usize <= read);
        let line = document.line(line).expect("a line of the file");
        assert!(line.span().start <= span.start && span.end <= line.span().end);
        span.start - line.span().start + 1
    };
    for group in robots.groups() {
        for agent in group.agents() {
            stands(agent.line(), agent.value(), agent.span());
        }
        for rule in group.rules() {
            assert_eq!(rule.column(), stands(rule.line(), rule.value(), rule.span()));
        }
    }
    for directive in robots.directives() {
        let column = stands(directive.line(), directive.value(), directive.span());
        assert_eq!(directive.column(), column);
    }
    if robots.is_refused() {
        assert_eq!((read, robots.groups().len(), robots.directives().len()), (0, 0, 0));
    }
}

/// Whatever stands in a value, it is read or refused, and that is all.
fn values_are_read(robots: &Robots) {
    for directive in robots.directives() {
        let _ = directive.typed();
    }
    let _ = (robots.sitemaps(), robots.licenses());
    let terms = robots.terms(&Agent::token("Foo"));
    let _ = (terms.crawl_delay(), terms.request_rate(), terms.visit_times());
    let _ = terms.content_signal();
}
