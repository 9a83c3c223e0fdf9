//! What is asked of a file, chosen: in which dialect, by whom, for which URLs.

use maycrawl::{dialect::Preset, knobs::Knob};
use testkit::generate::alphabet::{AGENTS, PIECES, SHORT_PATHS, SPECIAL, TOKENS, URL_STARTS};
use testkit::naive::Asker;

use crate::choices::Choices;
use crate::grammar::repeated;

/// A preset with some knobs turned, in words; or nothing, for the presets alone.
pub fn dialect(choices: &mut Choices<'_>) -> String {
    let turns = choices.number(3);
    if turns == 0 {
        return String::new();
    }
    let mut words = choices.one(Preset::ALL).name.to_owned();
    for _ in 0..turns {
        words.push(' ');
        words.push_str(&turn(choices));
    }
    words
}

/// One knob and its value. Caps are small, so that small files reach them.
fn turn(choices: &mut Choices<'_>) -> String {
    match choices.number(9) {
        0 => format!("lines.line_cap={}", choices.number(24)),
        1 => format!("fetch.body_cap={}", choices.number(160)),
        2 => format!("fetch.rule_limits={}x{}", choices.number(5), choices.number(7)),
        _ => {
            // What an answer means is not asked here.
            let reads =
                |knob: &&Knob| !knob.name.starts_with("fetch.") || knob.name == "fetch.over_body";
            let knobs: Vec<&Knob> = Knob::all().iter().filter(reads).collect();
            let knob = choices.one(&knobs);
            format!("{}={}", knob.name, choices.one(knob.values))
        }
    }
}

/// Who asks: mostly one token, else a list or a set, even an empty one.
pub fn asker(choices: &mut Choices<'_>) -> Asker {
    let count = choices.one(&[1, 1, 1, 1, 2, 3, 0]);
    let tokens = (0..count).map(|_| {
        let of = if choices.rarely(4) { AGENTS } else { TOKENS };
        choices.text(of).to_vec()
    });
    Asker { tokens: tokens.collect(), pooled: choices.rarely(2), ignores_global: choices.rarely(4) }
}

/// A URL, mostly one that a rule of the file may match.
pub fn url(rules: &[Vec<u8>], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut path = match choices.byte() {
        0..200 if !rules.is_empty() => {
            let rule = &rules[choices.number(rules.len() - 1)];
            path_for(rule, choices)
        }
        0..230 => choices.text(SHORT_PATHS).to_vec(),
        230.. => {
            let pieces: Vec<_> = (0..choices.number(5)).map(|_| choices.text(PIECES)).collect();
            [b"/", &*pieces.concat()].concat()
        }
    };
    for _ in 0..choices.one(&[0, 0, 1, 1, 2, 3]) {
        edit(&mut path, choices);
    }
    let start = match choices.byte() {
        0..160 => b"",
        160..240 => &b"https://e.com"[..],
        240.. => choices.text(URL_STARTS),
    };
    let end = choices.text(&[b"", b"", b"", b"", b"#", b"#/a?b", b" ", b"\0", b"\r\n"]);
    [start, &path, end].concat()
}

/// The rule's path with something for every `*`, mostly without its `$`.
fn path_for(rule: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let rule = if choices.rarely(4) { rule } else { rule.strip_suffix(b"$").unwrap_or(rule) };
    let mut path = Vec::new();
    for byte in rule {
        match byte {
            b'*' => {
                let fill = choices.text(&[b"", b"a", b"b", b"/", b"*", b"ab/a", b"%2a", b"$"]);
                path.extend(repeated(fill, choices));
            }
            _ => path.push(*byte),
        }
    }
    path
}

/// A small change, as from a URL that the rule just so matches to one that it
/// does not, or to another way to write it.
fn edit(path: &mut Vec<u8>, choices: &mut Choices<'_>) {
    let at = choices.number(path.len());
    let byte = path.get(at).copied();
    match (choices.number(7), byte) {
        (0, _) => path.extend(choices.text(PIECES)),
        (1, _) => drop(path.pop()),
        (2, Some(byte)) => drop(path.splice(at..=at, format!("%{byte:02X}").into_bytes())),
        (3, Some(byte)) => drop(path.splice(at..=at, format!("%{byte:02x}").into_bytes())),
        (4, Some(byte)) => path[at] = byte ^ 0x20,
        (5, Some(_)) => drop(path.remove(at)),
        (6, _) => decode(path),
        _ => drop(path.splice(at..at, choices.text(SPECIAL).iter().copied())),
    }
}

/// Every escape becomes its byte.
fn decode(path: &mut Vec<u8>) {
    let hex = |digit: u8| u8::try_from(char::from(digit).to_digit(16)?).ok();
    let mut at = 0;
    while at + 2 < path.len() {
        if let (b'%', Some(high), Some(low)) = (path[at], hex(path[at + 1]), hex(path[at + 2])) {
            path.splice(at..at + 3, [high << 4 | low]);
        }
        at += 1;
    }
}
