//! What the program does by itself, on both databases: due once, done once, and what it does.

use domain::{
    dispute::{Override, OverrideStatus},
    id::Id,
    person::{ActorKind, Athlete},
    progress::{self, LevelDecision, ProgressRecord, ProgressionEventType},
    proposal::{self, Proposal, ProposalState},
    session::{PerformanceStatus, SessionEventKind, SessionStatus},
    time::{Instant, LocalDate, add_days},
    wellbeing::{FlagKind, FlagSource},
};
use regimen::service::{
    account,
    app::App,
    figures::{self, Asked},
    jobs::{
        self,
        run::{MOST_ATTEMPTS, Ran, run_due, run_now},
        schedule::{look, schedule},
        worker::work,
    },
    overview, planning, proposals, review, session,
    session::start::AtGate,
    wellbeing,
    workout::{self, Saving, Wanted},
};
use store::{Figures, MetricRow, NewJob, ProgressRow, Records, SessionRow, Store};

use super::{
    both::on_both,
    person::{Person, newcomer, profile},
};

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

/// Records of one item of an athlete, on these days.
fn records(
    athlete: Id<Athlete>,
    item: &str,
    dates: &[LocalDate],
    decision: LevelDecision,
) -> Vec<ProgressRow> {
    let example: ProgressRecord = serde_json::from_str(progress::EXAMPLE).unwrap();
    let row = |(n, day): (usize, &LocalDate)| {
        let started_at = at(&format!("{day}T12:00:00Z"));
        let record = ProgressRecord {
            id: Id::derive(&["record", &athlete.to_string(), item, &n.to_string()]),
            athlete_id: athlete,
            session_id: Id::derive(&["session", item, &n.to_string()]),
            item_id: Id::derive(&["item", item]),
            local_date: *day,
            decision,
            created_at: started_at.plus_seconds(3600),
            ..example.clone()
        };
        ProgressRow { started_at, record }
    };
    dates.iter().enumerate().map(row).collect()
}

pub(crate) async fn add_records(store: &Store, athlete: Id<Athlete>, item: &str, dates: &[LocalDate]) {
    add_decided(store, athlete, item, dates, LevelDecision::Hold).await;
}

pub(crate) async fn add_decided(
    store: &Store,
    athlete: Id<Athlete>,
    item: &str,
    dates: &[LocalDate],
    decision: LevelDecision,
) {
    let mut tx = store.write().await.unwrap();
    for rows in records(athlete, item, dates, decision).chunks(1000) {
        tx.add_progress(rows).await.unwrap();
    }
    tx.commit().await.unwrap();
}

impl Person {
    /// Does everything that is due, in any number of rounds, and says what was done.
    async fn pass(&self) -> Vec<Ran> {
        schedule(&self.app).await.unwrap();
        let ran = run_due(&self.app, self.app.uuid(), usize::MAX).await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        ran
    }

    /// A session that nobody starts.
    async fn plan(&self) -> SessionRow {
        let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
        workout::plan_session(&self.app, &self.caller, &wanted, &Saving::default()).await.unwrap()
    }

    async fn live(&self) -> Vec<LocalDate> {
        let mut tx = self.app.store.read().await.unwrap();
        let rows = tx.progress(self.caller.athlete, Records::Live).await.unwrap();
        rows.iter().map(|row| row.record.local_date).collect()
    }

    async fn archived(&self) -> i64 {
        let mut tx = self.app.store.read().await.unwrap();
        tx.count("exercise_progress_archive", self.caller.athlete).await.unwrap()
    }
}

/// How often a job ran, and the sum of one of its counts.
fn counted(ran: &[Ran], name: &str, what: &str) -> (usize, u64) {
    let runs: Vec<_> = ran.iter().filter(|ran| ran.name == name).collect();
    (runs.len(), runs.iter().filter_map(|ran| ran.counts.get(what)).sum())
}

