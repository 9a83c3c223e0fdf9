//! What can be explained: reason codes, words of answers, dialects and their knobs, fields, rules, crawlers.

use std::fmt::Write as _;
use std::time::Duration;

use maycrawl::{
    access::{BadRedirect, Evidence, FetchOutcome},
    dialect::Preset,
    knobs::Knob,
    verdict::Reason,
};

use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_lint::{RULES, Rule};

use crate::answer_pages::{ANSWERS, AnswerPage};
use crate::crawlers::{self, purposes};
use crate::disagreement::disagreement;
use crate::display::{fill, fill_below, sanitize};
use crate::field_pages::{FIELDS, FieldPage};
use crate::knob_pages::{Asks, KnobCase, KnobPage, Repeated};
use crate::markdown;
use crate::times::duration;

pub use maycrawl_crawlers::OWN;

/// What [`OWN`] stands for.
pub fn own_dialect_text() -> String {
    let default = Preset::DEFAULT.name;
    format!(
        "Each crawler reads the file in the dialect that its operator documents, or in {default} \
         if the operator documents nothing. Names that are not valid product tokens, such as \
         MJ12bot or Kangaroo Bot, are matched as a whole, unless the operator says otherwise; \
         Google's parser would stop at the digit or the space. An answer names the dialect if it \
         is not {default}, and `maycrawl crawlers NAME` shows its source."
    )
}

/// Something with a code and a page.
///
/// New kinds may be added.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Topic<'c> {
    /// Why a verdict is what it is.
    Reason(Reason),
    /// A word of an answer.
    Answer(&'static AnswerPage),
    /// A preset.
    Dialect(&'static Preset),
    /// [`OWN`].
    OwnDialect,
    /// A point on which dialects differ.
    Knob(&'static Knob, &'static KnobPage),
    /// A field of a robots.txt.
    Field(&'static FieldPage),
    /// A rule of the linter.
    Rule(&'static Rule),
    /// A crawler of a catalogue.
    Crawler(&'c Crawler),
}

/// Everything that can be explained but crawlers: reasons, answers, dialects, knobs, fields, lint
/// rules.
pub fn topics() -> Vec<Topic<'static>> {
    let reasons = Reason::ALL.iter().copied().map(Topic::Reason);
    let dialects = Preset::ALL.iter().map(Topic::Dialect);
    let rules = RULES.iter().copied().map(Topic::Rule);
    reasons
        .chain(ANSWERS.iter().map(Topic::Answer))
        .chain([Topic::OwnDialect])
        .chain(dialects)
        .chain(KnobPage::all().map(|(knob, page)| Topic::Knob(knob, page)))
        .chain(FIELDS.iter().map(Topic::Field))
        .chain(rules)
        .collect()
}

/// Nothing has the code that [`chosen`] was asked for.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTopic<'c> {
    /// The code that is most like it, if any is.
    pub nearest: Option<&'c str>,
}

/// The topics of a code: that of this name; of `rules`, `knobs` and the like, and of a group of
/// rules, all; without a code, all but the crawlers.
///
/// ```
/// use maycrawl_crawlers::Catalogue;
/// use maycrawl_report::explain::chosen;
///
/// let chosen = |code| chosen(Some(code), Catalogue::built_in());
/// assert_eq!(chosen("path-space").unwrap().len(), 1);
/// assert!(chosen("knobs").unwrap().len() > 10);
/// assert_eq!(chosen("path-spice").unwrap_err().nearest, Some("path-space"));
/// ```
pub fn chosen<'c>(
    code: Option<&str>,
    catalogue: &'c Catalogue,
) -> Result<Vec<Topic<'c>>, UnknownTopic<'c>> {
    let Some(code) = code else { return Ok(topics()) };
    let crawlers = || catalogue.crawlers().iter().map(Topic::Crawler);
    let all = || topics().into_iter().chain(crawlers());
    let of_kind: Vec<_> = all().filter(|topic| topic.is_of(code)).collect();
    if !of_kind.is_empty() {
        return Ok(of_kind);
    }
    if let Some(topic) = topics().into_iter().find(|topic| topic.is_called(code)) {
        return Ok(vec![topic]);
    }
    if let Some(page) = FieldPage::find(code) {
        return Ok(vec![Topic::Field(page)]);
    }
    if let Some(crawler) = catalogue.meant(code) {
        return Ok(vec![Topic::Crawler(crawler)]);
    }
    let starts = |topic: &Topic<'_>| {
        let start = topic.code().get(..code.len());
        code.len() >= MIN_START && start.is_some_and(|start| start.eq_ignore_ascii_case(code))
    };
    if let Some(topic) = all().find(starts) {
        return Err(UnknownTopic { nearest: Some(topic.code()) });
    }
    if let Some(crawler) = catalogue.nearest(code) {
        return Err(UnknownTopic { nearest: Some(crawler.token()) });
    }
    let nearest = topics()
        .into_iter()
        .map(|topic| (strsim::normalized_damerau_levenshtein(topic.code(), code), topic.code()))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let nearest = nearest.filter(|(likeness, _)| *likeness > ALIKE).map(|(_, code)| code);
    Err(UnknownTopic { nearest })
}

