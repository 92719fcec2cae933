//! The stored facts that KPIs are counted from, and what was known of them at a past instant.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use domain::{
    change::Field,
    dispute::Conflict,
    exercise::ExerciseKey,
    person::ActorKind,
    plan::{ItemId, PlanDomain},
    prescription::SetType,
    quantity::Grams,
    reason::Fact,
    session::{SelectionMode, Session, SessionEvent, SessionEventKind, SessionId, SessionStatus},
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
    wellbeing::{Flag, FlagKind, MarkKind},
};
use store::Which;
use training::{
    catalog::Catalog,
    kpi::{
        Dims, Rate,
        gate::{AthleteFacts, first_mode, retention_4w},
        session::{Generated, SessionFacts},
        trend::{self, TREND_DAYS},
        volume::{MuscleWeek, WeekFacts, mode_of},
    },
    library::contributions,
    muscles::{MuscleSet, Volumes},
    prescribe::block::BlockWeek,
    schedule::critical,
    tuning::Tuning,
    volume::{hard_muscles, landmarks, weekly_target},
};

use super::{Counted, gate::COHORT_DAYS};
use crate::{
    problem::Problem,
    service::{app::Work, weeks::Standing},
};

/// how long after a session a flag or a conflict is its own.
const OWN_SECONDS: i64 = 86_400;

/// So many days before a window its first week may begin.
const WEEK_DAYS: i64 = 7;

/// With whom an athlete is counted.
pub(in crate::service) enum Cohort {
    /// With everybody.
    All,
    /// With those who began in this mode.
    Mode(SelectionMode),
    /// With those who began in this ISO week.
    Week(String),
}

/// Everything of one athlete that KPIs are counted from.
pub(in crate::service) struct KpiFacts {
    zone: Zone,
    first_weekday: u8,
    /// Oldest first.
    sessions: Vec<Session>,
    events: BTreeMap<SessionId, Vec<SessionEvent>>,
    flags: Vec<Flag>,
    /// Conflicts, and when they were opened.
    conflicts: Vec<(Conflict, Instant)>,
    standing: Standing,
    /// The first three generated sessions.
    first: Vec<(LocalDate, SelectionMode)>,
    catalog: Cow<'static, Catalog>,
    body_weight: Option<Grams>,
}

impl KpiFacts {
    /// Reads what the figures of windows need that begin with `first` at the earliest and end on one of these days.
    pub(in crate::service) async fn load(
        work: &mut Work<'_>,
        days: DateSpan,
        first: LocalDate,
    ) -> Result<Self, Problem> {
        let (athlete, zone) = (work.id(), work.zone().clone());
        let first = first.min(add_days(days.from, -i64::from(TREND_DAYS)));
        let first = add_days(first, -WEEK_DAYS);
        let rows = work.tx.sessions(athlete, Which::Between(first, days.to)).await?;
        let since = zone.start_of(first).unwrap_or(Instant::EPOCH);
        // A session may be made long before its day.
        let mut events = BTreeMap::<SessionId, Vec<SessionEvent>>::new();
        for event in work.tx.session_events_since(athlete, since.minus_seconds(28 * 86_400)).await? {
            events.entry(event.session_id).or_default().push(event);
        }
        let mut conflicts = Vec::new();
        for plan in work.tx.plans(athlete).await? {
            if plan.domain == PlanDomain::Training {
                for conflict in work.tx.conflicts(athlete, plan.id, first).await? {
                    let opened = work.opened(&conflict).await?;
                    conflicts.push((conflict, opened));
                }
            }
        }
        Ok(Self {
            first_weekday: work.profile().first_weekday,
            sessions: rows.into_iter().map(|row| row.session).collect(),
            events,
            flags: work.tx.flags(athlete, Some(since)).await?,
            conflicts,
            standing: work.standing().await?,
            first: work.tx.first_generated(athlete, 3).await?,
            catalog: work.catalog().await?,
            body_weight: work.body_weight().await?,
            zone,
        })
    }

