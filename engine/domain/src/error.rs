//! The codes by which a refused value is named (GL-4), and the rule that owns each.

use crate::{spec::SpecId, vocabulary::vocabulary};

vocabulary! {
    /// Why a value was refused. Closed: storage, API and texts know all of them.
    pub enum ErrorCode: "error code" {
        BadValue = "bad_value",
        CatalogInvalid = "catalog_invalid",
        UnknownMuscle = "unknown_muscle",
        UnknownPainArea = "unknown_pain_area",
        UnknownEquipment = "unknown_equipment",
        UnknownExercise = "unknown_exercise",
        InvalidLadder = "invalid_ladder",
        InvalidRepRange = "invalid_rep_range",
        InvalidRepTarget = "invalid_rep_target",
        InvalidSetTarget = "invalid_set_target",
        InvalidLoad = "invalid_load",
        InvalidRest = "invalid_rest",
        InvalidItem = "invalid_item",
        InvalidPlan = "invalid_plan",
        InvalidVersion = "invalid_version",
        ModeNeedsLoad = "mode_needs_load",
        ModeNeedsLadder = "mode_needs_ladder",
        InvalidSessionState = "invalid_session_state",
        InvalidSession = "invalid_session",
        InvalidProposal = "invalid_proposal",
        ProposalNotOpen = "proposal_not_open",
        ConsentNotAllowed = "consent_not_allowed",
        ReasonTooLong = "reason_too_long",
        InvalidModifier = "invalid_modifier",
        InvalidOverride = "invalid_override",
        InvalidConflict = "invalid_conflict",
        InvalidCheckIn = "invalid_checkin",
        InvalidReadiness = "invalid_readiness",
        InvalidFlag = "invalid_flag",
        RpeOutOfRange = "rpe_out_of_range",
        ComfortOutOfRange = "comfort_out_of_range",
        VolumeOutOfRange = "volume_out_of_range",
        InvalidProgress = "invalid_progress",
        InvalidEvaluation = "invalid_evaluation",
        UnknownNutrient = "unknown_nutrient",
        InvalidFood = "invalid_food",
        ImpossibleComposition = "impossible_composition",
        InvalidRecipe = "invalid_recipe",
        TagContradicted = "tag_contradicted",
        NoConversion = "no_conversion",
        UnknownFood = "unknown_food",
        AmbiguousFood = "ambiguous_food",
        UnreadableImport = "unreadable_import",
        IncompleteFood = "incomplete_food",
        MissingTime = "missing_time",
        OutOfRange = "out_of_range",
        MinorNotSupported = "minor_not_supported",
        GoalNotAllowed = "goal_not_allowed",
        NotEnoughData = "not_enough_data",
        SlotsNotSorted = "slots_not_sorted",
        BadBusyness = "bad_busyness",
        InvalidMeal = "invalid_meal",
        InvalidSlotState = "invalid_slot_state",
        InvalidTuning = "invalid_tuning",
        UnknownField = "unknown_field",
        BadOption = "bad_option",
        BatchTooOld = "batch_too_old",
        UnknownDemographic = "unknown_demographic",
        ScheduleLength = "schedule_length",
        FatRangeInverted = "fat_range_inverted",
        NegativeCarbs = "negative_carbs",
        DuplicatePin = "duplicate_pin",
        PinOutOfRange = "pin_out_of_range",
        UnknownPin = "unknown_pin",
        BadTime = "bad_time",
        TooManySlots = "too_many_slots",
        EmptyDay = "empty_day",
        BadHorizon = "bad_horizon",
        DuplicateRecipe = "duplicate_recipe",
        EmptyPool = "empty_pool",
        UnknownTemplate = "unknown_template",
        TrainingPaused = "training_paused",
        NoSafeExercise = "no_safe_exercise",
        FutureHistory = "future_history",
        InvalidWeekInBlock = "invalid_week_in_block",
        InvalidDaysPerWeek = "invalid_days_per_week",
        InvalidSessionMinutes = "invalid_session_minutes",
        InvalidTrainingAge = "invalid_training_age",
        InvalidGoal = "invalid_goal",
        InvalidIntent = "invalid_intent",
        TargetMusclesRequired = "target_muscles_required",
        UnknownItem = "unknown_item",
        EmptyReport = "empty_report",
        NothingToRollBack = "nothing_to_roll_back",
        PlanArchived = "plan_archived",
        VersionTaken = "version_taken",
        StaleChange = "stale_change",
        StaleProposal = "stale_proposal",
        ConflictResolved = "conflict_resolved",
        NotYourAthlete = "not_your_athlete",
        NotFound = "not_found",
        GateOpen = "gate_open",
        NoPlan = "no_plan",
        InvalidStep = "invalid_step",
        InvalidVerified = "invalid_verified",
        InvalidAnswer = "invalid_answer",
    }
}

