//! Whether the rules do good, as it is counted day by day, on both databases.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    progress::{LevelDecision, ProgressRecord, ProgressionEventType},
    proposal::{Consent, ProposalState},
    time::{LocalDate, add_days},
    wellbeing::{CHECK_IN_EXAMPLE, CheckIn},
};
use regimen::service::{
    account,
    figures::{self, Asked, Figure},
    jobs::run::run_now,
    proposals, wellbeing,
};
use store::{Figures, Records};
use training::{
    kpi::Rate,
    quality::{
        QualityTuning,
        effort::drift,
        metric::{Evidence, metrics},
    },
};

use super::{
    both::on_both,
    jobs::add_decided,
    person::{Person, newcomer, profile},
};

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

/// What a figure says, by its name and what it is narrowed to.
type Shares = BTreeMap<(String, String), (i64, i64)>;

impl Person {
    /// The figures of a day that are of the progression, its proposals and effort, after they were counted.
    async fn quality(&self, day: LocalDate) -> Shares {
        let listed = figures::list(&self.app, &self.caller, None, (Some(day), Some(day))).await.unwrap();
        let is_quality = |figure: &Figure| {
            ["progression_", "suggestion_", "rpe_"].iter().any(|start| figure.metric_type.starts_with(start))
        };
        let share = |figure: Figure| {
            ((figure.metric_type, figure.dims.to_string()), (figure.numerator, figure.denominator))
        };
        listed.into_iter().filter(is_quality).map(share).collect()
    }

    async fn records(&self) -> Vec<ProgressRecord> {
        let mut tx = self.app.store.read().await.unwrap();
        let ever = Records::Between(LocalDate::MIN, LocalDate::MAX, None);
        let rows = tx.progress(self.caller.athlete, ever).await.unwrap();
        rows.into_iter().map(|row| row.record).collect()
    }
}

/// What records say on a day, without anything else that is stored.
fn recounted(records: &[ProgressRecord], day: LocalDate) -> Shares {
    let mut shares = Shares::new();
    let mut add = |records: &[ProgressRecord], fatigue: Option<&[LocalDate]>, dims: String| {
        let evidence = Evidence { records, overridden: &BTreeSet::new(), fatigue };
        for metric in metrics(&evidence, day, &QualityTuning::default()) {
            let share = (metric.numerator.into(), metric.denominator.into());
            shares.insert((metric.metric_type.to_string(), dims.clone()), share);
        }
    };
    add(records, Some(&[]), "{}".to_owned());
    let exercises: BTreeSet<_> = records.iter().map(|record| &record.exercise_key).collect();
    for exercise in exercises {
        let own: Vec<_> = records.iter().filter(|record| record.exercise_key == *exercise).cloned().collect();
        add(&own, None, format!("{{\"exercise\":\"{exercise}\"}}"));
    }
    if let Some(Rate { numerator, denominator }) = drift(records, day) {
        shares.insert(("rpe_drift".to_owned(), "{}".to_owned()), (numerator, denominator));
    }
    shares
}

#[test]
fn a_15_the_figures_of_the_progression_are_those_of_the_records_and_of_the_events() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        for more in [1, 0, 2, 0, 3] {
            anna.train(more).await;
            anna.advance_hours(47);
        }
        // Some that went back, a week and more after the first.
        let back = [date("2026-03-11"), date("2026-03-12")];
        add_decided(&anna.app.store, anna.caller.athlete, "pull", &back, LevelDecision::Regress).await;
        anna.app.set_now("2026-03-13T12:00:00Z".parse().unwrap());
        run_now(&anna.app, "metrics_daily").await.unwrap();
        let records = anna.records().await;
        for day in ["2026-03-05", "2026-03-08", "2026-03-12"].map(date) {
            let mut stored = anna.quality(day).await;
            stored.retain(|(kind, _), _| !kind.starts_with("suggestion_"));
            let known: Vec<_> = records.iter().filter(|record| record.local_date <= day).cloned().collect();
            assert_eq!(stored, recounted(&known, day), "{day}");
        }
        let last = anna.quality(date("2026-03-12")).await;
        let all = |kind: &str| last.get(&(kind.to_owned(), "{}".to_owned())).copied();
        assert!(all("progression_regression_rate").is_some_and(|(back, _)| back == 2), "{last:?}");
        assert!(all("rpe_drift").is_some(), "{last:?}");
        // Events tell the same of what sessions decided in the seven days up to the 8th, when nothing else was there.
        let asked = Asked {
            kind: Some(ProgressionEventType::DecisionMade),
            days: (Some(date("2026-03-02")), Some(date("2026-03-08"))),
            ..Asked::default()
        };
        let events = figures::events(&anna.app, &anna.caller, asked).await.unwrap();
        let decided: Vec<_> = events.iter().filter(|event| event.decision != LevelDecision::None).collect();
        let back = decided
            .iter()
            .filter(|event| matches!(event.decision, LevelDecision::Regress | LevelDecision::RegressRange));
        let told = (i64::try_from(back.count()).unwrap(), i64::try_from(decided.len()).unwrap());
        let on_the_8th = anna.quality(date("2026-03-08")).await;
        let rate = ("progression_regression_rate".to_owned(), "{}".to_owned());
        assert!(told.1 > 0);
        assert_eq!(on_the_8th.get(&rate), Some(&told));
    });
}