#[test]
fn p_16_a_session_that_was_missed_is_skipped_once_by_the_system() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let id = person.plan().await.session.id;
        // Monday ends at 23:00 UTC; Tuesday's 24 hours end a day later.
        person.app.set_now(at("2026-03-03T22:59:59Z"));
        assert_eq!(counted(&person.pass().await, "skip_missed", "skipped").1, 0);
        person.app.set_now(at("2026-03-03T23:00:00Z"));
        assert_eq!(counted(&person.pass().await, "skip_missed", "skipped"), (1, 1));
        person.advance_hours(1);
        assert_eq!(counted(&person.pass().await, "skip_missed", "skipped"), (0, 0));
        let row = session::show(&person.app, &person.caller, id).await.unwrap();
        assert_eq!(row.session.status, SessionStatus::Skipped);
        let events = session::events(&person.app, &person.caller, id).await.unwrap();
        let skipped: Vec<_> = events.iter().filter(|event| event.kind == SessionEventKind::Skipped).collect();
        assert_eq!((skipped.len(), skipped[0].actor.kind), (1, ActorKind::System));
        // P-20: each item has a record that says so.
        let mut tx = person.app.store.read().await.unwrap();
        let records = tx.progress(person.caller.athlete, Records::OfSession(id)).await.unwrap();
        assert_eq!(records.len(), row.session.exercises.len());
        assert!(records.iter().all(|row| row.record.status == PerformanceStatus::Skipped));
    });
}

#[test]
fn sl_3_a_summary_is_left_by_the_system_12_hours_after_the_session() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let row = person.begin(AtGate::AcceptAll).await;
        person.perform(&row, 2).await;
        person.finish(&row).await.unwrap();
        person.app.set_now(person.app.now().plus_seconds(12 * 3600 - 1));
        assert_eq!(counted(&person.pass().await, "leave_summaries", "summaries"), (0, 0));
        person.app.set_now(person.app.now().plus_seconds(1));
        assert_eq!(counted(&person.pass().await, "leave_summaries", "summaries"), (1, 1));
        let row = session::show(&person.app, &person.caller, row.session.id).await.unwrap();
        assert_eq!(row.session.status, SessionStatus::Done);
    });
}

/// A proposal that nobody answers, and an edit that guards its exercise.
async fn propose_and_edit(person: &Person) -> (Proposal, Override) {
    let athlete = person.caller.athlete;
    let plan = planning::list(&person.app, &person.caller).await.unwrap().remove(0);
    let item = person.items().await.remove(0);
    let now = person.app.now();
    let mut proposal: Proposal = serde_json::from_str(proposal::EXAMPLE).unwrap();
    proposal.athlete_id = athlete;
    proposal.plan_id = plan.id;
    proposal.target.item_id = item.item_id;
    proposal.changes.iter_mut().for_each(|change| change.target.item_id = item.item_id);
    proposal.created_at = now;
    proposal.expires_at = now.plus_seconds(28 * 86_400);
    let guard: Override = serde_json::from_value(serde_json::json!({
        "id": person.app.uuid(), "athlete_id": athlete, "item_id": item.item_id, "group": "load",
        "field": "load", "value": 60000, "previous": 62500, "direction": "easier", "scope": "plan",
        "actor": { "kind": "athlete", "id": person.caller.account }, "reason": "", "from": now,
        "status": "active",
    }))
    .unwrap();
    let mut tx = person.app.store.write().await.unwrap();
    tx.put_proposals(std::slice::from_ref(&proposal)).await.unwrap();
    tx.put_overrides(athlete, plan.id, std::slice::from_ref(&guard)).await.unwrap();
    tx.commit().await.unwrap();
    (proposal, guard)
}

