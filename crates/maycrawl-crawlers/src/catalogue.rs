//! Many crawlers, to be looked up.

use std::collections::HashMap;
use std::slice;
use std::sync::LazyLock;

use maycrawl::dialect::Preset;
use maycrawl::{Agent, Dialect};

use crate::crawler::{Crawler, Obeys, Purpose};
use crate::error::{Error, ErrorKind};
use crate::reading::{NameMatch, own_dialect};
use crate::similar::nearest;

/// Many crawlers, each token once, in the order of their file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    crawlers: Vec<Crawler>,
    /// The place of each token in lower case.
    places: HashMap<String, usize>,
}

/// The columns of a catalogue's file, in this order.
const COLUMNS: [&str; 17] = [
    "token",
    "operator",
    "purposes",
    "dialect",
    "name_match",
    "reading_source",
    "reading_read",
    "fallback",
    "obeys_global",
    "crawl_delay",
    "obeys",
    "retired",
    "verify",
    "user_agent",
    "blocking_costs",
    "source",
    "read",
];

/// How alike a name must be to an operator's.
const ALIKE_OPERATOR: f64 = 0.5;

impl Catalogue {
    /// The catalogue that comes with this crate.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
            // A test reads the file, so that it cannot fail here.
            Catalogue::parse(include_str!("../data/crawlers.tsv")).unwrap_or_default()
        });
        &BUILT_IN
    }

    /// Reads a catalogue: raw TSV, a header line, a row for each token.
    ///
    /// The header names [columns](Self::columns) in any order. Only `token` must be there. A
    /// crawler without a purpose is a tool; everything else without a column is unknown.
    ///
    /// `unknown` stands for what no source says, `-` for no fallback and for a crawler
    /// that is not retired, ` > ` between several fallbacks, a comma between purposes.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let header: Vec<_> = lines.next().map_or("", |(_, line)| line).split('\t').collect();
        let is_once = |column: &&str| header.iter().filter(|other| *other == column).count() == 1;
        let is_known = |column: &&str| COLUMNS.contains(column) && is_once(column);
        if !header.contains(&"token") || !header.iter().all(is_known) {
            let columns = COLUMNS.join(", ");
            let message = format!(
                "the first line must name columns, each once, TAB between them: token and any of {columns}"
            );
            return Err(Error::new(ErrorKind::Columns, 1, message));
        }
        let mut catalogue = Self::default();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let crawler = row(&header, line, number)?;
            if catalogue.find(&crawler.token).is_some() {
                let message = format!("{} stands here twice", crawler.token);
                return Err(Error::new(ErrorKind::Repeated, number, message));
            }
            catalogue.push(crawler);
        }
        Ok(catalogue)
    }

    /// The columns of a catalogue's file, in order.
    pub fn columns() -> &'static [&'static str] {
        &COLUMNS
    }

    /// The crawlers that are not retired, with tokens that stand for a use of what others
    /// fetch ([`Purpose::ControlToken`]).
    pub fn active(&self) -> Active<'_> {
        Active(self.crawlers.iter())
    }

    /// Every crawler, also those that are [retired](Crawler::retired).
    pub fn crawlers(&self) -> &[Crawler] {
        &self.crawlers
    }

    /// The crawler of a product token, in any case.
    pub fn find(&self, token: &str) -> Option<&Crawler> {
        self.crawlers.get(self.place(token)?)
    }

    fn place(&self, token: &str) -> Option<usize> {
        self.places.get(&token.to_ascii_lowercase()).copied()
    }

    fn push(&mut self, crawler: Crawler) {
        self.places.insert(crawler.token.to_ascii_lowercase(), self.crawlers.len());
        self.crawlers.push(crawler);
    }

    /// The dialect in which the crawler of this name reads: [`Crawler::own_dialect`]. Of one
    /// that is not in the catalogue, that of a name without documentation.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    ///
    /// let own = |name| Catalogue::built_in().own_dialect(name).to_string();
    /// assert_eq!(own("bingbot"), "bing");
    /// assert_eq!(own("MyBot"), "google");
    /// assert_eq!(own("MyBot2"), "google+groups.ua_match=whole");
    /// ```
    pub fn own_dialect(&self, name: &str) -> Dialect {
        self.find(name).map_or_else(|| own_dialect(name, None, None), Crawler::own_dialect)
    }

    /// The crawler in use whose token `name` misspells, if it can be nothing but a slip: hyphens
    /// and spaces moved, a letter too many or too few, two swapped, in nine letters or more also a
    /// wrong letter. A name that is not a token, and that files use for a known crawler, is that
    /// crawler's too, and the name of a family, such as `AdsBot`, its first crawler's.
    ///
    /// All suggestions and the linter ask here. Linear in the catalogue.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    ///
    /// let nearest = |name| Some(Catalogue::built_in().nearest(name)?.token());
    /// assert_eq!(nearest("GTPBot"), Some("GPTBot"));
    /// assert_eq!(nearest("Google bot"), Some("Googlebot"));
    /// assert_eq!(nearest("AdsBot"), Some("AdsBot-Google"));
    /// assert_eq!(nearest("OurBot"), None);
    /// ```
    pub fn nearest(&self, name: &str) -> Option<&Crawler> {
        nearest(self, name)
    }

    /// The crawlers of an operator, in any case.
    pub fn run_by<'c, 'o>(&'c self, operator: &'o str) -> RunBy<'c, 'o> {
        RunBy { crawlers: self.crawlers.iter(), operator }
    }

    /// The operator whose name is most like `name`, if any is.
    pub fn nearest_operator(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase();
        let likeness = |crawler: &&Crawler| {
            strsim::normalized_damerau_levenshtein(&crawler.operator().to_lowercase(), &name)
        };
        let nearest =
            self.crawlers.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
        (likeness(&nearest) > ALIKE_OPERATOR).then(|| nearest.operator())
    }

    /// The crawler whose token has hyphens where `name` has spaces, perhaps in the plural and with
    /// a remark, as documents write it.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    ///
    /// let token = |name| Some(Catalogue::built_in().with_spaces(name)?.token());
    /// assert_eq!(token("Googlebot News"), Some("Googlebot-News"));
    /// assert_eq!(token("Googlebot Images (for pictures)"), Some("Googlebot-Image"));
    /// assert_eq!(token("Googlebot"), None);
    /// ```
    pub fn with_spaces(&self, name: &str) -> Option<&Crawler> {
        let name = name.split('(').next()?.trim();
        if name.contains('/') || !name.contains(' ') {
            return None;
        }
        let token = name.split_ascii_whitespace().collect::<Vec<_>>().join("-");
        let singular = || self.find(token.strip_suffix(['s', 'S'])?);
        self.find(&token).or_else(singular)
    }

    /// The crawler that people mean by a product token, as files or as documents write it, or by
    /// a whole `User-Agent` header.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    ///
    /// let token = |name| Some(Catalogue::built_in().meant(name)?.token());
    /// assert_eq!(token("googlebot-news"), Some("Googlebot-News"));
    /// assert_eq!(token("Googlebot News"), Some("Googlebot-News"));
    /// assert_eq!(token("Mozilla/5.0 (compatible; bingbot/2.0)"), Some("bingbot"));
    /// ```
    pub fn meant(&self, name: &str) -> Option<&Crawler> {
        self.find(name).or_else(|| self.with_spaces(name)).or_else(|| self.of_header(name))
    }

    /// The crawler that sends a `User-Agent` header.
    ///
    /// The header must hold its token as a word of its own: in the name of the product
    /// ([`Agent::from_header`]), or anywhere if the product is a browser's, or the one that its
    /// documented header names. Of several crawlers it is the one with the longest token.
    ///
    /// ```
    /// use maycrawl_crawlers::{Catalogue, Crawler};
    ///
    /// let of_header = |header| Catalogue::built_in().of_header(header).map(Crawler::token);
    /// assert_eq!(of_header("Mozilla/5.0 (compatible; bingbot/2.0)"), Some("bingbot"));
    /// assert_eq!(of_header("MyBot/1.0 (like Googlebot)"), None);
    /// ```
    pub fn of_header(&self, user_agent: &str) -> Option<&Crawler> {
        let lower = user_agent.to_ascii_lowercase();
        let in_header: Vec<_> =
            self.crawlers.iter().filter(|crawler| crawler.is_word_of(&lower)).collect();
        let product = product_of(user_agent);
        let name = product.as_deref().map_or("", |product| full_name(&lower, product));
        let is_by_product = |crawler: &&&Crawler| {
            crawler.is_word_of(name)
                || (product.is_some() && crawler.user_agent().and_then(product_of) == product)
        };
        let by_product = in_header.iter().filter(is_by_product).max_by_key(|one| one.token.len());
        let is_browser = product.as_deref().is_none_or(|name| BROWSERS.contains(&name));
        let anywhere = in_header.iter().max_by_key(|one| one.token.len());
        by_product.or(anywhere.filter(|_| is_browser)).copied()
    }

    /// Adds the crawlers of another catalogue; they replace those of the same
    /// token.
    pub fn extend(&mut self, other: &Self) {
        for crawler in &other.crawlers {
            let place = self.place(&crawler.token);
            match place.and_then(|place| self.crawlers.get_mut(place)) {
                Some(held) => *held = crawler.clone(),
                None => self.push(crawler.clone()),
            }
        }
    }
}

