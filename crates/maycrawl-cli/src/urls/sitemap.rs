//! Sitemaps: XML, an index of them, plain text, and any of these in gzip.
//!
//! Files are read up to a limit, before and after they are unpacked: the protocol
//! (sitemaps.org) allows 50 MB and 50,000 URLs.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use maycrawl_url::Target;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::{PlacedUrl, unpacked};
use crate::failure::Failure;
use crate::input;
use crate::network::{self, NetArgs, is_url};
use crate::streams::Streams;

/// How many bytes are read of one sitemap, unpacked.
const MAX_BYTES: u64 = 64 << 20;

/// How many bytes are fetched of one, packed or not.
const MAX_FETCHED: usize = 64 << 20;

/// How many bytes a line has at most. No URL is as long.
const MAX_LINE: u64 = 64 << 10;

/// How many sitemaps an index may name.
const MAX_SITEMAPS: usize = 50_000;

/// The URLs of a sitemap, and of those that an index names.
pub(crate) struct Sitemap {
    streams: Streams,
    name: String,
    form: Form,
    n_urls: u64,
    /// The folder of an index and its sitemaps, unless they are fetched.
    folder: Option<PathBuf>,
    net: NetArgs,
    /// Sitemaps that an index names, last first.
    more: Vec<PathBuf>,
    /// Whether an index named the current file, which must not be an index too.
    in_index: bool,
    /// Set if a part could not be read.
    is_incomplete: Arc<AtomicBool>,
}

enum Form {
    Xml { reader: Box<Reader<Box<dyn BufRead>>>, is_index: bool, in_root: bool },
    Text(Box<dyn BufRead>),
}

impl Sitemap {
    /// Opens a file, or fetches it if the path is a URL.
    ///
    /// Sets `is_incomplete` if a part cannot be read.
    pub(crate) fn open(
        streams: &Streams,
        path: &Path,
        net: &NetArgs,
        is_incomplete: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let folder = (!is_url(path)).then_some(folder);
        let name = input::shown_name(path);
        let form = open_form(streams, path, net)?;
        let (streams, net) = (streams.clone(), net.clone());
        let (more, n_urls, in_index) = (Vec::new(), 0, false);
        Ok(Self { streams, name, form, n_urls, folder, net, more, in_index, is_incomplete })
    }

    /// The next URL; `None` at the end.
    ///
    /// A problem before the first URL is an error. Later ones are reported and end only the
    /// file that has them.
    pub(crate) fn next_url(&mut self) -> Result<Option<PlacedUrl>, Failure> {
        loop {
            match self.next_of_file() {
                Ok(Some(url)) => {
                    self.n_urls += 1;
                    return Ok(Some((url, format!("{}: ", self.name))));
                }
                Ok(None) => {}
                Err(problem) if self.n_urls == 0 && self.more.is_empty() => {
                    return Err(Failure::input(format!("{}: {problem}", self.name)));
                }
                Err(problem) => {
                    self.is_incomplete.store(true, Ordering::Relaxed);
                    self.streams.say(&format!(
                        "{}: {problem}; only the URLs before that are used",
                        self.name
                    ));
                }
            }
            let Some(next) = self.more.pop() else { return Ok(None) };
            self.name = input::shown_name(&next);
            self.form = open_form(&self.streams, &next, &self.net)?;
            self.in_index = true;
        }
    }

