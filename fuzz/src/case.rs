//! One case of the targets `agree` and `steps`: a file, who asks, and for what.
//!
//! A case is made of an input's bytes, as choices of the grammar; or it is
//! written out, which is what past findings are:
//!
//! ```text
//! case google paths.tie=disallow
//! agent Foo Bar
//! url /a/b
//!
//! User-agent: *
//! Disallow: /a\r
//! ```
//!
//! The first line may name a dialect to be asked beside the presets. `agent`
//! is an ordered list of tokens, `agents` a set; with a `!` it ignores `*`.
//! After the empty line comes the file. Bytes may be escaped as in Rust; `''`
//! is the empty token.

use std::{ascii, fmt};

use maycrawl::{Dialect, knobs::Knob};
use testkit::naive::Asker;

use crate::choices::Choices;
use crate::{grammar, questions};

/// The most bytes that choose the questions; the others choose the file.
const MOST_FOR_QUESTIONS: usize = 48;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// A preset and the knobs that are set otherwise, or nothing.
    pub dialect: String,
    pub askers: Vec<Asker>,
    pub urls: Vec<Vec<u8>>,
    pub robots: Vec<u8>,
}

impl Case {
    /// The case that is written out in these bytes, else the one that they choose.
    pub fn read(bytes: &[u8]) -> Self {
        Self::written(bytes).unwrap_or_else(|| Self::chosen(bytes))
    }

    /// The case that is written out in these bytes, if one is.
    pub fn written(bytes: &[u8]) -> Option<Self> {
        let (line, mut rest) = split_at(b'\n', bytes.strip_prefix(b"case")?);
        let dialect = str::from_utf8(line.trim_ascii()).ok()?;
        let mut case = Self { dialect: dialect.to_owned(), ..Self::default() };
        loop {
            let (line, after) = split_at(b'\n', rest);
            rest = after;
            let (word, value) = split_at(b' ', line);
            match word {
                b"url" => case.urls.push(unescaped(value)),
                b"agent" | b"agents" | b"agent!" | b"agents!" => case.askers.push(Asker {
                    tokens: tokens(value),
                    pooled: word.starts_with(b"agents"),
                    ignores_global: word.ends_with(b"!"),
                }),
                b"" => break,
                _ => return None,
            }
        }
        case.robots = unescaped(rest);
        Some(case)
    }

    fn chosen(bytes: &[u8]) -> Self {
        let (questions, file) = bytes.split_at((bytes.len() / 3).min(MOST_FOR_QUESTIONS));
        let file = grammar::file(&mut Choices::new(file));
        let choices = &mut Choices::new(questions);
        Self {
            dialect: questions::dialect(choices),
            askers: (0..=choices.number(1)).map(|_| questions::asker(choices)).collect(),
            urls: (0..=choices.number(3)).map(|_| questions::url(&file.rules, choices)).collect(),
            robots: file.bytes,
        }
    }

    /// The case with one of its questions.
    #[must_use]
    pub fn narrowed(&self, asker: &Asker, url: &[u8]) -> Self {
        Self { askers: vec![asker.clone()], urls: vec![url.to_vec()], ..self.clone() }
    }

    /// The dialect that the case names.
    pub fn dialect(&self) -> Option<Dialect> {
        let mut words = self.dialect.split(' ');
        let preset: Dialect = words.next()?.parse().ok()?;
        words.try_fold(preset, turned)
    }
}

/// The dialect with one knob set: `paths.tie=disallow`. Caps take any number.
fn turned(mut dialect: Dialect, word: &str) -> Option<Dialect> {
    let (name, value) = word.split_once('=')?;
    Knob::find(name)?.set(&mut dialect, value).ok()?;
    Some(dialect)
}

/// Tokens with a space between them, the empty one as `''`.
fn tokens(words: &[u8]) -> Vec<Vec<u8>> {
    let words = words.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    words.map(|word| if word == b"''" { Vec::new() } else { unescaped(word) }).collect()
}

/// What comes before the first of these bytes, and what comes after it.
fn split_at(byte: u8, text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|one| *one == byte).unwrap_or(text.len());
    (&text[..end], text.get(end + 1..).unwrap_or_default())
}

/// Bytes as [`escaped`] writes them. What is no escape stays as it is.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let (byte, after) = escape(rest).unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    bytes
}

/// The byte of the escape at the start of a text, and what follows.
fn escape(text: &[u8]) -> Option<(u8, &[u8])> {
    let hex = |digit: u8| u8::try_from(char::from(digit).to_digit(16)?).ok();
    match text {
        [b'\\', b'x', high, low, after @ ..] => Some((hex(*high)? << 4 | hex(*low)?, after)),
        [b'\\', b't', after @ ..] => Some((b'\t', after)),
        [b'\\', b'r', after @ ..] => Some((b'\r', after)),
        [b'\\', b'n', after @ ..] => Some((b'\n', after)),
        [b'\\', byte @ (b'\\' | b'\'' | b'"'), after @ ..] => Some((*byte, after)),
        _ => None,
    }
}

/// Bytes as Rust escapes them. Spaces and LF stay in a file, and nowhere else.
fn escaped(bytes: &[u8], is_file: bool) -> String {
    let one = |byte: &u8| match byte {
        b'\n' if is_file => "\n".to_owned(),
        b' ' if !is_file => "\\x20".to_owned(),
        byte => ascii::escape_default(*byte).to_string(),
    };
    bytes.iter().map(one).collect()
}

impl fmt::Display for Case {
    /// The case written out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "case {}", self.dialect)?;
        for asker in &self.askers {
            write!(f, "{}", if asker.pooled { "agents" } else { "agent" })?;
            write!(f, "{}", if asker.ignores_global { "!" } else { "" })?;
            for token in &asker.tokens {
                let text = if token.is_empty() { "''".to_owned() } else { escaped(token, false) };
                write!(f, " {text}")?;
            }
            writeln!(f)?;
        }
        for url in &self.urls {
            writeln!(f, "url {}", escaped(url, false))?;
        }
        write!(f, "\n{}", escaped(&self.robots, true))
    }
}
