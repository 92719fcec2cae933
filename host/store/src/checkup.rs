//! What only a checkup reads: how the database is, whole tables of an athlete, and rows whose parent is gone.

use domain::{
    id::Id,
    person::Athlete,
    progress::ProgressionEvent,
    session::{ExercisePerformance, SetPerformance},
    time::Instant,
};
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::{
    dump::{
        catalogue::{Found, Kind},
        page::{cells, key},
    },
    error::StoreError,
    metric::{INSTALLATION, METRICS},
    open::{Db, Store},
    performance::{SetColumns, set},
    progress::ProgressRow,
    row::{Body, Cell, instant, value, values},
    tx::{Tx, on},
};

/// So many rows of a kind are told; who has more has the same trouble with all of them.
const MOST: i64 = 100;

/// A row that names another one which is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orphan {
    /// Its table.
    pub table: &'static str,
    /// Its key, as words.
    pub key: Vec<String>,
    /// The table where its parent should be.
    pub parent: &'static str,
}

/// A stored document, as it is.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// Its table.
    pub table: &'a str,
    /// Its column.
    pub column: &'a str,
    /// The key of its row, as words.
    pub key: &'a [String],
    /// The document.
    pub text: &'a str,
}

/// Rows of `table` name rows of `parent`: its columns hold the values of the parent's.
struct Bond {
    table: &'static str,
    columns: &'static [&'static str],
    parent: &'static str,
    keys: &'static [&'static str],
}

const fn bond(
    table: &'static str,
    columns: &'static [&'static str],
    parent: &'static str,
    keys: &'static [&'static str],
) -> Bond {
    Bond { table, columns, parent, keys }
}

/// Every bond between rows of one athlete; a column that is empty names nothing.
const BONDS: &[Bond] = &[
    bond("plan_versions", &["plan_id"], "plans", &["id"]),
    bond("plan_version_items", &["plan_id", "number"], "plan_versions", &["plan_id", "number"]),
    bond("plan_version_conflicts", &["plan_id"], "plans", &["id"]),
    bond("plan_version_audit", &["plan_id"], "plans", &["id"]),
    bond("proposals", &["plan_id"], "plans", &["id"]),
    bond("decisions", &["proposal_id"], "proposals", &["id"]),
    bond("overrides", &["plan_id"], "plans", &["id"]),
    bond("evaluations", &["proposal_id"], "proposals", &["id"]),
    bond("evaluations", &["session_id"], "training_sessions", &["id"]),
    bond("training_sessions", &["plan_id"], "plans", &["id"]),
    bond("training_sessions", &["plan_id", "plan_version"], "plan_versions", &["plan_id", "number"]),
    bond("exercise_performances", &["session_id"], "training_sessions", &["id"]),
    bond("set_performances", &["performance_id"], "exercise_performances", &["id"]),
    bond("session_events", &["session_id"], "training_sessions", &["id"]),
    bond("selections", &["session_id"], "training_sessions", &["id"]),
    bond("selection_reasons", &["session_id"], "selections", &["session_id"]),
    bond("exercise_progress", &["session_id"], "training_sessions", &["id"]),
    bond("exercise_progress_archive", &["session_id"], "training_sessions", &["id"]),
    bond("generation_runs", &["session_id"], "training_sessions", &["id"]),
];

/// Figures are also kept of the installation as a whole, and foods and recipes are also everybody's, with the
/// trail of how they came there (ND-14).
const COMMON: [&str; 4] = [METRICS.name, "foods", "recipes", "plan_version_audit"];

impl Store {
    /// What the database itself finds wrong, and settings under which an acknowledged write could be lost (GL-8).
    pub async fn complaints(&self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        match self.db() {
            Db::Sqlite { writer, .. } => {
                let checked: Vec<String> =
                    sqlx::query_scalar("pragma integrity_check(100)").fetch_all(writer).await?;
                found.extend(checked.into_iter().filter(|line| line != "ok"));
                let dangling = "select \"table\" || ' ' || rowid from pragma_foreign_key_check";
                let dangling: Vec<String> = sqlx::query_scalar(dangling).fetch_all(writer).await?;
                found.extend(dangling.into_iter().map(|row| format!("foreign key of {row}")));
                let mode: String = sqlx::query_scalar("pragma journal_mode").fetch_one(writer).await?;
                if mode != "wal" {
                    found.push(format!("journal_mode is {mode}, expected wal"));
                }
                let level: i64 = sqlx::query_scalar("pragma synchronous").fetch_one(writer).await?;
                if level < 2 {
                    found.push(format!("synchronous is {level}, expected 2 or more"));
                }
            }
            Db::Postgres(pool) => {
                for setting in ["synchronous_commit", "fsync", "full_page_writes"] {
                    let value: String = sqlx::query_scalar("select current_setting($1)")
                        .bind(setting)
                        .fetch_one(pool)
                        .await?;
                    // `remote_write`, `remote_apply` and `local` wait for the disk here as well.
                    if value == "off" {
                        found.push(format!("{setting} is off, expected on"));
                    }
                }
            }
        }
        Ok(found)
    }
}

