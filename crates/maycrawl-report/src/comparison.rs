//! One question in every dialect: where they disagree, and by which knob.

use maycrawl::{Agent, Dialect, Knob, Robots, Verdict};

use crate::answer::Answer;

/// One question in every dialect.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Who asks.
    pub agent: Agent,
    /// The URL or path as it was given.
    pub url: Box<[u8]>,
    /// The dialect that the others are compared with.
    pub base: Dialect,
    /// The answers, in the order of [`Dialect::PRESETS`].
    pub answers: Vec<DialectAnswer>,
}

/// The answer of one dialect.
#[derive(Clone, Debug)]
pub struct DialectAnswer {
    /// The dialect's name.
    pub dialect: &'static str,
    /// Its answer.
    pub answer: Answer,
    /// The knobs that make it another than the base's; empty where it is none.
    pub causes: Vec<&'static Knob>,
}

impl Comparison {
    /// Asks every preset. `parsed` are the presets' readings of `source`, in
    /// the order of [`Dialect::PRESETS`], so that many questions share them.
    pub fn ask(
        source: &[u8],
        parsed: &[Robots],
        agent: &Agent,
        url: &[u8],
        base: &Dialect,
    ) -> Self {
        let answers =
            Dialect::PRESETS.iter().zip(parsed).map(|((name, dialect), robots)| DialectAnswer {
                dialect: name,
                answer: Answer::ask(&robots.rules(agent), url),
                causes: causes(source, agent, url, base, dialect),
            });
        Self { agent: agent.clone(), url: url.into(), base: *base, answers: answers.collect() }
    }

    /// Whether every dialect allows it.
    pub fn is_allowed_by_all(&self) -> bool {
        self.answers.iter().all(|answer| answer.answer.is_allowed())
    }
}

/// The knobs that make `other` decide otherwise than `base`: set in the base
/// as they are in the other, they give its decision, and with any one of them
/// left out they do not.
///
/// Empty if both decide the same. Parses the file once for every knob in which
/// the two differ.
pub fn causes(
    source: &[u8],
    agent: &Agent,
    url: &[u8],
    base: &Dialect,
    other: &Dialect,
) -> Vec<&'static Knob> {
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
        let nearer = knob.copy(&nearest, base);
        if nearer != nearest && decision(&nearer) == wanted {
            nearest = nearer;
        }
    }
    Knob::all().iter().filter(|knob| knob.value(&nearest) != knob.value(base)).collect()
}
