//! Lists as people have them, and the exports of crawlers.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::{Column, Options, UrlTable};

fn urls_with(list: &[u8], options: &Options<'_>) -> Result<String, String> {
    let mut table = UrlTable::open(list, options).map_err(|error| error.to_string())?;
    let mut urls = Vec::new();
    while let Some(found) = table.next_url().map_err(|error| error.to_string())? {
        urls.push(format!("{}:{}", found.line, String::from_utf8_lossy(&found.url)));
    }
    Ok(urls.join(" "))
}

fn urls(list: &str) -> String {
    urls_with(list.as_bytes(), &Options::default()).unwrap_or_else(|error| error)
}

#[test]
fn exports_of_crawlers() {
    let exports = [
        // Screaming Frog
        "\u{FEFF}\"Address\",\"Content Type\",\"Status Code\",\"Title 1\"\r\n\"https://a.example/\",\"text/html; charset=utf-8\",\"200\",\"A, \"\"B\"\"\r\nand C\"\r\n\"https://a.example/x,y\",\"\",\"404\",\"\"\r\n",
        // Sitebulb
        "URL,URL Source,Status\n\nhttps://a.example/,Crawler,200 OK\n\"https://a.example/x,y\",Sitemap,404\n",
        // Ahrefs
        "\"#\"\t\"Traffic\"\t\"URL\"\n\"1\"\t\"20\"\t\"https://a.example/\"\n\n\"2\"\t\"0\"\t\"https://a.example/x,y\"\n",
        // Search Console
        "Top pages,Clicks,Impressions,CTR,Position\nhttps://a.example/,3,10,30%,1.2\n\n\"https://a.example/x,y\",0,1,0%,40\n",
        // Analytics
        "# ----------------------------------------\n# Pages\n#\nViews,Page path and screen class\n3,https://a.example/\n1,\"https://a.example/x,y\"\n",
        // A spreadsheet, where a semicolon separates
        "sep=;\nKlicks;Seite\n1;https://a.example/\n\n2;https://a.example/x,y\n",
        // No header
        "https://a.example/,1\n\n\n\"https://a.example/x,y\",2\n",
        "\"https://a.example/\",\"1\"\n\n\n\"https://a.example/x,y\",\"2\"\n",
        "https://a.example/\t200\n\n\nhttps://a.example/x,y\t404\n",
        "1,https://a.example/\n\n\n2,\"https://a.example/x,y\"\n",
        // Lists
        "\u{FEFF}https://a.example/\r\n\r\n# more\r\nhttps://a.example/x,y\r\n",
        "\"https://a.example/\"\n\n\n\"https://a.example/x,y\"\n",
        "{\"status\":200,\"address\":\"https://a.example/\"}\n{\"Found At\":\"https://a.example/x,y\"}\n",
    ];
    for export in exports {
        let without_lines: Vec<_> = urls(export)
            .split(' ')
            .map(|url| url.split_once(':').map_or(url.to_owned(), |(_, url)| url.to_owned()))
            .collect();
        assert_eq!(without_lines, ["https://a.example/", "https://a.example/x,y"], "{export}");
        for units in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let text = format!("\u{FEFF}{}", export.trim_start_matches('\u{FEFF}'));
            let wide: Vec<u8> = text.encode_utf16().flat_map(units).collect();
            let read = urls_with(&wide, &Options::default()).unwrap();
            assert_eq!(read, urls(export), "{export}");
        }
    }
    assert_eq!(urls("[\"/a\", {\"url\": \"/b\"}]"), "1:/a 2:/b");
}

#[test]
fn lines_are_those_of_the_file() {
    assert_eq!(urls("a,url\n\"x\ny\",/1\n\n2,/2\n"), "2:/1 5:/2");
    assert_eq!(urls("\n# c\n/1\n\n/2"), "3:/1 5:/2");
}

