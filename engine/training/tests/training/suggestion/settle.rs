//! Deduplication, conflicts and display order, where it takes more than one item or a model's drafts to show them.

use std::collections::BTreeSet;

use domain::{
    change::{Change, Field, Target},
    id::Id,
    proposal::{Consent, Draft, EngineName, Outcome, Proposal, ProposalKind, ProposalState},
    quantity::Grams,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};
use training::{
    catalog::Catalog,
    suggestion::{
        SuggestInput,
        display::cards,
        input::StoredProposal,
        join::join,
        propose,
        settle::{Ledger, Settled, settle},
        suggest,
    },
};

use super::{
    examples::{given, made},
    given::{Given, item_id, now, plan_id},
};

fn input() -> SuggestInput {
    given("bench_press", "2 x 12 at 60 kg", "8-12", &["60 kg: 12 12"; 2], "").input()
}

/// A candidate of a model or a rule on one set of the item, or on the item.
fn draft(engine: EngineName, rule: &str, set: Option<usize>, field: Field, old: i64, new: i64) -> Proposal {
    let input = input();
    let set_id = set.map(|set| input.items[0].item.prescription.sets[set].set_id);
    let target = Target { item_id: item_id(), set_id };
    input.occasion(plan_id()).proposal(Draft {
        target,
        kind: ProposalKind::PrescriptionChange,
        engine,
        rule: rule.parse().unwrap(),
        rule_version: "test",
        changes: vec![Change { target, field, old: old.into(), new: new.into() }],
        alternatives: vec![],
        reason: Reason::new(ReasonCode::Llm, SpecId::new("AI-5")).fact("text", "try"),
        evidence: vec![],
        confidence: 50,
        consent: Consent::Ask,
        step_g: None,
        assistance: false,
    })
}

fn model(set: Option<usize>, field: Field, old: i64, new: i64) -> Proposal {
    draft(EngineName::Llm, "AI-5", set, field, old, new)
}

fn ledger(stored: &[StoredProposal]) -> Ledger<'_> {
    Ledger {
        now: now(),
        stored,
        edits: &[],
        limits: training::suggestion::input::Limits::default(),
        assisted: BTreeSet::new(),
        items: BTreeSet::from([item_id()]),
        corrected: None,
    }
}

fn rules(proposals: &[Proposal]) -> Vec<(String, Option<usize>, Field)> {
    let input = input();
    let sets = &input.items[0].item.prescription.sets;
    let place = |proposal: &Proposal| {
        let id = proposal.target.set_id?;
        sets.iter().position(|set| set.set_id == id)
    };
    let mut shown: Vec<_> = proposals
        .iter()
        .map(|proposal| (proposal.rule.to_string(), place(proposal), proposal.changes[0].field))
        .collect();
    shown.sort();
    shown
}

fn rule(set: Option<usize>, field: Field, old: i64, new: i64) -> Proposal {
    let rule = match field {
        Field::Load if new > old => "SR-2",
        Field::Load => "SR-5",
        Field::Reps => "SR-4",
        Field::SetType => "SR-13",
        _ => "SR-8",
    };
    draft(EngineName::PrescriptionRules, rule, set, field, old, new)
}

fn settled(candidates: &[Proposal]) -> Settled {
    let settled = settle(candidates.to_vec(), &ledger(&[]));
    let reversed: Vec<_> = candidates.iter().rev().cloned().collect();
    assert_eq!(settle(reversed, &ledger(&[])), settled, "the order of candidates does not matter");
    assert_eq!(settled.proposals.len() + settled.dropped.len(), candidates.len(), "each has an entry");
    settled
}

