//! the sections of a report, from what is known of its week or month.

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    progress::ProgressRecord,
    proposal::{Proposal, ProposalId},
    quantity::Grams,
    reason::ReasonCode,
    session::{PerformanceStatus, Session, SessionOrigin, SessionStatus},
    time::{DateSpan, add_days, days_between},
    wellbeing::Flag,
};
use training::{
    flag::touches,
    library::contributions,
    prescribe::block::BlockWeek,
    progression::easier::easier_variation,
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
    Change, Flagged, IsoWeek, Moved, MuscleDone, NextWeek, Report, ReportKind, ReportPeriod, RiskReview,
    Summary, WaitingProposal, Way,
    ask::{at_hand, key_of},
    facts::Known,
};
use crate::{
    problem::Problem,
    service::{app::Work, charts::ChartName, miss_model::ItemRisk, weeks::MuscleWeek, workout::slot_items},
};

/// So many exercises are told that often fall short.
const RISKS: usize = 3;

/// the charts of a report, in their order.
const fn charts(kind: ReportKind) -> &'static [ChartName] {
    use ChartName::{Adherence, BodyWeight, Calendar, Effort, Levels, Strength, Volume};
    match kind {
        ReportKind::Weekly => &[Volume, Effort, Levels, Strength, Adherence],
        ReportKind::Monthly => &[Volume, Effort, Levels, Strength, Adherence, BodyWeight, Calendar],
    }
}

impl Work<'_> {
    /// The report of a time that is over.
    pub(super) async fn make_report(&mut self, period: ReportPeriod) -> Result<Report, Problem> {
        let mut known = self.known(period).await?;
        let mut head = known.head(self);
        // only the newest report proposes; an older one that is told late says what it would have.
        let is_newest = self.ready_periods(period.kind()).1 == period;
        if let Some(proposal) = known.ask(&head.change, self).filter(|_| is_newest) {
            self.tx.put_proposals(std::slice::from_ref(&proposal)).await?;
            self.app.counted.proposals(std::slice::from_ref(&proposal));
            head.change.proposal = Some(proposal.id);
            known.proposals.retain(|one| one.id != proposal.id);
            known.proposals.push(proposal);
        }
        Ok(known.report(head, self))
    }
}

impl Known {
    /// the finding and the change.
    fn head(&self, work: &Work<'_>) -> Head {
        head(&self.period(), &self.outlook(work), &ReportTuning::default())
    }

