//! Override and conflict: a person's word against an engine's, and how it is settled (OV-1, CF-1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    change::{Direction, Field, FieldGroup, Value},
    error::ErrorCode,
    id::{Id, TraceId},
    law::{Check, Law},
    person::{Actor, ActorKind, Athlete},
    plan::{ItemId, PlanId},
    prescription::SetId,
    proposal::ProposalId,
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
};

vocabulary! {
    /// How far an override reaches.
    pub enum OverrideScope: "override scope" {
        Plan = "plan",
        Session = "session",
    }
}

vocabulary! {
    /// Where an override stands.
    pub enum OverrideStatus: "override status" {
        Active = "active",
        Resolved = "resolved",
        Expired = "expired",
        Withdrawn = "withdrawn",
        Replaced = "replaced",
    }
}

/// A value set by hand, which engines respect (OV-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// Its id.
    pub id: Id<Override>,
    /// Whose plan.
    pub athlete_id: Id<Athlete>,
    /// Which item.
    pub item_id: ItemId,
    /// Which set, if one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_id: Option<SetId>,
    /// Which fields it guards.
    pub group: FieldGroup,
    /// The field of the group that was edited, the first in the order of fields.
    pub field: Field,
    /// The value set.
    pub value: Value,
    /// The value before.
    pub previous: Value,
    /// Which way the edit went.
    pub direction: Direction,
    /// How far it reaches.
    pub scope: OverrideScope,
    /// Who edited.
    pub actor: Actor,
    /// Why, at most 500 characters.
    pub reason: String,
    /// Since when.
    pub from: Instant,
    /// Until when, if it has an end of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
    /// Where it stands.
    pub status: OverrideStatus,
    /// The version that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// The law of OV-1: only volume, load, rest and rep policy can be guarded.
impl Law for Override {
    fn check(&self, check: &mut Check) {
        use FieldGroup::{Load, RepPolicy, Rest, Volume};
        let guarded = matches!(self.group, Volume | Load | Rest | RepPolicy);
        let expected = "volume, load, rest or rep_policy";
        check.require(guarded, ErrorCode::InvalidOverride, "group", self.group, expected);
        check.length(ErrorCode::ReasonTooLong, "reason", &self.reason, 0, 500);
        let ordered = self.until.is_none_or(|until| self.from < until);
        check.require(
            ordered,
            ErrorCode::InvalidOverride,
            "until",
            "not after from",
            "an instant after from",
        );
    }
}

vocabulary! {
    /// Whether a conflict still waits.
    pub enum ConflictStatus: "conflict status" {
        PendingConfirmation = "pending_confirmation",
        Resolved = "resolved",
    }
}

vocabulary! {
    /// How a conflict was settled.
    pub enum Resolution: "resolution" {
        Manual = "manual",
        Auto = "auto",
        Compromise = "compromise",
        LaterWins = "later_wins",
    }
}

/// What two sides both touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contested {
    /// Which item.
    pub item_id: ItemId,
    /// Which fields.
    pub group: FieldGroup,
}

/// An engine and a person who want different things (CF-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Its id.
    pub id: Id<Conflict>,
    /// Whose plan.
    pub athlete_id: Id<Athlete>,
    /// Which plan.
    pub plan_id: PlanId,
    /// The athlete's date of the automatic side.
    pub date: LocalDate,
    /// The automatic version; absent when it was put off before it became one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_version: Option<u32>,
    /// The automatic proposal; absent between two people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_proposal: Option<ProposalId>,
    /// The manual version.
    pub manual_version: u32,
    /// What both touched, at least one.
    pub items: Vec<Contested>,
    /// Whether it waits.
    pub status: ConflictStatus,
    /// How it was settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// Who settled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_by: Option<ActorKind>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved_at: Option<Instant>,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

impl Conflict {
    /// CF-1: whether both are about the same of one version, as those of several sets of an exercise are.
    pub fn is_one_with(&self, other: &Self) -> bool {
        let of = |one: &Self| (one.auto_version, one.date, one.status, one.resolution);
        of(self) == of(other) && self.items == other.items
    }
}

/// The law of CF-1: a settled conflict says how, by whom and when; an open one says none of it.
impl Law for Conflict {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidConflict;
        check.require(!self.items.is_empty(), CODE, "items", "none", "at least one item");
        let settled = self.status == ConflictStatus::Resolved;
        let told = [self.resolution.is_some(), self.resolved_by.is_some(), self.resolved_at.is_some()];
        let holds = told.into_iter().all(|part| part == settled);
        check.require(
            holds,
            CODE,
            "resolution",
            self.status,
            "resolution, resolved_by and resolved_at when resolved",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    #[test]
    fn ov_1_only_numbers_of_the_prescription_are_guarded() {
        let make = |group| Override {
            id: Id::derive(&["override"]),
            athlete_id: Id::derive(&["athlete"]),
            item_id: Id::derive(&["item"]),
            set_id: None,
            group,
            field: Field::SetCount,
            value: 3.into(),
            previous: 4.into(),
            direction: Direction::Easier,
            scope: OverrideScope::Plan,
            actor: Actor { kind: ActorKind::Athlete, id: None },
            reason: "less this week".into(),
            from: "2026-03-02T10:00:00Z".parse().unwrap(),
            until: None,
            status: OverrideStatus::Active,
            version: Some(5),
        };
        assert!(Valid::new(make(FieldGroup::Volume)).is_ok());
        let refused = Valid::new(make(FieldGroup::Structure)).unwrap_err().to_string();
        assert_eq!(refused, "group: structure, expected volume, load, rest or rep_policy");
    }

    #[test]
    fn cf_1_a_resolved_conflict_says_how() {
        let conflict = Conflict {
            id: Id::derive(&["conflict"]),
            athlete_id: Id::derive(&["athlete"]),
            plan_id: Id::derive(&["plan"]),
            date: jiff::civil::date(2026, 3, 2),
            auto_version: None,
            auto_proposal: Some(Id::derive(&["proposal"])),
            manual_version: 5,
            items: vec![Contested { item_id: Id::derive(&["item"]), group: FieldGroup::Load }],
            status: ConflictStatus::PendingConfirmation,
            resolution: None,
            resolved_by: None,
            resolved_at: None,
            trace_id: TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap(),
        };
        assert!(Valid::new(conflict.clone()).is_ok());
        let silent = Conflict { status: ConflictStatus::Resolved, ..conflict };
        assert!(Valid::new(silent).unwrap_err().to_string().starts_with("resolution: resolved"));
    }
}