#[test]
fn a_12_proposals_count_by_rule_on_the_day_on_which_they_were_decided() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        // Much more than was asked for, so that rules speak up; the gate of the next session accepts what they say.
        for _ in 0..5 {
            anna.train(4).await;
            anna.advance_hours(47);
        }
        run_now(&anna.app, "metrics_daily").await.unwrap();
        let ever = proposals::Filter { all: true, ..proposals::Filter::default() };
        let all = proposals::list(&anna.app, &anna.caller, ever).await.unwrap();
        let mut rules = BTreeMap::<String, (i64, i64)>::new();
        for one in all.iter().filter(|one| one.consent == Consent::Ask) {
            let by_rule = format!("{{\"rule\":\"{}\"}}", one.rule);
            let is_accepted = one.state == ProposalState::Accepted;
            if is_accepted || matches!(one.state, ProposalState::Rejected | ProposalState::Overridden) {
                for dims in ["{}".to_owned(), by_rule] {
                    let (accepted, decided) = rules.entry(dims).or_default();
                    *accepted += i64::from(is_accepted);
                    *decided += 1;
                }
            }
        }
        assert!(rules.len() > 1, "{all:?}");
        let last = anna.quality(add_days(today(&anna).await, -1)).await;
        let shares = |kind: &str| -> BTreeMap<String, (i64, i64)> {
            let of_kind = last.iter().filter(|((found, _), _)| found == kind);
            of_kind.map(|((_, dims), share)| (dims.clone(), *share)).collect()
        };
        assert_eq!(shares("suggestion_acceptance"), rules);
        // Later sessions say how it turned out.
        let (good, judged) = shares("suggestion_outcome_good").get("{}").copied().unwrap_or_default();
        assert!(0 < judged && good <= judged, "{last:?}");
        let first = anna.quality(date("2026-03-02")).await;
        assert!(!first.keys().any(|(kind, _)| kind.starts_with("suggestion_")), "nothing was asked by then");
    });
}

/// The athlete's date.
async fn today(person: &Person) -> LocalDate {
    regimen::service::overview::today(&person.app, &person.caller).await.unwrap()
}

#[test]
fn a_12_fatigue_counts_when_it_is_raised_and_when_it_becomes_worse() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let mut raised = Vec::new();
        // Monday, Wednesday and Thursday: set, more severe, and once more the same.
        for (hours, severity) in [(0, 1), (48, 2), (24, 2)] {
            anna.advance_hours(hours);
            let check_in = CheckIn {
                id: anna.app.id(),
                at: anna.app.now(),
                fatigue: true,
                pain: vec![],
                ..serde_json::from_str(CHECK_IN_EXAMPLE).unwrap()
            };
            let flags = wellbeing::check_in(&anna.app, &anna.caller, check_in).await.unwrap();
            assert_eq!((flags.len(), flags[0].severity), (1, severity));
            raised.push(flags[0].raised_at);
        }
        let wednesday = Some("2026-03-04T07:00:00Z".parse().unwrap());
        assert_eq!(raised, [None, wednesday, wednesday]);
        anna.advance_hours(24);
        run_now(&anna.app, "metrics_daily").await.unwrap();
        for (day, count) in [("2026-03-02", 1), ("2026-03-03", 1), ("2026-03-04", 2), ("2026-03-05", 2)] {
            let alerts = ("progression_fatigue_alerts".to_owned(), "{}".to_owned());
            assert_eq!(anna.quality(date(day)).await.get(&alerts), Some(&(count, 1)), "{day}");
        }
    });
}

#[test]
fn a_12_the_installation_has_the_sums_of_its_athletes_by_exercise_too() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        let day = date("2026-03-03");
        let mut athletes = vec![anna.caller.athlete];
        for name in ["boris", "clara", "dora", "emil"] {
            let (_, caller) =
                account::create(&anna.app, newcomer(name, profile("Europe/Berlin"))).await.unwrap();
            athletes.push(caller.unwrap().athlete);
        }
        for (n, athlete) in athletes.into_iter().enumerate() {
            let decision = if n == 0 { LevelDecision::Regress } else { LevelDecision::Hold };
            add_decided(&anna.app.store, athlete, "pull", &[day], decision).await;
        }
        anna.app.set_now("2026-03-04T12:00:00Z".parse().unwrap());
        for job in ["metrics_daily", "metrics_all"] {
            run_now(&anna.app, job).await.unwrap();
        }
        let mut tx = anna.app.store.read().await.unwrap();
        let asked = Figures { metric_type: Some("progression_regression_rate"), from: day, to: day };
        let rows = tx.metrics(None, asked).await.unwrap();
        let shown: Vec<_> = rows
            .iter()
            .map(|row| (row.dims.as_str(), row.numerator, row.denominator, &*row.status))
            .collect();
        assert_eq!(shown, [("{\"exercise\":\"pull_up\"}", 1, 5, "ok"), ("{}", 1, 5, "ok")]);
    });
}
