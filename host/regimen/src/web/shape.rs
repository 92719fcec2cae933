//! Shapes that several pages show: an exercise in a session, a proposal with its changes.

use domain::{
    prescription::SetPrescription,
    proposal::Proposal,
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
}

impl Meant {
    /// Of an exercise of a session.
    pub(super) fn of(one: &ExercisePerformance, reader: &Reader<'_>) -> Self {
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
        let rest = plan.map(|plan| format!("{} {}", plan.rest_policy.seconds, reader.text("web-unit-s")));
        let amount = (!amounts.is_empty()).then_some(amount);
        let parts: Vec<String> = [amount, load, rest].into_iter().flatten().collect();
        let least = frozen.map(|frozen| frozen.volume_pct.min(frozen.load_pct));
        Self {
            key: one.exercise_key.to_string(),
            name: reader.name(&one.exercise_key).to_owned(),
            line: parts.join(" · "),
            percent: least.filter(|least| *least < 100),
        }
    }
}

/// The amounts of the sets: `4 × 6`.
fn times(amounts: &[u32]) -> String {
    sets(amounts).replace(" x ", " × ")
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
    pub(super) state: String,
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
            state: reader.word("proposal", first.state),
        }
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
