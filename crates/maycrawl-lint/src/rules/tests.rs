//! What holds for every rule of the registry.

use std::collections::BTreeSet;

use maycrawl::{
    Document, UrlPath,
    access::{Evidence, FetchOutcome, Timestamp},
};

use crate::effect::{CLUTTER, EFFECTS};
use crate::file::BASE;
use crate::fix::Applicability;
use crate::{Finding, LintContext, RULES, Rule, Settings, lint, repair};

/// An example of a rule's page: the options behind ```` ```robots ````, and the text.
struct Example {
    info: String,
    source: Vec<u8>,
}

impl Example {
    /// The example of a section of a rule's page.
    fn of(rule: &Rule, section: &str) -> Option<Self> {
        let text = rule.section(section);
        let (_, text) = text.split_once("```robots")?;
        let fence = if rule.section(section).contains("````robots") { "\n````" } else { "\n```" };
        let (info, text) = text.split_once('\n')?;
        let text = &text[..=text.rfind(fence)?];
        let mut source =
            if info.contains("escaped") { unescape(text) } else { text.as_bytes().to_vec() };
        if let Some(count) = option(info, "repeated") {
            // The last byte is repeated.
            source.pop();
            let last = *source.last()?;
            source.extend(std::iter::repeat_n(last, count.parse().unwrap()));
            source.push(b'\n');
        }
        if let Some(count) = option(info, "lines") {
            let last = text.lines().last()?.to_owned() + "\n";
            source.extend(last.repeat(count.parse().unwrap()).into_bytes());
        }
        Some(Self { info: info.to_owned(), source })
    }

    /// What the default rules find, and this one.
    fn lint(&self, rule: &Rule) -> Vec<Finding> {
        self.lint_source(&self.source, rule)
    }

    fn lint_source(&self, source: &[u8], rule: &Rule) -> Vec<Finding> {
        let evidence = option(&self.info, "answer").map(evidence);
        let urls: Vec<_> = option(&self.info, "urls")
            .map(|urls| {
                urls.split(',').map(|url| UrlPath::parse(url, &BASE).into_owned()).collect()
            })
            .unwrap_or_default();
        let known =
            LintContext { evidence: evidence.as_ref(), urls: &urls, ..LintContext::default() };
        let mut settings = Settings::default();
        // An example is a part of a file, which may name its sitemap elsewhere.
        settings.ignore("sitemap-missing").unwrap();
        settings.enable(rule.name).unwrap();
        lint(&Document::parse(source), &known, &settings)
    }
}

/// The value of an option of an example's info.
fn option<'i>(info: &'i str, name: &str) -> Option<&'i str> {
    info.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

/// The outcome of a request: a status, after the number of redirects and `>`, or a
/// word.
fn evidence(answer: &str) -> Evidence {
    let answer = match answer {
        "unreachable" => FetchOutcome::Unreachable,
        "loop" => FetchOutcome::Redirect(maycrawl::access::BadRedirect::Loop),
        _ => {
            let (redirects, status) = answer.split_once('>').unwrap_or(("0", answer));
            FetchOutcome::Http {
                status: status.parse().unwrap(),
                redirects: redirects.parse().unwrap(),
            }
        }
    };
    Evidence::new(Timestamp(0), answer)
}

fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    let mut unescaped = Vec::new();
    let mut rest = bytes.as_slice();
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\\r") {
        unescaped.extend_from_slice(&rest[..at]);
        unescaped.push(b'\r');
        rest = &rest[at + 2..];
    }
    unescaped.extend_from_slice(rest);
    unescaped
}

fn names(findings: &[Finding]) -> BTreeSet<&'static str> {
    findings.iter().map(|finding| finding.rule.name).collect()
}

#[test]
fn names_and_codes_are_unique_and_grouped() {
    let mut names = BTreeSet::new();
    let mut codes = BTreeSet::new();
    for rule in RULES {
        assert!(names.insert(rule.name), "{} twice", rule.name);
        assert!(codes.insert(rule.code), "{} twice", rule.code);
        assert!(rule.name.starts_with(&format!("{}-", rule.group)), "{}", rule.name);
        assert!(!rule.summary().is_empty(), "{}", rule.name);
        let is_ours = rule.name == "syntax-unused-ignore";
        assert!(is_ours || rule.why().contains("http"), "{} gives no source", rule.name);
    }
}

#[test]
fn pages_of_pedantic_rules_say_why() {
    every(|rule| {
        let says_why = !rule.section("Pedantic").is_empty();
        (says_why != rule.is_pedantic).then(|| format!("is_pedantic is {}", rule.is_pedantic))
    });
}

/// Asserts of every rule what `check` says is wrong with it, all at once.
#[track_caller]
fn every(check: impl Fn(&Rule) -> Option<String>) {
    let wrong: Vec<_> =
        RULES.iter().filter_map(|rule| Some(format!("{}: {}", rule.name, check(rule)?))).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// What differs between what an example should fire and what it does.
fn fires(rule: &Rule, section: &str, itself: Option<&'static str>) -> Option<String> {
    let Some(example) = Example::of(rule, section) else {
        return Some(format!("no example under {section}"));
    };
    let found = example.lint(rule);
    let also = option(&example.info, "also").into_iter().flat_map(|also| also.split(','));
    let expected: BTreeSet<&str> = also.chain(itself).collect();
    let fired: BTreeSet<_> =
        found.iter().map(|finding| format!("{}: {}", finding.rule.name, finding.message)).collect();
    (names(&found) != expected).then(|| format!("{section} fires {fired:?}"))
}

#[test]
fn bad_examples_fire_their_rule_and_no_other() {
    every(|rule| fires(rule, "Bad", Some(rule.name)));
}

#[test]
fn good_examples_are_silent() {
    every(|rule| fires(rule, "Good", None));
}

#[test]
fn fixes_give_the_result_that_is_shown() {
    every(|rule| {
        let bad = Example::of(rule, "Bad")?;
        let fixed = repair(&bad.source, Applicability::Unsafe, |document| {
            let mut found = bad.lint_source(document.source(), rule);
            found.retain(|finding| *finding.rule == *rule);
            found
        });
        let shown = Example::of(rule, "Fix").map(|example| example.source);
        let expected = shown.unwrap_or_else(|| bad.source.clone());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if fixed.source != expected {
            return Some(format!("{:?}, not {:?}", text(&fixed.source), text(&expected)));
        }
        let text = rule.section("Fix").to_lowercase();
        let other = fixed.applied.iter().find(|one| !text.starts_with(one.applicability.as_str()));
        other.map(|one| format!("the page does not say that it is {}", one.applicability.as_str()))
    });
}

#[test]
fn effects_are_of_rules() {
    for name in EFFECTS.iter().map(|(name, _)| name).chain(CLUTTER) {
        assert!(RULES.iter().any(|rule| rule.name == *name), "{name}");
    }
}
