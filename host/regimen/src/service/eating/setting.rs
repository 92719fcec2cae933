//! Who eats: five answers, what may not be in a meal, what is liked, and what a day needs (NT-1..NT-8).

use std::collections::BTreeMap;

use domain::{
    change::{Change, Field, Target, Value},
    error::ErrorCode,
    id::Id,
    law::{Invalid, Valid},
    meal_plan::{Eaten, SlotState},
    nutrient::{Decimal, Nutrient},
    person::Athlete,
    plan::{PlanDomain, Trigger, TriggerKind},
    proposal::{Draft, EngineName, Occasion, Proposal, ProposalKind},
    quantity::Amount,
    reason::{Reason, ReasonCode},
    recipe::{Exclusion, ExclusionMatch},
    spec::SpecId,
    time::{DateSpan, LocalDate, add_days},
};
use nutrition::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    kitchen::Kitchen,
    outcome::report::{Change as ReportChange, Relaxation},
    profile::{NutritionProfile, plan_targets},
    target::{
        Targets,
        adaptive::{Adaptation, Evidence, IntakeDay, adapt, is_complete},
        expenditure,
        input::Brought,
        tuning::AdaptiveTuning,
    },
};
use plan::{
    answer::{Answer, Reply},
    chain::Facts,
    report::{Batch, report},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{Asked, TargetsRow};

use super::{
    DAYS_BACK,
    table::{KeptTargets, Table},
    week::{RULE_VERSION, removal},
    window::{amounts_of, intake},
};
use crate::{
    problem::{Code, Problem},
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, check_revision},
        ledger::{TUNING, world},
        profile::Profile,
    },
};

/// What a change of the profile did to the plan.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProfileEffect")]
pub struct Settled {
    /// Meals that may not be eaten any more and left the plan at once (`meal_unsafe`).
    pub voided: Vec<Voided>,
    /// The version without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Whether planning the rest again is worth an offer (ML-4).
    pub replan: bool,
    /// The count of changes of the profile, with this one.
    pub revision: i64,
}

/// A meal that may not be eaten any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Voided {
    /// The day.
    pub date: LocalDate,
    /// The slot, from 0.
    pub slot: u8,
    /// What it was.
    pub recipe_id: String,
    /// The ingredient.
    pub ingredient: String,
}

/// What a person says about a food.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taste {
    /// It decides between equals (MT-1).
    Like(String),
    /// Not this very food: an exact exclusion (ML-3).
    NeverAgain(String),
    /// Nothing of this class (HC-1).
    Allergy(String),
    /// Not what this names.
    Dislike(String),
    /// All of the above about it is taken back.
    Forget(String),
}

/// What the athlete has told about eating, with the revision of the profile that it is a part of.
pub async fn show(app: &App, caller: &Caller) -> Result<(i64, NutritionProfile), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    Ok((work.athlete.revision, work.eater().await?))
}

/// Keeps who eats; allergies that are new void meals at once.
pub async fn setup(
    app: &App,
    caller: &Caller,
    profile: NutritionProfile,
    revision: Option<i64>,
) -> Result<Settled, Problem> {
    let mut work = app.write(caller, Act::Nutrition).await?;
    check_revision(revision, work.athlete.revision)?;
    let settled = work.put_nutrition(profile).await?;
    work.commit().await?;
    Ok(settled)
}

/// Says what is liked, not wanted or not tolerated.
pub async fn taste(app: &App, caller: &Caller, taste: &Taste) -> Result<Settled, Problem> {
    let mut work = app.write(caller, Act::Nutrition).await?;
    let mut profile = work.told()?;
    let same = |known: &str, term: &str| known.trim().to_lowercase() == term.trim().to_lowercase();
    match taste {
        Taste::Like(term) => add(&mut profile.liked_foods, term),
        Taste::Allergy(term) => add(&mut profile.allergies, term),
        Taste::NeverAgain(term) | Taste::Dislike(term) => {
            let matching = if matches!(taste, Taste::NeverAgain(_)) {
                ExclusionMatch::Exact
            } else {
                ExclusionMatch::Auto
            };
            let exclusion = Exclusion { term: term.clone(), matching };
            if !profile.dislikes.contains(&exclusion) {
                profile.dislikes.push(exclusion);
            }
        }
        Taste::Forget(term) => {
            profile.liked_foods.retain(|known| !same(known, term));
            profile.allergies.retain(|known| !same(known, term));
            profile.dislikes.retain(|known| !same(&known.term, term));
        }
    }
    let settled = work.put_nutrition(profile).await?;
    work.commit().await?;
    Ok(settled)
}

fn add(list: &mut Vec<String>, term: &str) {
    if !list.iter().any(|known| known == term) {
        list.push(term.to_owned());
    }
}

