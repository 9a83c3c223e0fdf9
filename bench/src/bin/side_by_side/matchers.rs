//! maycrawl and the crates that it is compared with, each used as its documents say.

use std::hint::black_box;

use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};
use maycrawl_bench::AGENT;
use maycrawl_bench::corpus::File;
use maycrawl_bench::urls::{ORIGIN, path_of};
use robotparser::parser::parse_robots_txt;
use robotparser::service::RobotsTxtService;
use robotstxt::matcher::{LongestMatchRobotsMatchStrategy, RobotsMatcher};
use robotstxt::{DefaultMatcher, RobotsParseHandler};
use url::Url;

use crate::subject::{Cell, Matcher, Subject};

/// The crate against which all others are compared.
pub(crate) const BASE: &str = "robotxt";

/// All that are linked into this program, maycrawl first.
pub(crate) fn all() -> Vec<Box<dyn Subject>> {
    let dialects = [("google", Dialect::GOOGLE), ("google-parser", Dialect::GOOGLE_PARSER)];
    let mut all: Vec<Box<dyn Subject>> = Vec::new();
    for (name, dialect) in dialects {
        all.push(Box::new(Maycrawl { name, dialect, agent: Agent::token(AGENT) }));
    }
    for (name, dialect) in dialects {
        all.push(Box::new(OneShot { name, dialect }));
    }
    let origin = Url::parse(ORIGIN).ok().map(|url| url.origin());
    all.push(Box::new(Robotxt));
    all.push(Box::new(Robotstxt));
    all.push(Box::new(TextingRobots));
    all.extend(origin.map(|origin| Box::new(Robotparser { origin }) as Box<dyn Subject>));
    all
}

/// maycrawl, through its public types.
struct Maycrawl {
    name: &'static str,
    dialect: Dialect,
    agent: Agent,
}

impl Matcher for Maycrawl {
    type Compiled<'f> = Rules;
    type Prepared<'u> = UrlPath<'u>;

    fn name(&self) -> String {
        format!("maycrawl `{}`", self.name)
    }

    fn parse(&self, file: &File) {
        drop(black_box(Robots::parse(&file.bytes, &self.dialect)));
    }

    fn compile(&self, file: &File) -> Rules {
        Robots::parse(&file.bytes, &self.dialect).rules(&self.agent)
    }

    fn prepare<'u>(&self, url: &'u str) -> UrlPath<'u> {
        UrlPath::parse(url, &self.dialect)
    }

    fn check(&self, rules: &Rules, url: &UrlPath<'_>) -> bool {
        rules.check(url).is_allowed()
    }

    fn check_text(&self, rules: &Rules, url: &str) -> bool {
        rules.check(&UrlPath::parse(url, &self.dialect)).is_allowed()
    }
}

/// maycrawl's check in one pass that keeps nothing.
struct OneShot {
    name: &'static str,
    dialect: Dialect,
}

impl Matcher for OneShot {
    const CELLS: &'static [Cell] = &[Cell::Cold];
    const KEEPS: bool = false;
    type Compiled<'f> = &'f File;
    type Prepared<'u> = &'u str;

    fn name(&self) -> String {
        format!("maycrawl `{}`, one shot", self.name)
    }

    fn parse(&self, _file: &File) {}

    fn compile<'f>(&self, file: &'f File) -> &'f File {
        file
    }

    fn prepare<'u>(&self, url: &'u str) -> &'u str {
        url
    }

    fn check(&self, file: &&File, url: &&str) -> bool {
        self.check_text(file, url)
    }

    fn check_text(&self, file: &&File, url: &str) -> bool {
        self.dialect.is_allowed(&file.bytes, AGENT, url)
    }
}

struct Robotxt;

impl Matcher for Robotxt {
    type Compiled<'f> = robotxt::Robots;
    type Prepared<'u> = &'u str;

    fn name(&self) -> String {
        BASE.into()
    }

    fn parse(&self, file: &File) {
        drop(black_box(self.compile(file)));
    }

