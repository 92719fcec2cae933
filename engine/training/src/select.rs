//! Selection: pins, anchors, mains, coverage, accessories, one by one, each re-scored after the one before
//! (SO-1..SO-8, SO-10).

use domain::{
    anatomy::CoverageCategory,
    quantity::div_half_up,
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    draft::{Draft, Role, Slots},
    filter,
    input::Mode,
    library::Place,
    request::Request,
    score::{Outlook, Score},
    starter,
    timebox::{Clock, Planned, estimate_s},
    weights::Loads,
};

/// At which step an exercise came in (EP-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the result")]
#[schemars(rename = "SelectionStep")]
pub enum Step {
    Pin,
    Anchor,
    MainPick,
    AccessoryPick,
}

/// A chosen exercise with why.
#[derive(Debug, Clone, PartialEq)]
pub struct Pick {
    /// Which.
    pub place: Place,
    /// Main or accessory.
    pub role: Role,
    /// At which step.
    pub step: Step,
    /// Its score at that moment.
    pub score: Score,
    /// How many accessory slots were filled, as a share.
    pub slot_progress: f64,
    /// Whether it is part of the starter session (CS-2).
    pub is_starter: bool,
    /// Whether it came in to cover a third of the body (SO-6).
    pub is_coverage: bool,
    /// Why.
    pub reasons: Vec<Reason>,
}

/// What was chosen, and what was asked for and refused.
#[derive(Debug, Clone)]
pub struct Selected<'r, 'a> {
    /// The session in the making, at its end.
    pub draft: Draft<'r, 'a>,
    /// What was chosen, in order of choice.
    pub picks: Vec<Pick>,
    /// Pins that were refused.
    pub refused_pins: Vec<(Place, Reason)>,
    /// Whether the starter session had to help (SO-10).
    pub is_fallback: bool,
    /// The time there is.
    pub clock: Clock,
}

/// SO-1: how many mains and accessories the session has.
pub fn slots(request: &Request<'_>) -> Slots {
    let tuning = request.tuning();
    let (mains, accessories) = match request.intent {
        Intent::Push | Intent::Pull | Intent::Legs | Intent::Lower => ((1, 2), (3, 5)),
        Intent::Upper | Intent::FullBody => ((1, 2), (4, 6)),
        Intent::BodyPart => ((0, 2), (4, 6)),
    };
    let minutes = request.input.session_minutes;
    let (low, high) = (i64::from(tuning.slot_minutes.low), i64::from(tuning.slot_minutes.high));
    let past = i64::from(minutes).clamp(low, high) - low;
    let between = |(least, most): (i64, i64)| {
        let slots =
            if request.block.deload { least } else { least + div_half_up((most - least) * past, high - low) };
        usize::try_from(slots).unwrap_or(0)
    };
    let mains = if minutes < 20 { 0 } else { between(mains) };
    Slots {
        mains: mains.min(tuning.main_slots_max as usize),
        accessories: between(accessories),
        least_accessories: usize::try_from(accessories.0).unwrap_or(0),
    }
}

/// SO-2: chooses the exercises of an intent session.
pub(crate) fn select<'r, 'a>(request: &'r Request<'a>, loads: &Loads<'_, 'a>) -> Selected<'r, 'a> {
    let mut slots = slots(request);
    if request.input.mode == Mode::Template && !request.template.is_empty() {
        slots = template_slots(request);
    }
    let clock = Clock::new(request.input.session_minutes, slots, request.tuning());
    let mut selection = Selection::new(Draft::new(request, clock, slots));
    selection.begin(loads);
    if request.stage.effective > 0 {
        selection.mains();
        selection.coverage();
        selection.accessories();
    }
    selection.fallback();
    Selected {
        draft: selection.draft,
        picks: selection.picks,
        refused_pins: selection.refused_pins,
        is_fallback: selection.is_fallback,
        clock,
    }
}

/// SO-1: in template mode the template says how many.
pub(crate) fn template_slots(request: &Request<'_>) -> Slots {
    let mains = request.template.iter().filter(|&&place| {
        let exercise = request.library.exercise(place);
        exercise.is_main_lift_eligible && crate::prescribe::goal::fits_main_range(exercise, request.goal)
    });
    let mains = mains.count().min(request.tuning().main_slots_max as usize);
    let accessories = request.template.len() - mains;
    Slots { mains, accessories, least_accessories: accessories }
}

