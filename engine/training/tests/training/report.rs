//! The head of a report: scenarios, and that there is exactly one finding and one change for any history.

use domain::{
    anatomy::{BodyArea, Muscle},
    id::Id,
    reason::Facts,
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::FlagKind,
};
use proptest::{collection::vec, option, prelude::*, sample::select, test_runner::Config};
use serde::Deserialize;
use training::{
    report::{
        Head,
        change::ChangeKind,
        facts::{
            EffortShift, LevelMove, MuscleVolume, OpenConflict, OpenProposal, Outlook, Period, ReportTuning,
            StandingFlag, Strength, Stuck, Upcoming,
        },
        finding::CANDIDATES,
        head,
        verify::verify,
    },
    suggestion::history::Trend,
};

#[derive(Deserialize)]
struct Given {
    #[serde(flatten)]
    rest: toml::Table,
}

/// The names of the fields that say what may be changed.
const OUTLOOK: [&str; 5] = ["proposals", "exercises", "barred", "accumulation_weeks", "schedule"];

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/reports", |text| {
        let given: Given = toml::from_str(text).unwrap();
        let (outlook, period): (toml::Table, toml::Table) =
            given.rest.into_iter().partition(|(name, _)| OUTLOOK.contains(&name.as_str()));
        let (period, outlook): (Period, Outlook) = (period.try_into().unwrap(), outlook.try_into().unwrap());
        let told = checked(&period, &outlook);
        [Locale::En, Locale::Ru].map(|lang| shown(&told, lang)).concat()
    });
}

fn checked(period: &Period, outlook: &Outlook) -> Head {
    let tuning = ReportTuning::default();
    let told = head(period, outlook, &tuning);
    assert_eq!(verify(period, outlook, &tuning, &told), Vec::<String>::new());
    told
}

/// The finding and the change, each a line.
fn shown(head: &Head, lang: Locale) -> String {
    let voice = Voice::new(lang);
    let change = &head.change;
    let mut facts = Facts::new();
    facts.insert("exercise".into(), change.exercise.as_deref().unwrap_or_default().into());
    facts.insert("whole".into(), i64::from(change.exercise.is_none()).into());
    facts.insert("to".into(), change.to.as_deref().unwrap_or_default().into());
    facts.insert("amount".into(), change.amount.unwrap_or(0).into());
    let text = voice.text(&format!("report_change-{}", change.kind), &facts).unwrap();
    let id = change.proposal.map(|id| id.to_string()).or(change.conflict.map(|id| id.to_string()));
    let id = id.map(|id| format!(" [{}]", &id[id.len() - 1..])).unwrap_or_default();
    format!("{}\n    {text}{id}\n", voice.reason(&head.finding.reason))
}

fn key() -> impl Strategy<Value = String> {
    select(vec!["bench_press", "pull_up", "back_squat"]).prop_map(str::to_owned)
}

fn periods() -> impl Strategy<Value = Period> {
    let flag = (select(FlagKind::ALL), option::of(select(BodyArea::ALL)), 0..=3_u8, 0..40_u32)
        .prop_map(|(kind, area, severity, days)| StandingFlag { kind, area, exercise: None, severity, days });
    let stuck = (key(), 3..6_u32).prop_map(|(exercise, regressions)| Stuck { exercise, regressions });
    let conflict = (1..9_u32, 0..28_u32)
        .prop_map(|(id, days)| OpenConflict { id: Id::derive(&["conflict", &id.to_string()]), days });
    let level = (key(), 1..6_u32, 1..6_u32).prop_map(|(exercise, old, new)| LevelMove { exercise, old, new });
    let muscle = (select(Muscle::ALL), 0..200_i64, option::of(0..200_i64), 0..200_i64)
        .prop_map(|(muscle, done, before, mev)| MuscleVolume { muscle, done, before, mev });
    let strength = (key(), select(Trend::ALL), -90..90_i64).prop_map(|(exercise, trend, change)| Strength {
        exercise,
        trend,
        change,
    });
    let effort = (-30..30_i64, 0..90_i64, 0..90_i64).prop_map(|(drift, volume, volume_before)| EffortShift {
        drift,
        volume,
        volume_before,
    });
    let first = (0..6_u32, 0..6_u32, vec(flag, 0..3), vec(0..100_u32, 0..2), vec(stuck, 0..2));
    let second =
        (vec(conflict, 0..2), vec(level, 0..3), vec(muscle, 0..3), vec(strength, 0..3), option::of(effort));
    (first, second).prop_map(
        |((planned, done, flags, alerts, stuck), (conflicts, levels, muscles, strengths, effort))| {
            let records = Vec::new();
            Period {
                planned,
                done,
                flags,
                alerts,
                stuck,
                conflicts,
                levels,
                muscles,
                strengths,
                effort,
                records,
            }
        },
    )
}

