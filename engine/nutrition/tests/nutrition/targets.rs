//! NT-1..NT-7: what an athlete needs each day, by the examples of the chapter.

use domain::{
    error::ErrorCode,
    law::Valid,
    nutrient::{Decimal, Demographic, Direction, Nutrient},
    quantity::{Amount, Grams},
    spec::SpecId,
    time::{LocalDate, add_days},
    voice::{Locale, Voice},
};
use nutrition::{
    target::{
        self, EXAMPLE, INPUT_EXAMPLE, Targets,
        adaptive::{Adaptation, Evidence, IntakeDay, Shortage, adapt, is_complete},
        expenditure,
        input::{LifeActivity, PlannedSession, Sex, TargetsInput, TrainingKind, WeighIn, WeightGoal},
        micronutrient::{NutrientChoice, Period},
        step::{Step, StepName},
        tuning::AdaptiveTuning,
    },
    warning::WarningCode,
};
use proptest::prelude::*;
use testkit::expect_file;

const TODAY: &str = "2026-03-09";

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

fn number(text: &str) -> Decimal {
    Decimal(Amount::parse(text).unwrap())
}

/// The person of NT-1: male, 80 kg, 180 cm, 30 years, at a desk, without a plan.
fn person() -> TargetsInput {
    let json = serde_json::json!({
        "today": TODAY, "sex": "male", "birth_date": "1996-02-14", "height_mm": 1800, "weight_g": 80_000,
    });
    serde_json::from_value(json).unwrap()
}

fn sessions(kind: TrainingKind, count: u8, minutes: u32) -> Vec<PlannedSession> {
    (1..=count).map(|day| PlannedSession { day, kind, minutes }).collect()
}

/// The same with four hours of strength training a week.
fn lifter() -> TargetsInput {
    TargetsInput { sessions: sessions(TrainingKind::Strength, 4, 60), ..person() }
}

fn targets(input: TargetsInput) -> Targets {
    target::targets(&Valid::new(input).unwrap()).unwrap()
}

fn calories(input: TargetsInput) -> String {
    targets(input).daily_calories.0.to_string()
}

/// The refusal of an input, as its codes and its message.
fn refusal(input: TargetsInput) -> (Vec<ErrorCode>, String) {
    let invalid = Valid::new(input).and_then(|input| target::targets(&input)).unwrap_err();
    (invalid.findings().iter().map(|finding| finding.code).collect(), invalid.to_string())
}

fn numbers(targets: &Targets, step: StepName) -> Vec<(String, String)> {
    let found = targets.steps.iter().find(|found| found.step == step);
    let numbers = found.into_iter().flat_map(|step| &step.numbers);
    numbers.map(|(name, number)| (name.to_string(), number.0.to_string())).collect()
}

fn has(numbers: &[(String, String)], name: &str, value: &str) -> bool {
    numbers.contains(&(name.to_owned(), value.to_owned()))
}

#[test]
fn nt_1_energy_is_rounded_to_10_only_at_the_end() {
    let trained = targets(lifter());
    assert_eq!(trained.daily_calories, number("2250"));
    assert!(has(&numbers(&trained, StepName::Bmr), "kcal", "1780"));
    assert!(has(&numbers(&trained, StepName::LifeActivity), "kcal", "2136"));
    assert!(has(&numbers(&trained, StepName::Training), "kcal", "114.29"));
    assert!(has(&numbers(&trained, StepName::Tdee), "kcal", "2250.29"));
    assert_eq!(calories(person()), "2140");
    assert_eq!(expenditure(&Valid::new(lifter()).unwrap()), Some(Amount(2_250_285_714)));
}