#[derive(Debug, Clone)]
pub(crate) struct Selection<'r, 'a> {
    pub(crate) draft: Draft<'r, 'a>,
    /// By role: places that pass every filter which cannot change any more.
    candidates: [Vec<Place>; 2],
    pub(crate) picks: Vec<Pick>,
    refused_pins: Vec<(Place, Reason)>,
    is_fallback: bool,
}

impl<'r, 'a> Selection<'r, 'a> {
    pub(crate) fn new(draft: Draft<'r, 'a>) -> Self {
        let library = draft.request.library;
        let candidates = [Role::Main, Role::Accessory].map(|role| {
            let mut candidates = Vec::with_capacity(library.len());
            // Few exercises can be mains, so the others are not asked twice.
            let eligible = (0..library.len())
                .filter(|&place| role == Role::Accessory || library.traits(place).is_main_eligible);
            candidates.extend(eligible.filter(|&place| filter::passes_static(&draft, place, role)));
            candidates
        });
        Self { draft, candidates, picks: vec![], refused_pins: vec![], is_fallback: false }
    }

    /// The selection of a request before its first free pick.
    pub(crate) fn with_pins_and_anchors(request: &'r Request<'a>, loads: &Loads<'_, 'a>) -> Self {
        let slots = slots(request);
        let clock = Clock::new(request.input.session_minutes, slots, request.tuning());
        let mut selection = Self::new(Draft::new(request, clock, slots));
        selection.begin(loads);
        selection
    }

    /// What comes before the free picks: pins, then by stage anchors and starter exercises (CS-2).
    fn begin(&mut self, loads: &Loads<'_, 'a>) {
        self.pins(loads);
        match self.draft.request.stage.effective {
            0 => self.starter_session(),
            stage => {
                self.anchors();
                if stage == 1 {
                    self.starter_mains();
                }
            }
        }
    }

    /// The same choices made anew, each scored after the ones before it.
    pub(crate) fn replayed(&self, picks: &[Pick]) -> Self {
        let draft = Draft::new(self.draft.request, self.draft.clock, self.draft.slots);
        let mut replayed = Self { draft, picks: vec![], ..self.clone() };
        for pick in picks {
            let taken = replayed.take(pick.place, pick.role, pick.step, pick.reasons.clone());
            (taken.is_starter, taken.is_coverage) = (pick.is_starter, pick.is_coverage);
        }
        replayed
    }

    /// The candidates of a role that pass every filter now.
    pub(crate) fn passing(&self, role: Role) -> impl Iterator<Item = Place> {
        let candidates = self.candidates[role as usize].iter().copied();
        candidates.filter(move |&place| filter::passes_growing(&self.draft, place, role))
    }

    /// Takes an exercise in, with its score at this moment.
    pub(crate) fn take(&mut self, place: Place, role: Role, step: Step, reasons: Vec<Reason>) -> &mut Pick {
        let score = Outlook::new(&self.draft).score(place, role);
        let slot_progress = self.draft.slot_progress();
        self.draft.add(place, role);
        let pick =
            Pick { place, role, step, score, slot_progress, is_starter: false, is_coverage: false, reasons };
        self.picks.push(pick);
        let last = self.picks.len() - 1;
        &mut self.picks[last]
    }

    /// SO-3: what the athlete asked for, checked one by one, then limited in number.
    fn pins(&mut self, loads: &Loads<'_, 'a>) {
        let request = self.draft.request;
        let limit = self.draft.slots.total().saturating_sub(2).max(1);
        for &place in &request.pins {
            let refusal = self.pin_refusal(place, loads).or_else(|| {
                let full = self.picks.len() >= limit;
                full.then(|| Reason::new(ReasonCode::PinLimit, SpecId::new("SO-3")).fact("limit", limit))
            });
            if let Some(reason) = refusal {
                self.refused_pins.push((place, reason));
            } else {
                let reason = Reason::new(ReasonCode::Pin, SpecId::new("SO-3"));
                self.take(place, self.pin_role(place), Step::Pin, vec![reason]);
            }
        }
    }

    fn pin_role(&self, place: Place) -> Role {
        let exercise = self.draft.request.library.exercise(place);
        let fits = exercise.is_main_lift_eligible
            && crate::prescribe::goal::fits_main_range(exercise, self.draft.request.goal);
        if fits && self.draft.has_room(Role::Main) { Role::Main } else { Role::Accessory }
    }

