//! A week of meals: solved from what is known of the athlete, proposed, and made a version of the plan (ML-1).

use std::collections::BTreeSet;

use domain::{
    change::{Change, Direction, Field, Target, Value},
    error::ErrorCode,
    meal_plan::{Batch, ClockTime, MealItem, PlannedMeal, SlotState},
    plan::{Plan, PlanDomain, PlanId, PlanStatus, Trigger, TriggerKind},
    proposal::{Consent, ConsentSubject, Draft, EngineName, Occasion, Proposal, ProposalId, ProposalKind},
    quantity::{Amount, div_half_up},
    reason::{Fact, Reason, ReasonCode},
    recipe::RecipeKey,
    spec::SpecId,
    time::{DateSpan, LocalDate, add_days, days_between},
};
use nutrition::{
    outcome::{Meal, MealResult, Status},
    problem::{Pin, Problem as MealProblem, Where},
    profile::{LeftOut, NutritionProfile, Planning, at_any_time, plan_problem},
    solve::{Patient, Stages, Watch, solve},
    target::Targets,
};
use plan::{
    answer::{Answer, Answers, Effect, Reply, answer},
    chain::{Chain, Facts, Moment},
    item::Item,
    report::{Batch as Found, report},
};
use store::{Asked, TargetsRow};

use super::{
    DAYS_BACK,
    larder::Larder,
    solving::{Solving, attended},
    table::{KeptTargets, Table, item_id},
};
use crate::{
    problem::{Code, Problem},
    service::{
        act::Act,
        app::{App, Caller, Scope, Work},
        ledger::{Span, TUNING, world},
        proposals::Answered,
    },
};

/// What came of planning some days: a proposal, or why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedWeek {
    /// The first day.
    pub from: LocalDate,
    /// The problem that was solved.
    pub problem: MealProblem,
    /// What the solver says.
    pub result: MealResult,
    /// What the athlete needs, and how that was derived.
    pub targets: Targets,
    /// Recipes that could not be planned.
    pub left_out: Vec<LeftOut>,
    /// What waits for an answer, or was applied at once; nothing without a plan.
    pub proposal: Option<Proposal>,
}

/// NT-1: the days whose training counts as energy.
const WEEK: u32 = 7;
/// Rules of this version of the program.
pub(super) const RULE_VERSION: &str = "meals-1";
/// The trigger of a proposal for some days names them: `2026-03-09/7`.
const APART: char = '/';

/// Plans so many days and proposes them. Without a plan, the result says why, and nothing is stored.
pub async fn plan_week(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    days: u32,
) -> Result<PlannedWeek, Problem> {
    plan_week_watched(app, caller, from, days, Box::new(Patient)).await
}

/// The same, watched by somebody who may end it.
pub async fn plan_week_watched(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    days: u32,
    watch: Box<dyn Watch + Send>,
) -> Result<PlannedWeek, Problem> {
    let mut work = app.read(caller, Scope::Meals).await?;
    Work::check_days(days)?;
    let _alone = Solving::begin(app, caller.athlete.uuid())?;
    let span = DateSpan { from, to: add_days(from, i64::from(days) - 1) };
    if from < work.today() {
        let expected = format!("{} or later", work.today());
        return Err(domain::law::Invalid::of(ErrorCode::BadValue, "from", from, expected).into());
    }
    let profile = work.eater().await?;
    let table = work.table(span).await?;
    let workouts = work.workouts(&profile, from, WEEK).await?;
    drop(work);
    let catalog =
        table.larder.catalog_with(&fixed(&table, span).map(|one| &one.meal.recipe_id).collect::<Vec<_>>());
    let mut planning = plan_problem(&profile, &catalog, from, from, days, &workouts)?;
    planning.problem.profile.pinned_assignments = pins(&table, span, &planning.problem);
    planning.problem.profile.day_zero = day_zero(&table, from, &planning.problem);
    let begin = std::time::Instant::now();
    let (problem, result) = solved(planning.problem.clone(), watch).await?;
    app.counted.took("meals", begin.elapsed());
    let proposal = match result.status {
        Status::Found => Some(propose(app, caller, &profile, span, &planning, &problem, &result).await?),
        _ => None,
    };
    let Planning { targets, left_out, .. } = planning;
    Ok(PlannedWeek { from, problem, result, targets, left_out, proposal })
}

