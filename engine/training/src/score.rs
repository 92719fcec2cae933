//! Score: what a candidate is worth to the session as it stands (SC-0..SC-13).
//!
//! The formula is one table: a row per component with its weight and its value. A score is its parts; there is no
//! other total than their sum in the order of the table.

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::JointStress,
    session::Intent,
    spec::SpecId,
};

use crate::{
    draft::{Draft, Role},
    library::{Place, bit},
    request::SecondaryGoal,
    timebox::provisional_sets,
    tuning::{SlidingWeight, Weights},
};

/// How much a component weighs.
pub enum Weight {
    /// The same in every slot.
    Fixed(fn(&Weights) -> f64),
    /// Sliding over the accessory slots.
    Sliding(fn(&Weights) -> SlidingWeight),
}

/// One row of the formula. A penalty has sign −1.
pub struct Component {
    /// The rule.
    pub spec: SpecId,
    /// Its name in the result.
    pub name: &'static str,
    /// +1 or −1.
    pub sign: f64,
    /// Its weight.
    pub weight: Weight,
    /// Its value in [−1, 1].
    pub value: fn(&Outlook<'_, '_, '_>, Place, Role) -> f64,
}

/// SC-0: the weighted formula, in the order in which it is summed.
pub const COMPONENTS: &[Component] = &[
    row("SC-1", "muscleDeficitScore", 1.0, Weight::Sliding(|w| w.deficit), muscle_deficit),
    row("SC-2", "targetednessScore", 1.0, Weight::Fixed(|w| w.targetedness), targetedness),
    row("SC-10", "sfrScore", 1.0, Weight::Sliding(|w| w.sfr), sfr),
    row("SC-11", "lengthenedScore", 1.0, Weight::Fixed(|w| w.lengthened), lengthened),
    row("SC-4", "preferenceScore", 1.0, Weight::Fixed(|w| w.preference), preference),
    row("SC-5", "movementDiversityScore", 1.0, Weight::Fixed(|w| w.diversity), movement_diversity),
    row("SC-6", "continuityScore", 1.0, Weight::Fixed(|w| w.continuity), continuity),
    row("SC-7", "timeFitScore", 1.0, Weight::Fixed(|w| w.time), time_fit),
    row("SC-3", "recencyPenalty", -1.0, Weight::Fixed(|w| w.recency), recency),
    row("SC-9", "redundancyPenalty", -1.0, Weight::Sliding(|w| w.redundancy), redundancy),
    row("SC-8", "fatigueCostPenalty", -1.0, Weight::Sliding(|w| w.fatigue), fatigue_cost),
    row("SC-12", "secondaryGoalScore", 1.0, Weight::Fixed(|w| w.secondary_goal), secondary_goal),
    row("SC-13", "painCautionPenalty", -1.0, Weight::Fixed(|w| w.pain_caution), pain_caution),
];

/// How many components there are.
pub const COUNT: usize = 13;

const fn row(
    spec: &str,
    name: &'static str,
    sign: f64,
    weight: Weight,
    value: fn(&Outlook<'_, '_, '_>, Place, Role) -> f64,
) -> Component {
    Component { spec: SpecId::new(spec), name, sign, weight, value }
}

/// The values and weights of a candidate, in the order of [`COMPONENTS`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Values.
    pub values: [f64; COUNT],
    /// Signed weights.
    pub weights: [f64; COUNT],
}

impl Score {
    /// The sum of the parts; there is no other total.
    pub fn total(&self) -> f64 {
        let mut total = 0.0;
        for (value, weight) in self.values.iter().zip(&self.weights) {
            total += weight * value;
        }
        total
    }

    /// The total in millionths: what is compared.
    pub fn micro(&self) -> i64 {
        let micro = self.total() * 1_000_000.0 + 0.5;
        #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
        let toward_zero = micro as i64;
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
        let is_above = toward_zero as f64 > micro;
        toward_zero - i64::from(is_above)
    }

