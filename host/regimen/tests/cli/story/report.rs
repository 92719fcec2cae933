//! The reports of weeks and months, on both databases (P-22, A-17..A-20).

use domain::{
    anatomy::BodyArea,
    change::{Change, Direction, Field},
    id::Id,
    plan::PlanItem,
    proposal::{Consent, Proposal, ProposalKind, ProposalState, dedup_key},
    quantity::Grams,
    reason::ReasonCode,
    wellbeing::FlagKind,
};
use plan::answer::{Answer, Reply};
use regimen::{
    problem::Problem,
    service::{
        body::{self, Taken},
        doctor,
        jobs::{run::run_due, schedule::schedule},
        profile,
        proposals::{self, Filter},
        report::{self, ReportKind, Told},
        session::{finish, leave, start::AtGate},
        template, wellbeing,
    },
};
use serde_json::{Value, json};
use training::{flag::Sign, report::change::ChangeKind};

use super::{both::on_both, person::Person};

impl Person {
    async fn report(&self, week: &str, revision: Option<i64>) -> Result<Told, Problem> {
        report::read(&self.app, &self.caller, week.parse()?, revision).await
    }

    /// How many reports the jobs of this name that are due have made.
    async fn reports_made(&self, job: &str) -> u64 {
        schedule(&self.app).await.unwrap();
        let ran = run_due(&self.app, self.app.uuid(), usize::MAX).await.unwrap();
        assert!(ran.iter().all(|ran| ran.error.is_none()), "{ran:?}");
        let reports = ran.iter().filter(|ran| ran.name == job);
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
        assert_eq!(anna.reports_made("weekly_report").await, 0);
        anna.set_clock("2026-03-09T05:00:00Z");
        assert_eq!(anna.reports_made("weekly_report").await, 1);
        assert_eq!(anna.reports_made("weekly_report").await, 0, "once is enough");
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
        assert_eq!(json!(keys(&told)), json!(["finding", "from", "next", "period", "to"]));
        let weeks = report::periods(&anna.app, &anna.caller, ReportKind::Weekly).await.unwrap();
        let weeks = weeks.map(|(first, newest)| (first.to_string(), newest.to_string()));
        assert_eq!(weeks, Some(("2026-W10".to_owned(), "2026-W11".to_owned())));
    });
}

#[test]
fn a_18_a_month_is_told_on_the_first_at_six_against_the_month_before() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        body::weigh(&anna.app, &anna.caller, Grams(80_000), Taken::default()).await.unwrap();
        // Eight weeks of three sessions, from the first days of March on.
        for more in 0..24 {
            anna.train(more % 3).await;
            anna.advance_hours(54);
        }
        anna.set_clock("2026-05-01T03:59:59Z");
        assert_eq!(anna.report("2026-04", None).await.unwrap_err().code.name, "no_report");
        anna.set_clock("2026-05-01T04:00:00Z");
        assert_eq!(anna.reports_made("monthly_report").await, 1);
        assert_eq!(anna.reports_made("monthly_report").await, 0, "once is enough");
        let told = anna.report("2026-04", None).await.unwrap();
        assert_eq!(
            (told.report.from.to_string(), told.report.to.to_string()),
            ("2026-04-01".to_owned(), "2026-04-30".to_owned())
        );
        let summary = told.report.summary.as_ref().unwrap();
        assert!(summary.done > 9 && summary.done == summary.planned, "{summary:?}");
        assert!(summary.rpe_change.is_some(), "effort is compared with March: {summary:?}");
        let month = told.report.month.as_ref().unwrap();
        let weeks: Vec<&str> = month.weeks.iter().map(|week| week.week.as_str()).collect();
        assert_eq!(weeks, ["2026-W14", "2026-W15", "2026-W16", "2026-W17"], "those that end in April");
        assert!(month.weeks.iter().all(|week| week.done > 0 && week.planned >= week.done), "{month:?}");
        let best = month.weeks.iter().map(|week| week.done).max();
        let named = month.weeks.iter().find(|week| Some(&week.week) == month.best_week.as_ref());
        assert_eq!(named.map(|week| week.done), best);
        let by_weekday: u32 = month.weekdays.iter().map(|day| day.done).sum();
        assert_eq!(by_weekday, summary.done, "every session was on some weekday");
        assert!(!month.anchors.is_empty(), "{month:?}");
        assert!(told.report.change.is_some() && told.report.charts.len() == 7);
        assert_eq!(told.report.next.start.to_string(), "2026-05-04", "the week after the one that runs");
        let march = anna.report("2026-03", None).await.unwrap();
        assert_eq!(march.report.summary.as_ref().unwrap().rpe_change, None, "there is no month before");
        assert!(anna.report("2026-05", None).await.is_err(), "it is not over");
        assert!(anna.report("2026-02", None).await.is_err(), "before Anna came");
        assert!(anna.report("2026-W17", None).await.unwrap().report.month.is_none());
    });
}

