//! One question to rules: the path, the dialect, and what the rules said so far.

use crate::dialect::{Dialect, PathKnobs, UrlForm};
use crate::escapes::suspect_in;
use crate::filter::{LONG_PATH, Pairs};
use crate::group::RuleKind;
use crate::path::UrlPath;
use crate::pattern::{matches, normal_text};
use crate::precedence::{Candidate, Contest, effective_rule};
use crate::span::offset;
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId};
use crate::wildcards::{index_directory, split_anchor};

/// A question to rules. Each rule that matches is offered to the contest.
pub(crate) struct Ask<'a, S> {
    /// In the form of the dialect.
    pub(crate) path: &'a UrlPath<'a>,
    pub(crate) dialect: &'a Dialect,
    pub(crate) contest: &'a mut Contest,
    pub(crate) steps: &'a mut S,
}

impl<'a, S: Steps> Ask<'a, S> {
    /// The path to match.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.path.as_bytes()
    }

    pub(crate) const fn knobs(&self) -> &'a PathKnobs {
        &self.dialect.paths
    }

    /// Offers a rule that matches.
    pub(crate) fn offer(&mut self, candidate: Candidate) {
        self.contest.offer(candidate, self.knobs());
    }

    /// Offers a rule as it is written, if it matches.
    #[inline]
    pub(crate) fn offer_written(&mut self, kind: RuleKind, value: &[u8], rule: RuleId) {
        let knobs = self.knobs();
        self.steps.took(value.len());
        let (kind, value, reason) = effective_rule(kind, value, self.dialect.groups.empty_disallow);
        if value.is_empty() {
            return self.contest.offer_empty(kind, rule);
        }
        let is_index = knobs.index_html && kind == RuleKind::Allow;
        let len = offset(value.len());
        let literal = Candidate { kind, len, has_wildcard: false, reason, rule };
        let encodes = matches!(knobs.normalise, UrlForm::Google | UrlForm::Parser);
        match begins(value, self.bytes(), is_index, encodes) {
            Some(false) => {}
            Some(true) => self.offer(literal),
            // A rule that stands for a folder too need not spell all that it says.
            None if encodes
                && self.lacks(value)
                && !(is_index && index_directory(value).is_some()) => {}
            None => self.offer_normalised(literal, value),
        }
    }

    /// Whether the path lacks what a rule spells after its first `*`, as a look at a few bytes
    /// tells. A long path lacks little.
    fn lacks(&self, value: &[u8]) -> bool {
        if !self.knobs().wildcards || self.bytes().len() > LONG_PATH {
            return false;
        }
        let star = value.iter().position(|byte| *byte == b'*');
        let after = star.and_then(|at| value.get(at.saturating_add(1)..)).unwrap_or_default();
        !Pairs::of_first_literal(after).are_in(self.path.pairs())
    }

    /// Offers a rule if its pattern matches, or that of the folder of its `index.html`.
    fn offer_normalised(&mut self, candidate: Candidate, value: &[u8]) {
        let knobs = self.knobs();
        let text = normal_text(value, knobs);
        if self.matches(&text) {
            let (len, has_wildcard) = (offset(text.len()), self.has_wildcard(&text));
            self.offer(Candidate { len, has_wildcard, ..candidate });
        } else if knobs.index_html
            && candidate.kind == RuleKind::Allow
            && let Some(directory) = index_directory(&text)
            && matches(directory, true, knobs.wildcards, self.bytes(), self.steps)
        {
            let len = offset(directory.len()).saturating_add(1);
            let (has_wildcard, reason) = (self.has_wildcard(directory), Reason::IndexHtml);
            self.offer(Candidate { len, has_wildcard, reason, ..candidate });
        }
    }

    /// Whether a pattern matches the path.
    fn matches(&mut self, text: &[u8]) -> bool {
        let wildcards = self.knobs().wildcards;
        let (literals, anchored) = split_anchor(text, wildcards);
        matches(literals, anchored, wildcards, self.bytes(), self.steps)
    }

    fn has_wildcard(&self, text: &[u8]) -> bool {
        self.knobs().wildcards && text.contains(&b'*')
    }
}

/// Whether a rule's value begins a path, as far as bytes tell that stand for themselves
/// in every form, or for an escape where the form encodes what is not ASCII and decodes
/// nothing. One that may stand for its directory is not told by a path that ends.
#[inline]
fn begins(value: &[u8], path: &[u8], may_be_directory: bool, encodes: bool) -> Option<bool> {
    let mut rest = path;
    for byte in value {
        if suspect_in(*byte) != 0 {
            let is_escape = encodes && (*byte == b'%' || !byte.is_ascii());
            return match rest {
                [] if may_be_directory => None,
                [b'%', ..] => None,
                _ if is_escape => Some(false),
                _ => None,
            };
        }
        rest = match rest {
            [same, after @ ..] if same == byte => after,
            [] if may_be_directory => return None,
            _ => return Some(false),
        };
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use crate::{Agent, Dialect, Robots};

    /// `index.html` stands after the `*`, and the path that is allowed lacks it.
    #[test]
    fn a_folder_is_allowed_by_what_its_path_lacks() {
        let file = "User-agent: *\nDisallow: /\nAllow: /*/index.html";
        let rules = Robots::parse(file, &Dialect::GOOGLE_PARSER).rules(&Agent::token("F"));
        assert!(rules.check_url("/a/").is_allowed());
        assert!(!rules.check_url("/a/b").is_allowed());
    }
}
