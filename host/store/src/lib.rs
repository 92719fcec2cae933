//! Keeps what is known of athletes, and finds it again: in one SQLite file, or in PostgreSQL.
//!
//! [`Store`] opens either; a [`Tx`] reads and writes within one transaction, and what it does is the same on both. SQL
//! is written once. Every table of an athlete is keyed by the athlete first, and every function that reads or writes
//! one takes the athlete's id: no query crosses athletes but those that say so.
//!
//! Read in this order: `open` (the two databases), `schema`, `beside` (the backup before it changes), `tx` (one
//! transaction), `row` (how a value becomes a row), `list` (several lists of documents at once), then one file per
//! aggregate, and `dump` and `checkup` (everything at once).
//!
//! # What is not here
//!
//! * No rule: what may be stored is decided by the engines and the services.
//! * No clock and no random ids: both come with the values.
//! * No update of performed data: a correction is another revision (GL-8).

#[cfg(test)]
extern crate self as store;

mod activity;
mod athlete;
mod beside;
mod body;
mod checkup;
mod connection;
mod credential;
mod dialog;
mod dump;
mod error;
mod export;
mod identity;
mod job;
mod list;
mod meal;
mod metric;
mod miss_model;
mod open;
mod past;
mod performance;
mod plan;
mod progress;
mod proposal;
mod removal;
mod row;
mod schema;
mod session;
mod shelf;
mod trail;
mod tx;
mod wellbeing;

pub use self::{
    activity::ActivityRow,
    athlete::{AccountRow, AthleteRow, GrantRow},
    beside::make_folder,
    body::{BodyWeight, MeasurementRow},
    checkup::{Orphan, Stored},
    connection::{ConnectionRow, SealedRow},
    credential::{AnswerRow, Credential},
    dialog::MessageKey,
    dump::{Head, Progress, TableSum},
    error::{Flaw, StoreError},
    export::AnsweredRow,
    identity::IdentityRow,
    job::{Claim, JobNotes, JobRow, JobTally, Names, NewJob, Overdue},
    list::{List, Lists},
    meal::{DiaryRow, LeftoverRow, TargetsRow},
    metric::{Figures, MetricRow, MetricSum, MuscleWeekRow, ReportRow, RollingRow},
    miss_model::{BegunItem, MissModelHead},
    open::{Place, Store},
    past::{DoneSet, Past},
    performance::{LoggedSet, PastPerformance},
    plan::{Since, VersionHead, VersionRows},
    progress::{EventFilter, Landed, ProgressRow, Records, Run},
    proposal::{Asked, ProposalRows},
    removal::Deletion,
    session::{PastExercise, SessionRow, Which},
    shelf::{EVERYBODY, Entry, Shelf},
    trail::SelectionReason,
    tx::Tx,
};
