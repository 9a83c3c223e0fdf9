//! Any text is a path: the oracle finds the same in every normal form, a
//! normal path is its own normal form, and the `url` crate agrees.

use maycrawl::{Dialect, UrlPath, dialect::UrlForm};
use testkit::naive::normal_path;
use testkit::url_crate;
use url::Url;

pub fn run(text: &[u8]) {
    for form in UrlForm::ALL {
        let mut dialect = Dialect::RFC9309;
        dialect.paths.normalise = *form;
        let path = UrlPath::parse(text, &dialect);
        assert_eq!(path.text(), text);
        assert_eq!(path.as_bytes(), normal_path(text, &dialect), "{form:?}");
        if is_its_own_form(&path, *form) {
            assert_eq!(UrlPath::parse(path.as_bytes(), &dialect).as_bytes(), path.as_bytes());
        }
        assert!(path.as_bytes().starts_with(b"/"));
        assert_eq!(path.clone().into_owned(), path);
    }
    if let Some(url) = str::from_utf8(text).ok().and_then(url_crate::read) {
        agrees_with_the_url_crate(text, &url);
    }
}

/// Whether this path, read again, must come out the same.
fn is_its_own_form(path: &UrlPath<'_>, form: UrlForm) -> bool {
    match form {
        // A backslash is left where a scheme is not the web's; alone it is a slash.
        UrlForm::Google => !path.as_bytes().contains(&b'\\'),
        // An escape is read once: `%%32e` gives `%2e`, which read again is a dot.
        UrlForm::Rfc => is_well_escaped(path.text()),
        // Two slashes at the start stand before a host.
        UrlForm::Parser => !path.as_bytes().starts_with(b"//"),
        // What is decoded twice is another path.
        UrlForm::Draft => false,
    }
}

/// Whether every `%` begins an escape.
fn is_well_escaped(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'%')
        .skip(1)
        .all(|after| after.len() >= 2 && after[..2].iter().all(u8::is_ascii_hexdigit))
}

fn agrees_with_the_url_crate(text: &[u8], url: &Url) {
    let google = UrlPath::parse(text, &Dialect::GOOGLE);
    assert_eq!(google.as_bytes(), url_crate::google_path(url));
    // The form of RFC 9309 decodes; it does so to what the crate makes of a
    // URL as it does to the URL.
    let (path, query) = url_crate::path_and_query(url);
    let written = [path, query].concat();
    let rfc = UrlPath::parse(text, &Dialect::RFC9309);
    assert_eq!(rfc.as_bytes(), UrlPath::parse(&written, &Dialect::RFC9309).as_bytes());
}
