//! A plan as the engine wants it: what is stored as a chain, and what an engine lands as rows (PV-12).

use std::{borrow::Cow, collections::BTreeMap};

use domain::{
    error::ErrorCode,
    exercise::{Exercise, ExerciseKey, LoadSemantics},
    ladder::Ladder,
    law::{Invalid, Valid},
    plan::{Plan, PlanDomain, PlanId, PlanItem},
    proposal::Verdict,
    quantity::Grams,
    time::{Instant, LocalDate, add_days},
    vocabulary::nearest,
    wellbeing::Flag,
};
use plan::{
    chain::{Chain, Entry, Facts, ItemFacts},
    item::Item,
    landing::{Landing, World},
    tuning::PlanTuning,
};
use serde::{Serialize, de::DeserializeOwned};
use store::{Asked, List, Shelf, Since, VersionHead, VersionRows};
use training::{catalog::Catalog, miss::effect, progression};

use super::app::{Work, not_found};
use crate::problem::{Code, Problem};

/// How much of a plan is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Span<'a> {
    /// What a decision of today needs: what is in force or open, and the last days; what a trigger did besides.
    Recent(&'a str),
    /// Everything.
    Whole,
}

/// PR-7: for how long an answered proposal counts, and a day more, so that the day of the athlete is whole.
const RECENT_DAYS: i64 = 8;

impl Work<'_> {
    /// The plan of this domain that is in force.
    pub(super) async fn active_plan(&mut self, domain: PlanDomain) -> Result<Option<Plan>, Problem> {
        Ok(self.tx.active_plan(self.athlete.id, domain).await?)
    }

    /// The training plan in force; without one there is nothing to do.
    pub(super) async fn training_plan(&mut self) -> Result<Plan, Problem> {
        let plan = self.active_plan(PlanDomain::Training).await?;
        plan.ok_or_else(|| Problem::new(Code::of(ErrorCode::NoPlan)))
    }

    /// The plan with this id.
    pub(super) async fn plan(&mut self, id: PlanId) -> Result<Plan, Problem> {
        let plan = self.tx.plan(self.athlete.id, id).await?;
        plan.ok_or_else(|| not_found("plan", id))
    }

    /// What is known of a plan, but for the events: nothing that lands asks for them.
    pub(super) async fn chain<I>(&mut self, plan: Plan, span: Span<'_>) -> Result<Chain<I>, Problem>
    where
        I: Item + DeserializeOwned,
    {
        let (athlete, id) = (self.athlete.id, plan.id);
        let back = |days: i64| self.now.minus_seconds(days * 86_400);
        let (since, asked, from, date) = match span {
            Span::Whole => (Since::Ever, Asked::Ever, None, LocalDate::MIN),
            Span::Recent(trigger) => {
                let date = add_days(self.today(), -RECENT_DAYS);
                let since = Since::Instant(back(RECENT_DAYS), trigger);
                (since, Asked::Since(back(RECENT_DAYS)), Some(back(RECENT_DAYS)), date)
            }
        };
        let asked = (
            List::versions(athlete, id, since),
            List::proposals_with_decisions(athlete, id, asked),
            List::overrides(id, from),
            List::conflicts(id, date),
        );
        let (versions, asked, overrides, conflicts) = self.tx.lists(athlete, asked).await?;
        let (proposals, decisions): (Vec<_>, Vec<_>) =
            asked.into_iter().map(|one| (one.proposal, one.decisions)).unzip();
        let mut decisions = decisions.concat();
        decisions.sort_by_key(|decision| (decision.at, decision.id));
        let audit = match span {
            Span::Whole => self.tx.audit(athlete, Some(id)).await?,
            Span::Recent(_) => self.audited.clone(),
        };
        Ok(Chain {
            plan,
            versions: versions.into_iter().map(entry).collect(),
            proposals,
            decisions,
            overrides,
            conflicts,
            audit,
            events: vec![],
        })
    }

    /// Writes what an engine landed, all of it or nothing (PV-12).
    pub(super) async fn land<I>(&mut self, landing: &Landing<I>) -> Result<(), Problem>
    where
        I: Serialize,
    {
        let (athlete, plan) = (self.athlete.id, landing.plan.id);
        for change in &landing.statuses {
            let head = VersionHead {
                number: change.number,
                status: change.status,
                activated_at: change.activated_at,
                superseded_by: change.superseded_by,
            };
            self.tx.set_version_head(athlete, plan, head).await?;
        }
        let versions = landing.versions.iter().map(|entry| (&entry.version, &entry.rows[..]));
        self.tx.add_versions(athlete, versions).await?;
        self.tx.put_plan(&landing.plan).await?;
        self.tx.put_proposals(&landing.proposals).await?;
        self.app.counted.proposals(&landing.proposals);
        self.tx.add_decisions(athlete, &landing.decisions).await?;
        // Whoever answers, and where, a yes is followed beside the plan, too: lighter sessions (P-48), and what a report
        // proposed.
        for decision in &landing.decisions {
            let Some(proposal) = landing.proposals.iter().find(|one| one.id == decision.proposal_id) else {
                continue;
            };
            if let Some(lighter) = effect::lighter(proposal, decision) {
                self.tx.put_modifiers(&[lighter]).await?;
            }
            if decision.verdict == Verdict::Accepted {
                Box::pin(self.follow_report(proposal)).await?;
            }
        }
        self.tx.put_overrides(athlete, plan, &landing.overrides).await?;
        self.tx.put_conflicts(&landing.conflicts).await?;
        self.tx.add_audit(athlete, &landing.audit).await?;
        self.audited.extend(landing.audit.iter().cloned());
        self.tx.add_events(&landing.events).await?;
        Ok(())
    }

    /// The exercises and ladders to choose from: those of the product and the athlete's own, which count where a key is
    /// in both.
    pub(super) async fn catalog(&mut self) -> Result<Cow<'static, Catalog>, Problem> {
        let own = (List::shelf(Shelf::Exercises), List::shelf(Shelf::Ladders));
        let (exercises, ladders) = self.tx.lists(self.athlete.id, own).await?;
        Ok(with_own(&exercises, &ladders))
    }

    /// What landing has to know of the items of a plan.
    pub(super) fn facts(&self, items: &[PlanItem], flags: &[Flag], catalog: &Catalog) -> Facts {
        let iron = self.profile().iron();
        let vetoes = progression::vetoes(items, flags, catalog, self.now);
        let facts = items.iter().map(|item| {
            let exercise = catalog.get(&item.exercise_key);
            let level = item.prescription.level_ref.as_ref();
            let facts = ItemFacts {
                assistance: exercise.is_some_and(|one| one.load_semantics == LoadSemantics::Assistance),
                veto: vetoes.get(&item.item_id).copied(),
                grid: exercise.and_then(|exercise| iron.grid_for(exercise)).cloned(),
                ladder: level.and_then(|level| catalog.ladder(&level.ladder_key)).cloned(),
            };
            (item.item_id, facts)
        });
        facts.collect()
    }

    /// The flags that are in force, and those that ended in the last weeks.
    pub(super) async fn flags(&mut self) -> Result<Vec<Flag>, Problem> {
        Ok(self.tx.flags(self.athlete.id, Some(self.weeks_ago())).await?)
    }

    /// As far back as flags and advice look.
    pub(super) fn weeks_ago(&self) -> Instant {
        self.now.minus_seconds(28 * 86_400)
    }

    /// The last known body weight.
    pub(super) async fn body_weight(&mut self) -> Result<Option<Grams>, Problem> {
        let (from, today) = self.days_of_weight();
        let weights = self.tx.body_weights(self.athlete.id, from, today).await?;
        Ok(weights.last().map(|weight| weight.grams))
    }

    /// How long a body weight is known: from one day to another.
    pub(super) fn days_of_weight(&self) -> (LocalDate, LocalDate) {
        (add_days(self.today(), -60), self.today())
    }

    /// GL-6: an instant of a device may be late, but not ahead by more than a day.
    pub(super) fn check_instant(&self, field: &'static str, at: Instant) -> Result<(), Problem> {
        if at.seconds_since(self.now) <= 86_400 {
            return Ok(());
        }
        let problem = Problem::new(crate::problem::FUTURE_INSTANT).at(format!("/{field}"));
        Err(problem.fact("field", field).fact("found", at.to_string()).fact("now", self.now.to_string()))
    }
}

