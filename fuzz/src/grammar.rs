//! A robots.txt, chosen: shaped as real ones are, and as they should not be.
//!
//! What is chosen from are the alphabets of the testkit, in which agents, rules
//! and URLs meet often.

use testkit::generate::alphabet::{
    AGENT_NAMES, AGENTS, BOMS, COLONS, COMMENTS, COMMON_PIECES, HEADS, JUNK, LINE_ENDS,
    OTHER_NAMES, OTHER_VALUES, PIECES, RULE_NAMES, SHORT_RULES, SPECIAL, WHITE,
};

use crate::choices::Choices;

/// The most lines of a file, a run of rules counted once.
const MOST_LINES: usize = 40;

/// So many rules are enough: more than a matcher tries one by one, and not more
/// than the oracle tries in a moment.
const MOST_RULES: usize = 100;

/// A file, and the values of its rules.
#[derive(Default)]
pub struct File {
    pub bytes: Vec<u8>,
    pub rules: Vec<Vec<u8>>,
}

pub fn file(choices: &mut Choices<'_>) -> File {
    let mut file = File::default();
    if choices.rarely(16) {
        file.bytes.extend(choices.text(BOMS));
    }
    // Without an agent up there most rules are nobody's.
    let heads = if choices.rarely(16) { HEADS } else { &HEADS[1..] };
    file.bytes.extend(choices.text(heads));
    for _ in 0..MOST_LINES {
        if choices.are_over() || file.rules.len() >= MOST_RULES {
            break;
        }
        line(choices, &mut file);
        file.bytes.extend(choices.text(LINE_ENDS));
    }
    file
}

fn line(choices: &mut Choices<'_>, file: &mut File) {
    match choices.byte() {
        0..120 => {
            let name = choices.text(&[b"Disallow", b"Allow"]);
            rule(name, b": ", value(choices), file);
        }
        120..160 => {
            let name = choices.text(RULE_NAMES);
            let value = value(choices);
            file.rules.push(value.clone());
            untidy(name, &value, choices, file);
        }
        160..185 => {
            let agent = choices.text(AGENTS);
            file.bytes.extend([b"User-agent: ", agent].concat());
        }
        185..200 => {
            let (name, agent) = (choices.text(AGENT_NAMES), choices.text(AGENTS));
            untidy(name, agent, choices, file);
        }
        200..212 => {
            let (name, value) = (choices.text(OTHER_NAMES), choices.text(OTHER_VALUES));
            untidy(name, value, choices, file);
        }
        212..220 => file.bytes.extend(choices.text(COMMENTS)),
        220..230 => file.bytes.extend(choices.text(&[b"", b" ", b"\t ", b"\x0B", b"\0"])),
        230..246 => run_of_rules(choices, file),
        246.. => {
            for _ in 0..choices.number(7) {
                file.bytes.extend(choices.text(JUNK));
            }
        }
    }
}

fn rule(name: &[u8], separator: &[u8], value: Vec<u8>, file: &mut File) {
    file.bytes.extend([name, separator, &value].concat());
    file.rules.push(value);
}

/// A field with odd white space, odd colons, comments, and now and then an
/// byte put anywhere.
fn untidy(name: &[u8], value: &[u8], choices: &mut Choices<'_>, file: &mut File) {
    let mut line = choices.text(WHITE).to_vec();
    line.extend([name, choices.text(COLONS), choices.text(WHITE), value].concat());
    line.extend(choices.text(WHITE));
    if choices.rarely(4) {
        line.extend(choices.text(COMMENTS));
    }
    if choices.rarely(8) {
        line.insert(choices.number(line.len()), choices.byte());
    }
    file.bytes.extend(line);
}

/// The value of a rule.
pub fn value(choices: &mut Choices<'_>) -> Vec<u8> {
    let kind = choices.byte();
    if kind < 90 {
        return choices.text(SHORT_RULES).to_vec();
    }
    let mut value = if kind < 240 { b"/".to_vec() } else { Vec::new() };
    for _ in 0..choices.number(5) {
        let piece = match choices.number(3) {
            0 | 1 => choices.text(&PIECES[..COMMON_PIECES]),
            2 => choices.text(PIECES),
            _ => choices.text(SPECIAL),
        };
        value.extend(repeated(piece, choices));
    }
    value.extend(choices.text(&[b"", b"", b"$", b"*", b"*$"]));
    value
}

/// The piece, mostly once.
pub fn repeated(piece: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let times = if choices.rarely(16) { choices.number(40) } else { 1 };
    piece.repeat(times)
}

/// Many rules that begin and end alike.
fn run_of_rules(choices: &mut Choices<'_>, file: &mut File) {
    let start = choices.text(PIECES);
    let end =
        choices.text(&[b"", b"$", b"*", b"/", b"*a", b"/*$", b"*/b$", b"%2A", b"/index.html"]);
    let count = choices.one(&[2, 3, 5, 8, 12, 20, 40, MOST_RULES]);
    let kinds = choices.byte();
    for index in 0..count {
        let name = if kinds >> (index % 8) & 1 == 0 { &b"Disallow"[..] } else { b"Allow" };
        rule(name, b":", [b"/", start, &letters(index), end].concat(), file);
        file.bytes.push(b'\n');
    }
}

/// Nothing, `a`, `b`, `aa`, `ab`, `ba` and so on: many begin as others do.
fn letters(mut number: usize) -> Vec<u8> {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(if number.is_multiple_of(2) { b'a' } else { b'b' });
        number /= 2;
    }
    letters
}
