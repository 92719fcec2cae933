//! What is kept of weeks that are over, on both databases.

use domain::{
    id::Id,
    time::{LocalDate, add_days},
};
use regimen::service::{
    aggregates::{self, Aggregates},
    charts::{self, ChartName},
    export::{self, ExportFile},
    jobs::run::run_now,
    report, weeks,
};
use store::{ProgressRow, Records};

use super::{both::on_both, person::Person};

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

impl Person {
    async fn aggregates(&self) -> Aggregates {
        aggregates::show(&self.app, &self.caller, (None, None)).await.unwrap()
    }

    /// Runs the archive; says how many records moved.
    async fn archive(&self) -> u64 {
        let ran = run_now(&self.app, "archive_progress").await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        ran.iter().filter_map(|ran| ran.counts.get("archived")).sum()
    }
}

#[test]
fn a_24_the_muscles_of_each_week_are_added_up_with_the_archive() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        for _ in 0..3 {
            anna.train(1).await;
            anna.advance_hours(47);
        }
        // Sunday, 23:00 in Berlin; what the page of the week says of muscles is what is kept of them.
        anna.app.set_now("2026-03-08T22:00:00Z".parse().unwrap());
        let week = weeks::this_week(&anna.app, &anna.caller).await.unwrap();
        assert_eq!(anna.aggregates().await.weeks, []);
        anna.archive().await;
        let kept = anna.aggregates().await;
        assert!(kept.weeks.len() > 5, "{kept:?}");
        for row in &kept.weeks {
            assert_eq!(row.week, date("2026-03-02"));
            let standing = &week.volume[&row.muscle];
            assert_eq!((row.done, row.target), (standing.done, standing.target), "{row:?}");
        }
        // All that was planned was done.
        assert!(kept.weeks.iter().all(|row| row.planned == row.done), "{kept:?}");
        assert!(kept.weeks.iter().any(|row| row.done.0 > 0), "{kept:?}");
        let exercise = &kept.exercises[0];
        assert_eq!((exercise.to, exercise.rolling_rpe.as_deref()), (date("2026-03-08"), Some("7.000")));
        // Run again, it is the same; a week without training adds nothing.
        anna.advance_hours(7 * 24);
        anna.archive().await;
        assert_eq!(anna.aggregates().await.weeks, kept.weeks);
    });
}

#[test]
fn a_24_reports_read_archive_and_live_rows_alike() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        for more in 0..3 {
            anna.train(more).await;
            anna.advance_hours(47);
        }
        // A year and a half later every item has ten newer records.
        let athlete = anna.caller.athlete;
        let mut tx = anna.app.store.write().await.unwrap();
        let rows = tx.progress(athlete, Records::Live).await.unwrap();
        let mut later = Vec::new();
        for n in 0..10 {
            for ProgressRow { started_at, record } in &rows {
                let mut record = record.clone();
                record.id = Id::derive(&["later", &n.to_string(), &record.id.to_string()]);
                record.local_date = add_days(record.local_date, 560 + n);
                record.created_at = record.created_at.plus_seconds((560 + n) * 86_400);
                later.push(ProgressRow { started_at: started_at.plus_seconds((560 + n) * 86_400), record });
            }
        }
        tx.add_progress(&later).await.unwrap();
        tx.commit().await.unwrap();
        anna.app.set_now("2027-10-03T21:00:00Z".parse().unwrap());
        let told = async || {
            let week = report::again(&anna.app, &anna.caller, "2026-W10".parse().unwrap()).await.unwrap();
            let mut tables = Vec::new();
            for file in [ExportFile::Progress, ExportFile::Records] {
                for days in export::parts(&anna.app, &anna.caller, file, (None, None)).await.unwrap() {
                    tables.push(export::part(&anna.app, &anna.caller, file, days).await.unwrap().text);
                }
            }
            let levels = charts::facts(&anna.app, &anna.caller, ChartName::Levels).await.unwrap();
            (week.report, tables, format!("{levels:?}"))
        };
        let live = told().await;
        assert!(!live.0.exercises.is_empty(), "{:?}", live.0);
        assert_eq!(anna.archive().await, u64::try_from(rows.len()).unwrap(), "all of that week");
        assert_eq!(told().await, live);
    });
}