    /// What was known at an instant, up to a day.
    pub(in crate::service) fn counted(&self, last: LocalDate, now: Instant) -> Counted {
        let as_of = self.end_of(last).min(now);
        let generated = self.sessions.iter().filter_map(|session| {
            let facts = self.session(session, as_of)?;
            let (mode, intent) = (session.selection_mode, session.intent);
            Some(Generated { date: session.local_date, mode, intent, facts })
        });
        let done: Vec<&Session> = self.sessions.iter().filter(|session| is_done(session, as_of)).collect();
        let tuning = Tuning::default();
        let exercise = |key: &ExerciseKey| self.catalog.get(key).map(|exercise| &**exercise);
        Counted {
            sessions: generated.collect(),
            weeks: self.weeks(last, as_of, &tuning),
            anchors: trend::anchors(&done, exercise, self.body_weight, last, &tuning),
        }
    }

    /// whether the athlete still trained in the fourth week, of those whose day 28 fell in the window that ends on a
    /// day; of all, by the mode they began with, and by the ISO week in which they began.
    pub(in crate::service) fn retention(&self, last: LocalDate) -> Vec<(Cohort, Rate)> {
        let Some(&(first_generated, _)) = self.first.first() else { return Vec::new() };
        let done = self.standing.done.iter().map(|(date, _)| *date).filter(|date| *date <= last).collect();
        let rate = retention_4w(&[AthleteFacts { first_generated, done }], add_days(last, 1));
        let day_28 = add_days(first_generated, 28);
        if rate.denominator == 0 || day_28 <= add_days(last, -i64::from(COHORT_DAYS)) {
            return Vec::new();
        }
        let modes: Vec<SelectionMode> = self.first.iter().map(|(_, mode)| *mode).collect();
        let week = first_generated.iso_week_date();
        let week = format!("{:04}-W{:02}", week.year(), week.week());
        let mode = first_mode(&modes).map(Cohort::Mode);
        [Cohort::All, Cohort::Week(week)].into_iter().chain(mode).map(|cohort| (cohort, rate)).collect()
    }

