//! URLs from exports and sitemaps, and two versions of a file.

use std::io::Write as _;

use crate::{Ran, finish, folder, run_with, words};

const SHOP: &str = "check --robots examples/shop.txt";

/// Runs `check` with a file as the value of `option`.
fn with(option: &str, name: &str, bytes: &[u8], line: &str) -> Ran {
    let folder = folder(&[(name, bytes)]);
    let mut command = crate::command();
    command.args(words(&format!("{SHOP} {line} {option}"))).arg(folder.path().join(name));
    let mut ran = finish(&mut command, b"");
    let folder = folder.path().to_str().unwrap();
    ran.stdout = ran.stdout.replace(folder, "DIR");
    ran.stderr = ran.stderr.replace(folder, "DIR");
    ran
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

const SITEMAP: &[u8] =
    b"<?xml version='1.0'?>\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
    <url><loc>https://shop.example/</loc><lastmod>2026-01-01</lastmod></url>\
    <url><loc> https://shop.example/cart/?a=1&amp;b=&#x32; </loc></url>\
    <url><loc><![CDATA[https://shop.example/search?q=a]]></loc></url></urlset>";

#[test]
fn a_column_of_an_export_is_found_or_named() {
    let tsv = |export: &[u8], line: &str| {
        let ran = with("--urls", "e", export, &format!("{line} --format tsv"));
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let urls =
            ran.stdout.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().to_owned());
        urls.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tsv(b"Status,Address\n200,/cart/\n404,\"/a,b\"\n", ""), "/cart/ /a,b");
    assert_eq!(tsv(b"\xEF\xBB\xBFURL;Status\r\n/cart/;200\r\n", ""), "/cart/");
    assert_eq!(tsv(b"status\turl\n200\t/cart/\"x\n", ""), "/cart/\"x");
    assert_eq!(tsv(b"a,b\n/x,/cart/\n", "--column B"), "/cart/");
    assert_eq!(tsv(b"url\n/cart/\n", ""), "/cart/");
    // A first line that is a URL or a path means a list.
    assert_eq!(tsv(b"/a,b\n/cart/\n", ""), "/a,b /cart/");
    assert_eq!(tsv(b"https://shop.example/cart/?a,b\n", ""), "https://shop.example/cart/?a,b");
}

#[test]
fn an_export_without_urls_is_refused() {
    let complaint = |export: &[u8], line: &str| {
        let ran = with("--urls", "e.csv", export, line);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        ran.stderr
    };
    insta::assert_snapshot!(complaint(b"a,b\n1,2\n", ""), @"maycrawl: DIR/e.csv:1: cannot tell which of the columns a, b contains the URLs; name it with --column, or give a list of URLs, one per line");
    insta::assert_snapshot!(complaint(b"a,b\n1,2\n", "--column c"), @"maycrawl: DIR/e.csv:1: no column is named c; the columns are a, b");
    insta::assert_snapshot!(complaint(b"a,url\n1,two\n", ""), @r#"maycrawl: DIR/e.csv:2: "two": not an absolute URL: it has no scheme such as https://; give a URL such as https://example.com/a, or a path that begins with /"#);
    insta::assert_snapshot!(complaint(b"url,a\n", ""), @"maycrawl: DIR/e.csv contains no URL");
    let endless = [b"url,a\n\"", &b"x".repeat(20 << 20)[..]].concat();
    insta::assert_snapshot!(complaint(&endless, ""), @"maycrawl: DIR/e.csv: a line is longer than 16 MiB; check that it is the right file");
}

#[test]
fn a_sitemap_tells_what_is_blocked() {
    let plain = with("--sitemap", "s.xml", SITEMAP, "--agent Googlebot");
    assert_eq!(plain.code, 1);
    insta::assert_snapshot!(plain.stdout, @"
    2 of 3 answers do not allow the URL
           1  Googlebot, line 5: Disallow: /cart/
           1  Googlebot, line 7: Disallow: /search?

    Googlebot, line 5: Disallow: /cart/
      https://shop.example/cart/?a=1&b=2

    Googlebot, line 7: Disallow: /search?
      https://shop.example/search?q=a
    ");
    let packed = with("--sitemap", "s.xml.gz", &gzip(SITEMAP), "--agent Googlebot");
    assert_eq!(packed.stdout, plain.stdout);
    let text = with(
        "--sitemap",
        "s.txt",
        b"https://shop.example/\n\nhttps://shop.example/cart/\n",
        "--format tsv",
    );
    assert_eq!(text.stdout.lines().count(), 3);
    assert_eq!(with("--sitemap", "s.txt", b"https://shop.example/\n", "").code, 0);
}

#[test]
fn an_index_that_names_itself_comes_to_an_end() {
    let index = b"<sitemapindex><sitemap><loc>https://shop.example/index.xml</loc></sitemap>\
        <sitemap><loc>https://shop.example/s.xml</loc></sitemap></sitemapindex>";
    let files = folder(&[("index.xml", index), ("s.xml", SITEMAP)]);
    let mut command = crate::command();
    command
        .args(words(&format!("{SHOP} --format tsv --sitemap")))
        .arg(files.path().join("index.xml"));
    let ran = finish(&mut command, b"");
    assert_eq!(ran.stdout.lines().count(), 4);
    assert!(ran.stderr.contains("an index within an index"), "{}", ran.stderr);
}

#[test]
fn an_index_leads_to_the_sitemaps_beside_it() {
    let index = b"<sitemapindex><sitemap><loc>https://shop.example/s.xml</loc></sitemap>\
        <sitemap><loc>https://shop.example/far.xml</loc></sitemap></sitemapindex>";
    let files = folder(&[("index.xml", index), ("s.xml", SITEMAP)]);
    let mut command = crate::command();
    command
        .args(words(&format!("{SHOP} --format tsv --sitemap")))
        .arg(files.path().join("index.xml"));
    let ran = finish(&mut command, b"");
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 4));
    assert!(ran.stderr.contains("https://shop.example/far.xml is not read"), "{}", ran.stderr);
}

#[test]
fn sitemaps_that_are_none() {
    let complaint = |name: &str, bytes: &[u8]| {
        let ran = with("--sitemap", name, bytes, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
        ran.stderr
    };
    insta::assert_snapshot!(complaint("empty.xml", b""), @"maycrawl: DIR/empty.xml contains no URL");
    insta::assert_snapshot!(complaint("page.xml", b"<html><body>404</body></html>"), @"maycrawl: DIR/page.xml: not a sitemap: its root is neither urlset nor sitemapindex");
    insta::assert_snapshot!(complaint("cut.xml", &SITEMAP[..80]), @"maycrawl: DIR/cut.xml: the XML is not well-formed at byte 22: syntax error: attribute value not closed: `'` not found before end of input");
    insta::assert_snapshot!(complaint("cut.gz", &gzip(SITEMAP)[..40]), @"maycrawl: cannot unpack DIR/cut.gz: incomplete deflate stream");
    insta::assert_snapshot!(complaint("none.xml", b"<urlset></urlset>"), @"maycrawl: DIR/none.xml contains no URL");
    // What is unpacked is bounded.
    let bomb = gzip(&vec![0; 200 << 20]);
    insta::assert_snapshot!(complaint("bomb.gz", &bomb), @"maycrawl: DIR/bomb.gz: a line is too long for a URL: more than 64 KiB");
    // Nothing is lost where part can be read.
    let ran = with("--sitemap", "cut.xml", &SITEMAP[..SITEMAP.len() - 40], "--format tsv");
    assert_eq!((ran.code, ran.stdout.lines().count()), (2, 3), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1);
}

#[test]
fn two_versions_differ_by_rules() {
    let old = std::fs::read_to_string(crate::root().join("examples/shop.txt")).unwrap();
    let old = old.replace("Disallow: /cart/", "Disallow: /basket/");
    let line = "--agent Googlebot /cart/ /basket/ /search?q=a /";
    let ran = with("--against", "old.txt", old.as_bytes(), line);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    2 of 4 answers changed

    examples/shop.txt:5: Disallow: /cart/
      allow -> disallow  Googlebot  /cart/

    DIR/old.txt:5: Disallow: /basket/ (no longer decides)
      disallow -> allow  Googlebot  /basket/
    ");
    let csv = with("--against", "old.txt", old.as_bytes(), &format!("{line} --format csv"));
    insta::assert_snapshot!(csv.stdout, @"
    agent,url,old,new,file,line,rule,dialect
    Googlebot,/cart/,allow,disallow,new,5,Disallow: /cart/,google
    Googlebot,/basket/,disallow,allow,old,5,Disallow: /basket/,google
    ");
    let json = with("--against", "old.txt", old.as_bytes(), &format!("{line} --format json"));
    let document = serde_json::from_str(&json.stdout).unwrap();
    crate::json::validate(&document, "check-against");
    assert_eq!(document["asked"], 4);
    assert_eq!(document["changed"][0]["new"]["rule"]["line"], 5);
}

/// Two versions that agree are a yes, whatever they answer.
#[test]
fn two_versions_agree() {
    let same = std::fs::read(crate::root().join("examples/shop.txt")).unwrap();
    let ran = with("--against", "old.txt", &same, "/cart/ /");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "0 of 2 answers changed\n"));
    let ran = run_with(words(&format!("{SHOP} --against - --urls -")), b"/");
    assert_eq!(ran.code, 2);
}
