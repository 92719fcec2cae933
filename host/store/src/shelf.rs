//! What an athlete keeps by a name of its own: templates, own exercises and foods, the pantry.

use domain::{id::Id, person::Athlete};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    error::StoreError,
    list::List,
    metric::INSTALLATION,
    row::{Body, Cell, Table, document, value},
    tx::{Tx, on},
};

/// What is kept by a name of its own, with a count of its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<T> {
    /// The name.
    pub key: String,
    /// Counts the changes.
    pub revision: i64,
    /// The value.
    pub value: T,
}

/// An entry with whose it is.
type OfAthlete<T> = (Id<Athlete>, Entry<T>);

/// Whose shelf is everybody's: the foods and recipes that an administrator shared (ND-14).
pub const EVERYBODY: Id<Athlete> = Id::from_uuid(INSTALLATION);

/// What an athlete keeps by a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Templates of sessions (EP-7).
    Templates,
    /// What an exercise was started with (LD-3).
    Baselines,
    /// Blocks, by their first day (VO-3).
    Blocks,
    /// Exercises of the athlete's own (EX-1).
    Exercises,
    /// Ladders of the athlete's own (P-1).
    Ladders,
    /// Foods of the athlete's own (ND-2).
    Foods,
    /// Cached history of exercises (SG-11).
    ExerciseHistory,
    /// Where a conversation stands, by channel (P-32).
    DialogContext,
    /// What is at home, by food (ML-8).
    Pantry,
    /// Lines of the shopping list that are done, by food (ML-8).
    ShoppingChecks,
    /// Sessions that the flow planned, by workout id (L-36).
    Drafts,
    /// Lines as a model reads them, by what they would mean (L-33).
    Readings,
    /// What the athlete calls foods, by that name (ND-6).
    FoodAliases,
    /// What the athlete offers to everybody, by kind and key (ND-14).
    Offers,
    /// What the athlete calls exercises, by that name (D-9).
    ExerciseAliases,
}

impl Shelf {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Templates,
        Self::Baselines,
        Self::Blocks,
        Self::Exercises,
        Self::Ladders,
        Self::Foods,
        Self::ExerciseHistory,
        Self::DialogContext,
        Self::Pantry,
        Self::ShoppingChecks,
        Self::Drafts,
        Self::Readings,
        Self::FoodAliases,
        Self::Offers,
        Self::ExerciseAliases,
    ];

    const fn table(self) -> Table {
        let name = match self {
            Self::Templates => "templates",
            Self::Baselines => "baselines",
            Self::Blocks => "blocks",
            Self::Exercises => "exercises",
            Self::Ladders => "ladders",
            Self::Foods => "foods",
            Self::ExerciseHistory => "exercise_history",
            Self::DialogContext => "dialog_context",
            Self::Pantry => "pantry",
            Self::ShoppingChecks => "shopping_checks",
            Self::Drafts => "drafts",
            Self::Readings => "readings",
            Self::FoodAliases => "food_aliases",
            Self::Offers => "offers",
            Self::ExerciseAliases => "exercise_aliases",
        };
        Table { name, key: 2, columns: &["athlete_id", "key", "revision", "body"] }
    }
}

impl<T> List<T> {
    /// Everything of one kind by name, without the names.
    pub fn shelf(shelf: Shelf) -> Self {
        Self::new(shelf.table().name, "key", "true", vec![])
    }
}

impl<T> List<(String, Option<T>)> {
    /// Of those of one kind that have these names, which are keys of the catalogue, a part of the value.
    pub fn parts_of_entries(shelf: Shelf, keys: &[String], (outer, inner): (&str, &str)) -> Self {
        // A power of two of places, as in other lists; those that are left are empty.
        let places = keys.len().next_power_of_two();
        let condition = format!("key in ({})", vec!["?"; places].join(", "));
        let part = format!("coalesce(cast(r.body -> '{outer}' -> '{inner}' as text), 'null')");
        let element = format!("'[\"' || r.key || '\",' || {part} || ']'");
        let values = (0..places).map(|place| Cell::from(keys.get(place).map(String::as_str))).collect();
        Self::of(shelf.table().name, &element, "r.key", &[(&condition, values)])
    }
}

impl Tx {
    /// The names of one kind that begin so, in order.
    pub async fn entry_keys(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
        beginning: &str,
    ) -> Result<Vec<String>, StoreError> {
        let table = shelf.table().name;
        Ok(on!(self, conn => {
            let mut query = QueryBuilder::new("select key from ");
            query.push(table).push(" where athlete_id = ").push_bind(athlete.uuid());
            query.push(" and substr(key, 1, length(").push_bind(beginning.to_owned());
            query.push(")) = ").push_bind(beginning.to_owned()).push(" order by key");
            async move { query.build_query_scalar().fetch_all(conn).await }
        })?)
    }

