//! The rule `path-blocks-assets`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks the styles, scripts or images that search engines need to see a page.
    ///
    /// ## Why
    ///
    /// Search engines render pages as browsers do, and judge them by what they see. They do not
    /// run scripts that they may not fetch
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics)).
    /// Without its styles and scripts, a page may look broken or empty. WordPress, Drupal,
    /// Magento and Shopify keep these files in folders that old robots.txt templates block.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /wp-includes/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /wp-admin/
    /// Allow: /wp-admin/admin-ajax.php
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only for rules for `*`, Googlebot or bingbot, and only for paths that cover all
    /// styles or scripts: `/*.css`, `/*.js`, folders at the root called `css`, `js`, `styles`,
    /// `stylesheets`, `javascript` or `assets`, the same folders below one such as `static` or `media`,
    /// main files such as `main.css`, and the folders of the four systems. Not reported
    /// where an `Allow` of the same group opens a part of the folder, nor where Googlebot and
    /// bingbot have groups of their own without the rule. Reported once per group.
    Path, "path-blocks-assets", "P016", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let block = file.global_block();
    let engines = ["googlebot", "bingbot"].map(|name| file.rules_of(&Agent::token(name)));
    for group in &file.groups {
        let is_search = |agent: &AgentEntry<'_>| {
            agent.is_global || [&b"googlebot"[..], b"bingbot"].contains(&&*agent.token)
        };
        if !group.agents.iter().any(is_search) || (block.is_some() && group.is_global()) {
            continue;
        }
        let is_drupal = group.rules.iter().any(|rule| {
            [&b"/CHANGELOG.txt"[..], b"/core/", b"/profiles/", b"/?q=admin/"]
                .contains(&&*rule.value)
        });
        let is_magento = group.rules.iter().any(|rule| {
            [&b"/downloader/"[..], b"/catalogsearch/", b"/checkout/", b"/catalog/product_compare/"]
                .contains(&&*rule.value)
        });
        let mut found = group.rules.iter().filter_map(|rule| {
            let assets = Assets::of(&rule.value, is_drupal, is_magento)?;
            let is_opened = || {
                group.rules.iter().any(|allow| {
                    allow.kind == RuleKind::Allow
                        && allow.pattern.meets(&rule.pattern) != Overlap::No
                })
            };
            // An engine with a group of its own may not obey this one.
            let blocks = |path| engines.iter().any(|rules| !rules.check_url(path).is_allowed());
            let is_felt = || rule.path().is_none_or(blocks);
            (rule.kind == RuleKind::Disallow && !is_opened() && is_felt()).then_some((rule, assets))
        });
        let Some((rule, assets)) = found.next() else { continue };
        let mut report = Diagnostic::new(
            rule.span,
            assets.message(),
            format!("{}, or allow the styles and scripts in the folder", group.removal()),
        );
        for (other, assets) in found {
            report = report.related(other.span, format!("this blocks {}", assets.what));
        }
        out.push(match rule.path() {
            Some(path) => report.path(path),
            None => report,
        });
    }
}

/// What a path blocks that pages need.
struct Assets {
    what: &'static str,
    /// What must be so for pages to need it.
    condition: Option<&'static str>,
}

impl Assets {
    /// What a path blocks, if it is a folder of such files, or all of them by their ending. A
    /// single file is blocked on purpose.
    fn of(value: &[u8], is_drupal: bool, is_magento: bool) -> Option<Self> {
        let value = value.strip_suffix(b"$").unwrap_or(value).to_ascii_lowercase();
        let value = value.strip_suffix(b"*").unwrap_or(&value);
        let path = value.strip_prefix(b"/*").or(value.strip_prefix(b"*")).unwrap_or(value);
        let sure = |what| Some(Self { what, condition: None });
        match path {
            b".css" => return sure("all styles"),
            b".js" => return sure("all scripts"),
            b".css?" => return sure("all styles with a query, such as a version"),
            b".js?" => return sure("all scripts with a query, such as a version"),
            _ => {}
        }
        let folder = path.strip_prefix(b"/")?;
        let folder = folder.strip_suffix(b"/").unwrap_or(folder);
        let what = match folder {
            b"wp-includes" | b"wp-includes/js" => "the scripts that WordPress loads on every page",
            b"wp-content/plugins" => "the styles and scripts of WordPress plugins",
            b"wp-content/themes" => "the styles of the WordPress theme",
            b"wp-content" => "the styles, scripts and images of WordPress",
            b"cdn" | b"cdn/shop" => "the images and styles that Shopify serves",
            _ => "",
        };
        if !what.is_empty() {
            return sure(what);
        }
        let (what, condition) = match folder {
            b"css" | b"styles" | b"stylesheets" => ("the styles in this folder", PAGES),
            b"js" | b"javascript" | b"javascripts" => ("the scripts in this folder", PAGES),
            b"assets" => ("the styles and scripts in this folder", PAGES),
            b"misc" | b"core/misc" if is_drupal => ("Drupal's scripts", DRUPAL),
            b"modules" | b"sites/all/modules" if is_drupal => {
                ("the styles and scripts of Drupal modules", DRUPAL)
            }
            b"themes" | b"sites/all/themes" | b"core/themes" if is_drupal => {
                ("the styles of the Drupal theme", DRUPAL)
            }
            b"core" | b"sites" if is_drupal => ("Drupal's styles and scripts", DRUPAL),
            b"skin" if is_magento => ("the styles and images of the Magento theme", MAGENTO),
            b"media" if is_magento => ("the images of Magento products", MAGENTO),
            b"pub/static" | b"static" if is_magento => ("Magento's styles and scripts", MAGENTO),
            _ => (in_folders(folder)?, PAGES),
        };
        Some(Self { what, condition: Some(condition) })
    }

    fn message(&self) -> String {
        let what = self.what;
        match self.condition {
            None => format!("this blocks {what}, so search engines may see broken pages"),
            Some(PAGES) => format!(
                "this blocks {what}; if pages load them, search engines may see broken pages"
            ),
            Some(condition) => {
                format!(
                    "if {condition}, this blocks {what}, and search engines may see broken pages"
                )
            }
        }
    }
}

/// What is in a folder below those in which systems keep what pages load, or which main file it is.
fn in_folders(path: &[u8]) -> Option<&'static str> {
    const ABOVE: [&[u8]; 10] = [
        b"assets",
        b"build",
        b"dist",
        b"files",
        b"media",
        b"public",
        b"res",
        b"resources",
        b"static",
        b"web",
    ];
    const MAIN: [&[u8]; 6] = [b"app", b"bundle", b"main", b"site", b"style", b"styles"];
    let mut segments = path.split(|byte| *byte == b'/');
    let last = segments.next_back()?;
    let is_above = segments.next().is_some_and(|first| ABOVE.contains(&first));
    let is_main =
        |ending: &[u8]| last.strip_suffix(ending).is_some_and(|name| MAIN.contains(&name));
    match last {
        b"css" | b"styles" | b"stylesheets" if is_above => Some("the styles in this folder"),
        b"js" | b"javascript" | b"javascripts" | b"scripts" if is_above => {
            Some("the scripts in this folder")
        }
        _ if is_main(b".css") => Some("a main style sheet"),
        _ if is_main(b".js") => Some("a main script"),
        _ => None,
    }
}

const PAGES: &str = "pages load files from this folder";
const DRUPAL: &str = "the site runs on Drupal";
const MAGENTO: &str = "the site runs on Magento";
