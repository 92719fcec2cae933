//! One connection to the server: a request after the other, as a browser keeps it open.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// A connection.
pub(super) struct Line(BufReader<TcpStream>);

/// What was answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reply {
    pub(super) status: u16,
    /// Whether it says when to come again.
    pub(super) comes_again: bool,
    pub(super) bytes: usize,
}

impl Line {
    pub(super) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends a request and reads its answer to the end.
    pub(super) async fn ask(&mut self, request: &[u8]) -> io::Result<Reply> {
        self.0.get_mut().write_all(request).await?;
        let mut line = String::new();
        self.0.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no answer: {line:?}")))?;
        let (mut bytes, mut comes_again) = (0, false);
        loop {
            line.clear();
            self.0.read_line(&mut line).await?;
            let header = line.trim_end().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(length) = header.strip_prefix("content-length:") {
                bytes = length.trim().parse().map_err(io::Error::other)?;
            }
            comes_again |= header.starts_with("retry-after:");
        }
        let mut body = vec![0; bytes];
        self.0.read_exact(&mut body).await?;
        Ok(Reply { status, comes_again, bytes })
    }
}

/// A request of one athlete.
pub(super) fn request(method: &str, path: &str, token: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