/// Solves off the threads that serve others; where no plan keeps the meals apart, any recipe may stand at any time.
async fn solved(
    problem: MealProblem,
    watch: Box<dyn Watch + Send>,
) -> Result<(MealProblem, MealResult), Problem> {
    let search = move |watch: &mut dyn Watch| {
        let result = solve(&problem, Stages::default(), watch);
        if !matches!(result.status, Status::Found | Status::Invalid) {
            let free = at_any_time(&problem);
            let again = solve(&free, Stages::default(), watch);
            if again.status == Status::Found {
                return (free, again);
            }
        }
        (problem, result)
    };
    let (problem, result) = attended(watch, search).await?;
    match &result.verify {
        // MV-6: a plan that does not pass the independent check is never shown.
        Some(verdict) if !verdict.ok => Err(Problem::defect("nutrition::verify")),
        _ if result.status == Status::Invalid => Err(crate::service::meals::refusal(&problem, &result)),
        _ => Ok((problem, result)),
    }
}

/// The meals of these days that stay as they are: pinned ones, and those of which something was said.
fn fixed(table: &Table, span: DateSpan) -> impl Iterator<Item = &PlannedMeal> {
    let states = table.states();
    table.meals().iter().filter(move |one| {
        let state = states.get(&(one.meal.date, one.meal.slot)).copied().unwrap_or(SlotState::Planned);
        span.contains(one.meal.date) && (one.meal.pinned || state != SlotState::Planned)
    })
}

fn pins(table: &Table, span: DateSpan, problem: &MealProblem) -> Vec<Pin> {
    let pin = |one: &PlannedMeal| {
        let day = u32::try_from(days_between(span.from, one.meal.date) + 1).ok()?;
        let slots = problem.profile.schedule.get(usize::try_from(day).ok()? - 1)?.len();
        let known = problem.recipes.iter().any(|recipe| recipe.id == one.meal.recipe_id.as_str());
        let fits = known && usize::from(one.meal.slot) < slots;
        fits.then(|| Pin { day, slot: one.meal.slot.into(), recipe_id: one.meal.recipe_id.to_string() })
    };
    fixed(table, span).filter_map(pin).collect()
}

/// HC-8: what was planned for the day before, as far as the pool knows it.
pub(super) fn day_zero(table: &Table, first: LocalDate, problem: &MealProblem) -> Vec<String> {
    let before = add_days(first, -1);
    let meals = table.meals().iter().filter(|one| one.meal.date == before);
    let ids: BTreeSet<String> = meals.map(|one| one.meal.recipe_id.to_string()).collect();
    let known = |id: &String| problem.recipes.iter().any(|recipe| recipe.id == *id);
    ids.into_iter().filter(known).collect()
}

async fn propose(
    app: &App,
    caller: &Caller,
    profile: &NutritionProfile,
    span: DateSpan,
    planning: &Planning,
    problem: &MealProblem,
    result: &MealResult,
) -> Result<Proposal, Problem> {
    let mut work = app.write(caller, Act::MealsPlanned).await?;
    let table = work.table(span).await?;
    let plan = work.nutrition_plan().await?;
    let wanted: Vec<PlannedMeal> = result
        .plan
        .iter()
        .map(|meal| planned(plan.id, span.from, meal, result, profile, &table.larder))
        .collect::<Option<_>>()
        .ok_or_else(|| Problem::defect("eating::week"))?;
    let kept: BTreeSet<_> = fixed(&table, span).map(|one| one.item_id).collect();
    let wanted = wanted.into_iter().filter(|one| !kept.contains(&one.item_id)).collect();
    let changes = changes(&table, wanted, span, &kept);
    let days = days_between(span.from, span.to) + 1;
    let reason = reason(planning, problem, result).fact("days", days);
    let reference = format!("{}{APART}{days}", span.from);
    let trigger = Trigger { kind: TriggerKind::ManualEdit, reference };
    let proposal = work
        .put_meal_proposal(plan, ProposalKind::MealPlan, SpecId::new("ML-1"), changes, reason, trigger)
        .await?;
    work.commit().await?;
    Ok(proposal)
}

