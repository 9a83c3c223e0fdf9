//! A plan as a file.

use crate::group::{Group, read_of};
use crate::plan::Plan;
use crate::says::Says;

/// How wide comments are.
const WIDTH: usize = 80;

/// The whole file.
pub(crate) fn file(plan: &Plan, with_comments: bool) -> String {
    let mut out = Text::new(with_comments);
    for group in &plan.groups {
        out.space();
        out.comment(&title(group, plan.groups.len() == 1));
        if group.says.forbids_everything() && group.is_for_everyone() {
            out.list("No robots.txt keeps out crawlers that may ignore it:", &plan.may_ignore);
        }
        out.lines_of(group);
    }
    if with_comments && !plan.obey_nothing.is_empty() {
        out.space();
        out.list("Not named, since they obey no robots.txt:", &plan.obey_nothing);
    }
    out.globals(&plan.sitemaps, &plan.licenses);
    out.written
}

/// A text that grows.
pub(crate) struct Text {
    pub(crate) written: String,
    with_comments: bool,
    /// Whether it has been said who ignores crawl delays.
    said_delay: bool,
}

impl Text {
    pub(crate) fn new(with_comments: bool) -> Self {
        Self { written: String::new(), with_comments, said_delay: false }
    }

    /// Whom a group names and what it says.
    pub(crate) fn lines_of(&mut self, group: &Group) {
        self.list("May ignore this, by their operators' or others' word:", &group.may_ignore);
        self.list(
            "Not named, but obeying this group as they fall back to one that is:",
            &group.fall_back,
        );
        let is_cut = |agent: &&String| *agent != "*" && read_of(agent) != **agent;
        let cut: Vec<_> = group.agents.iter().filter(is_cut).cloned().collect();
        self.list(
            "Many parsers read such a name only to its first sign that is no letter, - or _:",
            &cut,
        );
        for agent in &group.agents {
            self.line("User-agent", agent);
        }
        if !group.ignore_global.is_empty() {
            self.comment("These ignore the group for *, and must be named.");
            for agent in &group.ignore_global {
                self.line("User-agent", agent);
            }
        }
        self.says(&group.says);
    }

    /// What a group says.
    pub(crate) fn says(&mut self, says: &Says) {
        let mut reason: Option<&str> = None;
        for told in &says.rules {
            let because = if told.is_repeated {
                Some("For everyone, and repeated: a crawler named here ignores the group for *.")
            } else {
                told.because.as_deref()
            };
            if because != reason {
                self.comment(because.unwrap_or("Further"));
                reason = because;
            }
            self.rule(&told.rule.to_string());
        }
        if says.blocked {
            if reason.is_some() {
                self.comment("Everything else");
            }
            self.line("Disallow", "/");
        } else if says.rules.is_empty() {
            self.line("Allow", "/");
        }
        if let Some(seconds) = &says.crawl_delay {
            if !self.said_delay {
                self.comment("Google and Yandex ignore Crawl-delay.");
                self.said_delay = true;
            }
            self.line("Crawl-delay", seconds);
        }
        if let Some(signal) = &says.content_signal {
            self.line("Content-Signal", signal);
        }
        for usage in &says.content_usage {
            self.line("Content-Usage", usage);
        }
    }

    /// What stands outside of groups.
    pub(crate) fn globals(&mut self, sitemaps: &[String], licenses: &[String]) {
        for (field, urls) in [("Sitemap", sitemaps), ("License", licenses)] {
            if !urls.is_empty() {
                self.space();
            }
            for url in urls {
                self.line(field, url);
            }
        }
    }

    /// A blank line, unless nothing stands before it.
    pub(crate) fn space(&mut self) {
        if !self.written.is_empty() {
            self.written.push('\n');
        }
    }

    pub(crate) fn line(&mut self, field: &str, value: &str) {
        self.rule(format!("{field}: {value}").trim_end());
    }

    fn rule(&mut self, line: &str) {
        self.written.push_str(line);
        self.written.push('\n');
    }

    /// A comment that names crawlers, if there are any.
    fn list(&mut self, what: &str, names: &[String]) {
        if names.is_empty() {
            return;
        }
        self.comment(&format!("{what} {}", names.join(", ")));
    }

    /// A comment, wrapped.
    pub(crate) fn comment(&mut self, text: &str) {
        if !self.with_comments {
            return;
        }
        let mut line = String::from("#");
        for word in text.split_whitespace() {
            if line.len() > 1 && line.len() + 1 + word.len() > WIDTH {
                self.rule(&line);
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(word);
        }
        self.rule(&line);
    }
}

/// What a group is about, in a few words.
pub(crate) fn title(group: &Group, is_alone: bool) -> String {
    let says = &group.says;
    let whom = match (group.is_for_everyone(), group.because.as_slice()) {
        (true, []) if is_alone => "Everyone".into(),
        (true, []) => "Everyone who is not named below".into(),
        (false, []) => String::new(),
        (_, reasons) => reasons.join(", "),
    };
    let may = match (says.blocked, says.rules.is_empty()) {
        (true, true) => "may fetch nothing",
        (true, false) => "may fetch only what is allowed here",
        (false, true) => "may fetch everything",
        (false, false) => "may fetch everything but this",
    };
    let title = if whom.is_empty() { may.to_owned() } else { format!("{whom}: {may}") };
    let mut letters = title.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
