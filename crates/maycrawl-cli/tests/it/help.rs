//! Help, manual, completions, explanations: all from one definition.

use maycrawl::access::AccessReason;

use crate::run;

const COMMANDS: &[&str] = &[
    "check",
    "test",
    "crawlers",
    "policy",
    "fetch",
    "generate",
    "lint",
    "fix",
    "fmt",
    #[cfg(feature = "serve")]
    "serve",
    "explain",
    "completions",
    "man",
];

/// The line of the help that only a command with the feature `serve` has.
const SERVE: &str = "  serve        Answer questions over HTTP for programs on this machine\n";

#[test]
fn help_lists_the_commands() {
    let ran = run(["--help"]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.stdout.contains(SERVE), cfg!(feature = "serve"));
    insta::assert_snapshot!(ran.stdout.replace(SERVE, ""), @"
    May I crawl this? Shows who may crawl what, which line of robots.txt decides,
    and why

    Usage: maycrawl [OPTIONS] <COMMAND>

    Commands:
      check        Show whether crawlers may fetch URLs, which line decides, and why
      test         Compare a table of expected answers with a robots.txt
      crawlers     Show who operates a crawler, what it is for and what it obeys
      policy       Summarise who may crawl everything, part of the site, or nothing
      fetch        Fetch the robots.txt of sites, and report what happened
      generate     Write a robots.txt from your choices, or add to an existing one
      lint         Report what is wrong with robots.txt files, why, and what to do
      fix          Repair files with safe fixes, each proved to change no answer
      fmt          Format robots.txt files, without changing what they mean
      explain      Explain what a code means, what a field does or what a crawler is
      completions  Print a completion script for a shell
      man          Print the manual as a man page
      help         Print this message or the help of the given subcommand(s)

    Options:
      -q, --quiet         Print no notes; check, test, lint and fetch print nothing:
                          use the exit status
          --color <WHEN>  Whether to print colours; auto depends on the terminal and
                          on environment variables such as `NO_COLOR` [default:
                          auto] [possible values: auto, always, never]
      -h, --help          Print help
      -V, --version       Print version

    Exit status: 0 yes, 1 no, 2 a usage or input error.

    Example:
      maycrawl check --agent Googlebot https://example.com/private/
    ");
}

/// Every command there is has an example in its help.
#[test]
fn every_command_has_an_example() {
    let help = run(["--help"]).stdout;
    let listed: Vec<_> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(listed, COMMANDS);
    for name in COMMANDS {
        let ran = run([name, "--help"]);
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains(&format!("maycrawl {name} ")), "{}", ran.stdout);
        assert!(ran.stdout.contains("Example"), "{}", ran.stdout);
        let widest = ran.stdout.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{}", ran.stdout);
        let examples = ran.stdout.split("Example").nth(1).unwrap().lines().skip(1);
        // A command that is broken over lines cannot be copied.
        for line in examples.take_while(|line| !line.is_empty()) {
            let program = line.trim_start().split([' ', '<']).next().unwrap();
            assert!(["maycrawl", "curl", "source"].contains(&program), "{line}");
        }
    }
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(["completions", shell]);
        assert_eq!(ran.code, 0);
        // Of the five, these complete all values too.
        let has_values = ["bash", "zsh"].contains(&shell);
        assert!(ran.stdout.contains("all-dialects"), "{shell}");
        let names = if has_values {
            &["GPTBot", "path-space", "wordpress", "groups.merge"][..]
        } else {
            &[]
        };
        for known in names {
            assert!(ran.stdout.contains(known), "{shell}: {known}");
        }
    }
}

