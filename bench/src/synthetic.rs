//! Files with the shape of real ones, made from a seed.
//!
//! Measured on 2026-11-21 on 2,871 real files (4.37 MB, web pages left out):
//!
//! | | 10 % | 50 % | 75 % | 90 % | 99 % | 99.9 % |
//! |---|---|---|---|---|---|---|
//! | bytes | 75 | 331 | 1,118 | 2,815 | 19,969 | 73,095 |
//! | rules | 1 | 7 | 28 | 75 | 549 | 1,774 |
//! | rules of the group of `*` | 1 | 5 | 22 | 50 | 228 | 1,034 |
//! | groups | 1 | 1 | 2 | 6 | 38 | 148 |
//! | bytes of a rule's path (of 101,024) | 3 | 14 | 24 | 40 | 76 | 168 |
//!
//! Of the lines 67 % are rules, 11 % agents, 8 % blank, 6 % comments, 6 % sitemaps; a line
//! has 29 bytes. Of the rules 28 % hold `*`, 13 % begin with `*` or `/*`, 13 % end in `*`,
//! 3.5 % in `$`, 36 % in `/`; 11 % allow, 8 % are `/` alone, 1 % are empty. Of the files 95 %
//! have a group for `*`, 23 % end lines in CR LF. Of the rules of files of 10 kB and more
//! 24 % hold `*`, 13 % begin with it, 4 % end in `$`.

use crate::random::Random;
use crate::words::{ENDINGS, KEYS, WORDS, name};

/// The seed of everything that is compared over time.
pub const SEED: u64 = 20_261_121;

/// Bytes of a file at this many thousandths of all files.
const SIZES: [(f64, f64); 8] = [
    (0.0, 26.0),
    (100.0, 74.0),
    (500.0, 319.0),
    (750.0, 1_100.0),
    (900.0, 2_700.0),
    (990.0, 25_000.0),
    (999.0, 89_000.0),
    (1000.0, 95_000.0),
];

/// Crawlers that files name.
const CRAWLERS: &[&str] = &[
    "AhrefsBot",
    "Baiduspider",
    "bingbot",
    "CCBot",
    "ClaudeBot",
    "Googlebot",
    "Googlebot-Image",
    "GPTBot",
    "ia_archiver",
    "MJ12bot",
    "msnbot",
    "SemrushBot",
    "Slurp",
    "Twitterbot",
    "Yandex",
    "dotbot",
    "WebZIP",
    "HTTrack",
    "Mediapartners-Google",
    "AdsBot-Google",
    "Teoma",
    "Exabot",
];

/// So many files, always the same for a seed, in no order.
pub fn files(seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut random = Random::seeded(seed);
    let mut files: Vec<_> = (0..count).map(|at| file(size(at, count), &mut random)).collect();
    random.shuffle(&mut files);
    files
}

/// The size of file `at` of `count`, by the percentiles and straight lines
/// between their logarithms.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes and counts are small and not negative"
)]
fn size(at: usize, count: usize) -> usize {
    let rank = (at as f64 + 0.5) / count as f64 * 1000.0;
    let between = SIZES.windows(2).find_map(|pair| match pair {
        [(low, from), (high, to)] if rank <= *high => {
            Some(from * (to / from).powf((rank - low) / (high - low)))
        }
        _ => None,
    });
    between.unwrap_or_default() as usize
}

/// A file being written.
struct Writer<'r> {
    text: String,
    size: usize,
    line_end: &'static str,
    random: &'r mut Random,
}

/// A file of about `size` bytes.
pub fn file(size: usize, random: &mut Random) -> Vec<u8> {
    let line_end = if random.chance(230) { "\r\n" } else { "\n" };
    let mut writer = Writer { text: String::with_capacity(size), size, line_end, random };
    if size > 200 && writer.random.chance(300) {
        writer.comment();
    }
    if size < 10_000 || writer.random.chance(950) {
        writer.line("User-agent: *");
    } else {
        writer.line("User-agent: Googlebot");
    }
    // Small files have one group; of the rest a part is for crawlers that they name.
    let global = if size < 400 || writer.random.chance(400) {
        size
    } else {
        size * (3 + writer.random.below(7)) / 10
    };
    while writer.body(global) {}
    if global < size {
        while writer.group() {}
    }
    writer.text.into_bytes()
}

