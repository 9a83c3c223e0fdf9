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
        let answers: Vec<_> =
            parsed.iter().map(|robots| Answer::ask(&robots.rules(agent), url)).collect();
        let of_base = answers.iter().find(|answer| answer.dialect == *base).map(decision);
        let answers = Dialect::PRESETS.iter().zip(answers).map(|((name, dialect), answer)| {
            // Most dialects agree on most questions; only others are looked into.
            let differs = of_base.is_none_or(|of_base| of_base != decision(&answer));
            let causes =
                if differs { causes(source, agent, url, base, dialect) } else { Vec::new() };
            DialectAnswer { dialect: name, answer, causes }
        });
        let answers = answers.collect();
        Self { agent: agent.clone(), url: url.into(), base: *base, answers }
    }

    /// The answers for a URL of another origin than the file's, `origin`.
    pub fn out_of_scope(
        parsed: &[Robots],
        agent: &Agent,
        url: &[u8],
        base: &Dialect,
        origin: &str,
    ) -> Self {
        let answers =
            Dialect::PRESETS.iter().zip(parsed).map(|((name, _), robots)| DialectAnswer {
                dialect: name,
                answer: Answer::out_of_scope(&robots.rules(agent), url, origin),
                causes: Vec::new(),
            });
        let answers = answers.collect();
        Self { agent: agent.clone(), url: url.into(), base: *base, answers }
    }

    /// Whether every dialect allows it.
    pub fn is_allowed_by_all(&self) -> bool {
        self.answers.iter().all(|answer| answer.answer.is_allowed())
    }
}

fn decision(answer: &Answer) -> (bool, bool) {
    let is_undefined = answer.explanation().is_some_and(|e| e.verdict.is_undefined());
    (answer.is_allowed(), is_undefined)
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
