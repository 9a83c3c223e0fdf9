//! Writes JSON in one line, with the escapes of `maycrawl --format json`.

/// Writes JSON in one line.
///
/// ```
/// use maycrawl_engine_core::json::Writer;
///
/// let mut json = Writer::default();
/// json.object(|json| {
///     json.member("a").number(1);
///     json.member("b").list(["x", "\n"], |json, text| json.text(text));
/// });
/// assert_eq!(json.into_line(), b"{\"a\":1,\"b\":[\"x\",\"\\n\"]}\n");
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    /// Whether a comma must stand before the next item or member.
    needs_comma: bool,
}

impl Writer {
    /// Writes an object.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.begin('{');
        members(self);
        self.end('}');
    }

    /// Writes the name of a member; its value is next.
    pub fn member(&mut self, name: &str) -> &mut Self {
        self.text(name);
        self.out.push(':');
        self.needs_comma = false;
        self
    }

    /// Writes an array.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        self.begin('[');
        for one in items {
            item(self, one);
        }
        self.end(']');
    }

    /// Writes a string.
    pub fn text(&mut self, text: &str) {
        self.begin('"');
        for char in text.chars() {
            self.char(char);
        }
        self.end('"');
    }

    /// Writes a number.
    pub fn number(&mut self, number: u32) {
        self.word(&number.to_string());
    }

    /// Writes `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.word(if value { "true" } else { "false" });
    }

    /// What was written, with a line feed.
    pub fn into_line(mut self) -> Vec<u8> {
        self.out.push('\n');
        self.out.into_bytes()
    }

    fn begin(&mut self, opening: char) {
        if self.needs_comma {
            self.out.push(',');
        }
        self.out.push(opening);
        self.needs_comma = false;
    }

    fn end(&mut self, closing: char) {
        self.out.push(closing);
        self.needs_comma = true;
    }

    fn word(&mut self, word: &str) {
        if self.needs_comma {
            self.out.push(',');
        }
        self.out.push_str(word);
        self.needs_comma = true;
    }

    fn char(&mut self, char: char) {
        let short = match char {
            '"' | '\\' => char,
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\u{8}' => 'b',
            '\u{C}' => 'f',
            _ if is_safe(char) => return self.out.push(char),
            _ => {
                self.out.push_str("\\u");
                for shift in [12, 8, 4, 0] {
                    let digit = char::from_digit(u32::from(char) >> shift & 15, 16);
                    self.out.push(digit.unwrap_or('0'));
                }
                return;
            }
        };
        self.out.push('\\');
        self.out.push(short);
    }
}

/// Whether a terminal shows it without tricks: no control, no line end of Unicode, nothing that
/// changes the direction of text.
const fn is_safe(char: char) -> bool {
    !matches!(
        char,
        '\0'..='\u{1F}'
            | '\u{7F}'..='\u{9F}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{61C}'
            | '\u{200E}'
            | '\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
    )
}
