//! The rule `signal-vocabulary`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A preference uses the words of another field: `train-ai` in `Content-Signal`, or `ai-train`
    /// in `Content-Usage`.
    ///
    /// ## Why
    ///
    /// The two fields come from different proposals and use different words for training:
    /// [Content-Signal](https://contentsignals.org/) has `ai-train=no`,
    /// [Content-Usage](https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/) has
    /// `train-ai=n`. In the wrong field such a word has no effect.
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
    /// Unsafe: the words are replaced with those of the field.
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
                "these words belong to another field and have no effect here",
                format!("write {right}"),
            )
            .fix(Fix::unsafe_(
                format!("write {right}"),
                vec![Edit::replace(entry.directive.value, right)],
            )),
        );
    }
}
