//! the change of a report as a proposal that can be answered, and what an answer does beside the plan.

use domain::{
    change::{Change, Direction, Field, Target, Value},
    equipment::EquipmentSet,
    exercise::ExerciseKey,
    plan::{PlanId, PlanItem, Role, Trigger, TriggerKind},
    proposal::{Consent, ConsentSubject, Draft, EngineName, Occasion, Proposal, ProposalKind, ProposalState},
    reason::{Fact, Reason},
    spec::SpecId,
    time::Instant,
    wellbeing::{Flag, FlagKind, ModifierScope, Pain, SessionModifier},
};
use plan::mode::default_mode;
use training::{
    catalog::Catalog,
    freeze::{NEXT_SESSION, Origin},
    pain::PainMap,
    progression::easier::{easier_variation, previous_level},
    report::change::{ChangeKind, ProposedChange},
    substitute::{Situation, substitutes},
    tuning::Tuning,
};

use super::{ReportPeriod, facts::Known};
use crate::{
    problem::Problem,
    service::{app::Work, ledger::TUNING, profile::Profile, workout::counted_as},
};

/// The fact that says for how many sessions a proposal holds.
const SESSIONS: &str = "sessions";
/// By which rule, and in which version of it.
pub(super) const RULE: SpecId = SpecId::new("A-20");
const RULE_VERSION: &str = "report-1";
/// A rule that applies is certain.
const CONFIDENCE: u8 = 100;
/// PR-7: what was answered is not proposed again for so many days.
const COOLDOWN_DAYS: i64 = 7;
/// No session is shorter, in minutes.
const LEAST_MINUTES: u32 = 10;

/// What kind of proposal a change is, and which setting of consent it is under (PR-6); nothing where it is none of its
/// own.
const fn kind_of(kind: ChangeKind) -> Option<(ProposalKind, ConsentSubject)> {
    use ChangeKind::{
        DeloadWeek, EasierVariation, FewerSessions, Keep, LighterSession, LighterWeek, MoreSets, Pending,
        PreviousLevel, ResolveConflict, Safety, ShorterSessions, Swap,
    };
    Some(match kind {
        Swap => (ProposalKind::SelectionChange, ConsentSubject::SelectionChange),
        LighterWeek | LighterSession => (ProposalKind::SessionModifier, ConsentSubject::SessionModifier),
        EasierVariation | PreviousLevel => (ProposalKind::LevelChange, ConsentSubject::Offer),
        DeloadWeek | FewerSessions | ShorterSessions => {
            (ProposalKind::StructureChange, ConsentSubject::StructureChange)
        }
        MoreSets => (ProposalKind::PrescriptionChange, ConsentSubject::PrescriptionChange),
        Safety | ResolveConflict | Pending | Keep => return None,
    })
}

/// The field by which a change of the whole plan is known.
const fn field_of(kind: ChangeKind) -> Option<Field> {
    match kind {
        ChangeKind::LighterWeek | ChangeKind::LighterSession => Some(Field::SessionVolume),
        ChangeKind::DeloadWeek => Some(Field::DeloadWeek),
        ChangeKind::FewerSessions => Some(Field::WeeklySessions),
        ChangeKind::ShorterSessions => Some(Field::SessionMinutes),
        _ => None,
    }
}

/// What a proposal of a report refers to.
fn reference(period: ReportPeriod) -> String {
    format!("report {period}")
}

/// PR-7: whether a proposal of a report keeps the same from being proposed at an instant.
fn blocks(proposal: &Proposal, now: Instant) -> bool {
    let is_fresh = |at: Instant| now < at.plus_seconds(COOLDOWN_DAYS * 86_400);
    match proposal.state {
        ProposalState::Pending | ProposalState::Deferred => true,
        ProposalState::Accepted => is_fresh(proposal.created_at),
        ProposalState::Rejected => proposal.decided_at.is_some_and(is_fresh),
        _ => false,
    }
}

impl Known {
    /// What this very report has proposed and nobody has answered; made again, the report proposes the same.
    fn is_own(&self, proposal: &Proposal) -> bool {
        proposal.rule == RULE
            && proposal.state.is_open()
            && proposal.trigger.reference == reference(self.period)
    }

    /// Whether the like waits for an answer on an item, or a report has lately proposed something of it (PR-7).
    pub(super) fn has_asked(&self, item: &PlanItem) -> bool {
        let is_other = |one: &&Proposal| one.target.item_id == item.item_id && !self.is_own(one);
        let is_like = |change: &Change| match change.field {
            Field::Exercise | Field::MinSets | Field::SessionVolume => true,
            Field::Level | Field::Variation => change.direction(false) == Direction::Easier,
            _ => false,
        };
        self.proposals.iter().filter(is_other).any(|one| one.changes.iter().any(is_like))
            || self.asked.iter().filter(is_other).any(|one| blocks(one, self.now))
    }

