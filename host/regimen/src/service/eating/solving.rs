//! One search for meals at a time: thinking is dear, and a second one for the same person is a mistake (MF-6).

use std::sync::PoisonError;

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
