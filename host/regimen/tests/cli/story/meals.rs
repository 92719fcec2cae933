//! A week of eating: planned, accepted, eaten, skipped, replaced, swapped, left over, bought for, made safe, undone.

use domain::{
    meal_plan::{ShoppingList, SlotState},
    plan::VersionSource,
    proposal::{ProposalKind, ProposalState},
    quantity::Grams,
    reason::ReasonCode,
    recipe::RecipeKey,
    time::{DateSpan, LocalDate, add_days},
    voice::{Locale, Voice},
};
use jiff::civil::date;
use nutrition::{
    outcome::{Choice, Status},
    profile::NutritionProfile,
    verify::verify_changed,
};
use regimen::{
    problem::Problem,
    service::eating::{
        change::{self, Cause},
        larder,
        log::{self, Entered, Said},
        setting::{self, Taste},
        shop,
        view::{self, Days, ExportFormat},
        week::{self, PlannedWeek},
    },
};

use super::{
    both::{Fresh, on_both},
    person::Person,
};

pub(super) const MONDAY: LocalDate = date(2026, 3, 2);
const WEEK: DateSpan = DateSpan { from: MONDAY, to: date(2026, 3, 8) };

pub(crate) fn five_answers() -> NutritionProfile {
    let json = serde_json::json!({
        "sex": "female", "birth_date": "1994-05-17", "height_mm": 1680, "weight_g": 62000, "goal": "maintain"
    });
    serde_json::from_value(json).unwrap()
}

impl Person {
    pub(super) async fn eater(fresh: &Fresh) -> Self {
        let person = Self::new(fresh.store().await).await;
        let settled = setting::setup(&person.app, &person.caller, five_answers(), None).await.unwrap();
        assert!(settled.voided.is_empty() && !settled.replan);
        person
    }

    pub(super) async fn plan_days(&self, from: LocalDate, days: u32) -> PlannedWeek {
        week::plan_week(&self.app, &self.caller, from, days).await.unwrap()
    }

    /// Plans days from Monday on and says yes.
    pub(super) async fn planned(fresh: &Fresh, days: u32) -> Self {
        let person = Self::eater(fresh).await;
        let planned = person.plan_days(MONDAY, days).await;
        week::accept(&person.app, &person.caller, planned.proposal.unwrap().id).await.unwrap();
        person
    }

    pub(super) async fn days(&self) -> Days {
        view::show(&self.app, &self.caller, WEEK).await.unwrap()
    }

    async fn say(&self, date: LocalDate, slot: u8, said: Said) -> Result<log::Logged, Problem> {
        log::say(&self.app, &self.caller, (date, slot), said).await
    }

    pub(super) async fn list(&self) -> ShoppingList {
        shop::shopping(&self.app, &self.caller, WEEK).await.unwrap()
    }

    async fn recipe_at(&self, date: LocalDate, slot: u8) -> Option<RecipeKey> {
        let days = self.days().await;
        let row = days.plan.iter().find(|row| (row.item.date, row.item.slot) == (date, slot));
        row.map(|row| row.item.recipe_id.clone())
    }

    fn to(&self, instant: &str) {
        self.app.set_now(instant.parse().unwrap());
    }
}

#[test]
fn nt_8_five_answers_are_a_plan_of_seven_days() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let planned = person.plan_days(MONDAY, 7).await;
        assert_eq!(planned.result.status, Status::Found);
        assert!(planned.result.verify.as_ref().unwrap().ok);
        assert_eq!(planned.result.plan.len(), 28);
        // Proposed, not done.
        assert!(person.days().await.plan.is_empty());
        let proposal = planned.proposal.unwrap();
        assert_eq!((proposal.kind, proposal.state), (ProposalKind::MealPlan, ProposalState::Pending));
        assert_eq!(proposal.reason.code, ReasonCode::MealPlanned);
        person.sound("a proposal").await;
    });
}

