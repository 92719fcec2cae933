//! Reads the words and numbers of an input, and collects everything that is wrong with them (EP-1).

use std::{collections::BTreeMap, fmt};

use domain::{
    anatomy::{BodyArea, Muscle},
    equipment::{EquipmentSet, read_key},
    error::ErrorCode,
    law::{Check, Law},
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    time::Instant,
    vocabulary::{UnknownWord, nearest},
    wellbeing::{FlagKind, Pain, Severity},
};

use crate::{
    input::{CheckInEntry, HistoryEntry, PlanItemState, SESSION_MINUTES, SelectionInput},
    library::{Library, Place},
    load::layer::current_readiness,
    muscles::MuscleSet,
    pain::PainMap,
    prescribe::goal::Goal,
    request::{BodyState, SecondaryGoal, Words},
    schedule::{Entry, default_intents},
    volume::hard_muscles,
};

/// Reads the parts of an input and collects what is wrong with them.
pub(crate) struct Reader<'a> {
    pub(crate) check: Check,
    pub(crate) library: &'a Library<'a>,
}

impl<'a> Reader<'a> {
    /// The word that was read; `pointer` is printed only if there is none.
    pub(crate) fn word<T>(
        &mut self,
        code: ErrorCode,
        pointer: impl fmt::Display,
        read: Result<T, UnknownWord>,
    ) -> Option<T> {
        match read {
            Ok(word) => Some(word),
            Err(unknown) => {
                let expected = allowed(&unknown);
                self.check.require(false, code, &pointer.to_string(), &unknown.found, expected);
                None
            }
        }
    }

    pub(crate) fn words(&mut self, input: &SelectionInput) -> Option<Words> {
        let intent = self.word(ErrorCode::InvalidIntent, "intent", input.intent.parse::<Intent>());
        let mut targets = MuscleSet::NONE;
        for (index, typed) in input.target_muscles.iter().enumerate() {
            let pointer = format_args!("targetMuscles/{index}");
            if let Some(muscle) = self.word(ErrorCode::UnknownMuscle, pointer, Muscle::read(typed)) {
                targets = targets.with(muscle);
            }
        }
        if intent == Some(Intent::BodyPart) {
            let named = !input.target_muscles.is_empty();
            let code = ErrorCode::TargetMusclesRequired;
            self.check.require(named, code, "targetMuscles", "none", "at least one muscle for body_part");
        }
        let age = self.word(ErrorCode::InvalidTrainingAge, "trainingAge", input.training_age.parse());
        let goal = self.word(ErrorCode::InvalidGoal, "goals/primary", input.goals.primary.parse::<Goal>());
        let secondary = input.goals.secondary.as_ref();
        let secondary = secondary
            .and_then(|goal| self.word(ErrorCode::InvalidGoal, "goals/secondary", goal.parse()))
            .unwrap_or(SecondaryGoal::None);
        let mut equipment = EquipmentSet::NONE;
        for (index, key) in input.constraints.available_equipment.iter().enumerate() {
            let pointer = format_args!("constraints/availableEquipment/{index}");
            if let Some(set) = self.word(ErrorCode::UnknownEquipment, pointer, read_key(key)) {
                equipment = set.iter().fold(equipment, EquipmentSet::with);
            }
        }
        Some(Words { intent: intent?, targets, age: age?, goal: goal?, secondary, equipment })
    }

