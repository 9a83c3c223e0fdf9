//! The command as a function of other programs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use maycrawl_cli::{ExitStatus, Streams, run};

/// What was written so far.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Memory {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Runs a command line in this process: its status, standard output and standard error.
fn run_here(line: &str, stdin: &'static [u8]) -> (ExitStatus, String, String) {
    let (output, error) = (Memory::default(), Memory::default());
    let streams = Streams::new(stdin, output.clone(), error.clone());
    let status = run(line.split_whitespace(), &streams);
    (status, output.text(), error.text())
}

#[test]
fn a_process_can_run_commands_again_and_again() {
    let line = "maycrawl check --robots - --format tsv /private/a /b";
    let robots = b"User-agent: *\nDisallow: /private/";
    for _ in 0..2 {
        let (status, output, error) = run_here(line, robots);
        assert_eq!((status, error.as_str()), (ExitStatus::No, ""));
        let rows: Vec<_> = output.lines().collect();
        let expected = [
            "agent\turl\tverdict\tline\treason\trule\tdialect",
            "*\t/private/a\tdisallow\t2\tdisallow-rule\tDisallow: /private/\tgoogle",
            "*\t/b\tallow\t0\tno-match\t\tgoogle",
        ];
        assert_eq!(rows, expected);
    }
}

#[test]
fn what_the_program_prints_the_function_prints() {
    let lines = [
        "maycrawl",
        "maycrawl --version",
        "maycrawl help",
        "maycrawl check --help",
        "maycrawl check --nonsense",
        "maycrawl crawlers GPTBot Bingbot",
        "maycrawl lint --no-config -",
        "maycrawl fix --no-config -",
        "maycrawl fetch http://127.0.0.1:1/ https://127.0.0.1:1/",
    ];
    for line in lines {
        let stdin = b"User-agent: *\nDisalow: /a\n";
        let ran = crate::run_with(line.split_whitespace().skip(1), stdin);
        let (status, output, error) = run_here(line, stdin);
        assert_eq!((i32::from(status.code()), output, error), (ran.code, ran.stdout, ran.stderr));
    }
}

#[test]
fn a_closed_output_is_no_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let error = Memory::default();
    let streams = Streams::new(io::empty(), Closed, error.clone());
    assert_eq!(run(["maycrawl", "explain"], &streams), ExitStatus::Yes);
    assert_eq!(error.text(), "");
}
