//! What the command says when something is wrong, or other than one may think: a snapshot of each
//! message that no other test shows.

use std::fmt::Write as _;
use std::fs;

use crate::{command, files_below, finish, folder, root, rust_files_below};

/// Each run in a folder of these files.
const FILES: &[(&str, &[u8])] = &[
    ("robots.txt", b"User-agent: *\nDisallow: /a\n"),
    ("bad.txt", b"user agent: *\nDisalow /a\nDisallow: b\n"),
    ("latin.txt", b"caf\xE9"),
    ("binary", b"\x7FELF\0\0\0"),
    ("cut.json", b"[\"https://shop.example/a\",\n"),
    ("wrong.json", b"[1, }"),
    ("line.jsonl", b"{\"url\": \n"),
    ("member.jsonl", b"{\"link\": \"/a\"}\n"),
    ("urls.txt", b"/a\n/b\n"),
    ("two.tsv", b"robots\tagent\turl\texpect\na.txt\tF\t/a\tallow\nb.txt\tF\t/a\tallow\n"),
    ("empty.csv", b"agent,url,expect\n"),
    ("nowho.toml", b"[[for]]\ndisallow = \"/a\"\n"),
    ("norule.toml", b"[[for]]\nwho = \"GPTBot\"\n"),
    ("sitemap.toml", b"disallow = \"/map\"\nsitemap = \"https://shop.example/map.xml\"\n"),
    ("cut.xml", b"<urlset><url><loc>https://shop.example/a</loc></url>"),
    (
        "index.xml",
        b"<sitemapindex><sitemap><loc>https://shop.example/gone.xml</loc></sitemap></sitemapindex>",
    ),
    ("page.html", b"<!DOCTYPE html><title>Shop</title>"),
    ("answers.tsv", b"what is this\n"),
    ("guess.csv", b"n,Ort\n1,/a\n"),
    ("bare.csv", b"https://shop.example/a,1\n"),
];

/// The command line, what it reads from standard input, and its messages.
#[test]
fn messages() {
    let files = folder(FILES);
    let mut shown = String::new();
    for (line, input) in [
        ("check --robots robots.txt --only changed /", ""),
        ("check --robots robots.txt --resume answers.jsonl --format jsonl /", ""),
        ("check --robots robots.txt --against robots.txt --format jsonl /", ""),
        ("check --robots robots.txt --plain --dialect own /", ""),
        ("check /", ""),
        ("check --all-dialects /", ""),
        ("check --robots robots.txt --purpose seo --dialect rfc9309 /", ""),
        ("check --cache none/cache.db https://shop.example/", ""),
        ("check --cache robots.txt https://shop.example/", ""),
        ("check --cache x --resume x --format jsonl https://shop.example/", ""),
        ("check --proxy http://127.0.0.1:1 https://shop.example/", ""),
        ("check --resume answers.jsonl --format jsonl --quiet https://shop.example/", ""),
        ("check --resume answers.jsonl https://shop.example/", ""),
        ("check --resume none/answers.jsonl --format jsonl https://shop.example/", ""),
        ("check --resume answers.tsv --format tsv https://shop.example/", ""),
        ("check --robots robots.txt --agent Mozilla/5.0_(X11;_rv:140.0) /", ""),
        ("check --robots robots.txt --agent DeepSeekBot /", ""),
        ("check --robots robots.txt --urls binary", ""),
        ("check --robots robots.txt --urls guess.csv", ""),
        ("check --robots robots.txt --urls bare.csv", ""),
        ("check --robots robots.txt --urls bare.csv --column url", ""),
        ("check --robots robots.txt --urls cut.json", ""),
        ("check --robots robots.txt --urls wrong.json", ""),
        ("check --robots robots.txt --urls line.jsonl", ""),
        ("check --robots robots.txt --urls member.jsonl --column url", ""),
        ("check --robots robots.txt --sitemap cut.xml", ""),
        ("check --robots robots.txt --sitemap index.xml", ""),
        ("check --robots robots.txt --only allowed /a", ""),
        ("check --timeout 0 https://shop.example/", ""),
        ("check --address-pause x https://shop.example/", ""),
        ("test two.tsv --robots robots.txt", ""),
        ("test empty.csv --robots robots.txt", ""),
        ("test binary --robots robots.txt", ""),
        ("lint --select path --ignore path robots.txt", ""),
        ("check --robots robots.txt --agent A,B /", ""),
        ("check --robots robots.txt --agent User-agent:A /", ""),
        ("check --robots robots.txt --agent 'A' /", ""),
        ("check --robots robots.txt --agent= /", ""),
        ("fetch --save out.txt https://one.example https://two.example", ""),
        ("generate --from - --merge -", ""),
        ("generate --from nowho.toml", ""),
        ("generate --from norule.toml", ""),
        ("generate --from sitemap.toml", ""),
        ("generate --disallow /b --merge page.html", ""),
        ("generate --disallow /b#c", ""),
        ("generate --disallow /b --allow-path /b", ""),
        ("generate --star-only --disallow /*.css", ""),
        ("generate --preset nothing", ""),
        ("generate --block purpose:search", ""),
        ("generate --disallow /a --output -", ""),
        ("generate --disallow /a --output robots.txt", ""),
        ("generate --disallow /a --output new.txt", ""),
        ("generate --disallow b*$c --output newer.txt", ""),
        ("lint --statistics --format json robots.txt", ""),
        ("lint --write-baseline - robots.txt", ""),
        ("lint --write-baseline bad.txt robots.txt", ""),
        ("lint --output-file robots.txt bad.txt", ""),
        ("lint --output-file bad.txt bad.txt", ""),
        ("lint --baseline robots.txt bad.txt", ""),
        ("lint --output-file report.txt bad.txt", ""),
        ("lint --statistics -", &"# a\n".repeat(300_000)),
        ("lint --statistics --urls - robots.txt", &"/a\n".repeat(100_001)),
        ("lint --include *.md .", ""),
        ("lint --exclude robots.txt .", ""),
        ("lint --exclude !robots.txt .", ""),
        ("lint --exclude a[ .", ""),
        ("lint --baseline latin.txt bad.txt", ""),
        ("fix -", "Disalow: /a\nUser-agent: x\nDisallow: b\n"),
        ("man nothing", ""),
        ("completions tcsh", ""),
        ("explain nothing-like-it", ""),
        ("crawlers nothing-like-it", ""),
    ] {
        let arguments = line.split(' ').map(|word| word.replace('_', " "));
        let mut command = command();
        command.current_dir(files.path()).args(arguments);
        let ran = finish(&mut command, input.as_bytes());
        let _ = writeln!(shown, "$ maycrawl {line}\n{}[{}]\n", ran.stderr, ran.code);
    }
    insta::assert_snapshot!(shown);
}