fn outlooks() -> impl Strategy<Value = Outlook> {
    let proposal =
        (0..50_u32, any::<bool>(), 0..3_u32, 0..100_u32).prop_map(|(id, safety, rank, confidence)| {
            let id = Id::derive(&["proposal", &id.to_string()]);
            OpenProposal { id, safety, rank, confidence, created_at: Instant::EPOCH }
        });
    let may = (any::<bool>(), any::<bool>());
    let exercise = (key(), may, any::<bool>(), option::of(key()), option::of(1..5_u32)).prop_map(
        |(exercise, (barred, vetoed), next, other, level)| Upcoming {
            exercise,
            barred,
            vetoed,
            next,
            areas: BodyArea::ALL.iter().map(|area| (*area, 1)).collect(),
            muscles: Muscle::ALL.iter().map(|muscle| (*muscle, 1)).collect(),
            substitute: other.clone(),
            easier: other,
            level,
            min_sets: 2,
        },
    );
    let barred = vec(select(ChangeKind::ALL), 0..3);
    (vec(proposal, 0..3), vec(exercise, 0..3), barred, 0..8_u32, 0..6_u32).prop_map(
        |(mut proposals, exercises, barred, accumulation_weeks, schedule)| {
            // No two proposals have one id.
            proposals.sort_by_key(|one| one.id);
            proposals.dedup_by_key(|one| one.id);
            Outlook { proposals, exercises, barred, accumulation_weeks, schedule }
        },
    )
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_36_any_history_has_one_finding_and_one_change(period in periods(), outlook in outlooks()) {
        let tuning = ReportTuning::default();
        let told = head(&period, &outlook, &tuning);
        prop_assert_eq!(verify(&period, &outlook, &tuning, &told), Vec::<String>::new());
        prop_assert!(!shown(&told, Locale::En).contains('{'), "{}", shown(&told, Locale::En));
        // The order in which facts come changes nothing.
        let mut turned = period.clone();
        turned.flags.reverse();
        turned.stuck.reverse();
        turned.levels.reverse();
        turned.muscles.reverse();
        turned.strengths.reverse();
        prop_assert_eq!(head(&turned, &outlook, &tuning).finding.reason.code, told.finding.reason.code);
    }
}

#[test]
fn a_19_an_empty_history_has_no_data_and_the_plan_is_kept() {
    let told = checked(&Period::default(), &Outlook::default());
    assert_eq!(shown(&told, Locale::En), "No session on record this week.\n    Keep the plan as it is.\n");
    assert_eq!(CANDIDATES.len(), 14);
}

#[test]
fn a_20_verify_sees_another_finding_and_a_change_that_may_not_be() {
    let tuning = ReportTuning::default();
    let period = Period { planned: 3, done: 3, ..Period::default() };
    let mut told = checked(&period, &Outlook::default());
    told.finding.reason.code = domain::reason::ReasonCode::Stuck;
    told.change.kind = training::report::change::ChangeKind::Swap;
    let breaches = verify(&period, &Outlook::default(), &tuning, &told);
    assert_eq!(breaches.len(), 2, "{breaches:?}");
}
