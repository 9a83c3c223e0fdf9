//! The rule `signal-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Content-Signal` contains something that is not a signal.
    ///
    /// ## Why
    ///
    /// Signals are `search`, `ai-input` and `ai-train` with `yes` or `no`
    /// ([contentsignals.org](https://contentsignals.org/)), and `use` with `immediate`,
    /// `reference` or `full`, which
    /// [Cloudflare](https://developers.cloudflare.com/changelog/post/2026-08-31-crawl-content-use/)
    /// added. Commas separate them. Anything else has no effect.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: search=yes, ai-train=never
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: search=yes, ai-train=no
    /// Disallow: /private/
    /// ```
    Signal, "signal-invalid", "N001", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::ContentSignal) {
        let value = line.get(entry.directive.value);
        if entry.shape.has_usage_words {
            continue;
        }
        if let (_, Some(_)) = maycrawl::preferences::ContentSignal::parse(value) {
            out.push(Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                "a part of this is not a signal and has no effect",
                "write pairs such as ai-train=no, with commas between them",
            ));
        }
    }
}
