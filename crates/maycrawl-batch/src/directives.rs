//! The lines of files as a table: one row a directive.

use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, UInt32Builder, UInt64Builder};
use arrow_array::{ArrayRef, Datum, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Fields};
use maycrawl::lines::{Line, Separator, lines};

use crate::column::Values;
use crate::error::{Column, Error};

/// Collects the directives of files, which may come in several batches.
///
/// A directive is a line with a field and, after a colon or between two words, a value, which may be empty. No dialect
/// is asked whether it means anything. What is not UTF-8 becomes U+FFFD, and control characters are escaped.
///
/// ```
/// use arrow_array::StringArray;
/// use maycrawl_batch::DirectivesBuilder;
///
/// let mut directives = DirectivesBuilder::new();
/// directives.append(&StringArray::from(vec![None, Some("User-agent: *\nDisallow: /a")])).unwrap();
/// assert_eq!(directives.finish().num_rows(), 2);
/// ```
#[derive(Debug, Default)]
pub struct DirectivesBuilder {
    /// How many files there were.
    files: u64,
    rows: UInt64Builder,
    lines: UInt32Builder,
    fields: LargeStringBuilder,
    values: LargeStringBuilder,
    comments: LargeStringBuilder,
}

impl DirectivesBuilder {
    /// One that has no rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the directives of the file in each row; a null has none.
    ///
    /// # Errors
    ///
    /// If the column is neither text nor bytes.
    pub fn append(&mut self, robots: &dyn Datum) -> Result<(), Error> {
        let robots = Values::of(Column::Robots, robots)?;
        for row in 0..robots.rows().unwrap_or(1) {
            let is_directive = |line: &Line<'_>| {
                line.separator_kind() != Separator::None && !line.field().is_empty()
            };
            for line in lines(robots.get(row).unwrap_or_default()).filter(is_directive) {
                self.append_line(&line);
            }
            self.files += 1;
        }
        Ok(())
    }

    fn append_line(&mut self, line: &Line<'_>) {
        self.rows.append_value(self.files);
        self.lines.append_value(line.number());
        append_text(&mut self.fields, line.get(line.field()));
        append_text(&mut self.values, line.get(line.value()));
        match line.get(line.comment()) {
            [] => self.comments.append_null(),
            comment => append_text(&mut self.comments, comment),
        }
    }

    /// The directives so far: the row of the file, from 0, the number of the line, from 1, its field and value, and its
    /// comment with the `#`, null if it has none. The builder is empty again.
    pub fn finish(&mut self) -> RecordBatch {
        self.files = 0;
        let fields = Fields::from(vec![
            Field::new("row", DataType::UInt64, false),
            Field::new("line", DataType::UInt32, false),
            Field::new("field", DataType::LargeUtf8, false),
            Field::new("value", DataType::LargeUtf8, false),
            Field::new("comment", DataType::LargeUtf8, true),
        ]);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.rows.finish()),
            Arc::new(self.lines.finish()),
            Arc::new(self.fields.finish()),
            Arc::new(self.values.finish()),
            Arc::new(self.comments.finish()),
        ];
        StructArray::new(fields, columns, None).into()
    }
}

/// Appends bytes as text that is safe to show, as that of a rule is.
fn append_text(texts: &mut LargeStringBuilder, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if !text.contains(char::is_control) {
        return texts.append_value(text);
    }
    let mut shown = String::new();
    for char in text.chars() {
        if char.is_control() { shown.extend(char.escape_default()) } else { shown.push(char) }
    }
    texts.append_value(shown);
}
