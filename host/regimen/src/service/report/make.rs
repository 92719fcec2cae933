//! the sections of a report, from what is known of its week.

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    progress::ProgressRecord,
    proposal::{Proposal, ProposalId},
    quantity::Grams,
    reason::ReasonCode,
    session::{PerformanceStatus, Session, SessionOrigin, SessionStatus},
    time::{DateSpan, add_days},
    wellbeing::Flag,
};
use training::{
    flag::touches,
    library::contributions,
    report::{
        Head,
        change::ProposedChange,
        facts::{
            EffortShift, LevelMove, MuscleVolume, OpenConflict, Outlook, Period, ReportTuning, StandingFlag,
            Strength, Upcoming,
        },
        head,
    },
    tuning::Tuning,
};

use super::{
    Change, Flagged, IsoWeek, Moved, MuscleDone, NextWeek, Report, Summary, WaitingProposal, Way,
    facts::{BEFORE_DAYS, Known},
};
use crate::{
    problem::Problem,
    service::{app::Work, charts::ChartName, weeks::MuscleWeek, workout::slot_items},
};

/// the charts of a report, in their order.
const CHARTS: [ChartName; 5] =
    [ChartName::Volume, ChartName::Effort, ChartName::Levels, ChartName::Strength, ChartName::Adherence];

impl Work<'_> {
    /// The report of a week that is over.
    pub(super) async fn make_weekly(&mut self, week: IsoWeek) -> Result<Report, Problem> {
        let known = self.known(week).await?;
        Ok(known.report(week, self))
    }
}

impl Known {
    fn report(&self, week: IsoWeek, work: &Work<'_>) -> Report {
        let Head { finding, change } = head(&self.period(), &self.outlook(), &ReportTuning::default());
        let day = |proposal: &Proposal| proposal.created_at.local_date(work.zone());
        let waiting = |proposal: &Proposal| WaitingProposal {
            id: proposal.id,
            days: self.days_since(day(proposal)).saturating_sub(1),
            exercise: self.exercise_of(proposal),
            reason: proposal.reason.clone(),
        };
        let next = self.next();
        let (from, to) = (self.days.from, self.days.to);
        let empty = Report {
            week: week.to_string(),
            from,
            to,
            finding: finding.reason,
            change: None,
            summary: None,
            exercises: Vec::new(),
            records: Vec::new(),
            flags: Vec::new(),
            advice: Vec::new(),
            conflicts: Vec::new(),
            proposals: Vec::new(),
            charts: Vec::new(),
            next,
        };
        // A week without data has nothing but its finding and what comes next.
        if empty.finding.code == ReasonCode::NoData {
            return empty;
        }
        let asked = change.proposal;
        let others = self.proposals.iter().filter(|one| Some(one.id) != asked);
        Report {
            change: Some(self.change(change, waiting)),
            summary: Some(self.summary()),
            exercises: self.moved(),
            records: self.records.clone(),
            flags: self.flags.iter().map(|flag| self.flagged(flag)).collect(),
            advice: self.advice.clone(),
            conflicts: self.conflicts.clone(),
            proposals: others.map(waiting).collect(),
            charts: CHARTS.to_vec(),
            ..empty
        }
    }

    /// What A-19 looks at.
    fn period(&self) -> Period {
        let (planned, done) = self.counts();
        let active = self.flags.iter().filter(|flag| self.is_active(flag));
        Period {
            planned,
            done,
            flags: active
                .map(|flag| StandingFlag {
                    kind: flag.kind,
                    area: flag.area,
                    exercise: flag.exercise_key.as_ref().map(ToString::to_string),
                    severity: flag.severity,
                    days: self.flag_days(flag),
                })
                .collect(),
            alerts: self.alerts.clone(),
            stuck: self.stuck.clone(),
            conflicts: self.conflicts.iter().map(|one| OpenConflict { id: one.id, days: one.days }).collect(),
            levels: self.levels(),
            muscles: self.muscle_volumes(),
            strengths: self.strengths_done(),
            effort: self.effort(),
            records: self.records.clone(),
        }
    }