#[test]
fn pr_10_a_proposal_without_an_answer_and_an_old_override_end_after_28_days() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.train(0).await;
        let (proposal, guard) = propose_and_edit(&person).await;
        let open = proposals::list(&person.app, &person.caller, proposals::Filter::default()).await.unwrap();
        let waiting = u64::try_from(open.len()).unwrap();
        person.app.set_now(proposal.expires_at.minus_seconds(1));
        assert_eq!(counted(&person.pass().await, "expire", "proposals").1, 0);
        person.app.set_now(proposal.expires_at);
        let ran = person.pass().await;
        // Those of the session itself are as old.
        assert_eq!(counted(&ran, "expire", "proposals").1, waiting);
        assert_eq!(counted(&ran, "expire", "overrides"), (1, 1));
        let (ended, _) = proposals::show(&person.app, &person.caller, proposal.id).await.unwrap();
        assert_eq!(ended.state, ProposalState::Expired);
        let guards = planning::overrides(&person.app, &person.caller).await.unwrap();
        assert!(!guards.iter().any(|one| one.id == guard.id && one.status == OverrideStatus::Active));
        person.advance_hours(1);
        assert_eq!(counted(&person.pass().await, "expire", "proposals"), (0, 0));
    });
}

#[test]
fn p_31_a_fatigue_flag_ends_after_quiet_days() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let sign = training::flag::Sign { kind: FlagKind::Fatigue, area: None, exercise: None, severity: 1 };
        assert_eq!(wellbeing::set_flag(&person.app, &person.caller, sign).await.unwrap().len(), 1);
        person.advance_hours(13 * 24 + 23);
        assert_eq!(counted(&person.pass().await, "end_flags", "flags").1, 0);
        person.advance_hours(24);
        assert_eq!(counted(&person.pass().await, "end_flags", "flags").1, 1);
        assert!(wellbeing::flags(&person.app, &person.caller).await.unwrap().is_empty());
    });
}

#[test]
fn p_23_records_move_after_18_months_and_the_newest_ten_of_an_item_stay() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (store, athlete) = (&person.app.store, person.caller.athlete);
        let recent: Vec<LocalDate> = (0..12).map(|day| add_days(date("2026-03-20"), day)).collect();
        let old = [date("2024-09-29"), date("2024-09-30")];
        add_records(store, athlete, "squat", &[&old[..], &recent[..]].concat()).await;
        // Of an item that has but ten records, none moves.
        let ancient: Vec<LocalDate> = (0..10).map(|day| add_days(date("2020-01-01"), day)).collect();
        add_records(store, athlete, "press", &ancient).await;
        person.app.set_now(at("2026-03-31T12:00:00Z"));
        let ran = run_now(&person.app, "archive_progress").await.unwrap();
        assert_eq!(counted(&ran, "archive_progress", "archived"), (1, 1));
        let live = person.live().await;
        assert!(!live.contains(&old[0]) && live.contains(&old[1]) && live.contains(&ancient[0]));
        assert_eq!((live.len(), person.archived().await), (23, 1));
        let mut tx = store.read().await.unwrap();
        let rolling = tx.rolling(athlete).await.unwrap();
        // 28 days up to the 31st hold all twelve: 28 reps at RPE 6 each.
        assert_eq!((rolling[0].volume, rolling[0].rpe), ((12 * 28, 12), (12 * 60, 12)));
        drop(tx);
        // Reports read both tables, and another run finds nothing to do.
        let mut tx = store.read().await.unwrap();
        let all =
            tx.progress(athlete, Records::Between(LocalDate::MIN, date("2026-03-31"), None)).await.unwrap();
        assert_eq!(all.len(), 24);
        drop(tx);
        let again = run_now(&person.app, "archive_progress").await.unwrap();
        assert_eq!(counted(&again, "archive_progress", "archived"), (1, 0));
    });
}

/// Whether a report would send for the archive.
async fn reported(person: &Person) -> bool {
    let mut work = person.app.work(person.caller.athlete).await.unwrap();
    let sent = jobs::after_report(&mut work).await.unwrap();
    work.commit().await.unwrap();
    sent
}