#[test]
fn nt_1_life_training_and_a_child_cost_energy() {
    let active = |life_activity| calories(TargetsInput { life_activity, ..person() });
    assert_eq!(
        LifeActivity::ALL.iter().copied().map(active).collect::<Vec<_>>(),
        ["2140", "2400", "2670", "3030"]
    );
    // 80 kg for an hour a week above rest: 200, 224, 480 and 120 kcal, over 7 days.
    let trained = |kind| {
        numbers(&targets(TargetsInput { sessions: sessions(kind, 1, 60), ..person() }), StepName::Training)
    };
    for (&kind, kcal) in TrainingKind::ALL.iter().zip(["28.57", "32", "68.57", "17.14"]) {
        assert!(has(&trained(kind), "kcal", kcal), "{kind}");
    }
    // 10 × 65 + 6.25 × 170 − 5 × 30 − 161 = 1401.5, × 1.2 = 1681.8.
    let woman = TargetsInput { sex: Sex::Female, height_mm: 1700, weight_g: Some(Grams(65_000)), ..person() };
    assert_eq!(calories(woman.clone()), "1680");
    for (trimester, kcal) in [(1, "1680"), (2, "2020"), (3, "2130")] {
        assert_eq!(calories(TargetsInput { pregnancy_trimester: Some(trimester), ..woman.clone() }), kcal);
    }
    assert_eq!(calories(TargetsInput { lactation: true, ..woman }), "2010");
}

#[test]
fn nt_1_the_weight_is_the_mean_of_seven_days_or_the_last_one() {
    let weigh_in =
        |days_ago: i64, grams| WeighIn { date: add_days(date(TODAY), -days_ago), weight_g: Grams(grams) };
    let weight = |weigh_ins: Vec<WeighIn>| {
        numbers(&targets(TargetsInput { weight_g: None, weigh_ins, ..person() }), StepName::BodyWeight)
    };
    let recent =
        weight(vec![weigh_in(0, 80_000), weigh_in(6, 81_000), weigh_in(7, 99_000), weigh_in(-1, 50_000)]);
    assert!(has(&recent, "kg", "80.5") && has(&recent, "weigh_ins", "2"));
    let old = weight(vec![weigh_in(20, 82_000), weigh_in(9, 81_000), weigh_in(30, 90_000)]);
    assert!(has(&old, "kg", "81") && has(&old, "weigh_ins", "1"));
    let (codes, message) = refusal(TargetsInput { weight_g: None, ..person() });
    assert_eq!(codes, [ErrorCode::OutOfRange]);
    assert_eq!(message, "weight_g: nothing, expected a weight, or a weigh-in until today");
}

#[test]
fn nt_1_bad_input_is_named_all_at_once() {
    let input = TargetsInput {
        birth_date: date("2008-03-10"),
        height_mm: 999,
        weight_g: Some(Grams(350_001)),
        rate_pct: Some(number("0.1")),
        sessions: vec![PlannedSession { day: 8, kind: TrainingKind::Mobility, minutes: 0 }],
        day_split: 21,
        ..person()
    };
    let (codes, message) = refusal(input);
    assert_eq!(
        message,
        "birth_date: 17 years, expected 18 or more; maybe a coach brings calories, protein and fat; \
         height_mm: 999, expected 1000..2500; weight_g: 350001, expected 30000..350000; \
         rate_pct: 0.1, expected 0..0; sessions.0.day: 8, expected 1..7; sessions.0.minutes: 0, expected 1..600; \
         day_split: 21, expected 0..20"
    );
    assert_eq!(codes[..2], [ErrorCode::MinorNotSupported, ErrorCode::OutOfRange]);
    assert_eq!(person().age(), 30);
    assert_eq!(TargetsInput { birth_date: date("1996-03-10"), ..person() }.age(), 29);
}

#[test]
fn nt_1_numbers_of_minors_are_brought_by_a_coach() {
    let mut input = TargetsInput { birth_date: date("2010-01-01"), ..person() };
    input.brought.daily_calories = Some(number("2400"));
    input.brought.daily_protein_g = Some(number("150"));
    assert_eq!(refusal(input.clone()).0, [ErrorCode::MinorNotSupported]);
    input.brought.daily_fat_g = Some([number("60"), number("90")]);
    let targets = targets(input.clone());
    assert_eq!(targets.daily_carbs_g, number("281.25"));
    assert!(
        targets.demographic.is_none() && targets.micronutrients.is_empty() && targets.warnings.is_empty()
    );
    assert!(targets.steps.iter().all(|step| step.step != StepName::Bmr));
    assert_eq!(expenditure(&Valid::new(input).unwrap()), None);
}