    /// Everything of one kind, by name.
    pub async fn entries<T: DeserializeOwned>(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
    ) -> Result<Vec<Entry<T>>, StoreError> {
        let table = shelf.table().name;
        let rows: Vec<(String, i64, Body)> = on!(self, conn => {
            let mut query = QueryBuilder::new("select key, revision, body from ");
            query.push(table).push(" where athlete_id = ").push_bind(athlete.uuid()).push(" order by key");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let entry = |(key, revision, body): (String, i64, Body)| {
            Ok(Entry { key, revision, value: value(table, &body.0)? })
        };
        rows.into_iter().map(entry).collect()
    }

    /// Everything of one kind, the athlete's own and everybody's, each by name (ND-14).
    pub async fn entries_and_shared<T: DeserializeOwned>(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
    ) -> Result<(Vec<Entry<T>>, Vec<Entry<T>>), StoreError> {
        self.own_and_shared(shelf.table().name, athlete).await
    }

    /// The rows of a table with names and revisions that are the athlete's, and those that are everybody's.
    pub(crate) async fn own_and_shared<T: DeserializeOwned>(
        &mut self,
        table: &'static str,
        athlete: Id<Athlete>,
    ) -> Result<(Vec<Entry<T>>, Vec<Entry<T>>), StoreError> {
        let rows: Vec<Owned> = on!(self, conn => {
            let mut query = QueryBuilder::new("select athlete_id, key, revision, body from ");
            query.push(table).push(" where athlete_id in (").push_bind(athlete.uuid()).push(", ");
            query.push_bind(EVERYBODY.uuid()).push(") order by key, revision");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        let (mut own, mut shared) = (Vec::new(), Vec::new());
        for (owner, entry) in owned(table, rows)? {
            if owner == athlete { own.push(entry) } else { shared.push(entry) }
        }
        Ok((own, shared))
    }

    /// Everything of one kind, of all athletes, by name and athlete: for who administers.
    pub async fn entries_of_all<T: DeserializeOwned>(
        &mut self,
        shelf: Shelf,
    ) -> Result<Vec<OfAthlete<T>>, StoreError> {
        let table = shelf.table().name;
        let rows: Vec<Owned> = on!(self, conn => {
            let mut query = QueryBuilder::new("select athlete_id, key, revision, body from ");
            query.push(table).push(" order by key, athlete_id");
            async move { query.build_query_as().fetch_all(conn).await }
        })?;
        owned(table, rows)
    }

    /// The one with this name.
    pub async fn entry<T: DeserializeOwned>(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
        key: &str,
    ) -> Result<Option<Entry<T>>, StoreError> {
        let table = shelf.table().name;
        let row: Option<(i64, Body)> = on!(self, conn => {
            let mut query = QueryBuilder::new("select revision, body from ");
            query.push(table).push(" where athlete_id = ").push_bind(athlete.uuid());
            query.push(" and key = ").push_bind(key.to_owned());
            async move { query.build_query_as().fetch_optional(conn).await }
        })?;
        let entry = |(revision, body): (i64, Body)| {
            Ok(Entry { key: key.to_owned(), revision, value: value(table, &body.0)? })
        };
        row.map(entry).transpose()
    }

    /// Adds entries, or replaces those with their names.
    pub async fn put_entries<T: Serialize>(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
        entries: &[Entry<T>],
    ) -> Result<(), StoreError> {
        let table = shelf.table();
        let row = |entry: &Entry<T>| {
            let body = document(&table, &entry.value)?;
            Ok(vec![athlete.into(), entry.key.as_str().into(), entry.revision.into(), body])
        };
        let rows = entries.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&table, rows).await.map(drop)
    }

    /// Removes the one with this name; says whether it was there.
    pub async fn remove_entry(
        &mut self,
        shelf: Shelf,
        athlete: Id<Athlete>,
        key: &str,
    ) -> Result<bool, StoreError> {
        let removed = on!(self, conn => {
            let mut query = QueryBuilder::new("delete from ");
            query.push(shelf.table().name).push(" where athlete_id = ").push_bind(athlete.uuid());
            query.push(" and key = ").push_bind(key.to_owned());
            async move { query.build().execute(conn).await.map(|done| done.rows_affected()) }
        })?;
        Ok(removed > 0)
    }
}

/// Whose, name, revision and value.
type Owned = (Uuid, String, i64, Body);

fn owned<T: DeserializeOwned>(
    table: &'static str,
    rows: Vec<Owned>,
) -> Result<Vec<OfAthlete<T>>, StoreError> {
    let entry = |(owner, key, revision, body): Owned| {
        Ok((Id::from_uuid(owner), Entry { key, revision, value: value(table, &body.0)? }))
    };
    rows.into_iter().map(entry).collect()
}
