//! Reason: why something was decided, as a code, a rule and facts (GL-3).

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    quantity::{Grams, Tenths},
    spec::SpecId,
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};

vocabulary! {
    /// Every reason that any chapter can give. Closed: an unknown code does not parse, and each has a text in
    /// English and Russian.
    pub enum ReasonCode: "reason code" {
        // plans: PR-4
        Manual = "manual",
        ManualWithin24h = "manual_within_24h",
        ManualOverride = "manual_override",
        Contradiction = "contradiction",
        Compromise = "compromise",
        SameDayMerge = "same_day_merge",
        Rollback = "rollback",
        Undo = "undo",
        Stale = "stale",
        Expired = "expired",
        Orphan = "orphan",
        SkippedGate = "skipped_gate",
        FlagVeto = "flag_veto",
        NotOwner = "not_owner",
        Cooldown = "cooldown",
        Unresolved = "unresolved",
        // progression: section 8
        LowRpe = "low_rpe",
        LowRpeTwice = "low_rpe_twice",
        ComfortTwice = "comfort_twice",
        Restoring = "restoring",
        Consolidate = "consolidate",
        HighRpe = "high_rpe",
        RpeMissing = "rpe_missing",
        ComfortMissing = "comfort_missing",
        Confirming = "confirming",
        UnderVolume = "under_volume",
        MaxEffort = "max_effort",
        Discomfort = "discomfort",
        Pain = "pain",
        PainFlag = "pain_flag",
        Fatigue = "fatigue",
        Technique = "technique",
        Illness = "illness",
        Suspended = "suspended",
        Skip = "skip",
        SkipRecovery = "skip_recovery",
        RateLimited = "rate_limited",
        FlexibleFirst = "flexible_first",
        TopOfLadder = "top_of_ladder",
        Equipment = "equipment",
        Deload = "deload",
        LateReport = "late_report",
        Undone = "undone",
        AboveRange = "above_range",
        RpeFalling = "rpe_falling",
        RpeRising = "rpe_rising",
        MissRisk = "miss_risk",
        TechniqueLifted = "technique_lifted",
        // suggestions: section 8
        RepRangeInferred = "rep_range_inferred",
        Overshoot = "overshoot",
        TopOfRangeTwice = "top_of_range_twice",
        OverTargetTwice = "over_target_twice",
        SteadyReps = "steady_reps",
        BelowRange = "below_range",
        ReducedLoad = "reduced_load",
        ActualWeightDrift = "actual_weight_drift",
        Plateau = "plateau",
        ShortRest = "short_rest",
        DropWithoutBase = "drop_without_base",
        WarmupAsWorking = "warmup_as_working",
        WorkingAsWarmup = "working_as_warmup",
        SetTypeMismatch = "set_type_mismatch",
        FirstLoad = "first_load",
        Llm = "llm",
        NoGridStep = "no_grid_step",
        Strategy = "strategy",
        Property = "property",
        // suggestions: OU-5, OU-8
        OutcomeGood = "outcome_good",
        OutcomeTooAggressive = "outcome_too_aggressive",
        OutcomeTooEasy = "outcome_too_easy",
        OutcomeInsufficient = "outcome_insufficient",
        OutcomeIgnored = "outcome_ignored",
        Silenced = "silenced",
        SwitchedOff = "switched_off",
        // training: EP-9
        Pin = "pin",
        Anchor = "anchor",
        MainPick = "main_pick",
        AccessoryPick = "accessory_pick",
        Starter = "starter",
        Coverage = "coverage",
        AlreadySelected = "already_selected",
        NotResistance = "not_resistance",
        Avoided = "avoided",
        Difficulty = "difficulty",
        LowSfr = "low_sfr",
        Scope = "scope",
        NotMain = "not_main",
        RepRange = "rep_range",
        PatternLimit = "pattern_limit",
        DuplicateIsolation = "duplicate_isolation",
        VolumeCap = "volume_cap",
        TimeBudget = "time_budget",
        PinLimit = "pin_limit",
        Readiness = "readiness",
        ReturnAfterBreak = "return_after_break",
        HoldAfterFailure = "hold_after_failure",
        Cap = "cap",
        Superset = "superset",
        PainCaution = "pain_caution",
        SeekMedicalAdvice = "seek_medical_advice",
        LoadEstimated = "load_estimated",
        LoadFloor = "load_floor",
        LoadCeiling = "load_ceiling",
        OverBudget = "over_budget",
        OverMrv = "over_mrv",
        CapUnresolved = "cap_unresolved",
        UnknownHistoryExercise = "unknown_history_exercise",
        MuscleUndertrained = "muscle_undertrained",
        PatternMissing = "pattern_missing",
        // meals: MF-7
        MealPlanned = "meal_planned",
        MealPinned = "meal_pinned",
        MealSwapped = "meal_swapped",
        MealRebalanced = "meal_rebalanced",
        MealUnsafe = "meal_unsafe",
        ReplanOffer = "replan_offer",
        ExpenditureAdapted = "expenditure_adapted",
        FloorUnreachable = "floor_unreachable",
        Relax = "relax",
        RecipeIncomplete = "recipe_incomplete",
        // analytics: A-19
        PainActive = "pain_active",
        LoadExcessive = "load_excessive",
        Stuck = "stuck",
        LowCompletion = "low_completion",
        ConflictOpen = "conflict_open",
        LevelLost = "level_lost",
        MuscleBelowMev = "muscle_below_mev",
        StrengthDeclining = "strength_declining",
        StrengthImproving = "strength_improving",
        EffortRising = "effort_rising",
        EffortFalling = "effort_falling",
        LevelGained = "level_gained",
        Record = "record",
        OnPlan = "on_plan",
        NoData = "no_data",
        // session flow: L-1
        ControlsRemoved = "controls_removed",
        UnparsedLine = "unparsed_line",
        HistoryLine = "history_line",
        RestRowsSkipped = "rest_rows_skipped",
        ActivitySkipped = "activity_skipped",
        ActivitiesStale = "activities_stale",
        FieldNormalized = "field_normalized",
        NoteDropped = "note_dropped",
        ModelFallback = "model_fallback",
        TargetEdited = "target_edited",
    }
}

