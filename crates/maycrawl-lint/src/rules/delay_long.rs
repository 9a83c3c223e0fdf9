//! The rule `delay-long`: its page, its check and its fix.

use std::time::Duration;

use crate::prelude::*;

rule! {
    /// A `Crawl-delay` is half a minute or more.
    ///
    /// ## Why
    ///
    /// With 30 seconds between requests a crawler fetches 2,880 pages a day, with 100 fewer than a
    /// thousand.
    /// [Microsoft](https://blogs.bing.com/webmaster/2008/04/18/more-crawling-improvements-from-msnbot/)
    /// wrote that indexing a site takes longer as the delay grows.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 60
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: bingbot
    /// Crawl-delay: 5
    /// Disallow: /private/
    /// ```
    Delay, "delay-long", "D003", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::CrawlDelay) {
        let value = Value::parse(Field::CrawlDelay, line.get(entry.directive.value));
        let Ok(Value::CrawlDelay(delay)) = value else { continue };
        if delay >= Duration::from_secs(30) {
            let pages = 86_400 / delay.as_secs().max(1);
            out.push(Diagnostic::new(
                entry.directive.value,
                match pages {
                    0 => "at this pace a crawler fetches less than one page a day".into(),
                    pages => {
                        format!("at this pace a crawler fetches no more than {pages} pages a day")
                    }
                },
                "if the site has more pages than that, write a shorter delay",
            ));
        }
    }
}
