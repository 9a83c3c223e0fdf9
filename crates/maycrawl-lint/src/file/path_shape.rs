//! Shapes of paths: what the path of a rule looks like.

use super::characters::invisible;
use super::line_shape::COMMENTS_AFTER_VALUE;

/// The shape of a rule's path. A path may have several; most have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathShape {
    /// A URL with its host, with or without a scheme.
    Url,
    /// A regular expression.
    Regex,
    /// A path with spaces or tabs.
    Spaced,
    /// A path with invisible characters.
    Invisible,
    /// A path, then a comment of another language.
    ForeignComment,
    /// A path on a disk of Windows.
    Windows,
    /// A path with a template's placeholder in double braces or percent signs.
    Placeholder,
    /// Several paths, with commas or white space between them.
    List,
}

/// The shapes of the path of a rule.
pub(super) fn classify(path: &[u8]) -> Vec<PathShape> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let has_mark = |mark: &str| memchr::memmem::find(path, mark.as_bytes()).is_some();
    let mut shapes = Vec::new();
    let mut add = |is_so: bool, shape| shapes.extend(is_so.then_some(shape));
    add(is_url(path), PathShape::Url);
    add(is_windows(path), PathShape::Windows);
    add(!is_windows(path) && is_regex(path), PathShape::Regex);
    add(is_placeholder(path), PathShape::Placeholder);
    add(paths_in(path).len() > 1, PathShape::List);
    add(path.iter().any(is_space), PathShape::Spaced);
    add(!invisible(path, 0).is_empty(), PathShape::Invisible);
    add(COMMENTS_AFTER_VALUE.into_iter().any(has_mark), PathShape::ForeignComment);
    shapes
}

/// Whether a path begins with a host. One without a scheme must have a path behind it, or end
/// as no file does.
fn is_url(path: &[u8]) -> bool {
    let has_scheme = path.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http"));
    let parts = UrlParts::of(path);
    parts.is_some_and(|parts| {
        has_scheme || parts.path.first() == Some(&b'/') || ends_as_host(parts.host)
    })
}

/// Whether a name ends as hosts do and files do not.
fn ends_as_host(name: &[u8]) -> bool {
    const DOMAINS: [&[u8]; 7] = [b"com", b"org", b"net", b"info", b"edu", b"gov", b"shop"];
    const FILES: [&[u8]; 8] = [b"sh", b"rb", b"md", b"ts", b"db", b"cs", b"pm", b"ps"];
    let last = name.rsplit(|byte| *byte == b'.').next().unwrap_or_default().to_ascii_lowercase();
    DOMAINS.contains(&&*last) || (last.len() == 2 && !FILES.contains(&&*last))
}

/// Whether a path begins with a drive or a share of Windows, or consists of folders and backslashes.
fn is_windows(path: &[u8]) -> bool {
    match path {
        [drive, b':', b'\\' | b'/', ..] => drive.is_ascii_alphabetic(),
        [b'\\', b'\\', ..] => true,
        [b'\\', rest @ ..] => {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"\\_-. ".contains(byte);
            !rest.is_empty() && rest.iter().all(is_name)
        }
        _ => false,
    }
}

/// Whether a path contains a placeholder of a template: `{{ x }}`, `{% x %}`, `<% x %>`.
fn is_placeholder(path: &[u8]) -> bool {
    [("{{", "}}"), ("{%", "%}"), ("<%", "%>")].iter().any(|(open, close)| {
        let start = memchr::memmem::find(path, open.as_bytes());
        let rest = start.and_then(|start| path.get(start + open.len()..));
        rest.is_some_and(|rest| memchr::memmem::find(rest, close.as_bytes()).is_some())
    })
}

/// The paths of a value that lists several, each of which begins with `/`: `/a, /b` or `/a /b`; none
/// if something else stands between them. Linear.
pub(crate) fn paths_in(value: &[u8]) -> Vec<&[u8]> {
    let is_between = |byte: &u8| matches!(byte, b',' | b';' | b'|' | b' ' | b'\t');
    if !value.starts_with(b"/") || !value.iter().any(is_between) || value.contains(&b'?') {
        return Vec::new();
    }
    let parts: Vec<_> = value.split(is_between).filter(|part| !part.is_empty()).collect();
    let are_paths =
        parts.len() > 1 && parts.iter().all(|part| part.len() > 1 && part.starts_with(b"/"));
    if are_paths { parts } else { Vec::new() }
}

fn is_regex(path: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(path, part).is_some();
    let has_choice = || has(b"|") && has(b"(") && has(b")");
    let has_class = || has(b"[0-9]") || has(b"[a-z]") || has(b"[A-Z]") || has(b"[^");
    let escapes = [&b"\\."[..], b"\\/", b"\\?", b"\\-"];
    // A backslash before a word is that of a folder.
    let has_class_escape = || {
        path.windows(3).chain([path.get(path.len().saturating_sub(2)..).unwrap_or_default()]).any(
            |part| match part {
                [b'\\', b'd' | b'w' | b's', next] => !next.is_ascii_alphanumeric(),
                [b'\\', b'd' | b'w' | b's'] => true,
                _ => false,
            },
        )
    };
    path.starts_with(b"^")
        || has(b".*\\")
        || has(b"(.*)")
        || has(b".+")
        || has_choice()
        || has_class()
        || has_class_escape()
        || escapes.iter().any(|escape| has(escape))
}

/// The host and the path of a value that contains a host.
pub(crate) struct UrlParts<'v> {
    pub(crate) host: &'v [u8],
    pub(crate) path: &'v [u8],
}

impl<'v> UrlParts<'v> {
    /// The parts of a URL, with or without a scheme; `None` where no host is.
    pub(crate) fn of(value: &'v [u8]) -> Option<Self> {
        let scheme = [&b"https://"[..], b"http://", b"//"].into_iter().find(|scheme| {
            value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let rest = value.get(scheme.map_or(0, <[u8]>::len)..)?;
        let end = memchr::memchr(b'/', rest).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let has_scheme = scheme.is_some_and(|scheme| scheme != b"//");
        let is_host = if has_scheme { !host.is_empty() } else { is_host_name(host) };
        is_host.then_some(Self { host, path })
    }

    /// The host in lower case, without `www.`.
    pub(crate) fn site(&self) -> Vec<u8> {
        let host = self.host.to_ascii_lowercase();
        host.strip_prefix(b"www.").map_or(host.clone(), <[u8]>::to_vec)
    }
}

/// The endings of files that look like a top-level domain.
const FILES: [&[u8]; 24] = [
    b"php", b"html", b"htm", b"xml", b"txt", b"asp", b"aspx", b"jsp", b"js", b"css", b"pdf",
    b"png", b"jpg", b"gif", b"svg", b"cgi", b"pl", b"py", b"json", b"do", b"action", b"zip",
    b"doc", b"gz",
];

/// Whether a text is the name of a host, such as `www.shop.example`.
fn is_host_name(text: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        !label.is_empty() && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    let Some(dot) = memchr::memrchr(b'.', text) else { return false };
    let (before, last) = (text.get(..dot).unwrap_or_default(), text.get(dot + 1..));
    let is_domain = last.is_some_and(|last| {
        last.len() >= 2
            && last.iter().all(u8::is_ascii_alphabetic)
            && !FILES.contains(&&*last.to_ascii_lowercase())
    });
    is_domain && before.split(|byte| *byte == b'.').all(is_label)
}
