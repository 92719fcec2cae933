//! P-57: what holds for every history and every report.

use domain::{
    law::Valid,
    plan::{PlanItem, ProgressionMode},
    prescription::SetPrescription,
    progress::LevelDecision,
    proposal::Consent,
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};

use super::story::{Story, on_ladder, without_level};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_302),
        ..ProptestConfig::default()
    }
}

/// What one session says: skipped, or percent of the target, RPE in tenths, comfort and a mark.
#[derive(Debug, Clone)]
struct Said {
    skipped: bool,
    percent: u32,
    rpe: Option<u32>,
    comfort: u32,
    words: &'static str,
    lightened: Option<u8>,
}

fn said() -> impl Strategy<Value = Said> {
    let words = select(vec![
        "",
        "",
        "",
        "",
        "",
        ", technique",
        ", fatigue",
        ", pain elbow 1",
        ", flag illness",
        ", deload",
    ]);
    (
        prop::bool::weighted(0.15),
        60u32..140,
        prop::option::weighted(0.9, 40u32..=100),
        0u32..=5,
        words,
        prop::option::weighted(0.1, 50u8..100),
    )
        .prop_map(|(skipped, percent, rpe, comfort, words, lightened)| Said {
            skipped,
            percent,
            rpe,
            comfort,
            words,
            lightened,
        })
}

/// Sessions in which nothing but volume and effort varies, most of them good.
fn good_said() -> impl Strategy<Value = Said> {
    (90u32..125, 50u32..80).prop_map(|(percent, rpe)| Said {
        skipped: false,
        percent,
        rpe: Some(rpe),
        comfort: 4,
        words: "",
        lightened: None,
    })
}

fn items() -> impl Strategy<Value = PlanItem> {
    let ladders = vec!["dip", "pull_up", "plank", "bridge", "squat"];
    let on = (select(ladders), 1u32..=7).prop_map(|(key, level)| on_ladder(key, level, 0));
    let free = select(vec!["lunge 4x6", "lunge 5x8", "plank 3x60", "dip 3x1"])
        .prop_map(|words| without_level(words, ProgressionMode::Ladder, 0));
    prop_oneof![4 => on, 1 => free]
}

impl Said {
    fn words(&self, item: &PlanItem) -> String {
        if self.skipped {
            return "skip".to_owned();
        }
        let volume = (item.prescription.volume() * self.percent + 50) / 100;
        let rpe = self.rpe.map_or(String::new(), |rpe| format!(" @{}.{}", rpe / 10, rpe % 10));
        format!("{volume}{rpe}, comfort {}{}", self.comfort, self.words)
    }
}

/// A story after these sessions, each decided and landed.
fn after(item: PlanItem, sessions: &[Said]) -> Story {
    let mut story = Story::of(vec![item]);
    for (day, said) in sessions.iter().enumerate() {
        story.items[0].lightened = said.lightened;
        let words = said.words(&story.items[0].item);
        let decided = story.reported(day, &words);
        for proposal in decided.proposals {
            assert!(Valid::new(proposal.clone()).is_ok(), "{proposal:?}");
        }
        for record in decided.records {
            assert!(Valid::new(record.clone()).is_ok(), "{record:?}");
        }
        assert!(Valid::new(story.items[0].item.clone()).is_ok());
    }
    story
}