    /// Sessions that were due, and those that were done; one that nobody planned was not due.
    fn counts(&self) -> (u32, u32) {
        let due = |session: &&Session| {
            session.origin != SessionOrigin::AdHoc && session.status != SessionStatus::Active
        };
        let planned = self.sessions_in(self.days).filter(due).count();
        (number(planned), number(self.done_in(self.days).count()))
    }

    fn is_active(&self, flag: &Flag) -> bool {
        flag.is_active(self.end.minus_seconds(1))
    }

    fn flag_days(&self, flag: &Flag) -> u32 {
        let seconds = flag.until.map_or(self.end, |until| until.min(self.end)).seconds_since(flag.from);
        u32::try_from(seconds.max(0) / 86_400 + 1).unwrap_or(u32::MAX)
    }

    fn flagged(&self, flag: &Flag) -> Flagged {
        Flagged {
            kind: flag.kind,
            area: flag.area,
            exercise: flag.exercise_key.clone(),
            severity: flag.severity,
            days: self.flag_days(flag),
            is_active: self.is_active(flag),
        }
    }

    /// The records of the week, by ladder or exercise, oldest first.
    fn decided(&self) -> BTreeMap<&str, Vec<&ProgressRecord>> {
        let mut found = BTreeMap::<&str, Vec<&ProgressRecord>>::new();
        for record in self.progress.iter().filter(|record| self.days.contains(record.local_date)) {
            found.entry(&record.exercise_key).or_default().push(record);
        }
        found
    }

    fn levels(&self) -> Vec<LevelMove> {
        let moved = self.decided().into_iter().filter_map(|(exercise, records)| {
            let (old, new) = level(&records)?;
            (old != new).then(|| LevelMove { exercise: exercise.to_owned(), old, new })
        });
        moved.collect()
    }

    /// The anchors that the week has something to say about.
    fn strengths_done(&self) -> Vec<Strength> {
        let is_done = |one: &&Strength| {
            let mut exercises = self.done_in(self.days).flat_map(|session| &session.exercises);
            exercises.any(|done| done.exercise_key.as_str() == one.exercise)
        };
        self.strengths.iter().filter(is_done).cloned().collect()
    }

    /// Hard muscles with the accumulation week before, unless this one was easy or nothing was done in it.
    fn muscle_volumes(&self) -> Vec<MuscleVolume> {
        let [before, now, _] = self.places;
        if now.deload || self.done_in(self.days).next().is_none() {
            return Vec::new();
        }
        let was_built = !before.deload && self.done_in(self.before(7)).next().is_some();
        let earlier = self.muscles(-1, before);
        let done_before = |row: &MuscleWeek| {
            let same = earlier.iter().find(|one| one.muscle == row.muscle)?;
            was_built.then_some(same.done)
        };
        let hard = self.muscles(0, now).into_iter().filter(|row| row.target > 0);
        hard.map(|row| MuscleVolume {
            muscle: row.muscle,
            done: row.done,
            before: done_before(&row),
            mev: 10 * row.landmarks.mev,
        })
        .collect()
    }

    /// The sum and number of efforts of some days, in tenths.
    fn efforts(&self, days: DateSpan) -> (i64, i64) {
        let own = self.progress.iter().filter(|record| days.contains(record.local_date));
        own.filter_map(|record| record.rpe).fold((0, 0), |(sum, n), rpe| (sum + rpe.tenths(), n + 1))
    }

    /// the mean effort of the week less that of the four before, in tenths toward zero.
    fn drift(&self) -> Option<i64> {
        let ((sum, n), (sum_before, n_before)) =
            (self.efforts(self.days), self.efforts(self.before(BEFORE_DAYS)));
        (sum * n_before - sum_before * n).checked_div(n * n_before)
    }

