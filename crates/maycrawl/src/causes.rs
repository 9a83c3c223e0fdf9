//! Which knobs make two dialects decide otherwise.

use alloc::vec::Vec;

use crate::agent::Agent;
use crate::dialect::Dialect;
use crate::knobs::Knob;
use crate::robots::Robots;
use crate::verdict::Verdict;

/// The knobs that make `other` decide otherwise than `base`.
///
/// Set in `base` as they are in `other`, they give the decision of `other`; with any one of
/// them left out, they do not.
///
/// Empty if both decide the same. Parses the file once for every knob in which
/// the two differ.
///
/// ```
/// use maycrawl::{Agent, Dialect, explain::deciding_knobs};
///
/// let file = "User-agent: *\nDisallow: /a b";
/// let (base, other) = (&Dialect::GOOGLE, &Dialect::RFC9309);
/// let knobs = deciding_knobs(file, &Agent::token("MyBot"), "/a%20b", base, other);
/// assert_eq!(knobs[0].name, "paths.normalise");
/// ```
pub fn deciding_knobs(
    source: impl AsRef<[u8]>,
    agent: &Agent,
    url: impl AsRef<[u8]>,
    base: &Dialect,
    other: &Dialect,
) -> Vec<&'static Knob> {
    let (source, url) = (source.as_ref(), url.as_ref());
    let decision = |dialect: &Dialect| {
        let verdict: Verdict = Robots::parse(source, dialect).rules(agent).check_url(url);
        (verdict.is_allowed(), verdict.is_undefined())
    };
    let wanted = decision(other);
    if decision(base) == wanted {
        return Vec::new();
    }
    let mut nearest = *other;
    for knob in Knob::all() {
        let mut nearer = nearest;
        knob.copy(base, &mut nearer);
        if nearer != nearest && decision(&nearer) == wanted {
            nearest = nearer;
        }
    }
    Knob::all().iter().filter(|knob| !knob.is_same(&nearest, base)).collect()
}