/// Messages that need what a test cannot bring about, or that only say that maycrawl is wrong.
const NOT_SHOWN: &[&str] = &[
    // Files too large to be written by a test.
    " MiB; no robots.txt is that large, so check the file",
    " MiB; check that it is the right file",
    // More than a thousand sites.
    "more than 1,000 sites get requests with maycrawl's User-Agent header; give your own with --user-agent 'YourBot/1.0 (+https://your.site/bot)'",
    "cannot use the network: ",
    "cannot cache answers in ",
    "answers are not kept in ",
    "cannot open a browser: ",
    "cannot catch the signals that end the service: ",
    "cannot write the output: ",
    "); make sure that no other run writes to it",
    "permission denied for the file or its folder",
    "reading the URLs failed; please report this as a bug",
    " was changed by somebody else in the meantime, so nothing was written; run the command again",
];

/// A message in the code whose longest part stands in no test, snapshot or page is shown nowhere.
#[test]
fn every_message_is_shown() {
    let crate_root = root().join("crates/maycrawl-cli");
    let mut shown = String::new();
    for folder in ["crates/maycrawl-cli/tests/it", "docs/guide"] {
        for file in files_below(&root().join(folder)) {
            shown += &fs::read_to_string(file).unwrap_or_default();
        }
    }
    shown += &fs::read_to_string(root().join("README.md")).unwrap();
    let shown = plain(&shown);
    let mut hidden = Vec::new();
    for file in rust_files_below(&crate_root.join("src")) {
        let code = fs::read_to_string(&file).unwrap();
        if file.ends_with("tests.rs") {
            continue;
        }
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for part in messages_in(code) {
            if !shown.contains(&plain(&part)) && !NOT_SHOWN.contains(&&*part) {
                hidden.push(format!("{}: {part}", file.display()));
            }
        }
    }
    assert!(hidden.is_empty(), "{}", hidden.join("\n"));
}

/// The longest part between braces of each message that the code writes.
fn messages_in(code: &str) -> Vec<String> {
    const SAYING: [&str; 6] = [
        "Failure::input(",
        "Failure::Undecided(",
        "Failure::Interrupted(",
        ".note(",
        ".say(",
        ".failure(",
    ];
    let mut parts = Vec::new();
    for call in SAYING {
        for after in code.split(call).skip(1) {
            let after = after.trim_start().trim_start_matches('&');
            let after = after.strip_prefix("format!(").unwrap_or(after).trim_start();
            let Some(literal) = after.strip_prefix('"') else { continue };
            let literal = literal.replace("\\\"", "\u{1}");
            let text = literal.split('"').next().unwrap().replace('\u{1}', "\"");
            let longest = text.split('{').filter_map(|part| part.rsplit('}').next());
            parts.extend(longest.max_by_key(|part| part.len()).map(str::to_owned));
        }
    }
    parts
}

/// Text without what lines and quotation marks are written as.
fn plain(text: &str) -> String {
    let unescaped = text.replace("\\\"", "\"").replace("\\\n", " ");
    unescaped.split_whitespace().collect::<Vec<_>>().join(" ")
}