/// What a day needs from today on, with every step of the derivation (NT), and the revision of the profile that it is
/// derived from.
pub async fn targets(app: &App, caller: &Caller) -> Result<(i64, Targets), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let today = work.today();
    Ok((work.athlete.revision, work.targets_from(today).await?))
}

/// Numbers that win over derived ones; those that are absent are derived (NT-1).
pub async fn bring(
    app: &App,
    caller: &Caller,
    brought: Brought,
    revision: Option<i64>,
) -> Result<(Targets, Settled), Problem> {
    let mut work = app.write(caller, Act::Nutrition).await?;
    check_revision(revision, work.athlete.revision)?;
    let profile = NutritionProfile { brought, ..work.told()? };
    let settled = work.put_nutrition(profile).await?;
    let today = work.today();
    let targets = work.targets_from(today).await?;
    work.commit().await?;
    Ok((targets, settled))
}

/// MX-7: makes a small change that makes a plan possible; `from` is the first day of the plan that was asked for.
pub async fn relax(
    app: &App,
    caller: &Caller,
    from: LocalDate,
    relaxation: &Relaxation,
) -> Result<Settled, Problem> {
    let mut work = app.write(caller, Act::Nutrition).await?;
    let mut profile = work.told()?;
    for change in &relaxation.changes {
        if let &ReportChange::Pin { day, slot } = change {
            let slot = u8::try_from(slot).unwrap_or(u8::MAX);
            work.pin(add_days(from, i64::from(day) - 1), slot, false).await?;
            continue;
        }
        profile = profile.relaxed(change).ok_or_else(|| {
            let expected = "a change that a profile can say";
            let found = serde_json::to_string(change).unwrap_or_default();
            Invalid::of(ErrorCode::BadValue, "changes", found, expected)
        })?;
    }
    let settled = work.put_nutrition(profile).await?;
    work.commit().await?;
    Ok(settled)
}

/// What weight and intake say of the energy that a day costs (NT-7).
#[derive(Debug, Clone, PartialEq)]
pub struct Adapted {
    /// What the evidence says.
    pub says: Adaptation,
    /// The proposal that came of it.
    pub proposal: Option<Proposal>,
}

/// Evaluates weight and intake, and proposes another expenditure where they say so.
pub async fn adapt_expenditure(app: &App, caller: &Caller) -> Result<Adapted, Problem> {
    let mut work = app.write(caller, Act::Nutrition).await?;
    let adapted = work.adapt().await?;
    work.commit().await?;
    Ok(adapted)
}

/// The same, when the program does it by itself.
pub async fn adapt_of(app: &App, athlete: Id<Athlete>) -> Result<Adapted, Problem> {
    let mut work = app.work(athlete).await?;
    let adapted = work.adapt().await?;
    work.commit().await?;
    Ok(adapted)
}