/// A version with its rows, as the engine wants it.
pub(super) fn entry<I>(VersionRows { version, rows }: VersionRows<I>) -> Entry<I> {
    Entry { version, rows }
}

/// The exercises and ladders of the product with those of an athlete, which count where a key is in both.
pub(super) fn with_own(exercises: &[Valid<Exercise>], ladders: &[Valid<Ladder>]) -> Cow<'static, Catalog> {
    let shipped = Catalog::embedded();
    if exercises.is_empty() && ladders.is_empty() {
        return Cow::Borrowed(shipped);
    }
    Cow::Owned(shipped.with_own(exercises, ladders))
}

/// The refusal of an exercise that is not in the catalogue, with the one that was maybe meant.
pub(super) fn unknown_exercise(field: &str, key: &ExerciseKey, catalog: &Catalog) -> Invalid {
    let near = nearest(key.as_str(), catalog.exercises().iter().map(|one| one.id.as_str()));
    let near = near.map(|near| format!("; maybe {near}")).unwrap_or_default();
    Invalid::of(ErrorCode::UnknownExercise, field, key, format!("an exercise of the catalogue{near}"))
}

/// The numbers of the plans chapter.
pub(super) static TUNING: std::sync::LazyLock<PlanTuning> = std::sync::LazyLock::new(PlanTuning::default);

/// What a request reads beside the plan.
pub(super) fn world(facts: &Facts) -> World<'_> {
    World { facts, tuning: &TUNING }
}

/// Entries of a list by a key.
pub(super) fn by<K: Ord, T>(list: Vec<T>, key: impl Fn(&T) -> K) -> BTreeMap<K, Vec<T>> {
    let mut found: BTreeMap<K, Vec<T>> = BTreeMap::new();
    for one in list {
        found.entry(key(&one)).or_default().push(one);
    }
    found
}
