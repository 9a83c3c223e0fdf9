//! The page for people: its files are part of the program.

use axum::Router;
use axum::routing::get;

use crate::reply;
use crate::service::Service;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its path, without a `/` at the beginning.
    pub path: &'static str,
    /// What it contains.
    pub text: &'static str,
}

macro_rules! page_files {
    ($($path:literal),+ $(,)?) => {
        &[$(PageFile { path: $path, text: include_str!(concat!("../web/", $path)) }),+]
    };
}

/// All files of the page. It works from any folder of any server, as its links are relative.
pub const PAGE_FILES: &[PageFile] = page_files!(
    "index.html",
    "ask.js",
    "begin.js",
    "catalogue.js",
    "choices.js",
    "crawlers.js",
    "csv.js",
    "diff.js",
    "diff_view.js",
    "dom.js",
    "edits.js",
    "files.js",
    "first.js",
    "icon.svg",
    "latest.js",
    "link.js",
    "lists.js",
    "main.js",
    "modules.js",
    "obeys.js",
    "own.js",
    "problem.js",
    "replaced.js",
    "state.js",
    "style.css",
    "tabs.js",
    "tabs/compare.js",
    "tabs/compare/changes.js",
    "tabs/compare/old.js",
    "tabs/crawlers.js",
    "tabs/fetch.js",
    "tabs/generator.js",
    "tabs/generator/fields.js",
    "tabs/generator/lost.js",
    "tabs/generator/merging.js",
    "tabs/generator/notes.js",
    "tabs/generator/presets.js",
    "tabs/generator/rules.js",
    "tabs/generator/who.js",
    "tabs/policy.js",
    "tabs/policy/folders.js",
    "tabs/policy/matrix.js",
    "tabs/policy/picture.js",
    "tabs/tester.js",
    "tabs/tester/list.js",
    "tabs/tester/sideways.js",
    "tabs/tester/strangers.js",
    "tabs/tester/why.js",
    "tabs/validator.js",
    "tabs/validator/alone.js",
    "tabs/validator/findings.js",
    "tabs/validator/ignore.js",
    "tabs/validator/ignored.js",
    "tabs/validator/page.js",
    "tabs/validator/preview.js",
    "text.js",
    "urls.js",
    "visible.js",
    "vendor/editor.js",
    "waiting.js",
    "words.js",
    "worker.js",
);

impl PageFile {
    /// Its media type.
    fn content_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("js") => "text/javascript; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// A route for each file; the page itself is the start.
pub(crate) fn routes() -> Router<Service> {
    PAGE_FILES.iter().fold(Router::new(), |router, file| {
        let path = file.path.strip_suffix("index.html").unwrap_or(file.path);
        let answer = get(async || reply::typed(file.content_type(), file.text));
        router.route(&format!("/{path}"), answer)
    })
}