    fn compile(&self, file: &File) -> robotxt::Robots {
        robotxt::Robots::parse(&file.bytes, AGENT)
    }

    fn prepare<'u>(&self, url: &'u str) -> &'u str {
        path_of(url)
    }

    fn check(&self, robots: &robotxt::Robots, url: &&str) -> bool {
        robots.is_allowed(url)
    }

    fn check_text(&self, robots: &robotxt::Robots, url: &str) -> bool {
        Url::parse(url).is_ok_and(|url| robots.is_url_allowed(&url))
    }
}

/// It has no parsed form: the file is read anew for every URL.
struct Robotstxt;

/// Reads a file and keeps nothing of it.
struct Nothing;

impl RobotsParseHandler for Nothing {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _line: u32, _user_agent: &str) {}
    fn handle_allow(&mut self, _line: u32, _value: &str) {}
    fn handle_disallow(&mut self, _line: u32, _value: &str) {}
    fn handle_sitemap(&mut self, _line: u32, _value: &str) {}
    fn handle_unknown_action(&mut self, _line: u32, _action: &str, _value: &str) {}
}

impl Matcher for Robotstxt {
    const CELLS: &'static [Cell] = &Cell::OF_TEXT;
    const KEEPS: bool = false;
    type Compiled<'f> = &'f str;
    type Prepared<'u> = &'u str;

    fn name(&self) -> String {
        "robotstxt".into()
    }

    fn parse(&self, file: &File) {
        robotstxt::parse_robotstxt(&file.text, &mut Nothing);
    }

    fn compile<'f>(&self, file: &'f File) -> &'f str {
        &file.text
    }

    fn prepare<'u>(&self, url: &'u str) -> &'u str {
        url
    }

    fn check(&self, file: &&str, url: &&str) -> bool {
        self.check_text(file, url)
    }

    fn check_text(&self, file: &&str, url: &str) -> bool {
        let mut matcher: RobotsMatcher<'_, LongestMatchRobotsMatchStrategy> =
            DefaultMatcher::default();
        matcher.one_agent_allowed_by_robots(file, AGENT, url)
    }
}

/// It refuses some files as a whole, which then allow everything.
struct TextingRobots;

impl Matcher for TextingRobots {
    type Compiled<'f> = Option<texting_robots::Robot>;
    type Prepared<'u> = &'u str;

    fn name(&self) -> String {
        "texting_robots".into()
    }

    fn parse(&self, file: &File) {
        drop(black_box(self.compile(file)));
    }

    fn compile(&self, file: &File) -> Option<texting_robots::Robot> {
        texting_robots::Robot::new(AGENT, &file.bytes).ok()
    }

    fn prepare<'u>(&self, url: &'u str) -> &'u str {
        path_of(url)
    }

    fn check(&self, robot: &Option<texting_robots::Robot>, url: &&str) -> bool {
        self.check_text(robot, url)
    }

    fn check_text(&self, robot: &Option<texting_robots::Robot>, url: &str) -> bool {
        robot.as_ref().is_none_or(|robot| robot.allowed(url))
    }
}

struct Robotparser {
    origin: url::Origin,
}

impl Matcher for Robotparser {
    type Compiled<'f> = robotparser::model::RobotsTxt;
    type Prepared<'u> = Option<Url>;

    fn name(&self) -> String {
        "robotparser".into()
    }

    fn parse(&self, file: &File) {
        drop(black_box(self.compile(file)));
    }

    fn compile(&self, file: &File) -> robotparser::model::RobotsTxt {
        parse_robots_txt(self.origin.clone(), &file.text).get_result()
    }

    fn prepare(&self, url: &str) -> Option<Url> {
        Url::parse(url).ok()
    }

    fn check(&self, robots: &robotparser::model::RobotsTxt, url: &Option<Url>) -> bool {
        url.as_ref().is_some_and(|url| robots.can_fetch(AGENT, url))
    }

    fn check_text(&self, robots: &robotparser::model::RobotsTxt, url: &str) -> bool {
        self.check(robots, &self.prepare(url))
    }
}
