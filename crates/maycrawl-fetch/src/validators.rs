//! What makes a request conditional, and whether a 304 confirms the file that was asked about.

use crate::headers::Headers;

/// The validators of a file (RFC 9110 section 8.8).
#[derive(Clone, Debug, Default)]
pub(crate) struct Validators {
    /// The `ETag`, even if it is malformed.
    etag: Option<Vec<u8>>,
    /// The `Last-Modified` date, if it is one.
    last_modified: Option<Vec<u8>>,
}

impl Validators {
    /// The validators among the headers of a file.
    pub(crate) fn of(headers: &Headers) -> Self {
        let date = headers.get("last-modified").filter(|value| date(value).is_some());
        Self {
            etag: headers.get("etag").map(<[u8]>::to_vec),
            last_modified: date.map(<[u8]>::to_vec),
        }
    }

    /// The headers that make a request conditional; none if no validator can be used.
    ///
    /// Only an entity-tag is sent as one: `If-None-Match: *` means any file, and a server
    /// answers it with 304 whatever has changed (RFC 9110 section 13.1.2).
    pub(crate) fn conditions(&self) -> Vec<(&'static str, Vec<u8>)> {
        let etag = self.etag.as_ref().filter(|tag| is_entity_tag(tag));
        let conditions =
            [("if-none-match", etag), ("if-modified-since", self.last_modified.as_ref())];
        let known = conditions.into_iter().filter_map(|(name, value)| Some((name, value?.clone())));
        known.collect()
    }

    /// Whether a 304 confirms this file: it must not name another one (RFC 9111 section
    /// 4.3.4).
    pub(crate) fn are_confirmed_by(&self, headers: &Headers) -> bool {
        if let Some(named) = headers.get("etag") {
            return self.etag.as_ref().is_some_and(|own| opaque(own) == opaque(named));
        }
        match (headers.get("last-modified"), &self.last_modified) {
            (Some(named), Some(own)) => date(named) == date(own),
            _ => true,
        }
    }
}

/// The time of a date.
fn date(value: &[u8]) -> Option<std::time::SystemTime> {
    httpdate::parse_http_date(std::str::from_utf8(value).ok()?.trim()).ok()
}

/// Whether a value is one entity-tag: `"opaque"` or `W/"opaque"`.
fn is_entity_tag(value: &[u8]) -> bool {
    let is_etagc = |byte: &u8| matches!(byte, 0x21 | 0x23..=0x7E | 0x80..);
    match opaque(value) {
        [b'"', inner @ .., b'"'] => inner.iter().all(is_etagc),
        _ => false,
    }
}

/// An entity-tag without the mark of a weak one, for weak comparison (RFC 9110 section
/// 8.8.3.2).
fn opaque(tag: &[u8]) -> &[u8] {
    let tag = tag.trim_ascii();
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODIFIED: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    fn validators(headers: &[(&str, &str)]) -> Validators {
        Headers::of(headers.iter().copied())
            .map(|headers| Validators::of(&headers))
            .unwrap_or_default()
    }

    #[test]
    fn only_an_entity_tag_is_sent_as_one() {
        for (etag, is_sent) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"\"", true),
            (" \"a\" ", true),
            ("\"a*b,c\"", true),
            ("*", false),
            ("\"a\", \"b\"", false),
            ("\"a\", *", false),
            ("a", false),
            ("\"a", false),
            ("\"", false),
            ("w/\"a\"", false),
            ("", false),
        ] {
            let alone = validators(&[("ETag", etag)]).conditions();
            assert_eq!(alone.len(), usize::from(is_sent), "{etag}");
            // The date is a validator of its own.
            let both = validators(&[("ETag", etag), ("Last-Modified", MODIFIED)]).conditions();
            assert_eq!(both.len(), 1 + usize::from(is_sent), "{etag}");
        }
        assert!(validators(&[("Last-Modified", "yesterday")]).conditions().is_empty());
    }

    #[track_caller]
    fn check(own: &[(&str, &str)], named: &[(&str, &str)], expected: bool) {
        let headers = Headers::of(named.iter().copied()).unwrap_or_default();
        assert_eq!(validators(own).are_confirmed_by(&headers), expected, "{own:?} {named:?}");
    }

    #[test]
    fn a_304_confirms_only_the_file_that_it_names() {
        let (a, weak, b) = (("ETag", "\"a\""), ("ETag", "W/\"a\""), ("ETag", "\"b\""));
        let (old, new) =
            (("Last-Modified", MODIFIED), ("Last-Modified", "Sun, 06 Nov 1994 08:49:38 GMT"));
        check(&[a], &[], true);
        check(&[a], &[a], true);
        check(&[a], &[weak], true);
        check(&[weak], &[a], true);
        check(&[a], &[b], false);
        check(&[a, old], &[b, old], false);
        check(&[a, old], &[a, new], true);
        check(&[old], &[], true);
        check(&[old], &[old], true);
        check(&[old], &[new], false);
        check(&[old], &[a], false);
        // A tag that cannot be sent can still be compared.
        check(&[("ETag", "a"), old], &[("ETag", "a")], true);
        check(&[("ETag", "*"), old], &[("ETag", "\"b\"")], false);
    }
}