#[test]
fn ml_1_an_accepted_week_is_one_version_with_an_item_for_each_slot() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let planned = person.plan_days(MONDAY, 3).await;
        let proposal = planned.proposal.clone().unwrap();
        let answered = week::accept(&person.app, &person.caller, proposal.id).await.unwrap();
        assert_eq!(answered.proposal.state, ProposalState::Accepted);
        let versions = view::versions(&person.app, &person.caller).await.unwrap();
        assert_eq!(versions.len(), 1);
        let version = &versions[0].version;
        assert_eq!((version.number, version.source), (1, VersionSource::Accepted));
        assert_eq!(version.effective.len(), 12);
        assert_eq!(version.reasons[0].code, ReasonCode::MealPlanned);
        for meal in &planned.result.plan {
            let date = add_days(MONDAY, i64::from(meal.day) - 1);
            let row = version
                .effective
                .iter()
                .find(|one| (one.meal.date, u32::from(one.meal.slot)) == (date, meal.slot));
            let item = &row.unwrap().meal;
            assert_eq!(item.recipe_id.as_str(), meal.recipe_id);
            assert_eq!((item.servings_pct, item.recipe_revision, item.pinned), (meal.servings_pct, 1, false));
        }
        // Accepting again gives the first answer again (PR-8).
        week::accept(&person.app, &person.caller, proposal.id).await.unwrap();
        assert_eq!(view::versions(&person.app, &person.caller).await.unwrap().len(), 1);
        person.sound("a plan").await;
    });
}

#[test]
fn ml_1_without_a_plan_the_reason_is_told_and_nothing_is_stored() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let mut profile = five_answers();
        // No day can reach its energy below its ceiling (HC-5).
        profile.brought =
            serde_json::from_str(r#"{"daily_calories": 2000, "max_daily_calories": 1700}"#).unwrap();
        setting::setup(&person.app, &person.caller, profile, None).await.unwrap();
        let planned = person.plan_days(MONDAY, 1).await;
        assert_ne!(planned.result.status, Status::Found);
        assert!(planned.result.failure_mode.is_some() && planned.proposal.is_none());
        assert!(week::proposals(&person.app, &person.caller, true).await.unwrap().is_empty());
        assert!(view::versions(&person.app, &person.caller).await.unwrap().is_empty());
    });
}

#[test]
fn ml_2_a_slot_is_eaten_skipped_replaced_undone_and_missed() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        let tuesday = add_days(MONDAY, 1);
        let eaten = person.say(MONDAY, 0, Said::Eaten(None)).await.unwrap();
        assert_eq!((eaten.log.state, eaten.replan), (SlotState::Eaten, false));
        let again = person.say(MONDAY, 0, Said::Skipped).await.unwrap_err();
        assert_eq!((again.code.name, again.code.status), ("invalid_slot_state", 409));
        person.say(MONDAY, 0, Said::Undone).await.unwrap();
        person.say(MONDAY, 0, Said::Eaten(Some(50))).await.unwrap();
        let unknown = person.say(MONDAY, 7, Said::Skipped).await.unwrap_err();
        assert_eq!(unknown.code.name, "not_found");
        let egg = Said::Foods(vec![("Eggs".to_owned(), 120_000)]);
        let replaced = person.say(MONDAY, 1, egg).await.unwrap();
        assert_eq!(replaced.log.state, SlotState::Replaced);
        // Until the end of the next day nothing is missed.
        person.to("2026-03-03T22:30:00Z");
        assert_eq!(log::mark_missed(&person.app, person.caller.athlete).await.unwrap(), 0);
        person.to("2026-03-03T23:30:00Z");
        assert_eq!(log::mark_missed(&person.app, person.caller.athlete).await.unwrap(), 2);
        assert_eq!(log::mark_missed(&person.app, person.caller.athlete).await.unwrap(), 0);
        person.say(tuesday, 0, Said::Eaten(None)).await.unwrap();
        person.to("2026-03-11T08:00:00Z");
        let late = person.say(tuesday, 0, Said::Undone).await.unwrap_err();
        assert_eq!(late.code.name, "invalid_slot_state");
        let states: Vec<SlotState> = person.days().await.plan.iter().map(|row| row.state).collect();
        assert_eq!(
            states[..4],
            [SlotState::Eaten, SlotState::Replaced, SlotState::Missed, SlotState::Missed]
        );
    });
}

