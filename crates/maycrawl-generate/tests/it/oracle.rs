//! What a plan means, computed from the choices without a look at the file.

use maycrawl::{
    Dialect,
    dialect::{TokenLists, UaMatch},
    robots::RuleKind,
};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys};
use maycrawl_generate::{Audience, Choice, Instruction};

pub(crate) const ENGINES: [(&str, Dialect); 4] = [
    ("google", Dialect::GOOGLE),
    ("rfc9309", Dialect::RFC9309),
    ("bing", Dialect::BING),
    ("yandex", Dialect::YANDEX),
];

/// What choices mean, as far as it is the same for all paths.
pub(crate) struct Meaning<'c> {
    pub(crate) choices: &'c [Choice],
    pub(crate) everyone: Vec<&'c Choice>,
    /// Whom a file can name.
    pub(crate) named: Vec<&'c str>,
}

impl<'c> Meaning<'c> {
    pub(crate) fn of(choices: &'c [Choice]) -> Self {
        let known = Catalogue::built_in().crawlers().iter().map(Crawler::token);
        let given = choices.iter().filter_map(|choice| match &choice.audience {
            Audience::Token { token, .. } => Some(token.as_str()),
            _ => None,
        });
        let is_named = |token: &&str| {
            let obeys = find(token).is_none_or(|crawler| crawler.obeys() != Obeys::No);
            obeys && choices.iter().any(|one| is_about(one, token) && is_of_crawlers(one))
        };
        Self {
            choices,
            everyone: choices
                .iter()
                .filter(|choice| choice.audience == Audience::Everyone)
                .collect(),
            named: known.chain(given).filter(is_named).collect(),
        }
    }

    /// The choices about a crawler itself, as an engine can know; `None` where it need
    /// not obey.
    pub(crate) fn own(&self, crawler: &Crawler, engine: &Dialect) -> Option<Vec<&'c Choice>> {
        let mut tokens = vec![crawler.token()];
        if engine.groups.token_lists == TokenLists::Walk {
            tokens.extend(crawler.fallback().unwrap_or_default().iter().map(String::as_str));
        }
        // A parser may read less of a name than stands there.
        let is_whole = engine.groups.ua_match == UaMatch::Whole;
        let names = |token: &str| {
            let reaches = |name: &str| {
                let is_read = is_plain(token) && read_of(name).eq_ignore_ascii_case(token);
                if is_whole { name.eq_ignore_ascii_case(token) } else { is_read }
            };
            self.named.iter().find(|name| reaches(name))
        };
        let subject = tokens.iter().find_map(|token| names(token));
        let ignores = engine.groups.ignores_global && crawler.obeys_global() == Some(false);
        match (subject, crawler.obeys()) {
            (_, Obeys::No) => None,
            (None, Obeys::MayNot) if ignores => None,
            (None, _) => Some(Vec::new()),
            (Some(token), _) => {
                Some(self.choices.iter().filter(|one| is_about(one, token)).collect())
            }
        }
    }
}

pub(crate) fn is_about(choice: &Choice, token: &str) -> bool {
    match &choice.audience {
        Audience::Everyone => false,
        Audience::Token { token: one, .. } => one.eq_ignore_ascii_case(token),
        Audience::List { tokens, .. } => tokens.iter().any(|one| one == token),
        Audience::Purpose(purpose) => {
            find(token).is_some_and(|one| one.is_for(*purpose) && !one.is_retired())
        }
        Audience::Operator(name) => find(token).is_some_and(|one| one.operator() == name),
        other => panic!("the oracle does not know {other:?}"),
    }
}

/// Whether nothing may be fetched, or everything, where no rule says otherwise.
pub(crate) fn blocked(choices: &[&Choice]) -> Option<bool> {
    let said = choices
        .iter()
        .filter(|one| matches!(one.instruction, Instruction::Block | Instruction::Allow));
    said.max_by_key(|one| weight(one)).map(|one| one.instruction == Instruction::Block)
}

pub(crate) fn decides(own: &[&Choice], everyone: &[&Choice], path: &str) -> bool {
    // Of one path, what is said of fewer counts.
    let rules = |choices: &[&Choice]| {
        let mut rules: Vec<(u8, RuleKind, String)> = Vec::new();
        for choice in choices {
            let Instruction::Rule(rule) = &choice.instruction else { continue };
            let new = (weight(choice), rule.kind(), rule.path().to_owned());
            match rules.iter_mut().find(|old| old.2 == new.2) {
                Some(old) if old.0 < new.0 => *old = new,
                Some(_) => {}
                None => rules.push(new),
            }
        }
        rules
    };
    let mut all = rules(own);
    if blocked(own) != Some(true) {
        let shared = rules(everyone);
        let is_new = |rule: &(u8, RuleKind, String)| !all.iter().any(|old| old.2 == rule.2);
        let shared: Vec<_> = shared.into_iter().filter(is_new).collect();
        all.extend(shared);
    }
    let matching = all.iter().filter(|(_, _, rule)| glob(rule, path));
    let best = matching.max_by_key(|(_, kind, rule)| (rule.len(), *kind == RuleKind::Allow));
    match best {
        Some((_, kind, _)) => *kind == RuleKind::Allow,
        None => !blocked(own).or(blocked(everyone)).unwrap_or(false),
    }
}

fn weight(choice: &Choice) -> u8 {
    match choice.audience {
        Audience::Everyone => 0,
        Audience::Token { .. } => 2,
        _ => 1,
    }
}

fn is_of_crawlers(choice: &Choice) -> bool {
    !matches!(choice.instruction, Instruction::Sitemap { .. } | Instruction::License { .. })
}

fn find(token: &str) -> Option<&'static Crawler> {
    Catalogue::built_in().find(token)
}

pub(crate) fn is_plain(token: &str) -> bool {
    read_of(token) == token
}

fn read_of(token: &str) -> &str {
    let is_part = |char: char| char.is_ascii_alphabetic() || char == '-' || char == '_';
    token.split(|char| !is_part(char)).next().unwrap()
}

/// A pattern, tried in every way.
pub(crate) fn glob(pattern: &str, path: &str) -> bool {
    match (pattern.chars().next(), path.chars().next()) {
        (None, _) => true,
        (Some('$'), None) if pattern.len() == 1 => true,
        (Some('*'), next) => {
            glob(&pattern[1..], path)
                || next.is_some_and(|next| glob(pattern, &path[next.len_utf8()..]))
        }
        (Some(one), Some(other)) => {
            one == other && glob(&pattern[one.len_utf8()..], &path[one.len_utf8()..])
        }
        (Some(_), None) => false,
    }
}
