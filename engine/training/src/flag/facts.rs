//! What flags need to know of a session, and the signs that reports, check-ins and words give.

use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    plan::ItemId,
    quantity::Rpe,
    session::{PerformanceStatus, Session, SessionId},
    time::Instant,
    wellbeing::{CheckIn, FlagKind, Mark, MarkKind, Severity},
};

/// One exercise of a reported session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemFacts {
    /// The item of the plan, if it has one.
    pub item_id: Option<ItemId>,
    /// What was to be done.
    pub exercise: ExerciseKey,
    /// Done or skipped.
    pub status: PerformanceStatus,
    /// What was said of it.
    pub marks: Vec<Mark>,
    /// Effort of the item (P-51).
    pub rpe: Option<Rpe>,
}

impl ItemFacts {
    /// Whether it was done.
    pub fn is_done(&self) -> bool {
        self.status == PerformanceStatus::Done
    }
}

/// A reported session, as far as flags and advice read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFacts {
    /// Which session.
    pub id: SessionId,
    /// When it was begun.
    pub started_at: Instant,
    /// Its exercises.
    pub items: Vec<ItemFacts>,
}

impl SessionFacts {
    /// The facts of a session; none while it has not been started.
    pub fn of(session: &Session) -> Option<Self> {
        let items = session.exercises.iter().map(|exercise| ItemFacts {
            item_id: exercise.item_id,
            exercise: exercise.exercise_key.clone(),
            status: exercise.status,
            marks: exercise.marks.clone(),
            rpe: exercise.effort(),
        });
        Some(Self { id: session.id, started_at: session.started_at?, items: items.collect() })
    }

    /// The items that were done.
    pub fn done(&self) -> impl Iterator<Item = &ItemFacts> {
        self.items.iter().filter(|item| item.is_done())
    }

    /// Whether anything was done.
    pub fn is_done(&self) -> bool {
        self.done().next().is_some()
    }

    /// The efforts given for what was done, in tenths.
    pub fn efforts(&self) -> impl Iterator<Item = i64> {
        self.done().filter_map(|item| item.rpe).map(Rpe::tenths)
    }
}

/// Something that raises a flag: the key of the flag, and how much it weighs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    /// Which flag.
    pub kind: FlagKind,
    /// Where, for pain.
    pub area: Option<BodyArea>,
    /// On which exercise, for technique and suspension.
    pub exercise: Option<ExerciseKey>,
    /// 1..3; a sign of severity 0 is none.
    pub severity: Severity,
}

/// A sign that came in words or by hand, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// When it was said.
    pub at: Instant,
    /// What.
    pub sign: Sign,
}

impl Sign {
    /// Pain somewhere (P-52); an area that cannot be told counts as every area.
    pub fn pain(area: Option<BodyArea>, severity: Severity) -> Self {
        Self { kind: FlagKind::Pain, area: Some(area.unwrap_or(BodyArea::Other)), exercise: None, severity }
    }

    /// Fatigue, the marker (a) of P-31.
    pub const fn fatigue() -> Self {
        Self { kind: FlagKind::Fatigue, area: None, exercise: None, severity: 1 }
    }

    /// Illness (P-53).
    pub const fn illness(severity: Severity) -> Self {
        Self { kind: FlagKind::Illness, area: None, exercise: None, severity }
    }

    /// No automatic decisions, on one exercise (P-45) or on all (D-15).
    pub const fn suspension(exercise: Option<ExerciseKey>, severity: Severity) -> Self {
        Self { kind: FlagKind::Suspension, area: None, exercise, severity }
    }

    /// What a mark on `exercise` says.
    pub fn of_mark(mark: &Mark, exercise: &ExerciseKey) -> Self {
        let severity = mark.severity.unwrap_or(1);
        match mark.kind {
            MarkKind::Pain => Self::pain(mark.area, severity),
            MarkKind::Illness => Self::illness(severity),
            MarkKind::Fatigue => Self::fatigue(),
            MarkKind::Technique => {
                Self { kind: FlagKind::Technique, area: None, exercise: Some(exercise.clone()), severity: 1 }
            }
        }
    }

    /// What a report says, whether the marked item was done or not.
    pub fn of_session(session: &SessionFacts) -> Vec<Self> {
        let marks = session
            .items
            .iter()
            .flat_map(|item| item.marks.iter().map(|mark| Self::of_mark(mark, &item.exercise)));
        marks.filter(Self::counts).collect()
    }

    /// What a check-in says (P-58).
    pub fn of_check_in(check_in: &CheckIn) -> Vec<Self> {
        let pain = check_in.pain.iter().map(|pain| Self::pain(Some(pain.area), pain.severity));
        let fatigue = check_in.fatigue.then(Self::fatigue);
        let illness = check_in.illness.map(Self::illness);
        pain.chain(fatigue).chain(illness).filter(Self::counts).collect()
    }

    pub(super) fn counts(&self) -> bool {
        self.severity > 0
    }
}