    /// SC-1 alone, which decides whether a pick closes anything.
    pub fn closes_a_deficit(&self) -> bool {
        self.values[0] > 0.0
    }
}

/// The draft with what all candidates of one step share.
pub struct Outlook<'d, 'r, 'a> {
    draft: &'d Draft<'r, 'a>,
    /// By muscle: SC-1's need.
    need: [f64; Muscle::COUNT],
    /// SC-2: the neediest muscle.
    neediest: Option<Muscle>,
    /// Core patterns that the intent expects and nobody has yet, as bits.
    uncovered_core: u32,
    /// Signed weights of this step, for mains and accessories.
    weights: [[f64; COUNT]; 2],
}

impl<'d, 'r, 'a> Outlook<'d, 'r, 'a> {
    /// What the candidates of the next step are judged by.
    pub fn new(draft: &'d Draft<'r, 'a>) -> Self {
        let plan = &draft.request.volume;
        let mut need = [0.0; Muscle::COUNT];
        let mut neediest = None;
        for muscle in plan.driving.iter() {
            let remaining = draft.remaining(muscle);
            need[muscle as usize] = ratio(remaining, plan.full[muscle]).clamp(0.0, 1.0);
            if remaining > neediest.map_or(0, |(most, _)| most) {
                neediest = Some((remaining, muscle));
            }
        }
        let progress = draft.slot_progress();
        Self {
            need,
            neediest: neediest.map(|(_, muscle)| muscle),
            uncovered_core: expected_patterns(draft.request.intent) & !draft.patterns,
            weights: [Role::Main, Role::Accessory]
                .map(|role| weights(&draft.request.tuning().weights, role, progress)),
            draft,
        }
    }

    /// The score of a candidate in a role.
    pub fn score(&self, place: Place, role: Role) -> Score {
        let mut values = [0.0; COUNT];
        for (value, component) in values.iter_mut().zip(COMPONENTS) {
            *value = (component.value)(self, place, role);
        }
        Score { values, weights: self.weights[role as usize] }
    }
}

fn weights(weights: &Weights, role: Role, progress: f64) -> [f64; COUNT] {
    let mut signed = [0.0; COUNT];
    for (slot, component) in signed.iter_mut().zip(COMPONENTS) {
        let weight = match (&component.weight, role) {
            (Weight::Fixed(weight), _) => weight(weights),
            (Weight::Sliding(weight), Role::Main) => weight(weights).main,
            (Weight::Sliding(weight), Role::Accessory) => {
                let SlidingWeight { first, last, .. } = weight(weights);
                first + (last - first) * progress
            }
        };
        *slot = component.sign * weight;
    }
    signed
}

fn ratio(part: i64, whole: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "tenths of sets are small")]
    let ratio = part as f64 / whole as f64;
    ratio
}

/// SC-1: how much of what is still missing it would close.
fn muscle_deficit(outlook: &Outlook<'_, '_, '_>, place: Place, role: Role) -> f64 {
    let request = outlook.draft.request;
    let traits = request.library.traits(place);
    let sets = provisional_sets(request.tuning(), role);
    let mut sum = 0.0;
    for muscle in traits.hits.and(request.volume.driving).iter() {
        sum += outlook.need[muscle as usize] * ratio(traits.contributions.of(muscle) * sets, 10);
    }
    (sum / 4.0).clamp(-1.0, 1.0)
}

/// SC-2: a bonus for hitting the neediest muscle directly.
fn targetedness(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let request = outlook.draft.request;
    let hit = outlook.neediest.is_some_and(|muscle| request.library.traits(place).primaries.has(muscle));
    if hit { request.tuning().targeted_bonus } else { 0.0 }
}

/// SC-3: what was done lately counts against itself.
fn recency(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    outlook.draft.request.recency[place]
}

/// SC-4: a favorite.
fn preference(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    f64::from(outlook.draft.request.is_favorite[place])
}

