//! The schema: one text for both databases, forward only.
//!
//! The migrations are written with the types of PostgreSQL. SQLite has fewer types and wants to be told to be strict
//! about them, so its text follows from the same file; PostgreSQL wants to be told to order text like SQLite. There is
//! nothing that could differ but what is said here.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

/// Every migration, oldest first. What was released is never changed; what is new is added.
const MIGRATIONS: &[(&str, &str)] = &[
    ("athletes", include_str!("../migrations/0001_athletes.sql")),
    ("plans", include_str!("../migrations/0002_plans.sql")),
    ("sessions", include_str!("../migrations/0003_sessions.sql")),
    ("progress", include_str!("../migrations/0004_progress.sql")),
    ("meals", include_str!("../migrations/0005_meals.sql")),
    ("work", include_str!("../migrations/0006_work.sql")),
    ("credentials", include_str!("../migrations/0007_credentials.sql")),
    ("flow", include_str!("../migrations/0008_flow.sql")),
    ("activities", include_str!("../migrations/0009_activities.sql")),
    ("readings", include_str!("../migrations/0010_readings.sql")),
    ("food_aliases", include_str!("../migrations/0011_food_aliases.sql")),
    ("offers", include_str!("../migrations/0012_offers.sql")),
    ("muscle_weeks", include_str!("../migrations/0013_muscle_weeks.sql")),
    ("miss_models", include_str!("../migrations/0014_miss_models.sql")),
    ("dialog", include_str!("../migrations/0015_dialog.sql")),
    ("fewer_indexes", include_str!("../migrations/0016_fewer_indexes.sql")),
];

/// Which of the two databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// The newest schema that this program knows.
pub(crate) fn newest() -> i64 {
    i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX)
}

/// What brings a database of this kind to the newest schema.
pub(crate) fn migrator(dialect: Dialect) -> Migrator {
    let migrations = MIGRATIONS.iter().zip(1..).map(|((name, text), version)| {
        let text: Cow<'static, str> = match dialect {
            Dialect::Postgres => Cow::Owned(for_postgres(text)),
            Dialect::Sqlite => Cow::Owned(for_sqlite(text)),
        };
        let sql = AssertSqlSafe(text.into_owned()).into_sql_str();
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// The same tables with the types that SQLite has.
fn for_sqlite(text: &str) -> String {
    let types = [(" uuid", " blob"), (" bigint", " integer"), (" jsonb", " text"), ("\n);", "\n) strict;")];
    types.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The same tables with text in the order of its bytes, as SQLite has it, whatever the language of the server.
fn for_postgres(text: &str) -> String {
    let ends = [" text not null", " text,"];
    let ordered = [" text collate \"C\" not null", " text collate \"C\","];
    ends.iter().zip(ordered).fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_8_text_has_one_order_in_both_databases() {
        let text = for_postgres("create table a (\n    key text not null,\n    word text,\n    id uuid\n);");
        assert_eq!(
            text,
            "create table a (\n    key text collate \"C\" not null,\n    word text collate \"C\",\n    id uuid\n);"
        );
    }

    #[test]
    fn sqlite_gets_its_own_types_and_is_strict() {
        let text = for_sqlite("create table a (\n    id uuid not null,\n    at bigint,\n    body jsonb\n);");
        assert_eq!(
            text,
            "create table a (\n    id blob not null,\n    at integer,\n    body text\n) strict;"
        );
    }

    #[test]
    fn gl_7_every_table_of_an_athlete_is_keyed_by_the_athlete_first() {
        let shared = [
            "accounts",
            "athletes",
            "deletions",
            "jobs",
            "answers",
            "credentials",
            "identities",
            "miss_models",
        ];
        let tables = MIGRATIONS.iter().flat_map(|(_, text)| text.split("create table ").skip(1));
        let mut seen = 0;
        for table in tables {
            let name = table.split(' ').next().unwrap();
            if !shared.contains(&name) {
                assert!(table.contains("    primary key (athlete_id, "), "{name}");
                seen += 1;
            }
        }
        assert!(seen > 30, "{seen} tables");
    }
}