/// Products and platforms of browsers, which crawlers name too.
const BROWSERS: [&str; 6] = ["mozilla", "msie", "windows", "linux", "x11", "macintosh"];

/// The product that a header names, in lower case.
fn product_of(header: &str) -> Option<String> {
    let agent = Agent::from_header(header)?;
    let product = agent.tokens().next().map(String::from_utf8_lossy)?;
    Some(product.to_ascii_lowercase())
}

/// The name that begins with a product in a header: it may go on, as in `Kangaroo Bot/1.0`.
fn full_name<'h>(header: &'h str, product: &str) -> &'h str {
    let at = header.find(product).and_then(|at| header.get(at..)).unwrap_or_default();
    at.split(['/', ';', '(', ')', ',']).next().unwrap_or_default()
}

/// The crawlers that are not retired. See [`Catalogue::active`].
#[derive(Clone, Debug)]
pub struct Active<'c>(slice::Iter<'c, Crawler>);

impl<'c> Iterator for Active<'c> {
    type Item = &'c Crawler;

    fn next(&mut self) -> Option<&'c Crawler> {
        self.0.find(|crawler| !crawler.is_retired())
    }
}

/// The crawlers of an operator. See [`Catalogue::run_by`].
#[derive(Clone, Debug)]
pub struct RunBy<'c, 'o> {
    crawlers: slice::Iter<'c, Crawler>,
    operator: &'o str,
}

