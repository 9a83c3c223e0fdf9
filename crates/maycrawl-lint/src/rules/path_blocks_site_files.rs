//! The rule `path-blocks-site-files`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks `/ads.txt`, `/app-ads.txt` or `/.well-known/`.
    ///
    /// ## Why
    ///
    /// Advertisers' crawlers fetch ads.txt before they buy, and obey the robots.txt when they do
    /// ([Google](https://support.google.com/adsense/answer/7679060)); where they may not, the site's
    /// ads lose buyers. Programs look under `/.well-known/` for what a site publishes for them, such
    /// as `security.txt`
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
    /// Looks at the group for `*`. Not reported where nearly everything is blocked. A note for
    /// `/.well-known/`.
    Path, "path-blocks-site-files", "P021", Warning, Text(check)
}

const FILES: [(&str, &str); 3] = [
    ("/ads.txt", "advertisers cannot check who may sell your ads"),
    ("/app-ads.txt", "advertisers cannot check who may sell the ads of your apps"),
    ("/.well-known/security.txt", "programs do not find what the site publishes for them"),
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let rules = file.rules_of(&Agent::token("*"));
    if !rules.check_url("/").is_allowed() || !rules.check_url("/some-page-of-the-site").is_allowed()
    {
        return;
    }
    let mut reported: Vec<u32> = Vec::new();
    for (path, cost) in FILES {
        let verdict = rules.check(&UrlPath::parse(path, &BASE));
        let Some(rule) = rules.deciding_rule(verdict).filter(|_| !verdict.is_allowed()) else {
            continue;
        };
        if reported.contains(&rule.line()) {
            continue;
        }
        reported.push(rule.line());
        let is_ads = path.ends_with("ads.txt");
        let shown = if is_ads { path } else { "/.well-known/" };
        let report = Diagnostic::new(
            rule.span(),
            format!("this blocks {shown}, so {cost}"),
            format!("add Allow: {shown} to the group"),
        )
        .path(path);
        out.push(if is_ads { report } else { report.severity(Severity::Note) });
    }
}
