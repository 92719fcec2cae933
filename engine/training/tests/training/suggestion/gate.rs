//! The gate before a session (SL-5, SL-6).

use domain::{
    error::ErrorCode,
    proposal::{Proposal, ProposalState, RejectionReason, Verdict},
    session::Gate,
};
use training::suggestion::{
    SuggestInput,
    gate::{Answer, GateRefusal, Gatekeeper, Say},
};

use super::{
    examples::{given, made},
    given::now,
};

fn session() -> (SuggestInput, Vec<Proposal>) {
    let given = given("bench_press", "3 x 12 at 60 kg", "8-12", &["60 kg: 12 12 12"; 2], "");
    (given.input(), made(&given).proposals)
}

fn gatekeeper(change: impl FnOnce(&mut SuggestInput, &mut Vec<Proposal>)) -> Gatekeeper {
    let (mut input, mut proposals) = session();
    change(&mut input, &mut proposals);
    let items: Vec<_> = input.items.into_iter().map(|item| item.item).collect();
    Gatekeeper::new(&items, &proposals, now())
}

#[test]
fn sl_5_a_session_waits_until_each_proposal_is_answered() {
    let mut gate = gatekeeper(|_, proposals| proposals[1].state = ProposalState::Deferred);
    assert_eq!(gate.gate(), Gate::Open);
    let waiting = gate.waiting().to_vec();
    assert_eq!(waiting.len(), 3);
    let refusal = gate.start().unwrap_err();
    assert_eq!(refusal.code(), ErrorCode::GateOpen);
    assert_eq!(refusal, GateRefusal::Open { waiting: waiting.clone() });
    for (id, say, verdict) in [
        (waiting[0], Say::Accept(waiting[0]), Verdict::Accepted),
        (waiting[2], Say::Reject(waiting[2]), Verdict::Rejected),
    ] {
        assert_eq!(gate.answer(&say), Ok(vec![Answer { proposal_id: id, verdict, reason_code: None }]));
        assert!(gate.start().is_err());
    }
    let again = gate.answer(&Say::Accept(waiting[0])).unwrap_err();
    assert_eq!(again.code(), ErrorCode::ProposalNotOpen);
    let rest = gate.answer(&Say::AcceptAll).unwrap();
    assert_eq!(rest, [Answer { proposal_id: waiting[1], verdict: Verdict::Accepted, reason_code: None }]);
    assert_eq!((gate.gate(), gate.start()), (Gate::Closed, Ok(())));
}

#[test]
fn sl_6_skipping_rejects_what_is_left() {
    let mut gate = gatekeeper(|_, _| ());
    let waiting = gate.waiting().to_vec();
    gate.answer(&Say::Accept(waiting[0])).unwrap();
    let skipped = gate.answer(&Say::Skip).unwrap();
    assert_eq!(skipped.len(), 2);
    for answer in skipped {
        assert_eq!(answer.verdict, Verdict::Rejected);
        assert_eq!(answer.reason_code, Some(RejectionReason::SkippedGate));
    }
    assert_eq!(gate.start(), Ok(()));
}

#[test]
fn sl_5_nothing_visible_closes_the_gate() {
    let decided = |state| {
        gatekeeper(|_, proposals| proposals.iter_mut().for_each(|proposal| proposal.state = state)).gate()
    };
    for state in [ProposalState::Accepted, ProposalState::Rejected, ProposalState::Superseded] {
        assert_eq!(decided(state), Gate::Closed);
    }
    // PR-10: ended, or on a set or an item that is gone.
    let ended =
        gatekeeper(|_, proposals| proposals.iter_mut().for_each(|proposal| proposal.expires_at = now()));
    assert_eq!(ended.gate(), Gate::Closed);
    let shorter = gatekeeper(|input, _| input.items[0].item.prescription.sets.truncate(1));
    assert_eq!(shorter.waiting().len(), 1);
    assert_eq!(gatekeeper(|input, _| input.items.clear()).gate(), Gate::Closed);
}
