//! A robots.txt that grows line by line.

use crate::content::GroupContent;
use crate::groups::Group;
use crate::plan::Comments;
use crate::token::is_cut;

/// How wide comments are.
const WIDTH: usize = 80;

/// A robots.txt that grows line by line.
pub(crate) struct Writer {
    pub(crate) text: String,
    comments: Comments,
}

impl Writer {
    pub(crate) fn new(comments: Comments) -> Self {
        Self { text: String::new(), comments }
    }

    /// Names in a comment the crawlers of the plan that no line would reach.
    pub(crate) fn obey_nothing(&mut self, tokens: &[String]) {
        if self.comments == Comments::Include && !tokens.is_empty() {
            self.blank_line();
            let what = "Not listed, because they obey no robots.txt (block them on the server):";
            self.list(what, tokens);
        }
    }

    /// A group: its agents and its content.
    pub(crate) fn group(&mut self, group: &Group) {
        self.list(
            "These may ignore robots.txt at times, according to their operators or others:",
            &group.may_ignore,
        );
        self.list(
            "These follow this group too, because the file has no group for them:",
            &group.fall_back,
        );
        let is_cut = |agent: &&String| *agent != "*" && is_cut(agent);
        let cut: Vec<_> = group.agents.iter().filter(is_cut).cloned().collect();
        self.list(
            "Strict parsers stop reading a name at a digit, a dot or a space, so they may ignore \
            the lines for:",
            &cut,
        );
        for agent in &group.agents {
            self.line("User-agent", agent);
        }
        if !group.ignore_global.is_empty() {
            self.comment("These ignore \"User-agent: *\", so they are listed by name.");
            for agent in &group.ignore_global {
                self.line("User-agent", agent);
            }
        }
        self.content(&group.content, group.is_for_everyone());
    }

    fn content(&mut self, content: &GroupContent, is_for_everyone: bool) {
        let mut above: Option<&str> = None;
        for one in &content.rules {
            let reason = if one.is_repeated {
                Some("Repeated, because a crawler that is named ignores the group for *.")
            } else {
                one.reason.as_deref()
            };
            if reason != above {
                self.comment(reason.unwrap_or("Other paths"));
                above = reason;
            }
            self.whole_line(&one.rule.to_string());
        }
        if content.blocked {
            if above.is_some() {
                self.comment("Everything else");
            }
            self.line("Disallow", "/");
        } else if content.rules.is_empty() {
            self.line("Allow", "/");
        }
        if let Some(seconds) = &content.crawl_delay {
            if is_for_everyone {
                self.comment("Google and Yandex ignore Crawl-delay.");
            }
            self.line("Crawl-delay", seconds);
        }
        if let Some(signal) = &content.content_signal {
            self.line("Content-Signal", signal);
        }
        for usage in &content.content_usage {
            self.line("Content-Usage", usage);
        }
    }

    /// The lines that belong to no group.
    pub(crate) fn globals(&mut self, sitemaps: &[String], licenses: &[String]) {
        for (field, urls) in [("Sitemap", sitemaps), ("License", licenses)] {
            if !urls.is_empty() {
                self.blank_line();
            }
            for url in urls {
                self.line(field, url);
            }
        }
    }

    /// A blank line, unless it would be the first.
    pub(crate) fn blank_line(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    pub(crate) fn line(&mut self, field: &str, value: &str) {
        self.whole_line(format!("{field}: {value}").trim_end());
    }

    fn whole_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A comment that names crawlers, if there are any.
    pub(crate) fn list(&mut self, what: &str, names: &[String]) {
        if !names.is_empty() {
            self.comment(&format!("{what} {}", names.join(", ")));
        }
    }

    /// A comment, wrapped.
    pub(crate) fn comment(&mut self, text: &str) {
        if self.comments == Comments::Omit {
            return;
        }
        let mut line = String::from("#");
        for word in text.split_whitespace() {
            if line.len() > 1 && line.len() + 1 + word.len() > WIDTH {
                self.whole_line(&line);
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(word);
        }
        self.whole_line(&line);
    }
}
