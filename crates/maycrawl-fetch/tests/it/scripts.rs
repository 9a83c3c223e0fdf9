//! The conditions of the table `http` as scripts of answers.

use maycrawl_fetch::Problem;

use crate::site::{Answer, answer, redirect, status};

/// What the table `http` calls a condition, as a script of answers; none where it is
/// the transport's or the core's alone.
pub(crate) fn scripts(condition: &str) -> Vec<Vec<Answer>> {
    let chain = |len: usize, end: Answer| -> Vec<Answer> {
        (0..len).map(|hop| redirect(&format!("/{hop}"))).chain([end]).collect()
    };
    match condition {
        "200 with body" | "200 empty" | "200 HTML page" => vec![vec![status(200)]],
        "204" => vec![vec![status(204)]],
        "205" => vec![vec![status(205)]],
        "206 to a plain GET" => vec![vec![status(206)]],
        "200, body shorter than Content-Length"
        | "200, broken chunking"
        | "200, undecodable content coding"
        | "1xx, then close" => vec![vec![Err(Problem::Malformed)]],
        "redirect, then timeout" => vec![chain(1, Err(Problem::TimedOut))],
        "NXDOMAIN, SERVFAIL, no address" => vec![vec![Err(Problem::NoAddress)]],
        "refused, reset, TLS failure, timeout" => {
            [Problem::Connection, Problem::Tls, Problem::TimedOut]
                .map(|one| vec![Err(one)])
                .to_vec()
        }
        "redirect loop" => vec![vec![redirect("/robots.txt")]],
        "redirect, then 404" => vec![chain(1, status(404))],
        "redirect, then 503" => vec![chain(1, status(503))],
        "redirect to ftp, data, file or another scheme" => vec![vec![redirect("data:,")]],
        "redirect without Location" => vec![vec![answer(301, &[], "")]],
        "304 unasked" => vec![vec![status(304)]],
        replies if replies.starts_with("FTP ") => {
            let codes = replies.split([' ', ',']).filter_map(|word| word.parse::<u16>().ok());
            let silent = replies.ends_with("no greeting").then(|| vec![Err(Problem::Malformed)]);
            codes.map(|code| vec![status(code)]).chain(silent).collect()
        }
        "status below 100 or above 599, malformed status line, HTTP/0.9" => {
            vec![vec![status(99)], vec![status(600)], vec![Err(Problem::Malformed)]]
        }
        chained if chained.ends_with(" redirects, then 200 with body") => {
            let len = chained.split(' ').next().unwrap().parse().unwrap();
            vec![chain(len, status(200))]
        }
        numbers if numbers.starts_with(|char: char| char.is_ascii_digit()) => {
            let codes = numbers.split([' ', ',']).filter_map(|word| word.parse::<u16>().ok());
            let codes = codes.filter(|code| *code != 304 && *code != 200);
            codes.map(|code| vec![status(code)]).collect()
        }
        // Ungoverned URLs, bodies over the cap, what hosts disallow.
        _ => Vec::new(),
    }
}