#[test]
fn ml_2_the_diary_takes_foods_portions_and_numbers() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 1).await;
        let (app, caller) = (&person.app, &person.caller);
        log::enter_diary(app, caller, MONDAY, Entered::Mass("banana".to_owned(), 118_000)).await.unwrap();
        let one = domain::recipe::Quantity::from_thousandths(1000);
        let portion = Entered::Portion("egg".to_owned(), one, "large".parse().unwrap());
        log::enter_diary(app, caller, MONDAY, portion).await.unwrap();
        let unknown = log::enter_diary(app, caller, MONDAY, Entered::Mass("unobtainium".to_owned(), 1)).await;
        assert_eq!(unknown.unwrap_err().code.name, "unknown_food");
        let days = person.days().await;
        assert_eq!(days.diary.len(), 2);
        let kcal = &days.summary.days[0].totals.rows[0];
        assert!(kcal.eaten.amount.unwrap().0.0 > 100_000_000, "{kcal:?}");
    });
}

#[test]
fn ml_3_a_swap_lists_ten_and_a_choice_is_a_pin() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 3).await;
        let (app, caller) = (&person.app, &person.caller);
        let tuesday = add_days(MONDAY, 1);
        let list = change::swap_list(app, caller, tuesday, 1).await.unwrap();
        assert_eq!(list.alternatives.len(), 10);
        let counts: Vec<usize> = list.alternatives.iter().map(|one| one.violations.len()).collect();
        assert!(counts.is_sorted(), "{counts:?}");
        let best = list.alternatives[0].recipe_id.parse::<RecipeKey>().unwrap();
        let tried = change::swap(app, caller, (tuesday, 1), &best, false).await.unwrap();
        assert_eq!(tried.choice, list.alternatives[0], "what is chosen is what was offered, in that portion");
        let swapped = if tried.breaks() {
            assert_eq!(tried.version, None);
            change::swap(app, caller, (tuesday, 1), &best, true).await.unwrap()
        } else {
            tried
        };
        assert_eq!(swapped.version, Some(2));
        assert_eq!(person.recipe_at(tuesday, 1).await, Some(best.clone()));
        let versions = view::versions(app, caller).await.unwrap();
        assert_eq!(versions[1].version.source, VersionSource::Manual);
        let pinned = versions[1].version.effective.iter().find(|one| one.meal.recipe_id == best).unwrap();
        assert!(pinned.meal.pinned);
        // It stays when the days are planned again.
        let planned = person.plan_days(MONDAY, 3).await;
        week::accept(app, caller, planned.proposal.unwrap().id).await.unwrap();
        assert_eq!(person.recipe_at(tuesday, 1).await, Some(best));
        change::release(app, caller, tuesday, 1).await.unwrap();
        let unknown = "no_such_recipe".parse().unwrap();
        let refused = change::swap(app, caller, (tuesday, 1), &unknown, true).await.unwrap_err();
        assert_eq!(refused.code.name, "not_found");
        person.sound("swaps").await;
    });
}

#[test]
fn ml_3_an_allergy_cannot_be_confirmed_away() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let (app, caller) = (&person.app, &person.caller);
        setting::taste(app, caller, &Taste::Allergy("egg".to_owned())).await.unwrap();
        let planned = person.plan_days(MONDAY, 1).await;
        week::accept(app, caller, planned.proposal.unwrap().id).await.unwrap();
        let eggs = larder::recipes(app, caller).await.unwrap();
        let has_egg = |recipe: &domain::recipe::Recipe| {
            recipe.ingredients.iter().any(|line| line.food_id.as_ref().is_some_and(|id| id.as_str() == "egg"))
        };
        let eggs = eggs.into_iter().find(|one| has_egg(&one.entry)).unwrap().entry.id;
        let refused = change::swap(app, caller, (MONDAY, 0), &eggs, true).await.unwrap_err();
        assert_eq!((refused.code.name, refused.code.status), ("unsafe_recipe", 422));
    });
}

