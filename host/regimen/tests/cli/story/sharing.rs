//! ND-14: what people bring is their own, until they offer it and an administrator shares it with everybody.

use domain::{
    food::Food,
    id::Id,
    person::{Account, Athlete},
    plan::AuditAction,
    recipe::{Recipe, RecipeKey, RecipeSourceKind},
};
use regimen::service::{
    account::{self, admin::Operator},
    app::{App, Caller},
    doctor,
    eating::{
        change, larder,
        sharing::{self, Named},
        week,
    },
};

use super::{
    both::{Fresh, on_both},
    meals::MONDAY,
    person::{Person, newcomer, profile},
};

/// Anna, who administers and eats by plan, and Bob, who bakes.
struct Household {
    anna: Person,
    bob: Caller,
}

impl Household {
    async fn new(fresh: &Fresh) -> Self {
        let anna = Person::eater(fresh).await;
        let (_, bob) = account::create(&anna.app, newcomer("bob", profile("Europe/Berlin"))).await.unwrap();
        Self { anna, bob: bob.unwrap() }
    }

    fn app(&self) -> &App {
        &self.anna.app
    }

    const fn operator(&self) -> Operator {
        Operator::Account(self.anna.caller.account)
    }

    /// Bob's toast, of his own bread.
    async fn bake(&self) -> (Named, Named) {
        let (bread, toast) = (bread(), toast(2));
        larder::put_foods(self.app(), &self.bob, vec![bread]).await.unwrap();
        larder::put_recipes(self.app(), &self.bob, vec![toast]).await.unwrap();
        (Named::Food("bobs_bread".parse().unwrap()), Named::Recipe(key()))
    }

    async fn share(&self, what: &Named) {
        let offer = sharing::offer(self.app(), &self.bob, what).await.unwrap();
        sharing::share(self.app(), self.operator(), offer.id).await.unwrap();
    }

    /// The toast as somebody sees it: whether it is their own, shared, archived, and its revision.
    async fn seen(&self, caller: &Caller) -> Option<(bool, bool, bool, u32)> {
        let all = larder::recipes(self.app(), caller).await.unwrap();
        let one = all.into_iter().find(|one| one.entry.id == key())?;
        Some((one.own, one.shared, one.archived, one.revision))
    }

    async fn sound(&self) {
        let mut checkup = doctor::examine(self.app()).await.unwrap();
        // The throw-away server of the tests runs without fsync, and the doctor says so.
        checkup.findings.retain(|finding| finding.table != "database");
        assert_eq!(checkup.findings, []);
    }

    async fn trail(&self, of: Id<Athlete>) -> Vec<(Option<Id<Account>>, String, String)> {
        let mut tx = self.app().store.read().await.unwrap();
        let lines = tx.audit(of, None).await.unwrap();
        let lines = lines.into_iter().filter(|line| line.action == AuditAction::SharingChanged);
        lines.map(|line| (line.actor.id, line.target, line.reason)).collect()
    }
}

fn key() -> RecipeKey {
    "bobs_toast".parse().unwrap()
}

