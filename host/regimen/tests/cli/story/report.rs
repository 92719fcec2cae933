//! The report of a week, on both databases.

use domain::{quantity::Grams, reason::ReasonCode};
use regimen::{
    problem::Problem,
    service::{
        body::{self, Taken},
        jobs::{run::run_due, schedule::schedule},
        report::{self, Told},
    },
};
use serde_json::{Value, json};

use super::{both::on_both, person::Person};

impl Person {
    async fn report(&self, week: &str, revision: Option<i64>) -> Result<Told, Problem> {
        report::weekly(&self.app, &self.caller, week.parse()?, revision).await
    }

    /// How many reports the jobs that are due have made.
    async fn reports_made(&self) -> u64 {
        schedule(&self.app).await.unwrap();
        let ran = run_due(&self.app, self.app.uuid(), usize::MAX).await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        let reports = ran.iter().filter(|ran| ran.name == "weekly_report");
        reports.filter_map(|ran| ran.counts.get("reports")).sum()
    }

    fn set_clock(&self, text: &str) {
        self.app.set_now(text.parse().unwrap());
    }
}

fn keys(told: &Told) -> Vec<String> {
    let Value::Object(sections) = serde_json::to_value(&told.report).unwrap() else { panic!("an object") };
    sections.into_iter().map(|(key, _)| key).collect()
}

#[test]
fn a_17_a_week_is_told_on_monday_at_six_and_kept_as_it_was_told() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        body::weigh(&anna.app, &anna.caller, Grams(80_000), Taken::default()).await.unwrap();
        for more in 1..=3 {
            anna.train(more).await;
            anna.advance_hours(47);
        }
        // Monday in Berlin, a second before six.
        anna.set_clock("2026-03-09T04:59:59Z");
        let problem = anna.report("2026-W10", None).await.unwrap_err();
        assert_eq!(problem.code.name, "no_report");
        assert_eq!(anna.reports_made().await, 0);
        anna.set_clock("2026-03-09T05:00:00Z");
        assert_eq!(anna.reports_made().await, 1);
        assert_eq!(anna.reports_made().await, 0, "once is enough");
        for week in ["2026-W09", "2026-W11"] {
            assert_eq!(anna.report(week, None).await.unwrap_err().code.name, "no_report", "{week}");
        }
        let told = anna.report("2026-W10", None).await.unwrap();
        assert_eq!((told.revision, told.revisions, told.created_at), (1, 1, anna.app.now()));
        let report = &told.report;
        let summary = report.summary.as_ref().unwrap();
        assert_eq!((summary.done, summary.planned), (3, 3));
        assert!(summary.sets > 0 && summary.minutes == 180, "{summary:?}");
        assert_eq!((summary.weight_g, summary.weight_change_g), (Some(Grams(80_000)), None));
        assert!(summary.muscles.iter().any(|one| one.done > 0 && one.target > 0), "{summary:?}");
        assert!(summary.rpe.is_some(), "{summary:?}");
        assert!(!report.exercises.is_empty() && !report.records.is_empty(), "{report:?}");
        assert!(report.change.is_some(), "A-20: there is always one");
        assert_eq!(report.charts.len(), 5);
        assert_eq!(report.next.start.to_string(), "2026-03-09");
        assert!(!report.next.schedule.is_empty() && !report.next.targets.is_empty());
        let asked = report.change.as_ref().and_then(|change| change.proposal.as_ref());
        let twice = report.proposals.iter().any(|one| asked.is_some_and(|asked| asked.id == one.id));
        assert!(!twice, "A-20: the proposal of the change is not told again");
    });
}

#[test]
fn a_17_a_week_made_again_is_a_new_revision_and_the_first_stays_readable() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train(1).await;
        anna.set_clock("2026-03-10T09:00:00Z");
        let first = anna.report("2026-W10", None).await.unwrap();
        let week = || "2026-W10".parse().unwrap();
        let same = report::again(&anna.app, &anna.caller, week()).await.unwrap();
        assert_eq!(same, first, "nothing has changed");
        let taken = Taken { id: None, date: Some("2026-03-05".parse().unwrap()) };
        body::weigh(&anna.app, &anna.caller, Grams(79_500), taken).await.unwrap();
        assert_eq!(anna.report("2026-W10", None).await.unwrap(), first, "what was told stays told");
        let second = report::again(&anna.app, &anna.caller, week()).await.unwrap();
        assert_eq!((second.revision, second.revisions), (2, 2));
        assert_eq!(second.report.summary.as_ref().unwrap().weight_g, Some(Grams(79_500)));
        assert_eq!(anna.report("2026-W10", None).await.unwrap(), second);
        assert_eq!(anna.report("2026-W10", Some(1)).await.unwrap().report, first.report);
        assert_eq!(anna.report("2026-W10", Some(3)).await.unwrap_err().code.name, "no_report");
    });
}

#[test]
fn a_17_a_week_without_data_has_its_finding_and_what_comes_next() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train(1).await;
        anna.set_clock("2026-03-16T09:00:00Z");
        let told = anna.report("2026-W11", None).await.unwrap();
        assert_eq!(told.report.finding.code, ReasonCode::NoData);
        assert_eq!(json!(keys(&told)), json!(["finding", "from", "next", "to", "week"]));
        let weeks = report::weeks(&anna.app, &anna.caller).await.unwrap();
        let weeks = weeks.map(|(first, newest)| (first.to_string(), newest.to_string()));
        assert_eq!(weeks, Some(("2026-W10".to_owned(), "2026-W11".to_owned())));
    });
}
