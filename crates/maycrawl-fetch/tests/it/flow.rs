//! Redirects, conditions and what counts as an answer.

use maycrawl::{
    Dialect,
    access::{AccessSettings, BadRedirect, FetchOutcome},
};
use maycrawl_fetch::{Entry, Flow, Needs, Problem, Step};

use crate::site::{Answer, answer, at, attempt, attempt_at, ftp, learn, origin, redirect, status};

/// What comes of these answers.
#[track_caller]
fn check(answers: &[Answer], expected: FetchOutcome) {
    let attempt = attempt(&Entry::default(), answers, at(0));
    assert_eq!(attempt.evidence.answer, expected);
    let is_file = matches!(expected, FetchOutcome::Http { status: 200..300, .. });
    assert_eq!(attempt.file.is_some(), is_file);
}

/// The URLs that are asked for.
fn urls(answers: &[Answer]) -> Vec<String> {
    let attempt = attempt(&Entry::default(), answers, at(0));
    attempt.hops.iter().map(|hop| hop.url.to_string()).collect()
}

const fn http(status: u16, redirects: u8) -> FetchOutcome {
    FetchOutcome::Http { status, redirects }
}

#[test]
fn answers_are_told_as_they_are() {
    check(&[status(200)], http(200, 0));
    check(&[status(204)], http(204, 0));
    check(&[status(404)], http(404, 0));
    check(&[status(503)], http(503, 0));
    check(&[status(600)], http(600, 0));
    check(&[status(304)], http(304, 0));
    check(&[status(300)], http(300, 0));
    check(&[Err(Problem::Malformed)], FetchOutcome::Unreachable);
}

#[test]
fn redirects_are_followed_wherever_they_lead() {
    assert_eq!(
        urls(&[
            redirect("/robots"),
            redirect("//other.example/a"),
            redirect("http://user:secret@plain.example/b?c#d"),
            status(200),
        ]),
        [
            "https://site.example/robots.txt",
            "https://site.example/robots",
            "https://other.example/a",
            "http://plain.example/b?c",
        ]
    );
    for code in [301, 302, 303, 307, 308] {
        let to = [("Location", "/a")];
        check(&[answer(code, &to, ""), status(200)], http(200, 1));
    }
    check(&[redirect("/a"), status(404)], http(404, 1));
    check(&[redirect("/a"), Err(Problem::TimedOut)], FetchOutcome::Unreachable);
    // Bodies that send a browser elsewhere are bodies.
    let body = "<meta http-equiv=refresh content=0;url=/a><script>location='/a'</script>";
    check(&[answer(200, &[("Location", "/a")], body)], http(200, 0));
}

#[test]
fn redirects_end() {
    check(&[redirect("/robots.txt")], FetchOutcome::Redirect(BadRedirect::Loop));
    check(
        &[redirect("/a"), redirect("/b"), redirect("/a")],
        FetchOutcome::Redirect(BadRedirect::Loop),
    );
    check(&[redirect("/a#1"), redirect("/a#2")], FetchOutcome::Redirect(BadRedirect::Loop));
    check(&[answer(301, &[], "")], FetchOutcome::Redirect(BadRedirect::NoLocation));
    for to in [
        "ftp://site.example/robots.txt",
        "data:text/plain,",
        "file:///etc/passwd",
        "mailto:a@b.example",
        // No URL at all.
        "https://",
        "https://[::1/",
    ] {
        check(&[redirect(to)], FetchOutcome::Redirect(BadRedirect::OtherScheme));
    }
    let chain = |len: usize| -> Vec<Answer> {
        (0..len).map(|hop| redirect(&format!("/{hop}"))).chain([status(200)]).collect()
    };
    check(&chain(20), http(200, 20));
    check(&chain(21), http(301, 21));
    assert_eq!(urls(&chain(1000)).len(), 21);
}

#[test]
fn a_copy_makes_requests_conditional() {
    let mut entry = Entry::default();
    let headers = [("ETag", "\"a\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")];
    let first = attempt(&entry, &[answer(200, &headers, "")], at(0));
    entry.learn(first);
    let Step::Ask(request) =
        Flow::new(&origin(), &entry, Needs::of_all_presets(), at(1)).next_step()
    else {
        panic!()
    };
    assert_eq!(
        request.headers,
        [
            ("if-none-match", b"\"a\"".to_vec()),
            ("if-modified-since", b"Sun, 06 Nov 1994 08:49:37 GMT".to_vec())
        ]
    );
    let fetched = |answers: &[Answer]| attempt(&entry, answers, at(1)).evidence.answer;
    assert_eq!(fetched(&[status(304)]), FetchOutcome::NotModified);
    // What a redirect leads to was not asked conditionally.
    assert_eq!(fetched(&[redirect("/a"), status(304)]), http(304, 1));
    // A copy from elsewhere has the validators of elsewhere.
    let mut moved = Entry::default();
    let first = attempt(&moved, &[redirect("/a"), answer(200, &headers, "")], at(0));
    moved.learn(first);
    let Step::Ask(request) =
        Flow::new(&origin(), &moved, Needs::of_all_presets(), at(1)).next_step()
    else {
        panic!()
    };
    assert!(request.headers.is_empty());
}

/// RFC 9111 section 3.2: the headers of a 304 replace those that are kept.
#[test]
fn a_304_tells_anew_how_long_the_copy_holds() {
    let mut entry = Entry::default();
    let headers = [("ETag", "\"a\""), ("Cache-Control", "max-age=7200"), ("Age", "3600")];
    learn(&mut entry, &[answer(200, &headers, "User-agent: *")], at(0));
    let good_until = |entry: &Entry, seconds| {
        let access = entry.access(&Dialect::GOOGLE, &AccessSettings::default(), at(seconds));
        access.next_try.0 / 1000
    };
    assert_eq!(good_until(&entry, 0), 3600);
    // It says nothing new, but is no longer old.
    learn(&mut entry, &[answer(304, &[], "")], at(3600));
    assert_eq!(good_until(&entry, 3600), 3600 + 7200);
    let headers = [("Cache-Control", "max-age=600"), ("Content-Length", "0")];
    learn(&mut entry, &[answer(304, &headers, "")], at(10_800));
    assert_eq!(good_until(&entry, 10_800), 10_800 + 600);
    let kept = &entry.file().unwrap().headers;
    let kept: Vec<_> = kept.iter().map(|(name, _)| name).collect();
    assert_eq!(kept, ["etag", "cache-control"]);
}

/// The numbers of FTP replies mean nothing of what they mean as statuses of HTTP.
#[test]
fn replies_of_ftp_are_told_as_they_are() {
    let mut entry = Entry::default();
    let headers = [("Location", "https://site.example/a"), ("ETag", "\"a\"")];
    for reply in [226, 250, 150, 200, 301, 302, 304, 307, 331, 404, 421, 426, 503, 530, 550] {
        let answers = [answer(reply, &headers, "User-agent: *")];
        let attempt = attempt_at(&ftp(), &entry, &answers, at(0));
        assert_eq!(attempt.evidence.answer, FetchOutcome::Ftp { reply });
        assert_eq!(attempt.hops.len(), 1);
        assert_eq!(attempt.hops[0].url.as_str(), "ftp://site.example/robots.txt");
        assert_eq!(attempt.file.is_some(), matches!(reply, 226 | 250), "{reply}");
        entry.learn(attempt);
    }
    let failed = attempt_at(&ftp(), &entry, &[Err(Problem::Connection)], at(0));
    assert_eq!(failed.evidence.answer, FetchOutcome::Unreachable);
}
