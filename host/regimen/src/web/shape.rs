//! Shapes that several pages show: an exercise in a session, a proposal with its changes.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    prescription::SetPrescription,
    proposal::{Proposal, ProposalId, ProposalState},
    session::{ExercisePerformance, Session},
};

use crate::reader::{Reader, once, sets};

/// An exercise as it is meant: `Back squat`, `3 x 5 · 100 kg · 180 s`.
pub(super) struct Meant {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) line: String,
    /// How much is left of it today, where that is not all.
    pub(super) percent: Option<u8>,
    /// Its number with a letter, where it is one of a superset.
    pub(super) pair: Option<String>,
}

impl Meant {
    /// Of all exercises of a session; the first of a superset does not rest.
    pub(super) fn all(exercises: &[ExercisePerformance], reader: &Reader<'_>) -> Vec<Self> {
        let places = places(exercises).into_iter().zip(exercises);
        let meant = places.map(|((label, pair), one)| {
            let pair_label = (pair != Pair::None).then_some(label);
            Self { pair: pair_label, ..Self::of(one, pair != Pair::First, reader) }
        });
        meant.collect()
    }

    fn of(one: &ExercisePerformance, rests: bool, reader: &Reader<'_>) -> Self {
        let frozen = one.frozen.as_ref();
        let plan = frozen.map(|frozen| &frozen.prescription);
        let working: Vec<&SetPrescription> =
            plan.map(|plan| plan.working_sets().collect()).unwrap_or_default();
        let amounts: Vec<u32> = working.iter().filter_map(|set| set.amount()).collect();
        let unit = match working.first() {
            Some(set) if set.seconds.is_some() => reader.text("web-unit-s"),
            Some(set) if set.meters.is_some() => reader.text("web-unit-m"),
            _ => String::new(),
        };
        let load = working.first().and_then(|set| set.load_g);
        let exercise = reader.exercise(&one.exercise_key);
        let load = exercise.map(|exercise| reader.load_of(exercise, load)).filter(|load| load != "–");
        let amount = if unit.is_empty() { times(&amounts) } else { format!("{} {unit}", times(&amounts)) };
        let rest = plan
            .filter(|_| rests)
            .map(|plan| format!("{} {}", plan.rest_policy.seconds, reader.text("web-unit-s")));
        let amount = (!amounts.is_empty()).then_some(amount);
        // A line breaks between its parts, not within them.
        let parts = [amount, load, rest].into_iter().flatten().map(|part| part.replace(' ', "\u{a0}"));
        let parts: Vec<String> = parts.collect();
        let least = frozen.map(|frozen| frozen.volume_pct.min(frozen.load_pct));
        Self {
            key: one.exercise_key.to_string(),
            name: reader.name(&one.exercise_key).to_owned(),
            line: parts.join(" · "),
            percent: least.filter(|least| *least < 100),
            pair: None,
        }
    }
}

/// The amounts of the sets: `4 × 6`.
fn times(amounts: &[u32]) -> String {
    sets(amounts).replace(" x ", " × ")
}

/// Which of a superset an exercise is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// It stands alone.
    None,
    First,
    Second,
}

/// L-16: the number and the place in a pair of each exercise; two that stand together and share a label are a pair.
pub(super) fn places(exercises: &[ExercisePerformance]) -> Vec<(String, Pair)> {
    let label = |one: &ExercisePerformance| one.frozen.as_ref().and_then(|frozen| frozen.superset.clone());
    let mut places: Vec<(String, Pair)> = Vec::new();
    let mut number = 0;
    for (index, one) in exercises.iter().enumerate() {
        let own = label(one);
        let is_second = own.is_some()
            && places.last().is_some_and(|(_, before)| *before == Pair::First)
            && index.checked_sub(1).is_some_and(|before| label(&exercises[before]) == own);
        let is_first = !is_second && own.is_some() && exercises.get(index + 1).map(&label) == Some(own);
        number += u32::from(!is_second);
        places.push(match (is_first, is_second) {
            (true, _) => (format!("{number}a"), Pair::First),
            (_, true) => (format!("{number}b"), Pair::Second),
            _ => (number.to_string(), Pair::None),
        });
    }
    places
}

