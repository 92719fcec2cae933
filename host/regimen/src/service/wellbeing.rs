//! How the athlete is: check-ins, and flags that are set, kept and cleared (P-31, P-52, P-53, P-58).

use std::ops::RangeInclusive;

use domain::{
    anatomy::BodyArea,
    error::ErrorCode,
    id::Id,
    law::{Check, Invalid, Valid},
    plan::{AuditAction, AuditLine},
    reason::Fact,
    time::Instant,
    wellbeing::{CheckIn, Flag, FlagKind, FlagSource, Severity},
};
use store::{List, Shelf};
use training::{
    catalog::Catalog,
    flag::{self, ItemFacts, SessionFacts, Sign},
};

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, not_found},
    ledger::{unknown_exercise, with_own},
};
use crate::problem::{Code, Problem};

/// P-53: how severe a flag may be that a person sets.
pub const SEVERITY: RangeInclusive<Severity> = 1..=3;

/// Keeps a check-in and sets the flags that it asks for; gives the flags in force. The same one again changes nothing.
pub async fn check_in(app: &App, caller: &Caller, check_in: CheckIn) -> Result<Vec<Flag>, Problem> {
    // Whoever it says it is about, it is about the athlete that the caller acts for (GL-7).
    let check_in = Valid::new(CheckIn { athlete_id: caller.athlete, ..check_in })?.into_inner();
    let mut work = app.write(caller, Act::CheckIn).await?;
    work.check_instant("at", check_in.at)?;
    if work.tx.add_check_in(&check_in).await? {
        work.update_flags(&flag::Event::CheckIn(&check_in)).await?;
    }
    let flags = work.active_flags().await?;
    work.commit().await?;
    Ok(flags)
}

/// The check-ins since an instant, oldest first.
pub async fn check_ins(app: &App, caller: &Caller, since: Instant) -> Result<Vec<CheckIn>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok(work.tx.check_ins(caller.athlete, since).await?)
}

/// The flags in force.
pub async fn flags(app: &App, caller: &Caller) -> Result<Vec<Flag>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.active_flags().await
}

/// Sets a flag by hand. Pain without a place counts as everywhere (P-52).
pub async fn set_flag(app: &App, caller: &Caller, mut sign: Sign) -> Result<Vec<Flag>, Problem> {
    let mut work = app.write(caller, Act::Flags).await?;
    if sign.kind == FlagKind::Pain {
        sign.area.get_or_insert(BodyArea::Other);
    }
    check_sign(&sign, &*work.catalog().await?)?;
    work.update_flags(&flag::Event::Signs { signs: &[sign], source: FlagSource::Dialog }).await?;
    let flags = work.active_flags().await?;
    work.commit().await?;
    Ok(flags)
}

/// P-52, P-53: which flags a person may set.
fn check_sign(sign: &Sign, catalog: &Catalog) -> Result<(), Invalid> {
    const CODE: ErrorCode = ErrorCode::InvalidFlag;
    let mut check = Check::default();
    check.inside(CODE, "severity", sign.severity, SEVERITY);
    let is_placed = (sign.kind == FlagKind::Pain) == sign.area.is_some();
    check.require(is_placed, CODE, "area", sign.kind, "an area for pain and for nothing else");
    let is_named = sign.kind != FlagKind::Technique || sign.exercise.is_some();
    check.require(is_named, CODE, "exercise", "none", "the exercise of a technique flag");
    check.finish()?;
    match &sign.exercise {
        Some(key) if catalog.get(key).is_none() => Err(unknown_exercise("exercise", key, catalog)),
        _ => Ok(()),
    }
}

/// Says that a flag is over, and why.
pub async fn clear_flag(
    app: &App,
    caller: &Caller,
    id: Id<Flag>,
    reason: &str,
) -> Result<Vec<Flag>, Problem> {
    let mut work = app.write(caller, Act::Flags).await?;
    work.end_flag(id, reason).await?;
    let flags = work.active_flags().await?;
    work.commit().await?;
    Ok(flags)
}

/// What flags and advice are worked out from: that of four weeks, and as far back as a flag in force.
pub(super) struct Lately {
    /// The flags that are in force, and those that ended.
    pub(super) flags: Vec<Flag>,
    /// How the athlete said to be.
    pub(super) check_ins: Vec<CheckIn>,
    /// What was reported.
    pub(super) sessions: Vec<SessionFacts>,
}

