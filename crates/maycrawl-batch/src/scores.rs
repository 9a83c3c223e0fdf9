//! What the linter thinks of files: a score each, and how much it found.

use std::sync::Arc;

use arrow_array::builder::{Int8Builder, UInt8Builder, UInt32Builder};
use arrow_array::{ArrayRef, Datum, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Fields};
use maycrawl::Document;
use maycrawl_lint::{Finding, Grade, LintContext, Settings, Severity, lint, score};

use crate::answered::Answered;
use crate::codes::{code_column, code_type, key_of};
use crate::column::Values;
use crate::error::{Column, Error};

/// Collects the scores of files, which may come in several batches, and how many errors, warnings and notes they have.
///
/// A file that stands in many rows is linted once, by the rules that are on by default. A web page or binary data
/// scores 0. A null gives nulls, and so does a file of more than 1 MiB.
///
/// ```
/// use arrow_array::StringArray;
/// use maycrawl_batch::ScoresBuilder;
///
/// let mut scores = ScoresBuilder::new();
/// scores.append(&StringArray::from(vec!["User-agent: *\nDisalow: /a", ""])).unwrap();
/// assert_eq!(scores.finish().num_rows(), 2);
/// ```
#[derive(Debug, Default)]
pub struct ScoresBuilder {
    linted: Answered<Linted>,
    scores: UInt8Builder,
    grades: Int8Builder,
    errors: UInt32Builder,
    warnings: UInt32Builder,
    notes: UInt32Builder,
}

/// Every grade, the worst first.
const GRADES: [Grade; 3] = [Grade::Broken, Grade::NeedsAttention, Grade::Healthy];

/// What came of linting a file.
#[derive(Clone, Copy, Debug)]
struct Linted {
    points: u8,
    /// Its key in the column.
    grade: Option<i8>,
    errors: u32,
    warnings: u32,
    notes: u32,
}

impl Linted {
    fn new(file: &[u8]) -> Self {
        let document = Document::parse(file);
        let findings = lint(&document, &LintContext::default(), &Settings::default());
        let score = score(&document, &findings);
        Self {
            points: u8::try_from(score.points).unwrap_or(u8::MAX),
            grade: key_of(&GRADES, &score.grade()),
            errors: count(&findings, Severity::Error),
            warnings: count(&findings, Severity::Warning),
            notes: count(&findings, Severity::Note),
        }
    }
}

fn count(findings: &[Finding], severity: Severity) -> u32 {
    let count = findings.iter().filter(|finding| finding.severity == severity).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl ScoresBuilder {
    /// One that has no rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the score of the file in each row.
    ///
    /// # Errors
    ///
    /// If the column is neither text nor bytes.
    pub fn append(&mut self, robots: &dyn Datum) -> Result<(), Error> {
        let robots = Values::of(Column::Robots, robots)?;
        for row in 0..robots.rows().unwrap_or(1) {
            let linted = self.linted.get(robots.get(row), Linted::new);
            self.scores.append_option(linted.map(|linted| linted.points));
            self.grades.append_option(linted.and_then(|linted| linted.grade));
            self.errors.append_option(linted.map(|linted| linted.errors));
            self.warnings.append_option(linted.map(|linted| linted.warnings));
            self.notes.append_option(linted.map(|linted| linted.notes));
        }
        Ok(())
    }

    /// The scores so far, from 0 to 100, with the [grade](Grade) and the counts. The builder has no rows again.
    pub fn finish(&mut self) -> RecordBatch {
        let fields = Fields::from(vec![
            Field::new("score", DataType::UInt8, true),
            Field::new("grade", code_type(), true),
            Field::new("errors", DataType::UInt32, true),
            Field::new("warnings", DataType::UInt32, true),
            Field::new("notes", DataType::UInt32, true),
        ]);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.scores.finish()),
            code_column(self.grades.finish(), GRADES.map(Grade::as_str)),
            Arc::new(self.errors.finish()),
            Arc::new(self.warnings.finish()),
            Arc::new(self.notes.finish()),
        ];
        StructArray::new(fields, columns, None).into()
    }
}
