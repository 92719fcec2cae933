//! P-8 a second time: what should have been decided about a ladder item.

use domain::{
    exercise::ProgressionType::{self, Endurance, Mobility, Strength},
    progress::LevelDecision,
    reason::ReasonCode,
    wellbeing::FlagKind,
};

use super::{
    case::{Case, is_skip},
    facts::{self, Facts},
    past::Past,
    rows::Entry,
    target::{self, Aim, Cause, Step},
    veto,
};

/// One ladder item of one session with what its decision depends on.
pub(super) struct Judged<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) entry: &'a Entry,
    pub(super) facts: Facts,
    pub(super) past: Past<'a>,
    pub(super) progression: ProgressionType,
}

/// What a decision should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) decision: LevelDecision,
    pub(super) reasons: Vec<ReasonCode>,
    pub(super) aim: Aim,
}

impl<'a> Judged<'a> {
    /// [`None`] for a level or exercise that the catalogue does not know.
    pub(super) fn new(case: &'a Case<'a>, entry: &'a Entry) -> Option<Self> {
        Some(Self {
            case,
            entry,
            facts: Facts::of(entry),
            past: Past::of(case, entry),
            progression: facts::progression(case, entry)?,
        })
    }

    /// The first line of the table that applies.
    pub(super) fn verdict(&self) -> Verdict {
        let (facts, tuning) = (self.facts, self.case.rows.tuning);
        let is_flagged = |kind| self.case.is_flagged(self.entry, kind);
        let counts_effort = self.progression != Mobility;
        if is_skip(self.entry) {
            return hold(ReasonCode::Skip);
        }
        let marks = &self.entry.record.marks;
        if marks.iter().any(|mark| mark.kind == domain::wellbeing::MarkKind::Pain && mark.severity != Some(0))
        {
            return self.regress(Cause::Pain);
        }
        if is_flagged(FlagKind::Suspension) {
            return hold(ReasonCode::Suspended);
        }
        if self.entry.deload {
            return hold(ReasonCode::Deload);
        }
        if facts.is_short_of(tuning.hold_pct) && !is_flagged(FlagKind::Technique) {
            return self.regress(Cause::UnderVolume);
        }
        if counts_effort && facts.rpe.is_some_and(|rpe| rpe > tuning.max_rpe) {
            return self.regress(Cause::MaxEffort { tired: is_flagged(FlagKind::Fatigue) });
        }
        if !counts_effort && facts.comfort.is_some_and(|comfort| comfort <= tuning.comfort_regress) {
            return self.regress(Cause::Discomfort);
        }
        if !facts::is_success(self.case, self.entry) {
            return hold(self.shortcoming());
        }
        if self.progression == Strength || self.is_confirmed() {
            return self.rise();
        }
        hold(ReasonCode::Confirming)
    }

    /// Steps 9 to 11.
    fn rise(&self) -> Verdict {
        let step = target::step(self);
        if let Some(veto) = veto::first(self, &step) {
            return hold(veto);
        }
        let why = match self.progression {
            Strength => ReasonCode::LowRpe,
            Endurance => ReasonCode::LowRpeTwice,
            Mobility => ReasonCode::ComfortTwice,
        };
        match step {
            Step::None => hold(ReasonCode::TopOfLadder),
            Step::Level(aim) => advance(vec![why], aim),
            Step::Restore(aim) => advance(vec![why, ReasonCode::Restoring], aim),
        }
    }

    fn regress(&self, cause: Cause) -> Verdict {
        Verdict {
            decision: LevelDecision::Regress,
            reasons: vec![cause.reason()],
            aim: target::back(self, cause),
        }
    }

    /// Step 7: why a session that is no success holds.
    fn shortcoming(&self) -> ReasonCode {
        let (facts, tuning) = (self.facts, self.case.rows.tuning);
        let limit = if self.progression == Endurance { tuning.endurance_rpe } else { tuning.strength_rpe };
        if facts.is_short_of(tuning.hold_pct) {
            return ReasonCode::Technique;
        }
        match self.progression {
            Mobility if facts.comfort.is_none() => ReasonCode::ComfortMissing,
            Strength | Endurance if facts.rpe.is_none() => ReasonCode::RpeMissing,
            Strength | Endurance if facts.rpe.is_some_and(|rpe| rpe > limit) => ReasonCode::HighRpe,
            // OV-8: by its example a session on edited targets says so.
            _ if self.entry.edited => ReasonCode::ManualOverride,
            _ => ReasonCode::Consolidate,
        }
    }

    /// Step 8: consecutive raw successes at this target and variation, this one included and skips ignored.
    fn is_confirmed(&self) -> bool {
        let now = &self.entry.record;
        let alike = |entry: &&Entry| {
            let then = &entry.record;
            let same = then.volume_plan == now.volume_plan && then.variation_key == now.variation_key;
            then.raw_success && same
        };
        let before = self.past.done().take_while(alike).count();
        before + 1 >= self.case.rows.tuning.confirmations
    }
}

fn hold(reason: ReasonCode) -> Verdict {
    Verdict { decision: LevelDecision::Hold, reasons: vec![reason], aim: Aim::Kept }
}

fn advance(reasons: Vec<ReasonCode>, aim: Aim) -> Verdict {
    Verdict { decision: LevelDecision::Advance, reasons, aim }
}

/// `streak_success`: one more on a raw success, 0 after anything else; a skip keeps it, the second in a row ends it.
pub(super) fn streak(case: &Case<'_>, entry: &Entry) -> u32 {
    let past = Past::of(case, entry);
    let before = past.last().map_or(0, |last| last.record.streak_success);
    if is_skip(entry) {
        if past.last().is_some_and(is_skip) { 0 } else { before }
    } else if facts::is_success(case, entry) {
        before + 1
    } else {
        0
    }
}
