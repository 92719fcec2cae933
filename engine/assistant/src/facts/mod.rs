//! What follows from the inputs before anybody plans: session type, fatigue policy, loads, time (L-11, L-12, L-14, L-17).
//!
//! [`Prepared`] is made once per request and holds everything by value; [`Context`] borrows from it and answers the
//! questions of planner and validators.

pub mod fatigue;
pub mod item;
pub mod loads;
mod overlay;
pub mod session_type;
pub mod time;

use domain::{quantity::MassUnit, time::days_between, voice::Locale};
use training::{
    history::Past,
    input::SelectionInput,
    library::{Library, Place},
    load::{iron::Iron, layer::FatigueLayer},
    request::{Refusal, Request},
    session::iron_of,
};

use crate::{
    document::{
        id::Seed,
        plan::{FatiguePolicy, Meta, SessionType},
    },
    failure::{Failure, FailureCode, Stage},
    input::{Inputs, Knowledge, Understood, equipment::Inventory, understand},
    tuning::FlowTuning,
};
use session_type::Choice;

/// A request, understood and laid over the athlete's state.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    /// What was understood.
    pub understood: Understood,
    /// What training is asked.
    pub selection: SelectionInput,
    /// The keys of the place.
    pub inventory: Inventory,
    /// What the session is about, and what it may not be about.
    pub choice: Choice,
    /// What fatigue takes away.
    pub policy: FatiguePolicy,
    /// The hash from which the workout is named.
    pub id_seed: String,
    /// The numbers.
    pub tuning: FlowTuning,
    /// The language of notes.
    pub locale: Locale,
}

impl Prepared {
    /// Reads the inputs and decides what does not need a planner.
    pub fn new(inputs: &Inputs, knowledge: &Knowledge<'_>) -> Result<Self, Failure> {
        let understood = understand(inputs, knowledge)?;
        let inventory = Inventory::new(&understood.equipment);
        let mut selection = overlay::lay_over(inputs, &understood, &inventory, knowledge.library);
        let (choice, policy, id_seed) = {
            let request = Request::new(&selection, knowledge.library).map_err(refused)?;
            let past = &request.history.sessions;
            let date = understood.meta.date;
            let recent = |past: &&Past<'_>, days: i64| (0..=days).contains(&days_between(past.date, date));
            let sessions = past.iter().filter(|past| recent(past, inputs.tuning.best_days)).count();
            let is_thin = sessions < inputs.tuning.thin_sessions;
            let pattern: Vec<String> = past
                .iter()
                .filter(|past| recent(past, inputs.tuning.repeat_days))
                .map(|past| format!("{}:{}", past.date, past.intent))
                .collect();
            let choice = session_type::choose(&inputs.request, &request, date, &inputs.tuning);
            let policy = fatigue::policy(&understood, &selection, is_thin, &inputs.tuning);
            (choice, policy, seed(&understood.meta, &inventory, &pattern))
        };
        selection.intent = choice.intent.to_string();
        selection.target_muscles = choice.target_muscles.iter().map(ToString::to_string).collect();
        let (tuning, locale) = (inputs.tuning.clone(), inputs.locale);
        Ok(Self { understood, selection, inventory, choice, policy, id_seed, tuning, locale })
    }

    /// Date, place, units, time and goal.
    pub fn meta(&self) -> &Meta {
        &self.understood.meta
    }
}

fn seed(meta: &Meta, inventory: &Inventory, pattern: &[String]) -> String {
    let seed = Seed {
        date: meta.date,
        duration_minutes: meta.duration_minutes,
        equipment: inventory.keys(),
        goal: meta.goal,
        location: &meta.location,
        pattern,
    };
    seed.id_seed()
}

/// What training refuses, the flow refuses.
pub(crate) fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Invalid(invalid) => invalid.into(),
        Refusal::TrainingPaused(reason) => {
            Failure { facts: reason.facts, ..Failure::new(FailureCode::TrainingPaused, Stage::Ingest) }
        }
        Refusal::NoSafeExercise(counts) => {
            let list: Vec<String> = counts.iter().map(|(code, count)| format!("{code} {count}")).collect();
            Failure::new(FailureCode::NoSafeExercise, Stage::Analyzer).fact("refused", list)
        }
    }
}

/// The questions that planner and validators ask about one request.
#[derive(Debug)]
pub struct Context<'a> {
    /// The request.
    pub prepared: &'a Prepared,
    /// The request as training sees it, with the fatigue policy as a layer.
    pub request: Request<'a>,
    /// What can be put together at the place.
    pub iron: Iron,
}

impl<'a> Context<'a> {
    /// The context of a prepared request.
    pub fn new(prepared: &'a Prepared, library: &'a Library<'a>) -> Result<Self, Failure> {
        let mut request = Request::new(&prepared.selection, library).map_err(refused)?;
        request.layers.fatigue = Some(FatigueLayer {
            rir_shift: i64::from(prepared.policy.rir_shift),
            load_cap_pct: prepared.policy.load_cap_pct.0.0,
        });
        let unit = MassUnit::from(prepared.meta().units);
        let iron = iron_of(&prepared.selection).unwrap_or_else(|| Iron::standard(unit).clone());
        Ok(Self { prepared, request, iron })
    }

    /// The exercises.
    pub fn library(&self) -> &'a Library<'a> {
        self.request.library
    }

    /// The place of an exercise in the library.
    pub fn place(&self, slug: &str) -> Option<Place> {
        self.library().find(slug)
    }

    /// The unit of the documents.
    pub fn unit(&self) -> MassUnit {
        self.prepared.meta().units.into()
    }

    /// L-23: whether a session of this type is allowed: the one that was asked for, else any that L-11 does not drop.
    pub fn allows(&self, kind: SessionType) -> bool {
        match self.prepared.understood.intent {
            Some(intent) => kind == intent.into(),
            None => self.prepared.choice.dropped.is_none_or(|dropped| kind != dropped.into()),
        }
    }
}
