//! The rule `rule-engines-disagree`: its page, its check and its fix.

use maycrawl::explain::deciding_knobs;

use crate::prelude::*;

rule! {
    /// Search engines give different verdicts because they read one rule differently.
    ///
    /// ## Why
    ///
    /// Where documents and parsers disagree
    /// ([how dialects differ](https://github.com/maycrawl/maycrawl/blob/main/docs/dialects.md)), a
    /// rule means one thing to one crawler and another to the next. The finding names the engines,
    /// the point on which they differ, and a path.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /docs/index.html
    /// Disallow: /docs/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /docs/$
    /// Allow: /docs/index.html
    /// Disallow: /docs/
    /// ```
    ///
    /// ## Limits
    ///
    /// The linter compares how Google, Bing, Yandex and RFC 9309 read the group for `*`. It tries
    /// a shortest path that each rule matches, and the folder of that path. Differences that have
    /// a rule of their own (spaces, blank lines, misspelt fields, needless percent-encoding) are
    /// left to that rule.
    Rule, "rule-engines-disagree", "R009", Warning, Text(check)
}

const ENGINES: [Dialect; 4] = [Dialect::GOOGLE, Dialect::RFC9309, Dialect::BING, Dialect::YANDEX];

/// The rules of one file that are tried.
const MOST_RULES: usize = 500;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let global = || file.global_rules();
    // Engines that read the same lines differ only on these.
    let is_suspect = |rule: &RuleEntry| {
        rule.value.is_empty()
            || memchr::memmem::find(&rule.value, b"/index.htm").is_some()
            || Pattern::parse(&rule.value, &Dialect::RFC9309).as_bytes() != rule.pattern.as_bytes()
    };
    if !global().any(is_suspect) {
        return;
    }
    let nobody = Agent::token("*");
    // Lines and groups are read in one dialect, so that only paths and precedence
    // can differ: other rules report differences in lines.
    let engines = ENGINES.map(|dialect| {
        let (name, mut read) = (dialect.name().unwrap_or_default(), dialect);
        (read.lines, read.groups, read.fetch) = (BASE.lines, BASE.groups, BASE.fetch);
        read.groups.empty_disallow = dialect.groups.empty_disallow;
        let rules = Robots::from_document(file.document, &read).rules(&nobody);
        (name, read, rules)
    });
    let [(_, base, google), ..] = &engines;
    let mut reported: Vec<u32> = Vec::new();
    for (id, _, pattern) in google.patterns().take(MOST_RULES) {
        let Some(rule) = google.rule(id).filter(|rule| !is_explained(rule.value())) else {
            continue;
        };
        let Some(path) = pattern.shortest_path() else { continue };
        let folder = path.iter().rposition(|byte| *byte == b'/');
        let folder = folder.and_then(|at| path.get(..=at)).unwrap_or(b"/").to_vec();
        for path in [path, folder] {
            let verdicts = engines.each_ref().map(|(name, dialect, rules)| {
                (*name, rules.check(&UrlPath::parse(&path, dialect)))
            });
            let of = |allowed: bool| -> Vec<&str> {
                let same = verdicts.iter().filter(|(_, verdict)| verdict.is_allowed() == allowed);
                same.map(|(name, _)| *name).collect()
            };
            let (allow, forbid) = (of(true), of(false));
            let [(_, verdict), ..] = &verdicts;
            let odd =
                verdicts.iter().position(|(_, other)| other.is_allowed() != verdict.is_allowed());
            let Some((_, other, _)) = odd.and_then(|odd| engines.get(odd)) else { continue };
            let deciding = google.deciding_rule(*verdict).unwrap_or(rule);
            if reported.contains(&deciding.line()) {
                continue;
            }
            reported.push(deciding.line());
            let knobs = deciding_knobs(file.source(), &nobody, &path, base, other);
            let knobs: Vec<_> = knobs.iter().map(|knob| knob.name).collect();
            let (allow, forbid, knobs) = (allow.join(", "), forbid.join(", "), knobs.join(", "));
            out.push(
                Diagnostic::new(
                    deciding.span(),
                    format!("{allow} may fetch {}, but {forbid} may not ({knobs})", lossy(&path)),
                    "rewrite the rule so that all of them read it the same way",
                )
                .in_dialects(ENGINES.iter().filter_map(Dialect::name))
                .path(path),
            );
        }
    }
}

fn is_explained(value: &[u8]) -> bool {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    value.is_empty() || value.iter().any(is_space) || value.contains(&b'%')
}
