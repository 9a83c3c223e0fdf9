//! An FTP server on loopback that goes by a script, however bad.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the server does at one point of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    /// Says this. `{port}`, `{high}` and `{low}` stand for where data comes from.
    Says(&'static str),
    /// Says this again and again.
    Repeats(&'static str),
    /// Says this and waits a little, again and again.
    Drips(&'static str),
    /// Says this, then nothing.
    Waits(&'static str),
    /// Says this and ends the connection.
    Closes(&'static str),
    /// Ends the connection as a program that dies does.
    Resets,
}

/// What it does at each point, unless a script says otherwise: at first, after each
/// command, over the data connection, and after that.
const USUAL: &[(&str, Does)] = &[
    ("greeting", Does::Says("220 ready\r\n")),
    ("USER", Does::Says("331 password\r\n")),
    ("PASS", Does::Says("230 welcome\r\n")),
    ("TYPE", Does::Says("200 image\r\n")),
    ("EPSV", Does::Says("229 passive (|||{port}|)\r\n")),
    ("PASV", Does::Says("227 passive (127,0,0,1,{high},{low})\r\n")),
    ("RETR", Does::Says("150 coming\r\n")),
    ("data", Does::Closes(FILE)),
    ("end", Does::Says("226 done\r\n")),
];

/// The file that it has, unless a script says otherwise.
pub(crate) const FILE: &str = "User-agent: *\nDisallow: /private/\n";

/// What it does otherwise than usual, by the point of the session.
pub(crate) type Script = Vec<(&'static str, Does)>;

/// A server that runs until it is dropped. One session at a time.
pub(crate) struct FtpServer {
    pub(crate) address: SocketAddr,
    /// Where data comes from.
    pub(crate) data: SocketAddr,
    /// The commands that came, after an empty one for each connection.
    seen: Arc<Mutex<Vec<String>>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for FtpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl FtpServer {
    pub(crate) async fn start(script: &[(&'static str, Does)]) -> Self {
        Self::start_with(script, TcpListener::bind(("127.0.0.1", 0)).await.unwrap()).await
    }

    /// One whose data comes from here.
    pub(crate) async fn start_with(script: &[(&'static str, Does)], files: TcpListener) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let (address, data) = (listener.local_addr().unwrap(), files.local_addr().unwrap());
        let script = [script, USUAL].concat();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let commands = Arc::clone(&seen);
        let task = tokio::spawn(async move {
            while let Ok((control, _)) = listener.accept().await {
                commands.lock().unwrap().push(String::new());
                // A client may have seen enough and gone.
                let _ = serve(control, &files, &script, &commands).await;
            }
        });
        Self { address, data, seen, task }
    }

    /// The commands that came, after an empty one for each connection.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

async fn serve(
    control: TcpStream,
    files: &TcpListener,
    script: &Script,
    seen: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let does = |point: &str| {
        let known = script.iter().find(|(name, _)| *name == point);
        known.map_or(Does::Says("500 what?\r\n"), |(_, does)| *does)
    };
    let port = files.local_addr()?.port();
    let mut control = BufReader::new(control);
    play(does("greeting"), control.get_mut(), port).await?;
    loop {
        let mut line = String::new();
        if control.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        seen.lock().unwrap().push(line.trim_end().to_owned());
        let command = line.split_whitespace().next().unwrap_or_default();
        let now = does(command);
        play(now, control.get_mut(), port).await?;
        if command == "RETR" && matches!(now, Does::Says(reply) if reply.starts_with('1')) {
            let (mut data, _) = files.accept().await?;
            let _ = play(does("data"), &mut data, port).await;
            drop(data);
            play(does("end"), control.get_mut(), port).await?;
        }
    }
}

/// Does its part of the script; an error ends the connection.
async fn play(does: Does, stream: &mut TcpStream, port: u16) -> io::Result<()> {
    let filled = |text: &str| {
        let [high, low] = port.to_be_bytes();
        let text = text.replace("{port}", &port.to_string());
        text.replace("{high}", &high.to_string()).replace("{low}", &low.to_string())
    };
    match does {
        Does::Says(text) => return stream.write_all(filled(text).as_bytes()).await,
        Does::Repeats(text) => {
            let text = text.repeat(1000);
            loop {
                stream.write_all(text.as_bytes()).await?;
            }
        }
        Does::Drips(text) => loop {
            stream.write_all(text.as_bytes()).await?;
            tokio::time::sleep(Duration::from_millis(20)).await;
        },
        Does::Waits(text) => {
            stream.write_all(text.as_bytes()).await?;
            // Until the client has had enough.
            while stream.read(&mut [0; 1024]).await? > 0 {}
        }
        Does::Closes(text) => stream.write_all(text.as_bytes()).await?,
        Does::Resets => stream.set_zero_linger()?,
    }
    Err(io::ErrorKind::ConnectionAborted.into())
}