#[test]
fn ml_4_a_new_allergy_voids_meals_at_once_and_a_replan_fills_them() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 3).await;
        let (app, caller) = (&person.app, &person.caller);
        let before = person.days().await.plan.len();
        let settled = setting::taste(app, caller, &Taste::Allergy("milk".to_owned())).await.unwrap();
        assert!(!settled.voided.is_empty() && settled.replan);
        let after = person.days().await.plan;
        assert_eq!(after.len(), before - settled.voided.len());
        let versions = view::versions(app, caller).await.unwrap();
        assert_eq!(settled.version, Some(2));
        assert!(versions[1].version.reasons.iter().all(|one| one.code == ReasonCode::MealUnsafe));
        let offer = change::replan_rest(app, caller, Cause::Asked).await.unwrap();
        assert!(offer.replanned.changed.len() >= settled.voided.len());
        let proposal = offer.proposal.unwrap();
        assert_eq!(proposal.reason.code, ReasonCode::ReplanOffer);
        week::accept(app, caller, proposal.id).await.unwrap();
        let days = person.days().await;
        assert_eq!(days.plan.len(), before);
        // What the checker says of the new plan, which knows nothing of how it was found.
        let planned = person.plan_days(MONDAY, 3).await;
        let choices: Vec<Choice> = days
            .plan
            .iter()
            .map(|row| Choice {
                day: u32::try_from((row.item.date - MONDAY).get_days() + 1).unwrap(),
                slot: row.item.slot.into(),
                recipe_id: row.item.recipe_id.to_string(),
                servings_pct: row.item.servings_pct,
            })
            .collect();
        let verdict = verify_changed(&planned.problem, &[], &choices, &[]);
        assert_eq!(verdict.breaches, [], "{:?}", offer.replanned.violations);
        // Undoing it brings back nothing that must not be eaten.
        let undone = view::bring_back(app, caller, 1).await.unwrap();
        assert!(undone > Some(4), "{undone:?}");
        let unsafe_now: Vec<_> = settled.voided.iter().map(|one| (one.date, one.slot)).collect();
        let there = person.days().await.plan;
        let back = there.iter().filter(|row| unsafe_now.contains(&(row.item.date, row.item.slot)));
        assert_eq!(back.count(), 0);
        person.sound("what must not be eaten").await;
    });
}

#[test]
fn ml_5_a_replaced_lunch_rebalances_the_rest_of_today() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        let (app, caller) = (&person.app, &person.caller);
        person.to("2026-03-02T12:00:00Z");
        person.say(MONDAY, 0, Said::Eaten(None)).await.unwrap();
        let lunch = Said::Foods(vec![("banana".to_owned(), 100_000)]);
        let logged = person.say(MONDAY, 1, lunch).await.unwrap();
        let offer = logged.offer.unwrap();
        assert!(logged.replan && !offer.replanned.changed.is_empty());
        // Only what is left of today.
        assert!(offer.replanned.changed.iter().all(|one| one.day == 1 && one.slot >= 2));
        let proposal = offer.proposal.unwrap();
        assert_eq!(proposal.reason.code, ReasonCode::MealRebalanced);
        week::accept(app, caller, proposal.id).await.unwrap();
        let days = person.days().await;
        let dinner = offer.replanned.plan.iter().find(|one| (one.day, one.slot) == (1, 3)).unwrap();
        let row = days.plan.iter().find(|row| (row.item.date, row.item.slot) == (MONDAY, 3)).unwrap();
        assert_eq!(row.item.recipe_id.as_str(), dinner.recipe_id);
        assert_eq!(row.item.servings_pct, dinner.servings_pct);
        person.sound("another rest of the day").await;
    });
}