#[test]
fn the_manual_has_every_command() {
    let ran = run(["man"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains(".TH maycrawl 1"));
    for name in COMMANDS {
        let title = format!(".SH \"MAYCRAWL {}\"", name.to_uppercase());
        assert!(ran.stdout.contains(&title), "{name}");
    }
}

/// Every code that is listed has a page.
#[test]
fn every_code_is_explained() {
    let list = run(["explain"]);
    let rules = run(["explain", "rules"]).stdout;
    assert!(rules.lines().all(|rule| list.stdout.contains(rule)) && rules.contains("path-space"));
    assert_eq!(list.code, 0);
    let words = list.stdout.lines().filter_map(|line| line.split(' ').next());
    let codes: Vec<_> = words.filter(|code| !code.is_empty()).collect();
    assert!(codes.len() > 40);
    for code in codes {
        let page = run(["explain", code]);
        assert_eq!(page.code, 0, "{code}");
        let title = page.stdout.trim_start_matches("# ");
        assert!(title.starts_with(code), "{}", page.stdout);
    }
}

/// Every word that says why no rules decide has a page, too.
#[test]
fn every_reason_without_rules_is_explained() {
    for reason in AccessReason::ALL {
        let page = run(["explain", reason.code()]);
        assert!(
            page.code == 0 && page.stdout.starts_with(reason.code()),
            "{reason}: {}",
            page.stderr
        );
    }
}

#[test]
fn a_field_and_a_crawler() {
    let pages = ["Sitemap", "sitemap:", "SITEMAP"].map(|name| run(["explain", name]).stdout);
    insta::assert_snapshot!(pages[0], @"
    Sitemap: says where a list of the site's pages is

    The value is an absolute URL, which may be on another host. The line applies to
    all crawlers, wherever it is in the file, and does not end a group.

      Sitemap: https://example.com/sitemap.xml

    Rules of the linter, each explained by `maycrawl explain RULE`:

    syntax-bare-url, sitemap-blocked, sitemap-list, sitemap-missing, sitemap-hosts,
    sitemap-not-absolute, sitemap-repeated, sitemap-scheme, sitemap-wildcard

    Source: https://www.sitemaps.org/protocol.html#submit_robots
    ");
    assert!(pages.iter().all(|page| *page == pages[0]));
    // A crawler by its name or by a header, as `crawlers` says it.
    let crawler = run(["crawlers", "GPTBot"]).stdout;
    for name in ["GPTBot", "gptbot", "Mozilla/5.0 (compatible; GPTBot/1.2)"] {
        assert_eq!(run(["explain", name]).stdout, crawler, "{name}");
    }
    let fields = run(["explain", "fields"]).stdout;
    assert!(fields.contains("Disallow ") && !fields.contains("path-space"), "{fields}");
    let crawlers = run(["explain", "crawlers"]).stdout;
    assert!(crawlers.contains("GPTBot ") && crawlers.lines().count() > 400);
}

#[test]
fn a_reason_a_dialect_and_a_knob() {
    insta::assert_snapshot!(run(["explain", "tie"]).stdout, @"
    tie (reason 3)

    An Allow and a Disallow rule of the same length match. RFC 9309 section 2.2.2
    says that Allow should win; a cautious dialect blocks the URL.

    The sources disagree:
      RFC 9309: section 2.2.2: Allow should win
      Google's documentation of 2026: the least restrictive rule wins
      Google's specification of 2012: says nothing about rules of equal length
      the draft of 1996: the first rule that matches wins
    ");
    insta::assert_snapshot!(run(["explain", "draft-1996"]).stdout, @"
    draft-1996: the 1996 draft: first match, no wildcards

    Certainty: high.

    Knobs:
      lines.field_match            exact
      lines.colonless              off
      lines.control_byte           reject-line
      lines.line_cap               none
      groups.ua_match              contains
      groups.digits_in_tokens      on (no effect: groups.ua_match is contains)
      groups.empty_token           nobody (no effect: groups.ua_match is contains)
      groups.token_lists           first-only
      groups.merge                 first
      groups.blank_ends            yes
      groups.other_lines           transparent
      groups.ignores_global        off
      groups.inherit_global_delay  off
      groups.empty_disallow        nothing
      paths.wildcards              off
      paths.precedence             first
      paths.tie                    allow (no effect: paths.precedence is first)
      paths.wildcard_conflict      longest (no effect: paths.precedence is first)
      paths.reports_undefined      off
      paths.normalise              draft
      paths.robots_txt_exempt      on
      paths.index_html             off
      fetch.body_cap               none
      fetch.over_body              cut (no effect: fetch.body_cap is none)
      fetch.rule_limits            none
      fetch.auth_denied            disallow
      fetch.other_4xx              allow
      fetch.try_later              408_425_429
      fetch.bad_redirect           unreachable
      fetch.hops                   20
      fetch.over_hops              unreachable
      fetch.redirect_to_disallowed follow
      fetch.ladder                 deny-all
      fetch.ttl_default            604800
      fetch.ttl_ceiling            604800
      fetch.ftp                    off
    ");
    insta::assert_snapshot!(run(["explain", "paths.normalise"]).stdout, @"
    paths.normalise

    Decides the normal form in which rules and URLs are compared.

    Values:
      rfc                  rfc9309
      google               google, google-2012, yandex, bing, cautious
      parser               google-parser
      draft                draft-1996

    With this file:

      User-agent: *
      Disallow: /%7Ea

    May F fetch /~a?

      rfc                  rfc9309: no
      google               google, google-2012, yandex, bing, cautious: yes
      parser               google-parser: yes
      draft                draft-1996: no

    With this file:

      User-agent: *
      Disallow: /%7Ea

    May F fetch /%7ea?

      rfc                  rfc9309: no
      google               google, google-2012, yandex, bing, cautious: no
      parser               google-parser: yes
      draft                draft-1996: no

    With this file:

      User-agent: *
      Disallow: /%26a

    May F fetch /&a?

      rfc                  rfc9309: yes
      google               google, google-2012, yandex, bing, cautious: yes
      parser               google-parser: yes
      draft                draft-1996: no

    Source: RFC 9309 section 2.2.2; google/robotstxt, robots.cc, MaybeEscapePattern;
    WHATWG URL; draft-koster-robots-00 section 3.2.2
    ");
}

/// Every preset has a title and a word on how sure we are.
#[test]
fn every_dialect_is_described() {
    for maycrawl::dialect::Preset { name, .. } in maycrawl::dialect::Preset::ALL {
        let page = run(["explain", name]).stdout;
        assert!(!page.contains("a dialect of your own"), "{page}");
        assert!(*name == "cautious" || !page.contains("a policy, not"), "{page}");
    }
}
