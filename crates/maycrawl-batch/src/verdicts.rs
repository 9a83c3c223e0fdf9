//! The answers: four columns.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use ahash::RandomState;
use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, PrimitiveBuilder, UInt32Builder};
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, RecordBatch, StringArray, StructArray, UInt32Array,
};
use arrow_schema::{DataType, Field, Fields};
use maycrawl::Verdict;
use maycrawl::robots::RuleLine;
use maycrawl::verdict::Reason;

/// The verdicts on the rows of a question, as columns. A row with a null in the question is null in all.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicts {
    /// Whether the URL is allowed.
    pub allowed: BooleanArray,
    /// The [code](Reason::code) of the reason. The dictionary has every code, in the order of their numbers.
    pub reason: DictionaryArray<Int8Type>,
    /// The number of the deciding line, from 1; null if no rule decided.
    pub line: UInt32Array,
    /// The deciding rule, such as `Disallow: /a`; null if none did. The dictionary has each text once.
    ///
    /// What is not UTF-8 becomes U+FFFD, and control characters are escaped.
    pub rule: DictionaryArray<Int32Type>,
}

impl Verdicts {
    /// The names and types of the columns.
    pub fn fields() -> Fields {
        let dictionary = |keys, values| DataType::Dictionary(Box::new(keys), Box::new(values));
        Fields::from(vec![
            Field::new("allowed", DataType::Boolean, true),
            Field::new("reason", dictionary(DataType::Int8, DataType::Utf8), true),
            Field::new("line", DataType::UInt32, true),
            Field::new("rule", dictionary(DataType::Int32, DataType::LargeUtf8), true),
        ])
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.allowed.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns, in the order of [`fields`](Self::fields).
    pub fn columns(&self) -> Vec<ArrayRef> {
        let Self { allowed, reason, line, rule } = self.clone();
        vec![Arc::new(allowed), Arc::new(reason), Arc::new(line), Arc::new(rule)]
    }
}

impl From<Verdicts> for StructArray {
    fn from(verdicts: Verdicts) -> Self {
        Self::new(Verdicts::fields(), verdicts.columns(), None)
    }
}

impl From<Verdicts> for RecordBatch {
    fn from(verdicts: Verdicts) -> Self {
        StructArray::from(verdicts).into()
    }
}

/// Collects verdicts, which may come from several batches.
#[derive(Debug, Default)]
pub struct VerdictsBuilder {
    allowed: BooleanBuilder,
    reasons: PrimitiveBuilder<Int8Type>,
    lines: UInt32Builder,
    rules: PrimitiveBuilder<Int32Type>,
    texts: LargeStringBuilder,
    keys: HashMap<Box<str>, i32, RandomState>,
}

/// A line that decided, in the columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DecidingLine {
    line: u32,
    /// The key of its text.
    rule: Option<i32>,
}

impl VerdictsBuilder {
    /// One that has no rows.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn append_null(&mut self) {
        self.allowed.append_null();
        self.reasons.append_null();
        self.lines.append_null();
        self.rules.append_null();
    }

    #[inline]
    pub(crate) fn append(&mut self, verdict: Verdict, decided: Option<DecidingLine>) {
        self.allowed.append_value(verdict.is_allowed());
        self.reasons.append_option(reason_key(verdict.reason()));
        self.lines.append_option(decided.map(|decided| decided.line));
        self.rules.append_option(decided.and_then(|decided| decided.rule));
    }

    /// The deciding line in the columns: the same text always has the same key.
    pub(crate) fn line_of(&mut self, rule: RuleLine<'_>) -> DecidingLine {
        let text = rule.to_string();
        let known = self.keys.get(text.as_str()).copied();
        let key = known.or_else(|| {
            // No memory holds the text of so many rules.
            let key = i32::try_from(self.keys.len()).ok()?;
            self.texts.append_value(&text);
            self.keys.insert(text.into(), key);
            Some(key)
        });
        DecidingLine { line: rule.line(), rule: key }
    }

    /// The verdicts so far. The builder is empty again.
    pub fn finish(&mut self) -> Verdicts {
        static CODES: LazyLock<ArrayRef> = LazyLock::new(|| {
            Arc::new(StringArray::from_iter_values(Reason::ALL.iter().map(|reason| reason.code())))
        });
        self.keys.clear();
        Verdicts {
            allowed: self.allowed.finish(),
            reason: DictionaryArray::new(self.reasons.finish(), Arc::clone(&CODES)),
            line: self.lines.finish(),
            rule: DictionaryArray::new(self.rules.finish(), Arc::new(self.texts.finish())),
        }
    }
}

/// Where the code of a reason stands in the dictionary.
fn reason_key(reason: Reason) -> Option<i8> {
    i8::try_from(reason.number()).ok()?.checked_sub(1)
}