    /// What waits for an answer, but for what this report has proposed.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals.iter().filter(|one| !self.is_own(one))
    }

    /// Changes of the whole plan that are not to be proposed, by what was asked lately (PR-7) and wanted (PR-6).
    pub(super) fn barred(&self, profile: &Profile) -> Vec<ChangeKind> {
        let is_barred = |kind: &ChangeKind| {
            let Some((_, subject)) = kind_of(*kind) else { return false };
            let of_plan = |one: &&Proposal| self.plan.is_some_and(|plan| one.target == Target::plan(plan));
            let others = self.asked.iter().filter(of_plan).filter(|one| !self.is_own(one));
            let mut asked = others.filter(|one| blocks(one, self.now));
            let fields =
                |one: &Proposal| one.changes.iter().any(|change| Some(change.field) == field_of(*kind));
            let way = if *kind == ChangeKind::MoreSets { Direction::Harder } else { Direction::Easier };
            self.plan.is_none() || profile.consent.consent(subject, way).is_none() || asked.any(fields)
        };
        ChangeKind::ALL.iter().copied().filter(is_barred).collect()
    }

    /// The proposal of a change that nobody has proposed yet; nothing where one waits, or nothing is to change.
    pub(super) fn ask(&self, change: &ProposedChange, work: &Work<'_>) -> Option<Proposal> {
        let (kind, _) = kind_of(change.kind)?;
        let plan_id = self.plan?;
        let (target, changes) = self.changes(change, plan_id, work)?;
        if let Some(known) = self.asked.iter().find(|one| self.is_own(one) && one.changes == changes) {
            return Some(known.clone());
        }
        if changes.is_empty() {
            return None;
        }
        let mut reason = Reason { spec: RULE, ..change.reason.clone() };
        if change.kind == ChangeKind::LighterWeek {
            reason = reason.fact(SESSIONS, self.schedule.len());
        }
        let occasion = Occasion {
            athlete_id: work.athlete.id,
            plan_id,
            trigger: Trigger { kind: TriggerKind::Schedule, reference: reference(self.period) },
            trace_id: work.trace_id.clone(),
            at: work.now,
            ttl_days: TUNING.proposal_ttl_days,
        };
        Some(occasion.proposal(Draft {
            target,
            kind,
            engine: EngineName::System,
            rule: RULE,
            rule_version: RULE_VERSION,
            changes,
            alternatives: vec![],
            reason,
            evidence: vec![],
            confidence: CONFIDENCE,
            consent: Consent::Ask,
            step_g: None,
            assistance: false,
        }))
    }

    /// The item of an exercise, or of a ladder.
    fn item(&self, key: &str) -> Option<&PlanItem> {
        self.items.iter().find(|item| key_of(item) == key)
    }

    /// What can stand in for an item's exercise where it hurts, the best that is not in the plan (SU-2).
    pub(super) fn substitute(&self, item: &PlanItem, profile: &Profile) -> Option<String> {
        let sore = |flag: &&Flag| flag.kind == FlagKind::Pain && self.is_active(flag);
        let pains = self.flags.iter().filter(sore);
        let pain: PainMap =
            pains.filter_map(|flag| Some(Pain { area: flag.area?, severity: flag.severity })).collect();
        let selected: Vec<ExerciseKey> = self.items.iter().map(|item| item.exercise_key.clone()).collect();
        let situation = Situation {
            equipment: at_hand(profile),
            avoided: &profile.avoided_exercises.iter().cloned().collect(),
            pain: &pain,
            pain_exclude_from: Tuning::default().pain_exclude_from,
            training_age: profile.training_age,
            selected: &selected,
        };
        let is_main = item.role == Role::Main;
        let found = substitutes(&self.catalog, &item.exercise_key, is_main, &situation)?;
        found.candidates.first().map(|candidate| candidate.key.to_string())
    }

    fn changes(
        &self,
        change: &ProposedChange,
        plan: PlanId,
        work: &Work<'_>,
    ) -> Option<(Target, Vec<Change>)> {
        let whole = Target::plan(plan);
        let one = |target: Target, field, old: Value, new: Value| {
            Some((target, vec![Change { target, field, old, new }]))
        };
        let amount = i64::from(change.amount.unwrap_or(0));
        let item = change.exercise.as_ref().and_then(|key| self.item(key));
        let trace = &work.trace_id;
        match change.kind {
            ChangeKind::Swap => {
                let (item, new) = (item?, change.to.as_ref()?);
                Some((Target::item(item.item_id), swapped(item, new, &self.catalog)?))
            }
            ChangeKind::EasierVariation => {
                let item = item?;
                let easier = easier_variation(item, &self.catalog, at_hand(work.profile()), trace)?;
                Some((Target::item(item.item_id), easier.changes))
            }
            ChangeKind::PreviousLevel => {
                let item = item?;
                Some((Target::item(item.item_id), previous_level(item, &self.catalog, trace)?.changes))
            }
            ChangeKind::LighterSession | ChangeKind::LighterWeek => {
                let target = item.map_or(whole, |item| Target::item(item.item_id));
                one(target, Field::SessionVolume, 100.into(), amount.into())
            }
            ChangeKind::MoreSets => {
                let item = item?;
                let old = item.min_sets.map_or(Value::Nothing, |sets| i64::from(sets).into());
                one(Target::item(item.item_id), Field::MinSets, old, amount.into())
            }
            ChangeKind::DeloadWeek => one(whole, Field::DeloadWeek, 0.into(), 1.into()),
            ChangeKind::FewerSessions => {
                let had = i64::try_from(self.schedule.len()).ok()?;
                one(whole, Field::WeeklySessions, had.into(), amount.into())
            }
            ChangeKind::ShorterSessions => {
                let minutes = work.profile().session_minutes;
                let shorter = (minutes * (100 - change.amount.unwrap_or(0)) / 100).max(LEAST_MINUTES);
                one(whole, Field::SessionMinutes, i64::from(minutes).into(), i64::from(shorter).into())
            }
            ChangeKind::Safety | ChangeKind::ResolveConflict | ChangeKind::Pending | ChangeKind::Keep => None,
        }
    }
}