#[test]
fn p_24_ten_thousand_records_stay_and_of_one_more_the_oldest_goes() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let (store, athlete) = (&person.app.store, person.caller.athlete);
        person.app.set_now(at("2026-03-31T12:00:00Z"));
        let days: Vec<LocalDate> = (0..10_000).map(|n| add_days(date("2025-06-01"), n % 300)).collect();
        add_records(store, athlete, "squat", &days).await;
        assert!(!reported(&person).await, "10 000 records are not too many");
        let ran = run_now(&person.app, "archive_progress").await.unwrap();
        assert_eq!(counted(&ran, "archive_progress", "archived"), (1, 0));
        add_records(store, athlete, "press", &[date("2026-03-30")]).await;
        assert!(reported(&person).await, "10 001 are");
        assert!(!reported(&person).await, "the archive is on its way");
        let ran = run_due(&person.app, person.app.uuid(), 1).await.unwrap();
        assert_eq!(counted(&ran, "archive_progress", "archived"), (1, 1));
        assert_eq!((person.live().await.len(), person.archived().await), (10_000, 1));
        // More than one transaction moves.
        let older: Vec<LocalDate> = (0..2_500).map(|n| add_days(date("2024-01-01"), n % 100)).collect();
        add_records(store, athlete, "row", &older).await;
        let ran = run_now(&person.app, "archive_progress").await.unwrap();
        assert_eq!(counted(&ran, "archive_progress", "archived"), (1, 2_500));
        assert_eq!((person.live().await.len(), person.archived().await), (10_000, 2_501));
    });
}

#[test]
fn p_23_a_missed_archive_is_made_up_once_and_nobody_is_owed_what_was_due_before_they_came() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        assert_eq!(counted(&person.pass().await, "archive_progress", "archived").0, 0);
        // Five Sundays later.
        person.app.set_now(at("2026-04-06T12:00:00Z"));
        assert_eq!(counted(&person.pass().await, "archive_progress", "archived").0, 1);
        assert_eq!(schedule(&person.app).await.unwrap(), 0, "nothing is due twice");
        person.app.set_now(at("2026-04-12T20:59:59Z"));
        assert_eq!(counted(&person.pass().await, "archive_progress", "archived").0, 0);
        person.app.set_now(at("2026-04-12T21:00:00Z"));
        assert_eq!(counted(&person.pass().await, "archive_progress", "archived").0, 1);
    });
}

async fn figures_of(person: &Person, from: &str, to: &str) -> Vec<MetricRow> {
    let mut tx = person.app.store.read().await.unwrap();
    let figures = Figures { metric_type: None, from: date(from), to: date(to) };
    tx.metrics(Some(person.caller.athlete), figures).await.unwrap()
}

fn share(rows: &[MetricRow], kind: &str, days: u32, dims: &str) -> Option<(i64, i64)> {
    let mut rows = rows.iter().filter(|row| row.metric_type == kind && row.window_days == days);
    rows.find(|row| row.dims == dims).map(|row| (row.numerator, row.denominator))
}

#[test]
fn a_2_figures_are_counted_for_missed_days_and_recomputed_alike() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        for _ in 0..3 {
            person.train(2).await;
            person.advance_hours(47);
        }
        // Planned for the 8th, and missed.
        person.plan().await;
        person.app.set_now(at("2026-03-11T12:00:00Z"));
        let ran = person.pass().await;
        assert_eq!(counted(&ran, "metrics_daily", "days"), (1, 9), "2 to 10 March");
        assert_eq!(counted(&ran, "alerts", "alerts"), (1, 0));
        let rows = figures_of(&person, "2026-03-10", "2026-03-10").await;
        let all = |kind: &str| share(&rows, kind, 28, "{}");
        assert_eq!(all("kpi_completion_rate"), Some((3, 4)));
        assert_eq!(all("kpi_pre_start_edit_rate"), Some((0, 3)));
        assert_eq!(all("kpi_pain_incidence"), Some((0, 3)));
        assert_eq!(all("kpi_mid_workout_substitution_rate").map(|rate| rate.0), Some(0));
        let (performed, planned) = all("kpi_set_completion_rate").unwrap();
        assert!(performed == planned && planned > 0, "{performed} of {planned}");
        assert_eq!(
            share(&rows, "kpi_completion_rate", 28, r#"{"intent":"full_body","mode":"INTENT"}"#),
            Some((3, 4))
        );
        // On the 4th nothing but the first two sessions had been.
        let then = figures_of(&person, "2026-03-04", "2026-03-04").await;
        assert_eq!(share(&then, "kpi_completion_rate", 7, "{}"), Some((2, 2)));
        // Counted again, every figure is the same.
        let before = figures_of(&person, "2026-03-02", "2026-03-11").await;
        run_now(&person.app, "metrics_daily").await.unwrap();
        assert_eq!(figures_of(&person, "2026-03-02", "2026-03-11").await, before);
        let shown =
            figures::list(&person.app, &person.caller, Some("kpi_completion_rate"), (None, None)).await;
        let shown = shown.unwrap();
        assert!(shown.iter().any(|figure| figure.window_days == 28 && figure.value == "0.750"), "{shown:?}");
    });
}

