//! What an athlete weighs and measures, by day (EP-6).

use domain::{
    id::Id,
    person::Athlete,
    quantity::Grams,
    time::{Instant, LocalDate},
};
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::List,
    row::{Cell, Table, instant},
    tx::{Tx, on},
};

const BODY_WEIGHTS: Table =
    Table { name: "body_weights", key: 2, columns: &["athlete_id", "id", "local_date", "at", "grams"] };

const MEASUREMENTS: Table = Table {
    name: "measurements",
    key: 2,
    columns: &["athlete_id", "id", "kind", "local_date", "at", "amount"],
};

/// A weight on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyWeight {
    /// Its id, made by the client.
    pub id: Uuid,
    /// The day.
    pub date: LocalDate,
    /// When it was told.
    pub at: Instant,
    /// How much.
    pub grams: Grams,
}

/// A girth or a share of the body on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasurementRow {
    /// Its id, made by the client.
    pub id: Uuid,
    /// What was measured.
    pub kind: String,
    /// The day.
    pub date: LocalDate,
    /// When it was told.
    pub at: Instant,
    /// How much, in the unit of its kind.
    pub amount: i64,
}

fn date(table: &'static str, text: &str) -> Result<LocalDate, StoreError> {
    text.parse().map_err(|_| StoreError::Unreadable { table, message: format!("`{text}` is no date") })
}

impl List<Grams> {
    /// The weights from one day to another, oldest first.
    pub fn body_weights(from: LocalDate, to: LocalDate) -> Self {
        let condition = ("local_date >= ? and local_date <= ?", vec![from.into(), to.into()]);
        Self::of(BODY_WEIGHTS.name, "cast(r.grams as text)", "r.local_date, r.at, r.id", &[condition])
    }
}

impl Tx {
    /// Adds weights; those that are there stay.
    pub async fn add_body_weights(
        &mut self,
        athlete: Id<Athlete>,
        weights: &[BodyWeight],
    ) -> Result<u64, StoreError> {
        let row = |weight: &BodyWeight| {
            let cells = [weight.id.into(), weight.date.into(), weight.at.into(), weight.grams.0.into()];
            [athlete.into()].into_iter().chain(cells).collect()
        };
        self.add_new(&BODY_WEIGHTS, weights.iter().map(row).collect()).await
    }

    /// The weights from one day to another, oldest first.
    pub async fn body_weights(
        &mut self,
        athlete: Id<Athlete>,
        from: LocalDate,
        to: LocalDate,
    ) -> Result<Vec<BodyWeight>, StoreError> {
        const SQL: &str = "select id, local_date, at, grams from body_weights
                           where athlete_id = $1 and local_date >= $2 and local_date <= $3
                           order by local_date, at, id";
        let rows: Vec<(Uuid, String, i64, i64)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from.to_string()).bind(to.to_string()).fetch_all(conn))?;
        let weight = |(id, day, at, grams): (Uuid, String, i64, i64)| {
            let date = date(BODY_WEIGHTS.name, &day)?;
            Ok(BodyWeight { id, date, at: instant(at), grams: Grams(grams) })
        };
        rows.into_iter().map(weight).collect()
    }

    /// Adds measurements; those that are there stay.
    pub async fn add_measurements(
        &mut self,
        athlete: Id<Athlete>,
        measurements: &[MeasurementRow],
    ) -> Result<u64, StoreError> {
        let row = |one: &MeasurementRow| {
            let ids: [Cell; 2] = [athlete.into(), one.id.into()];
            let rest = [one.kind.as_str().into(), one.date.into(), one.at.into(), one.amount.into()];
            ids.into_iter().chain(rest).collect()
        };
        self.add_new(&MEASUREMENTS, measurements.iter().map(row).collect()).await
    }

    /// The measurements from one day to another, by kind and then oldest first.
    pub async fn measurements(
        &mut self,
        athlete: Id<Athlete>,
        from: LocalDate,
        to: LocalDate,
    ) -> Result<Vec<MeasurementRow>, StoreError> {
        const SQL: &str = "select id, kind, local_date, at, amount from measurements
                           where athlete_id = $1 and local_date >= $2 and local_date <= $3
                           order by kind, local_date, at, id";
        let rows: Vec<(Uuid, String, String, i64, i64)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from.to_string()).bind(to.to_string()).fetch_all(conn))?;
        let one = |(id, kind, day, at, amount): (Uuid, String, String, i64, i64)| {
            let date = date(MEASUREMENTS.name, &day)?;
            Ok(MeasurementRow { id, kind, date, at: instant(at), amount })
        };
        rows.into_iter().map(one).collect()
    }
}
