//! What the words of answers mean that are not reasons of a verdict.

/// A word of an answer, and what it means.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnswerPage {
    /// The word.
    pub code: &'static str,
    /// Other words for the same.
    pub also: &'static [&'static str],
    /// What it means, in a few words.
    pub title: &'static str,
    /// What it means, and what to do.
    pub text: &'static str,
}

/// All words of answers.
pub const ANSWERS: &[AnswerPage] = &[
    AnswerPage {
        code: "allow",
        also: &["allowed"],
        title: "the crawler may fetch the URL",
        text: "The crawler may fetch the URL. The reason says why: a rule allows it, no rule matches, or \
               the site has no robots.txt. `maycrawl explain Allow` is about the field.",
    },
    AnswerPage {
        code: "disallow",
        also: &["disallowed", "block", "blocked"],
        title: "a rule blocks the URL for the crawler",
        text: "A rule of the robots.txt blocks the URL for the crawler. The answer shows the line of \
               the rule. In counts such an answer is called blocked; `maycrawl policy` calls a crawler \
               blocked that may fetch no URL at all (`maycrawl explain nowhere`). `maycrawl explain Disallow` is about the field.",
    },
    AnswerPage {
        code: "later",
        also: &[],
        title: "no answer yet: ask again",
        text: "The robots.txt could not be fetched, so the crawler must not fetch the URL now. The answer \
               says when to ask again; `check --retry-later` asks again then.",
    },
    AnswerPage {
        code: "out-of-scope",
        also: &[],
        title: "the file does not apply to the URL",
        text: "A robots.txt applies to the scheme, host and port that serve it (RFC 9309 section \
               2.3). The URL belongs to another origin, so this file does not apply to it: check \
               the robots.txt of that origin.",
    },
    AnswerPage {
        code: "unasked",
        also: &[],
        title: "there is nothing that could be asked",
        text: "Nothing was asked. The text is not a URL, such as `shop.example/a` without a scheme; or, \
               where sites are asked, the URL leads to an address or a port that maycrawl does not \
               connect to, such as one of a private network. The answer gives the reason and, if \
               there is one, the option that allows the request.",
    },
    AnswerPage {
        code: "served",
        also: &[],
        title: "the site returned its robots.txt",
        text: "The site returned its robots.txt, and its rules apply.",
    },
    AnswerPage {
        code: "unavailable",
        also: &[],
        title: "the site has no robots.txt, or refuses it",
        text: "The site returned a 4xx status. RFC 9309 section 2.3.1.3 lets crawlers fetch \
               everything then; `maycrawl explain fetch.auth_denied` and `maycrawl explain \
               fetch.other_4xx` show which dialects differ.",
    },
    AnswerPage {
        code: "unreachable",
        also: &[],
        title: "the site fails, or cannot be reached",
        text: "The site returned a 5xx status, or did not answer. RFC 9309 section 2.3.1.4 says \
               that crawlers must fetch nothing then; `maycrawl explain fetch.ladder` shows for \
               how long each dialect does so.",
    },
    AnswerPage {
        code: "not-asked",
        also: &[],
        title: "the site has not been asked yet",
        text: "No request for the robots.txt has been answered yet, so the crawler must not fetch the URL \
               now.",
    },
    AnswerPage {
        code: "ungoverned",
        also: &[],
        title: "no robots.txt applies to the URL",
        text: "In this dialect, robots.txt does not apply to URLs with this scheme, so the crawler may fetch the \
               URL. This concerns ftp URLs: `maycrawl explain fetch.ftp` shows which dialects read the \
               robots.txt of FTP sites.",
    },
    AnswerPage {
        code: "could-not-ask",
        also: &[],
        title: "this machine could not ask the site",
        text: "The request failed on this machine, so nothing is known about the site. The machine \
               has, for example, no network, no working resolver, or too many open files. Try \
               again.",
    },
    AnswerPage {
        code: "everywhere",
        also: &[],
        title: "a crawler may fetch every URL of the site",
        text: "A word of `maycrawl policy`: it is proved that no rule of the file keeps the crawler \
               from any URL.",
    },
    AnswerPage {
        code: "partly",
        also: &[],
        title: "a crawler may fetch some URLs of the site but not all",
        text: "A word of `maycrawl policy`: the crawler may fetch some URLs, and rules block others. \
               `maycrawl check` shows which line decides about a URL.",
    },
    AnswerPage {
        code: "nowhere",
        also: &[],
        title: "a crawler may fetch no URL of the site",
        text: "A word of `maycrawl policy`: it is proved that rules of the file block every URL for \
               the crawler. The robots.txt itself may always be fetched.",
    },
    AnswerPage {
        code: "undecided",
        also: &[],
        title: "the rules are too many to prove where a crawler may go",
        text: "A word of `maycrawl policy`: the rules are so many or so entangled that a proof would \
               take too long. `maycrawl check` still answers for each URL.",
    },
    AnswerPage {
        code: "undefined",
        also: &[],
        title: "the dialect leaves the point open",
        text: "The dialect does not say which of the matching rules wins. The answer is what its \
               best-known implementation does; others may decide differently, so write the rules \
               without the conflict.",
    },
    AnswerPage {
        code: "score",
        also: &["grade", "healthy", "broken"],
        title: "how healthy a file is, from 0 to 100",
        text: "`maycrawl lint` gives each file a score from 0 to 100 and a grade: healthy, needs \
               attention or broken. `maycrawl lint --explain-score` lists how many points each \
               rule takes off it.",
    },
    AnswerPage {
        code: "baseline",
        also: &[],
        title: "a file of findings that are known and not reported again",
        text: "`maycrawl lint --write-baseline FILE` writes the findings of today to a file; \
               `maycrawl lint --baseline FILE` reports only findings that are not in it. So a check \
               can be added to an old site without repairing everything first.",
    },
    AnswerPage {
        code: "wildcard",
        also: &["*", "$", "wildcards"],
        title: "* matches any text, $ the end of the URL",
        text: "In the path of a rule, `*` matches any run of characters, also none, and `$` at the \
               end of the path matches the end of the URL (RFC 9309 section 2.2.3). `Disallow: \
               /*.pdf$` blocks every URL that ends in `.pdf`. In `User-agent: *` the star stands for \
               all crawlers that no other group names.",
    },
    AnswerPage {
        code: "product-token",
        also: &["token"],
        title: "the name by which a User-agent line addresses a crawler",
        text: "The name of a crawler in `User-agent` lines, such as GPTBot (RFC 9309 section 2.2.1): \
               letters, `_` and `-`, in any case. It is a part of the `User-Agent` header that the \
               crawler sends. `maycrawl crawlers` lists the tokens of known crawlers.",
    },
    AnswerPage {
        code: "control-token",
        also: &[],
        title: "a token that steers the use of pages and fetches nothing",
        text: "A purpose in the catalogue: no crawler sends the token, but its operator obeys groups \
               for it when it decides what to do with pages that its other crawlers fetched. \
               Google-Extended and Applebot-Extended are examples.",
    },
    AnswerPage {
        code: "dialect",
        also: &[],
        title: "the way a parser reads a robots.txt",
        text: "Parsers disagree on some points of robots.txt. A dialect is one set of choices, such \
               as that of Google's parser; each choice is a knob. `maycrawl explain dialects` lists \
               the dialects, `maycrawl explain knobs` the knobs, and `maycrawl check --all-dialects` \
               shows where they differ for a URL.",
    },
    AnswerPage {
        code: "purpose",
        also: &[
            "search",
            "ads",
            "ai-training",
            "ai-search",
            "user-fetch",
            "dataset",
            "archive",
            "seo",
            "monitoring",
            "preview",
            "security",
            "tool",
        ],
        title: "what a crawler is for",
        text: "The catalogue gives each crawler one purpose or more: search (an index for people), ads, \
               ai-training (training models), ai-search (answers with sources), user-fetch (a person \
               asked for the page), dataset (data for others), archive, seo (analysis for site \
               owners), monitoring (whether sites work), preview (cards of links), security, tool \
               (a program that people run) or control-token (fetches nothing). `maycrawl crawlers \
               --purpose ai-training` lists the crawlers of one.",
    },
    AnswerPage {
        code: "severity",
        also: &["error", "warning", "note"],
        title: "how bad a finding of the linter is",
        text: "A finding is an error if a crawler does something that the author cannot have meant, a \
               warning if it costs the site something, and a note if it is only worth knowing. `maycrawl lint` exits with 1 if there is an error; --fail-on warning \
               or --fail-on note makes it stricter.",
    },
    AnswerPage {
        code: "safe",
        also: &["unsafe"],
        title: "whether a fix can change an answer",
        text: "A fix is safe if it is proved that it changes no answer of any dialect; `maycrawl fix` \
               applies these. An unsafe fix changes answers, as it should where the file does not say \
               what was meant: `maycrawl fix --unsafe` applies it and shows each answer that changes.",
    },
    AnswerPage {
        code: "obeys",
        also: &["may-not", "undocumented", "disputed"],
        title: "whether a crawler obeys robots.txt",
        text: "The catalogue says for each crawler: yes, no, may-not (not always, says its source), \
               disputed (its operator says yes, others no) or undocumented. `maycrawl crawlers NAME` \
               shows the source.",
    },
    AnswerPage {
        code: "retired",
        also: &[],
        title: "a crawler that is not in use any more",
        text: "The catalogue keeps crawlers that no longer ask for pages, because files still name \
               them. `maycrawl policy` counts only those in use.",
    },
    AnswerPage {
        code: "knob",
        also: &[],
        title: "one point on which crawlers differ",
        text: "Dialects are made of knobs, such as whether the longest rule wins. `maycrawl explain \
               knobs` lists all, `maycrawl explain groups.merge` explains one.",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_code_has_one_page() {
        let mut seen = BTreeSet::new();
        for AnswerPage { code, also, .. } in ANSWERS {
            for name in [code].into_iter().chain(*also) {
                assert!(seen.insert(name), "{name} has two pages");
            }
        }
    }
}