#[test]
fn a_2_days_are_made_up_for_35_days_and_no_more() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.app.set_now(at("2026-06-01T12:00:00Z"));
        assert_eq!(counted(&person.pass().await, "metrics_daily", "days"), (1, 35));
        let rows = figures_of(&person, "2026-01-01", "2026-06-01").await;
        assert_eq!(rows.first().map(|row| row.report_date), Some(date("2026-04-27")));
        assert_eq!(rows.last().map(|row| row.report_date), Some(date("2026-05-31")));
    });
}

/// A-15: what the metrics count from records, the events tell as well.
#[test]
fn a_15_decisions_are_the_same_in_events_and_in_records() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        for _ in 0..4 {
            person.train(1).await;
            person.advance_hours(23);
        }
        let of_kind = Asked { kind: Some(ProgressionEventType::DecisionMade), ..Asked::default() };
        let events = figures::events(&person.app, &person.caller, of_kind).await.unwrap();
        let mut tx = person.app.store.read().await.unwrap();
        let rows = tx.progress(person.caller.athlete, Records::Live).await.unwrap();
        let mut told: Vec<_> =
            events.iter().map(|event| (event.exercise_key.clone().unwrap(), event.decision)).collect();
        let mut kept: Vec<_> =
            rows.iter().map(|row| (row.record.exercise_key.clone(), row.record.decision)).collect();
        told.sort();
        kept.sort();
        assert!(!kept.is_empty());
        assert_eq!(told, kept);
        assert!(events.windows(2).all(|pair| pair[0].created_at >= pair[1].created_at), "newest first");
        let of_exercise = Asked { exercise: Some(&kept[0].0), ..of_kind };
        let one = figures::events(&person.app, &person.caller, of_exercise).await.unwrap();
        assert!(!one.is_empty() && one.len() < events.len());
        let of_trace = Asked { trace: Some(events[0].trace_id.as_str()), ..of_kind };
        let one = figures::events(&person.app, &person.caller, of_trace).await.unwrap();
        assert!(!one.is_empty() && one.iter().all(|event| event.trace_id == events[0].trace_id));
        let first = Asked { days: (Some(date("2026-03-02")), Some(date("2026-03-02"))), ..of_kind };
        let day = figures::events(&person.app, &person.caller, first).await.unwrap();
        assert!(!day.is_empty() && day.len() < events.len());
        let backward = Asked { days: (Some(date("2026-03-02")), Some(date("2026-03-01"))), ..of_kind };
        let refused = figures::events(&person.app, &person.caller, backward).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("bad_range", 400));
    });
}

fn rate(person: &Person, kind: &str, day: &str, (numerator, denominator): (i64, i64)) -> MetricRow {
    MetricRow {
        athlete: Some(person.caller.athlete),
        metric_type: kind.to_owned(),
        report_date: date(day),
        window_days: 7,
        dims: "{}".to_owned(),
        numerator,
        denominator,
        status: "ok".to_owned(),
        engine_version: "0".to_owned(),
        created_at: person.app.now(),
    }
}

