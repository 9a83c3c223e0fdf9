//! Proptest strategies shaped like real robots.txt files and URLs.

use maycrawl::{
    Dialect,
    dialect::{
        BlankEnds, ControlByte, EmptyDisallow, EmptyToken, FieldMatch, Merge, OtherLines, OverBody,
        Precedence, Preset, RuleLimits, Tie, TokenLists, UaMatch, UrlForm, WildcardConflict,
    },
};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::TestRunner;

use crate::naive::Asker;

pub mod alphabet;
mod slips;

pub use slips::with_slips;

use alphabet::{
    AGENT_NAMES, AGENTS, BOMS, COLONS, COMMENTS, COMMON_PIECES, HEADS, JUNK, LINE_ENDS,
    OTHER_NAMES, OTHER_VALUES, PIECES, RULE_NAMES, SHORT_PATHS, SHORT_RULES, SPECIAL, TOKENS,
    URL_STARTS, WHITE,
};

/// So many values of a strategy, the same each time.
pub fn made<S: Strategy>(strategy: &S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// A robots.txt: lines of all sorts, and now and then junk.
pub fn robots() -> impl Strategy<Value = Vec<u8>> {
    let lines = vec((line(), one_of(LINE_ENDS)), 0..20);
    let file = (one_of(BOMS), one_of(HEADS), lines, line()).prop_map(|(bom, head, lines, last)| {
        let mut file = [bom, head].concat();
        for (line, end) in lines {
            file.extend(line);
            file.extend(end);
        }
        file.extend(last);
        file
    });
    prop_oneof![
        12 => file,
        16 => plain_file(),
        1 => vec(any::<u8>(), 0..64),
        1 => joined(vec(one_of(JUNK), 0..24)),
    ]
}

/// A tidy file: a few groups with rules, LF.
fn plain_file() -> impl Strategy<Value = Vec<u8>> {
    let agent = one_of(&[b"*", b"*", b"Foo", b"Foo", b"FooBot", b"Bar"]);
    let value = prop_oneof![2 => one_of(SHORT_RULES), 1 => rule_value()];
    let rule = (select(&["Allow", "Disallow"]), value);
    let rule = rule.prop_map(|(name, value)| [name.as_bytes(), b": ", &value, b"\n"].concat());
    let group = (vec(agent, 1..3), joined(vec(rule, 0..10))).prop_map(|(agents, rules)| {
        let agents = agents.iter().map(|agent| [b"User-agent: ", &agent[..], b"\n"].concat());
        [agents.collect::<Vec<_>>().concat(), rules].concat()
    });
    joined(vec(group, 1..4))
}

/// One `Allow` or `Disallow` line, spelt right, without its end.
pub fn rule_line() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![1 => one_of(SHORT_RULES), 1 => rule_value()];
    (select(&["Allow", "Disallow"]), value)
        .prop_map(|(name, value)| [name.as_bytes(), b": ", &value].concat())
}

/// One line of any sort, without its end.
pub fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => field(one_of(AGENT_NAMES), one_of(AGENTS)),
        12 => field(one_of(RULE_NAMES), rule_value()),
        2 => field(one_of(OTHER_NAMES), one_of(OTHER_VALUES)),
        1 => one_of(COMMENTS),
        1 => one_of(&[b"", b"", b" ", b"\t ", b"\x0B", b"\0"]),
        1 => one_of(&[b"Disallow", b"Disallow /a /b", b"junk", b"\xEF\xBB\xBFDisallow: /", b": /a"]),
    ]
}

/// A field with its value: mostly tidy, else with odd white space, odd colons,
/// comments, and now and then a byte put anywhere.
fn field(
    name: impl Strategy<Value = Vec<u8>>,
    value: impl Strategy<Value = Vec<u8>>,
) -> impl Strategy<Value = Vec<u8>> {
    let untidy = (one_of(WHITE), one_of(COLONS), one_of(WHITE), one_of(WHITE), tail());
    let shape = prop_oneof![3 => Just(None), 2 => untidy.prop_map(Some)];
    (name, value, shape, stray()).prop_map(|(name, value, shape, stray)| {
        let mut line = match shape {
            None => [&name[..], b": ", &value].concat(),
            Some((start, colon, between, end, tail)) => {
                [start, name, colon, between, value, end, tail].concat()
            }
        };
        if let Some((byte, at)) = stray {
            line.insert(at % (line.len() + 1), byte);
        }
        line
    })
}

fn tail() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => Just(Vec::new()), 1 => one_of(COMMENTS)]
}