impl ErrorCode {
    /// The rule that says what would be valid.
    pub const fn spec(self) -> SpecId {
        const fn id(text: &str) -> SpecId {
            SpecId::new(text)
        }
        match self {
            Self::BadValue => id("GL-2"),
            Self::InvalidTuning => id("GL-9"),
            Self::EmptyPool
            | Self::DuplicateRecipe
            | Self::BadHorizon
            | Self::EmptyDay
            | Self::TooManySlots
            | Self::BadTime
            | Self::UnknownPin
            | Self::PinOutOfRange
            | Self::DuplicatePin
            | Self::FatRangeInverted
            | Self::ScheduleLength
            | Self::UnknownField => id("MV-1"),
            Self::BadOption => id("MO-4"),
            Self::BatchTooOld => id("MO-2"),
            Self::UnknownDemographic => id("ND-11"),
            Self::NegativeCarbs => id("NT-4"),
            Self::UnknownTemplate => id("EP-7"),
            Self::TrainingPaused => id("SF-5"),
            Self::NoSafeExercise => id("SO-10"),
            Self::FutureHistory => id("VO-2"),
            Self::InvalidWeekInBlock => id("VO-3"),
            Self::InvalidDaysPerWeek => id("WK-1"),
            Self::InvalidSessionMinutes => id("TM-2"),
            Self::InvalidGoal | Self::InvalidIntent | Self::InvalidTrainingAge => id("EP-1"),
            Self::TargetMusclesRequired => id("SO-1"),
            Self::CatalogInvalid => id("EX-1"),
            Self::UnknownMuscle | Self::UnknownPainArea => id("EX-2"),
            Self::UnknownEquipment => id("EX-4"),
            Self::UnknownExercise | Self::InvalidItem => id("PV-3"),
            Self::InvalidLadder => id("P-55"),
            Self::InvalidRepRange
            | Self::InvalidRepTarget
            | Self::InvalidSetTarget
            | Self::InvalidLoad
            | Self::InvalidRest => id("PV-4"),
            Self::InvalidPlan | Self::PlanArchived => id("PV-1"),
            Self::InvalidVersion => id("PV-2"),
            Self::ModeNeedsLoad | Self::ModeNeedsLadder => id("AR-1"),
            Self::InvalidSessionState | Self::InvalidSession => id("PV-5"),
            Self::InvalidProposal => id("PR-1"),
            Self::ProposalNotOpen => id("PR-5"),
            Self::ConsentNotAllowed => id("PR-6"),
            Self::ReasonTooLong => id("PV-11"),
            Self::InvalidModifier => id("AR-6"),
            Self::InvalidOverride => id("OV-1"),
            Self::InvalidConflict => id("CF-1"),
            Self::InvalidCheckIn | Self::InvalidReadiness => id("P-58"),
            Self::InvalidFlag => id("P-53"),
            Self::RpeOutOfRange
            | Self::ComfortOutOfRange
            | Self::VolumeOutOfRange
            | Self::UnknownItem
            | Self::EmptyReport => id("P-4"),
            Self::InvalidProgress => id("P-20"),
            Self::InvalidEvaluation => id("OU-1"),
            Self::UnknownNutrient => id("ND-1"),
            Self::InvalidFood => id("ND-2"),
            Self::ImpossibleComposition | Self::UnreadableImport | Self::MissingTime => id("ND-8"),
            Self::InvalidRecipe | Self::TagContradicted => id("ND-3"),
            Self::NoConversion => id("ND-5"),
            Self::UnknownFood | Self::AmbiguousFood => id("ND-6"),
            Self::IncompleteFood => id("MF-5"),
            Self::OutOfRange | Self::MinorNotSupported => id("NT-1"),
            Self::GoalNotAllowed => id("NT-2"),
            Self::NotEnoughData => id("NT-7"),
            Self::SlotsNotSorted => id("MD-1"),
            Self::BadBusyness => id("MD-4"),
            Self::InvalidMeal => id("ML-1"),
            Self::InvalidSlotState => id("ML-2"),
            Self::NothingToRollBack => id("RB-1"),
            Self::VersionTaken => id("PV-12"),
            Self::StaleChange => id("RB-3"),
            Self::StaleProposal => id("PR-8"),
            Self::ConflictResolved => id("CF-6"),
            Self::NotYourAthlete => id("PR-9"),
            Self::NotFound => id("PV-14"),
            Self::GateOpen => id("SL-5"),
            Self::NoPlan => id("SG-1"),
            Self::InvalidStep => id("SL-9"),
            Self::InvalidVerified => id("P-45"),
            Self::InvalidAnswer => id("AI-4"),
        }
    }
}