async fn put_rates(person: &Person, kind: &str, rates: &[(&str, (i64, i64))]) {
    let mut tx = person.app.store.write().await.unwrap();
    for &(day, share) in rates {
        let row = rate(person, kind, day, share);
        tx.replace_metrics(Some(person.caller.athlete), date(day), &[row]).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn alerts(person: &Person) -> u64 {
    counted(&run_now(&person.app, "alerts").await.unwrap(), "alerts", "alerts").1
}

#[test]
fn p_43_an_alert_is_told_once_in_seven_days() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let regression = "progression_regression_rate";
        person.app.set_now(at("2026-03-13T12:00:00Z"));
        let calm = [("2026-03-10", (25, 100)), ("2026-03-11", (30, 100)), ("2026-03-12", (30, 100))];
        put_rates(&person, regression, &calm).await;
        assert_eq!(alerts(&person).await, 0);
        let high = [("2026-03-10", (26, 100)), ("2026-03-11", (30, 100)), ("2026-03-12", (26, 100))];
        put_rates(&person, regression, &high).await;
        assert_eq!(alerts(&person).await, 1);
        assert_eq!(alerts(&person).await, 0);
        let told = overview::day(&person.app, &person.caller, None).await.unwrap().alerts;
        assert_eq!(told.len(), 1, "the athlete reads it on the page of the day");
        assert_eq!(told[0].code, domain::reason::ReasonCode::LoadExcessive);
        person.advance_hours(24);
        put_rates(&person, regression, &[("2026-03-13", (50, 100))]).await;
        assert_eq!(alerts(&person).await, 0, "told yesterday");
        person.advance_hours(6 * 24);
        let later = [("2026-03-17", (26, 100)), ("2026-03-18", (30, 100)), ("2026-03-19", (26, 100))];
        put_rates(&person, regression, &later).await;
        assert_eq!(alerts(&person).await, 1);
        let of_kind = Asked { kind: Some(ProgressionEventType::AlertTriggered), ..Asked::default() };
        let told = figures::events(&person.app, &person.caller, of_kind).await.unwrap();
        assert_eq!(told.len(), 2);
    });
}

#[test]
fn p_43_fatigue_alerts_when_a_week_has_much_more_than_the_one_before() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.app.set_now(at("2026-03-13T12:00:00Z"));
        // Sunday the 8th closes the week before Thursday the 12th.
        for (before, now, expected) in [(20, 23, 0), (2, 5, 0), (3, 4, 1)] {
            let weeks = [("2026-03-08", (before, 1)), ("2026-03-12", (now, 1))];
            put_rates(&person, "progression_fatigue_alerts", &weeks).await;
            assert_eq!(alerts(&person).await, expected, "{before} to {now}");
        }
    });
}

#[test]
fn a_34_figures_of_fewer_than_five_athletes_are_suppressed() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.app.set_now(at("2026-03-13T12:00:00Z"));
        let mut tx = person.app.store.write().await.unwrap();
        for n in 0..5 {
            let athlete: Id<Athlete> = Id::derive(&["member", &n.to_string()]);
            let own = |kind: &str| MetricRow {
                athlete: Some(athlete),
                ..rate(&person, kind, "2026-03-12", (n, 10))
            };
            let mut rows = vec![own("kpi_completion_rate")];
            if n > 0 {
                rows.push(own("kpi_pain_incidence"));
            }
            tx.replace_metrics(Some(athlete), date("2026-03-12"), &rows).await.unwrap();
        }
        tx.commit().await.unwrap();
        run_now(&person.app, "metrics_all").await.unwrap();
        let mut tx = person.app.store.read().await.unwrap();
        let day = Figures { metric_type: None, from: date("2026-03-12"), to: date("2026-03-12") };
        let rows = tx.metrics(None, day).await.unwrap();
        let shown: Vec<_> = rows
            .iter()
            .map(|row| (row.metric_type.as_str(), row.numerator, row.denominator, row.status.as_str()))
            .collect();
        assert_eq!(
            shown,
            [("kpi_completion_rate", 10, 50, "ok"), ("kpi_pain_incidence", 0, 0, "suppressed")]
        );
    });
}

