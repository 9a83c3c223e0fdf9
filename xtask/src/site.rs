//! `cargo xtask site OUT`: the page as a folder for any static host, with the engines in it.

use std::fs;
use std::path::Path;

use maycrawl_server::{PAGE_FILES, PageFile};

use crate::builds::Std;
use crate::{Outcome, engine, root};

/// What a static host cannot say in a header: the page loads nothing from others, and compiles
/// only the engines.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'";

pub(crate) fn run(out: &Path) -> Outcome {
    let engines = engine::built(&Std::small()?)?;
    for PageFile { path, text } in PAGE_FILES {
        let text = match *path {
            "index.html" => page(text)?,
            _ if is_own_module(path) => without_comments(text),
            _ => (*text).into(),
        };
        write(&out.join(path), text.as_bytes())?;
    }
    let glue = root().join("bindings/js/engine/engine.mjs");
    copy(&glue, &out.join("engine.js"))?;
    for name in ["maycrawl.wasm", "maycrawl-core.wasm"] {
        copy(&engines.join(name), &out.join(name))?;
    }
    println!("the page is in {}; put it on any host that sends static files", out.display());
    Ok(())
}

/// The page with the engines in place of the service.
fn page(text: &str) -> Result<String, String> {
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<meta name=\"viewport\""
    );
    let mut page = text.to_owned();
    for (from, to) in [
        ("data-engine=\"service\"", "data-engine=\"worker\""),
        ("<meta name=\"viewport\"", &policy),
    ] {
        if page.matches(from).count() != 1 {
            return Err(format!("index.html does not contain {from} once"));
        }
        page = page.replace(from, to);
    }
    Ok(page)
}

/// Whether it is a module of the page, not one of others.
fn is_own_module(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "js")
        && !path.starts_with("vendor/")
}

/// A module without its comments: a tenth of what a browser would load.
fn without_comments(text: &str) -> String {
    let mut is_comment = false;
    let mut code = String::new();
    for line in text.lines() {
        let start = line.trim_start();
        if is_comment || start.starts_with("/*") {
            is_comment = !start.ends_with("*/");
        } else if !start.starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let bytes =
        fs::read(from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    write(to, &bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn lines_that_are_only_comments_are_left_out() {
        let text = "// A.\n\n/** B. */\nlet a = 1; // C.\n  /**\n   * D.\n   */\n  let b = '/*';\n";
        assert_eq!(without_comments(text), "\nlet a = 1; // C.\n  let b = '/*';\n");
    }
}