/// A beginning of so many letters is more than a few letters in common.
const MIN_START: usize = 4;

/// Close enough to be a slip of the finger rather than another word.
const ALIKE: f64 = 0.6;

impl<'c> Topic<'c> {
    /// Whether `kinds` is the plural of its kind, or its group of rules.
    fn is_of(&self, kinds: &str) -> bool {
        // The page of a field lists its rules.
        let is_field = FieldPage::find(kinds).is_some();
        let is_in_group = matches!(self, Self::Rule(rule) if rule.group.as_str() == kinds);
        is_in_group && !is_field || kinds.strip_suffix('s') == Some(self.kind())
    }

    /// Its code, or the name of a field or a crawler.
    pub fn code(&self) -> &'c str {
        match self {
            Self::Reason(reason) => reason.code(),
            Self::Answer(page) => page.code,
            Self::Dialect(preset) => preset.name,
            Self::OwnDialect => OWN,
            Self::Knob(knob, _) => knob.name,
            Self::Field(page) => page.name,
            Self::Rule(rule) => rule.name,
            Self::Crawler(crawler) => crawler.token(),
        }
    }

    /// `reason`, `answer`, `dialect`, `knob`, `field`, `rule` or `crawler`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Reason(_) => "reason",
            Self::Answer(_) => "answer",
            Self::Dialect(_) | Self::OwnDialect => "dialect",
            Self::Knob(..) => "knob",
            Self::Field(_) => "field",
            Self::Rule(_) => "rule",
            Self::Crawler(_) => "crawler",
        }
    }

    /// Whether a name is its own: the code, of rules the short one too, of answers other words.
    pub fn is_called(&self, name: &str) -> bool {
        match self {
            Self::Rule(rule) => {
                [rule.name, rule.code].iter().any(|own| own.eq_ignore_ascii_case(name))
            }
            Self::Answer(page) => page.code == name || page.also.contains(&name),
            other => other.code() == name,
        }
    }

    /// What it is, in a few words.
    pub fn title(&self) -> String {
        match self {
            Self::Reason(reason) => reason.title().into(),
            Self::Answer(page) => page.title.into(),
            Self::Dialect(preset) => preset.title.into(),
            Self::OwnDialect => "each crawler in its own dialect; the command's default".into(),
            Self::Knob(_, page) => page.what.into(),
            Self::Field(page) => page.title.into(),
            Self::Rule(rule) => rule.summary(),
            Self::Crawler(crawler) => {
                format!("{}, {}", crawler.operator(), purposes(crawler, ", "))
            }
        }
    }

    /// All that there is to say, as text of at most `width` columns, where that can be.
    pub fn page(&self, width: usize) -> String {
        match self {
            Self::Reason(reason) => {
                let text = reason.text().split_whitespace().collect::<Vec<_>>().join(" ");
                let sources = disagreement(*reason).map_or_else(String::new, |about| {
                    let line = |(source, says): &(&str, &str)| {
                        format!("\n  {}", fill_below(&format!("{source}: {says}"), width, 4))
                    };
                    let lines: String = about.sources.iter().map(line).collect();
                    format!("\n\nThe sources disagree:{lines}")
                });
                let text = fill(&text, width);
                format!("{} (reason {})\n\n{text}{sources}", reason.code(), *reason as u8)
            }
            Self::Answer(page) => format!("{}\n\n{}", page.code, fill(page.text, width)),
            Self::Dialect(preset) => dialect_page(preset),
            Self::OwnDialect => {
                format!("{OWN}: {}\n\n{}", self.title(), fill(&own_dialect_text(), width))
            }
            Self::Knob(knob, page) => knob_page(knob, page, width),
            Self::Field(field) => field.page(width),
            Self::Rule(rule) => markdown::as_text(&rule.page(), width),
            Self::Crawler(crawler) => crawlers::page(crawler, None, width),
        }
    }
}