impl Work<'_> {
    fn told(&self) -> Result<NutritionProfile, Problem> {
        self.profile().nutrition.clone().ok_or_else(|| Problem::new(crate::problem::NOT_EATING))
    }

    /// What days need from one on.
    pub(super) async fn targets_from(&mut self, from: LocalDate) -> Result<Targets, Problem> {
        let profile = self.eater().await?;
        let workouts = self.workouts(&profile, from, 7).await?;
        Ok(plan_targets(&profile, from, &workouts)?)
    }

    /// Keeps who eats, what a day needs now, and takes what is not safe any more out of the plan.
    pub(super) async fn put_nutrition(&mut self, nutrition: NutritionProfile) -> Result<Settled, Problem> {
        let today = self.today();
        let before = self.profile().nutrition.clone();
        let input = nutrition.targets_input(today, vec![]);
        Valid::new(input)?;
        let profile = Profile { nutrition: Some(nutrition.clone()), ..self.profile().clone() };
        self.athlete.profile = Valid::new(profile)?.into_inner();
        self.athlete.revision += 1;
        self.tx.put_athlete(&self.athlete).await?;
        let targets = self.targets_from(today).await?;
        let known = self.tx.targets::<KeptTargets>(self.athlete.id, today).await?;
        let has_changed = known.last().is_none_or(|row| {
            row.targets.targets.daily_calories != targets.daily_calories
                || row.targets.targets.daily_protein_g != targets.daily_protein_g
                || row.targets.targets.micronutrients != targets.micronutrients
        });
        if has_changed {
            let row = TargetsRow {
                from: today,
                created_at: self.now,
                targets: KeptTargets { targets, days: None },
            };
            self.tx.add_targets(self.athlete.id, &row).await?;
        }
        let excludes = |profile: &NutritionProfile| (profile.allergies.clone(), profile.dislikes.clone());
        let more = before.as_ref().map(excludes) != Some(excludes(&nutrition));
        let mut settled = self.void_unsafe(&nutrition).await?;
        let is_planned = self.meal_chain(crate::service::ledger::Span::Recent("")).await?;
        let ahead =
            is_planned.is_some_and(|chain| chain.effective().iter().any(|one| today <= one.meal.date));
        settled.replan = !settled.voided.is_empty() || (ahead && (more || has_changed));
        settled.revision = self.athlete.revision;
        Ok(settled)
    }

    /// ML-4: planned meals that hold what must not be eaten leave the plan at once.
    pub(super) async fn void_unsafe(&mut self, profile: &NutritionProfile) -> Result<Settled, Problem> {
        let today = self.today();
        let table = self.table(DateSpan { from: today, to: today }).await?;
        let Some(mut chain) = table.chain.clone() else { return Ok(Settled::default()) };
        let class = |term: &String| Exclusion { term: term.clone(), matching: ExclusionMatch::Class };
        let classes: Vec<Exclusion> = profile.allergies.iter().map(class).collect();
        let exclusions = Exclusions::new(&classes, Catalog::allergen_terms());
        let (kitchen, states) = (table.larder.kitchen(), table.states());
        let open = table.meals().iter().filter(|one| {
            let state = states.get(&(one.meal.date, one.meal.slot)).copied();
            today <= one.meal.date && state.unwrap_or(SlotState::Planned) == SlotState::Planned
        });
        let occasion = Occasion {
            athlete_id: self.id(),
            plan_id: chain.plan.id,
            trigger: Trigger { kind: TriggerKind::ManualEdit, reference: self.trace_id.as_str().to_owned() },
            trace_id: self.trace_id.clone(),
            at: self.now,
            ttl_days: TUNING.proposal_ttl_days,
        };
        let (mut voided, mut proposals) = (vec![], vec![]);
        for one in open {
            let key = (&one.meal.recipe_id, one.meal.recipe_revision);
            let Some((ingredient, term)) = unsafe_ingredient(&kitchen, key, &exclusions) else { continue };
            let rule = SpecId::new("ML-4");
            proposals.push(occasion.proposal(Draft {
                target: Target { item_id: one.item_id, set_id: None },
                kind: ProposalKind::MealChange,
                engine: EngineName::MealPlanner,
                rule,
                rule_version: RULE_VERSION,
                changes: vec![removal(one)],
                alternatives: vec![],
                reason: Reason::new(ReasonCode::MealUnsafe, rule).fact("allergen", term),
                evidence: vec![],
                confidence: 100,
                consent: domain::proposal::Consent::Ask,
                step_g: None,
                assistance: false,
            }));
            let (date, slot, recipe_id) = (one.meal.date, one.meal.slot, one.meal.recipe_id.to_string());
            voided.push(Voided { date, slot, recipe_id, ingredient });
        }
        if voided.is_empty() {
            return Ok(Settled::default());
        }
        voided.sort_by_key(|one| (one.date, one.slot));
        // Whoever names an allergy has answered: nothing of it waits.
        let yes = |proposal: &Proposal| Answer {
            proposal: proposal.id,
            reply: Reply::Accept { alternative: None },
        };
        let answers: Vec<Answer> = proposals.iter().map(yes).collect();
        let batch = Batch {
            trigger: TriggerKind::ManualEdit,
            reference: self.trace_id.as_str().to_owned(),
            proposals,
            judged: vec![],
        };
        let facts = Facts::new();
        let landing = report(&chain, batch, &self.moment(), world(&facts))?;
        self.land(&landing).await?;
        chain.record(&landing);
        let moment = plan::chain::Moment { trace_id: self.app.trace(), ..self.moment() };
        let answered = self.answer_meals(&mut chain, &answers, &moment).await?;
        let revision = self.athlete.revision;
        Ok(Settled { voided, version: answered.landing.activated(), replan: true, revision })
    }

    /// NT-7: what weight and intake say, and the proposal that follows.
    pub(super) async fn adapt(&mut self) -> Result<Adapted, Problem> {
        let today = self.today();
        let profile = self.eater().await?;
        let span = DateSpan { from: add_days(today, -DAYS_BACK), to: today };
        let table = self.table(span).await?;
        let workouts = self.workouts(&profile, today, 7).await?;
        let bare = NutritionProfile { expenditure: None, ..profile.clone() };
        let sessions = planning_sessions(&workouts, today);
        let derived = expenditure(&Valid::new(bare.targets_input(today, sessions))?);
        let Some(derived) = derived else {
            let expected = "an adult: numbers of others are brought by a coach";
            return Err(Invalid::of(
                ErrorCode::MinorNotSupported,
                "birth_date",
                profile.birth_date,
                expected,
            )
            .into());
        };
        let plan = self.active_plan(PlanDomain::Nutrition).await?;
        let last_evaluated = match &plan {
            Some(plan) => {
                let asked = self.tx.proposals(self.athlete.id, plan.id, Asked::Ever).await?;
                let zone = self.zone().clone();
                let of_targets = asked.iter().filter(|one| one.kind == ProposalKind::NutritionTarget);
                of_targets.map(|one| one.created_at.local_date(&zone)).max()
            }
            None => None,
        };
        let evidence = Evidence {
            today,
            weigh_ins: profile.weigh_ins.clone(),
            intakes: complete_days(&table, span),
            old: profile.expenditure.map_or(derived, |Decimal(kcal)| kcal),
            derived,
            last_evaluated,
        };
        let says = adapt(&evidence, &AdaptiveTuning::default());
        let (Adaptation::Propose { new, reason }, Some(plan)) = (&says, plan) else {
            return Ok(Adapted { says, proposal: None });
        };
        let target = Target { item_id: Id::derive(&["expenditure", &self.id().to_string()]), set_id: None };
        let old = evidence.old.0 / Amount::UNIT;
        let change = Change { target, field: Field::Expenditure, old: old.into(), new: (*new).into() };
        let trigger = Trigger { kind: TriggerKind::Schedule, reference: format!("expenditure {today}") };
        let (kind, rule) = (ProposalKind::NutritionTarget, SpecId::new("NT-7"));
        let proposal =
            self.put_meal_proposal(plan, kind, rule, vec![change], reason.clone(), trigger).await?;
        Ok(Adapted { says, proposal: Some(proposal) })
    }

    /// An expenditure that was accepted counts from now on (NT-7).
    pub(super) async fn set_expenditure(&mut self, proposal: &Proposal) -> Result<(), Problem> {
        let Some(Value::Number(kcal)) = proposal.changes.first().map(|change| change.new.clone()) else {
            return Err(Problem::new(Code::of(ErrorCode::InvalidProposal)));
        };
        let expenditure = Some(Decimal(Amount(kcal * Amount::UNIT)));
        let profile = NutritionProfile { expenditure, ..self.told()? };
        self.put_nutrition(profile).await.map(drop)
    }
}

