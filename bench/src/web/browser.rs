//! A browser as small as can be: asks for one page over one connection, signed in.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Who looks at pages.
pub(super) struct Browser {
    server: SocketAddr,
    cookie: String,
}

impl Browser {
    /// Signs in.
    pub(super) async fn sign_in(server: SocketAddr, login: &str, password: &str) -> io::Result<Self> {
        let body = serde_json::json!({ "login": login, "password": password }).to_string();
        let head = format!(
            "POST /api/sign-in HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        let (head, _) = exchange(server, &(head + &body)).await?;
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("set-cookie")
                .then(|| value.split(';').next().unwrap_or(value).to_owned())
        });
        let cookie = cookie.ok_or_else(|| io::Error::other(format!("no cookie was given: {head}")))?;
        Ok(Self { server, cookie })
    }

    /// The body of an answer, as it comes over the wire; `small` says whether it may be compressed.
    pub(super) async fn get(&self, path: &str, small: bool) -> io::Result<Vec<u8>> {
        let encoding = if small { "gzip" } else { "identity" };
        let (server, cookie) = (self.server, &self.cookie);
        let request = format!(
            "GET {path} HTTP/1.0\r\nhost: {server}\r\ncookie: {cookie}\r\naccept: text/html, */*\r\n\
             accept-encoding: {encoding}\r\n\r\n"
        );
        let (head, body) = exchange(server, &request).await?;
        if head.starts_with("HTTP/1.0 200 ") || head.starts_with("HTTP/1.1 200 ") {
            Ok(body)
        } else {
            Err(io::Error::other(format!("{path}: {}", head.lines().next().unwrap_or_default())))
        }
    }
}

/// Sends a request and reads until the server has said everything: head and body.
async fn exchange(server: SocketAddr, request: &str) -> io::Result<(String, Vec<u8>)> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| io::Error::other("the answer has no end of its head"))?;
    let body = answer.split_off(end + 4);
    Ok((String::from_utf8_lossy(&answer).into_owned(), body))
}
