//! What a rule is: a name, its documentation, and a check.

use std::fmt;

use crate::file::File;
use crate::finding::{Report, Severity};

/// A rule of the linter.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name: a group, a hyphen, and what is found.
    pub name: &'static str,
    /// A short alias that never changes.
    pub code: &'static str,
    /// How much its findings matter, unless the settings say otherwise.
    pub severity: Severity,
    /// Its page in Markdown, as written in its file.
    pub(crate) docs: &'static str,
    pub(crate) check: fn(&File<'_>, &mut Vec<Report>),
}

impl Rule {
    /// The group of rules to which it belongs: the first word of its name.
    pub fn group(&self) -> &'static str {
        self.name.split('-').next().unwrap_or(self.name)
    }

    /// Whether a name is its own, its code or its group.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        name == self.name || name == self.group() || self.code.eq_ignore_ascii_case(name)
    }

    /// Whether it looks at the file as a whole, even at one that is no
    /// robots.txt at all.
    pub(crate) fn is_about_the_whole(&self) -> bool {
        self.group() == "access" || crate::score::NO_FILE.contains(&self.name)
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
        format!("# {name}\n\n`{code}` · {}\n\n{}\n", self.severity.name(), lines.join("\n"))
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

/// A line of a page as readers see it: what stands behind the fence of an example
/// is for the test that runs it.
fn shown_line(line: &str) -> String {
    let Some((fence, info)) =
        line.split_once("robots ").filter(|(fence, _)| fence.starts_with("```"))
    else {
        return line.into();
    };
    let told = info.split(' ').filter_map(|option| {
        let (name, value) = option.split_once('=')?;
        Some(match name {
            "repeated" => format!("The last character stands {value} times:\n\n"),
            "lines" => format!("The last line stands {value} times:\n\n"),
            "answer" => format!("The answer to the request: {value}.\n\n"),
            "urls" => format!("URLs of the site: {}.\n\n", value.replace(',', ", ")),
            _ => return None,
        })
    });
    format!("{}{fence}robots", told.collect::<String>())
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

/// Declares the rule of a file: its page as a doc comment, then its name, code,
/// severity and check.
///
/// The page: a paragraph on what it checks, `## Why`, `## Bad` and `## Good`
/// with an example each, `## Fix` with the result of the fix if there is one,
/// and `## Limits`. Every example is run by a test.
macro_rules! rule {
    ($(#[doc = $line:literal])+ $name:literal, $code:literal, $severity:ident, $check:path) => {
        pub(crate) const RULE: crate::rule::Rule = crate::rule::Rule {
            name: $name,
            code: $code,
            severity: crate::finding::Severity::$severity,
            docs: concat!($($line, "\n"),+),
            check: $check,
        };
    };
}

pub(crate) use rule;
