//! The rule `path-parameter-order`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule matches a parameter only where it comes first in the query.
    ///
    /// ## Why
    ///
    /// `/*?sort=` matches `/list?sort=price` and not `/list?page=2&sort=price`: only what stands in
    /// the rule is matched
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)). A second
    /// rule with `&` catches the rest.
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
    /// Unsafe: the second rule is added.
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
    /// Reported only where the file shows that it knows of further parameters: it holds another rule
    /// with `&`.
    Path, "path-parameter-order", "P015", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        if !group.rules.iter().any(|rule| rule.value.contains(&b'&')) {
            continue;
        }
        for rule in group.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
            let text = lossy(&rule.value);
            let Some((before, parameter)) = text.split_once("*?") else { continue };
            let is_parameter = parameter.split_once('=').is_some_and(|(name, _)| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"_-[]".contains(&byte))
            });
            if !is_parameter {
                continue;
            }
            let later = format!("{before}*&{parameter}");
            let later_pattern = Pattern::parse(&later, &BASE);
            let shown = format!("{}?a=b&{parameter}", before.trim_end_matches('*'));
            let path = UrlPath::parse(&shown, &BASE);
            let is_covered = group.rules.iter().any(|other| {
                other.kind == rule.kind
                    && other.pattern.matches(&path)
                    && other.pattern.covers(&later_pattern) == Inclusion::Yes
            });
            let line = file.line(rule.line).filter(|line| !line.line_end().is_empty());
            let (false, Some(line)) = (is_covered, line) else { continue };
            let text = [b"Disallow: ", later.as_bytes(), file.line_end()].concat();
            out.push(
                Diagnostic::new(
                    rule.span,
                    "this misses the parameter after another one",
                    format!("add Disallow: {later}"),
                )
                .path(shown)
                .fix(Fix::unsafe_(
                    "add the second rule",
                    vec![Edit::insert(line.line_end().end, text)],
                )),
            );
        }
    }
}
