//! Files as they are: every byte, every part.

use maycrawl::{Document, Robots, dialect::Preset, lines::Separator};

/// The parts of a one-line file, `|` between them: field, separator, value,
/// comment, line end.
#[track_caller]
fn check(text: &str, parts: &str) {
    let document = Document::parse(text);
    assert_eq!(document.print(), text.as_bytes());
    let line = document.lines().next().unwrap();
    let spans = [line.field(), line.separator(), line.value(), line.comment(), line.line_end()];
    let found = spans.map(|span| String::from_utf8_lossy(line.get(span)).into_owned());
    assert_eq!(found.join("|"), parts, "{text:?}");
}

#[test]
fn a_line_has_five_parts() {
    check("Disallow: /a # why\r\n", "Disallow|:|/a|# why|\r\n");
    check(" \tDisallow \t: /a b \n", "Disallow|:|/a b||\n");
    check("Disallow: /a#b", "Disallow|:|/a|#b|");
    check("Disallow:\r", "Disallow|:|||\r");
    check("Disallow /a\n", "Disallow| |/a||\n");
    check("Disallow \t /a", "Disallow| \t |/a||");
    check("Disallow /a b", "Disallow /a b||||");
    check(": /a", "|:|/a||");
    check("a:b:c", "a|:|b:c||");
    check("# only", "|||# only|");
    check("   \n", "||||\n");
    check("<html>", "<html>||||");
    check("\u{FEFF}User-agent: *", "User-agent|:|*||");
}

#[test]
fn separators_have_kinds() {
    let kind = |text: &str| Document::parse(text).lines().next().unwrap().separator_kind();
    assert_eq!(kind("a: b"), Separator::Colon);
    assert_eq!(kind("a b"), Separator::Space);
    assert_eq!(kind("a b c"), Separator::None);
    assert_eq!(kind("#"), Separator::None);
}

#[test]
fn lines_are_numbered_by_all_line_ends() {
    let document = Document::parse("a\rb\nc\r\nd\n\re");
    let texts: Vec<_> = document.lines().map(|line| (line.number(), line.text())).collect();
    let expected: [(u32, &[u8]); 6] =
        [(1, b"a"), (2, b"b"), (3, b"c"), (4, b"d"), (5, b""), (6, b"e")];
    assert_eq!(texts, expected);
    assert_eq!(document.line(3).unwrap().text(), b"c");
    assert!(document.line(0).is_none());
    assert!(document.line(7).is_none());
}

#[test]
fn a_byte_order_mark_belongs_to_no_line() {
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xEF\xBB", b"\xEF", b""] {
        let file = [mark, b"User-agent: *"].concat();
        let document = Document::parse(&file);
        assert_eq!(document.bom().len() as usize, mark.len());
        let line = document.lines().next().unwrap();
        assert_eq!(line.get(line.field()), b"User-agent");
        assert_eq!(line.field().start as usize, mark.len());
        assert_eq!(document.print(), file);
    }
}

#[test]
fn an_empty_file_has_no_line() {
    assert_eq!(Document::parse("").lines().count(), 0);
    assert_eq!(Document::parse("\n").lines().count(), 1);
}

/// A document is read in a dialect as its source would be.
#[test]
fn robots_from_a_document_is_robots_from_its_source() {
    let long =
        ["User-agent: *\nDisallow: /a\n", &"#".repeat(512_000), "\nDisallow: /b\r\n"].concat();
    for file in ["User-agent: a\n\nDisallow: /\0x\r\rUser-agent: *", "", "\r\n", &long] {
        for Preset { name, dialect, .. } in Preset::ALL {
            let direct = Robots::parse(file, dialect);
            let indirect = Robots::from_document(&Document::parse(file), dialect);
            assert_eq!(format!("{direct:?}"), format!("{indirect:?}"), "{name}");
            let owned = Robots::from_vec(file.into(), dialect);
            assert_eq!(format!("{direct:?}"), format!("{owned:?}"), "{name}");
            assert_eq!(
                (owned.unread(), owned.is_refused()),
                (direct.unread(), direct.is_refused())
            );
        }
    }
}