#[test]
fn ml_6_what_a_pot_leaves_is_offered_first_and_not_bought_again() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 3).await;
        let (app, caller) = (&person.app, &person.caller);
        let tuesday = add_days(MONDAY, 1);
        person.to("2026-03-02T20:00:00Z");
        person.say(MONDAY, 3, Said::Eaten(None)).await.unwrap();
        let dish = person.recipe_at(MONDAY, 3).await.unwrap();
        let until = Some(add_days(MONDAY, 2));
        let left = log::leave(app, caller, (MONDAY, 3), Some(200), until).await.unwrap();
        assert_eq!(left.kept.leftover.servings_pct, 200);
        let list = change::swap_list(app, caller, tuesday, 3).await.unwrap();
        assert_eq!(list.alternatives[0].recipe_id, dish.to_string());
        assert!(list.alternatives[0].leftover_minutes.is_some());
        let before = person.list().await;
        let swapped = change::swap(app, caller, (tuesday, 3), &dish, true).await.unwrap();
        assert!(swapped.choice.leftover_minutes.is_some());
        let after = person.list().await;
        let mass = |list: &ShoppingList| {
            let amounts = list.lines.iter().filter_map(|line| Some(line.amount.as_ref()?.mg.0));
            amounts.sum::<i64>()
        };
        assert!(mass(&after) < mass(&before), "what is left is not bought");
        person.to("2026-03-03T20:00:00Z");
        person.say(tuesday, 3, Said::Eaten(None)).await.unwrap();
        let (rest, notes) = log::leftovers(app, caller).await.unwrap();
        assert_eq!((rest[0].kept.leftover.servings_pct, notes.len()), (100, 0));
        person.say(tuesday, 3, Said::Undone).await.unwrap();
        assert_eq!(log::leftovers(app, caller).await.unwrap().0[0].kept.leftover.servings_pct, 200);
        person.to("2026-03-05T08:00:00Z");
        let (rest, notes) = log::leftovers(app, caller).await.unwrap();
        assert_eq!((rest.len(), notes.len()), (0, 1));
        person.sound("leftovers").await;
    });
}

#[test]
fn ml_8_checks_survive_a_new_plan_and_fill_the_pantry() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        let (app, caller) = (&person.app, &person.caller);
        let list = person.list().await;
        let with_amount =
            |line: &&domain::meal_plan::ShoppingLine| line.food_id.is_some() && line.amount.is_some();
        let mut some = list.lines.iter().filter(with_amount);
        let (first, second) = (some.next().unwrap(), some.next().unwrap());
        let food = first.food_id.as_ref().unwrap().to_string();
        let checked = shop::check(app, caller, WEEK, &food, true, false).await.unwrap();
        let line =
            |list: &ShoppingList| list.lines.iter().find(|line| line.food_id == first.food_id).cloned();
        assert!(line(&checked).unwrap().checked);
        assert!(line(&person.list().await).unwrap().checked, "it is kept");
        // A slot less needs no more of it.
        person.say(MONDAY, 0, Said::Skipped).await.unwrap();
        assert!(line(&person.list().await).is_none_or(|line| line.checked));
        let bought = second.food_id.as_ref().unwrap().to_string();
        let after = shop::check(app, caller, WEEK, &bought, true, true).await.unwrap();
        assert!(after.lines.iter().all(|line| line.food_id != second.food_id), "it is at home now");
        let pantry = shop::pantry(app, caller).await.unwrap();
        assert_eq!(pantry[0].food_id.to_string(), bought);
        shop::remove_from_pantry(app, caller, &bought).await.unwrap();
        assert!(person.list().await.lines.iter().any(|line| line.food_id == second.food_id));
    });
}

