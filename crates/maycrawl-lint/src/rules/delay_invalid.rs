//! The rule `delay-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is not a number of seconds.
    ///
    /// ## Why
    ///
    /// Crawlers that honour it read a number of seconds
    /// ([Microsoft's examples](https://blogs.bing.com/webmaster/2008/04/18/more-crawling-improvements-from-msnbot/)
    /// are 5 and 10). `10s`, `1,5` and `-1` are not such numbers, and a crawler that cannot read
    /// the value ignores the delay.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 10s
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes a unit, and writes a decimal comma as a point.
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    Delay, "delay-invalid", "D001", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let value = line.get(entry.directive.value);
        let why = match Value::parse(Field::CrawlDelay, value) {
            Ok(_) => continue,
            Err(InvalidValue::Empty) => "the number is missing, so crawlers ignore the delay",
            Err(InvalidValue::Negative) => {
                "a delay cannot be negative, so crawlers ignore the delay"
            }
            Err(_) => "this is not a number of seconds, so crawlers may ignore the delay",
        };
        let span = if value.is_empty() { line.separator() } else { entry.directive.value };
        let report = Diagnostic::new(span, why, "write a number of seconds, such as 10");
        let plain = lossy(value).replace(',', ".");
        let plain = plain.trim_end_matches(|char: char| char.is_ascii_alphabetic() || char == ' ');
        let is_number = Value::parse(Field::CrawlDelay, plain.as_bytes()).is_ok();
        let fix = Fix::unsafe_(
            format!("write {plain}"),
            vec![Edit::replace(entry.directive.value, plain)],
        );
        out.push(if is_number { report.fix(fix) } else { report });
    }
}