    fn effort(&self) -> Option<EffortShift> {
        let sets = |days| self.done_in(days).map(working_sets).sum::<usize>();
        Some(EffortShift {
            drift: self.drift()?,
            volume: i64::from(number(sets(self.days))),
            volume_before: i64::from(number(sets(self.before(BEFORE_DAYS)))) * 7 / BEFORE_DAYS,
        })
    }

    /// What A-20 may change.
    fn outlook(&self) -> Outlook {
        let place = self.places[1];
        Outlook {
            proposals: self.proposals.iter().map(|proposal| self.open(proposal)).collect(),
            exercises: self.upcoming(),
            accumulation_weeks: if place.deload { 0 } else { place.week + 1 },
            schedule: number(self.schedule.len()),
        }
    }

    /// The exercises of the plan; those of the first day after the week that has some are next.
    fn upcoming(&self) -> Vec<Upcoming> {
        let ahead = (1..=7).map(|day| slot_items(&self.items, add_days(self.days.to, day), None));
        let next = ahead.into_iter().find(|items| !items.is_empty()).unwrap_or_default();
        let tuning = Tuning::default();
        let asked = |item| self.proposals.iter().any(|proposal| proposal.target.item_id == item);
        let one = |item: &domain::plan::PlanItem| {
            let exercise = self.catalog.get(&item.exercise_key)?;
            let level = item.prescription.level_ref.as_ref();
            let key =
                level.map_or_else(|| item.exercise_key.to_string(), |level| level.ladder_key.to_string());
            let mut given = training::muscles::Volumes::default();
            given.add(&contributions(exercise, &tuning), 1);
            let areas = BodyArea::ALL.iter().filter(|area| touches(exercise, **area));
            let has_veto = self.facts.get(&item.item_id).is_some_and(|facts| facts.veto.is_some());
            Some(Upcoming {
                exercise: key,
                barred: has_veto || asked(item.item_id),
                next: next.iter().any(|one| one.item_id == item.item_id),
                areas: areas.map(|area| (*area, 1)).collect(),
                muscles: exercise.muscles.iter().map(|muscle| (muscle, given[muscle])).collect(),
                substitute: None,
                easier: None,
                level: level.map(|level| level.ordinal),
                min_sets: item.min_sets.unwrap_or_else(|| number(item.prescription.working_sets().count())),
            })
        };
        self.items.iter().filter_map(one).collect()
    }

    fn exercise_of(&self, proposal: &Proposal) -> Option<ExerciseKey> {
        let item = self.items.iter().find(|item| item.item_id == proposal.target.item_id)?;
        Some(item.exercise_key.clone())
    }

    fn change(&self, change: ProposedChange, waiting: impl Fn(&Proposal) -> WaitingProposal) -> Change {
        let find = |id: ProposalId| self.proposals.iter().find(|proposal| proposal.id == id);
        Change {
            kind: change.kind,
            exercise: change.exercise,
            to: change.to,
            amount: change.amount,
            proposal: change.proposal.and_then(find).map(waiting),
            conflict: change.conflict,
        }
    }

    fn summary(&self) -> Summary {
        let (planned, done) = self.counts();
        let sessions = || self.done_in(self.days);
        let minutes = sessions()
            .filter_map(|session| Some(session.finished_at?.seconds_since(session.started_at?).max(0) / 60));
        let (sum, n) = self.efforts(self.days);
        let [now, before] = self.weights.each_ref().map(|weights| mean(weights));
        Summary {
            done,
            planned,
            sets: number(sessions().map(working_sets).sum()),
            minutes: u32::try_from(minutes.sum::<i64>()).unwrap_or(u32::MAX),
            muscles: hard(&self.muscles(0, self.places[1])),
            rpe: (sum + n / 2).checked_div(n),
            rpe_change: self.drift(),
            weight_g: now,
            weight_change_g: now.zip(before).map(|(now, before)| now.0 - before.0),
            meals: self.meals,
        }
    }

