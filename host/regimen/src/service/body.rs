//! What an athlete weighs and measures (EP-6).

use domain::{
    error::ErrorCode,
    law::{Check, Invalid},
    quantity::Grams,
    time::{Instant, LocalDate},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{BodyWeight, MeasurementRow};
use uuid::Uuid;

use super::{
    act::Act,
    app::{App, Caller, Scope, Work},
};
use crate::problem::Problem;

domain::vocabulary::vocabulary! {
    /// What is measured: girths in millimeters, the share of fat in tenths of a percent.
    pub enum MeasurementKind: "measurement" {
        Waist = "waist",
        Chest = "chest",
        Hip = "hip",
        Thigh = "thigh",
        Arm = "arm",
        Neck = "neck",
        BodyFat = "body_fat_pct",
    }
}

impl MeasurementKind {
    /// Whether it is a share of the body and no girth.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::BodyFat)
    }

    /// The least and the most that is believed.
    const fn range(self) -> (i64, i64) {
        if self.is_share() { (20, 700) } else { (100, 3000) }
    }
}

/// A weight on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Weight {
    /// Its id, made by the client.
    pub id: Uuid,
    /// The day.
    pub date: LocalDate,
    /// When it was told.
    pub at: Instant,
    /// How much.
    pub grams: Grams,
}

/// A measurement on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Measurement {
    /// Its id, made by the client.
    pub id: Uuid,
    /// What was measured.
    pub kind: MeasurementKind,
    /// The day.
    pub date: LocalDate,
    /// When it was told.
    pub at: Instant,
    /// Millimeters, or tenths of a percent.
    pub amount: i64,
}

/// The id that a device made, and the day; absent: a new one, and today.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    /// The id.
    pub id: Option<Uuid>,
    /// The day.
    pub date: Option<LocalDate>,
}

/// Keeps a body weight. The same one again has no second effect (GL-5).
pub async fn weigh(app: &App, caller: &Caller, grams: Grams, taken: Taken) -> Result<Weight, Problem> {
    let mut work = app.write(caller, Act::Weight).await?;
    let mut check = Check::default();
    check.range(ErrorCode::OutOfRange, "grams", grams.0, 20_000, 400_000);
    check.finish()?;
    let (id, date) = work.taken(taken)?;
    let weight = BodyWeight { id, date, at: work.now, grams };
    work.tx.add_body_weights(caller.athlete, &[weight]).await?;
    work.commit().await?;
    Ok(shown(weight))
}

/// The body weights from one day to another, oldest first.
pub async fn weights(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    to: LocalDate,
) -> Result<Vec<Weight>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let weights = work.tx.body_weights(caller.athlete, from, to).await?;
    Ok(weights.into_iter().map(shown).collect())
}

/// Keeps a measurement. The same one again has no second effect (GL-5).
pub async fn measure(
    app: &App,
    caller: &Caller,
    kind: MeasurementKind,
    amount: i64,
    taken: Taken,
) -> Result<Measurement, Problem> {
    let mut work = app.write(caller, Act::Measurement).await?;
    let (least, most) = kind.range();
    let mut check = Check::default();
    check.range(ErrorCode::OutOfRange, "amount", amount, least, most);
    check.finish()?;
    let (id, date) = work.taken(taken)?;
    let row = MeasurementRow { id, kind: kind.to_string(), date, at: work.now, amount };
    work.tx.add_measurements(caller.athlete, std::slice::from_ref(&row)).await?;
    work.commit().await?;
    Ok(Measurement { id, kind, date, at: row.at, amount })
}

/// The measurements from one day to another, by kind and then oldest first.
pub async fn measurements(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    to: LocalDate,
) -> Result<Vec<Measurement>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let rows = work.tx.measurements(caller.athlete, from, to).await?;
    let known = |row: MeasurementRow| {
        let MeasurementRow { id, kind, date, at, amount } = row;
        Some(Measurement { id, kind: kind.parse().ok()?, date, at, amount })
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

pub(super) const fn shown(weight: BodyWeight) -> Weight {
    let BodyWeight { id, date, at, grams } = weight;
    Weight { id, date, at, grams }
}

impl Work<'_> {
    /// The id and the day; tomorrow's weight is not known yet.
    fn taken(&self, taken: Taken) -> Result<(Uuid, LocalDate), Problem> {
        let today = self.today();
        let date = taken.date.unwrap_or(today);
        if date > today {
            let expected = format!("today ({today}) or earlier");
            return Err(Invalid::of(ErrorCode::BadValue, "date", date, expected).into());
        }
        Ok((taken.id.unwrap_or_else(|| self.app.uuid()), date))
    }
}
