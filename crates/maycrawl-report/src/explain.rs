//! What can be explained: reason codes, dialects and their knobs.

use std::fmt::Write as _;

use maycrawl::{Asks, BadRedirect, Dialect, Evidence, Fetched, Knob, KnobCase, Reason};

use maycrawl_lint::{RULES, Rule};

use crate::display::{fill, sanitize};

/// How wide pages are.
const WIDTH: usize = 79;

/// Something with a code and a page.
///
/// New kinds may be added.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// Why a verdict is what it is.
    Reason(Reason),
    /// A preset.
    Dialect(&'static str, Dialect),
    /// A point on which dialects differ.
    Knob(&'static Knob),
    /// A rule of the linter.
    Rule(&'static Rule),
}

/// Everything that can be explained: reasons, dialects, knobs, lint rules.
pub fn topics() -> Vec<Topic> {
    let reasons = Reason::ALL.iter().copied().map(Topic::Reason);
    let dialects = Dialect::PRESETS.iter().map(|(name, dialect)| Topic::Dialect(name, *dialect));
    let rules = RULES.iter().copied().map(Topic::Rule);
    reasons.chain(dialects).chain(Knob::all().iter().map(Topic::Knob)).chain(rules).collect()
}

impl Topic {
    /// Its code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Reason(reason) => reason.code(),
            Self::Dialect(name, _) => name,
            Self::Knob(knob) => knob.name,
            Self::Rule(rule) => rule.name,
        }
    }

    /// `reason`, `dialect`, `knob` or `rule`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Reason(_) => "reason",
            Self::Dialect(..) => "dialect",
            Self::Knob(_) => "knob",
            Self::Rule(_) => "rule",
        }
    }

    /// What it is, in a few words.
    pub fn title(&self) -> String {
        match self {
            Self::Reason(reason) => reason.title().into(),
            Self::Dialect(name, _) => dialect_title(name).into(),
            Self::Knob(knob) => knob.what.into(),
            Self::Rule(rule) => rule.summary(),
        }
    }

    /// All that there is to say, as text.
    pub fn page(&self) -> String {
        match self {
            Self::Reason(reason) => {
                let text = reason.text().split_whitespace().collect::<Vec<_>>().join(" ");
                format!("{} (reason {})\n\n{}", reason.code(), *reason as u8, fill(&text, WIDTH))
            }
            Self::Dialect(name, dialect) => dialect_page(name, dialect),
            Self::Knob(knob) => knob_page(knob),
            Self::Rule(rule) => rule.page(),
        }
    }
}

/// A dialect in a few words.
pub fn dialect_title(name: &str) -> &'static str {
    match name {
        "google" => "Google's crawlers as documented in 2026; the default",
        "google-parser" => "Google's open-source parser, bit for bit",
        "rfc9309" => "RFC 9309 as written",
        "google-2012" => "Google's specification of about 2012",
        "draft-1996" => "the Internet draft of 1996: first match, no wildcards",
        "yandex" => "Yandex, by its help pages",
        "bing" => "Bing, by its documentation",
        "cautious" => "a crawler that decides every doubt for the site",
        _ => "a dialect of your own",
    }
}

/// How sure we are of a dialect.
pub fn dialect_certainty(name: &str) -> &'static str {
    match name {
        "google-parser" => "certain",
        "google" | "rfc9309" | "google-2012" | "draft-1996" => "high",
        "yandex" => "medium",
        "bing" => "low",
        _ => "a policy, not a description",
    }
}

fn dialect_page(name: &str, dialect: &Dialect) -> String {
    let mut page = format!(
        "{name}: {}\n\nHow sure: {}.\n\nKnobs:\n",
        dialect_title(name),
        dialect_certainty(name)
    );
    for knob in Knob::all() {
        let value = knob.value(dialect);
        let moot = match knob.moot_in(dialect) {
            Some((other, value)) => format!(" (moot: {other} is {value})"),
            None => String::new(),
        };
        let _ = writeln!(page, "  {:28} {value}{moot}", knob.name);
    }
    page.trim_end().into()
}

fn knob_page(knob: &Knob) -> String {
    let mut page = format!(
        "{}\n\n{}\n\nValues:\n",
        knob.name,
        fill(&format!("Decides {}.", knob.what), WIDTH)
    );
    for value in knob.values {
        let presets: Vec<_> = Dialect::PRESETS
            .iter()
            .filter(|(_, preset)| knob.value(preset) == *value)
            .map(|(name, _)| *name)
            .collect();
        let presets = if presets.is_empty() { "no preset".into() } else { presets.join(", ") };
        let _ = writeln!(page, "  {value:20} {presets}");
    }
    for case in knob.cases {
        let _ = match case.asks {
            Asks::MayFetch => {
                let url = described(case.url);
                writeln!(page, "\n{}, may {} fetch {url}?\n", file(case), agent(case))
            }
            Asks::CrawlDelay => {
                writeln!(
                    page,
                    "\n{}, how long must {} wait between requests?\n",
                    file(case),
                    agent(case)
                )
            }
            Asks::Access { history, at } => {
                let answers: Vec<_> = history.iter().map(answer).collect();
                let time = at.0 / 1000;
                writeln!(page, "\nWhat is in force {time} s after {}?\n", answers.join(", then "))
            }
        };
        for value in knob.values {
            let answers: Vec<_> = Dialect::PRESETS
                .iter()
                .filter(|(_, preset)| knob.value(preset) == *value)
                .map(|(name, preset)| format!("{name}: {}", case.answer(preset)))
                .collect();
            if !answers.is_empty() {
                let _ = writeln!(page, "  {value:20} {}", answers.join(", "));
            }
        }
    }
    let _ = write!(page, "\nSource: {}", knob.source);
    page
}

fn file(case: &KnobCase) -> String {
    format!("With this file,\n\n{}\n", indented(case.robots))
}

fn agent(case: &KnobCase) -> String {
    let tokens = match case.agent {
        [""] => "a crawler whose token is empty".into(),
        tokens => tokens.join(", which falls back to "),
    };
    if case.ignores_global { format!("{tokens}, which ignores *,") } else { tokens }
}

fn answer(evidence: &Evidence) -> String {
    let lifetime = match evidence.freshness.max_age {
        Some(seconds) => format!(" with max-age={seconds}"),
        None => String::new(),
    };
    let answer = match evidence.answer {
        Fetched::Http { status, redirects: 0 } => format!("HTTP {status}"),
        Fetched::Http { status, redirects } => format!("{redirects} redirects and HTTP {status}"),
        Fetched::Ftp { reply } => format!("FTP {reply}"),
        Fetched::Redirect(BadRedirect::Loop) => "a loop of redirects".into(),
        Fetched::Redirect(BadRedirect::Disallowed) => {
            "a redirect to a URL that its host disallows".into()
        }
        other => format!("{other:?}"),
    };
    answer + &lifetime
}

/// A file of a case, with repetitions in words.
fn indented(text: maycrawl::Repeated) -> String {
    let lines: Vec<_> =
        described(text).lines().map(|line| format!("  {}", sanitize(line.as_bytes()))).collect();
    lines.join("\n")
}

fn described(text: maycrawl::Repeated) -> String {
    text.0
        .iter()
        .map(|(piece, times)| match times {
            1 => (*piece).to_owned(),
            times if piece.ends_with('\n') => format!("{} ({times} times)\n", piece.trim_end()),
            times => format!("({times} times {piece:?})"),
        })
        .collect()
}
