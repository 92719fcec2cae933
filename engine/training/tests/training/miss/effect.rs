//! What an active model offers before a session, and how it says why.

use std::sync::LazyLock;

use domain::{
    change::{Change, Field, Value},
    law::Valid,
    person::Actor,
    plan::{Trigger, TriggerKind},
    proposal::{
        self, Consent, Decision, EngineName, Occasion, Proposal, ProposalKind, ProposalState, Verdict,
    },
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::ModifierScope,
};
use training::miss::{
    attempt::Attempt,
    effect::{Coming, MissOffer, Thresholds, lighter, offers, speaks_for},
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
    Coming { setting, is_spoken_for: false }
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
    answered.is_spoken_for = true;
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
    let offer = offered(&[coming(0, 1, 30)], evening()).remove(0);
    let occasion = Occasion {
        athlete_id: id(7),
        plan_id: id(8),
        trigger: Trigger { kind: TriggerKind::SessionSaved, reference: "planned".to_owned() },
        trace_id: "01HXAMPLETRACE0000000000AB".to_owned().try_into().unwrap(),
        at: evening(),
        ttl_days: 28,
    };
    let proposal = Valid::new(offer.proposal(&occasion)).unwrap();
    let asks = (proposal.kind, proposal.engine, proposal.consent, proposal.rule.to_string());
    assert_eq!(asks, (ProposalKind::MissPrediction, EngineName::MissModel, Consent::Ask, "P-48".to_owned()));
    assert_eq!(proposal.confidence.to_string(), format!("{:.0}", offer.p * 100.0));
    let ways: Vec<_> = proposal.alternatives.iter().map(|way| (&*way.label, way.changes.len())).collect();
    assert_eq!(ways, [("lighter", 1), ("as_planned", 0)]);
    let answer = |verdict, alternative| {
        let decision = Decision {
            id: id(9),
            proposal_id: proposal.id,
            verdict,
            alternative,
            actor: Actor::SYSTEM,
            reason_code: None,
            note: None,
            at: evening(),
            version: None,
            trace_id: occasion.trace_id.clone(),
        };
        lighter(&proposal, &decision)
    };
    let modifier = Valid::new(answer(Verdict::Accepted, Some(0)).unwrap()).unwrap();
    assert_eq!(
        (modifier.scope, modifier.target.as_str()),
        (ModifierScope::Item, &*offer.item_id.to_string())
    );
    assert_eq!((modifier.volume_pct, modifier.sessions_left), (offer.volume_pct, 1));
    assert_eq!((modifier.load_pct, modifier.sets_delta, modifier.rpe_delta), (100, 0, 0));
    assert_eq!(answer(Verdict::Accepted, None).as_ref(), Some(&*modifier));
    for (verdict, way) in [
        (Verdict::Accepted, Some(1)),
        (Verdict::Rejected, None),
        (Verdict::Deferred, None),
        (Verdict::Expired, None),
    ] {
        assert_eq!(answer(verdict, way), None, "{verdict}");
    }
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
    let (easier, heavier) = (change(60_000, 57_500), change(57_500, 60_000));
    let mut is_easier = |change: &Change, state, assistance| {
        (proposal.changes, proposal.state) = (vec![change.clone()], state);
        speaks_for(&proposal, assistance, evening())
    };
    assert!(is_easier(&easier, ProposalState::Pending, false));
    assert!(is_easier(&easier, ProposalState::Deferred, false));
    assert!(!is_easier(&easier, ProposalState::Rejected, false));
    assert!(!is_easier(&heavier, ProposalState::Pending, false));
    assert!(is_easier(&heavier, ProposalState::Pending, true));
    let modifier = Proposal { kind: ProposalKind::SessionModifier, changes: vec![], ..proposal };
    assert!(speaks_for(&modifier, false, evening()));
}

#[test]
fn pr_7_an_offer_that_was_answered_is_not_made_again_within_seven_days() {
    let example: Proposal = serde_json::from_str(proposal::EXAMPLE).unwrap();
    let (made, answered) = (evening(), evening().plus_seconds(DAY_S));
    let offer = |state| Proposal {
        kind: ProposalKind::MissPrediction,
        state,
        created_at: made,
        decided_at: Some(answered),
        ..example.clone()
    };
    let week = 7 * DAY_S;
    for (state, until) in [(ProposalState::Accepted, made), (ProposalState::Rejected, answered)] {
        assert!(speaks_for(&offer(state), false, until.plus_seconds(week - 1)), "{state}");
        assert!(!speaks_for(&offer(state), false, until.plus_seconds(week)), "{state}");
    }
    assert!(!speaks_for(&offer(ProposalState::Expired), false, answered));
}
