//! One question in every dialect: where they disagree, and by which knob.

use maycrawl::{
    Agent, Dialect, Rules, UrlPath, dialect::Preset, explain::deciding_knobs, knobs::Knob,
};

use crate::answer::{Answer, Outcome};

/// One question in every dialect.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Who asks.
    pub agent: Agent,
    /// The URL or path as it was given.
    pub url: Box<[u8]>,
    /// The dialect that the others are compared with.
    pub base: Dialect,
    /// The answers, in the order of [`Preset::ALL`].
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
    /// Asks every preset. `rules` are the agent's in `source` as the presets read it, in
    /// the order of [`Preset::ALL`], so that many questions share them.
    pub fn ask(
        source: &[u8],
        agent: &Agent,
        rules: &[Rules],
        path: &UrlPath<'_>,
        base: &Dialect,
    ) -> Self {
        let url = path.text();
        let answers: Vec<_> = rules.iter().map(|rules| Answer::explain(rules, path)).collect();
        let of_base = answers.iter().find(|answer| answer.dialect == *base).map(decision);
        let answers =
            Preset::ALL.iter().zip(answers).map(|(Preset { name, dialect, .. }, answer)| {
                // Most dialects agree on most questions; only others are looked into.
                let differs = of_base.is_none_or(|of_base| of_base != decision(&answer));
                let causes = if differs {
                    deciding_knobs(source, agent, url, base, dialect)
                } else {
                    Vec::new()
                };
                DialectAnswer { dialect: name, answer, causes }
            });
        let answers = answers.collect();
        Self { agent: agent.clone(), url: url.into(), base: *base, answers }
    }

    /// The answers for a URL of another origin than the file's, `origin`.
    pub fn out_of_scope(
        agent: &Agent,
        rules: &[Rules],
        url: &[u8],
        base: &Dialect,
        origin: &str,
    ) -> Self {
        let outcome = Outcome::OutOfScope { origin: origin.into() };
        Self::without_rules(agent, rules, url, base, &outcome)
    }

    /// The same outcome in every dialect, because no rules were asked.
    pub fn without_rules(
        agent: &Agent,
        rules: &[Rules],
        url: &[u8],
        base: &Dialect,
        outcome: &Outcome,
    ) -> Self {
        let answers = Preset::ALL.iter().zip(rules).map(|(Preset { name, .. }, rules)| {
            let answer = Answer::new(agent, url, rules.dialect(), outcome.clone());
            DialectAnswer { dialect: name, answer, causes: Vec::new() }
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