impl Writer<'_> {
    /// Adds a line if it brings the file nearer to its size.
    fn line(&mut self, line: &str) -> bool {
        let len = line.len() + self.line_end.len();
        let fits = self.text.is_empty() || self.text.len() + len / 2 <= self.size;
        if fits {
            self.text.push_str(line);
            self.text.push_str(self.line_end);
        }
        fits
    }

    /// A line of a group, until the file has `end` bytes.
    fn body(&mut self, end: usize) -> bool {
        self.text.len() < end
            && match self.random.below(100) {
                0..6 => self.line(""),
                6..12 => self.comment(),
                12..18 => {
                    let page = self.random.pick(WORDS);
                    self.line(&format!("Sitemap: https://www.example.com/{page}/sitemap.xml"))
                }
                18 if self.random.chance(400) => self.line("Crawl-delay: 10"),
                _ => self.rule(),
            }
    }

    /// A group of crawlers that are named.
    fn group(&mut self) -> bool {
        let mut fits = self.line("");
        for _ in 0..=self.random.below(2) {
            let crawler = self.random.pick(CRAWLERS);
            fits = fits && self.line(&format!("User-agent: {crawler}"));
        }
        if self.random.chance(550) {
            return fits && self.line("Disallow: /");
        }
        for _ in 0..3 + self.random.below(12) {
            fits = fits && self.body(self.size);
        }
        fits
    }

    fn comment(&mut self) -> bool {
        let words: Vec<_> =
            (0..2 + self.random.below(7)).map(|_| self.random.pick(WORDS)).collect();
        self.line(&format!("# {}", words.join(" ")))
    }

    fn rule(&mut self) -> bool {
        let field = if self.random.chance(110) { "Allow" } else { "Disallow" };
        let path = match self.random.below(100) {
            0..20 if self.size < 120 => "/".to_owned(),
            20..36 if self.size < 120 => String::new(),
            0..6 if self.size < 2_000 => "/".to_owned(),
            _ if self.random.chance(if self.size < 10_000 { 310 } else { 240 }) => self.wildcard(),
            _ => self.literal(),
        };
        self.line(&format!("{field}: {path}"))
    }

    /// One to five names, and how paths end.
    fn literal(&mut self) -> String {
        let mut path = String::new();
        for _ in 0..[1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5].get(self.random.below(11)).map_or(1, |n| *n) {
            path.push('/');
            path.push_str(&name(self.random));
        }
        match self.random.below(100) {
            0..48 => path.push('/'),
            48..66 => path.push_str(self.random.pick(ENDINGS)),
            66..72 => path.extend(["?", self.random.pick(KEYS), "="]),
            72..74 => path.push('$'),
            _ => {}
        }
        path
    }

    /// A path with one to three `*`, half of them at its beginning.
    fn wildcard(&mut self) -> String {
        let mut path = match self.random.below(100) {
            0..11 => "*".to_owned(),
            11..47 => "/*".to_owned(),
            _ => format!("/{}", name(self.random)),
        };
        match self.random.below(10) {
            0..3 => path.extend(["?", self.random.pick(KEYS), "="]),
            3 => path.push_str(self.random.pick(ENDINGS)),
            4 => path.extend(["&", self.random.pick(KEYS), "="]),
            _ => path.extend(["/", &name(self.random)]),
        }
        if !path.contains('*') || self.random.chance(200) {
            path.push('*');
            if self.random.chance(500) {
                path.extend(["/", &name(self.random)]);
            }
        }
        match self.random.below(100) {
            0..9 => path.push('$'),
            9..25 if !path.ends_with('*') => path.push('*'),
            25..40 => path.push('/'),
            _ => {}
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::{SEED, files};

    /// Asserts that a figure of the made files is near that of real ones.
    #[track_caller]
    fn check(figure: usize, expected: usize, tolerance: usize) {
        assert!(figure.abs_diff(expected) <= tolerance, "{figure} is not {expected}");
    }

    fn percentile(figures: &mut [usize], permille: usize) -> usize {
        figures.sort_unstable();
        figures[figures.len() * permille / 1000]
    }

    #[test]
    fn sizes_and_rules_are_those_of_real_files() {
        let files = files(SEED, 2000);
        let mut sizes: Vec<_> = files.iter().map(Vec::len).collect();
        for (permille, bytes) in
            [(100, 74), (500, 319), (750, 1100), (900, 2700), (990, 25_000), (999, 89_000)]
        {
            check(percentile(&mut sizes, permille), bytes, bytes / 10 + 10);
        }
        let text: Vec<_> = files.iter().map(|file| String::from_utf8_lossy(file)).collect();
        let is_rule = |line: &&str| line.starts_with("Allow:") || line.starts_with("Disallow:");
        let mut counts: Vec<_> =
            text.iter().map(|file| file.lines().filter(is_rule).count()).collect();
        for (permille, rules) in [(100, 1), (500, 7), (750, 28), (900, 75), (990, 549)] {
            check(percentile(&mut counts, permille), rules, rules / 3 + 1);
        }
        let rules: Vec<_> = text
            .iter()
            .flat_map(|file| file.lines().filter(is_rule))
            .filter_map(|line| Some(line.split_once(": ")?.1))
            .collect();
        let percent = |holds: fn(&str) -> bool| {
            rules.iter().filter(|rule| holds(rule)).count() * 100 / rules.len()
        };
        check(percent(|rule| rule.contains('*')), 25, 4);
        check(percent(|rule| rule.starts_with('*') || rule.starts_with("/*")), 12, 3);
        check(percent(|rule| rule.ends_with('$')), 3, 1);
        check(percent(|rule| rule.ends_with('/')), 36, 8);
        let mut lengths: Vec<_> = rules.iter().map(|rule| rule.len()).collect();
        check(percentile(&mut lengths, 500), 14, 4);
        check(percentile(&mut lengths, 900), 40, 12);
        let lines: usize = text.iter().map(|file| file.lines().count()).sum();
        check(rules.len() * 100 / lines, 67, 8);
    }
}
