//! The rules of written a second time, from the chapter: what is wrong with the head of a report.

use domain::{reason::ReasonCode, wellbeing::FlagKind};

use super::{
    Head,
    change::ChangeKind,
    facts::{EffortShift, OpenProposal, Outlook, Period, ReportTuning, Upcoming},
};
use crate::suggestion::history::Trend;

/// What breaks a rule, each in words; nothing if all is well.
pub fn verify(period: &Period, outlook: &Outlook, tuning: &ReportTuning, head: &Head) -> Vec<String> {
    let mut breaches = Vec::new();
    let holding = ORDER.iter().find(|code| holds(**code, period, tuning));
    let code = head.finding.reason.code;
    if holding != Some(&code) {
        breaches.push(format!("A-19: {code} is told, but {holding:?} is the first that holds"));
    }
    if head.finding.reason.spec.to_string() != "A-19" {
        breaches.push("A-19: the finding names another rule".to_owned());
    }
    let exercise = head.finding.exercise.as_deref();
    if let (ReasonCode::Stuck, Some(key)) = (code, exercise) {
        let count = |key: &str| {
            period.stuck.iter().filter(|one| one.exercise == key).map(|one| one.regressions).max()
        };
        if period.stuck.iter().any(|one| Some(one.regressions) > count(key)) {
            breaches.push(format!("A-19: {key} is not the one that went back most"));
        }
    }
    let change = &head.change;
    let has_safety = outlook.proposals.iter().any(|proposal| proposal.safety);
    if has_safety != (change.kind == ChangeKind::Safety) {
        breaches
            .push("A-20: an open decrease for safety comes first, and only where there is one".to_owned());
    }
    let about = change.proposal.and_then(|id| outlook.proposals.iter().find(|proposal| proposal.id == id));
    if about.is_none() && change.proposal.is_some() {
        breaches.push("A-20: the proposal does not wait".to_owned());
    }
    if let Some(chosen) = about {
        let before = |other: &&OpenProposal| {
            (other.safety || !has_safety)
                && (other.rank < chosen.rank
                    || (other.rank == chosen.rank && other.confidence > chosen.confidence))
        };
        if outlook.proposals.iter().any(|other| before(&other)) {
            breaches.push("A-20: another proposal is first by rank and confidence".to_owned());
        }
    }
    if change.kind == ChangeKind::Keep && !outlook.proposals.is_empty() {
        breaches.push("A-20: the plan is kept while a proposal waits".to_owned());
    }
    if let Some(key) = &change.exercise {
        let own: Vec<&Upcoming> = outlook.exercises.iter().filter(|one| one.exercise == *key).collect();
        if own.iter().all(|one| one.barred) {
            breaches.push(format!("A-20: {key} may not be changed"));
        }
        if change.kind == ChangeKind::MoreSets && own.iter().all(|one| one.vetoed) {
            breaches.push(format!("A-20: a flag keeps {key} from becoming harder"));
        }
    }
    let is_new = !matches!(change.kind, ChangeKind::Safety | ChangeKind::Pending | ChangeKind::Keep);
    if is_new && outlook.barred.contains(&change.kind) {
        breaches.push(format!("A-20: {} is not to be proposed", change.kind));
    }
    if !fits(code, change.kind) {
        breaches.push(format!("A-20: {code} does not ask for {}", change.kind));
    }
    breaches
}

/// the order of the table.
const ORDER: [ReasonCode; 15] = [
    ReasonCode::PainActive,
    ReasonCode::LoadExcessive,
    ReasonCode::Stuck,
    ReasonCode::LowCompletion,
    ReasonCode::ConflictOpen,
    ReasonCode::LevelLost,
    ReasonCode::MuscleBelowMev,
    ReasonCode::StrengthDeclining,
    ReasonCode::EffortRising,
    ReasonCode::LevelGained,
    ReasonCode::Record,
    ReasonCode::StrengthImproving,
    ReasonCode::EffortFalling,
    ReasonCode::OnPlan,
    ReasonCode::NoData,
];

/// the second column of the table.
fn holds(code: ReasonCode, period: &Period, tuning: &ReportTuning) -> bool {
    let steady = |shift: &EffortShift| {
        let band = tuning.volume_band_pct * shift.volume_before;
        -band <= 100 * (shift.volume - shift.volume_before)
            && 100 * (shift.volume - shift.volume_before) <= band
    };
    let drift = period.effort.as_ref().filter(|shift| steady(shift)).map_or(0, |shift| shift.drift);
    let trends = |trend| period.strengths.iter().any(|one| one.trend == trend);
    match code {
        ReasonCode::PainActive => period.flags.iter().any(|flag| {
            flag.kind == FlagKind::Illness
                || flag.kind == FlagKind::Suspension
                || (flag.kind == FlagKind::Pain && flag.severity >= 2)
        }),
        ReasonCode::LoadExcessive => !period.alerts.is_empty(),
        ReasonCode::Stuck => !period.stuck.is_empty(),
        ReasonCode::LowCompletion => {
            period.planned >= tuning.planned_least
                && u64::from(period.planned) * u64::from(tuning.completion_low_pct)
                    > u64::from(period.done) * 100
        }
        ReasonCode::ConflictOpen => !period.conflicts.is_empty(),
        ReasonCode::LevelLost => period.levels.iter().any(|one| one.new < one.old),
        ReasonCode::MuscleBelowMev => {
            period.muscles.iter().any(|one| one.mev > one.done.max(one.before.unwrap_or(i64::MAX)))
        }
        ReasonCode::StrengthDeclining => trends(Trend::Declining),
        ReasonCode::EffortRising => drift >= tuning.effort_drift,
        ReasonCode::LevelGained => period.levels.iter().any(|one| one.new > one.old),
        ReasonCode::Record => period.records.iter().any(|record| record.former.is_some()),
        ReasonCode::StrengthImproving => trends(Trend::Improving),
        ReasonCode::EffortFalling => drift <= -tuning.effort_drift,
        ReasonCode::OnPlan => period.done >= 1,
        _ => true,
    }
}

/// which changes a finding may lead to; what waits, and to keep the plan, always fit.
fn fits(code: ReasonCode, kind: ChangeKind) -> bool {
    match kind {
        ChangeKind::Safety | ChangeKind::Pending | ChangeKind::Keep => true,
        ChangeKind::Swap => code == ReasonCode::PainActive,
        ChangeKind::LighterWeek | ChangeKind::DeloadWeek => code == ReasonCode::LoadExcessive,
        ChangeKind::EasierVariation | ChangeKind::PreviousLevel => code == ReasonCode::Stuck,
        ChangeKind::FewerSessions | ChangeKind::ShorterSessions => code == ReasonCode::LowCompletion,
        ChangeKind::ResolveConflict => code == ReasonCode::ConflictOpen,
        ChangeKind::LighterSession => {
            [ReasonCode::LevelLost, ReasonCode::EffortRising, ReasonCode::StrengthDeclining].contains(&code)
        }
        ChangeKind::MoreSets => code == ReasonCode::MuscleBelowMev,
    }
}
