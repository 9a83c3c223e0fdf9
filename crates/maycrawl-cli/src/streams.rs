//! Standard input, output and error of a run.

use std::collections::HashSet;
use std::env;
use std::fmt;
use std::future;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal as _, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anstream::{AutoStream, ColorChoice, StripStream, stream::RawStream};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use maycrawl_report::sanitize;

use crate::file_id::FileId;
use crate::terminal_rows::TerminalRows;

/// Standard input, output and error of a run; all that it reads and writes beside files
/// and the network.
///
/// A clone shares the three.
#[derive(Clone)]
pub struct Streams {
    shared: Arc<Shared>,
    /// Whether notes are left out.
    is_quiet: bool,
    /// Whether text has colours, if not as the streams have it.
    color: Option<bool>,
    /// The files that this run reads.
    read: Arc<Mutex<HashSet<FileId>>>,
}

struct Shared {
    input: Mutex<Box<dyn Read + Send>>,
    output: Sink,
    error: Sink,
    /// What standard output is, if it is a terminal.
    terminal: Option<Terminal>,
    /// Whether these are the streams of the process.
    are_standard: bool,
}

struct Sink {
    writer: Mutex<Box<dyn Write + Send>>,
    has_color: bool,
}

struct Terminal {
    /// In columns, if that is known.
    width: Option<u16>,
}

impl Streams {
    /// The streams of the process. Text has colours and the width of the window where they
    /// are terminals; environment variables such as `NO_COLOR` can take colours away.
    pub fn standard() -> Self {
        let output = Sink::new(io::stdout(), has_color(io::stdout()));
        let error = Sink::new(io::stderr(), has_color(io::stderr()));
        let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
        let terminal = io::stdout().is_terminal().then_some(Terminal { width });
        let input = Mutex::new(Box::new(io::stdin()) as Box<dyn Read + Send>);
        Self::of(Shared { input, output, error, terminal, are_standard: true })
    }

    /// Streams of a caller. They are no terminals: text has no colours.
    pub fn new(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        error: impl Write + Send + 'static,
    ) -> Self {
        Self::of(Shared {
            input: Mutex::new(Box::new(input)),
            output: Sink::new(output, false),
            error: Sink::new(error, false),
            terminal: None,
            are_standard: false,
        })
    }

    fn of(shared: Shared) -> Self {
        Self { shared: Arc::new(shared), is_quiet: false, color: None, read: Arc::default() }
    }

    /// The same for a run: without notes or with them, and with colours or without them.
    pub(crate) fn with(&self, is_quiet: bool, color: Option<bool>) -> Self {
        Self { shared: Arc::clone(&self.shared), is_quiet, color, read: Arc::default() }
    }

    /// Notes that this run reads a file, so that it does not write over it.
    pub(crate) fn note_read(&self, path: &Path) {
        if let Some(file) = FileId::of(path) {
            self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(file);
        }
    }

    /// Whether this run reads the file at a path, by whatever name.
    pub(crate) fn has_read(&self, path: &Path) -> bool {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        FileId::of(path).is_some_and(|file| read.contains(&file))
    }

    /// Whether the user wants no notes, and no answers of commands whose exit status tells.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Standard input, buffered.
    pub(crate) fn input(&self) -> impl BufRead + Send + use<> {
        BufReader::with_capacity(1 << 16, InputHandle(self.clone()))
    }

    /// Standard output, buffered, for text. Colours are taken away unless it shows them.
    pub(crate) fn text(&self) -> impl Write + use<> {
        BufWriter::new(self.styled(Target::Output))
    }

    /// Standard output, buffered, for bytes that must not be changed.
    pub(crate) fn raw(&self) -> impl Write + use<> {
        BufWriter::with_capacity(1 << 16, self.handle(Target::Output))
    }

    /// Standard output, buffered, for rows of TSV and CSV: bytes that must not be changed, unless a
    /// terminal would obey them.
    pub(crate) fn rows(&self) -> Box<dyn Write> {
        if self.is_terminal() {
            Box::new(TerminalRows::new(self.raw()))
        } else {
            Box::new(self.raw())
        }
    }

