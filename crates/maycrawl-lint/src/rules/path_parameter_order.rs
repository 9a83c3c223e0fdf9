//! The rule `path-parameter-order`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A rule matches a parameter only where it comes first in the query.
    ///
    /// ## Why
    ///
    /// `/*?sort=` matches `/list?sort=price` but not `/list?page=2&sort=price`, because the rule
    /// requires the `?` right before `sort=`
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)). A
    /// second rule, `/*&sort=`, matches the rest.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*?sort=
    /// Disallow: /*&page=
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*?sort=
    /// Disallow: /*&sort=
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: adds the second rule for each parameter.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*?sort=
    /// Disallow: /*&sort=
    /// Disallow: /*&page=
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file, and only where the group contains a rule with `&`, which shows that
    /// its author had several parameters in mind. Not reported where other rules for the same
    /// crawlers decide the longer URLs, for a parameter with a value, or for `id`, which usually
    /// comes first.
    Path, "path-parameter-order", "P015", Note, Text(check)
}

/// A rule that misses its parameter behind another.
struct Missing<'r> {
    rule: &'r RuleEntry,
    parameter: String,
    /// The path of the rule that catches the rest.
    later: String,
    /// A path that the rule misses.
    shown: String,
    edit: Edit,
}

/// The lines of groups that may be looked at in one file, to choose rules and to ask them.
const MOST_ASKED: usize = 1_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_ASKED);
    let agents = file.agents().count();
    let mut found: Vec<Missing<'_>> = Vec::new();
    for group in &file.groups {
        let knows_others = group.rules.iter().any(|rule| rule.value.contains(&b'&'));
        if !knows_others || !budget.spend_or_end(agents) {
            continue;
        }
        let obeyed = file.merged_rules(group);
        for rule in group.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
            if budget.spend_or_end(group.rules.len()) {
                found.extend(missing(file, rule, &obeyed));
            }
        }
    }
    found.sort_by_key(|one| one.rule.span.start);
    let mut seen = BTreeSet::new();
    let reported: Vec<_> = found.iter().filter(|one| seen.insert(&one.later)).collect();
    let [first, others @ ..] = reported.as_slice() else { return };
    let Missing { parameter, shown, later, .. } = first;
    let likewise = match others.len() {
        0 => String::new(),
        1 => "; a line below has the same gap".into(),
        more => format!("; {more} lines below have the same gap"),
    };
    let what = format!(
        "this misses {parameter} when another parameter comes before it, as in {shown}{likewise}"
    );
    let mut todo = format!("if your site has such URLs, add Disallow: {later}");
    if !others.is_empty() {
        todo.push_str(", and a rule like it for each of the other lines");
    }
    let title = if found.len() == 1 { "add the second rule" } else { "add the second rules" };
    let edits = found.iter().map(|one| one.edit.clone()).collect();
    out.push(
        Diagnostic::new(first.rule.span, what, todo)
            .path(&**shown)
            .also(others.iter().map(|one| one.rule.span), "the same gap")
            .fix(Fix::unsafe_(title, edits)),
    );
}

/// What a rule misses, if it is for a parameter and no other rule catches the rest.
fn missing<'r>(file: &File<'_>, rule: &'r RuleEntry, obeyed: &[Rules]) -> Option<Missing<'r>> {
    let text = str::from_utf8(&rule.value).ok()?;
    let (before, parameter) = text.split_once("*?")?;
    let (name, value) = parameter.split_once('=')?;
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-[]".contains(&byte));
    // The parameter of a page is usually the first, and a whole query is a fixed text.
    if !is_name || name == "id" || !value.trim_end_matches('*').is_empty() {
        return None;
    }
    let later = format!("{before}*&{parameter}");
    let folder = before.replace('*', "");
    let place = if folder.ends_with('/') { format!("{folder}list") } else { folder };
    let place = if place.is_empty() { "/list".into() } else { place };
    // One of the other parameters may have a rule of its own.
    let others = ["page=2", "sort=price", "lang=en", "zz=1"];
    let mut paths = others.iter().map(|other| format!("{place}?{other}&{name}=1"));
    let is_free = |rules: &Rules, path: &str| rules.deciding_rule(rules.check_url(path)).is_none();
    let shown = paths.find(|path| obeyed.iter().all(|rules| is_free(rules, path)))?;
    let line = file.line(rule.line).filter(|line| !line.line_end().is_empty())?;
    let line_text = [b"Disallow: ", later.as_bytes(), file.line_end()].concat();
    let edit = Edit::insert(line.line_end().end, line_text);
    Some(Missing { rule, parameter: format!("{name}="), later, shown, edit })
}