#[test]
fn a_list_of_urls_with_commas_stays_a_list() {
    for list in ["1:/a,b", "1:https://a.example/?a,b", "1:https://a.example/a;v", "1:/a;b,c"] {
        assert_eq!(urls(&list[2..]), list);
    }
    // A program may wait for the answer to the first line.
    let live = Options { is_live: true, ..Options::default() };
    assert_eq!(urls_with(b"/a,1\n/b", &live).unwrap(), "1:/a,1 2:/b");
    assert_eq!(urls_with(b"x,url\n1,/b", &live).unwrap(), "2:/b");
    // For Google's parser any text is a URL.
    let any = Options { is_any_text: true, ..Options::default() };
    assert_eq!(urls_with(b"a,b\n1", &any).unwrap(), "1:a,b 2:1");
    assert_eq!(urls_with(b"\"Address\",\"Code\"\n\"/b\",\"1\"", &any).unwrap(), "2:/b");
}

#[test]
fn a_column_is_found_by_what_it_contains() {
    let table = |first: &str, n_urls: usize| {
        let rows = (0..10).map(|row| if row < n_urls { "1,https://a.example/\n" } else { "1,-\n" });
        format!("{first}{}", rows.collect::<String>())
    };
    assert_eq!(urls(&table("n,Ort\n", 9)).split(' ').count(), 10);
    assert_eq!(
        urls(&table("n,Ort\n", 8)),
        "cannot tell which of the columns n, Ort contains the URLs"
    );
    let column = |list: &str| {
        let table = UrlTable::open(list.as_bytes(), &Options::default()).unwrap();
        table.column().cloned()
    };
    assert_eq!(column("n,Ort\n1,https://a.example/\n"), Some(Column::Guessed("Ort".into())));
    assert_eq!(column("n, URL \n1,https://a.example/\n"), Some(Column::Named("URL".into())));
    assert_eq!(column("https://a.example/,200\n"), Some(Column::Numbered(1)));
    assert_eq!(column("https://a.example/\n"), None);
    // Full URLs before paths.
    assert_eq!(urls("path,u\n/a,https://a.example/a\n"), "2:https://a.example/a");
    assert_eq!(urls("path,u\n/a,1\n"), "2:/a");
}

#[test]
fn a_column_is_named() {
    let named = |list: &str, column| {
        let options = Options { column: Some(column), ..Options::default() };
        urls_with(list.as_bytes(), &options).unwrap_or_else(|error| error)
    };
    assert_eq!(named("\u{FEFF}\"A\",\"B\"\r\n\"1\",\"/b\"\r\n", "b"), "2:/b");
    assert_eq!(named("a,b\n1,/b\n", "c"), "no column is named c; the columns are a, b");
    assert_eq!(named("https://a.example/,/b\t1\n", "2"), "1:1");
    assert_eq!(
        named("https://a.example/\t1\n", "url"),
        "no column is named url: there is no header line"
    );
    assert_eq!(named("{\"a\":\"/1\",\"url\":\"/2\"}", "a"), "1:/1");
    assert_eq!(named("{\"a\":1}", "a"), "no member \"a\" that is a string");
}

#[test]
fn what_is_not_a_list() {
    assert_eq!(urls("a\0b"), "binary data, not a list of URLs");
    assert_eq!(urls("{\"url\": oops}"), "not valid JSON (column 9)");
    assert_eq!(urls("[\"/a\""), "the JSON array ends early, at line 1, column 5");
    assert_eq!(urls("[1 2]"), "not a valid JSON array (line 1, column 4)");
    assert_eq!(urls("[1]"), "member 1: no member that contains a URL, such as \"url\"");
    assert_eq!(urls(""), "");
    let endless = [b"url,a\n\"", &vec![b'x'; 17 << 20][..]].concat();
    let error = urls_with(&endless, &Options::default()).unwrap_err();
    assert_eq!(error, "a line is longer than 16 MiB");
    let endless = [b"url,a\n\"", &b"x\n".repeat(9 << 20)[..]].concat();
    let error = urls_with(&endless, &Options::default()).unwrap_err();
    assert_eq!(error, "a record is longer than 16 MiB");
}