/// What a report calls an item: its ladder, else its exercise.
pub(super) fn key_of(item: &PlanItem) -> &str {
    let level = item.prescription.level_ref.as_ref();
    level.map_or_else(|| item.exercise_key.as_str(), |level| level.ladder_key.as_str())
}

/// What the athlete trains with; everything where they have not said.
pub(super) fn at_hand(profile: &Profile) -> EquipmentSet {
    profile.equipment().map_or_else(EquipmentSet::all, |known| known.into_iter().collect())
}

/// What puts another exercise in the place of an item's: as many sets and as much rest, loads to be found.
fn swapped(item: &PlanItem, new: &str, catalog: &Catalog) -> Option<Vec<Change>> {
    let exercise = catalog.get(&new.parse().ok()?)?;
    let mut after = PlanItem { exercise_key: exercise.id.clone(), difficulty: 100, ..item.clone() };
    after.prescription.level_ref = None;
    for set in &mut after.prescription.sets {
        *set = counted_as(set, exercise.measure);
    }
    after.progression_mode = default_mode(exercise, false, item.role, &after.prescription);
    let mut changes = item.diff(&after);
    // Who leaves a ladder has no level to change.
    changes.retain(|change| (change.field, &change.new) != (Field::Level, &Value::Nothing));
    // Another variation of the same is a step of a ladder; this is another exercise (AR-5).
    for change in changes.iter_mut().filter(|change| change.field == Field::Variation) {
        change.field = Field::Exercise;
    }
    Some(changes)
}

impl Work<'_> {
    /// What a yes to the proposal of a report changes beside the plan: lighter sessions, how many a week has, how long
    /// they are, or that this week is an easy one.
    pub(in crate::service) async fn follow_report(&mut self, proposal: &Proposal) -> Result<(), Problem> {
        for change in proposal.changes.iter().filter(|_| proposal.rule == RULE) {
            let Value::Number(new) = change.new else { continue };
            match change.field {
                Field::DeloadWeek => self.set_deload(new > 0).await.map(drop)?,
                Field::WeeklySessions => {
                    let sessions = usize::try_from(new).unwrap_or(0).max(1);
                    let mut profile = self.profile().clone();
                    profile.weekly_schedule.truncate(sessions);
                    profile.days_per_week = u8::try_from(sessions).unwrap_or(7).min(7);
                    self.change_profile(profile).await?;
                }
                Field::SessionMinutes => {
                    let session_minutes = u32::try_from(new).unwrap_or(LEAST_MINUTES);
                    let profile = Profile { session_minutes, ..self.profile().clone() };
                    self.change_profile(profile).await?;
                }
                Field::SessionVolume => {
                    let lighter = self.lighter(proposal, u8::try_from(new).unwrap_or(100));
                    self.tx.put_modifiers(&[lighter]).await?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// AR-6: the next session lighter, or that of one item; all of a week where the proposal says so.
    fn lighter(&self, proposal: &Proposal, volume_pct: u8) -> SessionModifier {
        let origin = Origin { athlete_id: self.athlete.id, trace_id: &self.trace_id, at: self.now };
        let (scope, target) = if proposal.target == Target::plan(proposal.plan_id) {
            (ModifierScope::Session, NEXT_SESSION.to_owned())
        } else {
            (ModifierScope::Item, proposal.target.item_id.to_string())
        };
        let sessions_left = match proposal.reason.facts.get(SESSIONS) {
            Some(Fact::Count(sessions)) => u32::try_from(*sessions).unwrap_or(1).max(1),
            _ => 1,
        };
        SessionModifier {
            sessions_left,
            ..origin.lighter(scope, target, volume_pct, proposal.reason.clone())
        }
    }
}
