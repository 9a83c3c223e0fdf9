//! What the words of answers mean that are not reasons of a verdict.

/// A word of an answer, and what it means.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnswerPage {
    /// The word.
    pub code: &'static str,
    /// What it means, in a few words.
    pub title: &'static str,
    /// What it means, and what to do.
    pub text: &'static str,
}

/// All words of answers.
pub const ANSWERS: &[AnswerPage] = &[
    AnswerPage {
        code: "allow",
        title: "the crawler may fetch the URL",
        text: "The crawler may fetch the URL. The reason says why: a rule allows it, no rule matches, or \
               the site has no robots.txt.",
    },
    AnswerPage {
        code: "disallow",
        title: "a rule blocks the URL for the crawler",
        text: "A rule of the robots.txt blocks the URL for the crawler. The answer shows the line of \
               the rule.",
    },
    AnswerPage {
        code: "later",
        title: "no answer yet: ask again",
        text: "The robots.txt could not be fetched, so the crawler must not fetch the URL now. The answer \
               says when to ask again; `check --retry-later` asks again then.",
    },
    AnswerPage {
        code: "out-of-scope",
        title: "the file does not apply to the URL",
        text: "A robots.txt applies to the scheme, host and port that serve it (RFC 9309 section \
               2.3). The URL belongs to another origin, so this file does not apply to it: check \
               the robots.txt of that origin.",
    },
    AnswerPage {
        code: "unasked",
        title: "maycrawl refused to ask the site",
        text: "The site was not asked: the URL is not valid, or it leads to an address or a port that \
               maycrawl does not connect to, such as one of a private network. The answer gives the \
               reason and, if there is one, the option that allows the request.",
    },
    AnswerPage {
        code: "served",
        title: "the site returned its robots.txt",
        text: "The site returned its robots.txt, and its rules apply.",
    },
    AnswerPage {
        code: "unavailable",
        title: "the site has no robots.txt, or refuses it",
        text: "The site returned a 4xx status. RFC 9309 section 2.3.1.3 lets crawlers fetch \
               everything then; `maycrawl explain fetch.auth_denied` and `maycrawl explain \
               fetch.other_4xx` show which dialects differ.",
    },
    AnswerPage {
        code: "unreachable",
        title: "the site fails, or cannot be reached",
        text: "The site returned a 5xx status, or did not answer. RFC 9309 section 2.3.1.4 says \
               that crawlers must fetch nothing then; `maycrawl explain fetch.ladder` shows for \
               how long each dialect does so.",
    },
    AnswerPage {
        code: "could-not-ask",
        title: "this machine could not ask the site",
        text: "The request failed on this machine, so nothing is known about the site. The machine \
               has, for example, no network, no working resolver, or too many open files. Try \
               again.",
    },
];