impl Work<'_> {
    /// Ends a flag by somebody's word; it is in the audit (PV-11).
    pub(super) async fn end_flag(&mut self, id: Id<Flag>, reason: &str) -> Result<(), Problem> {
        let by = self.actor.kind;
        self.update_flags(&flag::Event::Clear { flag: id, by, reason }).await?;
        let why = if reason.is_empty() { "manual" } else { reason };
        let line = AuditLine {
            id: Id::derive(&["audit", self.trace_id.as_str(), &id.to_string()]),
            plan_id: None,
            version: None,
            actor: self.actor,
            action: AuditAction::FlagCleared,
            target: id.to_string(),
            before: "active".into(),
            after: "cleared".into(),
            reason: why.chars().take(500).collect(),
            trace_id: self.trace_id.clone(),
            at: self.now,
        };
        let athlete = self.id();
        Ok(self.tx.add_audit(athlete, &[line]).await?)
    }

    pub(super) async fn active_flags(&mut self) -> Result<Vec<Flag>, Problem> {
        let flags = self.tx.flags(self.athlete.id, Some(self.now)).await?;
        Ok(flags.into_iter().filter(|flag| flag.is_active(self.now)).collect())
    }

    /// How the athlete has been, for who has read flags and check-ins already.
    pub(super) async fn lately(
        &mut self,
        flags: Vec<Flag>,
        mut check_ins: Vec<CheckIn>,
    ) -> Result<Lately, Problem> {
        let oldest = flags.iter().filter(|flag| flag.is_active(self.now)).map(|flag| flag.from).min();
        let since = oldest.map_or(self.weeks_ago(), |oldest| oldest.min(self.weeks_ago()));
        check_ins.retain(|check_in| check_in.at >= since);
        let mut sessions: Vec<SessionFacts> = Vec::new();
        for past in self.tx.past_exercises(self.athlete.id, since).await? {
            if sessions.last().is_none_or(|last| last.id != past.session_id) {
                let (id, started_at) = (past.session_id, past.started_at);
                sessions.push(SessionFacts { id, started_at, items: Vec::new() });
            }
            if let Some(session) = sessions.last_mut() {
                session.items.push(ItemFacts {
                    item_id: past.item_id,
                    exercise: past.exercise_key,
                    status: past.status,
                    marks: past.marks,
                    rpe: past.rpe,
                });
            }
        }
        Ok(Lately { flags, check_ins, sessions })
    }

    /// Flags after something happened; what changed is written, with the modifiers that come of it.
    pub(super) async fn update_flags(&mut self, event: &flag::Event<'_>) -> Result<Vec<Flag>, Problem> {
        let (id, since) = (self.athlete.id, self.weeks_ago());
        let asked = (
            List::flags(Some(since)),
            List::check_ins_of_flags(id, since, self.now),
            List::shelf(Shelf::Exercises),
            List::shelf(Shelf::Ladders),
        );
        let (flags, check_ins, exercises, ladders) = self.tx.lists(id, asked).await?;
        let lately = self.lately(flags, check_ins).await?;
        self.flags_after(event, &lately, &with_own(&exercises, &ladders)).await
    }

    /// The same for who has read everything already.
    pub(super) async fn flags_after(
        &mut self,
        event: &flag::Event<'_>,
        lately: &Lately,
        catalog: &Catalog,
    ) -> Result<Vec<Flag>, Problem> {
        let tuning = flag::FlagTuning::default();
        let context = flag::Context {
            athlete_id: self.athlete.id,
            trace_id: &self.trace_id,
            now: self.now,
            catalog,
            sessions: &lately.sessions,
            check_ins: &lately.check_ins,
            said: &[],
            tuning: &tuning,
        };
        let known = &lately.flags;
        let updated = flag::update(known, event, &context)?;
        let changed: Vec<Flag> = updated.flags.iter().filter(|flag| !known.contains(flag)).cloned().collect();
        self.tx.put_flags(&changed).await?;
        self.tx.put_modifiers(&updated.modifiers).await?;
        Ok(updated.flags)
    }
}

impl From<flag::Refused> for Problem {
    fn from(refused: flag::Refused) -> Self {
        match refused {
            flag::Refused::NotFound(id) => not_found("flag", id),
            flag::Refused::NotAllowed { kind, by } => Self::new(Code::of(ErrorCode::InvalidFlag))
                .fact("field", Fact::word("flag", kind))
                .fact("found", Fact::word("actor", by))
                .fact("expected", Fact::word("actor", domain::person::ActorKind::Athlete)),
        }
    }
}
