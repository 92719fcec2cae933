//! Meals: recipes in every revision, what became of planned slots, what else was eaten, what is left, and what a day
//! needs (ND-14, ML-2, ML-6, NT).

use domain::{
    id::Id,
    meal_plan::{DiaryEntry, MealLog},
    person::Athlete,
    time::{DateSpan, Instant, LocalDate},
};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Cell, Table, document, value, values},
    shelf::Entry,
    tx::{Tx, on, run},
};

const RECIPES: Table = Table { name: "recipes", key: 3, columns: &["athlete_id", "key", "revision", "body"] };

const MEAL_LOGS: Table = Table {
    name: "meal_logs",
    key: 2,
    columns: &["athlete_id", "id", "local_date", "slot", "state", "at", "body"],
};

const DIARY: Table =
    Table { name: "diary", key: 2, columns: &["athlete_id", "id", "local_date", "at", "body"] };

const LEFTOVERS: Table =
    Table { name: "leftovers", key: 2, columns: &["athlete_id", "id", "until_date", "body"] };

const TARGETS: Table =
    Table { name: "nutrition_targets", key: 3, columns: &["athlete_id", "from_date", "created_at", "body"] };

/// Something that is left to eat, with the last day on which it is good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftoverRow<T> {
    /// Its id.
    pub id: Uuid,
    /// The last day.
    pub until: LocalDate,
    /// What it is.
    pub leftover: T,
}

/// What was eaten outside all slots, with its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiaryRow {
    /// Its id.
    pub id: Uuid,
    /// What it was.
    pub entry: DiaryEntry,
}

/// What days need from one on, until the next row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetsRow<T> {
    /// The first day.
    pub from: LocalDate,
    /// When it was worked out.
    pub created_at: Instant,
    /// What is needed.
    pub targets: T,
}