/// The sessions of seven days, as targets count them.
fn planning_sessions(
    workouts: &[nutrition::profile::week::PlannedWorkout],
    from: LocalDate,
) -> Vec<nutrition::target::input::PlannedSession> {
    let session = |workout: &nutrition::profile::week::PlannedWorkout| {
        let day = u8::try_from(domain::time::days_between(from, workout.date) + 1).ok()?;
        let (kind, minutes) = (workout.kind, workout.minutes.clamp(1, 600));
        (1..=7).contains(&day).then_some(nutrition::target::input::PlannedSession { day, kind, minutes })
    };
    workouts.iter().filter_map(session).collect()
}

/// The ingredient of a recipe that is excluded, and the entry that excludes it.
fn unsafe_ingredient(
    kitchen: &Kitchen<'_>,
    (key, revision): (&domain::recipe::RecipeKey, u32),
    exclusions: &Exclusions,
) -> Option<(String, String)> {
    let entry = kitchen.recipe(key, revision)?;
    entry.recipe.ingredients.iter().find_map(|line| {
        let food = line.food_id.as_ref().and_then(|food| kitchen.foods.get(food));
        let named = Named::new(&line.text, food, Catalog::allergen_terms());
        let found = exclusions.find(&named)?;
        Some((line.text.clone(), found.entry.term.clone()))
    })
}

/// NT-7: the days on which everything planned was eaten, replaced or skipped, with what was eaten.
fn complete_days(table: &Table, span: DateSpan) -> Vec<IntakeDay> {
    let (diary, kitchen) = (table.diary(), table.larder.kitchen());
    let mut states: BTreeMap<LocalDate, Vec<SlotState>> = BTreeMap::new();
    for record in diary.slots().filter(|record| span.contains(record.item.date)) {
        states.entry(record.item.date).or_default().push(record.state);
    }
    let energy = Nutrient::Calories as usize;
    let complete = states.iter().filter(|(date, states)| **date < table.today && is_complete(states, false));
    let day = |(&date, _): (&LocalDate, &Vec<SlotState>)| {
        let slots: i64 = diary.eaten(date).map(|eaten: &Eaten| amounts_of(eaten, &kitchen)[energy]).sum();
        let free: i64 = diary.entries(date).map(|entry| intake(&entry.intake, &kitchen)[energy]).sum();
        IntakeDay { date, kcal: Amount(slots + free) }
    };
    complete.map(day).collect()
}
