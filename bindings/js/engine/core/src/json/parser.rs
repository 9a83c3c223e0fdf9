//! Reads JSON, by RFC 8259 and no looser.

use super::Json;

// Each has one message for several mistakes: what people read costs as much as code.
const NOT_A_NUMBER: &str = "this is not a number";
const NOT_CLOSED: &str = "the string is not closed, or has a control character";
const NO_ESCAPE: &str = "this is not an escape";

/// How deep lists and objects may nest.
const MOST_DEPTH: usize = 127;

type Fault = (&'static str, usize);

pub(super) fn parse(text: &str) -> Result<Json, Fault> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(0)?;
    match parser.next() {
        None => Ok(value),
        Some(_) => Err(parser.fault("expected the end of the text")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn fault(&self, what: &'static str) -> Fault {
        (what, self.at)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is not white space.
    fn next(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Whether this byte is next; if so, it is read.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        match self.next() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'{' | b'[') if depth >= MOST_DEPTH => Err(self.fault("nests too deep")),
            Some(b'{') => {
                let mut members = Vec::new();
                self.items(b'}', |parser| {
                    let name = match parser.next() {
                        Some(b'"') => parser.string()?,
                        _ => return Err(parser.fault("expected the name of a member")),
                    };
                    parser.next();
                    if !parser.takes(b':') {
                        return Err(parser.fault("expected a colon"));
                    }
                    members.push((name, parser.value(depth + 1)?));
                    Ok(())
                })?;
                Ok(Json::Object(members))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                self.items(b']', |parser| {
                    items.push(parser.value(depth + 1)?);
                    Ok(())
                })?;
                Ok(Json::List(items))
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    /// Reads items between commas, up to a closing byte; the opening one is next.
    fn items(
        &mut self,
        closing: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.at += 1;
        self.next();
        if self.takes(closing) {
            return Ok(());
        }
        loop {
            item(self)?;
            self.next();
            if self.takes(closing) {
                return Ok(());
            }
            if !self.takes(b',') {
                return Err(self.fault("expected a comma or the end of the list or object"));
            }
        }
    }

    fn word(&mut self) -> Result<Json, Fault> {
        let words =
            [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, value) in words {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("expected a value"))
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let begin = self.at;
        self.takes(b'-');
        if !self.takes(b'0') {
            self.digits()?;
        }
        let integer = self.text.get(begin..self.at).unwrap_or_default();
        let mut is_integer = true;
        if self.takes(b'.') {
            is_integer = false;
            self.digits()?;
        }
        if self.takes(b'e') || self.takes(b'E') {
            is_integer = false;
            let _ = self.takes(b'+') || self.takes(b'-');
            self.digits()?;
        }
        if let Some(b'0'..=b'9') = self.byte() {
            return Err(self.fault(NOT_A_NUMBER));
        }
        Ok(match integer.parse() {
            Ok(natural) if is_integer => Json::Natural(natural),
            _ => Json::OtherNumber,
        })
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let begin = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == begin { Err(self.fault(NOT_A_NUMBER)) } else { Ok(()) }
    }

    /// Reads a string; its first quote is next.
    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let begin = self.at;
            while !matches!(self.byte(), None | Some(b'"' | b'\\' | 0..=0x1F)) {
                self.at += 1;
            }
            string.push_str(self.text.get(begin..self.at).unwrap_or_default());
            if self.takes(b'"') {
                return Ok(string);
            }
            if !self.takes(b'\\') {
                return Err(self.fault(NOT_CLOSED));
            }
            string.push(self.escape()?);
        }
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Result<char, Fault> {
        let Some(letter) = self.byte() else { return Err(self.fault(NOT_CLOSED)) };
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'u' => {
                let first = self.hex()?;
                let code = match first {
                    0xD800..=0xDBFF if self.takes(b'\\') && self.takes(b'u') => {
                        let second = self.hex()?;
                        match second {
                            0xDC00..=0xDFFF => 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF),
                            _ => first,
                        }
                    }
                    _ => first,
                };
                char::from_u32(code).ok_or(self.fault(NO_ESCAPE))?
            }
            _ => return Err(self.fault(NO_ESCAPE)),
        })
    }

    /// Four hexadecimal digits.
    fn hex(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            code = code << 4 | digit.ok_or(self.fault(NO_ESCAPE))?;
            self.at += 1;
        }
        Ok(code)
    }
}
