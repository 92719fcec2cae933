//! Effect: the offer of a lighter session for an item that is likely to be missed (P-48).

use domain::{
    change::Direction,
    id::{Id, TraceId},
    person::Athlete,
    plan::ItemId,
    proposal::{Consent, EngineName, Proposal, ProposalKind},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
    wellbeing::{ModifierScope, SessionModifier},
};
use serde::{Deserialize, Serialize};

use super::{
    RULE,
    attempt::{Attempt, Setting},
    feature::History,
    model::{Contribution, Model, Risk},
};

/// P-48: so many offers in a session at most.
const OFFERS: usize = 2;
/// P-48: a session is looked at so long before it starts at most: 24 h.
const AHEAD_S: i64 = 86_400;
/// AR-6: a modifier ends after so long, used or not: 28 days.
const LIFE_S: i64 = 28 * 86_400;

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
    /// Whether an easier proposal for it waits for an answer ([`is_open_and_easier`]).
    pub has_easier_open: bool,
}

/// Whether a proposal would make an item easier and still waits for an answer. `assistance` says that the load of the
/// item is help taken.
pub fn is_open_and_easier(proposal: &Proposal, assistance: bool) -> bool {
    let lightens = matches!(proposal.kind, ProposalKind::SessionModifier | ProposalKind::MissPrediction);
    let is_easier = |change: &domain::change::Change| change.direction(assistance) == Direction::Easier;
    proposal.state.is_open() && (lightens || proposal.changes.iter().any(is_easier))
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
    pub const ALTERNATIVES: [&'static str; 2] = ["lighter", "keep"];

    /// What the answer "lighter" makes: less volume of this item in its next session, and nothing else (AR-6).
    pub fn modifier(&self, athlete_id: Id<Athlete>, trace_id: TraceId, now: Instant) -> SessionModifier {
        let target = self.item_id.to_string();
        SessionModifier {
            id: Id::derive(&[trace_id.as_str(), &RULE.to_string(), &target]),
            athlete_id,
            scope: ModifierScope::Item,
            target,
            volume_pct: self.volume_pct,
            load_pct: 100,
            sets_delta: 0,
            rpe_delta: 0,
            reason: self.reason.clone(),
            sessions_left: 1,
            created_at: now,
            expires_at: now.plus_seconds(LIFE_S),
            trace_id,
        }
    }
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
    let risks = open.map(|coming| (coming.setting.item_id, model.risk(&history.values(&coming.setting))));
    choose(risks.collect(), thresholds)
}

fn may_be_offered(coming: &Coming, now: Instant) -> bool {
    let Coming { setting, has_easier_open } = coming;
    let is_near = setting.started_at.seconds_since(now) <= AHEAD_S;
    setting.volume_target > 0 && is_near && !has_easier_open
}

/// The two highest risks that are high enough, of equals the lower item id.
fn choose(mut risks: Vec<(ItemId, Risk)>, thresholds: Thresholds) -> Vec<MissOffer> {
    risks
        .sort_by(|(left_id, left), (right_id, right)| right.p.total_cmp(&left.p).then(left_id.cmp(right_id)));
    let offers = risks.into_iter().filter_map(|(item_id, Risk { p, contributions })| {
        let volume_pct = thresholds.volume_pct(p)?;
        let reason = reason(p, &contributions);
        Some(MissOffer { item_id, p, volume_pct, reason, contributions })
    });
    offers.take(OFFERS).collect()
}

fn reason(p: f64, contributions: &[Contribution]) -> Reason {
    #[expect(clippy::cast_possible_truncation, reason = "a percentage")]
    let pct = libm::round(p * 100.0) as i64;
    let words = contributions.iter().map(|contribution| Fact::word("miss", contribution.feature));
    let mut features: Vec<Fact> = words.collect();
    if features.is_empty() {
        features.push(Fact::word("miss", "base_rate"));
    }
    Reason::new(ReasonCode::MissRisk, RULE).fact("pct", pct).fact("features", features)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risk(p: f64) -> Risk {
        Risk { p, contributions: vec![] }
    }

    fn item(number: u32) -> ItemId {
        format!("00000000-0000-7000-8000-{number:012}").parse().unwrap()
    }

    #[test]
    fn p_48_sixty_percent_makes_it_lighter_and_seventy_five_lightest() {
        let offered = [0.62, 0.75, 0.59, 0.60, 0.7499].map(|p| Thresholds::default().volume_pct(p));
        assert_eq!(offered, [Some(90), Some(80), None, Some(90), Some(90)]);
    }

    #[test]
    fn p_48_the_two_highest_risks_are_offered_and_ties_go_to_the_lower_id() {
        let risks =
            vec![(item(4), risk(0.62)), (item(3), risk(0.8)), (item(2), risk(0.62)), (item(1), risk(0.61))];
        let chosen = choose(risks, Thresholds::default());
        let found: Vec<_> = chosen.iter().map(|offer| (offer.item_id, offer.volume_pct)).collect();
        assert_eq!(found, [(item(3), 80), (item(2), 90)]);
    }
}
