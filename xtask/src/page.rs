//! `cargo xtask page`: what people do with the page, done in a real browser: with the service, and
//! with the engines in the browser, on a host that only sends files.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::builds::run as run_command;
use crate::programs::{cargo, need};
use crate::{Outcome, engine, npm, root, site};

/// Where the tests are, with the exact versions of what they need from npm.
const TESTS: &str = "crates/maycrawl-server/tests/page";

/// The page works in any folder of a site, not only at its start.
const SUBFOLDER: &str = "some/folder";

/// What every host says when the page fetches its robots.txt.
const ROBOTS: &str = "User-agent: *\nDisallow: /fetched/\n";

/// Runs the tests; with a name, only those of that file.
pub(crate) fn test(name: Option<&str>) -> Outcome {
    run(name, None)
}

/// Asks the page what it asks in its tests, about files of a corpus.
pub(crate) fn corpus(corpus: &Path) -> Outcome {
    let real = corpus.join("real");
    let real = real.canonicalize().map_err(|error| format!("{}: {error}", real.display()))?;
    run(Some("agreement"), Some(&real))
}

fn run(name: Option<&str>, corpus: Option<&Path>) -> Outcome {
    let entries = fs::read_dir(root().join(TESTS)).map_err(|error| format!("{TESTS}: {error}"))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| {
        let file = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let own = file.strip_suffix(".test.mjs");
        own.is_some_and(|own| name.is_none_or(|name| name == own))
    });
    files.sort();
    if files.is_empty() {
        return Err(format!("{TESTS} has no such test"));
    }
    let servers = Servers::start("test")?;
    // As the browser has processes of its own, two tests at a time keep two cores busy.
    let args = ["--test", "--test-concurrency=2", "--test-reporter=spec"];
    let mut node = servers.node();
    node.args(args).args(files).envs(corpus.map(|folder| ("PAGE_CORPUS", folder)));
    run_command(&mut node)
}

/// Measures how fast the page answers, with the command as people have it.
pub(crate) fn figures() -> Outcome {
    let servers = Servers::start("release")?;
    run_command(servers.node().arg(root().join(TESTS).join("figures.mjs")))
}

/// Takes the pictures of the documents.
pub(crate) fn pictures() -> Outcome {
    let servers = Servers::start("test")?;
    run_command(servers.node().arg(root().join(TESTS).join("pictures.mjs")))
}

/// The page twice: from the service, and from a host that only sends files.
struct Servers {
    browser: PathBuf,
    command: PathBuf,
    service: Server,
    files: Server,
}

impl Servers {
    fn start(profile: &str) -> Result<Self, String> {
        needs().into_iter().collect::<Outcome>()?;
        npm::install_of(&root().join(TESTS), &folder())?;
        let www = folder().join("site");
        if www.exists() {
            fs::remove_dir_all(&www).map_err(|error| format!("{}: {error}", www.display()))?;
        }
        site::run(&www.join(SUBFOLDER))?;
        fs::write(www.join("robots.txt"), ROBOTS).map_err(|error| error.to_string())?;
        // It knows nothing of the page.
        let mut python = Command::new("python3");
        python.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]);
        let files = Server::start(python.arg(www))?;
        let command = command(profile)?;
        let mut serve = Command::new(&command);
        serve.args(["serve", "--addr", "127.0.0.1:0", "--allow-private"]);
        // Every host is the one that sends files.
        serve.args(["--resolve", &format!("*:127.0.0.1:{}", files.port)]);
        let service = Server::start(&mut serve)?;
        Ok(Self { browser: browser()?, command, service, files })
    }

    /// A Node that knows where everything is.
    fn node(&self) -> Command {
        let Self { browser, command, service, files } = self;
        let mut node = Command::new("node");
        node.current_dir(root())
            .env("PAGE_PACKAGES", folder())
            .env("PAGE_BROWSER", browser)
            .env("PAGE_COMMAND", command)
            .env("PAGE_OF_SERVICE", format!("http://127.0.0.1:{}/", service.port))
            .env("PAGE_OF_FILES", format!("http://127.0.0.1:{}/{SUBFOLDER}/", files.port))
            .env("PAGE_FOLDER", folder().join("site").join(SUBFOLDER));
        node
    }
}

fn folder() -> PathBuf {
    root().join("target/page")
}

/// Asks for what the tests run with, each by itself.
pub(crate) fn needs() -> [Outcome; 4] {
    [need("chromium", "chromium"), need("python3", "python3"), engine::node(), npm::need()]
}

/// Builds the command. For the tests it is the same that the tests of the workspace have: `--test`
/// makes cargo choose the features of dependencies as it does for those, so nothing is built twice.
fn command(profile: &str) -> Result<PathBuf, String> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--profile", profile, "--workspace", "--all-features"]);
    build.args(["--bin", "maycrawl"]);
    if profile == "test" {
        build.args(["--test", "presets"]);
    }
    run_command(&mut build)?;
    let folder = if profile == "test" { "debug" } else { profile };
    Ok(root().join("target").join(folder).join("maycrawl"))
}

/// Where the browser is: what starts it asks for a path.
fn browser() -> Result<PathBuf, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|folder| folder.join("chromium"));
    found.find(|path| path.is_file()).ok_or_else(|| "chromium is not on the path".into())
}

/// A server at a free port of this machine, until it is dropped.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    /// Starts a server that prints a line with its address first.
    fn start(command: &mut Command) -> Result<Self, String> {
        let process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let process = process.map_err(|error| format!("cannot run {command:?}: {error}"))?;
        let mut server = Self { process, port: 0 };
        let mut line = String::new();
        if let Some(out) = server.process.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let after = line.split("http://127.0.0.1:").nth(1).unwrap_or_default();
        let port = after.split(|other: char| !other.is_ascii_digit()).next().unwrap_or_default();
        server.port = port.parse().map_err(|_| format!("{command:?} does not start"))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // If it has ended before, there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