/// The documents that disagree about the point on which a reason rests, and what each says.
///
/// ```
/// use maycrawl::verdict::Reason;
/// use maycrawl_report::explain::sources;
///
/// assert_eq!(sources(Reason::Tie)[0].0, "RFC 9309");
/// assert!(sources(Reason::NoMatch).is_empty());
/// ```
pub fn sources(reason: Reason) -> &'static [(&'static str, &'static str)] {
    disagreement(reason).map_or(&[], |about| about.sources)
}

fn dialect_page(preset: &Preset) -> String {
    let Preset { name, title, certainty, dialect, .. } = preset;
    let mut page = format!("{name}: {title}\n\nCertainty: {certainty}.\n\nKnobs:\n");
    for (knob, about) in KnobPage::all() {
        let value = knob.value(dialect);
        let moot = match about.moot_in(dialect) {
            Some((other, value)) => format!(" (no effect: {other} is {value})"),
            None => String::new(),
        };
        let _ = writeln!(page, "  {:28} {value}{moot}", knob.name);
    }
    page.trim_end().into()
}

fn knob_page(knob: &Knob, about: &KnobPage, width: usize) -> String {
    let line = |name: &str, text: &str| format!("  {name:20} {}", fill_below(text, width, 23));
    let mut page = format!(
        "{}\n\n{}\n\nValues:\n",
        knob.name,
        fill(&format!("Decides {}.", about.what), width)
    );
    for value in knob.values {
        let presets: Vec<_> = Preset::ALL
            .iter()
            .filter(|Preset { dialect: preset, .. }| knob.value(preset) == *value)
            .map(|preset| preset.name)
            .collect();
        let presets = if presets.is_empty() { "no preset".into() } else { presets.join(", ") };
        let _ = writeln!(page, "{}", line(value, &presets));
    }
    for case in about.cases {
        let _ = match case.asks {
            Asks::MayFetch => {
                let url = described(case.url);
                writeln!(page, "\n{}\nMay {} fetch {url}?\n", file(case), agent(case))
            }
            Asks::CrawlDelay => {
                writeln!(
                    page,
                    "\n{}\nHow long must {} wait between requests?\n",
                    file(case),
                    agent(case)
                )
            }
            Asks::Access { history, at } => {
                let answers: Vec<_> = history.iter().map(answer).collect();
                let time = match Duration::from_secs(at.0.unsigned_abs() / 1000) {
                    Duration::ZERO => "right".into(),
                    time => duration(time),
                };
                writeln!(page, "\nWhat applies {time} after {}?\n", answers.join(", then "))
            }
        };
        for value in knob.values {
            for (answer, names) in answers(case, knob, value) {
                let _ =
                    writeln!(page, "{}", line(value, &format!("{}: {answer}", names.join(", "))));
            }
        }
    }
    let _ = write!(page, "\n{}", fill(&format!("Source: {}", about.source), width));
    page
}

/// The answers of the presets in which a knob has a value, each with the presets that give it.
fn answers(case: &KnobCase, knob: &Knob, value: &str) -> Vec<(String, Vec<&'static str>)> {
    let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
    for Preset { name, dialect, .. } in Preset::ALL {
        if knob.value(dialect) != value {
            continue;
        }
        let answer = case.answer(dialect);
        match answers.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, names)) => names.push(name),
            None => answers.push((answer, vec![name])),
        }
    }
    answers
}

fn file(case: &KnobCase) -> String {
    format!("With this file:\n\n{}\n", indented(case.robots))
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
        FetchOutcome::Http { status, redirects: 0 } => format!("HTTP {status}"),
        FetchOutcome::Http { status, redirects } => {
            format!("{redirects} redirects and HTTP {status}")
        }
        FetchOutcome::Ftp { reply } => format!("FTP {reply}"),
        FetchOutcome::Redirect(BadRedirect::Loop) => "a loop of redirects".into(),
        FetchOutcome::Redirect(BadRedirect::Disallowed) => {
            "a redirect to a URL that its host blocks".into()
        }
        other => format!("{other:?}"),
    };
    answer + &lifetime
}

/// A file of a case, with repetitions in words.
fn indented(text: Repeated) -> String {
    let lines: Vec<_> =
        described(text).lines().map(|line| format!("  {}", sanitize(line.as_bytes()))).collect();
    lines.join("\n")
}

fn described(text: Repeated) -> String {
    text.0
        .iter()
        .map(|(piece, times)| match times {
            1 => (*piece).to_owned(),
            times if piece.ends_with('\n') => format!("{} ({times} times)\n", piece.trim_end()),
            times => format!("({times} times {piece:?})"),
        })
        .collect()
}
