//! Effect: the offer of a lighter session for an item that is likely to be missed (P-48).

use domain::{
    change::{Change, Direction, Field, Target, Value},
    plan::ItemId,
    proposal::{
        Alternative, Consent, Decision, Draft, EngineName, Occasion, Proposal, ProposalKind, ProposalState,
        Verdict,
    },
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
    wellbeing::{ModifierScope, SessionModifier},
};
use serde::{Deserialize, Serialize};

use super::{
    RULE, RULE_VERSION,
    attempt::{Attempt, Setting},
    feature::History,
    model::{Contribution, Model, Risk},
};
use crate::freeze::Origin;

/// P-48: so many offers in a session at most.
const OFFERS: usize = 2;
/// P-48: a session is looked at so long before it starts at most: 24 h.
const AHEAD_S: i64 = 86_400;
/// PR-7: so long after an answer the same is not offered again: 7 days.
const COOLDOWN_S: i64 = 7 * 86_400;

/// From which risk on an offer is made.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Thresholds {
    /// From here on 90 % of the volume.
    pub lighter: f64,
    /// From here on 80 %.
    pub lightest: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { lighter: 0.60, lightest: 0.75 }
    }
}

impl Thresholds {
    /// Percent of the volume to offer at this risk, or [`None`] if the session may stay as it is.
    pub fn volume_pct(self, p: f64) -> Option<u8> {
        match p {
            p if p >= self.lightest => Some(80),
            p if p >= self.lighter => Some(90),
            _ => None,
        }
    }
}

/// An item of the session that is being planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    /// What is known of it.
    pub setting: Setting,
    /// Whether there is no room for an offer: some proposal for the item [`speaks_for`] it.
    pub is_spoken_for: bool,
}

/// Whether a session is near enough to be looked at.
pub fn is_near(started_at: Instant, now: Instant) -> bool {
    started_at.seconds_since(now) <= AHEAD_S
}

/// Whether a proposal for an item leaves no room for an offer: it would make the item easier and waits for an answer, or
/// it is such an offer and was answered in the last seven days (PR-7). `assistance` says that the load of the item is
/// help taken.
pub fn speaks_for(proposal: &Proposal, assistance: bool, now: Instant) -> bool {
    is_open_and_easier(proposal, assistance) || is_fresh(proposal, now)
}

fn is_open_and_easier(proposal: &Proposal, assistance: bool) -> bool {
    let lightens = matches!(proposal.kind, ProposalKind::SessionModifier | ProposalKind::MissPrediction);
    let is_easier = |change: &Change| change.direction(assistance) == Direction::Easier;
    proposal.state.is_open() && (lightens || proposal.changes.iter().any(is_easier))
}

fn is_fresh(proposal: &Proposal, now: Instant) -> bool {
    let since = match proposal.state {
        ProposalState::Accepted => Some(proposal.created_at),
        ProposalState::Rejected => proposal.decided_at,
        _ => None,
    };
    let is_offer = proposal.kind == MissOffer::KIND;
    is_offer && since.is_some_and(|since| now < since.plus_seconds(COOLDOWN_S))
}

/// The offer of a lighter session for one item: yes makes a modifier, no keeps the session as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissOffer {
    /// Which item.
    pub item_id: ItemId,
    /// Probability of a miss.
    pub p: f64,
    /// Percent of the volume that is offered.
    pub volume_pct: u8,
    /// Why: the risk in percent and the features that raise it most.
    pub reason: Reason,
    /// How much each of these features adds.
    pub contributions: Vec<Contribution>,
}

