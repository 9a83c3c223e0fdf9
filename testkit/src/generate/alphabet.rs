//! What generated files and URLs are made of.
//!
//! Alphabets are small on purpose: agents, rules and URLs must meet often, or
//! every answer is "allowed, no rule". What stands in an alphabet more than
//! once is so much more frequent.

/// Values of `User-agent` lines.
pub const AGENTS: &[&[u8]] = &[
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"*",
    b"Foo",
    b"Foo",
    b"Foo",
    b"foo",
    b"FOOBOT",
    b"FooBot",
    b"FooBot/1.2",
    b"Foo Bar",
    b"Foo, Bar",
    b"Bar",
    b"Foo-News",
    b"MJ12bot",
    b"xfoox",
    b"* foo",
    b"*\tfoo",
    b"*\x0Bfoo",
    b"*foo",
    b"foo*",
    b"**",
    b"",
    b"123",
    b"F\xC3\xB6\xC3\xB6",
];

/// What callers pass as tokens.
pub const TOKENS: &[&[u8]] = &[
    b"Foo",
    b"Foo",
    b"Foo",
    b"FooBot",
    b"FooBot",
    b"foo",
    b"Foo-News",
    b"Bar",
    b"Qux",
    b"Qux",
    b"MJ12bot",
    b"MJ",
    b"Foo/1.0",
    b"o",
    b"",
    b"*",
    b"*foo",
];

/// Names of the field that opens a group, right and wrong.
pub const AGENT_NAMES: &[&[u8]] = &[
    b"User-agent",
    b"User-agent",
    b"User-agent",
    b"user-agent",
    b"USER-AGENT",
    b"Useragent",
    b"User agent",
    b"User-agents",
    b"User_agent",
];

/// Names of the fields that are rules, right and wrong.
pub const RULE_NAMES: &[&[u8]] = &[
    b"Allow",
    b"Allow",
    b"Allow",
    b"allow",
    b"ALLOW",
    b"Allowance",
    b"Alow",
    b"Disallow",
    b"Disallow",
    b"Disallow",
    b"disallow",
    b"Disallowed",
    b"Dissallow",
    b"Dissalow",
    b"Disalow",
    b"Diasllow",
    b"Disallaw",
    b"Dis-allow",
];

/// Names of other fields.
pub const OTHER_NAMES: &[&[u8]] = &[
    b"Sitemap",
    b"Site-map",
    b"sitemaps",
    b"Crawl-delay",
    b"Noindex",
    b"Host",
    b"Request-rate",
    b"Visit-time",
    b"Clean-param",
    b"<p>Disallow",
    b"",
];

/// Values of other fields.
pub const OTHER_VALUES: &[&[u8]] =
    &[b"https://e.com/s.xml", b"https://e.com/s.xml#x", b"/s.xml", b"10", b"0.5", b"/a", b""];

/// Short rules, of which several match one URL.
pub const SHORT_RULES: &[&[u8]] = &[
    b"/",
    b"/",
    b"/a",
    b"/a",
    b"/a/",
    b"/a/b",
    b"/ab",
    b"/*",
    b"/*",
    b"/**",
    b"*",
    b"*a",
    b"/*a",
    b"/a*",
    b"/*b",
    b"/*/b",
    b"/a$",
    b"/*$",
    b"/$",
    b"$",
    b"/a/$",
    b"/*a$",
    b"/a/index.html",
    b"/*/index.htm",
    b"/index.html$",
    b"/robots.txt",
    b"",
];

/// Short paths, each of which many rules match.
pub const SHORT_PATHS: &[&[u8]] = &[
    b"/",
    b"/a",
    b"/a",
    b"/a/",
    b"/a/",
    b"/a/b",
    b"/a/b",
    b"/ab",
    b"/b/a",
    b"/a/b?a",
    b"/a?",
    b"/?",
    b"/a/index.html",
    b"/a*",
    b"/a$",
    b"/robots.txt",
    b"/robots.txt?",
    b"/%72obots.txt",
];

/// How many of the [`PIECES`], from the first, are common.
pub const COMMON_PIECES: usize = 6;