    fn report(&self, Head { finding, change }: Head, work: &Work<'_>) -> Report {
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
            period: self.period.to_string(),
            from,
            to,
            finding: finding.reason,
            change: None,
            summary: None,
            month: None,
            exercises: Vec::new(),
            records: Vec::new(),
            flags: Vec::new(),
            advice: Vec::new(),
            coaches: self.coaches.clone(),
            conflicts: Vec::new(),
            proposals: Vec::new(),
            charts: Vec::new(),
            next,
        };
        // Without data there is nothing but the finding, what coaches did and what comes next.
        if empty.finding.code == ReasonCode::NoData {
            return empty;
        }
        let asked = change.proposal;
        let others = self.proposals.iter().filter(|one| Some(one.id) != asked);
        Report {
            change: Some(self.change(change, waiting)),
            summary: Some(self.summary()),
            month: (self.period.kind() == ReportKind::Monthly).then(|| self.month()),
            exercises: self.moved(),
            records: self.records.clone(),
            flags: self.flags.iter().map(|flag| self.flagged(flag)).collect(),
            advice: self.advice.clone(),
            conflicts: self.conflicts.clone(),
            proposals: others.map(waiting).collect(),
            charts: charts(self.period.kind()).to_vec(),
            ..empty
        }
    }

    /// What A-19 looks at.
    fn period(&self) -> Period {
        let (planned, done) = self.counts(self.window);
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
            records: self.records.iter().filter(|one| self.window.contains(one.date)).cloned().collect(),
        }
    }

    /// Sessions of some days that were due, and those that were done; one that nobody planned was not due.
    pub(super) fn counts(&self, days: DateSpan) -> (u32, u32) {
        let due = |session: &&Session| {
            session.origin != SessionOrigin::AdHoc && session.status != SessionStatus::Active
        };
        let planned = self.sessions_in(days).filter(due).count();
        (number(planned), number(self.done_in(days).count()))
    }

    pub(super) fn is_active(&self, flag: &Flag) -> bool {
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

    /// The records of some days, by ladder or exercise, oldest first.
    pub(super) fn decided(&self, days: DateSpan) -> BTreeMap<&str, Vec<&ProgressRecord>> {
        let mut found = BTreeMap::<&str, Vec<&ProgressRecord>>::new();
        for record in self.progress.iter().filter(|record| days.contains(record.local_date)) {
            found.entry(&record.exercise_key).or_default().push(record);
        }
        found
    }

    fn levels(&self) -> Vec<LevelMove> {
        let moved = self.decided(self.window).into_iter().filter_map(|(exercise, records)| {
            let (old, new) = level(&records)?;
            (old != new).then(|| LevelMove { exercise: exercise.to_owned(), old, new })
        });
        moved.collect()
    }

    /// The anchors that the window has something to say about.
    fn strengths_done(&self) -> Vec<Strength> {
        let is_done = |one: &&Strength| {
            let mut exercises = self.done_in(self.window).flat_map(|session| &session.exercises);
            exercises.any(|done| done.exercise_key.as_str() == one.exercise)
        };
        self.strengths.iter().filter(is_done).cloned().collect()
    }

    /// Hard muscles of the last week that built up, with the one before it. The report of a week looks at no other than
    /// its own and the one before; that of a month at the weeks that end in it.
    fn muscle_volumes(&self) -> Vec<MuscleVolume> {
        let is_built = |(week, place): &&(IsoWeek, BlockWeek)| {
            !place.deload && self.done_in(week.days()).next().is_some()
        };
        let (weeks, own) = match self.period {
            ReportPeriod::Week(_) => (&self.weeks[..self.weeks.len() - 1], self.own_weeks()),
            ReportPeriod::Month(_) => (self.own_weeks(), self.own_weeks()),
        };
        let Some(now) = own.iter().rev().find(is_built) else { return Vec::new() };
        let before = weeks.iter().rev().filter(|(week, _)| *week < now.0).find(is_built);
        let earlier = before.map(|week| self.muscles(*week)).unwrap_or_default();
        let done_before = |muscle| earlier.iter().find(|one| one.muscle == muscle).map(|one| one.done);
        let hard = self.muscles(*now).into_iter().filter(|row| row.target > 0);
        hard.map(|row| MuscleVolume {
            muscle: row.muscle,
            done: row.done,
            before: done_before(row.muscle),
            mev: 10 * row.landmarks.mev,
        })
        .collect()
    }

    /// The sum and number of efforts of some days, in tenths.
    fn efforts(&self, days: DateSpan) -> (i64, i64) {
        let own = self.progress.iter().filter(|record| days.contains(record.local_date));
        own.filter_map(|record| record.rpe).fold((0, 0), |(sum, n), rpe| (sum + rpe.tenths(), n + 1))
    }

    /// the mean effort of some days less that of others before, in tenths toward zero.
    fn drift(&self, days: DateSpan, before: DateSpan) -> Option<i64> {
        let ((sum, n), (sum_before, n_before)) = (self.efforts(days), self.efforts(before));
        (sum * n_before - sum_before * n).checked_div(n * n_before)
    }

    fn effort(&self) -> Option<EffortShift> {
        let sets = |days| i64::from(number(self.done_in(days).map(working_sets).sum::<usize>()));
        let length = |days: DateSpan| days_between(days.from, days.to) + 1;
        let (now, before) = (self.window, self.before_window());
        Some(EffortShift {
            drift: self.drift(now, before)?,
            volume: sets(now),
            volume_before: sets(before) * length(now) / length(before),
        })
    }

    /// What A-20 may change.
    fn outlook(&self, work: &Work<'_>) -> Outlook {
        let place = self.own_weeks().last().map(|(_, place)| *place);
        let built = place.filter(|place| !place.deload).map_or(0, |place| place.week + 1);
        Outlook {
            proposals: self.waiting().map(|proposal| self.open(proposal)).collect(),
            exercises: self.upcoming(work),
            barred: self.barred(work.profile()),
            accumulation_weeks: built,
            schedule: number(self.schedule.len()),
        }
    }

    /// The exercises of the plan; those of the first day after that time that has some are next. Where no exercise has a
    /// day of its own, each may be in the next session.
    fn upcoming(&self, work: &Work<'_>) -> Vec<Upcoming> {
        let ahead = (1..=7).map(|day| slot_items(&self.items, add_days(self.days.to, day), None));
        let next = ahead.into_iter().find(|items| !items.is_empty()).unwrap_or_default();
        let tuning = Tuning::default();
        let one = |item: &domain::plan::PlanItem| {
            let exercise = self.catalog.get(&item.exercise_key)?;
            let level = item.prescription.level_ref.as_ref();
            let easier = easier_variation(item, &self.catalog, at_hand(work.profile()), &work.trace_id);
            let mut given = training::muscles::Volumes::default();
            given.add(&contributions(exercise, &tuning), 1);
            let areas = BodyArea::ALL.iter().filter(|area| touches(exercise, **area));
            let has_veto = self.facts.get(&item.item_id).is_some_and(|facts| facts.veto.is_some());
            Some(Upcoming {
                exercise: key_of(item).to_owned(),
                barred: self.has_asked(item),
                vetoed: has_veto,
                next: next.is_empty() || next.iter().any(|one| one.item_id == item.item_id),
                areas: areas.map(|area| (*area, 1)).collect(),
                muscles: exercise.muscles.iter().map(|muscle| (muscle, given[muscle])).collect(),
                substitute: self.substitute(item, work.profile()),
                easier: easier.map(|easier| easier.exercise.to_string()),
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
        let (planned, done) = self.counts(self.days);
        let before = match self.period {
            ReportPeriod::Week(_) => self.before_window(),
            ReportPeriod::Month(_) => self.before(),
        };
        let sessions = || self.done_in(self.days);
        let minutes = sessions()
            .filter_map(|session| Some(session.finished_at?.seconds_since(session.started_at?).max(0) / 60));
        let (sum, n) = self.efforts(self.days);
        let [weight, weight_before] = self.weights.each_ref().map(|weights| mean(weights));
        Summary {
            done,
            planned,
            sets: number(sessions().map(working_sets).sum()),
            minutes: u32::try_from(minutes.sum::<i64>()).unwrap_or(u32::MAX),
            muscles: self.muscles_done(),
            rpe: (sum + n / 2).checked_div(n),
            rpe_change: self.drift(self.days, before),
            weight_g: weight,
            weight_change_g: weight.zip(weight_before).map(|(now, before)| now.0 - before.0),
            meals: self.meals,
        }
    }

    /// What each hard muscle got of its target, in all weeks together.
    fn muscles_done(&self) -> Vec<MuscleDone> {
        let mut sums: Vec<MuscleDone> = Vec::new();
        for one in self.own_weeks().iter().flat_map(|week| hard(&self.muscles(*week))) {
            match sums.iter_mut().find(|sum| sum.muscle == one.muscle) {
                Some(sum) => {
                    sum.done += one.done;
                    sum.target += one.target;
                }
                None => sums.push(one),
            }
        }
        sums
    }

    /// P-22: every exercise that was done, those that changed first.
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
        let ladder = own.last().and_then(|last| self.decided(self.days).remove(last.exercise_key.as_str()));
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
            volume: (volume(self.before()), volume(self.days)),
            decision: own.last().map(|record| record.decision),
            reasons: own.last().map(|record| record.reasons.clone()).unwrap_or_default(),
        }
    }

    fn next(&self) -> NextWeek {
        let (week, place) = self.weeks[self.weeks.len() - 1];
        let targets = hard(&self.muscles((week, place)));
        NextWeek {
            start: week.days().from,
            week: place.week,
            length: place.length,
            deload: place.deload,
            schedule: self.schedule.clone(),
            targets,
            risks: self.risks(),
        }
    }

    /// P-48: what fell short before and is likeliest to do so again.
    fn risks(&self) -> Vec<RiskReview> {
        let missed = self.risks.iter().filter(|one| one.tally.misses > 0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a percentage")]
        let review = |one: &ItemRisk| RiskReview {
            exercise: one.exercise_key.clone(),
            pct: (100.0 * one.risk).round() as u32,
            misses: number(one.tally.misses),
            done: number(one.tally.rows),
        };
        missed.take(RISKS).map(review).collect()
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

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The level from the first record to the last.
pub(super) fn level(records: &[&ProgressRecord]) -> Option<(u32, u32)> {
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

pub(super) fn working_sets(session: &Session) -> usize {
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