fn bread() -> Food {
    let catalog = nutrition::catalog::Catalog::embedded();
    let mut food = (**catalog.food(&"egg".parse().unwrap()).unwrap()).clone();
    food.id = "bobs_bread".parse().unwrap();
    food.name = serde_json::from_str(r#"{ "en": "Bob's bread" }"#).unwrap();
    food.aliases = vec![];
    food.barcode = None;
    food
}

fn toast(servings: u32) -> Recipe {
    serde_json::from_value(serde_json::json!({
        "id": "bobs_toast", "name": { "en": "Bob's toast" }, "servings": servings, "cooking_time_minutes": 5,
        "ingredients": [{ "text": "Bob's bread", "quantity": 400, "unit": "g", "food_id": "bobs_bread" }],
        "meal_types": ["breakfast"], "source": { "kind": "user", "author": "Bob" },
    }))
    .unwrap()
}

#[test]
fn nd_14_what_is_own_is_private_and_an_administrator_sees_offers_alone() {
    on_both(async |fresh| {
        let house = Household::new(&fresh).await;
        let (app, operator) = (house.app(), house.operator());
        let (bread, toast) = house.bake().await;
        assert_eq!(house.seen(&house.anna.caller).await, None, "what Bob has is Bob's");
        assert!(larder::food(app, &house.anna.caller, "bobs_bread").await.is_err());
        assert!(sharing::waiting(app, operator).await.unwrap().is_empty(), "not even to who administers");
        let refused = sharing::waiting(app, Operator::Account(house.bob.account)).await.unwrap_err();
        assert_eq!(refused.code.name, "role_needed");
        // An offer can be taken back, and declined.
        sharing::offer(app, &house.bob, &bread).await.unwrap();
        sharing::withdraw(app, &house.bob, &bread).await.unwrap();
        assert_eq!(sharing::withdraw(app, &house.bob, &bread).await.unwrap_err().code.name, "not_found");
        let offer = sharing::offer(app, &house.bob, &toast).await.unwrap();
        assert_eq!(sharing::list(app, &house.bob).await.unwrap(), std::slice::from_ref(&offer));
        let waiting = sharing::waiting(app, operator).await.unwrap();
        assert_eq!((waiting.len(), waiting[0].replaces, &waiting[0].offer), (1, false, &offer));
        let seen = serde_json::to_string(&waiting).unwrap();
        let told = [house.bob.athlete.to_string(), house.bob.account.to_string(), r#""Bob""#.to_owned()];
        assert!(!told.iter().any(|word| seen.contains(word)), "{seen}");
        sharing::decline(app, operator, offer.id).await.unwrap();
        assert_eq!(sharing::share(app, operator, offer.id).await.unwrap_err().code.name, "not_found");
        assert_eq!(house.seen(&house.anna.caller).await, None);
        // What is nobody's own cannot be offered.
        let shipped = Named::Food("egg".parse().unwrap());
        assert_eq!(sharing::offer(app, &house.bob, &shipped).await.unwrap_err().code.name, "not_found");
        let steps: Vec<_> = house.trail(house.bob.athlete).await.into_iter().map(|line| line.2).collect();
        assert_eq!(steps, ["offered", "private", "offered", "declined"]);
        house.sound().await;
    });
}

#[test]
fn nd_14_meals_of_everybody_are_planned_with_what_is_shared_and_keep_it() {
    on_both(async |fresh| {
        let house = Household::new(&fresh).await;
        let (app, anna) = (house.app(), &house.anna.caller);
        let (_, toast_named) = house.bake().await;
        house.share(&toast_named).await;
        assert_eq!(house.seen(anna).await, Some((false, true, false, 1)));
        assert_eq!(house.seen(&house.bob).await, Some((true, false, false, 1)), "it is still his own");
        let (_, entry) = larder::recipe(app, anna, &key(), None).await.unwrap();
        assert!(entry.derived.unresolved.is_empty(), "it brings the bread that it is made of");
        assert!(larder::food(app, anna, "Bob's bread").await.unwrap().shared);
        assert_eq!(entry.recipe.source.kind, RecipeSourceKind::User);
        assert_eq!(entry.recipe.source.author, None, "a copy has no owner");
        let planned = house.anna.plan_days(MONDAY, 1).await;
        week::accept(app, anna, planned.proposal.unwrap().id).await.unwrap();
        change::swap(app, anna, (MONDAY, 0), &key(), true).await.unwrap();
        let row = async || {
            let days = house.anna.days().await;
            let row = days.plan.into_iter().find(|row| row.item.slot == 0).unwrap();
            assert_eq!((row.item.recipe_id.clone(), row.item.recipe_revision), (key(), 1));
            row.macros
        };
        let macros = row().await;
        assert!(house.anna.list().await.lines.iter().any(|line| line.name.en == "Bob's bread"));
        // What Bob changes is his own until it is shared again, and plans keep what they were made of.
        larder::put_recipes(app, &house.bob, vec![toast(4)]).await.unwrap();
        assert_eq!(house.seen(anna).await, Some((false, true, false, 1)));
        let offer = sharing::offer(app, &house.bob, &toast_named).await.unwrap();
        assert!(sharing::waiting(app, house.operator()).await.unwrap()[0].replaces);
        sharing::share(app, house.operator(), offer.id).await.unwrap();
        assert_eq!(house.seen(anna).await, Some((false, true, false, 2)));
        assert_eq!(row().await, macros);
        // To stop sharing archives it.
        sharing::unshare(app, house.operator(), &toast_named).await.unwrap();
        let again = sharing::unshare(app, house.operator(), &toast_named).await.unwrap_err();
        assert_eq!(again.code.name, "not_found");
        assert_eq!(house.seen(anna).await, Some((false, true, true, 3)));
        assert_eq!(row().await, macros);
        // An own recipe with its key begins after it.
        larder::put_recipes(app, anna, vec![toast(1)]).await.unwrap();
        assert_eq!(house.seen(anna).await, Some((true, false, false, 4)));
        assert_eq!(row().await, macros);
        house.sound().await;
    });
}

#[test]
fn nd_14_what_is_shared_stays_when_who_brought_it_leaves() {
    on_both(async |fresh| {
        let house = Household::new(&fresh).await;
        let (app, operator) = (house.app(), house.operator());
        let (bread, toast) = house.bake().await;
        house.share(&toast).await;
        sharing::offer(app, &house.bob, &bread).await.unwrap();
        account::admin::delete(app, operator, "bob", "bob").await.unwrap();
        assert_eq!(sharing::waiting(app, operator).await.unwrap(), [], "what was only offered goes");
        assert_eq!(house.seen(&house.anna.caller).await, Some((false, true, false, 1)));
        let shared = sharing::shared(app, operator).await.unwrap();
        let kinds: Vec<_> = shared.iter().map(|one| (one.kind, one.key.as_str())).collect();
        assert_eq!(kinds, [("food", "bobs_bread"), ("recipe", "bobs_toast")]);
        sharing::unshare(app, operator, &bread).await.unwrap();
        assert!(larder::food(app, &house.anna.caller, "bobs_bread").await.unwrap().archived);
        let by = Some(house.anna.caller.account);
        let expected =
            [(by, "recipe bobs_toast".to_owned(), "shared"), (by, "food bobs_bread".to_owned(), "archived")];
        let expected = expected.map(|(by, what, how)| (by, what, how.to_owned()));
        assert_eq!(house.trail(store::EVERYBODY).await, expected);
        house.sound().await;
    });
}
