//! One search for meals at a time, and none for nobody: thinking is dear, a second one for the same person is a mistake,
//! and who leaves cancels it (MF-6).

use std::sync::{Arc, PoisonError, Weak};

use nutrition::solve::{Progress, Watch};
use uuid::Uuid;

use crate::{
    problem::{Problem, SOLVE_RUNNING},
    service::app::App,
};

/// That somebody's meals are being planned, for as long as this is held.
#[derive(Debug)]
pub struct Solving<'a> {
    app: &'a App,
    whose: Uuid,
}

impl<'a> Solving<'a> {
    /// Begins, unless it has begun and not ended.
    pub fn begin(app: &'a App, whose: Uuid) -> Result<Self, Problem> {
        let mut at_work = app.solving.lock().unwrap_or_else(PoisonError::into_inner);
        if at_work.insert(whose) { Ok(Self { app, whose }) } else { Err(Problem::new(SOLVE_RUNNING)) }
    }
}

impl Drop for Solving<'_> {
    fn drop(&mut self) {
        self.app.solving.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.whose);
    }
}

/// Searches off the threads that serve others, for as long as somebody waits: who drops the future ends the search.
pub async fn attended<T: Send + 'static>(
    watch: Box<dyn Watch + Send>,
    search: impl FnOnce(&mut dyn Watch) -> T + Send + 'static,
) -> Result<T, Problem> {
    let here = Arc::new(());
    let mut watch = Attended { watch, here: Arc::downgrade(&here) };
    let found = tokio::task::spawn_blocking(move || search(&mut watch)).await;
    drop(here);
    found.map_err(|error| Problem::defect(&error))
}

/// Ends a search that nobody waits for any more.
struct Attended {
    watch: Box<dyn Watch + Send>,
    here: Weak<()>,
}

impl Watch for Attended {
    fn go_on(&mut self, progress: &Progress) -> bool {
        self.here.strong_count() > 0 && self.watch.go_on(progress)
    }
}