#[test]
fn ml_9_a_plan_leaves_as_calendar_tables_and_document() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 1).await;
        let (app, caller) = (&person.app, &person.caller);
        let voice = Voice::new(Locale::En);
        let export = async |format| view::export(app, caller, WEEK, format, &voice).await.unwrap();
        let ics = export(ExportFormat::Ics).await;
        assert_eq!(ics.matches("BEGIN:VEVENT").count(), 4);
        for id in view::items(app, caller).await.unwrap().values() {
            assert!(ics.replace("\r\n ", "").contains(&id.to_string()), "{ics}");
        }
        assert_eq!(export(ExportFormat::Csv).await.lines().count(), 5);
        assert!(export(ExportFormat::ListCsv).await.lines().count() > 5);
        assert!(!export(ExportFormat::LogCsv).await.is_empty());
        let document: serde_json::Value = serde_json::from_str(&export(ExportFormat::Json).await).unwrap();
        assert_eq!(document["plan"].as_array().unwrap().len(), 4);
    });
}

#[test]
fn ml_10_adherence_counts_what_was_eaten_of_what_is_past() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        person.to("2026-03-02T21:00:00Z");
        for slot in 0..3 {
            person.say(MONDAY, slot, Said::Eaten(None)).await.unwrap();
        }
        let days = person.days().await;
        assert_eq!((days.summary.adherence.eaten, days.summary.adherence.past), (3, 4));
        assert_eq!(days.summary.adherence.pct, Some(75));
        let kcal = &days.summary.days[0].totals.rows[0];
        assert!(kcal.goal.is_some() && kcal.share_pct.is_some_and(|share| share > 40), "{kcal:?}");
    });
}

#[test]
fn pv_13_versions_of_meals_are_undone_rolled_back_and_restored() {
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        let (app, caller) = (&person.app, &person.caller);
        let tuesday = add_days(MONDAY, 1);
        let first = person.recipe_at(tuesday, 3).await.unwrap();
        let list = change::swap_list(app, caller, tuesday, 3).await.unwrap();
        let other: RecipeKey = list.alternatives[0].recipe_id.parse().unwrap();
        change::swap(app, caller, (tuesday, 3), &other, true).await.unwrap();
        assert_eq!(view::take_back(app, caller, None).await.unwrap(), Some(3));
        assert_eq!(person.recipe_at(tuesday, 3).await, Some(first.clone()));
        assert_eq!(view::take_back(app, caller, None).await.unwrap(), Some(4));
        assert_eq!(person.recipe_at(tuesday, 3).await, Some(other));
        let slot = plan::rollback::Slot::Date(tuesday);
        assert_eq!(view::roll_back(app, caller, &slot).await.unwrap(), Some(5));
        assert_eq!(person.recipe_at(tuesday, 3).await, Some(first));
        let refused = view::take_back(app, caller, Some(1)).await.unwrap_err();
        assert_eq!(refused.code.name, "nothing_to_roll_back");
        assert_eq!(view::bring_back(app, caller, 2).await.unwrap(), Some(6));
        person.sound("taking back").await;
    });
}

#[test]
fn nd_14_an_edited_recipe_is_another_revision_and_the_plan_keeps_its_own() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let (app, caller) = (&person.app, &person.caller);
        let shipped = larder::recipes(app, caller).await.unwrap();
        let mut own = shipped.into_iter().next().unwrap().entry;
        let key: RecipeKey = "my_own_dish".parse().unwrap();
        own.id = key.clone();
        own.source.kind = domain::recipe::RecipeSourceKind::User;
        assert_eq!(larder::put_recipes(app, caller, vec![own.clone()]).await.unwrap(), 1);
        assert_eq!(larder::put_recipes(app, caller, vec![own.clone()]).await.unwrap(), 0);
        let planned = person.plan_days(MONDAY, 1).await;
        week::accept(app, caller, planned.proposal.unwrap().id).await.unwrap();
        change::swap(app, caller, (MONDAY, 3), &key, true).await.unwrap();
        own.servings += 1;
        assert_eq!(larder::put_recipes(app, caller, vec![own.clone()]).await.unwrap(), 1);
        let row = |days: Days| days.plan.into_iter().find(|row| row.item.slot == 3).unwrap();
        let before = row(person.days().await);
        assert_eq!((before.item.recipe_id.clone(), before.item.recipe_revision), (key.clone(), 1));
        let (now, _) = larder::recipe(app, caller, &key, None).await.unwrap();
        assert_eq!((now.revision, now.own, now.archived), (2, true, false));
        larder::archive_recipe(app, caller, &key, None).await.unwrap();
        assert_eq!(row(person.days().await).macros, before.macros, "the plan keeps what it was made of");
        let taken = larder::put_recipes(
            app,
            caller,
            vec![domain::recipe::Recipe {
                id: larder::recipes(app, caller).await.unwrap()[0].entry.id.clone(),
                ..own
            }],
        )
        .await
        .unwrap_err();
        assert_eq!(taken.code.name, "duplicate_recipe");
    });
}

