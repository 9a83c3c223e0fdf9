//! A plan as a file.

use crate::groups::Group;
use crate::plan::{Comments, Plan};

mod writer;

pub(crate) use writer::Writer;

impl Plan {
    /// The file. Ends in a line feed; the same plan always gives the same bytes.
    pub fn write(&self, comments: Comments) -> String {
        let mut out = Writer::new(comments);
        for group in &self.groups {
            out.blank_line();
            out.comment(&title(group, self.groups.len() == 1));
            if group.content.forbids_everything() && group.is_for_everyone() {
                out.list(
                    "These may ignore robots.txt; block them on the server:",
                    &self.agents.may_ignore,
                );
            }
            if self.is_star_only && group.is_for_everyone() && group.content.forbids() {
                out.comment("Some crawlers, such as AdsBot-Google, ignore this group.");
            }
            out.group(group);
        }
        out.obey_nothing(self.obey_nothing());
        out.globals(self.sitemaps(), self.licenses());
        out.text
    }
}

/// What a group is about, in a few words.
fn title(group: &Group, is_alone: bool) -> String {
    let content = &group.content;
    let may = match (content.blocked, content.rules.is_empty()) {
        (true, true) => "may fetch nothing",
        (true, false) => "may fetch only what is allowed below",
        (false, true) => "may fetch everything",
        (false, false) if !content.forbids() => "may fetch everything",
        (false, false) => "may fetch everything except the paths below",
    };
    match group.reasons.as_slice() {
        _ if group.is_for_everyone() && is_alone => format!("All crawlers {may}"),
        _ if group.is_for_everyone() => format!("All crawlers that are not named below {may}"),
        [] if group.agents.len() == 1 => format!("This crawler {may}"),
        [] => format!("These crawlers {may}"),
        reasons => format!("{}: {may}", reasons.join(", ")),
    }
}