#[test]
fn p_45_an_exercise_that_went_back_three_times_is_reviewed_and_suspended_or_goes_on() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let athlete = person.caller.athlete;
        let days: Vec<LocalDate> = (2..5).map(|day| date(&format!("2026-03-0{day}"))).collect();
        add_decided(&person.app.store, athlete, "pull", &days, LevelDecision::Regress).await;
        person.app.set_now(at("2026-03-09T04:59:59Z"));
        assert_eq!(counted(&person.pass().await, "weekly_review", "exercises").0, 0);
        // Monday 06:00 in Berlin.
        person.app.set_now(at("2026-03-09T05:00:00Z"));
        assert_eq!(counted(&person.pass().await, "weekly_review", "exercises"), (1, 1));
        let (rows, csv) = review::export(&person.app, &person.caller).await.unwrap();
        assert_eq!((rows.len(), rows[0].exercise_key.as_str()), (1, "pull_up"));
        let filled = |word: &str| csv.trim_end().to_owned() + word + "\n";
        // A faulty line, and a line of somebody else, change nothing.
        let faulty = format!("{}{},pull_up,,,,,,maybe\n", filled("false"), athlete);
        let problem = review::import(&person.app, &person.caller, &faulty).await.unwrap_err();
        assert_eq!(problem.code.name, "invalid_verified");
        assert!(problem.to_string().contains("line 3"), "{problem}");
        let other: Id<Athlete> = Id::derive(&["somebody"]);
        let foreign = format!("{}{other},pull_up,,,,,,true\n", filled("false"));
        let problem = review::import(&person.app, &person.caller, &foreign).await.unwrap_err();
        assert_eq!(problem.code.name, "not_found");
        assert!(wellbeing::flags(&person.app, &person.caller).await.unwrap().is_empty());
        let reviewed = review::import(&person.app, &person.caller, &filled("false")).await.unwrap();
        assert_eq!(reviewed.suspended, ["pull_up"]);
        let flags = wellbeing::flags(&person.app, &person.caller).await.unwrap();
        assert_eq!((flags[0].kind, flags[0].source), (FlagKind::Suspension, FlagSource::Reviewer));
        // Left empty it is listed again; true lets it go on, and the count restarts.
        review::import(&person.app, &person.caller, &filled("")).await.unwrap();
        assert_eq!(review::export(&person.app, &person.caller).await.unwrap().0.len(), 1);
        let reviewed = review::import(&person.app, &person.caller, &filled("TRUE")).await.unwrap();
        assert_eq!(reviewed.restarted, ["pull_up"]);
        assert!(review::export(&person.app, &person.caller).await.unwrap().0.is_empty());
    });
}

#[test]
fn a_3_what_is_old_is_removed() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.train(0).await;
        person.app.set_now(at("2026-03-05T12:00:00Z"));
        person.pass().await;
        let events = |person: &Person| {
            let athlete = person.caller.athlete;
            let store = person.app.store.clone();
            async move { store.read().await.unwrap().count("session_events", athlete).await.unwrap() }
        };
        assert!(events(&person).await > 0);
        person.app.set_now(at("2028-03-02T12:00:00Z"));
        assert_eq!(
            counted(&run_now(&person.app, "retention").await.unwrap(), "retention", "session_events").1,
            0
        );
        person.app.set_now(at("2028-03-03T12:00:00Z"));
        let ran = run_now(&person.app, "retention").await.unwrap();
        assert!(counted(&ran, "retention", "session_events").1 > 0);
        assert_eq!(events(&person).await, 0);
    });
}

#[test]
fn a_job_that_fails_is_tried_again_later_and_dead_in_the_end() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let mut tx = person.app.store.write().await.unwrap();
        let job = NewJob {
            id: person.app.uuid(),
            name: "from_a_newer_program".to_owned(),
            athlete: None,
            period: "2026-03-02".to_owned(),
            due_at: person.app.now(),
        };
        tx.enqueue(std::slice::from_ref(&job)).await.unwrap();
        tx.commit().await.unwrap();
        for attempt in 1..=MOST_ATTEMPTS {
            let ran = run_due(&person.app, person.app.uuid(), 10).await.unwrap();
            assert_eq!(ran.len(), 1, "attempt {attempt}");
            assert!(ran[0].error.is_some());
            assert!(run_due(&person.app, person.app.uuid(), 10).await.unwrap().is_empty(), "it waits");
            person.advance_hours(6);
        }
        assert!(run_due(&person.app, person.app.uuid(), 10).await.unwrap().is_empty());
        let (_, dead) = jobs::list(&person.app).await.unwrap();
        assert_eq!((dead.len(), dead[0].id), (1, job.id));
        jobs::retry(&person.app, job.id).await.unwrap();
        assert_eq!(run_due(&person.app, person.app.uuid(), 10).await.unwrap().len(), 1);
        assert_eq!(jobs::retry(&person.app, job.id).await.unwrap_err().code.name, "not_found");
    });
}

