//! Who acts and for whom: accounts, athletes, actors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{id::Id, vocabulary::vocabulary};

/// A person who signs in; what it holds is chapter access.
pub enum Account {}

/// The person trained and fed. Ids of this kind scope every query (GL-7).
pub enum Athlete {}

vocabulary! {
    /// In which role somebody acts. A model is never an actor (PV-10).
    pub enum ActorKind: "actor" {
        Athlete = "athlete",
        Coach = "coach",
        System = "system",
    }
}

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// In which role.
    pub kind: ActorKind,
    /// The account of the person; absent for the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Id<Account>>,
}

impl Actor {
    /// The program itself.
    pub const SYSTEM: Self = Self { kind: ActorKind::System, id: None };
}