/// Now and then a byte, and where it goes.
fn stray() -> impl Strategy<Value = Option<(u8, usize)>> {
    let byte = prop_oneof![
        4 => select(&b"\0\x01\x0B\x0C\x1F\x7F\t #:%*$\xC3\xE9"[..]),
        1 => any::<u8>(),
    ];
    prop_oneof![9 => Just(None), 1 => (byte, 0_usize..64).prop_map(Some)]
}

/// The value of a rule.
fn rule_value() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => one_of(&PIECES[..COMMON_PIECES]),
        3 => one_of(PIECES),
        3 => one_of(SPECIAL),
    ];
    let pieces = joined(vec(piece, 0..6));
    let end = one_of(&[b"", b"", b"", b"", b"$", b"*", b"*$"]);
    prop_oneof![
        12 => (pieces, end).prop_map(|(middle, end)| [b"/".to_vec(), middle, end].concat()),
        2 => joined(vec(prop_oneof![one_of(PIECES), one_of(SPECIAL)], 0..4)),
        12 => one_of(SHORT_RULES),
        1 => one_of(&[b"https://e.com/a", b"https://e.com/", b"e.com/a"]),
    ]
}

/// A path with query and fragment, as given in place of a URL.
pub fn path() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => one_of(&PIECES[..COMMON_PIECES]),
        4 => one_of(PIECES),
        1 => one_of(SPECIAL),
    ];
    let pieces = joined(vec(piece, 0..6)).prop_map(|pieces| [b"/".to_vec(), pieces].concat());
    let fragment = one_of(&[b"", b"", b"", b"", b"", b"#", b"#/a?b"]);
    prop_oneof![
        12 => (pieces, fragment).prop_map(|(pieces, fragment)| [pieces, fragment].concat()),
        12 => one_of(SHORT_PATHS),
    ]
}

/// A URL of any shape: a path, an absolute URL, bare text, junk.
pub fn url() -> impl Strategy<Value = Vec<u8>> {
    let start = one_of(URL_STARTS);
    let rest = prop_oneof![
        6 => path(),
        2 => joined(vec(one_of(PIECES), 0..4)),
    ];
    let end = one_of(&[b"", b"", b"", b"", b" ", b"\0", b"\r\n", b"\x1F "]);
    prop_oneof![
        8 => path(),
        8 => path().prop_map(|path| [b"https://e.com".to_vec(), path].concat()),
        6 => (start, rest, end).prop_map(|(start, rest, end)| [start, rest, end].concat()),
        1 => joined(vec(one_of(PIECES), 0..6)),
        1 => vec(any::<u8>(), 0..16),
    ]
}

/// Who asks: mostly one token, else a list or a set, even an empty one.
pub fn asker() -> impl Strategy<Value = Asker> {
    let tokens = prop_oneof![
        6 => vec(one_of(TOKENS), 1..2),
        2 => vec(one_of(TOKENS), 0..4),
        1 => joined(vec(one_of(AGENTS), 0..3)).prop_map(|token| vec![token]),
    ];
    (tokens, any::<bool>(), prop_oneof![4 => Just(false), 1 => Just(true)])
        .prop_map(|(tokens, pooled, ignores_global)| Asker { tokens, pooled, ignores_global })
}

/// A preset, or one with some knobs turned.
pub fn dialect() -> impl Strategy<Value = Dialect> {
    prop_oneof![
        1 => preset(),
        1 => (preset(), vec(turn(), 1..4)).prop_map(|(mut dialect, turns)| {
            for turn in turns {
                turn.apply(&mut dialect);
            }
            dialect
        }),
    ]
}

/// Any of the presets.
pub fn preset() -> impl Strategy<Value = Dialect> {
    select(Preset::ALL).prop_map(|preset| preset.dialect)
}

/// One knob and its new value. Caps are small, so that small files reach them.
#[derive(Clone, Copy, Debug)]
enum Turn {
    FieldMatch(FieldMatch),
    Colonless(bool),
    ControlByte(ControlByte),
    LineCap(Option<u32>),
    UaMatch(UaMatch),
    DigitsInTokens(bool),
    EmptyToken(EmptyToken),
    TokenLists(TokenLists),
    Merge(Merge),
    BlankEnds(BlankEnds),
    OtherLines(OtherLines),
    IgnoresGlobal(bool),
    EmptyDisallow(EmptyDisallow),
    Wildcards(bool),
    Precedence(Precedence),
    Tie(Tie),
    WildcardConflict(WildcardConflict),
    ReportsUndefined(bool),
    UrlForm(UrlForm),
    RobotsTxtExempt(bool),
    IndexHtml(bool),
    Body(Option<u32>, OverBody),
    RuleLimits(Option<RuleLimits>),
}