#[test]
fn a_worker_does_what_is_due_and_stops_when_it_is_told() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let id = person.plan().await.session.id;
        person.app.set_now(at("2026-03-09T12:00:00Z"));
        let (stop, told) = tokio::sync::watch::channel(false);
        let watch = async {
            loop {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                let row = session::show(&person.app, &person.caller, id).await.unwrap();
                if row.session.status == SessionStatus::Skipped {
                    break;
                }
            }
            stop.send(true).unwrap();
        };
        tokio::join!(work(&person.app, told), watch);
    });
}

#[test]
fn p_23_of_several_servers_one_looks_for_what_is_due_in_a_quarter_of_an_hour() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let person = Person::new(store.clone()).await;
        person.app.set_now(at("2026-03-09T12:00:00Z"));
        let other = App::scripted(store, person.app.now(), 9);
        let (one, two) = tokio::join!(look(&person.app), look(&other));
        let found: Vec<u64> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
        assert!(matches!(found[..], [new] if new > 3), "{found:?}");
        other.set_now(at("2026-03-09T12:14:59Z"));
        assert_eq!(look(&other).await.unwrap(), None);
        // Whoever comes first looks next, and finds nothing new.
        other.set_now(at("2026-03-09T12:15:00Z"));
        assert_eq!(look(&other).await.unwrap(), Some(0));
        assert_eq!(look(&person.app).await.unwrap(), None);
    });
}

/// Several servers on one database: what each athlete is owed is done, and done once.
#[test]
fn no_run_is_doubled_when_several_servers_share_a_database() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let person = Person::new(store.clone()).await;
        let mut people = vec![person.caller];
        for n in 0..6 {
            let profile = profile("Europe/Berlin");
            let (_, caller) =
                account::create(&person.app, newcomer(&format!("athlete{n}"), profile)).await.unwrap();
            people.push(caller.unwrap());
        }
        for caller in &people {
            let wanted = Wanted { intent: Some("full_body".to_owned()), ..Wanted::default() };
            workout::plan_session(&person.app, caller, &wanted, &Saving::default()).await.unwrap();
            let days: Vec<LocalDate> = (0..30).map(|n| add_days(date("2023-01-01"), n)).collect();
            add_records(&person.app.store, caller.athlete, "old", &days).await;
        }
        let later = at("2026-03-09T12:00:00Z");
        let mut servers = Vec::new();
        for seed in 10..13 {
            servers.push(regimen::service::app::App::scripted(fresh.store().await, later, seed));
        }
        let serve = async |app: &regimen::service::app::App| {
            schedule(app).await.unwrap();
            run_due(app, app.uuid(), usize::MAX).await.unwrap()
        };
        let (a, b, c) = tokio::join!(serve(&servers[0]), serve(&servers[1]), serve(&servers[2]));
        let ran = [a, b, c].concat();
        let failed: Vec<_> = ran.iter().filter_map(|ran| ran.error.as_ref()).collect();
        assert!(failed.is_empty(), "{failed:?}");
        assert_eq!(counted(&ran, "skip_missed", "skipped"), (7, 7));
        assert_eq!(counted(&ran, "archive_progress", "archived"), (7, 7 * 20));
        assert_eq!(counted(&ran, "metrics_daily", "days"), (7, 7 * 7));
        assert_eq!(counted(&ran, "retention", "jobs").0, 1);
        let mut tx = servers[0].store.read().await.unwrap();
        for caller in &people {
            assert_eq!(tx.count("exercise_progress_archive", caller.athlete).await.unwrap(), 20);
        }
    });
}
