//! What progress leaves in the versions of a plan: the difficulties of P-47, and no modifier (AR-6).

use domain::{
    plan::{ItemId, PlanItem, PlanVersion, ProgressionMode, SourceClass},
    progress::LevelDecision,
    spec::SpecId,
    wellbeing::{ModifierScope, SessionModifier},
};

use super::{
    breach::{Report, Subject},
    case::Case,
    facts::{most, volume},
};

/// P-47: 100, 105 or 110 percent.
pub(super) fn difficulty(case: &Case<'_>, report: &mut Report) {
    const SPEC: SpecId = SpecId::new("P-47");
    const ALLOWED: [u32; 3] = [100, 105, 110];
    for entry in case.entries() {
        let found = entry.item.difficulty;
        report.require(ALLOWED.contains(&found), SPEC, entry, || {
            format!("the difficulty is {found}, expected one of {ALLOWED:?}")
        });
    }
    for version in case.rows.versions {
        for item in version.effective.iter().filter(|item| !ALLOWED.contains(&item.difficulty)) {
            let message = format!(
                "version {}, {}: the difficulty is {}, expected one of {ALLOWED:?}",
                version.number, item.exercise_key, item.difficulty
            );
            report.add(SPEC, Subject::Version(version.id), message);
        }
    }
}

/// AR-6: a modifier makes no version. An automatic version that gives a ladder item, without a decision behind it, just
/// the volume that a modifier leaves of its parent's has written the modifier into the plan.
pub(super) fn modifiers(case: &Case<'_>, report: &mut Report) {
    let lightening: Vec<_> = case.rows.modifiers.iter().filter(|one| one.volume_pct < 100).collect();
    for version in case.rows.versions.iter().filter(|one| one.source.class() == SourceClass::Automatic) {
        let parent = case
            .rows
            .versions
            .iter()
            .find(|other| other.plan_id == version.plan_id && Some(other.number) == version.parent);
        let Some(parent) = parent else { continue };
        for item in version.effective.iter().filter(|item| item.progression_mode == ProgressionMode::Ladder) {
            let before = parent.effective.iter().find(|before| before.item_id == item.item_id);
            let Some(before) =
                before.filter(|before| volume(&before.prescription) != volume(&item.prescription))
            else {
                continue;
            };
            let written = lightening.iter().find(|modifier| {
                acts_on(modifier, item)
                    && modifier.created_at <= version.created_at
                    && version.created_at < modifier.expires_at
                    && volume(&item.prescription) == most(before, modifier.volume_pct)
            });
            if let Some(modifier) = written.filter(|_| !is_decided(case, version, item.item_id)) {
                let message = format!(
                    "version {}, {}: {} to {} is the modifier of {} %, expected no version of it",
                    version.number,
                    item.exercise_key,
                    volume(&before.prescription),
                    volume(&item.prescription),
                    modifier.volume_pct
                );
                report.add(SpecId::new("AR-6"), Subject::Version(version.id), message);
            }
        }
    }
}

fn acts_on(modifier: &SessionModifier, item: &PlanItem) -> bool {
    match modifier.scope {
        ModifierScope::Item => modifier.target == item.item_id.to_string(),
        ModifierScope::Exercise => modifier.target == item.exercise_key.as_str(),
        ModifierScope::Session => true,
    }
}

/// Whether a record of the version's trace changes the item, or takes the change of another session of the day back.
fn is_decided(case: &Case<'_>, version: &PlanVersion, item: ItemId) -> bool {
    case.of_item(item).iter().any(|entry| {
        let record = &entry.record;
        let changes = matches!(record.decision, LevelDecision::Advance | LevelDecision::Regress);
        let merges = record.reasons.contains(&domain::reason::ReasonCode::SameDayMerge);
        record.trace_id == version.trace_id && (changes || merges)
    })
}