impl Tx {
    /// Adds revisions of recipes; one that is there already refuses all of them.
    pub async fn add_recipes<T: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        recipes: &[Entry<T>],
    ) -> Result<(), StoreError> {
        let row = |entry: &Entry<T>| {
            let body = document(&RECIPES, &entry.value)?;
            Ok(vec![athlete.into(), entry.key.as_str().into(), entry.revision.into(), body])
        };
        let rows = recipes.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add(&RECIPES, rows).await.map(drop)
    }

    /// The athlete's own recipes in all their revisions, by key and revision.
    pub async fn recipes<T: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<Vec<Entry<T>>, StoreError> {
        const SQL: &str =
            "select key, revision, body from recipes where athlete_id = $1 order by key, revision";
        let rows: Vec<(String, i64, Body)> =
            on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        let entry = |(key, revision, body): (String, i64, Body)| {
            Ok(Entry { key, revision, value: value(RECIPES.name, &body.0)? })
        };
        rows.into_iter().map(entry).collect()
    }

    /// The same, and those that are everybody's (ND-14).
    pub async fn recipes_and_shared<T: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<(Vec<Entry<T>>, Vec<Entry<T>>), StoreError> {
        self.own_and_shared(RECIPES.name, athlete).await
    }

    /// Adds what was said about slots, each under an id; what is there stays.
    pub async fn add_meal_logs(
        &mut self,
        athlete: Id<Athlete>,
        logs: &[(Uuid, MealLog)],
    ) -> Result<u64, StoreError> {
        let row = |(id, log): &(Uuid, MealLog)| {
            let ids: [Cell; 5] = [
                athlete.into(),
                (*id).into(),
                log.date.into(),
                u32::from(log.slot).into(),
                log.state.as_str().into(),
            ];
            Ok(ids.into_iter().chain([log.at.into(), document(&MEAL_LOGS, log)?]).collect())
        };
        let rows = logs.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&MEAL_LOGS, rows).await
    }

    /// What was said about the slots of some days, in the order in which it was logged.
    pub async fn meal_logs(
        &mut self,
        athlete: Id<Athlete>,
        dates: DateSpan,
    ) -> Result<Vec<MealLog>, StoreError> {
        const SQL: &str = "select body from meal_logs
                           where athlete_id = $1 and local_date >= $2 and local_date <= $3 order by at, id";
        self.of_days(MEAL_LOGS.name, SQL, athlete, dates).await
    }

    /// Adds what was eaten outside all slots, under an id; says whether it is new.
    pub async fn add_diary_entry(
        &mut self,
        athlete: Id<Athlete>,
        id: Uuid,
        entry: &DiaryEntry,
    ) -> Result<bool, StoreError> {
        let ids: [Cell; 4] = [athlete.into(), id.into(), entry.date.into(), entry.at.into()];
        let cells = ids.into_iter().chain([document(&DIARY, entry)?]).collect();
        Ok(self.add_new(&DIARY, vec![cells]).await? > 0)
    }

    /// What was eaten outside all slots on some days, oldest first.
    pub async fn diary_entries(
        &mut self,
        athlete: Id<Athlete>,
        dates: DateSpan,
    ) -> Result<Vec<DiaryRow>, StoreError> {
        const SQL: &str = "select id, body from diary
                           where athlete_id = $1 and local_date >= $2 and local_date <= $3
                           order by local_date, at, id";
        let (from, to) = (dates.from.to_string(), dates.to.to_string());
        let rows: Vec<(Uuid, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from).bind(to).fetch_all(conn))?;
        let row = |(id, body): (Uuid, Body)| Ok(DiaryRow { id, entry: value(DIARY.name, &body.0)? });
        rows.into_iter().map(row).collect()
    }

    /// Removes what was written down by mistake; says whether it was there.
    pub async fn remove_diary_entry(&mut self, athlete: Id<Athlete>, id: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "delete from diary where athlete_id = $1 and id = $2";
        Ok(run!(self, sqlx::query(SQL).bind(athlete.uuid()).bind(id))? > 0)
    }

    async fn of_days<T: DeserializeOwned>(
        &mut self,
        table: &'static str,
        sql: &'static str,
        athlete: Id<Athlete>,
        dates: DateSpan,
    ) -> Result<Vec<T>, StoreError> {
        let (from, to) = (dates.from.to_string(), dates.to.to_string());
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(sql)
            .bind(athlete.uuid()).bind(from).bind(to).fetch_all(conn))?;
        values(table, rows)
    }

    /// Adds leftovers, or says how much is left of them.
    pub async fn put_leftovers<T: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        leftovers: &[LeftoverRow<T>],
    ) -> Result<(), StoreError> {
        let row = |row: &LeftoverRow<T>| {
            let body = document(&LEFTOVERS, &row.leftover)?;
            Ok(vec![athlete.into(), row.id.into(), row.until.into(), body])
        };
        let rows = leftovers.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&LEFTOVERS, rows).await.map(drop)
    }

    /// All leftovers, also those that are past their last day: which must be eaten first, first.
    pub async fn leftovers<T: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<Vec<LeftoverRow<T>>, StoreError> {
        const SQL: &str =
            "select id, until_date, body from leftovers where athlete_id = $1 order by until_date, id";
        let rows: Vec<(Uuid, String, Body)> =
            on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        let row = |(id, until, body): (Uuid, String, Body)| {
            let (until, leftover) = (date(LEFTOVERS.name, &until)?, value(LEFTOVERS.name, &body.0)?);
            Ok(LeftoverRow { id, until, leftover })
        };
        rows.into_iter().map(row).collect()
    }

    /// Removes leftovers that were eaten up or thrown away; says how many were there.
    pub async fn remove_leftover(&mut self, athlete: Id<Athlete>, id: Uuid) -> Result<bool, StoreError> {
        const SQL: &str = "delete from leftovers where athlete_id = $1 and id = $2";
        Ok(run!(self, sqlx::query(SQL).bind(athlete.uuid()).bind(id))? > 0)
    }

    /// Adds what days need from one on.
    pub async fn add_targets<T: Serialize>(
        &mut self,
        athlete: Id<Athlete>,
        row: &TargetsRow<T>,
    ) -> Result<(), StoreError> {
        let cells =
            vec![athlete.into(), row.from.into(), row.created_at.into(), document(&TARGETS, &row.targets)?];
        self.put(&TARGETS, vec![cells]).await.map(drop)
    }

    /// What days needed up to one, oldest first; of two for the same day the later counts.
    pub async fn targets<T: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        to: LocalDate,
    ) -> Result<Vec<TargetsRow<T>>, StoreError> {
        const SQL: &str = "select from_date, created_at, body from nutrition_targets
                           where athlete_id = $1 and from_date <= $2 order by from_date, created_at";
        let rows: Vec<(String, i64, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(to.to_string()).fetch_all(conn))?;
        let row = |(from, created_at, body): (String, i64, Body)| {
            let (from, targets) = (date(TARGETS.name, &from)?, value(TARGETS.name, &body.0)?);
            Ok(TargetsRow { from, created_at: crate::row::instant(created_at), targets })
        };
        rows.into_iter().map(row).collect()
    }
}

fn date(table: &'static str, text: &str) -> Result<LocalDate, StoreError> {
    text.parse().map_err(|_| StoreError::Unreadable { table, message: format!("`{text}` is no date") })
}
