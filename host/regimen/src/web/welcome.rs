//! `/welcome`: the answers that a first session and a first week of meals need, in two minutes; again at any time (EP-6, NT-8).

use askama::Template;
use domain::{
    exercise::TrainingAge,
    food::AllergenClass,
    quantity::{Grams, MassUnit},
    recipe::ExclusionMatch,
    time::add_days,
    wellbeing::{Flag, FlagKind},
};
use nutrition::{
    diet::Diet,
    profile::NutritionProfile,
    target::input::{LifeActivity, WeightGoal},
};
use serde_json::json;
use training::prescribe::goal::Goal;

use super::{
    Reply, html,
    more::{
        control::{Chips, Opt, PainMap, Picks, Seg, Select},
        place::PlaceForm,
        profile::{SEXES, of},
    },
    visit::Visit,
};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::capital,
    service::{body, overview, profile::Language, wellbeing},
};

/// So far back a weight is still the athlete's.
const DAYS_BACK: i64 = 90;

/// Lengths of a session that are offered.
const MINUTES: &[u32] = &[20, 30, 45, 60, 75, 90];

/// What is done at the end, in this order.
const WORK: &[&str] = &["profile", "place", "pain", "weight", "food", "session", "meals"];

#[derive(Template)]
#[template(path = "welcome.html")]
struct Page<'a> {
    at: &'a Visit,
    week: Week,
    you: You<'a>,
    food: Food,
    work: &'static [&'static str],
    /// What is known already, for the script.
    known: String,
}

/// What to train for, how often, and how long.
struct Week {
    language: Select,
    units: Seg,
    goal: Picks,
    age: Picks,
    days: Seg,
    minutes: Seg,
    start: String,
}

/// Where, and with which body.
struct You<'a> {
    place: PlaceForm<'a>,
    place_name: String,
    pain: PainMap,
    sex: Seg,
    birth_date: String,
    height: String,
    weight: String,
}

/// What to eat.
struct Food {
    goal: Seg,
    activity: Select,
    diet: Chips,
    allergies: Chips,
    other_allergies: String,
    dislikes: String,
}

/// The questions, with what is known as answers.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let day = overview::day(at.app(), &at.caller, None).await?;
    let flags = wellbeing::flags(at.app(), &at.caller).await?;
    let weights = body::weights(at.app(), &at.caller, add_days(at.today, -DAYS_BACK), at.today).await?;
    let eater = at.profile.nutrition.as_ref();
    let weight = weights.last().map(|last| last.grams).or(eater.map(|eater| eater.weight_g));
    let pains: Vec<_> = flags.iter().filter(|flag| flag.kind == FlagKind::Pain).collect();
    let pain_of = |flag: &&Flag| json!({ "id": flag.id, "area": flag.area, "severity": flag.severity });
    let known = json!({
        "nutrition": eater,
        "pains": pains.iter().map(pain_of).collect::<Vec<_>>(),
        "weight_g": weight,
        "has_session": !day.sessions.is_empty(),
    });
    html(&Page {
        week: week(&at),
        you: you(&at, &pains, weight),
        food: food(&at, eater),
        work: WORK,
        known: known.to_string(),
        at: &at,
    })
}

fn week(at: &Visit) -> Week {
    let profile = &at.profile;
    let days = (1..=7).map(|day: u8| Opt::new(day, day.to_string(), day == profile.days_per_week));
    let nearest = MINUTES.iter().min_by_key(|minutes| minutes.abs_diff(profile.session_minutes));
    let minutes = MINUTES.iter().map(|one| Opt::new(one, one.to_string(), Some(one) == nearest));
    Week {
        language: Select {
            label: at.t("web-account-language"),
            name: "locale",
            kind: "",
            options: Opt::words(at, "web-language", Language::ALL, |one| one == at.visitor.locale),
        },
        units: Seg::new(
            at.t("web-profile-units"),
            "units",
            Opt::words(at, "web-units", MassUnit::ALL, |one| one == profile.units),
        ),
        goal: Picks {
            legend: at.t("web-profile-goal"),
            name: "goal",
            options: Opt::explained(at, "web-goal", Goal::ALL, |one| one == profile.goals.primary),
        },
        age: Picks {
            legend: at.t("web-profile-age"),
            name: "age",
            options: Opt::explained(at, "web-age", TrainingAge::ALL, |one| one == profile.training_age),
        },
        days: Seg::new(at.t("web-profile-days"), "days", days.collect()),
        minutes: Seg::new(at.t("web-profile-minutes"), "minutes", minutes.collect()),
        start: profile.usual_start.map_or_else(String::new, |time| time.to_string()),
    }
}

