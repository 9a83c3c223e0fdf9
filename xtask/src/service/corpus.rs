//! `cargo xtask service --corpus DIR`: every question of a corpus over HTTP, compared with Google's
//! parser and with the function behind the route.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Instant;

use maycrawl_api::answer;
use maycrawl_report::json::CheckColumns;

use super::running::Running;
use crate::Outcome;
use crate::corpus_questions::{self, CorpusQuestion, limits};

pub(crate) fn run(folder: &Path) -> Outcome {
    let questions = corpus_questions::read(folder)?;
    let service = Running::start(limits())?;
    let mut client = Client::connect(service.address).map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let mut n_equal = 0;
    for CorpusQuestion { question, verdicts, lines } in &questions {
        let question = question.to_string();
        let (status, text) = client.ask(&question).map_err(|error| error.to_string())?;
        let function = answer("check", question.as_bytes(), &limits(), &|| true);
        let differs = |what: &str| format!("{what}: {question:.500}");
        if status != 200 || function.ok().as_ref() != Some(&text) {
            return Err(differs("the service and the function answer otherwise"));
        }
        let columns: CheckColumns =
            serde_json::from_slice(&text).map_err(|error| differs(&error.to_string()))?;
        if columns.verdict != *verdicts || columns.line != *lines {
            return Err(differs("Google's parser answers otherwise"));
        }
        n_equal += verdicts.len();
    }
    println!(
        "{n_equal} of {n_equal} verdicts and lines are equal, in {} questions and {:.1} s",
        questions.len(),
        begun.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// A connection to the service, over which one question goes after another.
struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), address })
    }

    /// Asks `check`. Returns the status and the body of the answer.
    fn ask(&mut self, question: &str) -> io::Result<(u16, Vec<u8>)> {
        let head = format!(
            "POST /v1/check HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            question.len(),
        );
        let stream = self.stream.get_mut();
        stream.write_all(head.as_bytes())?;
        stream.write_all(question.as_bytes())?;
        let malformed = || io::Error::other("the service answers no HTTP");
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut length = None;
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.parse().ok();
            }
        }
        let mut body = vec![0; length.ok_or_else(malformed)?];
        self.stream.read_exact(&mut body)?;
        Ok((status.ok_or_else(malformed)?, body))
    }

    /// The next line of a head.
    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}
