//! Files as people write them who are not sure how: with slips in names and colons, comments of
//! other languages, lists, quotation marks and placeholders.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_oneof};

use super::{joined, one_of};

/// A file with many slips.
pub fn with_slips() -> impl Strategy<Value = Vec<u8>> {
    let line = (
        prop_oneof![3 => good(), 4 => slip(), 2 => commented(slip()), 2 => commented(good())],
        end(),
    );
    let line = line.prop_map(|(line, end)| [&line[..], end].concat());
    (
        one_of(&[b"", b"", b"", b"\xEF\xBB\xBF", b"\xC3\xAF\xC2\xBB\xC2\xBF"]),
        joined(vec(line, 1..14)),
    )
        .prop_map(|(mark, lines)| [mark, lines].concat())
}

fn end() -> impl Strategy<Value = &'static [u8]> {
    prop_oneof![12 => Just(&b"\n"[..]), 1 => Just(&b"\r\n"[..]), 2 => Just(&b"\n\n"[..])]
}

/// A line that is right.
fn good() -> impl Strategy<Value = Vec<u8>> {
    one_of(&[
        b"User-agent: *",
        b"User-agent: *",
        b"User-agent: Googlebot",
        b"User-agent: GPTBot",
        b"User-agent: Yandex",
        b"Disallow: /a/",
        b"Disallow: /a",
        b"Disallow: /",
        b"Disallow:",
        b"Disallow: /*.pdf$",
        b"Disallow: /list?sort=",
        b"Allow: /a/b",
        b"Allow: /",
        b"Crawl-delay: 5",
        b"Noindex: /old/",
        b"Clean-param: ref /a/",
        b"Host: https://a.example",
        b"Sitemap: https://a.example/sitemap.xml",
        b"Sitemap: https://a.example/sitemap.xml?a=1&b=2",
        b"# a comment",
    ])
}

/// A line with a slip.
fn slip() -> impl Strategy<Value = Vec<u8>> {
    one_of(&[
        b"Disalow: /a/",
        b"Dissalow: /b/",
        b"Disallow /a/",
        b"Disallow = /cart",
        b"Disallow=/cart",
        b"Disallow:: /cart",
        b"Disallow := /cart",
        b"Disallow : /cart",
        b"- Disallow: /b/",
        b"* Disallow: /b/",
        b"> Allow: /b/",
        b"\"Disallow: /b/\"",
        b"Disallow: \"/b/\"",
        b"Disallow: '/b/",
        b"Disallow: b/",
        b"Disallow: *",
        b"Disallow: .php",
        b"Disallow: ?id=",
        b"Disallow: /a, /b",
        b"Disallow: /a/,/b/",
        b"Disallow: /my files/",
        b"Disallow: /{{ x }}/",
        b"Disallow: /a/{id}/",
        b"Disallow: C:\\shop",
        b"Disallow: /a\\b",
        b"Disallow: /c#d",
        b"Disallow: /#",
        b"Disallow: /*#",
        b"Disallow: /a/ // why",
        b"Disallow: /a/ ; why",
        b"Disallow: /a/ Disallow: /b/",
        b"Disallow: /a/ # Disallow: /b/",
        b"Disallow: https://a.example/b/",
        b"Disallow: /a&amp;b",
        b"Disallow: /a%zz",
        b"Disallow: /a\xC2\xA0",
        b"Disallow: /\xE2\x80\x8Ba",
        b"\xC2\xA0Disallow: /a",
        b"Dis\xD0\xB0llow: /a",
        b"Disallow\xEF\xBC\x9A /a",
        b"Disallow: /\x01a",
        b"Disallow: /caf\xE9/",
        b"User agent: *",
        b"User agent: GPTBot",
        b"User_agent: *",
        b"User-agent:: GPTBot",
        b"User-agent = GPTBot",
        b"User-agent GPTBot",
        b"User-agent: GTPBot",
        b"User-agent: Google bot",
        b"User-agent: Googlebot, bingbot",
        b"User-agent: GPTBot/1.0",
        b"User-agent: Googlebot*",
        b"User-agent:",
        b"Useragent: Googlebot Disallow: /",
        b"Sitemap https://a.example/s.xml",
        b"Sitemap = https://a.example/s.xml",
        b"Sitemap=https://a.example/s.xml",
        b"Site map: https://a.example/s.xml",
        b"Sitemap:: https://a.example/s.xml",
        b"Sitemap: \"https://a.example/s.xml\"",
        b"Sitemap: https://a.example/a.xml https://a.example/b.xml",
        b"Sitemap: https://a.example/a.xml, https://a.example/b.xml",
        b"Sitemap: https://a.example/a b.xml",
        b"Sitemap: https://a.example/s.xml#x",
        b"Sitemap: https://a.example/s.xml // why",
        b"Sitemap: https://a.example/s.xml?a=1&amp;b=2",
        b"Sitemap: /s.xml",
        b"Sitemap: a.example/s.xml",
        b"https://a.example/sitemap.xml",
        b"Host https://a.example",
        b"Crawl delay: 5",
        b"Crawl-delay: 5s",
        b"Noindex /old/",
        b"Content-Signal ai-train=no",
        b"Disallow everything in /a/",
        b"/a/b",
        b"made by hand: Disallow: /x",
        b"<br>Disallow: /x",
        b"<p>",
        b"```",
        b"/*",
        b" * Disallow: /x",
        b"*/",
        b"<!--",
        b"-->",
        b"<<<<<<< HEAD",
    ])
}

/// A line as a comment of another language.
fn commented(line: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let marks: &[(&[u8], &[u8])] = &[
        (b"# ", b""),
        (b"#", b""),
        (b"// ", b""),
        (b"//", b""),
        (b"; ", b""),
        (b"-- ", b""),
        (b"--", b""),
        (b"! ", b""),
        (b"!", b""),
        (b"/* ", b" */"),
        (b"/*", b"*/"),
        (b"<!-- ", b" -->"),
        (b"<!--", b"-->"),
        (b"<%-- ", b" --%>"),
        (b"' ", b""),
        (b"REM ", b""),
        (b"% ", b""),
        (b"(* ", b" *)"),
        (b"{# ", b" #}"),
        (b"\xEF\xBC\x83 ", b""),
    ];
    (line, proptest::sample::select(marks))
        .prop_map(|(line, (open, close))| [open, &line, close].concat())
}