#[test]
fn nt_7_weight_and_intake_propose_another_expenditure() {
    on_both(async |fresh| {
        let person = Person::eater(&fresh).await;
        let (app, caller) = (&person.app, &person.caller);
        let early = setting::adapt_expenditure(app, caller).await.unwrap();
        assert!(early.proposal.is_none());
        for start in [0, 7] {
            let from = add_days(MONDAY, start);
            let planned = person.plan_days(from, 7).await;
            week::accept(app, caller, planned.proposal.unwrap().id).await.unwrap();
            for day in 0..7 {
                for slot in 0..4 {
                    person.say(add_days(from, day), slot, Said::Eaten(None)).await.unwrap();
                }
                // A hundred grams less every day: more is spent than was thought.
                let date = add_days(from, day);
                let grams = Grams(62_000 - 100 * (start + day));
                let weight = store::BodyWeight { id: app.uuid(), date, at: app.now(), grams };
                let mut tx = app.store.write().await.unwrap();
                tx.add_body_weights(caller.athlete, &[weight]).await.unwrap();
                tx.commit().await.unwrap();
                person.advance_hours(24);
            }
        }
        let (id, date, at) = (app.uuid(), add_days(MONDAY, 14), app.now());
        let mut tx = app.store.write().await.unwrap();
        let weight = store::BodyWeight { id, date, at, grams: Grams(60_600) };
        tx.add_body_weights(caller.athlete, &[weight]).await.unwrap();
        tx.commit().await.unwrap();
        let before = setting::targets(app, caller).await.unwrap().1.daily_calories;
        let adapted = setting::adapt_expenditure(app, caller).await.unwrap();
        let proposal = adapted.proposal.unwrap();
        assert_eq!(proposal.reason.code, ReasonCode::ExpenditureAdapted);
        assert_eq!(proposal.kind, ProposalKind::NutritionTarget);
        // Another change of the plan leaves the question open.
        change::release(app, caller, MONDAY, 0).await.unwrap_err();
        let again = setting::adapt_expenditure(app, caller).await.unwrap();
        assert!(again.proposal.is_none(), "at most once in seven days");
        week::accept(app, caller, proposal.id).await.unwrap();
        let after = setting::targets(app, caller).await.unwrap().1.daily_calories;
        assert!(after.0.0 > before.0.0, "{before:?} {after:?}");
        person.sound("another expenditure").await;
    });
}

#[test]
fn ml_1_both_databases_hold_the_same_week() {
    let seen = std::sync::Mutex::new(Vec::new());
    on_both(async |fresh| {
        let person = Person::planned(&fresh, 2).await;
        person.say(MONDAY, 0, Said::Eaten(None)).await.unwrap();
        person.say(MONDAY, 1, Said::Skipped).await.unwrap();
        let shown = serde_json::to_string(&person.days().await).unwrap();
        let list = serde_json::to_string(&person.list().await).unwrap();
        let versions = serde_json::to_string(&view::versions(&person.app, &person.caller).await.unwrap());
        seen.lock().unwrap().push((shown, list, versions.unwrap()));
    });
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen[0], seen[1]);
}