/// MF-7: why this week: its energy and protein a day, and out of how many recipes it was found.
fn reason(planning: &Planning, problem: &MealProblem, result: &MealResult) -> Reason {
    let days = i64::try_from(result.days.len()).unwrap_or(1).max(1);
    let mean = |total: i64| div_half_up(total, days * Amount::UNIT);
    let kcal = mean(result.days.iter().map(|day| day.calories.0.0).sum());
    let protein = mean(result.days.iter().map(|day| day.protein_g.0.0).sum());
    Reason::new(ReasonCode::MealPlanned, SpecId::new("ML-1"))
        .fact("meal_type", Fact::word("meal_type", "week"))
        .fact("kcal", kcal)
        .fact("protein", protein)
        .fact("target", div_half_up(planning.targets.daily_calories.0.0, Amount::UNIT))
        .fact("candidates", problem.recipes.len())
        .fact("stage", result.stage.as_deref().unwrap_or_default())
}

/// A meal of a result as an item of the plan.
fn planned(
    plan: PlanId,
    from: LocalDate,
    meal: &Meal,
    result: &MealResult,
    profile: &NutritionProfile,
    larder: &Larder,
) -> Option<PlannedMeal> {
    let date = |day: u32| add_days(from, i64::from(day) - 1);
    let slot = u8::try_from(meal.slot).ok()?;
    let recipe_id: RecipeKey = meal.recipe_id.parse().ok()?;
    let pot = |Where { day, slot }: Where| {
        let same = |other: &&Meal| other.batch == meal.batch && other.recipe_id == meal.recipe_id;
        let eaten: u32 = result.plan.iter().filter(same).map(|other| other.servings_pct).sum();
        let servings = u8::try_from(eaten.div_ceil(100)).ok()?.clamp(1, 12);
        Some(Batch { cooked_on: date(day), cooked_slot: u8::try_from(slot).ok()?, servings })
    };
    let date = date(meal.day);
    let meal_time = meal_time(profile, date, slot)?;
    let meal = MealItem {
        date,
        slot,
        recipe_revision: larder.revision(&recipe_id),
        recipe_id,
        servings_pct: meal.servings_pct,
        meal_time,
        pinned: false,
        batch: meal.batch.and_then(pot),
    };
    Some(PlannedMeal { item_id: item_id(plan, date, slot), meal })
}

/// When the meal of a slot is.
pub(super) fn meal_time(profile: &NutritionProfile, date: LocalDate, slot: u8) -> Option<ClockTime> {
    profile.slots(date).0.get(usize::from(slot)).map(|slot| slot.time)
}

/// What leads from the plan in force to these meals of some days; what is long past leaves the plan.
fn changes(
    table: &Table,
    wanted: Vec<PlannedMeal>,
    span: DateSpan,
    kept: &BTreeSet<domain::plan::ItemId>,
) -> Vec<Change> {
    let past = add_days(table.today, -DAYS_BACK);
    let gone = table.meals().iter().filter(|one| {
        let replaced = span.contains(one.meal.date) && !kept.contains(&one.item_id);
        let stays = wanted.iter().any(|new| new.item_id == one.item_id);
        (replaced && !stays) || one.meal.date < past
    });
    let mut changes: Vec<Change> = gone.map(removal).collect();
    for new in wanted {
        match table.meals().iter().find(|one| one.item_id == new.item_id) {
            Some(old) => changes.extend(Item::diff(old, &new)),
            None => changes.push(addition(&new)),
        }
    }
    changes
}