#[test]
fn sx_1_a_decrease_beats_an_increase_and_leaves_the_rest() {
    let up = rule(Some(0), Field::Load, 60_000, 62_500);
    let down = rule(Some(1), Field::Load, 60_000, 57_500);
    let rest = rule(None, Field::RestAll, 90, 105);
    let reps = rule(Some(0), Field::Reps, 10, 11);
    let left = settled(&[up.clone(), down, rest.clone(), reps.clone()]);
    assert_eq!(
        rules(&left.proposals),
        [("SR-5".to_owned(), Some(1), Field::Load), ("SR-8".to_owned(), None, Field::RestAll)]
    );
    assert!(left.dropped.iter().all(|dropped| dropped.reason.code == ReasonCode::Strategy));
    let left = settled(&[up.clone(), rest]);
    assert_eq!(rules(&left.proposals), [("SR-2".to_owned(), Some(0), Field::Load)]);
    // More reps and more load on different sets may stand together.
    let left = settled(&[up, rule(Some(1), Field::Reps, 10, 11)]);
    assert_eq!(left.proposals.len(), 2);
}

#[test]
fn sx_2_one_rest_for_all_beats_rests_of_single_sets() {
    let all = model(None, Field::RestAll, 90, 120);
    let one = model(Some(0), Field::Rest, 90, 105);
    let left = settled(&[all, one]);
    assert_eq!(rules(&left.proposals), [("AI-5".to_owned(), None, Field::RestAll)]);
    assert_eq!(left.dropped[0].reason.spec, SpecId::new("SX-2"));
}

#[test]
fn sx_3_rules_beat_the_model_and_a_decrease_beats_all() {
    let up = rule(Some(0), Field::Load, 60_000, 62_500);
    let bold = model(Some(0), Field::Load, 60_000, 65_000);
    let left = settled(&[up.clone(), bold]);
    assert_eq!(rules(&left.proposals), [("SR-2".to_owned(), Some(0), Field::Load)]);
    assert_eq!(left.dropped[0].reason.spec, SpecId::new("SX-3"));
    // AR-3's example: the model's decrease stays, the increase goes.
    let down = model(Some(0), Field::Load, 60_000, 57_500);
    let left = settled(&[up, down]);
    assert_eq!(rules(&left.proposals), [("AI-5".to_owned(), Some(0), Field::Load)]);
    // Of two of a kind the larger change stays.
    let small = model(None, Field::RestAll, 90, 105);
    let large = draft(EngineName::Llm, "AI-4", None, Field::RestAll, 90, 120);
    let left = settled(&[small, large]);
    assert_eq!(rules(&left.proposals), [("AI-4".to_owned(), None, Field::RestAll)]);
}

#[test]
fn ai_6_drafts_of_a_model_are_settled_together_with_the_rules() {
    let input = input();
    let candidates = propose(&input, Catalog::embedded()).unwrap();
    let drafts = vec![model(None, Field::RestAll, 90, 120), model(Some(1), Field::Reps, 12, 13)];
    let run = candidates.settle(drafts, &input, Catalog::embedded());
    // More rest gives way to the increase; the reps of set 2 are reset by the rule's bundle.
    assert_eq!(run.proposals.len(), 2);
    assert!(run.proposals.iter().all(|proposal| proposal.rule == SpecId::new("SR-2")));
    let codes: Vec<_> = run.dropped.iter().map(|dropped| (dropped.rule, dropped.reason.code)).collect();
    let model = SpecId::new("AI-5");
    assert_eq!(codes, [(model, ReasonCode::Strategy), (model, ReasonCode::Property)]);
}

fn stored(state: ProposalState, outcome: Outcome, seconds_ago: i64) -> StoredProposal {
    let mut proposal = made_by_rule();
    proposal.state = state;
    proposal.outcome = outcome;
    proposal.created_at = now().minus_seconds(seconds_ago);
    proposal.decided_at = (!state.is_open()).then_some(proposal.created_at);
    StoredProposal::of(&proposal)
}

fn made_by_rule() -> Proposal {
    made(&given("bench_press", "12 at 60 kg", "8-12", &["60 kg: 12"; 2], "")).proposals[0].clone()
}

fn code_against(stored: &StoredProposal) -> Option<ReasonCode> {
    let mut input = given("bench_press", "12 at 60 kg", "8-12", &["60 kg: 12"; 2], "").input();
    input.stored = vec![stored.clone()];
    let run = suggest(&input, Catalog::embedded()).unwrap();
    assert_eq!(run.proposals.len() + run.dropped.len(), 1);
    run.dropped.first().map(|dropped| dropped.reason.code)
}