    /// P-22: every exercise of the week, those that changed first.
    fn moved(&self) -> Vec<Moved> {
        let mut keys: Vec<&ExerciseKey> = Vec::new();
        for session in self.done_in(self.days) {
            let done = session.exercises.iter().filter(|one| one.status == PerformanceStatus::Done);
            for key in done.map(|one| &one.exercise_key) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        let mut moved: Vec<Moved> = keys.into_iter().map(|key| self.moved_by(key)).collect();
        moved.sort_by_key(|one| one.way);
        moved
    }

    fn moved_by(&self, key: &ExerciseKey) -> Moved {
        let own: Vec<&ProgressRecord> = self
            .progress
            .iter()
            .filter(|record| self.days.contains(record.local_date) && record.variation_key == *key)
            .collect();
        let ladder = own.last().and_then(|last| self.decided().remove(last.exercise_key.as_str()));
        let level = ladder.and_then(|records| level(&records));
        let ever = DateSpan { from: domain::time::LocalDate::MIN, to: add_days(self.days.from, -1) };
        let heaviest = |session: &Session| loads(session, key).max();
        let old = self.done_in(ever).filter_map(heaviest).last();
        let new = self.done_in(self.days).filter_map(heaviest).max();
        let load_g = old.zip(new).filter(|loads| *loads != (0, 0));
        let volume = |days| self.done_in(days).map(|session| volume(session, key)).sum::<u32>();
        let way = match (level, load_g) {
            (Some((old, new)), _) if old != new => way(old.into(), new.into()),
            (_, Some((old, new))) => way(old, new),
            _ => Way::Held,
        };
        Moved {
            exercise: key.clone(),
            way,
            level,
            load_g,
            volume: (volume(self.before(7)), volume(self.days)),
            decision: own.last().map(|record| record.decision),
            reasons: own.last().map(|record| record.reasons.clone()).unwrap_or_default(),
        }
    }

    fn next(&self) -> NextWeek {
        let place = self.places[2];
        let targets = hard(&self.muscles(1, place));
        NextWeek {
            start: add_days(self.days.to, 1),
            week: place.week,
            length: place.length,
            deload: place.deload,
            schedule: self.schedule.clone(),
            targets,
        }
    }
}

const fn way(old: i64, new: i64) -> Way {
    if new > old {
        Way::Gained
    } else if new < old {
        Way::Lost
    } else {
        Way::Held
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The level from the first record to the last.
fn level(records: &[&ProgressRecord]) -> Option<(u32, u32)> {
    let old = records.first()?.level_target?;
    Some((old, records.last()?.level_result.unwrap_or(old)))
}

fn hard(muscles: &[MuscleWeek]) -> Vec<MuscleDone> {
    let wanted = muscles.iter().filter(|row| row.target > 0);
    wanted.map(|row| MuscleDone { muscle: row.muscle, done: row.done, target: row.target }).collect()
}

fn mean(weights: &[Grams]) -> Option<Grams> {
    let n = i64::try_from(weights.len()).ok()?;
    weights.iter().map(|weight| weight.0).sum::<i64>().checked_div(n).map(Grams)
}

fn working_sets(session: &Session) -> usize {
    session.exercises.iter().flat_map(|one| &one.sets).filter(|set| set.is_performed()).count()
}

fn loads(session: &Session, key: &ExerciseKey) -> impl Iterator<Item = i64> {
    let own = session.exercises.iter().filter(move |one| one.exercise_key == *key);
    let sets = own.flat_map(|one| &one.sets).filter(|set| set.is_performed());
    sets.filter_map(|set| set.load_g).map(|load| load.0)
}

fn volume(session: &Session, key: &ExerciseKey) -> u32 {
    let own = session.exercises.iter().filter(|one| one.exercise_key == *key);
    own.map(domain::session::ExercisePerformance::volume).sum()
}
