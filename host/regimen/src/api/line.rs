//! Connections: how long a client may take to say what it wants, and how a connection ends when the server does.

use std::{
    convert::Infallible,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    response::Response,
    serve::Listener,
};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

use super::serve::told;

/// How often a connection that shall end is looked at; one that is found twice without a whole request is cut.
const LOOK: Duration = Duration::from_millis(500);

/// Takes connections until the server stops, and then waits for those with a request at work.
pub(super) async fn accept(
    app: Router,
    mut listener: TcpListener,
    head_within: Duration,
    stopped: watch::Receiver<bool>,
) {
    let mut lines = JoinSet::new();
    let mut stop = pin!(told(stopped.clone()));
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, peer) = Listener::accept(&mut listener) => {
                lines.spawn(serve(app.clone(), stream, peer, head_within, stopped.clone()));
            }
            Some(_) = lines.join_next() => {}
        }
    }
    drop(listener);
    while lines.join_next().await.is_some() {}
}

/// Serves one connection. A client that does not say within the time what it wants is left.
async fn serve(
    app: Router,
    stream: TcpStream,
    peer: SocketAddr,
    head_within: Duration,
    stopped: watch::Receiver<bool>,
) {
    let is_at_work = Arc::new(AtomicBool::new(false));
    let state = Arc::clone(&is_at_work);
    let service = service_fn(move |request| answer(app.clone(), request, peer, Arc::clone(&state)));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_within);
    // That a client goes away or speaks another protocol is no fault of ours.
    let mut line = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = line.as_mut() => return,
        () = told(stopped) => line.as_mut().graceful_shutdown(),
    }
    let mut idle = 0;
    while idle < 2 && timeout(LOOK, line.as_mut()).await.is_err() {
        idle = if is_at_work.load(Ordering::Relaxed) { 0 } else { idle + 1 };
    }
}

async fn answer(
    app: Router,
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    is_at_work: Arc<AtomicBool>,
) -> Result<Response<Watched<Body>>, Infallible> {
    is_at_work.store(request.body().is_end_stream(), Ordering::Relaxed);
    let state = Arc::clone(&is_at_work);
    let mut request: Request = request.map(|body| Body::new(Watched { body, state, is_of_request: true }));
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = TowerToHyperService::new(app).call(request).await?;
    is_at_work.store(true, Ordering::Relaxed);
    Ok(response.map(|body| Watched { body, state: is_at_work, is_of_request: false }))
}

/// A body that tells when it is over: with that of the request the work begins, with that of the answer it ends.
struct Watched<B> {
    body: B,
    /// Whether a whole request is at work.
    state: Arc<AtomicBool>,
    is_of_request: bool,
}

impl<B: HttpBody + Unpin> HttpBody for Watched<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if self.is_of_request && (self.body.is_end_stream() || matches!(polled, Poll::Ready(None))) {
            self.state.store(true, Ordering::Relaxed);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for Watched<B> {
    fn drop(&mut self) {
        if !self.is_of_request {
            self.state.store(false, Ordering::Relaxed);
        }
    }
}
