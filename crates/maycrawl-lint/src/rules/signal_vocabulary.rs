//! The rule `signal-vocabulary`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A preference is written in the words of another field: `train-ai` in `Content-Signal`, or
    /// `ai-train` in `Content-Usage`.
    ///
    /// ## Why
    ///
    /// The two are of different origin, and name training differently:
    /// [Content-Signal](https://contentsignals.org/) has `ai-train=no`,
    /// [Content-Usage](https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/) has `train-ai=n`.
    /// In the wrong field such a word says nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: train-ai=n
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: ai-train=no
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the field's own words are written.
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: ai-train=no
    /// Disallow: /private/
    /// ```
    Signal, "signal-vocabulary", "N003", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        let value = lossy(line.get(entry.directive.value));
        let right = match entry.directive.field {
            Field::ContentSignal if entry.shape.has_usage_words => {
                value.replace("train-ai=n", "ai-train=no").replace("train-ai=y", "ai-train=yes")
            }
            Field::ContentUsage if value.contains("ai-train") => value
                .replace("ai-train=no", "train-ai=n")
                .replace("ai-train=yes", "train-ai=y")
                .replace("ai-train=", "train-ai="),
            _ => continue,
        };
        out.push(
            Diagnostic::new(
                entry.directive.value,
                "these are the words of another field, and say nothing here",
                format!("write {right}"),
            )
            .fix(Fix::unsafe_(
                format!("write {right}"),
                vec![Edit::replace(entry.directive.value, right)],
            )),
        );
    }
}