impl Person {
    /// The change of a report, which must be a proposal that waits.
    async fn asked(&self, period: &str) -> (ChangeKind, Proposal) {
        let change = self.report(period, None).await.unwrap().report.change.unwrap();
        let id = change.proposal.unwrap_or_else(|| panic!("{} is only told", change.kind)).id;
        let (proposal, _) = proposals::show(&self.app, &self.caller, id).await.unwrap();
        let waits = (change.kind, proposal.state, proposal.consent);
        assert_eq!(waits, (change.kind, ProposalState::Pending, Consent::Ask));
        (change.kind, proposal)
    }

    async fn answer(&self, proposal: &Proposal, reply: Reply) {
        let answers = [Answer { proposal: proposal.id, reply }];
        proposals::decide(&self.app, &self.caller, &answers).await.unwrap();
        self.is_sound().await;
    }

    /// Nothing of what is stored breaks a rule.
    async fn is_sound(&self) {
        let found = doctor::findings(&self.app, &self.caller).await.unwrap();
        assert!(found.is_empty(), "{found:?}");
    }

    /// A session that is planned, started and skipped.
    async fn skip(&self) {
        let row = self.begin(AtGate::AcceptAll).await;
        finish::skip(&self.app, &self.caller, row.session.id, "no time").await.unwrap();
    }

    /// A week in which one session of four is done.
    async fn train_once_of_four(&self) {
        self.train(0).await;
        for _ in 0..3 {
            self.advance_hours(24);
            self.skip().await;
        }
    }

    async fn days_per_week(&self) -> u8 {
        profile::profile_of(&self.app, &self.caller).await.unwrap().days_per_week
    }
}

const YES: Reply = Reply::Accept { alternative: None };
const NO: Reply = Reply::Reject { reason: None, note: None };

#[test]
fn a_20_too_few_sessions_ask_for_one_less_and_a_no_is_heard_for_a_week() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train_once_of_four().await;
        anna.set_clock("2026-03-09T09:00:00Z");
        let first = anna.report("2026-W10", None).await.unwrap();
        assert_eq!(first.report.finding.code, ReasonCode::LowCompletion);
        let (kind, proposal) = anna.asked("2026-W10").await;
        assert_eq!((kind, proposal.kind), (ChangeKind::FewerSessions, ProposalKind::StructureChange));
        let again = report::again(&anna.app, &anna.caller, "2026-W10".parse().unwrap()).await.unwrap();
        assert_eq!(again, first, "made again it asks the same, and once");
        anna.is_sound().await;
        anna.answer(&proposal, NO).await;
        assert_eq!(anna.days_per_week().await, 3);
        // Not a week has passed since the no.
        anna.train_once_of_four().await;
        anna.set_clock("2026-03-16T08:59:59Z");
        let told = anna.report("2026-W11", None).await.unwrap().report;
        assert_eq!(told.finding.code, ReasonCode::LowCompletion);
        assert_ne!(told.change.unwrap().kind, ChangeKind::FewerSessions);
        // A yes changes how many sessions the weeks have.
        anna.train_once_of_four().await;
        anna.set_clock("2026-03-23T09:00:00Z");
        let (kind, proposal) = anna.asked("2026-W12").await;
        assert_eq!(kind, ChangeKind::FewerSessions);
        anna.answer(&proposal, YES).await;
        assert_eq!(anna.days_per_week().await, 2);
    });
}

