//! What an active model offers before a session, and how it says why.

use std::sync::LazyLock;

use domain::{
    change::{Change, Field, Value},
    law::Valid,
    proposal::{self, Consent, EngineName, Proposal, ProposalKind, ProposalState},
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::ModifierScope,
};
use training::miss::{
    attempt::Attempt,
    effect::{Coming, MissOffer, Thresholds, is_open_and_easier, offers},
    feature::Feature,
    model::Model,
};

use super::population::{DAY_S, Population, id, noise, planted, setting};

static PAST: LazyLock<Vec<Attempt>> =
    LazyLock::new(|| Population { athletes: 12, sessions: 100, seed: 48, law: planted }.attempts());
static MODEL: LazyLock<Model> = LazyLock::new(|| Model::train(&PAST).unwrap());

/// The evening after the last session.
fn evening() -> Instant {
    PAST.last().unwrap().finished_at.plus_seconds(2 * DAY_S)
}

/// An item of the first athlete in the next session.
fn coming(item: usize, readiness: u8, sleep_score: u8) -> Coming {
    let mut setting = setting(id(item), evening());
    (setting.readiness, setting.sleep_score) = (Some(readiness), Some(sleep_score));
    Coming { setting, has_easier_open: false }
}

fn offered(session: &[Coming], now: Instant) -> Vec<MissOffer> {
    offers(&MODEL, session, &PAST, Thresholds::default(), now)
}

#[test]
fn p_48_a_tired_athlete_is_offered_two_lighter_items_and_told_why() {
    let found = offered(&[coming(0, 1, 30), coming(1, 1, 30), coming(2, 1, 30)], evening());
    assert_eq!(found.len(), 2);
    for pair in found.windows(2) {
        assert!((pair[1].p, pair[0].item_id) <= (pair[0].p, pair[1].item_id), "{found:?}");
    }
    for offer in &found {
        assert!(offer.p >= 0.60 && [80, 90].contains(&offer.volume_pct), "{offer:?}");
        let first_two: Vec<_> = offer.contributions[..2].iter().map(|part| part.feature).collect();
        assert_eq!(first_two, [Feature::Readiness, Feature::SleepScore]);
        assert!(offer.contributions.len() <= 3);
        assert!(offer.contributions.windows(2).all(|pair| pair[0].log_odds >= pair[1].log_odds));
    }
    let pct = (found[0].p * 100.0).round();
    let english = Voice::new(Locale::En).reason(&found[0].reason);
    assert!(english.starts_with(&format!("risk of a miss {pct} %: readiness, sleep")), "{english}");
    let russian = Voice::new(Locale::Ru).reason(&found[0].reason);
    assert!(russian.starts_with(&format!("риск недовыполнения {pct} %: готовность, сон")), "{russian}");
}

#[test]
fn p_48_a_rested_athlete_is_offered_nothing() {
    assert_eq!(offered(&[coming(0, 5, 90), coming(1, 4, 80)], evening()), []);
}

#[test]
fn p_48_an_open_easier_proposal_or_a_missing_target_leaves_no_offer() {
    let mut answered = coming(0, 1, 30);
    answered.has_easier_open = true;
    let mut without_target = coming(1, 1, 30);
    without_target.setting.volume_target = 0;
    assert_eq!(offered(&[answered, without_target], evening()), []);
}

#[test]
fn p_48_a_session_is_looked_at_a_day_ahead() {
    let session = [coming(0, 1, 30)];
    assert_eq!(offered(&session, evening().minus_seconds(DAY_S)).len(), 1);
    assert_eq!(offered(&session, evening().minus_seconds(DAY_S + 1)), []);
}

#[test]
fn p_48_an_inactive_model_offers_nothing() {
    let attempts = Population { athletes: 12, sessions: 100, seed: 1, law: noise }.attempts();
    let inactive = Model { metrics: Model::train(&attempts).unwrap().metrics, ..MODEL.clone() };
    assert_eq!(offers(&inactive, &[coming(0, 1, 30)], &PAST, Thresholds::default(), evening()), []);
}

#[test]
fn p_48_the_offer_asks_and_makes_one_session_of_one_item_lighter() {
    let asks = (MissOffer::KIND, MissOffer::ENGINE, MissOffer::CONSENT, MissOffer::RULE.to_string());
    assert_eq!(asks, (ProposalKind::MissPrediction, EngineName::MissModel, Consent::Ask, "P-48".to_owned()));
    assert_eq!(MissOffer::ALTERNATIVES, ["lighter", "keep"]);
    let offer = offered(&[coming(0, 1, 30)], evening()).remove(0);
    let trace = "01HXAMPLETRACE0000000000AB".to_owned().try_into().unwrap();
    let modifier = Valid::new(offer.modifier(id(7), trace, evening())).unwrap();
    assert_eq!(
        (modifier.scope, modifier.target.as_str()),
        (ModifierScope::Item, &*offer.item_id.to_string())
    );
    assert_eq!((modifier.volume_pct, modifier.sessions_left), (offer.volume_pct, 1));
    assert_eq!((modifier.load_pct, modifier.sets_delta, modifier.rpe_delta), (100, 0, 0));
}

#[test]
fn p_48_easier_is_what_lightens_the_item_and_waits_for_an_answer() {
    let mut proposal: Proposal = serde_json::from_str(proposal::EXAMPLE).unwrap();
    let change = |old: i64, new: i64| Change {
        target: proposal.target,
        field: Field::Load,
        old: Value::Number(old),
        new: Value::Number(new),
    };
    let (lighter, heavier) = (change(60_000, 57_500), change(57_500, 60_000));
    let mut is_easier = |change: &Change, state, assistance| {
        (proposal.changes, proposal.state) = (vec![change.clone()], state);
        is_open_and_easier(&proposal, assistance)
    };
    assert!(is_easier(&lighter, ProposalState::Pending, false));
    assert!(is_easier(&lighter, ProposalState::Deferred, false));
    assert!(!is_easier(&lighter, ProposalState::Rejected, false));
    assert!(!is_easier(&heavier, ProposalState::Pending, false));
    assert!(is_easier(&heavier, ProposalState::Pending, true));
    let modifier = Proposal { kind: ProposalKind::SessionModifier, changes: vec![], ..proposal };
    assert!(is_open_and_easier(&modifier, false));
}
