//! What a rule is: a name, its documentation, and a check.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::file::File;
use crate::ignore::Ignore;
use crate::rule_group::RuleGroup;
use crate::severity::Severity;

/// A rule of the linter.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name: the group, a hyphen, and what it finds.
    pub name: &'static str,
    /// A short alias that never changes.
    pub code: &'static str,
    /// What it is about.
    pub group: RuleGroup,
    /// How much its findings matter, unless the settings change it.
    pub severity: Severity,
    /// Whether it runs only where it is selected: its findings are true, but too few
    /// of them are worth a site owner's time. Its page says why.
    pub is_pedantic: bool,
    /// Its page in Markdown, as written in its file.
    pub(crate) docs: &'static str,
    pub(crate) check: Check,
}

/// What a rule looks at, and how.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// Looks at a robots.txt; does not run on a file that is none at all.
    Text(fn(&File<'_>, &mut Vec<Diagnostic>)),
    /// Finds that a file is no robots.txt at all.
    Content(fn(&File<'_>, &mut Vec<Diagnostic>)),
    /// Looks at the outcome of the request for the file.
    Answer(fn(&File<'_>, &mut Vec<Diagnostic>)),
    /// Looks at the comments that silence rules, after all others have run.
    Ignores(fn(&IgnoreOutcome<'_>, &mut Vec<Diagnostic>)),
}

/// What became of the comments that silence rules.
pub(crate) struct IgnoreOutcome<'a> {
    pub(crate) ignores: &'a [Ignore],
    /// Every rule there is.
    pub(crate) all: &'a [&'static Rule],
    /// The rules that ran.
    pub(crate) running: &'a [&'static Rule],
}

impl Rule {
    /// Whether a name is its own, its code or its group.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        name == self.name || name == self.group.as_str() || self.code.eq_ignore_ascii_case(name)
    }

    /// What it checks, in a paragraph.
    pub fn summary(&self) -> String {
        first_paragraph(&self.text())
    }

    /// Why it matters, in a paragraph, with the source.
    pub fn why(&self) -> String {
        first_paragraph(&self.section("Why"))
    }

    /// Its page in Markdown.
    pub fn page(&self) -> String {
        let Self { name, code, .. } = self;
        let lines: Vec<_> = self.text().trim().lines().map(shown_line).collect();
        let pedantic = if self.is_pedantic { " · pedantic: off unless selected" } else { "" };
        let severity = self.severity.as_str();
        format!("# {name}\n\n`{code}` · {severity}{pedantic}\n\n{}\n", lines.join("\n"))
    }

    /// The text of a section of its page; empty if there is none.
    pub fn section(&self, title: &str) -> String {
        let text = self.text();
        let of_title = |section: &&str| section.lines().next() == Some(title);
        let found = text.split("\n## ").skip(1).find(of_title);
        found.and_then(|text| text.split_once('\n')).map_or("", |(_, text)| text.trim()).into()
    }

    /// The page without the space that a doc comment has before each line.
    fn text(&self) -> String {
        let lines = self.docs.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A line of a page for readers: the options behind the fence of an example become a
/// sentence.
fn shown_line(line: &str) -> String {
    let Some((fence, info)) =
        line.split_once("robots ").filter(|(fence, _)| fence.starts_with("```"))
    else {
        return line.into();
    };
    let sentences = info.split(' ').filter_map(|option| {
        let (name, value) = option.split_once('=')?;
        Some(match name {
            "repeated" => format!("The last character is repeated {value} times:\n\n"),
            "lines" => format!("The last line is repeated {value} times:\n\n"),
            "answer" => format!("The answer to the request: {value}.\n\n"),
            "urls" => format!("URLs of the site: {}.\n\n", value.replace(',', ", ")),
            _ => return None,
        })
    });
    format!("{}{fence}robots", sentences.collect::<String>())
}

fn first_paragraph(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// Declares the rule of a file: its page as a doc comment, then its group, name,
/// code, severity and check, and `pedantic` if it is off by default.
///
/// The page: a paragraph on what it checks, `## Why`, `## Bad` and `## Good`
/// with an example each, `## Fix` with the result of the fix if there is one,
/// `## Limits`, and `## Pedantic` where it is. A test runs every example.
macro_rules! rule {
    (@is_pedantic) => { false };
    (@is_pedantic pedantic) => { true };
    (
        $(#[doc = $line:literal])+
        $group:ident, $name:literal, $code:literal, $severity:ident, $kind:ident($check:path)
        $(, $pedantic:ident)?
    ) => {
        pub(crate) const RULE: crate::rule::Rule = crate::rule::Rule {
            name: $name,
            code: $code,
            group: crate::rule_group::RuleGroup::$group,
            severity: crate::severity::Severity::$severity,
            is_pedantic: crate::rule::rule!(@is_pedantic $($pedantic)?),
            docs: concat!($($line, "\n"),+),
            check: crate::rule::Check::$kind($check),
        };
    };
}

pub(crate) use rule;