    /// Pain, readiness and illness (SF-5, RX-8).
    pub(crate) fn body(&mut self, input: &SelectionInput) -> BodyState {
        let mut pain = PainMap::default();
        let tuning = &input.tuning;
        for (area, &severity) in &input.fatigue_state.pain_flags {
            self.pain(&mut pain, &format!("fatigueState/painFlags/{area}"), area, severity);
        }
        let recent = |check_in: &CheckInEntry| {
            let age = input.now.seconds_since(check_in.at);
            (0..=tuning.readiness_valid_h * 3600).contains(&age)
        };
        for (index, check_in) in input.check_ins.iter().enumerate() {
            let readiness = check_in.readiness;
            let pointer = format!("checkIns/{index}/readiness");
            self.check.optional_range(ErrorCode::InvalidReadiness, &pointer, readiness, 1, 5);
            for (area, &severity) in check_in.pain.iter().filter(|_| recent(check_in)) {
                self.pain(&mut pain, &format!("checkIns/{index}/pain/{area}"), area, severity);
            }
        }
        let mut illness = 0;
        for (index, flag) in input.flags.iter().enumerate() {
            match flag.kind {
                FlagKind::Pain => {
                    // Pain that nobody could place counts everywhere (EX-2).
                    let area = flag.area.as_deref().unwrap_or(BodyArea::Other.as_str());
                    self.pain(&mut pain, &format!("flags/{index}/area"), area, flag.severity);
                }
                FlagKind::Illness => illness = illness.max(flag.severity),
                FlagKind::Suspension if flag.exercise_id.is_none() => illness = illness.max(2),
                _ => {}
            }
        }
        let given = input.fatigue_state.readiness_score;
        self.check.range(ErrorCode::InvalidReadiness, "fatigueState/readinessScore", given, 1, 5);
        let check_ins = input.check_ins.iter().filter_map(|entry| Some((entry.at, entry.readiness?)));
        let readiness = current_readiness(check_ins, Some(given), input.now, tuning);
        let pause = (illness >= 2).then(|| {
            Reason::new(ReasonCode::Illness, SpecId::new("SF-5"))
                .fact("flag", Fact::word("flag", FlagKind::Illness))
        });
        BodyState { pain, readiness: if illness >= 1 { readiness.min(2) } else { readiness }, pause }
    }

    fn pain(&mut self, pain: &mut PainMap, pointer: &str, typed: &str, severity: Severity) {
        self.check.range(ErrorCode::BadValue, pointer, severity, 0, 3);
        if let Some(read) = self.word(ErrorCode::UnknownPainArea, pointer, BodyArea::read(typed)) {
            for &area in read.areas {
                pain.add(Pain { area, severity: severity.min(3) });
            }
        }
    }

