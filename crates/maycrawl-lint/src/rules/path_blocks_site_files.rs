//! The rule `path-blocks-site-files`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks `/ads.txt`, `/app-ads.txt` or `/.well-known/`.
    ///
    /// ## Why
    ///
    /// Ad buyers' crawlers fetch ads.txt to check who may sell a site's ads, and obey robots.txt
    /// when they do ([Google](https://support.google.com/adsense/answer/7679060)). If they may
    /// not fetch it, a site that shows ads loses buyers. Programs look under `/.well-known/` for
    /// files that a site publishes for them, such as `security.txt`
    /// ([RFC 8615](https://www.rfc-editor.org/rfc/rfc8615.html)).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*.txt$
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*.txt$
    /// Allow: /ads.txt$
    /// Allow: /app-ads.txt$
    /// Allow: /.well-known/
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule looks only at the group for `*`. Not reported where nearly everything is blocked,
    /// nor for `security.txt` where the same rule blocks `/ads.txt`. The file does not say
    /// whether the site shows ads.
    Path, "path-blocks-site-files", "P021", Note, Text(check)
}

/// Files that advertisers ask for.
const ADS: [&str; 2] = ["/ads.txt", "/app-ads.txt"];
const FOLDER: &str = "/.well-known/";
const CONTACT: &str = "/.well-known/security.txt";

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let rules = file.rules_of(&Agent::token("*"));
    let is_open = |path: &str| rules.check_url(path).is_allowed();
    if !is_open("/") || !is_open("/some-page-of-the-site") {
        return;
    }
    // Whether one rule blocks the whole folder, or only the file that everybody has there.
    let well_known = if is_open("/.well-known/some-file") { CONTACT } else { FOLDER };
    // The rules that block something, by their lines.
    let mut found: Vec<(u32, Vec<&str>)> = Vec::new();
    for path in ADS.into_iter().chain([well_known]) {
        let probe = if path == FOLDER { "/.well-known/some-file" } else { path };
        let verdict = rules.check(&UrlPath::parse(probe, &BASE));
        // A word such as /app happens to begin as /app-ads.txt does.
        let is_word = |value: &[u8]| {
            let letters = value.strip_prefix(b"/").unwrap_or_default();
            !letters.is_empty() && letters.iter().all(u8::is_ascii_alphanumeric)
        };
        let rule = rules.deciding_rule(verdict).filter(|_| !verdict.is_allowed());
        let Some(rule) = rule.filter(|rule| !is_word(rule.value())) else { continue };
        match found.iter_mut().find(|(line, _)| *line == rule.line()) {
            Some((_, paths)) if ADS.contains(&path) => paths.push(path),
            Some(_) => {}
            None => found.push((rule.line(), vec![path])),
        }
    }
    out.extend(found.iter().filter_map(|(line, paths)| report(file, *line, paths)));
}

/// Reports the rule of a line, which blocks these paths.
fn report(file: &File<'_>, line: u32, paths: &[&str]) -> Option<Diagnostic> {
    let of_line = |group: &Group<'_>| group.rules.iter().any(|rule| rule.line == line);
    let group = file.groups.iter().find(|group| of_line(group))?;
    let rule = group.rules.iter().find(|rule| rule.line == line)?;
    let first = *paths.first()?;
    let shown = paths.join(" and ");
    let is_ads = ADS.contains(&first);
    let cost = match first {
        _ if is_ads => {
            "if your site or your apps show ads, ad buyers cannot check who may sell them"
        }
        CONTACT => "programs do not find your contact for security reports",
        _ => "programs do not find what the site publishes for them",
    };
    let joint = if is_ads { ";" } else { ", so" };
    let bare = lossy(&rule.value);
    let bare = bare.trim_end_matches(['*', '$']);
    let is_exact = bare == first || bare == first.trim_end_matches('/');
    // At equal length an Allow wins.
    let may_win = paths.iter().all(|path| path.len() >= rule.pattern.len() as usize);
    let todo = match () {
        () if is_exact => group.removal().to_owned(),
        () if may_win => {
            let allows: Vec<_> = paths.iter().map(|path| format!("Allow: {path}")).collect();
            format!("add {} to the group", allows.join(" and "))
        }
        () => format!("change the Disallow so that it does not match {shown}"),
    };
    let todo = if is_ads { format!("if you sell ads, {todo}") } else { todo };
    let what = format!("this blocks {shown}{joint} {cost}");
    Some(Diagnostic::new(rule.span, what, todo).path(first))
}
