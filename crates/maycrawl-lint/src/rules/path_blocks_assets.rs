//! The rule `path-blocks-assets`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks the styles, scripts or images that search engines need to see a page.
    ///
    /// ## Why
    ///
    /// Search engines render pages as browsers do, and judge them by what they see. Scripts that
    /// are blocked are not run
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics)).
    /// Without its styles and scripts a page may look broken, or empty. WordPress, Drupal, Magento
    /// and Shopify keep them in folders that old lists of rules block.
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
    /// Only rules for all crawlers or for Googlebot or bingbot, and only paths that name all styles
    /// or scripts: `/*.css`, `/*.js`, folders at the root called `css`, `js`, `styles`, `stylesheets`,
    /// `javascript` or `assets`, and the folders of the four systems. Not where an `Allow` of the
    /// same group opens a part of the folder. Reported once a group.
    Path, "path-blocks-assets", "P016", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let block = file.global_block();
    for group in &file.groups {
        let is_search = |agent: &AgentEntry<'_>| {
            agent.is_global || [&b"googlebot"[..], b"bingbot"].contains(&&*agent.token)
        };
        if !group.agents.iter().any(is_search) || (block.is_some() && group.is_global()) {
            continue;
        }
        let is_drupal = group.rules.iter().any(|rule| {
            [&b"/CHANGELOG.txt"[..], b"/core/", b"/sites/", b"/?q=admin/"].contains(&&*rule.value)
        });
        let is_magento = group.rules.iter().any(|rule| {
            [&b"/downloader/"[..], b"/catalogsearch/", b"/checkout/", b"/catalog/product_compare/"]
                .contains(&&*rule.value)
        });
        let mut found = group.rules.iter().filter_map(|rule| {
            let what = assets(&rule.value, is_drupal, is_magento)?;
            let is_opened = || {
                group.rules.iter().any(|allow| {
                    allow.kind == RuleKind::Allow
                        && allow.pattern.meets(&rule.pattern) != Overlap::No
                })
            };
            (rule.kind == RuleKind::Disallow && !is_opened()).then_some((rule, what))
        });
        let Some((rule, what)) = found.next() else { continue };
        let mut report = Diagnostic::new(
            rule.span,
            format!("this blocks {what}, so search engines may see broken pages"),
            format!("{}, or allow the styles and scripts in the folder", group.removal()),
        );
        for (other, what) in found {
            report = report.related(other.span, format!("this blocks {what}"));
        }
        out.push(match rule.path() {
            Some(path) => report.path(path),
            None => report,
        });
    }
}

/// What a path blocks that pages need, if it is a folder of such files, or all of them by
/// their ending. A single file is blocked on purpose.
fn assets(value: &[u8], is_drupal: bool, is_magento: bool) -> Option<&'static str> {
    let value = value.strip_suffix(b"$").unwrap_or(value).to_ascii_lowercase();
    let value = value.strip_suffix(b"*").unwrap_or(&value);
    let path = value.strip_prefix(b"/*").or(value.strip_prefix(b"*")).unwrap_or(value);
    match path {
        b".css" => return Some("all styles"),
        b".js" => return Some("all scripts"),
        _ => {}
    }
    let folder = path.strip_prefix(b"/")?;
    let folder = folder.strip_suffix(b"/").unwrap_or(folder);
    Some(match folder {
        b"css" | b"styles" | b"stylesheets" => "the site's styles",
        b"js" | b"javascript" | b"javascripts" => "the site's scripts",
        b"assets" => "the site's styles and scripts",
        b"wp-includes" | b"wp-includes/js" => "the scripts that WordPress loads on every page",
        b"wp-content/plugins" => "the styles and scripts of WordPress plugins",
        b"wp-content/themes" => "the styles of the WordPress theme",
        b"wp-content" => "the styles, scripts and images of WordPress",
        b"misc" | b"core/misc" if is_drupal => "the scripts of Drupal",
        b"modules" | b"sites/all/modules" if is_drupal => {
            "the styles and scripts of Drupal modules"
        }
        b"themes" | b"sites/all/themes" | b"core/themes" if is_drupal => {
            "the styles of the Drupal theme"
        }
        b"core" | b"sites" if is_drupal => "styles and scripts of Drupal",
        b"skin" if is_magento => "the styles and images of the Magento theme",
        b"media" if is_magento => "the images of Magento products",
        b"pub/static" | b"static" if is_magento => "the styles and scripts of Magento",
        b"cdn" | b"cdn/shop" => "the images and styles that Shopify serves",
        _ => return None,
    })
}