/// Proposals that are shown and answered as one.
pub(super) struct Card {
    /// The proposal or the group, as an answer names it.
    pub(super) id: String,
    /// What it is about.
    pub(super) name: String,
    /// What would change: field, old and new value.
    pub(super) changes: Vec<(String, String, String)>,
    pub(super) reason: String,
    /// The rule behind it.
    pub(super) spec: String,
    /// Other ways to say yes: number and words.
    pub(super) alternatives: Vec<(usize, String)>,
    pub(super) is_open: bool,
    /// Where it stands, in words, once somebody has answered or put it off.
    pub(super) state: Option<String>,
    /// The call that takes back what was accepted.
    pub(super) undo: Option<String>,
}

impl Card {
    /// The cards of proposals, in their order; `name` says what an item is called.
    pub(super) fn all(
        proposals: &[Proposal],
        reader: &Reader<'_>,
        name: impl Fn(&Proposal) -> String,
    ) -> Vec<Self> {
        let mut groups: Vec<Vec<&Proposal>> = Vec::new();
        for proposal in proposals {
            match groups.iter_mut().find(|group| group[0].group_id == proposal.group_id) {
                Some(group) => group.push(proposal),
                None => groups.push(vec![proposal]),
            }
        }
        groups.iter().map(|group| Self::of(group, reader, name(group[0]))).collect()
    }

    fn of(group: &[&Proposal], reader: &Reader<'_>, name: String) -> Self {
        let first = group[0];
        let changes = group.iter().flat_map(|proposal| &proposal.changes);
        // Equal changes of several sets are told once.
        let told = once(changes.clone().map(|change| reader.change(change)));
        let mut shown = Vec::new();
        for text in told {
            let change = changes.clone().find(|change| reader.change(change) == text);
            shown.extend(change.map(|change| {
                let value = |value| reader.value(change.field, value);
                (reader.word("field", change.field), value(&change.old), value(&change.new))
            }));
        }
        let alternative = |(number, one): (usize, &domain::proposal::Alternative)| {
            let changes = once(one.changes.iter().map(|change| reader.change(change)));
            let label = reader.word("way", &one.label);
            (number, if changes.is_empty() { label } else { format!("{label}: {}", changes.join(", ")) })
        };
        Self {
            id: first.group_id.to_string(),
            name,
            changes: shown,
            reason: reader.reason(first.reason.code, first.reason.spec, &first.reason.facts),
            spec: first.reason.spec.to_string(),
            alternatives: first.alternatives.iter().enumerate().map(alternative).collect(),
            is_open: first.state.is_open(),
            state: (first.state != ProposalState::Pending).then(|| reader.word("proposal", first.state)),
            undo: None,
        }
    }

    /// The same cards, with what takes back those that were accepted; `landed` says in which version each did. One that
    /// landed together with others is taken back where all of them are shown.
    pub(super) fn with_undo(
        cards: Vec<Self>,
        proposals: &[Proposal],
        landed: &BTreeMap<ProposalId, u32>,
    ) -> Vec<Self> {
        let of_version = |version: u32| {
            let all = proposals.iter().filter(move |one| landed.get(&one.id) == Some(&version));
            all.map(|one| one.group_id).collect::<BTreeSet<_>>()
        };
        let undo = |card: &Self| {
            let own = proposals.iter().find(|one| one.group_id.to_string() == card.id)?;
            let version = *landed.get(&own.id)?;
            let is_alone = of_version(version).len() == 1;
            is_alone.then(|| format!("POST /api/plans/{}/versions/{version}/undo", own.plan_id))
        };
        cards.into_iter().map(|card| Self { undo: undo(&card), ..card }).collect()
    }

    /// The body of an answer, such as `accept`, `reject` or `defer`.
    pub(super) fn answer(&self, said: &str) -> String {
        serde_json::json!({ "decisions": [{ "id": self.id, "answer": said }] }).to_string()
    }

    /// The body of a yes to one of the alternatives.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates give references")]
    pub(super) fn take(&self, alternative: &usize) -> String {
        let decision = serde_json::json!({ "id": self.id, "answer": "accept", "alternative": alternative });
        serde_json::json!({ "decisions": [decision] }).to_string()
    }
}

/// What a session is called: by its intent, with a capital.
pub(super) fn session_name(session: &Session, reader: &Reader<'_>) -> String {
    let about =
        session.intent.map_or_else(|| reader.text("store-session"), |intent| reader.word("intent", intent));
    crate::reader::capital(&about)
}