    /// Writes a whole text in colours to standard output, or to standard error.
    pub(crate) fn print_styled(&self, text: &str, to_error: bool) -> io::Result<()> {
        let target = if to_error { Target::Error } else { Target::Output };
        let mut out = self.styled(target);
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Writes a note to standard error, unless the user wants none.
    pub(crate) fn note(&self, message: &str) {
        if !self.is_quiet {
            self.say(message);
        }
    }

    /// Writes an error to standard error, in one line that is safe on a terminal.
    pub(crate) fn say(&self, message: &str) {
        let line = format!("maycrawl: {}\n", sanitize(message.as_bytes()));
        // If standard error is closed there is nobody to tell.
        let _ = self.shared.error.lock().write_all(line.as_bytes());
    }

    /// Shows on standard error how many things are done, of how many if that is known, and how fast,
    /// if that is a terminal.
    pub(crate) fn progress(&self, things: &str, total: Option<usize>) -> ProgressBar {
        if !self.shared.are_standard || self.is_quiet {
            return ProgressBar::hidden();
        }
        let (progress, template) = match total {
            Some(total) => (
                ProgressBar::new(total as u64),
                format!("{{human_pos}} of {{human_len}} {things}, {{rate}}, {{eta}} left"),
            ),
            None => (ProgressBar::no_length(), format!("{{human_pos}} {things}, {{rate}}")),
        };
        if let Ok(style) = ProgressStyle::with_template(&template) {
            progress.set_style(style.with_key("rate", whole_rate));
        }
        progress
    }

    /// Whether a person looks at standard output.
    pub(crate) fn is_terminal(&self) -> bool {
        self.shared.terminal.is_some()
    }

    /// The width of the terminal, if standard output is one: at least 40 columns, at most 200.
    pub(crate) fn terminal_width(&self) -> Option<u16> {
        let width = self.shared.terminal.as_ref().and_then(|terminal| terminal.width)?;
        Some(width.clamp(40, 200))
    }

    /// The width for text: the terminal's, or 80 columns.
    pub(crate) fn width(&self) -> usize {
        const WITHOUT_TERMINAL: u16 = 80;
        usize::from(self.terminal_width().unwrap_or(WITHOUT_TERMINAL))
    }

    /// Ends when the user presses Ctrl-C; never, if the streams are a caller's, which handles
    /// signals itself.
    pub(crate) async fn interrupted(&self) {
        if !self.shared.are_standard || tokio::signal::ctrl_c().await.is_err() {
            future::pending::<()>().await;
        }
    }

    fn handle(&self, target: Target) -> Handle {
        Handle { streams: self.clone(), target }
    }

    fn styled(&self, target: Target) -> Box<dyn Write> {
        let handle = self.handle(target);
        if self.color.unwrap_or(handle.sink().has_color) {
            return Box::new(handle);
        }
        Box::new(StripStream::new(Box::new(handle) as Box<dyn Write>))
    }
}

impl Sink {
    fn new(writer: impl Write + Send + 'static, has_color: bool) -> Self {
        Self { writer: Mutex::new(Box::new(writer)), has_color }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A rate without decimals.
fn whole_rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // If it cannot be shown, nothing is lost.
    let _ = write!(out, "{:.0}/s", state.per_sec());
}

/// Whether a stream of the process shows colours, by what it is and the environment: `NO_COLOR`,
/// then `FORCE_COLOR`, then the variables that anstream knows.
fn has_color(stream: impl RawStream) -> bool {
    let is_set =
        |name| env::var_os(name).is_some_and(|value| !matches!(value.to_str(), Some("" | "0")));
    let is_forced = is_set("FORCE_COLOR") && !is_set("NO_COLOR");
    is_forced || AutoStream::auto(stream).current_choice() == ColorChoice::AlwaysAnsi
}

/// Which stream is written to.
#[derive(Clone, Copy)]
enum Target {
    Output,
    Error,
}

struct Handle {
    streams: Streams,
    target: Target,
}

impl Handle {
    fn sink(&self) -> &Sink {
        match self.target {
            Target::Output => &self.streams.shared.output,
            Target::Error => &self.streams.shared.error,
        }
    }
}

impl Write for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink().lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink().lock().flush()
    }
}

struct InputHandle(Streams);

impl Read for InputHandle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.shared.input.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}