    pub(crate) fn places(&mut self, field: &str, keys: &[String]) -> Vec<Place> {
        let mut places = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            if let Some(place) = self.place(format_args!("{field}/{index}"), key)
                && !places.contains(&place)
            {
                places.push(place);
            }
        }
        places
    }

    pub(crate) fn place(&mut self, pointer: impl fmt::Display, key: &str) -> Option<Place> {
        let found = self.library.find(key);
        if found.is_none() {
            let keys = self.library.catalog().exercises().iter().map(|exercise| exercise.id.as_str());
            let near = nearest(key, keys).map_or(String::new(), |near| format!("; maybe {near}"));
            let expected = format!("a key of the catalogue{near}");
            self.check.require(false, ErrorCode::UnknownExercise, &pointer.to_string(), key, expected);
        }
        found
    }

    pub(crate) fn items(&mut self, input: &'a SelectionInput) -> BTreeMap<Place, &'a PlanItemState> {
        let mut items = BTreeMap::new();
        for (index, item) in input.plan_items.iter().enumerate() {
            if let Some(place) = self.place(format_args!("planItems/{index}/exerciseId"), &item.exercise_id) {
                items.insert(place, item);
            }
            self.check.optional_range(
                ErrorCode::InvalidItem,
                &format!("planItems/{index}/minSets"),
                item.min_sets,
                1,
                10,
            );
        }
        items
    }

    /// WK-1: the entries of the week.
    pub(crate) fn schedule(&mut self, input: &SelectionInput) -> Option<Vec<Entry>> {
        let days = input.constraints.days_per_week;
        self.check.range(ErrorCode::InvalidDaysPerWeek, "constraints/daysPerWeek", days, 1, 7);
        let hard = hard_muscles(&input.tuning);
        let given = input.program.as_ref().and_then(|program| program.weekly_schedule.as_ref());
        let Some(given) = given else {
            let intents = default_intents(days).into_iter();
            return Some(intents.map(|intent| Entry::new(intent, MuscleSet::NONE, hard)).collect());
        };
        self.entries("program/weeklySchedule", given, hard)
    }

    /// WK-1: entries as they are typed, an intent or `body_part:<muscle>+<muscle>`.
    pub(crate) fn entries(&mut self, field: &str, given: &[String], hard: MuscleSet) -> Option<Vec<Entry>> {
        self.check.count(ErrorCode::InvalidIntent, field, given, 1, 14);
        let mut entries = vec![];
        for (index, text) in given.iter().enumerate() {
            let pointer = format!("{field}/{index}");
            let (intent, muscles) = text.split_once(':').unwrap_or((text, ""));
            let intent = self.word(ErrorCode::InvalidIntent, &pointer, intent.parse::<Intent>())?;
            let mut targets = MuscleSet::NONE;
            for typed in muscles.split('+').filter(|typed| !typed.is_empty()) {
                targets = targets.with(self.word(ErrorCode::UnknownMuscle, &pointer, Muscle::read(typed))?);
            }
            let named = intent != Intent::BodyPart || !targets.is_empty();
            let code = ErrorCode::TargetMusclesRequired;
            self.check.require(named, code, &pointer, text, "body_part:<muscle>+<muscle>");
            entries.push(Entry::new(intent, targets, hard));
        }
        Some(entries)
    }

    /// Ranges and order of numbers and instants.
    pub(crate) fn numbers(&mut self, input: &SelectionInput) {
        let check = &mut self.check;
        check.inside(
            ErrorCode::InvalidSessionMinutes,
            "sessionMinutes",
            input.session_minutes,
            SESSION_MINUTES,
        );
        let length = input.mesocycle_length.unwrap_or(input.tuning.accumulation_weeks);
        check.range(ErrorCode::InvalidWeekInBlock, "mesocycleLength", length, 1, 8);
        check.range(ErrorCode::InvalidWeekInBlock, "weekInBlock", input.week_in_block, 0, length);
        let weight = input.bodyweight.map(|weight| weight.0);
        check.optional_range(ErrorCode::BadValue, "bodyweight_g", weight, 20_000, 400_000);
        if let Some(state) = input.cold_start {
            check.range(ErrorCode::BadValue, "coldStart/storedStage", state.stored_stage, 0, 2);
        }
        if let Some(inventory) = &input.inventory {
            check.within("inventory", |check| inventory.check(check));
        }
        self.history(&input.history, input.now);
    }

    /// VO-2: earlier sessions lie in the past, end after they began, and name known intents.
    pub(crate) fn history(&mut self, history: &[HistoryEntry], now: Instant) {
        self.check.each("history", history, |check, _, entry| {
            for (field, at) in [("startedAt", entry.started_at), ("endedAt", entry.ended_at)] {
                let expected = format_args!("not after now {now}");
                check.require(at <= now, ErrorCode::FutureHistory, field, at, expected);
            }
            let ordered = entry.started_at <= entry.ended_at;
            check.require(ordered, ErrorCode::BadValue, "endedAt", entry.ended_at, "not before startedAt");
            if let Some(intent) = &entry.intent
                && intent.parse::<Intent>().is_err()
            {
                check.require(false, ErrorCode::InvalidIntent, "intent", intent, Intent::WORDS.join(", "));
            }
        });
    }
}

/// What would be valid: all words where they are few, and the one that was probably meant.
fn allowed(unknown: &UnknownWord) -> String {
    let words = match unknown.allowed {
        few if few.len() <= 8 => few.join(", "),
        _ => format!("a known {}", unknown.kind),
    };
    unknown.nearest().map_or(words.clone(), |near| format!("{words}; maybe {near}"))
}
