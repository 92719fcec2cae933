//! Counts statements and keeps their texts, by listening to what the SQL library tells of each.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::Interest,
};

/// Where the library tells of statements.
const TARGET: &str = "sqlx::query";

static IS_LISTENING: AtomicBool = AtomicBool::new(false);
static HEARD: Mutex<BTreeMap<String, Heard>> = Mutex::new(BTreeMap::new());

/// How often a statement ran and how long it took, all runs together.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Heard {
    pub(super) times: u32,
    pub(super) took: Duration,
}

/// Makes this the listener of the process; it hears nothing yet.
pub(super) fn listen() {
    // A second call finds the listener in place.
    let _ = tracing::subscriber::set_global_default(Listener);
}

/// Everything that ran while `work` did, by text. `begin` and `commit` are not told.
pub(super) async fn during<T>(work: impl Future<Output = T>) -> (T, BTreeMap<String, Heard>) {
    IS_LISTENING.store(true, Ordering::SeqCst);
    let result = work.await;
    IS_LISTENING.store(false, Ordering::SeqCst);
    let heard = std::mem::take(&mut *HEARD.lock().unwrap_or_else(PoisonError::into_inner));
    (result, heard)
}

struct Listener;

impl Subscriber for Listener {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && IS_LISTENING.load(Ordering::SeqCst)
    }

    fn event(&self, event: &Event<'_>) {
        let mut told = Told::default();
        event.record(&mut told);
        let text = if told.statement.trim().is_empty() { told.summary } else { told.statement };
        let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = heard.entry(text.split_whitespace().collect::<Vec<_>>().join(" ")).or_default();
        heard.times += 1;
        heard.took += Duration::try_from_secs_f64(told.seconds).unwrap_or_default();
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// What the library says of one statement.
#[derive(Default)]
struct Told {
    summary: String,
    statement: String,
    seconds: f64,
}

impl Visit for Told {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.statement),
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
