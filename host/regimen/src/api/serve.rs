//! The program that listens: HTTP on one side, jobs on the other, until it is told to stop.

use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, sync::watch};

use super::{Server, line, router};
use crate::{
    problem::{ADDRESS_TAKEN, Problem},
    service::jobs::worker,
};

/// So long requests at work have to end when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Takes the address.
pub async fn bind(listen: SocketAddr) -> Result<TcpListener, Problem> {
    TcpListener::bind(listen).await.map_err(|error| {
        Problem::new(ADDRESS_TAKEN).fact("address", listen.to_string()).fact("os", error.to_string())
    })
}

/// Serves until `stop` is done; then what is at work is finished, but no longer than a while.
pub async fn run(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    // From now on it is noticed when the last account goes (AC-2).
    let _ = server.set_up().await;
    let stopped = server.stopping.subscribe();
    let jobs = {
        let (server, stopped) = (Arc::clone(&server), stopped.clone());
        tokio::spawn(async move { worker::work(&server.app, stopped).await })
    };
    #[cfg(feature = "sso")]
    if let Some(provider) = &server.options.oidc {
        tokio::spawn(Arc::clone(provider).keep(stopped.clone()));
    }
    let lines = line::accept(router(Arc::clone(&server)), listener, server.options.head_within, stopped);
    let lines = tokio::spawn(lines);
    stop.await;
    tracing::info!("stopping");
    server.stopping.send_replace(true);
    let all = async {
        let _ = lines.await;
        let _ = jobs.await;
        // What goes on without its client is waited for, too.
        let places = u32::try_from(server.options.at_once).unwrap_or(u32::MAX);
        let _ = server.places.acquire_many(places).await;
    };
    if tokio::time::timeout(GRACE, all).await.is_err() {
        tracing::warn!("some requests were given up");
    }
}

/// Done when the server is told to stop.
pub(super) async fn told(mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        if stopped.changed().await.is_err() {
            return;
        }
    }
}

/// Done when somebody wants the program to end; it listens from now on, not only when it is waited for.
pub fn signal() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let [interrupt, terminate] = [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| {
        let signal = signal(kind);
        async move {
            match signal {
                Ok(mut signal) => {
                    signal.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        }
    });
    async {
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
}
