//! What is wrong with a document: where, by which rule, what would be right (L-23, L-24, L-29).

use domain::{
    spec::SpecId,
    vocabulary::vocabulary,
    voice::{Locale, Voice},
};
use schemars::JsonSchema;
use serde::Serialize;

vocabulary! {
    /// How a document can be wrong: first as a text, then by its schema, then by its meaning.
    pub enum FaultCode: "validator code" {
        // The text (L-20, L-22).
        BadJson = "bad_json",
        BadYaml = "bad_yaml",
        AliasConflict = "alias_conflict",
        // The schema (L-18, L-19).
        Schema = "schema",
        // The plan (L-23).
        MetaMismatch = "meta_mismatch",
        TypeNotAllowed = "type_not_allowed",
        MusclesMissing = "muscles_missing",
        TiersBad = "tiers_bad",
        CutOrderBad = "cut_order_bad",
        ExerciseUnknown = "exercise_unknown",
        ExerciseDuplicate = "exercise_duplicate",
        ExerciseBanned = "exercise_banned",
        EquipmentUnavailable = "equipment_unavailable",
        RepRangeBad = "rep_range_bad",
        RirOutOfBand = "rir_out_of_band",
        LoadAboveBest = "load_above_best",
        LoadWithoutHistory = "load_without_history",
        LoadCapBad = "load_cap_bad",
        LoadOffGrid = "load_off_grid",
        LoadNotApplicable = "load_not_applicable",
        FatigueTooLoose = "fatigue_too_loose",
        TierDropped = "tier_dropped",
        WarmupBad = "warmup_bad",
        SupersetBad = "superset_bad",
        SetsOverAgeCap = "sets_over_age_cap",
        VolumeOverCeiling = "volume_over_ceiling",
        SetCountOver = "set_count_over",
        TimeOver = "time_over",
        TextUnsafe = "text_unsafe",
        // The workout (L-24).
        PlanMismatch = "plan_mismatch",
        SetCountMismatch = "set_count_mismatch",
        SetOrderBad = "set_order_bad",
        MustBad = "must_bad",
        RirNotApplied = "rir_not_applied",
        LoadNotFinal = "load_not_final",
        IdBad = "id_bad",
        IdDuplicate = "id_duplicate",
        ActualNotNull = "actual_not_null",
    }
}

impl FaultCode {
    /// The rule that says what would be right.
    pub const fn spec(self) -> SpecId {
        match self {
            Self::BadJson | Self::BadYaml => SpecId::new("L-22"),
            Self::AliasConflict => SpecId::new("L-20"),
            Self::Schema => SpecId::new("L-18"),
            Self::PlanMismatch
            | Self::SetCountMismatch
            | Self::SetOrderBad
            | Self::MustBad
            | Self::RirNotApplied
            | Self::LoadNotFinal
            | Self::IdBad
            | Self::IdDuplicate
            | Self::ActualNotNull => SpecId::new("L-24"),
            _ => SpecId::new("L-23"),
        }
    }

    /// Whether the text or its form is wrong, so that its meaning was not looked at.
    pub const fn is_formal(self) -> bool {
        self as usize <= Self::Schema as usize
    }
}

/// One thing that is wrong with a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// JSON pointer to the value, empty for the whole document.
    pub pointer: String,
    /// What is wrong.
    pub code: FaultCode,
    /// What would be right.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Fault {
    /// What is wrong in words, in the reader's language (L-34).
    pub fn message(&self, locale: Locale) -> String {
        let id = format!("fault-{}", self.code);
        Voice::new(locale).text(&id, &domain::reason::Facts::new()).unwrap_or_else(|| self.code.to_string())
    }
}

/// Collects faults while a document is walked.
#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Reports `pointer` unless `holds`.
    pub fn require(
        &mut self,
        holds: bool,
        code: FaultCode,
        pointer: impl std::fmt::Display,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) {
        if !holds {
            let (pointer, expected, found) = (pointer.to_string(), expected.to_string(), found.to_string());
            self.0.push(Fault { pointer, code, expected, found });
        }
    }

    /// Everything that was reported, in order.
    pub fn into_vec(self) -> Vec<Fault> {
        self.0
    }
}