    /// The next URL of the current file.
    fn next_of_file(&mut self) -> Result<Option<Vec<u8>>, String> {
        let (reader, is_index, in_root) = match &mut self.form {
            Form::Text(reader) => {
                let line = next_line(&mut **reader)?;
                let is_url = line.as_ref().is_none_or(|line| Target::from_bytes(line).is_ok());
                if self.n_urls == 0 && !self.in_index && !is_url {
                    return Err("not a sitemap: its first line is not a URL".into());
                }
                return Ok(line);
            }
            Form::Xml { reader, is_index, in_root } => (reader, is_index, in_root),
        };
        let mut buffer = Vec::new();
        let mut in_loc = false;
        let mut text = Vec::new();
        loop {
            buffer.clear();
            let event = reader.read_event_into(&mut buffer).map_err(|error| {
                format!("the XML is not well-formed at byte {}: {error}", reader.error_position())
            })?;
            match event {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "urlset" => *in_root = true,
                    "sitemapindex" if self.in_index => {
                        return Err(
                            "this is an index within an index, which the protocol forbids".into()
                        );
                    }
                    "sitemapindex" => (*in_root, *is_index) = (true, true),
                    "loc" if *in_root => {
                        in_loc = true;
                        text.clear();
                    }
                    _ if !*in_root => {
                        return Err(
                            "not a sitemap: its root is neither urlset nor sitemapindex".into()
                        );
                    }
                    _ => {}
                },
                Event::Text(piece) if in_loc => text.extend_from_slice(piece.as_bytes()),
                Event::CData(piece) if in_loc => text.extend_from_slice(piece.as_bytes()),
                Event::GeneralRef(name) if in_loc => {
                    let bytes =
                        entity(&name).ok_or_else(|| format!("unknown entity &{};", &*name))?;
                    text.extend_from_slice(&bytes);
                }
                Event::End(tag) if tag.local_name().as_ref() == "loc" => {
                    in_loc = false;
                    let url = text.trim_ascii().to_vec();
                    if !*is_index {
                        return Ok(Some(url));
                    }
                    self.more.extend(match &self.folder {
                        Some(folder) => beside(&self.streams, folder, &url),
                        None => remote(&self.streams, &url),
                    });
                    if self.more.len() > MAX_SITEMAPS {
                        return Err("the index lists more than 50,000 sitemaps".into());
                    }
                }
                Event::End(tag)
                    if matches!(tag.local_name().as_ref(), "urlset" | "sitemapindex") =>
                {
                    self.more.reverse();
                    return Ok(None);
                }
                Event::Eof => return Err("the file ends before its root element does".into()),
                _ => {}
            }
        }
    }
}

/// The bytes that an entity of XML stands for.
fn entity(name: &str) -> Option<Vec<u8>> {
    let byte = match name {
        "amp" => b'&',
        "lt" => b'<',
        "gt" => b'>',
        "quot" => b'"',
        "apos" => b'\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let char = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            return Some(char::from_u32(char.ok()?)?.to_string().into_bytes());
        }
    };
    Some(vec![byte])
}

/// The sitemap beside a local index that has the file name of this URL.
fn beside(streams: &Streams, folder: &Path, url: &[u8]) -> Option<PathBuf> {
    let url = String::from_utf8_lossy(url);
    let file = url.rsplit('/').next().filter(|file| !file.is_empty())?;
    let path = folder.join(file);
    if path.is_file() {
        return Some(path);
    }
    streams
        .say(&format!("{url} is not read: there is no file {} beside the index", path.display()));
    None
}

/// A sitemap of a fetched index. It is fetched too: a site must not name local files.
fn remote(streams: &Streams, url: &[u8]) -> Option<PathBuf> {
    let path = PathBuf::from(String::from_utf8_lossy(url).into_owned());
    if is_url(&path) {
        return Some(path);
    }
    streams.say(&format!("{} is not read: it is not a URL", path.display()));
    None
}

fn open_form(streams: &Streams, path: &Path, net: &NetArgs) -> Result<Form, Failure> {
    let packed: Box<dyn BufRead> = match path.to_str().filter(|_| is_url(path)) {
        Some(url) => Box::new(Cursor::new(network::get(url, net, MAX_FETCHED)?)),
        None => input::open(streams, path)?,
    };
    let reader = unpacked(packed, path)?;
    let mut reader: Box<dyn BufRead> = Box::new(BufReader::new(reader.take(MAX_BYTES)));
    let mut start = Vec::new();
    let mut head = (&mut reader).take(512);
    head.read_to_end(&mut start).map_err(|error| {
        Failure::input(format!("cannot unpack {}: {error}", input::shown_name(path)))
    })?;
    let bare = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start).to_vec();
    let is_xml = bare.trim_ascii_start().starts_with(b"<");
    let whole: Box<dyn BufRead> = Box::new(Cursor::new(bare).chain(reader));
    Ok(if is_xml {
        Form::Xml { reader: Box::new(Reader::from_reader(whole)), is_index: false, in_root: false }
    } else {
        Form::Text(whole)
    })
}

/// The next line that is not blank.
fn next_line(reader: &mut dyn BufRead) -> Result<Option<Vec<u8>>, String> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.take(MAX_LINE).read_until(b'\n', &mut line);
        match read.map_err(|error| error.to_string())? as u64 {
            0 => return Ok(None),
            MAX_LINE => return Err("a line is too long for a URL: more than 64 KiB".into()),
            _ => {}
        }
        let url = line.trim_ascii();
        if !url.is_empty() {
            return Ok(Some(url.to_vec()));
        }
    }
}