    /// why exercises were swapped after the start, in the words that there are for it.
    pub(super) fn substitution_reasons(
        &self,
        window: DateSpan,
        dims: Dims,
        now: Instant,
    ) -> BTreeMap<&'static str, u32> {
        let mut reasons = BTreeMap::new();
        let is_meant = |session: &&Session| {
            window.contains(session.local_date)
                && Dims::of(session.selection_mode, session.intent).contains(&dims)
        };
        for session in self.sessions.iter().filter(is_meant) {
            let events = self.known(session.id, self.end_of(window.to).min(now));
            for event in events.iter().filter(|event| event.kind == SessionEventKind::Substituted) {
                *reasons.entry(reason_word(event)).or_default() += 1;
            }
        }
        reasons
    }

    /// The first instant after a day.
    fn end_of(&self, date: LocalDate) -> Instant {
        self.zone.start_of(add_days(date, 1)).unwrap_or(Instant::EPOCH)
    }

    fn known(&self, session: SessionId, as_of: Instant) -> Vec<&SessionEvent> {
        let all = self.events.get(&session).map_or(&[][..], Vec::as_slice);
        all.iter().filter(|event| event.at < as_of).collect()
    }

    /// What happened to a session up to an instant; nothing of one that was not generated.
    fn session(&self, session: &Session, as_of: Instant) -> Option<SessionFacts> {
        let events = self.known(session.id, as_of);
        let generated = events.iter().find(|event| event.kind == SessionEventKind::Generated)?;
        let started =
            events.iter().find(|event| event.kind == SessionEventKind::Started).map(|event| event.at);
        let before = |event: &SessionEvent| started.is_none_or(|start| event.at < start);
        let after = |kind: SessionEventKind| {
            let later = events.iter().filter(|event| event.kind == kind);
            number(later.filter(|event| started.is_some_and(|start| start < event.at)).count())
        };
        let planned = session.exercises.iter().filter_map(|one| one.frozen.as_ref());
        let planned = planned.flat_map(|frozen| &frozen.prescription.sets);
        let performed = session.exercises.iter().flat_map(|one| &one.sets).filter(|set| set.is_performed());
        let now = number(session.exercises.len());
        let exercises = now.saturating_sub(after(SessionEventKind::Added)) + after(SessionEventKind::Removed);
        Some(SessionFacts {
            is_due: self.end_of(session.local_date) <= as_of,
            is_started: started.is_some(),
            is_edited_before_start: events
                .iter()
                .any(|event| before(event) && edit(event) == Some(Edit::Shape)),
            is_target_edited_before_start: events
                .iter()
                .any(|event| before(event) && edit(event) == Some(Edit::Target)),
            exercises,
            substituted: substituted(&events, started).min(exercises),
            is_done: is_done(session, as_of),
            planned_sets: number(planned.filter(|set| is_working(set.kind)).count()),
            performed_sets: number(performed.count()),
            has_pain: self.has_pain(session, as_of),
            has_conflict: self.has_conflict(session, as_of),
            pain_exclusions: match generated.facts.get("pain_exclusions") {
                Some(Fact::Count(count)) => u32::try_from(*count).unwrap_or(0),
                _ => 0,
            },
        })
    }

    /// a pain mark, or a pain flag of severity 2 or more while it ran or within a day.
    fn has_pain(&self, session: &Session, as_of: Instant) -> bool {
        let mut marks = session.exercises.iter().flat_map(|one| &one.marks);
        let is_own = |flag: &Flag| flag.from < as_of && is_near(session, flag.from);
        marks.any(|mark| mark.kind == MarkKind::Pain)
            || self.flags.iter().any(|flag| flag.kind == FlagKind::Pain && flag.severity >= 2 && is_own(flag))
    }

    /// a conflict about one of its items, opened while it ran or within a day.
    fn has_conflict(&self, session: &Session, as_of: Instant) -> bool {
        let items: BTreeSet<ItemId> = session.exercises.iter().filter_map(|one| one.item_id).collect();
        self.conflicts.iter().any(|(conflict, opened)| {
            let about = conflict.items.iter().any(|contested| items.contains(&contested.item_id));
            about && *opened < as_of && is_near(session, *opened)
        })
    }

    /// the weeks that ended up to a day and had a session, with what their muscles were to get, should have got and
    /// got.
    fn weeks(&self, last: LocalDate, as_of: Instant, tuning: &Tuning) -> Vec<WeekFacts> {
        let Some(first) = self.sessions.first().map(|session| session.local_date) else { return Vec::new() };
        let week = |end| {
            let (start, place) = self.standing.week(self.first_weekday, end);
            let days = DateSpan { from: start, to: end };
            (add_days(start, WEEK_DAYS - 1) == end).then(|| self.week(days, place, as_of, tuning))?
        };
        (DateSpan { from: first, to: last }).days().filter_map(week).collect()
    }

    fn week(&self, days: DateSpan, place: BlockWeek, as_of: Instant, tuning: &Tuning) -> Option<WeekFacts> {
        let (mut planned, mut done) = (Volumes::default(), Volumes::default());
        let (mut modes, mut intents) = (Vec::new(), BTreeSet::new());
        let hard = hard_muscles(tuning);
        for session in self.sessions.iter().filter(|session| days.contains(session.local_date)) {
            intents.extend(session.intent);
            for one in &session.exercises {
                let Some(exercise) = self.catalog.get(&one.exercise_key) else { continue };
                let share = contributions(exercise, tuning);
                let meant = one.frozen.iter().flat_map(|frozen| &frozen.prescription.sets);
                let meant = meant.filter(|set| is_working(set.kind)).count();
                modes.push((session.selection_mode, meant));
                planned.add(&share, i64::from(number(meant)));
                if is_done(session, as_of) {
                    let sets = one.sets.iter().filter(|set| set.is_performed()).count();
                    done.add(&share, i64::from(number(sets)));
                }
            }
        }
        let muscle = |muscle| {
            let target = weekly_target(landmarks(tuning, muscle), place);
            (muscle, MuscleWeek { target, planned: planned[muscle], done: done[muscle] })
        };
        Some(WeekFacts {
            last: days.to,
            mode: mode_of(&modes)?,
            intents: intents
                .into_iter()
                .map(|intent| (intent, critical(intent, MuscleSet::NONE, hard)))
                .collect(),
            muscles: hard.iter().map(muscle).collect(),
        })
    }
}