/// The change that adds a meal.
pub(super) fn addition(meal: &PlannedMeal) -> Change {
    let target = Target { item_id: meal.item_id, set_id: None };
    Change { target, field: Field::Recipe, old: Value::Nothing, new: meal.whole() }
}

/// The change that removes a meal.
pub(super) fn removal(meal: &PlannedMeal) -> Change {
    let target = Target { item_id: meal.item_id, set_id: None };
    Change { target, field: Field::Recipe, old: meal.whole(), new: Value::Nothing }
}

/// The proposals on meals and targets that wait, oldest first; with `all` the answered ones too.
pub async fn proposals(app: &App, caller: &Caller, all: bool) -> Result<Vec<Proposal>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let Some(plan) = work.active_plan(PlanDomain::Nutrition).await? else { return Ok(vec![]) };
    let asked = if all { Asked::Ever } else { Asked::Open };
    Ok(work.tx.proposals(caller.athlete, plan.id, asked).await?)
}

/// Answers proposals on meals and targets; what is accepted lands in one version (PR-8).
pub async fn decide(app: &App, caller: &Caller, answers: &[Answer]) -> Result<Vec<Answered>, Problem> {
    let mut work = app.write(caller, Act::MealsAnswered).await?;
    let chain = work.meal_chain(Span::Recent("")).await?;
    let mut chain = chain.ok_or_else(|| Problem::new(crate::problem::NO_MEAL_PLAN))?;
    for one in answers {
        if chain.proposal(one.proposal).is_none() {
            let known = work.tx.proposal(caller.athlete, one.proposal).await?;
            chain.proposals.extend(known.filter(|known| known.plan_id == chain.plan.id));
            chain.decisions.extend(work.tx.decisions(caller.athlete, &[one.proposal]).await?);
        }
    }
    let moment = work.moment();
    let answered = work.answer_meals(&mut chain, answers, &moment).await?;
    if answered.is_stale() {
        work.commit().await?;
        return Err(Problem::new(Code::of(ErrorCode::StaleProposal)));
    }
    let result = answered.effects.iter().filter_map(|(id, effect)| {
        Some(Answered { proposal: chain.proposal(*id)?.clone(), effect: effect.clone() })
    });
    let result: Vec<Answered> = result.collect();
    for one in result.iter().filter(|one| matches!(one.effect, Effect::Done(_))) {
        work.follow(&one.proposal).await?;
    }
    work.commit().await?;
    Ok(result)
}

/// Says yes to one proposal.
pub async fn accept(app: &App, caller: &Caller, proposal: ProposalId) -> Result<Answered, Problem> {
    say(app, caller, Answer { proposal, reply: Reply::Accept { alternative: None } }).await
}

/// Says no to one proposal.
pub async fn reject(app: &App, caller: &Caller, proposal: ProposalId) -> Result<Answered, Problem> {
    say(app, caller, Answer { proposal, reply: Reply::Reject { reason: None, note: None } }).await
}

async fn say(app: &App, caller: &Caller, answer: Answer) -> Result<Answered, Problem> {
    let proposal = answer.proposal;
    let answered = decide(app, caller, &[answer]).await?;
    answered.into_iter().next().ok_or_else(|| crate::service::app::not_found("proposal", proposal))
}

