//! From a verdict to what is kept, told and proposed (P-18, P-20, P-44, AR-6).

use domain::{
    change::Direction,
    id::Id,
    plan::{ProgressionMode, SlotTime},
    prescription::SetPrescription,
    progress::{ProgressRecord, ProgressionEvent, ProgressionEventType},
    proposal::{Consent, ConsentSubject, Proposal},
    reason::{Reason, ReasonCode},
    session::ExercisePerformance,
    spec::SpecId,
    wellbeing::{ModifierScope, SessionModifier},
};

use super::{
    RULE_VERSION, adapt, auxiliary,
    case::Case,
    offer::{OfferKind, Offered, offers},
    propose::{self, Intent},
    recommend::{Told, comments},
    skip,
    target::Targets,
    update::{Comments, Decided, Offer, ProgressUpdate},
    verdict::{Lighter, Verdict, Wants},
};

/// The id that the record of a case has: the same report has the same (P-4).
pub(super) fn record_id(case: &Case<'_>) -> Id<ProgressRecord> {
    let (session, item) = (case.input.session.id, case.item.item_id);
    let ExercisePerformance { exercise_key, status, comfort, marks, notes, .. } = case.performance;
    let (Targets { plan, usual, frozen, done }, rpe) = (case.targets, case.rpe());
    Id::named(format_args!(
        "progress|{session}|{item}|{exercise_key} {status} \
         Targets {{ plan: {plan}, usual: {usual}, frozen: {frozen}, done: {done} }} \
         {rpe:?} {comfort:?} {marks:?}|{notes}"
    ))
}

/// Writes down what a verdict means.
pub(super) fn write(case: &Case<'_>, mut verdict: Verdict, decided: &mut Decided) {
    if case.is_merge {
        verdict.reasons.push(Reason::new(ReasonCode::SameDayMerge, SpecId::new("CF-4")));
    }
    let Intent { after, code, wish } = Intent::of(case, &verdict);
    let record = record(case, &verdict);
    let landing = wish.proposal(case, &verdict, &record);
    // What is applied at once has landed before an offer is answered; what waits has not.
    let lands = landing.as_ref().is_some_and(|proposal| proposal.consent == Consent::Auto);
    if auxiliary::is_wanted(case) {
        verdict.offers.push(OfferKind::Auxiliary);
    }
    decided.proposals.extend(landing);
    decided.proposals.extend(adapt::proposal(case, &verdict, &record));
    let (mut offered, mut shown) = (vec![], vec![]);
    let kinds = std::mem::take(&mut verdict.offers);
    for (offer, changes) in offers(case, kinds, if lands { &after } else { case.item }) {
        // Whoever wants no offers hears of none.
        let Some(proposal) = propose::offer(case, offer.kind, changes, &record) else { continue };
        shown.push(show(&offer, &proposal));
        offered.push(offer);
        decided.proposals.push(proposal);
    }
    // Two exercises that share a help give it up once.
    let removal = auxiliary::removal(case, &record);
    let removal = removal.filter(|removal| decided.proposals.iter().all(|known| known.id != removal.id));
    decided.proposals.extend(removal);
    let modifiers = modifiers(case, &verdict);
    let told = Told { case, verdict: &verdict, after: &after, offers: &offered };
    let comments = if case.input.in_words { comments(&told) } else { Comments::default() };
    let plan = &after.prescription;
    decided.events.push(event(case, &verdict, &record));
    decided.updates.push(ProgressUpdate {
        item_id: case.item.item_id,
        exercise: record.exercise_key.clone(),
        decision: verdict.decision,
        change: code,
        level_target: record.level_target,
        level_result: record.level_result,
        volume_target: record.volume_target,
        new_volume: plan.volume(),
        new_sets: plan.working_sets().filter_map(SetPrescription::amount).collect(),
        modifier: modifiers.iter().map(|modifier| modifier.volume_pct).min(),
        offers: shown,
        comments,
        streak_success: record.streak_success,
        rule_version: RULE_VERSION.to_owned(),
        trace_id: case.input.trace_id.clone(),
        reasons: verdict.reasons,
    });
    decided.records.push(record);
    match case.input.consent.consent(ConsentSubject::SessionModifier, Direction::Easier) {
        Some(Consent::Auto) => decided.modifiers.extend(modifiers),
        Some(Consent::Ask) => decided.asked_modifiers.extend(modifiers),
        None => {}
    }
}

