//! AR-2: who may change what, by the mode of the item.

use domain::{
    change::{Field, FieldGroup},
    plan::ProgressionMode,
    proposal::EngineName,
    spec::SpecId,
};

use crate::bundle::{Bundle, Will};

/// The rules that may change a field of an item of this mode; the table of AR-2 with what P-13, SG-13 and SG-14 add.
fn owners(mode: ProgressionMode, field: Field) -> &'static [SpecId] {
    use ProgressionMode::{Fixed, Ladder, Load, Range};
    const fn id(text: &str) -> SpecId {
        SpecId::new(text)
    }
    match (field.group(), mode) {
        (_, Fixed) => &[],
        (FieldGroup::Volume, Ladder) => const { &[id("P-8"), id("P-47"), id("CF-4")] },
        (FieldGroup::Volume, Range) if field == Field::Reps => {
            const { &[id("P-13"), id("P-14"), id("SR-4")] }
        }
        (FieldGroup::Volume, Range) => const { &[id("P-13"), id("P-14")] },
        (FieldGroup::Volume, Load) if field == Field::Reps => const { &[id("SR-1"), id("SR-2"), id("SR-4")] },
        (FieldGroup::Load, Load) => {
            const { &[id("SR-1"), id("SR-2"), id("SR-3"), id("SR-5"), id("SR-6"), id("SR-7"), id("SG-14")] }
        }
        // An item that outgrew its range takes a load and is a load item from then on (P-13).
        (FieldGroup::Load, Range) => const { &[id("P-13")] },
        (FieldGroup::RepPolicy, Range) => const { &[id("SR-0"), id("P-13")] },
        (FieldGroup::RepPolicy, Load) => const { &[id("SR-0")] },
        (FieldGroup::Rest, Ladder | Range) => const { &[id("SR-9")] },
        (FieldGroup::Rest, Load) => const { &[id("SR-8"), id("SR-9")] },
        (FieldGroup::SetType, _) => const { &[id("SR-10"), id("SR-11"), id("SR-12"), id("SR-13")] },
        (FieldGroup::Structure, Range) => const { &[id("P-13"), id("P-14"), id("P-17")] },
        (FieldGroup::Structure, Ladder) => const { &[id("P-8"), id("P-17")] },
        (FieldGroup::Structure, Load) => const { &[id("SG-13"), id("P-17")] },
        _ => &[],
    }
}

/// Whether the bundle may change this field of an item of this mode. A person may change everything; a model what
/// rules may change, with its own bounds (AI-5); selection which exercises there are and how many sets (AR-5).
pub fn may_change(bundle: &Bundle, mode: ProgressionMode, field: Field) -> bool {
    if bundle.will == Will::Manual {
        return true;
    }
    let owners = owners(mode, field);
    match bundle.engine {
        EngineName::User | EngineName::Coach | EngineName::System => true,
        EngineName::Llm => !owners.is_empty(),
        EngineName::Selection | EngineName::SessionPlanner => {
            field.group() == FieldGroup::Structure || matches!(field, Field::SetCount | Field::MinSets)
        }
        EngineName::MealPlanner => field.group() == FieldGroup::Meal,
        EngineName::MissModel => false,
        // Its offers are steps of P-8 that wait for an answer (P-17, P-25..P-29).
        EngineName::LevelProgression if mode == ProgressionMode::Ladder => {
            matches!(field.group(), FieldGroup::Volume | FieldGroup::Structure)
        }
        EngineName::LevelProgression | EngineName::PrescriptionRules => owners.contains(&bundle.rule),
    }
}