impl MissOffer {
    /// What kind of proposal it is.
    pub const KIND: ProposalKind = ProposalKind::MissPrediction;
    /// Who makes it.
    pub const ENGINE: EngineName = EngineName::MissModel;
    /// It always waits for an answer.
    pub const CONSENT: Consent = Consent::Ask;
    /// By which rule.
    pub const RULE: SpecId = RULE;
    /// The labels of its two answers, the one of the offer first.
    pub const ALTERNATIVES: [&'static str; 2] = ["lighter", "as_planned"];

    /// The question to the athlete: lighter, or as planned.
    pub fn proposal(&self, occasion: &Occasion) -> Proposal {
        let target = Target { item_id: self.item_id, set_id: None };
        let (old, new) = (Value::Number(100), Value::Number(self.volume_pct.into()));
        let changes = vec![Change { target, field: Field::SessionVolume, old, new }];
        let [lighter, as_planned] = Self::ALTERNATIVES;
        let way =
            |label: &str, preselected, changes| Alternative { label: label.to_owned(), preselected, changes };
        occasion.proposal(Draft {
            target,
            kind: Self::KIND,
            engine: Self::ENGINE,
            rule: Self::RULE,
            rule_version: RULE_VERSION,
            alternatives: vec![way(lighter, true, changes.clone()), way(as_planned, false, vec![])],
            changes,
            reason: self.reason.clone(),
            evidence: vec![],
            confidence: percent(self.p),
            consent: Self::CONSENT,
            step_g: None,
            assistance: false,
        })
    }
}

/// What an answer makes of a question: yes to "lighter" is less volume of this item in its next session and nothing
/// else (AR-6); nothing comes of another answer, or of an answer to another proposal.
pub fn lighter(proposal: &Proposal, decision: &Decision) -> Option<SessionModifier> {
    let is_yes = proposal.kind == MissOffer::KIND && decision.verdict == Verdict::Accepted;
    let chosen = match decision.alternative {
        Some(index) => &proposal.alternatives.get(usize::from(index))?.changes,
        None => &proposal.changes,
    };
    let offered = chosen.iter().find(|change| is_yes && change.field == Field::SessionVolume)?;
    let Value::Number(pct) = offered.new else { return None };
    let origin = Origin { athlete_id: proposal.athlete_id, trace_id: &decision.trace_id, at: decision.at };
    let target = proposal.target.item_id.to_string();
    Some(origin.lighter(ModifierScope::Item, target, u8::try_from(pct).ok()?, proposal.reason.clone()))
}

/// The offers for the items of one session, the highest risk first; none without an active model.
pub fn offers(
    model: &Model,
    session: &[Coming],
    history: &[Attempt],
    thresholds: Thresholds,
    now: Instant,
) -> Vec<MissOffer> {
    if !model.is_active() {
        return vec![];
    }
    let history = History::new(history);
    let open = session.iter().filter(|coming| may_be_offered(coming, now));
    let risks = open.map(|coming| (&coming.setting, model.risk(&history.values(&coming.setting))));
    choose(risks.collect(), thresholds)
}

fn may_be_offered(coming: &Coming, now: Instant) -> bool {
    let Coming { setting, is_spoken_for } = coming;
    setting.volume_target > 0 && is_near(setting.started_at, now) && !is_spoken_for
}

/// The two highest risks that are high enough, of equals the lower item id. What would be no lighter than it is by
/// other modifiers is not offered: the strictest counts (AR-6).
fn choose(mut risks: Vec<(&Setting, Risk)>, thresholds: Thresholds) -> Vec<MissOffer> {
    risks.sort_by(|(left_item, left), (right_item, right)| {
        right.p.total_cmp(&left.p).then(left_item.item_id.cmp(&right_item.item_id))
    });
    let offers = risks.into_iter().filter_map(|(setting, Risk { p, contributions })| {
        let volume_pct = thresholds.volume_pct(p).filter(|pct| *pct < setting.volume_pct)?;
        let reason = reason(p, &contributions);
        Some(MissOffer { item_id: setting.item_id, p, volume_pct, reason, contributions })
    });
    offers.take(OFFERS).collect()
}

fn reason(p: f64, contributions: &[Contribution]) -> Reason {
    let words = contributions.iter().map(|contribution| Fact::word("miss", contribution.feature));
    let mut features: Vec<Fact> = words.collect();
    if features.is_empty() {
        features.push(Fact::word("miss", "base_rate"));
    }
    Reason::new(ReasonCode::MissRisk, RULE).fact("pct", i64::from(percent(p))).fact("features", features)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a percentage")]
fn percent(p: f64) -> u8 {
    libm::round(p * 100.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risk(p: f64) -> Risk {
        Risk { p, contributions: vec![] }
    }

    fn item(number: u32) -> Setting {
        let setting = serde_json::json!({
            "item_id": format!("00000000-0000-7000-8000-{number:012}"), "started_at": "2026-03-02T17:00:00Z",
            "local_date": "2026-03-02", "slot_time": "evening", "position": 0, "volume_plan": 30,
            "volume_target": 30, "volume_pct": 100, "fatigue": 0, "pain": 0,
        });
        serde_json::from_value(setting).unwrap()
    }

    #[test]
    fn p_48_sixty_percent_makes_it_lighter_and_seventy_five_lightest() {
        let offered = [0.62, 0.75, 0.59, 0.60, 0.7499].map(|p| Thresholds::default().volume_pct(p));
        assert_eq!(offered, [Some(90), Some(80), None, Some(90), Some(90)]);
    }

    #[test]
    fn p_48_the_two_highest_risks_are_offered_and_ties_go_to_the_lower_id() {
        let items = [1, 2, 3, 4].map(item);
        let risks = [0.61, 0.62, 0.8, 0.62].map(risk);
        let chosen = choose(items.iter().zip(risks).rev().collect(), Thresholds::default());
        let found: Vec<_> = chosen.iter().map(|offer| (offer.item_id, offer.volume_pct)).collect();
        assert_eq!(found, [(items[2].item_id, 80), (items[1].item_id, 90)]);
    }

    #[test]
    fn p_48_what_is_that_light_already_is_not_offered() {
        let light = |volume_pct| Setting { volume_pct, ..item(1) };
        let offered = |pct, p| choose(vec![(&light(pct), risk(p))], Thresholds::default()).len();
        assert_eq!([offered(90, 0.62), offered(80, 0.8), offered(90, 0.8)], [0, 0, 1]);
    }
}