    fn pin_refusal(&self, place: Place, loads: &Loads<'_, 'a>) -> Option<Reason> {
        let role = self.pin_role(place);
        let by_filter =
            filter::refusal_by(&self.draft, place, role, &["SF-3", "SF-4", "SF-5", "SF-7", "SF-11", "SF-12"]);
        by_filter.or_else(|| {
            let request = self.draft.request;
            let all = self.draft.picked.iter().copied().chain([(place, role)]);
            let pinned: Vec<Planned> = all
                .map(|(place, role)| Planned {
                    place,
                    role,
                    is_pinned: true,
                    sets: self.draft.start_sets(place),
                    partner: None,
                })
                .collect();
            // Pins are never trimmed, so they must fit by themselves, a heavy first main included.
            let seconds = estimate_s(request, &pinned, &self.draft.clock, loads.is_heavy(&pinned));
            let minutes = request.input.session_minutes;
            (seconds > self.draft.clock.budget_s)
                .then(|| Reason::new(ReasonCode::TimeBudget, SpecId::new("SO-3")).fact("minutes", minutes))
        })
    }

    /// SO-4: what has been in most of the last sessions stays, as far as it still closes something.
    fn anchors(&mut self) {
        let request = self.draft.request;
        let tuning = request.tuning();
        if request.is_evicting {
            return;
        }
        let mut anchors: Vec<Place> = (0..request.library.len())
            .filter(|&place| request.appearances[place] >= tuning.anchor_min)
            .collect();
        let traits = |place: Place| request.library.traits(place);
        anchors.sort_by_key(|&place| {
            (
                std::cmp::Reverse(request.appearances[place]),
                traits(place).fatigue_cost,
                traits(place).name_rank,
            )
        });
        let limit = self.draft.slots.accessories * tuning.anchor_accessory_pct as usize / 100;
        let mut accessories = 0;
        for place in anchors {
            let main = traits(place).is_main_eligible && self.draft.has_room(Role::Main);
            let role = if main && filter::passes(&self.draft, place, Role::Main) {
                Role::Main
            } else if accessories < limit && self.draft.has_room(Role::Accessory) {
                Role::Accessory
            } else {
                continue;
            };
            if !filter::passes(&self.draft, place, role)
                || !Outlook::new(&self.draft).score(place, role).closes_a_deficit()
            {
                continue;
            }
            accessories += usize::from(role == Role::Accessory);
            let reason = Reason::new(ReasonCode::Anchor, SpecId::new("SO-4"))
                .fact("count", request.appearances[place])
                .fact("of", tuning.anchor_window);
            self.take(place, role, Step::Anchor, vec![reason]);
        }
    }