#[test]
fn a_20_pain_asks_for_another_exercise_and_a_yes_puts_it_in_the_plan() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train(0).await;
        anna.advance_hours(30);
        anna.train(0).await;
        anna.advance_hours(1);
        let sign = Sign { kind: FlagKind::Pain, area: Some(BodyArea::Elbow), exercise: None, severity: 2 };
        wellbeing::set_flag(&anna.app, &anna.caller, sign).await.unwrap();
        anna.set_clock("2026-03-09T09:00:00Z");
        let told = anna.report("2026-W10", None).await.unwrap().report;
        assert_eq!(told.finding.code, ReasonCode::PainActive, "{:?}", told.flags);
        let (kind, proposal) = anna.asked("2026-W10").await;
        assert_eq!((kind, proposal.kind), (ChangeKind::Swap, ProposalKind::SelectionChange));
        let before = anna.items().await;
        anna.answer(&proposal, YES).await;
        let after = anna.items().await;
        let of = |items: &[PlanItem]| {
            let item = items.iter().find(|item| item.item_id == proposal.target.item_id).unwrap();
            item.exercise_key.clone()
        };
        assert_ne!(of(&before), of(&after), "another exercise stands in its place");
        assert_eq!(before.len(), after.len());
        let open = proposals::list(&anna.app, &anna.caller, Filter::default()).await.unwrap();
        let left = open.iter().filter(|one| one.target.item_id == proposal.target.item_id).count();
        assert_eq!(left, 0, "AR-5: what waited on the old exercise is closed");
    });
}

#[test]
fn a_20_a_week_that_is_told_late_says_what_it_would_have_changed() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train_once_of_four().await;
        anna.set_clock("2026-03-30T09:00:00Z");
        let change = anna.report("2026-W10", None).await.unwrap().report.change.unwrap();
        assert_eq!((change.kind, change.proposal.is_none()), (ChangeKind::FewerSessions, true));
        let open = proposals::list(&anna.app, &anna.caller, Filter::default()).await.unwrap();
        assert!(open.iter().all(|proposal| proposal.rule.to_string() != "A-20"), "{open:?}");
    });
}

#[test]
fn a_20_a_yes_is_followed_beside_the_plan() {
    on_both(async |fresh| {
        let anna = Person::new(fresh.store().await).await;
        anna.train_once_of_four().await;
        anna.set_clock("2026-03-09T09:00:00Z");
        let (_, asked) = anna.asked("2026-W10").await;
        // What other findings would have asked of the whole plan.
        let other = |field: Field, old: i64, new: i64| Proposal {
            id: Id::derive(&["asked", field.as_str()]),
            kind: if field == Field::SessionVolume { ProposalKind::SessionModifier } else { asked.kind },
            changes: vec![Change { target: asked.target, field, old: old.into(), new: new.into() }],
            reason: asked.reason.clone().fact("sessions", 2_i64),
            dedup_key: dedup_key(asked.plan_id, asked.target, field, Direction::Easier),
            ..asked.clone()
        };
        let week = Proposal {
            dedup_key: dedup_key(asked.plan_id, asked.target, Field::DeloadWeek, Direction::Neutral),
            ..other(Field::DeloadWeek, 0, 1)
        };
        let shorter = other(Field::SessionMinutes, 60, 45);
        let lighter = other(Field::SessionVolume, 100, 50);
        let mut tx = anna.app.store.write().await.unwrap();
        tx.put_proposals(&[week.clone(), shorter.clone(), lighter.clone()]).await.unwrap();
        tx.commit().await.unwrap();
        for proposal in [&week, &shorter, &lighter] {
            anna.answer(proposal, YES).await;
        }
        let block = template::block(&anna.app, &anna.caller).await.unwrap().unwrap();
        assert!(block.deload_now, "{block:?}");
        let profile = profile::profile_of(&anna.app, &anna.caller).await.unwrap();
        assert_eq!(profile.session_minutes, 45);
        for expected in [50, 50, 100] {
            let row = anna.begin(AtGate::AcceptAll).await;
            let volumes = row.session.exercises.iter().filter_map(|one| one.frozen.as_ref());
            assert!(volumes.clone().all(|frozen| frozen.volume_pct == expected), "{expected}: {volumes:?}");
            anna.perform(&row, 0).await;
            anna.advance_hours(1);
            anna.finish(&row).await.unwrap();
            leave::leave(&anna.app, &anna.caller, row.session.id).await.unwrap();
            anna.advance_hours(40);
        }
    });
}
