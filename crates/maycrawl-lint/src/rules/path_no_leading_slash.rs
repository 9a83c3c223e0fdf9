//! The rule `path-no-leading-slash`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path begins with neither `/` nor `*`.
    ///
    /// ## Why
    ///
    /// Crawlers compare a rule's path with a URL's path from the first character, which is always
    /// `/` ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)).
    /// A parameter or a file extension needs `/*` before it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: private/
    /// Disallow: ?sid=
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /*?sid=
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: adds `/` before a folder or a file, and `/*` before a parameter or a file
    /// extension. The rule then takes effect.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /*?sid=
    /// ```
    ///
    /// ## Limits
    ///
    /// Other rules report hosts, quotation marks and two directives on a line. There is no fix for
    /// a value that may be a path or a parameter, such as `sid=`, for words such as `all` and
    /// `none`, or for numbers. Not reported where the corrected rule would change nothing, because
    /// other rules for the same crawlers already have the same effect. Lines with the same mistake
    /// are reported once.
    Path, "path-no-leading-slash", "P001", Error, Text(check)
}

/// The work of comparing rules of one file: products of two patterns' lengths, and lines of groups.
const MOST_COMPARED: usize = 5_000_000;

/// What is wrong with a path, and how it should begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    /// A folder, a file, a parameter or an ending without its beginning.
    Begins(&'static str),
    /// A word for everything or nothing.
    Word,
    /// Digits, which a program may have left there.
    Number,
    /// A parameter, or a page.
    Parameter,
    /// Perhaps the name of a host.
    Dotted,
    /// Signs.
    Other,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_COMPARED);
    let mut found: Vec<(RuleKind, Mistake, Vec<&RuleEntry>)> = Vec::new();
    for group in &file.groups {
        let is_dead =
            |rule: &&RuleEntry| !rule.value.is_empty() && !rule.can_match() && !is_explained(rule);
        let mut dead = group.rules.iter().filter(is_dead).peekable();
        if dead.peek().is_none() {
            continue;
        }
        if !budget.spend_or_end(file.agents().count()) {
            break;
        }
        let obeyed = file.merged_rules(group);
        for rule in dead {
            let mistake = Mistake::of(&rule.value);
            let mended = Pattern::parse([mistake.start().as_bytes(), &rule.value].concat(), &BASE);
            if !obeyed.iter().any(|rules| changes(rules, rule.kind, &mended, &budget)) {
                continue;
            }
            match found.iter_mut().find(|(kind, other, _)| (*kind, *other) == (rule.kind, mistake))
            {
                Some((.., rules)) => rules.push(rule),
                None => found.push((rule.kind, mistake, vec![rule])),
            }
        }
    }
    for (kind, mistake, rules) in found {
        let [first, others @ ..] = rules.as_slice() else { continue };
        let cost = match (kind, others.len()) {
            (RuleKind::Disallow, 0) => "matches nothing and what it should block stays open",
            (RuleKind::Allow, 0) => "matches nothing and what it should open stays blocked",
            (RuleKind::Disallow, _) => "match nothing and what they should block stays open",
            (RuleKind::Allow, _) => "match nothing and what they should open stays blocked",
        };
        let what = match (mistake, rules.len()) {
            (Mistake::Word, _) => {
                format!("{} is not a path, so the rule matches nothing", lossy(&first.value))
            }
            (_, 1) => format!("the path does not begin with /, so the rule {cost}"),
            (_, count) => format!("{count} paths do not begin with /, so these rules {cost}"),
        };
        let mut todo = mistake.advice(kind, &lossy(&first.value));
        if !others.is_empty() {
            todo.push_str(", and correct the other lines in the same way");
        }
        let report = Diagnostic::new(first.span, what, todo)
            .also(others.iter().map(|rule| rule.span), "nor does this");
        out.push(report.maybe_fix(match mistake {
            Mistake::Begins(start) => Some(Fix::unsafe_(
                format!("begin {} with {start}", if others.is_empty() { "it" } else { "them" }),
                rules.iter().map(|rule| Edit::insert(rule.span.start, start)).collect(),
            )),
            _ => None,
        }));
    }
}

impl Mistake {
    fn of(value: &[u8]) -> Self {
        match value {
            [b'?' | b'&' | b'.', next, ..] if next.is_ascii_alphanumeric() => Self::Begins("/*"),
            word if is_word(word) => Self::Word,
            digits if digits.iter().all(u8::is_ascii_digit) => Self::Number,
            value if value.contains(&b'=') && !value.contains(&b'/') => Self::Parameter,
            [first, ..] if first.is_ascii_alphanumeric() => {
                let is_dotted = value.contains(&b'.') && !value.contains(&b'/');
                let may_be_host = is_dotted && !has_file_ending(value);
                if may_be_host { Self::Dotted } else { Self::Begins("/") }
            }
            _ => Self::Other,
        }
    }

    /// How a mended path begins, in the widest sense that it can have.
    const fn start(self) -> &'static str {
        match self {
            Self::Begins(start) => start,
            Self::Parameter => "/*",
            Self::Word | Self::Number | Self::Dotted | Self::Other => "/",
        }
    }

    fn advice(self, kind: RuleKind, text: &str) -> String {
        match self {
            Self::Begins(start) => format!("write {start}{text}"),
            Self::Word if kind == RuleKind::Allow => "write / to allow the whole site".into(),
            Self::Word => {
                "write / to block the whole site, or leave the value empty to block nothing".into()
            }
            Self::Number => format!("delete the line, or write /{text} if that is a path"),
            Self::Parameter => {
                format!("write /*{text} if it is a parameter, /{text} if it is a page")
            }
            Self::Dotted => format!(
                "write /{text} if it is a path of this site; if it is a host, put the rule in that host's robots.txt"
            ),
            Self::Other => "copy the URL of a page from a browser and use its path".into(),
        }
    }
}

/// Whether one more rule of this pattern changes a verdict.
fn changes(rules: &Rules, kind: RuleKind, mended: &Pattern, budget: &Budget) -> bool {
    let of_kind = |wanted| {
        rules.patterns().filter(move |(_, kind, _)| *kind == wanted).map(|(.., pattern)| pattern)
    };
    // Once it may not, it may none, so that a search ends there.
    let may_compare = |other: &&Pattern| {
        budget.spend_or_end((other.len() as usize + 2).saturating_mul(mended.len() as usize + 2))
    };
    let rank = |path: &[u8]| {
        let rule = rules.deciding_rule(rules.check_url(path));
        rule.map_or(0, |rule| Pattern::parse(rule.value(), &BASE).len())
    };
    match kind {
        RuleKind::Disallow => {
            let is_covered = of_kind(RuleKind::Disallow)
                .take_while(may_compare)
                .any(|other| other.covers(mended) == Inclusion::Yes);
            // A longer Allow would win.
            !is_covered && mended.shortest_path().is_some_and(|path| rank(&path) <= mended.len())
        }
        RuleKind::Allow => of_kind(RuleKind::Disallow).take_while(may_compare).any(|other| {
            matches!(other.meets(mended), Overlap::Yes(path)
                if !rules.check_url(&path).is_allowed() && rank(&path) <= mended.len())
        }),
    }
}

/// Whether a value ends as files of the web do.
fn has_file_ending(value: &[u8]) -> bool {
    const ENDINGS: [&[u8]; 22] = [
        b"php", b"html", b"htm", b"xml", b"txt", b"asp", b"aspx", b"ashx", b"asmx", b"jsp", b"js",
        b"css", b"cfm", b"cgi", b"pdf", b"png", b"jpg", b"gif", b"svg", b"json", b"do", b"gz",
    ];
    let path = value.split(|byte| b"?*$#".contains(byte)).next().unwrap_or_default();
    let last = path.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    ENDINGS.iter().any(|ending| last.eq_ignore_ascii_case(ending))
}

/// Whether a value is a word for everything or nothing.
fn is_word(value: &[u8]) -> bool {
    let words = ["all", "none", "everything", "nothing", "yes", "no", "true", "false"];
    words.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether another rule reports what is wrong with the value.
fn is_explained(rule: &RuleEntry) -> bool {
    rule.is_shaped(PathShape::Url)
        || rule.is_shaped(PathShape::Regex)
        || rule.is_shaped(PathShape::Invisible)
        || rule.value_shape.quoted.is_some()
        || rule.value_shape.unclosed.is_some()
        || rule.is_shaped(PathShape::Windows)
        || rule.value_shape.second_directive.is_some()
        || rule.value_shape.extra_separator.is_some()
        || rule.value.starts_with(b"./")
        || rule.value.starts_with(b"../")
        || rule.value.starts_with(b"\\")
        || matches!(rule.value.first(), Some(b'{' | b'<' | b'['))
        || rule.value == b"$"
}
