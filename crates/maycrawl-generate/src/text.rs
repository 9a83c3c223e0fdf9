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
            out.list("These may ignore robots.txt; block them on the server:", &plan.may_ignore);
        }
        if plan.is_star_only && group.is_for_everyone() && group.says.forbids() {
            out.comment("Not for crawlers that ignore this group, such as AdsBot-Google.");
        }
        out.lines_of(group);
    }
    out.obey_nothing(plan);
    out.globals(&plan.sitemaps, &plan.licenses);
    out.written
}

/// A text that grows.
pub(crate) struct Text {
    pub(crate) written: String,
    with_comments: bool,
}

impl Text {
    pub(crate) fn new(with_comments: bool) -> Self {
        Self { written: String::new(), with_comments }
    }

    /// Crawlers of the plan that no line would reach.
    pub(crate) fn obey_nothing(&mut self, plan: &Plan) {
        if self.with_comments && !plan.obey_nothing.is_empty() {
            self.space();
            let what = "Not listed, because they obey no robots.txt (block them on the server):";
            self.list(what, &plan.obey_nothing);
        }
    }

    /// Whom a group names and what it says.
    pub(crate) fn lines_of(&mut self, group: &Group) {
        self.list(
            "Said to ignore robots.txt at times, by their operators or by others:",
            &group.may_ignore,
        );
        self.list(
            "These follow this group too, because they have none of their own here:",
            &group.fall_back,
        );
        let is_cut = |agent: &&String| *agent != "*" && read_of(agent) != **agent;
        let cut: Vec<_> = group.agents.iter().filter(is_cut).cloned().collect();
        self.list(
            "Strict parsers stop reading a name at a digit, a dot or a space, so these lines may have no effect there:",
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
        self.says(&group.says, group.is_for_everyone());
    }

    /// What a group says.
    fn says(&mut self, says: &Says, is_for_everyone: bool) {
        let mut reason: Option<&str> = None;
        for told in &says.rules {
            let because = if told.is_repeated {
                Some("Repeated, since crawlers that are named read no other group.")
            } else {
                told.because.as_deref()
            };
            if because != reason {
                self.comment(because.unwrap_or("Other paths"));
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
            if is_for_everyone {
                self.comment("Google and Yandex ignore Crawl-delay.");
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
fn title(group: &Group, is_alone: bool) -> String {
    let says = &group.says;
    let may = match (says.blocked, says.rules.is_empty()) {
        (true, true) => "may fetch nothing",
        (true, false) => "may fetch only what is allowed below",
        (false, true) => "may fetch everything",
        (false, false) if !says.forbids() => "may fetch everything",
        (false, false) => "may fetch everything except the paths below",
    };
    match group.because.as_slice() {
        _ if group.is_for_everyone() && is_alone => format!("All crawlers {may}"),
        _ if group.is_for_everyone() => format!("All crawlers that are not named below {may}"),
        [] if group.agents.len() == 1 => format!("This crawler {may}"),
        [] => format!("These crawlers {may}"),
        reasons => format!("{}: {may}", reasons.join(", ")),
    }
}

/// What is added to a file, in a few words.
pub(crate) fn added_title(group: &Group) -> String {
    match group.because.as_slice() {
        [] => "Added".into(),
        reasons => format!("Added: {}", reasons.join(", ")),
    }
}
