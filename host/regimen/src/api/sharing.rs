//! Offering and sharing foods and recipes (ND-14).

use domain::{food::FoodKey, recipe::RecipeKey};
use uuid::Uuid;

use super::{
    answer::{Done, Made, Shown},
    call::Call,
    endpoint::{ById, ByKey, Endpoint, Input, Needs, delete, get, post},
};
use crate::{
    problem::Problem,
    service::{
        app::Scope,
        eating::sharing::{self, Named, Offer, Shared, Waiting},
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, meals) = (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Meals));
    let administrator = Needs::Administrator;
    vec![
        get("/offers", "ND-14", read, "What the athlete offers to everybody", offers),
        post("/foods/{key}/offer", "ND-14", meals, "Offer an own food to everybody", offer_food),
        delete("/foods/{key}/offer", "ND-14", meals, "Take the offer of a food back", withdraw_food),
        post("/recipes/{key}/offer", "ND-14", meals, "Offer an own recipe to everybody", offer_recipe),
        delete("/recipes/{key}/offer", "ND-14", meals, "Take the offer of a recipe back", withdraw_recipe),
        get("/admin/offers", "ND-14", administrator, "Foods and recipes that are offered", waiting),
        post(
            "/admin/offers/{id}/share",
            "ND-14",
            administrator,
            "Share what is offered with everybody",
            share,
        ),
        delete("/admin/offers/{id}", "ND-14", administrator, "Decline an offer", decline),
        get("/admin/shared", "ND-14", administrator, "Foods and recipes that are shared", shared),
        delete("/admin/shared/foods/{key}", "ND-14", administrator, "Stop sharing a food", unshare_food),
        delete(
            "/admin/shared/recipes/{key}",
            "ND-14",
            administrator,
            "Stop sharing a recipe",
            unshare_recipe,
        ),
    ]
}

async fn offers(call: Call, _: Input) -> Result<Shown<Vec<Offer>>, Problem> {
    Ok(Shown(sharing::list(call.app(), &call.caller()?).await?))
}

async fn offer_food(call: Call, input: Input<ByKey<FoodKey>>) -> Result<Made<Offer>, Problem> {
    offer(call, Named::Food(input.path.key)).await
}

async fn offer_recipe(call: Call, input: Input<ByKey<RecipeKey>>) -> Result<Made<Offer>, Problem> {
    offer(call, Named::Recipe(input.path.key)).await
}

async fn offer(call: Call, what: Named) -> Result<Made<Offer>, Problem> {
    Ok(Made(sharing::offer(call.app(), &call.caller()?, &what).await?))
}

async fn withdraw_food(call: Call, input: Input<ByKey<FoodKey>>) -> Result<Done, Problem> {
    withdraw(call, Named::Food(input.path.key)).await
}

async fn withdraw_recipe(call: Call, input: Input<ByKey<RecipeKey>>) -> Result<Done, Problem> {
    withdraw(call, Named::Recipe(input.path.key)).await
}

async fn withdraw(call: Call, what: Named) -> Result<Done, Problem> {
    sharing::withdraw(call.app(), &call.caller()?, &what).await?;
    Ok(Done)
}

async fn waiting(call: Call, _: Input) -> Result<Shown<Vec<Waiting>>, Problem> {
    Ok(Shown(sharing::waiting(call.app(), call.operator()?).await?))
}

async fn share(call: Call, input: Input<ById<Uuid>>) -> Result<Shown<Shared>, Problem> {
    Ok(Shown(sharing::share(call.app(), call.operator()?, input.path.id).await?))
}

async fn decline(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    sharing::decline(call.app(), call.operator()?, input.path.id).await?;
    Ok(Done)
}

async fn shared(call: Call, _: Input) -> Result<Shown<Vec<Shared>>, Problem> {
    Ok(Shown(sharing::shared(call.app(), call.operator()?).await?))
}

async fn unshare_food(call: Call, input: Input<ByKey<FoodKey>>) -> Result<Done, Problem> {
    unshare(call, Named::Food(input.path.key)).await
}

async fn unshare_recipe(call: Call, input: Input<ByKey<RecipeKey>>) -> Result<Done, Problem> {
    unshare(call, Named::Recipe(input.path.key)).await
}

async fn unshare(call: Call, what: Named) -> Result<Done, Problem> {
    sharing::unshare(call.app(), call.operator()?, &what).await?;
    Ok(Done)
}