impl Work<'_> {
    /// When a conflict was opened: with the proposal of its automatic side, else on the day of it.
    pub(in crate::service) async fn opened(&mut self, conflict: &Conflict) -> Result<Instant, Problem> {
        let day = self.zone().start_of(conflict.date).unwrap_or(Instant::EPOCH);
        let Some(proposal) = conflict.auto_proposal else { return Ok(day) };
        let proposal = self.tx.proposal(self.athlete.id, proposal).await?;
        Ok(proposal.map_or(day, |proposal| proposal.created_at))
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

const fn is_working(kind: SetType) -> bool {
    matches!(kind, SetType::Working | SetType::Failure)
}

fn is_done(session: &Session, as_of: Instant) -> bool {
    matches!(session.status, SessionStatus::Summary | SessionStatus::Done)
        && session.finished_at.is_some_and(|at| at < as_of)
}

/// Whether an instant is in a session or within a day after it.
fn is_near(session: &Session, at: Instant) -> bool {
    let span = session.started_at.zip(session.finished_at);
    span.is_some_and(|(start, end)| start <= at && at <= end.plus_seconds(OWN_SECONDS))
}

/// how many exercises that a session started with were swapped; one that stands in and is swapped again is none.
fn substituted(events: &[&SessionEvent], started: Option<Instant>) -> u32 {
    let mut stand_ins = BTreeSet::new();
    let swaps = events.iter().filter(|event| event.kind == SessionEventKind::Substituted);
    let mut count = 0;
    for event in swaps.filter(|event| started.is_some_and(|start| start < event.at)) {
        count += u32::from(!word(event, "from").is_some_and(|from| stand_ins.contains(from)));
        stand_ins.extend(word(event, "to"));
    }
    count
}

fn word<'e>(event: &'e SessionEvent, name: &str) -> Option<&'e str> {
    match event.facts.get(name) {
        Some(Fact::Text(text)) => Some(text),
        _ => None,
    }
}

/// What an edit changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edit {
    /// Exercises, the number of sets or the order.
    Shape,
    /// A load, reps or a rest.
    Target,
}

/// what a person changed by an event, if it is an edit.
fn edit(event: &SessionEvent) -> Option<Edit> {
    if event.actor.kind == ActorKind::System {
        return None;
    }
    let is_target = word(event, "field").is_some_and(|field| {
        [Field::Load, Field::Reps, Field::Rest].iter().any(|target| target.as_str() == field)
    });
    match event.kind {
        SessionEventKind::Edited if is_target => Some(Edit::Target),
        SessionEventKind::Edited
        | SessionEventKind::Substituted
        | SessionEventKind::Added
        | SessionEventKind::Removed => Some(Edit::Shape),
        _ => None,
    }
}

/// equipment busy, pain, dislike, or something else.
fn reason_word(event: &SessionEvent) -> &'static str {
    const KNOWN: [&str; 3] = ["equipment_busy", "pain", "dislike"];
    let said = word(event, "reason").unwrap_or_default();
    KNOWN.into_iter().find(|known| *known == said).unwrap_or("other")
}