/// Pieces of paths, for rules and URLs alike.
pub const PIECES: &[&[u8]] = &[
    b"/",
    b"a",
    b"b",
    b"/a",
    b"/a/",
    b"ab",
    b"/index.html",
    b"/index.htm",
    b"/index.htmx",
    b"robots.txt",
    b".",
    b"..",
    b"/../",
    b"/./",
    b"/..",
    b"/.",
    b"%2e",
    b"/%2E%2e/",
    b"/.%2E",
    b"//",
    b"?",
    b"?a",
    b";",
    b"=",
    b"&",
    b":",
    b"://",
    b"%61",
    b"%7E",
    b"~",
    b"%2f",
    b"%2F",
    b"%3f",
    b"%2A",
    b"%2a",
    b"%24",
    b"%23",
    b"%20",
    b" ",
    b"%5E",
    b"^",
    b"|",
    b"`",
    b"{",
    b"\"",
    b"<",
    b"'",
    b"[",
    b"\\",
    b"%5C",
    b"%",
    b"%zz",
    b"%4",
    b"%%34%31",
    b"%C3%A9",
    b"%c3%a9",
    b"\xC3\xA9",
    b"%E9",
    b"\xE9",
    b"\xFF",
    b"\t",
    b"\x01",
    b"\x0B",
    b"\x0C",
    b"\x7F",
    b"\0",
];

/// What is special in rules; rare in URLs.
pub const SPECIAL: &[&[u8]] = &[b"*", b"*", b"**", b"$", b"$$"];

/// White space around fields and values.
pub const WHITE: &[&[u8]] = &[b"", b"", b"", b" ", b" ", b"\t", b"  ", b" \t", b"\x0B", b"\x0C"];

/// What stands between field and value, right and wrong.
pub const COLONS: &[&[u8]] = &[
    b":",
    b":",
    b":",
    b":",
    b": ",
    b": ",
    b": ",
    b" : ",
    b":\t",
    b"::",
    b" ",
    b"\t",
    b"\xEF\xBC\x9A ",
];

/// What ends a line, and what looks like it.
pub const LINE_ENDS: &[&[u8]] =
    &[b"\n", b"\n", b"\n", b"\n", b"\r\n", b"\r\n", b"\r", b"\n\r", b"\n\n"];

/// Comments, with what stands before them.
pub const COMMENTS: &[&[u8]] = &[b"#", b"# x", b" # Disallow: /", b"#\0", b"#\x01:", b"#\xE9"];

/// What means something, out of place.
pub const JUNK: &[&[u8]] =
    &[b"\n", b"\r", b"#", b":", b"*", b"\xEF", b"\0", b" ", b"Allow", b"Disallow: /"];

/// How a file begins. Without an agent up there most rules are nobody's.
pub const HEADS: &[&[u8]] = &[
    b"",
    b"User-agent: *\n",
    b"User-agent: *\n",
    b"User-agent: Foo\r\n",
    b"User-agent: Foo\nUser-agent: *\n",
    b"User-agent: FooBot\rDisallow: /\r",
];

/// Byte order marks, whole, cut short and wrong.
pub const BOMS: &[&[u8]] = &[
    b"",
    b"",
    b"",
    b"",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xEF",
    b"\xBB",
    b"\xEF\x11\xBF",
    b"\xFF\xFE",
];

/// What URLs begin with, right and wrong.
pub const URL_STARTS: &[&[u8]] = &[
    b"http://e.com",
    b"http://e.com",
    b"https://e.com:8080",
    b"HTTPS://u:p@e.com",
    b"http:e.com",
    b"http:/\\e.com",
    b"http:////e.com",
    b"ws://e.com",
    b"wss:",
    b"ftp://[::1]",
    b"foo+bar://e.com",
    b"foo://",
    b"file://",
    b"1a://e.com",
    b"mailto:",
    b"http",
    b"e.com",
    b"e.com:80",
    b"a",
    b"//e.com",
    b"\\",
    b"#",
    b"?",
    b";",
    b" http://e.com",
    b"ht\ttp://e.com",
    b"\n",
];