/// Worse, equal, better.
fn rank(story: &Story, day: usize, words: String) -> (u8, LevelDecision) {
    let decided = story.clone().reported(day, &words);
    let decision = decided.records[0].decision;
    let rank = match decision {
        LevelDecision::Regress => 0,
        LevelDecision::Advance => 2,
        _ => 1,
    };
    (rank, decision)
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn p_57_more_volume_or_less_effort_is_never_judged_worse(
        item in items(), past in vec(said(), 0..6), now in said(), more in 0u32..40, less in 0u32..40,
    ) {
        let story = after(item, &past);
        let now = Said { skipped: false, ..now };
        let item = &story.items[0].item;
        let (base, _) = rank(&story, past.len(), now.words(item));
        let longer = Said { percent: now.percent + more, ..now.clone() };
        prop_assert!(rank(&story, past.len(), longer.words(item)).0 >= base);
        let easier = Said { rpe: now.rpe.map(|rpe| (rpe - less.min(rpe - 10)).max(10)), ..now };
        prop_assert!(rank(&story, past.len(), easier.words(item)).0 >= base);
    }

    #[test]
    fn p_57_pain_never_advances(item in items(), past in vec(said(), 0..6), now in said()) {
        let story = after(item, &past);
        let now = Said { words: ", pain knee 1", ..now };
        let (_, decision) = rank(&story, past.len(), now.words(&story.items[0].item));
        prop_assert_ne!(decision, LevelDecision::Advance);
    }

    #[test]
    fn p_57_a_regress_leads_below_the_target_or_the_level(item in items(), past in vec(said(), 1..8)) {
        let mut story = Story::of(vec![item]);
        for (day, said) in past.iter().enumerate() {
            story.items[0].lightened = said.lightened;
            let before = story.items[0].item.prescription.clone();
            let words = said.words(&story.items[0].item);
            let decided = story.reported(day, &words);
            if decided.records[0].decision == LevelDecision::Regress {
                let (record, after) = (&decided.records[0], &story.items[0].item.prescription);
                let lower = record.level_result < record.level_target || after.volume() < before.volume();
                let least = before.volume() == u32::try_from(before.sets.len()).unwrap();
                prop_assert!(lower || least, "{record:?}");
            }
        }
    }

    #[test]
    fn p_57_between_two_advances_of_strength_lie_two_successes(past in vec(good_said(), 1..9)) {
        let story = after(on_ladder("squat", 1, 0), &past);
        let mut successes = None;
        for entry in &story.items[0].history {
            let record = &entry.record;
            successes = successes.map(|successes: usize| successes + usize::from(record.raw_success));
            if record.decision == LevelDecision::Advance && entry.landed {
                prop_assert!(successes.is_none_or(|successes| successes >= 2), "{record:?}");
                successes = Some(0);
            }
        }
    }

    #[test]
    fn p_57_a_modifier_never_makes_an_advance_possible(
        item in items(), past in vec(said(), 0..6), now in good_said(), pct in 10u8..100,
    ) {
        let story = after(item, &past);
        let words = now.words(&story.items[0].item);
        let mut lightened = story.clone();
        lightened.items[0].lightened = Some(pct);
        let mut usual = story;
        usual.items[0].lightened = None;
        let (_, light) = rank(&lightened, past.len(), words.clone());
        let (_, full) = rank(&usual, past.len(), words);
        prop_assert!(light != LevelDecision::Advance || full == LevelDecision::Advance);
    }

    #[test]
    fn p_57_the_order_of_the_report_does_not_matter(said in vec(said(), 3), order in Just(vec![0usize, 1, 2]).prop_shuffle()) {
        let items = vec![on_ladder("dip", 2, 0), on_ladder("pull_up", 3, 1), on_ladder("plank", 5, 2)];
        let words: Vec<_> = items.iter().zip(&said).map(|(item, said)| Some(said.words(item))).collect();
        let input = Story::of(items).input(0, &words);
        let mut shuffled = input.clone();
        shuffled.performances = order.iter().map(|&index| input.performances[index].clone()).collect();
        let catalog = training::catalog::Catalog::embedded();
        let decide = |input| training::progression::decide(input, catalog).unwrap();
        prop_assert_eq!(decide(&input), decide(&shuffled));
    }

    #[test]
    fn p_19_what_lands_is_what_was_told(item in items(), past in vec(said(), 1..8)) {
        let mut story = Story::of(vec![item]);
        for (day, said) in past.iter().enumerate() {
            let words = said.words(&story.items[0].item);
            let decided = story.reported(day, &words);
            let (update, after) = (&decided.updates[0], &story.items[0].item);
            let amounts: Vec<_> = after.prescription.working_sets().filter_map(SetPrescription::amount).collect();
            prop_assert_eq!(&update.new_sets, &amounts);
            prop_assert_eq!(update.level_result, after.prescription.level_ref.as_ref().map(|level| level.ordinal));
            let lands = decided.proposals.iter().any(|proposal| proposal.consent == Consent::Auto);
            prop_assert_eq!(lands, update.change.is_some());
        }
    }
}