fn show(offered: &Offered, proposal: &Proposal) -> Offer {
    Offer {
        kind: offered.kind,
        proposal_id: proposal.id,
        exercise: offered.goal.variation.clone(),
        level: offered.goal.ordinal(),
        sets: offered.goal.sets.clone(),
    }
}

fn record(case: &Case<'_>, verdict: &Verdict) -> ProgressRecord {
    let (input, performance) = (case.input, case.performance);
    let level = case.rung.map(|rung| rung.ordinal);
    let result = match &verdict.wants {
        Wants::Goal { goal, .. } => goal.ordinal().or(level),
        Wants::Nothing if case.is_merge => level,
        // The plan may have moved on since the session began.
        Wants::Nothing | Wants::Ways(_) => {
            case.item.prescription.level_ref.as_ref().map(|at| at.ordinal).or(level)
        }
    };
    let streak = match case.item.progression_mode {
        ProgressionMode::Ladder => skip::streak(case),
        ProgressionMode::Range | ProgressionMode::Load | ProgressionMode::Fixed => 0,
    };
    ProgressRecord {
        id: record_id(case),
        athlete_id: input.athlete_id,
        session_id: input.session.id,
        item_id: case.item.item_id,
        exercise_key: case.name().to_owned(),
        variation_key: performance.exercise_key.clone(),
        local_date: input.session.local_date,
        slot_time: slot_time(case),
        status: performance.status,
        level_target: level,
        level_result: level.and(result),
        volume_target: case.targets.frozen,
        volume_plan: case.targets.plan,
        volume_actual: case.targets.done,
        unit: case.measure,
        rpe: performance.effort(),
        comfort: performance.comfort,
        marks: performance.marks.clone(),
        notes: performance.notes.clone(),
        decision: verdict.decision,
        reasons: verdict.reasons.iter().map(|reason| reason.code).collect(),
        raw_success: case.is_raw_success(),
        streak_success: streak,
        manual_override: case.is_edited() || input.overridden.contains(&case.item.item_id),
        rule_version: RULE_VERSION.to_owned(),
        trace_id: input.trace_id.clone(),
        corrects: case.past.own.map(|own| own.id),
        created_at: input.now,
    }
}

/// PV-5: the session's part of the day, else the item's, else that of the start.
fn slot_time(case: &Case<'_>) -> SlotTime {
    let session = &case.input.session;
    let own = Some(case.item.slot_time).filter(|slot| *slot != SlotTime::None);
    let start = || SlotTime::of_hour(session.started_at.local(&case.input.zone).hour());
    session.slot_time.or(own).unwrap_or_else(start)
}

fn event(case: &Case<'_>, verdict: &Verdict, record: &ProgressRecord) -> ProgressionEvent {
    let input = case.input;
    ProgressionEvent {
        id: Id::named(format_args!("{}|decision_made|{}", input.trace_id.as_str(), case.item.item_id)),
        athlete_id: input.athlete_id,
        event_type: ProgressionEventType::DecisionMade,
        exercise_key: Some(record.exercise_key.clone()),
        decision: verdict.decision,
        source: "engine".to_owned(),
        context: verdict.reasons.clone(),
        trace_id: input.trace_id.clone(),
        created_at: input.now,
    }
}

/// What makes the next session of the item lighter: the verdict, and pain in any mode (P-52).
fn modifiers(case: &Case<'_>, verdict: &Verdict) -> Vec<SessionModifier> {
    let pain = case.is_painful().then(|| Lighter {
        pct: case.tuning().pain_modifier_pct,
        reason: Reason::new(ReasonCode::Pain, SpecId::new("P-52")),
    });
    let (input, item) = (case.input, case.item.item_id);
    let modifier = |lighter: Lighter| SessionModifier {
        id: Id::named(format_args!("{}|modifier|{item}|{}", input.trace_id.as_str(), lighter.reason.code)),
        athlete_id: input.athlete_id,
        scope: ModifierScope::Item,
        target: item.to_string(),
        volume_pct: lighter.pct,
        load_pct: 100,
        sets_delta: 0,
        rpe_delta: 0,
        reason: lighter.reason,
        sessions_left: 1,
        created_at: input.now,
        expires_at: input.now.plus_seconds(86_400 * i64::from(input.lifetimes.modifier_days)),
        trace_id: input.trace_id.clone(),
    };
    verdict.lighter.clone().into_iter().chain(pain).map(modifier).collect()
}