fn you<'a>(at: &'a Visit, pains: &[&Flag], weight: Option<Grams>) -> You<'a> {
    let (profile, reader) = (&at.profile, at.reader());
    let location = profile.location(None);
    let shown = |weight: Grams| reader.number(weight.display(profile.units));
    You {
        place: PlaceForm::new(at, location),
        place_name: location.map_or_else(|| at.t("web-place-home"), |known| known.name.clone()),
        pain: PainMap::new(at, |area| {
            pains.iter().filter(|flag| flag.area == Some(area)).map(|flag| flag.severity).max()
        }),
        sex: Seg::new(at.t("web-profile-sex"), "sex", of(at, "web-sex", SEXES, profile.sex)),
        birth_date: profile.birth_date.map_or_else(String::new, |date| date.to_string()),
        height: profile.height_mm.map(|mm| at.viewer().height(mm)).unwrap_or_default(),
        weight: weight.map_or_else(String::new, shown),
    }
}

fn food(at: &Visit, eater: Option<&NutritionProfile>) -> Food {
    let goal = eater.map_or(
        match at.profile.goals.primary {
            Goal::FatLoss => WeightGoal::Lose,
            Goal::Hypertrophy => WeightGoal::Gain,
            Goal::Strength | Goal::Athleticism | Goal::GeneralHealth => WeightGoal::Maintain,
        },
        |eater| eater.goal,
    );
    let activity = eater.map_or(LifeActivity::Desk, |eater| eater.life_activity);
    let allergies = eater.map_or(&[][..], |eater| &eater.allergies);
    let is_class = |term: &str| AllergenClass::ALL.iter().any(|class| class.as_str() == term);
    let others: Vec<&str> = allergies.iter().map(String::as_str).filter(|term| !is_class(term)).collect();
    let dislikes = eater.map_or(&[][..], |eater| &eater.dislikes).iter();
    // What was excluded in another way than by a plain word stays as it is.
    let dislikes = dislikes.filter(|one| one.matching == ExclusionMatch::Auto).map(|one| one.term.as_str());
    let named = |kind: &str, word: &str, is_on| Opt::new(word, capital(&at.word(kind, word)), is_on);
    let diets = Diet::ALL
        .iter()
        .map(|diet| named("tag", diet.as_str(), eater.is_some_and(|eater| eater.diet.0.contains(diet))));
    let classes = AllergenClass::WORDS.iter();
    let classes = classes.map(|word| named("allergen", word, allergies.iter().any(|known| known == word)));
    Food {
        goal: Seg::new(
            at.t("web-eat-goal"),
            "weight_goal",
            Opt::words(at, "web-eat-weight", WeightGoal::ALL, |one| one == goal),
        ),
        activity: Select {
            label: at.t("web-eat-activity"),
            name: "activity",
            kind: "",
            options: Opt::words(at, "web-eat-activity", LifeActivity::ALL, |one| one == activity),
        },
        diet: Chips { legend: at.t("web-eat-diet"), name: "diet", options: diets.collect() },
        allergies: Chips { legend: at.t("web-eat-allergies"), name: "allergies", options: classes.collect() },
        other_allergies: others.join(", "),
        dislikes: dislikes.collect::<Vec<_>>().join(", "),
    }
}
