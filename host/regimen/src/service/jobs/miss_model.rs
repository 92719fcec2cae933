//! P-48: the model of misses is trained anew when enough is new. Too little data is no failure: it comes with time.

use super::{Done, Due, count};
use crate::{
    problem::Problem,
    service::{app::App, miss_model},
};

pub(super) async fn run(app: &App, _: &Due) -> Result<Done, Problem> {
    let trained = miss_model::retrain(app).await?;
    let mut tx = app.store.write().await?;
    let counts = match trained {
        None => [("models", 0), ("rows", 0), ("models_short", 0)],
        Some(Err(_)) => [("models", 0), ("rows", 0), ("models_short", 1)],
        Some(Ok(model)) => {
            miss_model::keep(app, &mut tx, &model).await?;
            [("models", 1), ("rows", count(model.sizes.all.rows)), ("models_short", 0)]
        }
    };
    Ok(Done::new(tx, counts))
}