#[test]
fn sd_2_cooldown_and_unresolved_to_the_second() {
    use Outcome::{Good, Pending};
    use ProposalState::{Accepted, Deferred, Expired, Overridden, Rejected, Superseded};
    const WEEK: i64 = 7 * 86_400;
    let (cooldown, unresolved) = (Some(ReasonCode::Cooldown), Some(ReasonCode::Unresolved));
    for (state, outcome, ago, expected) in [
        (Accepted, Good, WEEK - 1, cooldown),
        (Accepted, Good, WEEK, None),
        (Accepted, Pending, WEEK, unresolved),
        (ProposalState::Pending, Pending, WEEK - 1, cooldown),
        (ProposalState::Pending, Pending, WEEK, unresolved),
        (Deferred, Pending, 2 * WEEK, unresolved),
        (Rejected, Pending, WEEK - 1, cooldown),
        (Rejected, Pending, WEEK, None),
        (Superseded, Pending, 1, None),
        (Expired, Pending, 1, None),
        (Overridden, Pending, 1, None),
    ] {
        assert_eq!(code_against(&stored(state, outcome, ago)), expected, "{state} {outcome} {ago} s ago");
    }
    let undone = StoredProposal { undone_at: Some(now().minus_seconds(1)), ..stored(Overridden, Pending, 9) };
    assert_eq!(code_against(&undone), cooldown);
    // SD-1: another direction is another key.
    let other = StoredProposal { dedup_key: "other".to_owned(), ..stored(Accepted, Pending, 1) };
    assert_eq!(code_against(&other), None);
}

#[test]
fn sd_3_a_safety_decrease_passes_and_closes_what_is_older() {
    let squat = |state: &str| {
        let more = format!(
            "stored = [{{ set = 0, field = 'load', direction = 'easier', state = '{state}', seconds_ago = 86400 }}]"
        );
        made(&given("back_squat", "6 at 100 kg", "5-8", &["100 kg: 4"; 2], &more))
    };
    for (state, closed, outcome) in [
        ("pending", Some(ProposalState::Superseded), None),
        ("deferred", Some(ProposalState::Superseded), None),
        ("accepted", None, Some(Outcome::Insufficient)),
    ] {
        let run = squat(state);
        assert_eq!(run.proposals.len(), 1, "{state}");
        assert_eq!((run.superseded[0].state, run.superseded[0].outcome), (closed, outcome), "{state}");
    }
    assert!(squat("rejected").superseded.is_empty());
    assert_eq!(squat("rejected").proposals.len(), 1);
}

#[test]
fn sd_4_a_manual_edit_defers_for_24_hours_inclusive() {
    let edited = |exercise: &str, sets: &str, reps: &str, done: &str, group: &str, ago: i64| {
        let more = format!(
            "consent = {{ prescription_change = {{ increase = 'auto', decrease = 'auto' }} }}\n\
             edits = [{{ group = '{group}', seconds_ago = {ago} }}]"
        );
        made(&given(exercise, sets, reps, &[done; 2], &more))
    };
    let bench = |group, ago| edited("bench_press", "12 at 60 kg", "8-12", "60 kg: 12", group, ago);
    for group in ["load", "volume"] {
        let run = bench(group, 86_400);
        assert_eq!((run.proposals.len(), run.deferred.len()), (0, 1), "{group}");
        assert_eq!(run.deferred[0].proposal.state, ProposalState::Deferred);
        assert_eq!(bench(group, 86_401).proposals.len(), 1, "{group}");
    }
    assert_eq!(bench("rest", 1).proposals.len(), 1);
    // OV-3: a safety decrease is shown at once, but asked.
    let squat = edited("back_squat", "6 at 100 kg", "5-8", "100 kg: 4", "load", 3600);
    assert_eq!(squat.proposals[0].consent, Consent::Ask);
    let later = edited("back_squat", "6 at 100 kg", "5-8", "100 kg: 4", "load", 86_401);
    assert_eq!(later.proposals[0].consent, Consent::Auto);
}