impl Tx {
    /// All records of one table, oldest first.
    pub async fn records(
        &mut self,
        athlete: Id<Athlete>,
        archived: bool,
    ) -> Result<Vec<ProgressRow>, StoreError> {
        const LIVE: &str = "select started_at, body from exercise_progress
                            where athlete_id = $1 order by started_at, id";
        const ARCHIVED: &str = "select started_at, body from exercise_progress_archive
                                where athlete_id = $1 order by started_at, id";
        let (table, sql) =
            if archived { ("exercise_progress_archive", ARCHIVED) } else { ("exercise_progress", LIVE) };
        let found: Vec<(i64, Body)> =
            on!(self, conn => sqlx::query_as(sql).bind(athlete.uuid()).fetch_all(conn))?;
        let row = |(started_at, body): (i64, Body)| {
            Ok(ProgressRow { started_at: instant(started_at), record: value(table, &body.0)? })
        };
        found.into_iter().map(row).collect()
    }

    /// All events of the progression, oldest first.
    pub async fn all_events(&mut self, athlete: Id<Athlete>) -> Result<Vec<ProgressionEvent>, StoreError> {
        const SQL: &str = "select body from progression_events where athlete_id = $1 order by created_at, id";
        let rows: Vec<Body> =
            on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        values("progression_events", rows)
    }

