//! `/more/exercises`: the catalogue and the athlete's own exercises, to look through and search (EX-1).

use std::collections::BTreeSet;

use askama::Template;
use domain::{
    anatomy::Muscle,
    equipment::EquipmentSet,
    exercise::{Exercise, ExerciseKey},
};
use serde::Deserialize;

use super::control::{Opt, Select};
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    service::own_catalog,
    web::{Reply, html, visit::Visit},
};

/// So many are shown at once.
const PAGE: usize = 40;

#[derive(Template)]
#[template(path = "more/exercises.html")]
struct Page<'a> {
    at: &'a Visit,
    sought: String,
    muscle: Select,
    here: bool,
    own: bool,
    rows: Vec<Row>,
    count: usize,
    /// How many to show when there are more.
    next: Option<usize>,
    query: String,
}

/// An exercise in a list.
pub(super) struct Row {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) about: String,
    pub(super) is_liked: bool,
    pub(super) is_avoided: bool,
    pub(super) is_own: bool,
}

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Asked {
    /// A part of a name.
    q: String,
    muscle: String,
    /// Only what can be done at the usual place.
    here: Option<String>,
    /// Only one's own.
    own: Option<String>,
    /// How many at most.
    show: Option<usize>,
}

/// The exercises that are looked for.
pub(in crate::web) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let Asked { q, muscle, here, own, show } = input.query;
    let mine = own_keys(&at).await?;
    let wanted: Option<Muscle> = muscle.parse().ok();
    let at_hand: Option<EquipmentSet> =
        here.as_ref().and_then(|_| at.profile.equipment()).map(|all| all.into_iter().collect());
    let is_wanted = |one: &Exercise| {
        wanted.is_none_or(|muscle| one.muscles.primary.contains(&muscle))
            && at_hand.is_none_or(|at_hand| at_hand.allows(&one.equipment))
            && (own.is_none() || mine.contains(&one.id))
    };
    let found = find(&at, &q, is_wanted);
    let (count, most) = (found.len(), show.unwrap_or(PAGE));
    let muscles = Opt::words(&at, "muscle", Muscle::ALL, |one| wanted == Some(one));
    let any = Opt::new("", at.t("web-exercises-any"), wanted.is_none());
    let part = |name: &str, is_on: bool| if is_on { format!("&{name}=1") } else { String::new() };
    html(&Page {
        muscle: Select {
            label: at.t("web-exercises-muscle"),
            name: "muscle",
            kind: "",
            options: std::iter::once(any).chain(muscles).collect(),
        },
        rows: found.into_iter().take(most).map(|one| row(&at, one, &mine)).collect(),
        count,
        next: (most < count).then_some(most + PAGE),
        query: format!("muscle={muscle}{}{}", part("here", here.is_some()), part("own", own.is_some())),
        here: here.is_some(),
        own: own.is_some(),
        sought: q,
        at: &at,
    })
}

/// The keys of the athlete's own exercises.
pub(super) async fn own_keys(at: &Visit) -> Result<BTreeSet<ExerciseKey>, Problem> {
    let own = own_catalog::exercises(at.app(), &at.caller).await?;
    Ok(own.into_iter().map(|one| one.value.id).collect())
}

/// The exercises with all words of `sought` in one of their names, by name.
pub(super) fn find<'a>(
    at: &'a Visit,
    sought: &str,
    is_wanted: impl Fn(&Exercise) -> bool,
) -> Vec<&'a Exercise> {
    let words: Vec<String> = sought.split_whitespace().map(str::to_lowercase).collect();
    let is_meant = |one: &Exercise| {
        let other = one.aliases_en.iter().chain(&one.aliases_ru);
        let mut names = [&one.name_en, &one.name_ru].into_iter().chain(other).map(|name| name.to_lowercase());
        words.is_empty() || names.any(|name| words.iter().all(|word| name.contains(word.as_str())))
    };
    let all = at.catalog().exercises().iter().map(|one| &**one);
    let mut found: Vec<&Exercise> = all.filter(|one| is_wanted(one) && is_meant(one)).collect();
    let reader = at.reader();
    found.sort_by_key(|one| (reader.name_of(one).to_lowercase(), one.id.clone()));
    found
}

/// An exercise in a list.
pub(super) fn row(at: &Visit, one: &Exercise, mine: &BTreeSet<ExerciseKey>) -> Row {
    let reader = at.reader();
    let muscles = reader.words("muscle", &one.muscles.primary);
    Row {
        key: one.id.to_string(),
        name: reader.name_of(one).to_owned(),
        about: format!("{muscles} · {}", reader.word("age", one.difficulty)),
        is_liked: at.profile.favorite_exercises.contains(&one.id),
        is_avoided: at.profile.avoided_exercises.contains(&one.id),
        is_own: mine.contains(&one.id),
    }
}