impl Work<'_> {
    /// The nutrition Plan; the first time it is made (PV-1).
    pub(super) async fn nutrition_plan(&mut self) -> Result<Plan, Problem> {
        if let Some(plan) = self.active_plan(PlanDomain::Nutrition).await? {
            return Ok(plan);
        }
        let plan = Plan {
            id: self.app.id(),
            athlete_id: self.id(),
            domain: PlanDomain::Nutrition,
            title: "Meals".to_owned(),
            status: PlanStatus::Active,
            active_version: 1,
            created_at: self.now,
        };
        self.tx.put_plan(&plan).await?;
        Ok(plan)
    }

    /// Stores a proposal of the meal planner; with consent given in advance it lands at once (PR-6).
    pub(super) async fn put_meal_proposal(
        &mut self,
        plan: Plan,
        kind: ProposalKind,
        rule: SpecId,
        changes: Vec<Change>,
        reason: Reason,
        trigger: Trigger,
    ) -> Result<Proposal, Problem> {
        let subject = match kind {
            ProposalKind::MealPlan => ConsentSubject::MealPlan,
            ProposalKind::NutritionTarget => ConsentSubject::NutritionTarget,
            _ => ConsentSubject::MealChange,
        };
        let consent = self.profile().consent.consent(subject, Direction::Neutral).unwrap_or(Consent::Ask);
        let chain: Chain<PlannedMeal> = self.chain(plan, Span::Recent("")).await?;
        let Some(first) = changes.first() else {
            return Err(Problem::new(Code::of(ErrorCode::NothingToRollBack)));
        };
        let occasion = Occasion {
            athlete_id: self.id(),
            plan_id: chain.plan.id,
            trigger: trigger.clone(),
            trace_id: self.trace_id.clone(),
            at: self.now,
            ttl_days: TUNING.proposal_ttl_days,
        };
        let proposal = occasion.proposal(Draft {
            target: Target { item_id: first.target.item_id, set_id: None },
            kind,
            engine: EngineName::MealPlanner,
            rule,
            rule_version: RULE_VERSION,
            changes,
            alternatives: vec![],
            reason,
            evidence: vec![],
            confidence: 100,
            consent,
            step_g: None,
            assistance: false,
        });
        let batch = Found {
            trigger: trigger.kind,
            reference: trigger.reference,
            proposals: vec![proposal.clone()],
            judged: vec![],
        };
        let facts = Facts::new();
        let landing = report(&chain, batch, &self.moment(), world(&facts))?;
        self.land(&landing).await?;
        let landed = landing.proposals.iter().find(|one| one.id == proposal.id).cloned();
        let proposal = landed.unwrap_or(proposal);
        if landing.activated().is_some() {
            self.follow(&proposal).await?;
        }
        Ok(proposal)
    }

    /// Answers proposals on a chain that is loaded, and writes what comes of it.
    pub(super) async fn answer_meals(
        &mut self,
        chain: &mut Chain<PlannedMeal>,
        answers: &[Answer],
        moment: &Moment,
    ) -> Result<Answers<PlannedMeal>, Problem> {
        let facts = Facts::new();
        let answered = answer(chain, answers, moment, world(&facts))?;
        self.land(&answered.landing).await?;
        chain.record(&answered.landing);
        Ok(answered)
    }

    /// What an accepted proposal changes beside the plan: the targets of its days, or the expenditure (NT-7).
    async fn follow(&mut self, proposal: &Proposal) -> Result<(), Problem> {
        use domain::proposal::ProposalState;
        if proposal.state != ProposalState::Accepted {
            return Ok(());
        }
        match proposal.kind {
            ProposalKind::MealPlan => {
                let Some((from, days)) = days_of(proposal) else { return Ok(()) };
                let profile = self.eater().await?;
                let workouts = self.workouts(&profile, from, WEEK).await?;
                let larder = self.larder().await?;
                let planning = plan_problem(&profile, &larder.catalog, from, from, days, &workouts)?;
                let targets = KeptTargets { targets: planning.targets, days: Some(days) };
                let row = TargetsRow { from, created_at: self.now, targets };
                Ok(self.tx.add_targets(self.athlete.id, &row).await?)
            }
            ProposalKind::NutritionTarget => self.set_expenditure(proposal).await,
            _ => Ok(()),
        }
    }
}

/// The days that a proposal is for.
fn days_of(proposal: &Proposal) -> Option<(LocalDate, u32)> {
    let (from, days) = proposal.trigger.reference.split_once(APART)?;
    Some((from.parse().ok()?, days.parse().ok()?))
}