#[test]
fn nt_2_a_loss_takes_energy_away() {
    let lose = |rate: &str| TargetsInput { goal: WeightGoal::Lose, rate_pct: Some(number(rate)), ..lifter() };
    let half = targets(lose("0.5"));
    assert_eq!(half.daily_calories, number("1810"));
    assert!(has(&numbers(&half, StepName::Deficit), "wanted", "440"));
    assert!(half.warnings.is_empty());
    assert_eq!(calories(TargetsInput { rate_pct: None, ..lose("0.5") }), "1810", "0.5 is the default");
    let whole = targets(lose("1"));
    assert_eq!(whole.daily_calories, number("1780"));
    assert!(has(&numbers(&whole, StepName::DeficitLimit), "most", "562.57"));
    assert!(has(&numbers(&whole, StepName::EnergyFloor), "least", "1780"));
    let warning = &whole.warnings[0];
    assert_eq!((warning.code, warning.code.spec()), (WarningCode::GoalBounded, SpecId::new("NT-2")));
    assert_eq!(serde_json::to_string(&warning.facts).unwrap(), r#"{"given":470,"wanted":880}"#);
    assert_eq!(refusal(lose("1.01")).1, "rate_pct: 1.01, expected 0.25..1");
}

#[test]
fn nt_2_the_result_of_a_loss_is_never_rounded_below_what_is_safe() {
    // BMR 10 × 80.4 + 1125 − 150 + 5 = 1784.
    let input = TargetsInput {
        weight_g: Some(Grams(80_400)),
        goal: WeightGoal::Lose,
        rate_pct: Some(number("1")),
        ..person()
    };
    assert_eq!(calories(input), "1790");
    let small = TargetsInput {
        sex: Sex::Female,
        height_mm: 1500,
        weight_g: Some(Grams(45_000)),
        goal: WeightGoal::Lose,
        ..person()
    };
    // BMR 1076.5, 1291.8 a day: 247.5 kcal less would be 1044.3.
    assert_eq!(calories(small), "1200");
}

#[test]
fn nt_2_a_gain_adds_energy_within_a_bound() {
    let gain = |rate: &str, weight| TargetsInput {
        goal: WeightGoal::Gain,
        rate_pct: Some(number(rate)),
        weight_g: Some(Grams(weight)),
        ..person()
    };
    assert_eq!(calories(gain("0.25", 80_000)), "2360");
    let fast = targets(gain("0.5", 120_000));
    // BMR 2180, 2616 a day; 660 kcal are wanted and 15 % are 392.4.
    assert_eq!(fast.daily_calories, number("3010"));
    assert_eq!(fast.warnings[0].code, WarningCode::GoalBounded);
    assert!(has(&numbers(&fast, StepName::SurplusLimit), "most", "392.4"));
    assert_eq!(refusal(gain("0.51", 80_000)).1, "rate_pct: 0.51, expected 0.1..0.5");
}

#[test]
fn nt_2_nobody_loses_weight_in_pregnancy_or_lactation() {
    let woman = TargetsInput { sex: Sex::Female, goal: WeightGoal::Lose, lactation: true, ..person() };
    let (codes, message) = refusal(woman);
    assert_eq!(codes, [ErrorCode::GoalNotAllowed]);
    assert_eq!(message, "goal: lose, expected maintain or gain in pregnancy and lactation");
    let (_, message) = refusal(TargetsInput { pregnancy_trimester: Some(4), ..person() });
    assert_eq!(
        message,
        "pregnancy_trimester: 4, expected 1..3; sex: male, expected female with pregnancy or lactation"
    );
}

#[test]
fn nt_2_brought_calories_win_and_too_few_of_them_are_named() {
    let mut input = lifter();
    input.brought.daily_calories = Some(number("1779.5"));
    let low = targets(input.clone());
    assert_eq!(low.daily_calories, number("1779.5"));
    assert_eq!(low.warnings[0].code, WarningCode::LowEnergy);
    assert_eq!(serde_json::to_string(&low.warnings[0].facts).unwrap(), r#"{"given":1780,"least":1780}"#);
    input.brought.daily_calories = Some(number("1780"));
    assert!(targets(input.clone()).warnings.is_empty());
    // A quarter less than 2670 kcal is above the BMR.
    input.life_activity = LifeActivity::OnFeet;
    assert_eq!(targets(input).warnings[0].code, WarningCode::LowEnergy);
}

#[test]
fn nt_2_deficit_mode_caps_every_day() {
    let input = TargetsInput { goal: WeightGoal::Lose, deficit_mode: true, ..lifter() };
    // 1.05 × 1810 = 1900.5.
    assert_eq!(targets(input.clone()).max_daily_calories, Some(number("1900")));
    let mut brought = input;
    brought.brought.max_daily_calories = Some(number("1850"));
    assert_eq!(targets(brought).max_daily_calories, Some(number("1850")));
    assert_eq!(targets(lifter()).max_daily_calories, None);
}

#[test]
fn nt_3_protein_follows_goal_strength_work_and_height() {
    let protein = |input: TargetsInput| targets(input).daily_protein_g.0.to_string();
    let goal = |goal| TargetsInput { goal, ..lifter() };
    let by_goal: Vec<_> = WeightGoal::ALL.iter().map(|&each| protein(goal(each))).collect();
    assert_eq!(by_goal, ["160", "128", "144"]);
    assert_eq!(protein(TargetsInput { weight_g: Some(Grams(120_000)), ..lifter() }), "130");
    assert_eq!(protein(person()), "96", "without strength work 1.2 g per kg");
    let runner = TargetsInput { sessions: sessions(TrainingKind::Endurance, 5, 60), ..person() };
    assert_eq!(protein(runner), "96");
    let gymnast = TargetsInput { sessions: sessions(TrainingKind::Calisthenics, 1, 30), ..person() };
    assert_eq!(protein(gymnast), "128");
    let mut mother = TargetsInput { sex: Sex::Female, lactation: true, ..person() };
    mother.tuning.protein_tenths_per_kg.without_strength = 8;
    assert_eq!(protein(mother.clone()), "88", "at least 1.1 g per kg");
    mother.tuning.protein_tenths_per_kg.without_strength = 7;
    assert_eq!(refusal(mother).1, "tuning.protein_tenths_per_kg.without_strength: 7, expected 8..31");
}

#[test]
fn nt_4_carbs_are_what_protein_and_fat_leave() {
    let mut input = lifter();
    input.brought.daily_calories = Some(number("2400"));
    input.brought.daily_protein_g = Some(number("150"));
    input.brought.daily_fat_g = Some([number("60"), number("90")]);
    assert_eq!(targets(input.clone()).daily_carbs_g, number("281.25"));
    input.brought.daily_carbs_g = Some(number("250"));
    assert_eq!(targets(input).daily_carbs_g, number("250"));
    let lean = targets(TargetsInput { goal: WeightGoal::Lose, ..lifter() });
    assert_eq!(lean.daily_fat_g, [number("48"), number("70")]);
    assert_eq!(lean.daily_carbs_g, number("159.75"));
}

#[test]
fn nt_4_negative_carbs_are_refused_with_their_value() {
    let mut input = lifter();
    input.brought.daily_calories = Some(number("1000"));
    input.brought.daily_protein_g = Some(number("200"));
    input.brought.daily_fat_g = Some([number("20"), number("30")]);
    let (codes, message) = refusal(input.clone());
    assert_eq!(codes, [ErrorCode::NegativeCarbs]);
    assert_eq!(
        message,
        "-6.25 g of carbs, expected 0 g or more; maybe more calories, or less protein and fat"
    );
    input.brought.daily_fat_g = Some([number("30"), number("20")]);
    assert_eq!(refusal(input).1, "brought.daily_fat_g: 30..20, expected the fewest grams first");
}

#[test]
fn nt_5_training_days_get_what_rest_days_give() {
    let split = targets(TargetsInput { day_split: 10, ..lifter() });
    let by_day: Vec<_> = split.day_targets.values().map(|day| day.daily_calories.0.to_string()).collect();
    assert_eq!(by_day, ["2346", "2346", "2346", "2346", "2121", "2121", "2121"]);
    // Carbs alone change: 96 kcal are 24 g, 129 kcal are 32.25 g.
    let carbs = |day: u8| split.day_targets[&day].daily_carbs_g.0.0 - split.daily_carbs_g.0.0;
    assert_eq!((carbs(1), carbs(7)), (24_000_000, -32_250_000));
    assert!(targets(lifter()).day_targets.is_empty());
    assert!(targets(TargetsInput { day_split: 10, ..person() }).day_targets.is_empty());
    let capped = targets(TargetsInput { day_split: 20, deficit_mode: true, ..lifter() });
    assert_eq!(capped.day_targets[&1].max_daily_calories, Some(number("2570")));
}

#[test]
fn nt_6_reference_intakes_are_the_default() {
    let targets_of = |input: TargetsInput| targets(input).micronutrients;
    let usual = targets_of(person());
    assert_eq!(usual.len(), 25);
    let find = |nutrient| usual.iter().find(|target| target.nutrient == nutrient).unwrap();
    let iron = find(Nutrient::Iron);
    assert_eq!((iron.target, iron.direction, iron.period), (number("8"), Direction::Floor, Period::Horizon));
    let sodium = find(Nutrient::Sodium);
    assert_eq!(
        (sodium.target, sodium.direction, sodium.period),
        (number("2300"), Direction::Ceiling, Period::Day)
    );
    assert!(sodium.advisory && !iron.advisory);
    // Not lowered in a deficit.
    assert_eq!(targets_of(TargetsInput { goal: WeightGoal::Lose, ..person() }), usual);
    for (sex, birth, trimester, lactation, expected) in [
        (Sex::Male, "1976-03-09", None, false, Demographic::AdultMale),
        (Sex::Male, "1975-03-09", None, false, Demographic::AdultMale51),
        (Sex::Female, "1955-03-10", None, false, Demographic::AdultFemale51),
        (Sex::Female, "1955-03-09", None, false, Demographic::AdultFemale71),
        (Sex::Female, "2000-01-01", Some(1), true, Demographic::Pregnancy),
        (Sex::Female, "2000-01-01", None, true, Demographic::Lactation),
    ] {
        let input = TargetsInput {
            sex,
            birth_date: date(birth),
            pregnancy_trimester: trimester,
            lactation,
            ..person()
        };
        assert_eq!(input.demographic(), Some(expected), "{birth}");
    }
}

#[test]
fn nt_6_an_athlete_may_choose_otherwise() {
    let mut input = person();
    let choice = NutrientChoice::default();
    let off = NutrientChoice { off: true, ..choice.clone() };
    let floor =
        NutrientChoice { direction: Some(Direction::Floor), fraction_milli: Some(800), ..choice.clone() };
    let sugar =
        NutrientChoice { target: Some(number("50")), direction: Some(Direction::Ceiling), ..choice.clone() };
    input.micronutrients.extend([
        (Nutrient::VitaminD, off),
        (Nutrient::Sodium, floor),
        (Nutrient::Sugar, sugar),
        (Nutrient::Cholesterol, choice),
    ]);
    let chosen = targets(input.clone()).micronutrients;
    let find = |nutrient| chosen.iter().find(|target| target.nutrient == nutrient);
    assert!(find(Nutrient::VitaminD).is_none() && find(Nutrient::Cholesterol).is_none());
    let sodium = find(Nutrient::Sodium).unwrap();
    assert_eq!((sodium.target, sodium.fraction_milli, sodium.advisory), (number("1500"), 800, false));
    assert_eq!(find(Nutrient::Sugar).unwrap().target, number("50"));
    let wrong = NutrientChoice { fraction_milli: Some(1001), ..NutrientChoice::default() };
    input.micronutrients.insert(Nutrient::Fat, wrong);
    assert_eq!(
        refusal(input).1,
        "micronutrients.fat_g: fat_g, expected a micronutrient; \
         micronutrients.fat_g.fraction_milli: 1001, expected 0..1000"
    );
}

/// `days` days of weighing and eating that end today: 80 kg at first, then `slope` g a day.
fn evidence(days: i64, kcal: i64, slope: i64) -> Evidence {
    let day = |ago: i64| add_days(date(TODAY), ago - days);
    let weigh_in = |ago| WeighIn { date: day(ago), weight_g: Grams(80_000 + slope * ago) };
    let intake = |ago| IntakeDay { date: day(ago), kcal: Amount(kcal * Amount::UNIT) };
    Evidence {
        today: date(TODAY),
        weigh_ins: (0..=days).map(weigh_in).collect(),
        intakes: (0..=days).map(intake).collect(),
        old: Amount(2250 * Amount::UNIT),
        derived: Amount(2250 * Amount::UNIT),
        last_evaluated: None,
    }
}

fn adapted(evidence: &Evidence) -> Adaptation {
    adapt(evidence, &AdaptiveTuning::default())
}

#[test]
fn nt_7_expenditure_follows_weight_and_intake() {
    let Adaptation::Propose { new, reason } = adapted(&evidence(28, 2200, -20)) else {
        panic!("no proposal")
    };
    assert_eq!(new, 2302);
    assert_eq!(
        serde_json::to_string(&reason).unwrap(),
        r#"{"code":"expenditure_adapted","spec":"NT-7","facts":{"intake":2200,"new":2302,"observed":2354,"old":2250,"slope":-20}}"#
    );
    let [english, russian] = [Locale::En, Locale::Ru].map(|locale| Voice::new(locale).reason(&reason));
    assert!(english.contains("2302") && russian.contains("2302"), "{english}; {russian}");
}

#[test]
fn nt_7_too_little_data_says_what_is_missing() {
    let missing = |of, have, need| Shortage { of, have, need };
    let short = adapted(&evidence(13, 2200, -20));
    assert_eq!(short, Adaptation::NotEnoughData(vec![missing("days", 13, 14)]));
    let mut thin = evidence(28, 2200, -20);
    thin.weigh_ins.truncate(9);
    thin.intakes.truncate(9);
    let Adaptation::NotEnoughData(shortages) = adapted(&thin) else { panic!("enough") };
    assert_eq!(shortages, [missing("days", 8, 14), missing("weigh_ins", 9, 10), missing("intakes", 9, 10)]);
    // Several weigh-ins of a day are one; what is older than the window does not count.
    let mut twice = evidence(28, 2200, -20);
    let last = *twice.weigh_ins.last().unwrap();
    twice.weigh_ins.push(last);
    assert_eq!(adapted(&twice), adapted(&evidence(28, 2200, -20)));
    twice.weigh_ins.push(WeighIn { date: add_days(date(TODAY), -29), weight_g: Grams(300_000) });
    assert_eq!(adapted(&twice), adapted(&evidence(28, 2200, -20)));
}

#[test]
fn nt_7_steps_are_small_bounded_and_rare() {
    let proposed = |evidence: &Evidence| match adapted(evidence) {
        Adaptation::Propose { new, .. } => Some(new),
        _ => None,
    };
    assert_eq!(proposed(&evidence(28, 4000, 0)), Some(2350), "at most 100 kcal");
    assert_eq!(proposed(&evidence(28, 1000, 0)), Some(2150));
    // 14 of 56 days: a quarter of the difference of 200.
    assert_eq!(proposed(&evidence(14, 2450, 0)), Some(2300));
    let mut far = evidence(28, 4000, 0);
    far.old = Amount(2900 * Amount::UNIT);
    assert_eq!(adapted(&far), Adaptation::Near { new: 2925 }, "at most 30 % above NT-1");
    assert_eq!(adapted(&evidence(28, 2308, 0)), Adaptation::Near { new: 2279 });
    assert_eq!(proposed(&evidence(28, 2310, 0)), Some(2280));
    let mut lately = evidence(28, 4000, 0);
    lately.last_evaluated = Some(date("2026-03-03"));
    assert_eq!(adapted(&lately), Adaptation::NotBefore(date("2026-03-10")));
    lately.last_evaluated = Some(date("2026-03-02"));
    assert_eq!(proposed(&lately), Some(2350));
}

#[test]
fn nt_7_a_day_is_complete_when_all_its_slots_are_settled() {
    use domain::meal_plan::SlotState::{Eaten, Missed, Planned, Replaced, Skipped};
    assert!(is_complete(&[Eaten, Replaced, Skipped], false));
    for slots in [&[Eaten, Missed][..], &[Eaten, Planned], &[]] {
        assert!(!is_complete(slots, false));
    }
    assert!(!is_complete(&[Eaten], true));
}

#[test]
fn nt_7_an_accepted_expenditure_replaces_the_derived_one() {
    let input = TargetsInput { expenditure: Some(number("2302")), goal: WeightGoal::Lose, ..lifter() };
    let targets = targets(input);
    assert_eq!(targets.daily_calories, number("1860"));
    assert!(has(&numbers(&targets, StepName::Expenditure), "kcal", "2302"));
}

#[test]
fn mf_6_the_example_is_what_its_input_gives() {
    let input: TargetsInput = serde_json::from_str(INPUT_EXAMPLE).unwrap();
    let targets = targets(input);
    expect_file("examples/targets.json", &serde_json::to_string_pretty(&targets).unwrap());
    assert_eq!(serde_json::from_str::<Targets>(EXAMPLE).unwrap(), targets);
}

#[test]
fn mf_6_every_step_and_warning_can_be_said_in_both_languages() {
    for locale in [Locale::En, Locale::Ru] {
        let voice = Voice::new(locale);
        for &step in StepName::ALL {
            let step = Step { step, spec: step.spec(), numbers: [].into() };
            assert!(voice.text(&step.text_id(), &step.facts()).is_some(), "{locale}: {}", step.step);
        }
        for code in WarningCode::WORDS {
            assert!(voice.text(&format!("warning-{code}"), &[].into()).is_some(), "{locale}: {code}");
        }
        let input: TargetsInput = serde_json::from_str(INPUT_EXAMPLE).unwrap();
        for step in targets(TargetsInput { day_split: 10, ..input }).steps {
            let text = voice.text(&step.text_id(), &step.facts()).unwrap();
            assert!(!text.contains("{$"), "{locale}: a number is missing in `{text}`");
        }
    }
    let training = targets(lifter()).steps.into_iter().find(|step| step.step == StepName::Training).unwrap();
    let text = Voice::new(Locale::En).text(&training.text_id(), &training.facts()).unwrap();
    assert_eq!(text, "Training: 114.29 kcal a day, from 4 sessions in 7 days");
}

proptest! {
    #[test]
    fn nt_5_the_mean_of_the_week_stays_within_rounding(split in 0u8..=20, days in 1u8..=6, weight in 50_000i64..120_000) {
        let input = TargetsInput {
            day_split: split,
            weight_g: Some(Grams(weight)),
            sessions: sessions(TrainingKind::Strength, days, 60),
            ..person()
        };
        let targets = targets(input);
        let week: i64 = targets.day_targets.values().map(|day| day.daily_calories.0.0).sum();
        let usual = 7 * targets.daily_calories.0.0;
        prop_assert!(split == 0 || (week - usual).abs() <= 7 * Amount::UNIT / 2);
    }

    #[test]
    fn nt_4_energy_is_the_sum_of_its_parts(weight in 45_000i64..200_000, height in 1500u32..2100, goal in 0usize..3) {
        let input = TargetsInput { weight_g: Some(Grams(weight)), height_mm: height, goal: WeightGoal::ALL[goal], ..lifter() };
        let Ok(targets) = target::targets(&Valid::new(input).unwrap()) else { return Ok(()) };
        let [low, high] = targets.daily_fat_g.map(|fat| fat.0.0);
        let sum = 4 * targets.daily_protein_g.0.0 + 4 * targets.daily_carbs_g.0.0 + 9 * (low + high) / 2;
        prop_assert_eq!(sum, targets.daily_calories.0.0);
        prop_assert_eq!(targets.daily_calories.0.0 % (10 * Amount::UNIT), 0);
    }
}
