//! Caps on bodies, lines and rules.

use maycrawl::{Agent, Dialect, Robots, verdict::Reason};

const CAP: usize = 512_000;

fn parse(file: &str, dialect: &Dialect) -> Robots {
    Robots::parse(file, dialect)
}

#[test]
fn a_file_at_the_cap_is_read_whole() {
    let head = "User-agent: *\nDisallow: /a\n#";
    let file = [head, &"x".repeat(CAP - head.len())].concat();
    assert_eq!(parse(&file, &Dialect::GOOGLE).unread(), 0);
}

#[test]
fn a_file_over_the_cap_loses_all_after_its_last_line_end_and_says_so() {
    let head = "User-agent: *\nDisallow: /a\n";
    let file = [head, &"#".repeat(CAP)].concat();
    let robots = parse(&file, &Dialect::GOOGLE);
    assert_eq!(robots.unread() as usize, CAP);
    let rules = robots.rules(&Agent::token("MyBot"));
    assert!(!rules.check_url("/a").is_allowed());
}

#[test]
fn a_line_end_cut_in_two_is_a_line_end() {
    let head = "User-agent: *\r\n#";
    let rule = "\r\nDisallow: /a";
    let file =
        [head, &"x".repeat(CAP - head.len() - rule.len() - 1), rule, "\r\nDisallow: /b"].concat();
    let rules = parse(&file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
    assert!(!rules.check_url("/a").is_allowed());
    assert!(rules.check_url("/b").is_allowed());
}

#[test]
fn a_file_of_one_endless_line_says_nothing() {
    let file = "User-agent: * ".repeat(CAP);
    let robots = parse(&file, &Dialect::RFC9309);
    assert_eq!(robots.unread() as usize, file.len());
    assert_eq!(robots.groups().len(), 0);
}

#[test]
fn yandex_refuses_a_file_over_the_cap() {
    let file = ["User-agent: *\nDisallow: /\n", &"#".repeat(CAP)].concat();
    let robots = parse(&file, &Dialect::YANDEX);
    assert!(robots.is_refused());
    let verdict = robots.rules(&Agent::token("MyBot")).check_url("/a");
    assert!(verdict.is_allowed());
    assert_eq!(verdict.reason(), Reason::BodyTooLarge);
}

#[test]
fn google_reads_16663_bytes_of_a_line() {
    let rule = |len: usize| {
        format!("User-agent: *\nDisallow: /{}b", "a".repeat(len - "Disallow: /b".len()))
    };
    let asked = format!("/{}", "a".repeat(17_000));
    for (len, is_allowed) in [(16_663, true), (16_664, false)] {
        let rules = parse(&rule(len), &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
        assert_eq!(rules.check_url(&asked).is_allowed(), is_allowed, "{len}");
    }
}