    /// The sets of an exercise as they were known at an instant: before a correction, what was told first (GL-8).
    pub async fn sets_at(
        &mut self,
        athlete: Id<Athlete>,
        performance: Id<ExercisePerformance>,
        at: Instant,
    ) -> Result<Vec<SetPerformance>, StoreError> {
        const SQL: &str =
            "select performance_id, id, revision, position, set_id, kind, reps, seconds, meters,
                                  load_g, completed, rest_after_s, rpe
             from (select *, row_number() over (partition by id order by revision desc) as place
                   from set_performances
                   where athlete_id = $1 and performance_id = $2 and logged_at <= $3) as known
             where place = 1 order by position, id";
        let rows: Vec<SetColumns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(performance.uuid()).bind(at.millis()).fetch_all(conn))?;
        rows.iter().map(set).collect()
    }

    /// The rows of an athlete that name a row which is not there, by table.
    pub async fn orphans(&mut self, athlete: Id<Athlete>) -> Result<Vec<Orphan>, StoreError> {
        let tables = self.tables().await?;
        let mut orphans = Vec::new();
        for bond in BONDS {
            let Some(table) = tables.iter().find(|table| table.name == bond.table) else { continue };
            for key in self.strays(table, bond, athlete).await? {
                orphans.push(Orphan { table: bond.table, key: words(&key), parent: bond.parent });
            }
        }
        Ok(orphans)
    }

    async fn strays(
        &mut self,
        table: &Found,
        bond: &Bond,
        athlete: Id<Athlete>,
    ) -> Result<Vec<Vec<Cell>>, StoreError> {
        let key: Vec<String> =
            table.key.iter().map(|place| format!("c.\"{}\"", table.columns[*place].name)).collect();
        let named: Vec<_> = bond.columns.iter().map(|column| format!("c.\"{column}\" is not null")).collect();
        let pairs = bond.columns.iter().zip(bond.keys);
        let same: Vec<_> = pairs.map(|(column, key)| format!("p.\"{key}\" = c.\"{column}\"")).collect();
        let sql = format!(
            "select {key} from \"{table}\" c where {named} and not exists (
                 select 1 from \"{parent}\" p where p.athlete_id = c.athlete_id and {same})
             and c.athlete_id = ",
            key = key.join(", "),
            table = bond.table,
            parent = bond.parent,
            named = named.join(" and "),
            same = same.join(" and "),
        );
        Ok(on!(self, conn => {
            let mut query = QueryBuilder::new(sql);
            query.push_bind(athlete.uuid());
            query.push(format!(" order by {} limit ", key.join(", "))).push_bind(MOST);
            async move {
                let rows = query.build().fetch_all(conn).await?;
                rows.iter().map(|row| cells(table, &table.key, row)).collect::<Result<Vec<_>, sqlx::Error>>()
            }
        })?)
    }

    /// The rows of which not exactly one revision counts (GL-8), as their table and words of their key. A set that a
    /// report left out says so, and so does an exercise that was taken out of its session.
    pub async fn unsettled(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<Vec<(&'static str, Vec<String>)>, StoreError> {
        const PERFORMANCES: &str = "select id, id from exercise_performances where athlete_id = $1
                                    group by id
                                    having sum(case when current = 1 then 1 else 0 end) > 1
                                        or max(current) < 1 and min(current) > -1
                                    order by id";
        const SETS: &str = "select performance_id, id from set_performances where athlete_id = $1
                            group by performance_id, id
                            having sum(case when current = 1 then 1 else 0 end) > 1
                                or max(current) < 1 and min(current) > -1
                            order by performance_id, id";
        let mut found = Vec::new();
        for (table, sql) in [("exercise_performances", PERFORMANCES), ("set_performances", SETS)] {
            let rows: Vec<(Uuid, Uuid)> =
                on!(self, conn => sqlx::query_as(sql).bind(athlete.uuid()).fetch_all(conn))?;
            found.extend(rows.into_iter().map(|(first, second)| {
                let mut key = vec![first.to_string(), second.to_string()];
                key.dedup();
                (table, key)
            }));
        }
        Ok(found)
    }

    /// The tables with rows of athletes who are not there, each with such an athlete.
    pub async fn strangers(&mut self) -> Result<Vec<(String, Uuid)>, StoreError> {
        let mut found = Vec::new();
        for table in self.tables().await? {
            if table.place("athlete_id").is_none() {
                continue;
            }
            let sql = format!(
                "select distinct athlete_id from \"{}\" where athlete_id is not null
                 and athlete_id not in (select id from athletes) order by athlete_id limit ",
                table.name
            );
            let athletes: Vec<Uuid> = on!(self, conn => {
                let mut query = QueryBuilder::new(sql);
                query.push_bind(MOST);
                async move { query.build_query_scalar().fetch_all(conn).await }
            })?;
            let is_common = COMMON.contains(&table.name.as_str());
            let strangers = athletes.into_iter().filter(|id| !(is_common && *id == INSTALLATION));
            found.extend(strangers.map(|athlete| (table.name.clone(), athlete)));
        }
        Ok(found)
    }

    /// Calls `read` with every stored document, of one athlete or, without one, of rows that are nobody's.
    pub async fn each_document(
        &mut self,
        athlete: Option<Id<Athlete>>,
        mut read: impl FnMut(Stored<'_>),
    ) -> Result<(), StoreError> {
        for table in self.tables().await? {
            let documents: Vec<usize> = (0..table.columns.len())
                .filter(|place| table.columns[*place].kind == Kind::Document)
                .collect();
            if documents.is_empty() || athlete.is_some() != table.owner().is_some() {
                continue;
            }
            let visit = |row: &[Cell]| {
                let key = words(&key(&table, row));
                for place in &documents {
                    if let Cell::Document(text) = &row[*place] {
                        let column = &table.columns[*place].name;
                        read(Stored { table: &table.name, column, key: &key, text: text.get() });
                    }
                }
                Ok(())
            };
            self.each_row(&table, athlete.map(Id::uuid), visit).await?;
        }
        Ok(())
    }
}

/// Cells as people read them.
fn words(cells: &[Cell]) -> Vec<String> {
    let word = |cell: &Cell| match cell {
        Cell::Id(Some(id)) => id.to_string(),
        Cell::Number(Some(number)) => number.to_string(),
        Cell::Text(Some(text)) => text.clone(),
        Cell::Document(text) => text.get().to_owned(),
        Cell::Id(None) | Cell::Number(None) | Cell::Text(None) => "-".to_owned(),
    };
    cells.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::BONDS;

    #[test]
    fn gl_8_every_column_that_names_a_row_of_the_athlete_is_in_a_bond() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut named = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for table in text.split("create table ").skip(1) {
                let name = table.split(' ').next().unwrap();
                let columns = table.split("\n);").next().unwrap();
                for column in ["plan_id", "proposal_id", "session_id", "performance_id"] {
                    if columns.contains(&format!("\n    {column} uuid")) {
                        let is_in = |bond: &super::Bond| bond.table == name && bond.columns.contains(&column);
                        assert!(BONDS.iter().any(is_in), "{name}.{column} names a row and is in no bond");
                        named += 1;
                    }
                }
            }
        }
        assert!(named > 15, "{named} columns");
    }
}