#[test]
fn sg_1_a_correction_supersedes_the_undecided_of_its_session() {
    let corrected = |flag: &str| {
        let more = format!(
            "is_correction = {flag}\nstored = [{{ set = 0, field = 'load', direction = 'harder', \
             state = 'pending', seconds_ago = 60, of_this_session = true }}]"
        );
        made(&given("bench_press", "12 at 60 kg", "8-12", &["60 kg: 12"; 2], &more))
    };
    let run = corrected("true");
    assert_eq!((run.proposals.len(), run.superseded.len()), (1, 1));
    assert_eq!(corrected("false").dropped[0].reason.code, ReasonCode::Cooldown);
}

#[test]
fn sl_10_shown_by_item_then_set_then_item_level() {
    // Two items: the second in plan order is given first.
    let text = "exercise = 'bench_press'\nsets = '2 x 10 at 60 kg'\nreps = '8-12'\nrest = '120 s'\n\
        today = '60 kg: 10(90); drop 60 kg: 10(90); working 60 kg: 7'\n\
        before = ['60 kg: 10(90); drop 60 kg: 10(90); working 60 kg: 7']";
    let mut input = Given::read(text).input();
    let mut second = input.items[0].clone();
    second.item.item_id = Id::derive(&["second"]);
    second.item.order = 1;
    input.items.insert(0, second);
    let run = suggest(&input, Catalog::embedded()).unwrap();
    let order: Vec<_> = run
        .proposals
        .iter()
        .map(|proposal| (proposal.target.item_id == item_id(), proposal.changes[0].field))
        .collect();
    let one = [Field::Reps, Field::Reps, Field::SetType, Field::RestAll];
    let expected: Vec<_> =
        one.iter().map(|field| (true, *field)).chain(one.iter().map(|field| (false, *field))).collect();
    assert_eq!(order, expected);
    let cards = cards(&run.proposals);
    let sizes: Vec<_> = cards.iter().map(|card| (card.proposals.len(), card.reasons.len())).collect();
    // The two sets with one more rep share a card and its reason.
    assert_eq!(sizes, [(2, 1), (1, 1), (1, 1), (2, 1), (1, 1), (1, 1)]);
}

#[test]
fn pr_1_a_proposal_carries_its_step_and_its_evidence() {
    let proposal = made_by_rule();
    assert_eq!(proposal.step_g, Some(Grams(2500)));
    assert_eq!(proposal.evidence.len(), 2);
    assert_eq!(proposal.state, ProposalState::Pending);
    assert_eq!(proposal.rule_version, training::suggestion::RULE_VERSION);
    assert_eq!(proposal.expires_at, now().plus_seconds(28 * 86_400));
}

#[test]
fn ai_6_a_draft_that_comes_later_gives_way_to_what_the_rules_have_told() {
    let up = rule(Some(0), Field::Load, 60_000, 62_500);
    let joined =
        |drafts: Vec<Proposal>, standing: &[Proposal]| join(drafts, standing, &input(), Catalog::embedded());
    // In time it would have won (SX-1); now the increase has been told.
    let down = model(Some(0), Field::Load, 60_000, 57_500);
    let late = joined(vec![down.clone()], std::slice::from_ref(&up));
    assert_eq!((late.proposals.len(), late.dropped[0].reason.code), (0, ReasonCode::Strategy));
    assert_eq!(joined(vec![down], &[]).proposals.len(), 1);
    // What stands in nobody's way is proposed; of two drafts in conflict the first.
    let reps = model(Some(1), Field::Reps, 12, 13);
    let rest = model(None, Field::RestAll, 90, 105);
    let bold = model(Some(0), Field::Load, 60_000, 65_000);
    let late = joined(vec![reps, rest, bold], std::slice::from_ref(&up));
    assert_eq!(rules(&late.proposals), [("AI-5".to_owned(), Some(1), Field::Reps)]);
    assert_eq!(late.dropped.len(), 2);
}
