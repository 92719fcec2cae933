//! The flags while an event is entered: raised, weighed, ended (P-31, P-52, P-53).

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    id::Id,
    person::ActorKind,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
    wellbeing::{Flag, FlagKind, FlagSource, ModifierScope, SessionModifier, Severity},
};

use super::{
    Context, Step,
    clear::{self, Refused},
    facts::{SessionFacts, Sign},
    fatigue,
    past::Past,
};
use crate::freeze::{NEXT_SESSION, Origin};

/// The flags while an event is entered.
pub(super) struct Book<'a, 'c> {
    pub(super) flags: Vec<Flag>,
    pub(super) steps: Vec<(Id<Flag>, Step)>,
    pub(super) modifiers: Vec<SessionModifier>,
    pub(super) context: &'c Context<'a>,
}

/// What makes two flags the same (P-53).
type Key = (FlagKind, Option<BodyArea>, Option<ExerciseKey>);

impl Book<'_, '_> {
    /// Raises every flag that the signs are about, but fatigue, which is weighed by [`Self::tire`].
    pub(super) fn raise_all(&mut self, signs: &[Sign], source: FlagSource) {
        let mut worst = BTreeMap::<Key, Severity>::new();
        for sign in signs.iter().filter(|sign| sign.counts() && sign.kind != FlagKind::Fatigue) {
            let severity = worst.entry((sign.kind, sign.area, sign.exercise.clone())).or_default();
            *severity = sign.severity.max(*severity);
        }
        for (key, severity) in worst {
            self.raise(key, severity, source);
        }
    }

    /// P-53: one flag in force per key; a new mark makes it at least as severe, and starts its clearing anew.
    fn raise(&mut self, (kind, area, exercise_key): Key, severity: Severity, source: FlagSource) {
        let now = self.context.now;
        let is_it = |flag: &&mut Flag| {
            flag.is_active(now) && flag.kind == kind && flag.area == area && flag.exercise_key == exercise_key
        };
        if let Some(flag) = self.flags.iter_mut().find(is_it) {
            let step = match flag.severity {
                from if from < severity => {
                    (flag.severity, flag.raised_at) = (severity, Some(now));
                    Step::Raised { from }
                }
                _ => Step::Renewed,
            };
            self.steps.push((flag.id, step));
            return;
        }
        let trace_id = self.context.trace_id.clone();
        let place = area.map_or("-", BodyArea::as_str);
        let exercise = exercise_key.as_ref().map_or("-", |key| key.as_str());
        let id = Id::derive(&["flag", trace_id.as_str(), kind.as_str(), place, exercise]);
        self.steps.push((id, Step::Set));
        self.flags.push(Flag {
            id,
            athlete_id: self.context.athlete_id,
            kind,
            area,
            exercise_key,
            severity,
            source,
            from: now,
            raised_at: None,
            until: None,
            cleared_by: None,
            clear_reason: None,
            trace_id,
        });
    }

    /// P-31: enters the markers of the event; at severity 2 the whole next session is lightened.
    pub(super) fn tire(&mut self, own: &[fatigue::Marker], before: &Past<'_>, source: FlagSource) {
        let mut others = fatigue::markers(before, self.context.tuning);
        // A flag that was ended took its markers with it.
        let ended =
            self.flags.iter().filter(|flag| flag.kind == FlagKind::Fatigue).filter_map(|flag| flag.until);
        let ended = ended.filter(|&until| until <= self.context.now).max();
        others.retain(|marker| ended.is_none_or(|until| until < marker.at));
        let Some(severity) = fatigue::severity(own, &others, self.context.tuning) else { return };
        self.raise((FlagKind::Fatigue, None, None), severity, source);
        let now = self.context.now;
        let weighs =
            |flag: &Flag| flag.kind == FlagKind::Fatigue && flag.is_active(now) && flag.severity >= 2;
        if self.flags.iter().any(weighs) {
            let reason = Reason::new(ReasonCode::Fatigue, SpecId::new("AR-6"));
            let pct = self.context.tuning.fatigue_volume_pct;
            self.lighten(ModifierScope::Session, NEXT_SESSION.to_owned(), pct, reason);
        }
    }

    /// P-52: what hurt is lighter next time. Items of the plan are made lighter with the decision on them.
    pub(super) fn spare_painful_exercises(&mut self, session: &SessionFacts) {
        for item in session.items.iter().filter(|item| item.item_id.is_none()) {
            let signs = item.marks.iter().map(|mark| Sign::of_mark(mark, &item.exercise));
            let pains = signs.filter(|sign| sign.kind == FlagKind::Pain && sign.counts());
            let Some(worst) = pains.max_by_key(|sign| sign.severity) else { continue };
            let reason = Reason::new(ReasonCode::Pain, SpecId::new("P-52"))
                .fact("area", Fact::word("area", worst.area.unwrap_or(BodyArea::Other)))
                .fact("severity", u32::from(worst.severity));
            let (scope, target) = (ModifierScope::Exercise, item.exercise.to_string());
            self.lighten(scope, target, self.context.tuning.pain_volume_pct, reason);
        }
    }

    fn lighten(&mut self, scope: ModifierScope, target: String, volume_pct: u8, reason: Reason) {
        let Context { athlete_id, trace_id, now, .. } = *self.context;
        let modifier = Origin { athlete_id, trace_id, at: now }.lighter(scope, target, volume_pct, reason);
        // Two items of one exercise share a modifier.
        if self.modifiers.iter().all(|known| known.id != modifier.id) {
            self.modifiers.push(modifier);
        }
    }

    pub(super) fn clear(&mut self, id: Id<Flag>, by: ActorKind, reason: &str) -> Result<(), Refused> {
        let now = self.context.now;
        let found = self.flags.iter_mut().find(|flag| flag.id == id && flag.is_active(now));
        let flag = found.ok_or(Refused::NotFound(id))?;
        if !clear::may_clear(flag, by) {
            return Err(Refused::NotAllowed { kind: flag.kind, by });
        }
        end(flag, now, by, reason);
        self.steps.push((id, Step::Cleared));
        Ok(())
    }

    pub(super) fn end_what_is_over(&mut self, past: &Past<'_>) {
        let now = self.context.now;
        // A mark of this very event starts the clearing anew, even if its session is an old one.
        let marked: Vec<_> = self.steps.iter().map(|&(id, _)| id).collect();
        for flag in self.flags.iter_mut().filter(|flag| flag.is_active(now) && !marked.contains(&flag.id)) {
            if let Some(reason) = clear::ended(flag, past, self.context) {
                end(flag, now, ActorKind::System, reason.as_str());
                self.steps.push((flag.id, Step::Cleared));
            }
        }
    }
}

fn end(flag: &mut Flag, now: Instant, by: ActorKind, reason: &str) {
    flag.until = Some(now);
    flag.cleared_by = Some(by);
    flag.clear_reason = Some(reason.to_owned());
}
