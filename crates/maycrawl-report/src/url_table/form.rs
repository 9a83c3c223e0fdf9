//! What a list is, by its first line, and which column contains the URLs.

use super::cells::Cells;
use super::{COLUMNS, Options};

/// What a list is.
pub(super) enum Form {
    /// One URL per line.
    List,
    /// JSON Lines.
    Json,
    /// A JSON array.
    Array,
    /// A table.
    Table { cells: Cells, has_header: bool },
}

impl Form {
    /// What begins with this line; `separator` is what an earlier one says of the cells.
    pub(super) fn of(first: &[u8], options: &Options<'_>, separator: Option<u8>) -> Self {
        let text = first.trim_ascii();
        match text.first() {
            Some(b'[') => return Self::Array,
            Some(b'{') => return Self::Json,
            Some(b'"') if is_json_url(text) => return Self::Json,
            _ => {}
        }
        let is_quoted = text.starts_with(b"\"");
        let cells = |separator| Cells::of_line(first, separator, has_quotes(separator, is_quoted));
        let is_split = |separator: &u8| cells(*separator).iter().count() > 1;
        let has_name = |separator: &u8| cells(*separator).iter().any(is_column_name);
        let signs = [b'\t', b';', b','];
        let found = separator.or_else(|| {
            let named = signs.iter().find(|sign| is_split(sign) && has_name(sign));
            named.or_else(|| signs.iter().find(|sign| is_split(sign))).copied()
        });
        let table = |separator, has_header| {
            let cells = Cells::new(separator, has_quotes(separator, is_quoted));
            Self::Table { cells, has_header }
        };
        let Some(sign) = found else {
            return match () {
                () if is_quoted => table(b',', true),
                () if is_place(text) => Self::List,
                () if options.column.is_some() || is_column_name(text) => table(b',', true),
                () => Self::List,
            };
        };
        if is_place(text) && !is_data_after_url(&cells(sign), text, sign, options) {
            return Self::List;
        }
        let has_header = !cells(sign).iter().any(is_url) && !is_place(text);
        let is_meant = options.column.is_some() || separator.is_some() || has_name(&sign);
        if options.is_any_text && !is_meant && has_header {
            return Self::List;
        }
        table(sign, has_header)
    }
}

/// Whether cells may be quoted. In TSV they are only if the first one is: a quotation mark is a
/// byte as others are otherwise.
fn has_quotes(separator: u8, is_quoted: bool) -> bool {
    separator != b'\t' || is_quoted
}

/// Whether a line that begins with a URL has more cells, and is not a URL that contains the
/// separator.
fn is_data_after_url(cells: &Cells, line: &[u8], separator: u8, options: &Options<'_>) -> bool {
    // No URL contains a TAB.
    if separator == b'\t' {
        return true;
    }
    let is_value = |cell: &[u8]| {
        let text = cell.trim_ascii();
        text.contains(&b' ')
            || text.iter().all(|byte| byte.is_ascii_digit() || b".%-".contains(byte))
    };
    !options.is_any_text
        && !options.is_live
        && (cells.iter().skip(1).any(is_value)
            || line.windows(2).any(|pair| pair == [separator, b'"']))
}

/// Whether a line is a URL as a JSON string.
fn is_json_url(text: &[u8]) -> bool {
    serde_json::from_slice::<String>(text).is_ok_and(|url| is_place(url.as_bytes()))
}

fn is_column_name(cell: &[u8]) -> bool {
    COLUMNS.iter().any(|name| cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
}

/// Whether a text is an absolute URL.
pub(super) fn is_url(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let scheme =
        text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    let rest = text.get(scheme.count()..).unwrap_or_default();
    text.first().is_some_and(u8::is_ascii_alphabetic) && rest.starts_with(b"://") && rest.len() > 3
}

/// Whether a text is a URL or a path.
fn is_place(text: &[u8]) -> bool {
    text.trim_ascii().starts_with(b"/") || is_url(text)
}

/// The first column whose cells are URLs in nine of ten rows, or paths if there is none.
pub(super) fn sampled_column(rows: &[&[Vec<u8>]]) -> Option<usize> {
    let width = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let find = |is_one: fn(&[u8]) -> bool| {
        (0..width).find(|column| {
            let cells = rows.iter().filter_map(|row| row.get(*column));
            let count = cells.filter(|cell| is_one(cell)).count();
            count > 0 && count * 10 >= rows.len() * 9
        })
    };
    find(is_url).or_else(|| find(is_place))
}