impl Turn {
    fn apply(self, dialect: &mut Dialect) {
        let Dialect { lines, groups, paths, fetch } = dialect;
        match self {
            Self::FieldMatch(value) => lines.field_match = value,
            Self::Colonless(value) => lines.colonless = value,
            Self::ControlByte(value) => lines.control_byte = value,
            Self::LineCap(value) => lines.line_cap = value,
            Self::UaMatch(value) => groups.ua_match = value,
            Self::DigitsInTokens(value) => groups.digits_in_tokens = value,
            Self::EmptyToken(value) => groups.empty_token = value,
            Self::TokenLists(value) => groups.token_lists = value,
            Self::Merge(value) => groups.merge = value,
            Self::BlankEnds(value) => groups.blank_ends = value,
            Self::OtherLines(value) => groups.other_lines = value,
            Self::IgnoresGlobal(value) => groups.ignores_global = value,
            Self::EmptyDisallow(value) => groups.empty_disallow = value,
            Self::Wildcards(value) => paths.wildcards = value,
            Self::Precedence(value) => paths.precedence = value,
            Self::Tie(value) => paths.tie = value,
            Self::WildcardConflict(value) => paths.wildcard_conflict = value,
            Self::ReportsUndefined(value) => paths.reports_undefined = value,
            Self::UrlForm(value) => paths.normalise = value,
            Self::RobotsTxtExempt(value) => paths.robots_txt_exempt = value,
            Self::IndexHtml(value) => paths.index_html = value,
            Self::Body(cap, over) => {
                fetch.body_cap = cap;
                fetch.over_body = over;
            }
            Self::RuleLimits(value) => fetch.rule_limits = value,
        }
    }
}

fn turn() -> impl Strategy<Value = Turn> {
    let cap = |most: u32| prop_oneof![1 => Just(None), 4 => (0..most).prop_map(Some)];
    let limits = (0_u32..6, 0_u32..8).prop_map(|(rules, bytes)| Some(RuleLimits { rules, bytes }));
    Union::new([
        select(FieldMatch::ALL).prop_map(Turn::FieldMatch).boxed(),
        any::<bool>().prop_map(Turn::Colonless).boxed(),
        select(ControlByte::ALL).prop_map(Turn::ControlByte).boxed(),
        cap(24).prop_map(Turn::LineCap).boxed(),
        select(UaMatch::ALL).prop_map(Turn::UaMatch).boxed(),
        any::<bool>().prop_map(Turn::DigitsInTokens).boxed(),
        select(EmptyToken::ALL).prop_map(Turn::EmptyToken).boxed(),
        select(TokenLists::ALL).prop_map(Turn::TokenLists).boxed(),
        select(Merge::ALL).prop_map(Turn::Merge).boxed(),
        select(BlankEnds::ALL).prop_map(Turn::BlankEnds).boxed(),
        select(OtherLines::ALL).prop_map(Turn::OtherLines).boxed(),
        any::<bool>().prop_map(Turn::IgnoresGlobal).boxed(),
        select(EmptyDisallow::ALL).prop_map(Turn::EmptyDisallow).boxed(),
        any::<bool>().prop_map(Turn::Wildcards).boxed(),
        select(Precedence::ALL).prop_map(Turn::Precedence).boxed(),
        select(Tie::ALL).prop_map(Turn::Tie).boxed(),
        select(WildcardConflict::ALL).prop_map(Turn::WildcardConflict).boxed(),
        any::<bool>().prop_map(Turn::ReportsUndefined).boxed(),
        select(UrlForm::ALL).prop_map(Turn::UrlForm).boxed(),
        any::<bool>().prop_map(Turn::RobotsTxtExempt).boxed(),
        any::<bool>().prop_map(Turn::IndexHtml).boxed(),
        (cap(160), select(OverBody::ALL)).prop_map(|(cap, over)| Turn::Body(cap, over)).boxed(),
        prop_oneof![1 => Just(None), 4 => limits].prop_map(Turn::RuleLimits).boxed(),
    ])
}

/// One of these.
fn one_of(texts: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    select(texts).prop_map(<[u8]>::to_vec)
}

/// These one after another.
fn joined(texts: impl Strategy<Value = Vec<Vec<u8>>>) -> impl Strategy<Value = Vec<u8>> {
    texts.prop_map(|texts| texts.concat())
}
