//! Tables to take along, on both databases.

use std::collections::BTreeMap;

use domain::{
    quantity::Grams,
    time::{DateSpan, LocalDate, add_days},
    wellbeing::{CHECK_IN_EXAMPLE, CheckIn},
};
use regimen::service::{
    body::{self, MeasurementKind, Taken},
    export::{self, ExportFile},
    figures::Days,
    jobs::run::run_now,
    overview, wellbeing,
};

use super::{both::on_both, person::Person};

/// The rows of a table by the names of its columns; every row has a cell for each.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}

impl Person {
    /// A table as it is sent: its head, and its parts one after another.
    async fn table(&self, file: ExportFile, days: Days) -> String {
        let mut text = file.head();
        for days in export::parts(&self.app, &self.caller, file, days).await.unwrap() {
            text += &export::part(&self.app, &self.caller, file, days).await.unwrap().text;
        }
        text
    }

    /// A life of which every table has something to tell, but for conflicts, meals and reviews.
    async fn lived(&self) {
        for _ in 0..3 {
            self.train(3).await;
            self.advance_hours(47);
        }
        let example: CheckIn = serde_json::from_str(CHECK_IN_EXAMPLE).unwrap();
        let check_in = CheckIn {
            athlete_id: self.caller.athlete,
            at: self.app.now(),
            note: "=HYPERLINK(\"http://example.org\"), \"x\"\nand more".to_owned(),
            ..example
        };
        wellbeing::check_in(&self.app, &self.caller, check_in).await.unwrap();
        body::weigh(&self.app, &self.caller, Grams(80_000), Taken::default()).await.unwrap();
        body::measure(&self.app, &self.caller, MeasurementKind::Waist, 820, Taken::default()).await.unwrap();
        run_now(&self.app, "metrics_daily").await.unwrap();
    }
}

#[test]
fn a_25_every_table_has_its_columns_and_is_sorted_by_day() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.lived().await;
        for &file in ExportFile::ALL {
            let text = anna.table(file, (None, None)).await;
            assert!(!text.contains('\r') && text.ends_with('\n'), "{file}: {text}");
            assert!(text.starts_with("athlete_id,"), "{file}: {text}");
            let found = rows(&text);
            let may_be_empty = [ExportFile::Conflicts, ExportFile::Meals, ExportFile::Review];
            assert!(!found.is_empty() || may_be_empty.contains(&file), "{file} is empty");
            let own = anna.caller.athlete.to_string();
            assert!(found.iter().all(|row| row["athlete_id"] == own), "{file}");
            let day = ["date", "local_date", "report_date", "at", "created_at", "from"];
            let day = day.into_iter().find(|name| found.first().is_some_and(|row| row.contains_key(*name)));
            let days: Vec<_> =
                day.iter().flat_map(|day| found.iter().map(|row| row[*day][..10].to_owned())).collect();
            assert!(days.is_sorted(), "{file}: {days:?}");
        }
    });
}

#[test]
fn a_25_sets_have_loads_in_three_units_and_texts_are_no_formulas() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.lived().await;
        let listed = overview::course(&anna.app, &anna.caller).await.unwrap();
        let sets: usize =
            listed.sessions.iter().flat_map(|session| &session.exercises).map(|one| one.sets.len()).sum();
        let found = rows(&anna.table(ExportFile::Sets, (None, None)).await);
        assert_eq!(found.len(), sets);
        let heavy = found.iter().find(|row| row["load_g"] == "20000").unwrap();
        assert_eq!((heavy["load_kg"].as_str(), heavy["load_lbs"].as_str()), ("20", "44.09"));
        assert_eq!((heavy["rpe"].as_str(), heavy["rest_s"].as_str()), ("7", "90"));
        let note = &rows(&anna.table(ExportFile::CheckIns, (None, None)).await)[0]["note"];
        assert_eq!(note, "'=HYPERLINK(\"http://example.org\"), \"x\"\nand more");
        let answers = rows(&anna.table(ExportFile::Decisions, (None, None)).await);
        let accepted = answers.iter().find(|row| row["verdict"] == "accepted").unwrap();
        assert!(!accepted["exercise_key"].is_empty(), "{accepted:?}");
        assert!(accepted["changes"].starts_with("[{\"field\":"), "{accepted:?}");
    });
}

#[test]
fn a_25_days_can_be_split_anywhere_and_a_range_has_its_limits() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.lived().await;
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let (first, last) = (day("2025-06-01"), day("2026-12-31"));
        for file in [ExportFile::Sets, ExportFile::Records, ExportFile::Events, ExportFile::PlanVersions] {
            let whole = anna.table(file, (Some(first), Some(last))).await;
            assert_eq!(whole, anna.table(file, (None, None)).await, "{file}");
            let cut = day("2026-03-04");
            let before = anna.table(file, (Some(first), Some(cut))).await;
            let after = anna.table(file, (Some(add_days(cut, 1)), Some(last))).await;
            assert_eq!(whole, before + after.strip_prefix(&file.head()).unwrap(), "{file}");
        }
        let parts = export::parts(&anna.app, &anna.caller, ExportFile::Sets, (Some(first), Some(last))).await;
        let parts = parts.unwrap();
        assert!(parts.len() > 5, "{parts:?}");
        assert!(parts.windows(2).all(|two| add_days(two[0].to, 1) == two[1].from), "{parts:?}");
        assert_eq!((parts[0].from, parts.last().unwrap().to), (first, last));
        let refused = async |from: &str, to: &str| {
            let days = (Some(day(from)), Some(day(to)));
            let refused = export::parts(&anna.app, &anna.caller, ExportFile::Sets, days).await;
            refused.err().map(|problem| problem.code.name)
        };
        assert_eq!(refused("2026-03-02", "2026-03-01").await, Some("bad_range"));
        assert_eq!(refused("2021-03-01", "2026-03-02").await, Some("bad_range"));
        assert_eq!(refused("2021-03-01", "2026-02-28").await, None);
        let quiet = DateSpan { from: day("2025-01-01"), to: day("2025-01-31") };
        let part = export::part(&anna.app, &anna.caller, ExportFile::Sets, quiet).await.unwrap();
        assert_eq!((part.text.as_str(), part.rows), ("", 0));
    });
}