impl<'c> Iterator for RunBy<'c, '_> {
    type Item = &'c Crawler;

    fn next(&mut self) -> Option<&'c Crawler> {
        let operator = self.operator;
        self.crawlers.find(|crawler| crawler.operator().eq_ignore_ascii_case(operator))
    }
}

/// Reads the row on a line of this number, by the columns of the header.
fn row(header: &[&str], line: &str, number: usize) -> Result<Crawler, Error> {
    let cells: Vec<_> = line.split('\t').collect();
    if cells.len() != header.len() {
        let message = format!("there are {} cells, but {} columns", cells.len(), header.len());
        return Err(Error::new(ErrorKind::Columns, number, message));
    }
    let [
        token,
        operator,
        purposes,
        dialect,
        name_match,
        reading_source,
        reading_read,
        fallback,
        obeys_global,
        crawl_delay,
        obeys,
        retired,
        verify,
        user_agent,
        blocking_costs,
        source,
        read,
    ] = COLUMNS.map(|column| {
        let place = header.iter().position(|name| *name == column);
        place.and_then(|place| cells.get(place)).map_or_else(|| absent(column), |cell| *cell)
    });
    let wrong = |message| Error::new(ErrorKind::Cell, number, message);
    if let Some(empty) = cells.iter().position(|cell| cell.trim().is_empty()) {
        let column = header.get(empty).copied().unwrap_or_default();
        return Err(wrong(format!("{column} is empty; write unknown where no source says")));
    }
    Ok(Crawler {
        token: token.into(),
        operator: known(operator),
        purposes: purposes.split(',').map(purpose).collect::<Result<_, _>>().map_err(wrong)?,
        dialect: unless_unknown(dialect, preset).map_err(wrong)?,
        name_match: unless_unknown(name_match, name_match_of).map_err(wrong)?,
        reading_source: known(reading_source),
        reading_read_on: known(reading_read),
        fallback: match fallback {
            "unknown" => None,
            "-" => Some(Vec::new()),
            tokens => Some(tokens.split(" > ").map(Into::into).collect()),
        },
        obeys_global: yes_or_no("obeys_global", obeys_global).map_err(wrong)?,
        honours_crawl_delay: yes_or_no("crawl_delay", crawl_delay).map_err(wrong)?,
        obeys: Obeys::named(obeys)
            .ok_or_else(|| one_of("obeys", obeys, Obeys::ALL.iter().map(|one| one.name())))
            .map_err(wrong)?,
        retired: (retired != "-").then(|| retired.to_owned()),
        verification: known(verify),
        user_agent: known(user_agent),
        blocking_costs: blocking_costs.into(),
        source: source.into(),
        read_on: read.into(),
    })
}

fn purpose(name: &str) -> Result<Purpose, String> {
    let names = || Purpose::ALL.iter().map(|purpose| purpose.name());
    Purpose::named(name).ok_or_else(|| one_of("purposes", name, names()))
}

/// What is taken of a column that a file does not have.
fn absent(column: &str) -> &'static str {
    match column {
        "purposes" => "tool",
        "obeys" => "undocumented",
        "retired" => "-",
        "blocking_costs" => "Nothing is known to be lost.",
        _ => "unknown",
    }
}

fn preset(name: &str) -> Result<&'static Preset, String> {
    let names = || Preset::ALL.iter().map(|preset| preset.name);
    Preset::find(name).ok_or_else(|| one_of("dialect", name, names()))
}

fn name_match_of(name: &str) -> Result<NameMatch, String> {
    let names = || NameMatch::ALL.iter().map(|one| one.name());
    NameMatch::named(name).ok_or_else(|| one_of("name_match", name, names()))
}

/// What a cell says, unless no source does.
fn unless_unknown<T>(
    cell: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    known(cell).map(|cell| read(&cell)).transpose()
}

fn yes_or_no(column: &str, cell: &str) -> Result<Option<bool>, String> {
    match cell {
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        "unknown" => Ok(None),
        other => Err(one_of(column, other, ["yes", "no", "unknown"].into_iter())),
    }
}

fn one_of(column: &str, cell: &str, allowed: impl Iterator<Item = &'static str>) -> String {
    let allowed = allowed.collect::<Vec<_>>().join(", ");
    format!("{column} is {cell:?}; it may be {allowed}")
}

/// A text, unless no source says.
fn known(cell: &str) -> Option<String> {
    (cell != "unknown").then(|| cell.to_owned())
}