/// A fact of a reason. Quantities keep their unit, so that each reader sees their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Fact {
    /// A count, or a number that the text gives a unit.
    Count(i64),
    /// A name or a word that is shown as it is.
    Text(String),
    /// A quantity with its unit.
    Quantity(Quantity),
    /// Several facts, shown with commas.
    List(Vec<Fact>),
}

/// A quantity in a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FactQuantity")]
pub enum Quantity {
    /// A load or body weight, shown in the reader's unit.
    LoadG(Grams),
    /// RPE or sets, shown with one decimal.
    Tenths(Tenths),
    /// A date, shown in the reader's way.
    Date(LocalDate),
    /// An instant, shown in the reader's zone.
    At(Instant),
    /// A word of a vocabulary as `kind-word`, shown in the reader's language.
    Word(String),
}

impl Fact {
    /// A word of a vocabulary, shown in the reader's language: `Fact::word("muscle", Muscle::Chest)`.
    pub fn word(kind: &str, word: impl std::fmt::Display) -> Self {
        Self::Quantity(Quantity::Word(format!("{kind}-{word}")))
    }

    /// A load in the reader's unit.
    pub const fn load(load: Grams) -> Self {
        Self::Quantity(Quantity::LoadG(load))
    }

    /// RPE or sets with one decimal.
    pub const fn tenths(tenths: i64) -> Self {
        Self::Quantity(Quantity::Tenths(Tenths(tenths)))
    }
}

impl From<i64> for Fact {
    fn from(count: i64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Fact {
    fn from(count: u32) -> Self {
        Self::Count(i64::from(count))
    }
}

impl From<usize> for Fact {
    fn from(count: usize) -> Self {
        Self::Count(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl<T: Into<Fact>> From<Vec<T>> for Fact {
    fn from(facts: Vec<T>) -> Self {
        Self::List(facts.into_iter().map(Into::into).collect())
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<LocalDate> for Fact {
    fn from(date: LocalDate) -> Self {
        Self::Quantity(Quantity::Date(date))
    }
}

impl From<Instant> for Fact {
    fn from(at: Instant) -> Self {
        Self::Quantity(Quantity::At(at))
    }
}

/// Named facts, in the order of their names.
pub type Facts = BTreeMap<Cow<'static, str>, Fact>;

/// Why something was decided. There is no decision without one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// What happened.
    pub code: ReasonCode,
    /// The rule that made it happen.
    pub spec: SpecId,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
}

impl Reason {
    /// A reason without facts.
    pub const fn new(code: ReasonCode, spec: SpecId) -> Self {
        Self { code, spec, facts: Facts::new() }
    }

    /// The same with one fact more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(Cow::Borrowed(name), fact.into());
        self
    }
}

/// A reason as the API shows it.
pub const EXAMPLE: &str = r#"{"code":"below_range","spec":"SR-5","facts":{"low":5,"n":2}}"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_3_a_reason_reads_back_with_its_units() {
        let reason = Reason::new(ReasonCode::SteadyReps, SpecId::new("SR-4"))
            .fact("reps", 10u32)
            .fact("load", Fact::load(Grams(27_216)))
            .fact("rpe", Fact::tenths(85))
            .fact("area", Fact::word("area", crate::anatomy::BodyArea::Knee));
        let json = serde_json::to_string(&reason).unwrap();
        assert_eq!(
            json,
            r#"{"code":"steady_reps","spec":"SR-4","facts":{"area":{"word":"area-knee"},"load":{"load_g":27216},"reps":10,"rpe":{"tenths":85}}}"#
        );
        assert_eq!(serde_json::from_str::<Reason>(&json).unwrap(), reason);
    }

    #[test]
    fn pr_4_an_unknown_code_does_not_parse() {
        let error = serde_json::from_str::<Reason>(r#"{"code":"below_rnge","spec":"SR-5"}"#).unwrap_err();
        assert!(
            error.to_string().starts_with("unknown reason code `below_rnge`; maybe `below_range`"),
            "{error}"
        );
    }
}