    /// SO-8: the best of the candidates: score, then lower fatigue, then name order.
    pub(crate) fn best(&self, role: Role, wanted: impl Fn(Place, &Score) -> bool) -> Option<Place> {
        let outlook = Outlook::new(&self.draft);
        let library = self.draft.request.library;
        let mut best = None;
        for place in self.passing(role) {
            let score = outlook.score(place, role);
            if !wanted(place, &score) {
                continue;
            }
            let traits = library.traits(place);
            let key = (std::cmp::Reverse(score.micro()), traits.fatigue_cost, traits.name_rank);
            if best.is_none_or(|(top, _)| key < top) {
                best = Some((key, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The best candidates of a role while it has room, as many as `count` (SO-11).
    pub(crate) fn top(&self, role: Role, count: usize) -> Vec<Place> {
        if !self.draft.has_room(role) {
            return vec![];
        }
        let outlook = Outlook::new(&self.draft);
        let mut scored: Vec<(Score, Place)> =
            self.passing(role).map(|place| (outlook.score(place, role), place)).collect();
        if role == Role::Accessory {
            let closing = scored.iter().any(|(score, _)| score.closes_a_deficit());
            let below = self.draft.accessories() < self.draft.slots.least_accessories;
            scored.retain(|(score, _)| score.closes_a_deficit() || (below && !closing));
        }
        let library = self.draft.request.library;
        scored.sort_by_key(|(score, place)| {
            let traits = library.traits(*place);
            (std::cmp::Reverse(score.micro()), traits.fatigue_cost, traits.name_rank)
        });
        scored.into_iter().take(count).map(|(_, place)| place).collect()
    }

    /// Takes a free pick in.
    pub(crate) fn pick(&mut self, place: Place, role: Role) {
        let (step, reason) = match role {
            Role::Main => (Step::MainPick, Reason::new(ReasonCode::MainPick, SpecId::new("SO-5"))),
            Role::Accessory => {
                (Step::AccessoryPick, Reason::new(ReasonCode::AccessoryPick, SpecId::new("SO-7")))
            }
        };
        self.take(place, role, step, vec![reason]);
    }

    /// SO-5: while a main slot is free, the best main.
    fn mains(&mut self) {
        while self.draft.has_room(Role::Main) {
            let Some(place) = self.best(Role::Main, |_, _| true) else { break };
            self.pick(place, Role::Main);
        }
    }

    /// SO-6: a full-body session pushes, pulls and uses the legs.
    pub(crate) fn coverage(&mut self) {
        if self.draft.request.intent != Intent::FullBody {
            return;
        }
        for &category in CoverageCategory::ALL {
            if self.draft.covers(category) {
                continue;
            }
            let library = self.draft.request.library;
            let fits = |place: Place, _: &Score| {
                let traits = library.traits(place);
                traits.is_compound && traits.dominant.category() == Some(category)
            };
            let roles = [(Role::Main, Step::MainPick), (Role::Accessory, Step::AccessoryPick)];
            let found = roles
                .into_iter()
                .filter(|&(role, _)| self.draft.has_room(role))
                .find_map(|(role, step)| Some((self.best(role, fits)?, role, step)));
            if let Some((place, role, step)) = found {
                let reason = Reason::new(ReasonCode::Coverage, SpecId::new("SO-6"))
                    .fact("category", Fact::word("category", category));
                self.take(place, role, step, vec![reason]).is_coverage = true;
            }
        }
    }

    /// SO-7: accessories that close something; others only up to the least number.
    fn accessories(&mut self) {
        while self.draft.has_room(Role::Accessory) {
            let closing = self.best(Role::Accessory, |_, score| score.closes_a_deficit());
            let below = self.draft.accessories() < self.draft.slots.least_accessories;
            let Some(place) =
                closing.or_else(|| below.then(|| self.best(Role::Accessory, |_, _| true)).flatten())
            else {
                break;
            };
            self.pick(place, Role::Accessory);
        }
    }

    /// CS-2, stage 0: the starter session through the filters, substitutes for what they refuse.
    fn starter_session(&mut self) {
        for (place, is_main) in starter::session(self.draft.request) {
            self.take_starter(place, is_main, true);
        }
        for place in starter::body_part(&self.draft) {
            self.take_starter(place, self.draft.request.library.traits(place).is_main_eligible, false);
        }
    }

    /// CS-2, stage 1: mains of the starter session.
    fn starter_mains(&mut self) {
        for (place, _) in starter::session(self.draft.request).into_iter().filter(|(_, is_main)| *is_main) {
            if self.draft.has_room(Role::Main) {
                self.take_starter(place, true, false);
            }
        }
    }

    /// Takes an exercise of the starter session in, or what can stand in for it, as a main if it can be one.
    fn take_starter(&mut self, place: Place, is_main: bool, may_substitute: bool) -> bool {
        if self.draft.holds(place) {
            return false;
        }
        let roles = if is_main { &[Role::Main, Role::Accessory][..] } else { &[Role::Accessory] };
        let roles = roles.iter().copied().filter(|&role| self.draft.has_room(role));
        let fits = |place: Place, role: Role| filter::passes(&self.draft, place, role);
        let own = roles.clone().map(|role| (place, role)).find(|&(place, role)| fits(place, role));
        let found = own.or_else(|| {
            let stand_ins =
                if may_substitute { starter::substitutes(&self.draft, place, is_main) } else { vec![] };
            roles
                .flat_map(|role| stand_ins.iter().map(move |&place| (place, role)))
                .find(|&(place, role)| fits(place, role))
        });
        let Some((found, role)) = found else { return false };
        let step = if role == Role::Main { Step::MainPick } else { Step::AccessoryPick };
        let reason = Reason::new(ReasonCode::Starter, SpecId::new("CS-2"));
        self.take(found, role, step, vec![reason]).is_starter = true;
        true
    }

    /// SO-10: too little was found and time is not the cause: the starter session helps.
    fn fallback(&mut self) {
        let wanted = self.draft.slots.total().min(3);
        if self.picks.len() >= wanted || self.is_short_of_time() {
            return;
        }
        for (place, is_main) in starter::session(self.draft.request) {
            if self.picks.len() < self.draft.slots.total() && self.take_starter(place, is_main, false) {
                self.is_fallback = true;
            }
        }
    }

    /// Whether something would have been found with more time.
    fn is_short_of_time(&self) -> bool {
        let library = self.draft.request.library;
        (0..library.len()).any(|place| {
            let refused = filter::refusal(&self.draft, place, Role::Accessory);
            refused.is_some_and(|reason| reason.code == ReasonCode::TimeBudget)
        })
    }
}