/// SC-5: new movements are welcome, core ones that the intent expects most of all.
fn movement_diversity(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let draft = outlook.draft;
    let traits = draft.request.library.traits(place);
    let new = traits.patterns & !draft.patterns;
    let core = (1 << MovementPattern::CORE) - 1;
    if traits.patterns & outlook.uncovered_core != 0 {
        1.0
    } else if new & !core != 0 {
        0.5
    } else if new == 0 && traits.primaries.without(draft.primaries).is_empty() {
        -0.5
    } else {
        0.0
    }
}

/// SC-5: the core patterns that an intent expects.
fn expected_patterns(intent: Intent) -> u32 {
    use MovementPattern::{Hinge, HorizontalPull, HorizontalPush, Lunge, Squat, VerticalPull, VerticalPush};
    let bits = |patterns: &[MovementPattern]| patterns.iter().fold(0, |bits, &pattern| bits | bit(pattern));
    match intent {
        Intent::Push => bits(&[HorizontalPush, VerticalPush]),
        Intent::Pull => bits(&[HorizontalPull, VerticalPull]),
        Intent::Upper => bits(&[HorizontalPush, VerticalPush, HorizontalPull, VerticalPull]),
        Intent::Legs | Intent::Lower => bits(&[Squat, Hinge, Lunge]),
        Intent::FullBody | Intent::BodyPart => (1 << MovementPattern::CORE) - 1,
    }
}

/// SC-6: what is being built on stays.
fn continuity(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    outlook.draft.request.continuity[place]
}

/// SC-7: whether there is time for it.
fn time_fit(outlook: &Outlook<'_, '_, '_>, place: Place, role: Role) -> f64 {
    let draft = outlook.draft;
    let tuning = draft.request.tuning();
    let projected = draft.running_s + provisional_sets(tuning, role) * draft.request.set_s(place, role);
    if projected <= draft.clock.loop_budget_s - tuning.time_fit_margin_s {
        1.0
    } else if projected <= draft.clock.loop_budget_s {
        0.0
    } else {
        -1.0
    }
}

/// SC-8: a costly exercise counts against itself, the more so the less ready the athlete is.
fn fatigue_cost(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let request = outlook.draft.request;
    let base = (f64::from(request.library.traits(place).fatigue_cost) - 1.0) / 4.0;
    let readiness = match request.layers.readiness {
        ..=2 => 1.0,
        3 => 0.5,
        _ => 0.2,
    };
    base.clamp(0.0, 1.0) * readiness
}

/// SC-9: the same movement for the same muscle again.
fn redundancy(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let traits = outlook.draft.request.library.traits(place);
    let same = outlook.draft.movement(traits.dominant);
    if !same.twice.and(traits.primaries).is_empty() {
        1.0
    } else if !same.once.and(traits.primaries).is_empty() {
        0.5
    } else {
        0.0
    }
}

/// SC-10: stimulus for fatigue.
fn sfr(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    (f64::from(outlook.draft.request.library.traits(place).sfr) - 3.0) / 2.0
}

/// SC-11: hard where the muscle is long.
fn lengthened(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    (f64::from(outlook.draft.request.library.traits(place).length) - 3.0) / 2.0
}

/// SC-12: the leaning besides the goal.
fn secondary_goal(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let request = outlook.draft.request;
    let traits = request.library.traits(place);
    let serves = match request.secondary {
        SecondaryGoal::None => false,
        SecondaryGoal::Posture => matches!(traits.lead, Muscle::RearDelts | Muscle::UpperBack),
        SecondaryGoal::Strength => traits.is_main_eligible,
        SecondaryGoal::InjuryPrevention => request.library.exercise(place).joint_stress == JointStress::Low,
        SecondaryGoal::Conditioning => traits.is_compound && traits.fatigue_cost <= 2,
    };
    f64::from(serves)
}

/// SC-13: mild pain where it would load.
fn pain_caution(outlook: &Outlook<'_, '_, '_>, place: Place, _: Role) -> f64 {
    let request = outlook.draft.request;
    let loaded = request.library.traits(place).loaded;
    f64::from(loaded.cautioned_by(&request.pain, request.tuning().pain_exclude_from).is_some())
}
