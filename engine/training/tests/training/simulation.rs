//! VF-3: eight weeks of every schedule and training age, simulated with the whole catalogue in a gym.

use domain::{anatomy::Muscle, exercise::TrainingAge};
use training::{
    calibrate::SCENARIOS,
    catalog::Catalog,
    library::Library,
    simulate::{
        Report, Schedule, SimulatedWeek, Simulation,
        figures::{BlockFigures, Figures},
        simulate,
    },
    tuning::Tuning,
};

fn run(simulation: &Simulation) -> Report {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    simulate(simulation, &library).unwrap()
}

/// Runs every schedule and training age, changed by `change`, and judges each report.
fn each(change: impl Fn(&mut Simulation), judge: impl Fn(&Simulation, &Report, &Figures)) {
    for &schedule in Schedule::ALL {
        for &age in TrainingAge::ALL {
            let mut simulation = Simulation::new(schedule, age);
            change(&mut simulation);
            let report = run(&simulation);
            judge(&simulation, &report, &report.figures());
        }
    }
}

/// The exercise, ceiling and budget items, which hold in every run.
fn assert_sound(simulation: &Simulation, report: &Report, figures: &Figures) {
    assert!(figures.fewest_exercises >= 4, "{simulation:?}: {figures:?}");
    assert_eq!(figures.removed_by_caps, 0, "{simulation:?}");
    assert_eq!(figures.over_ceiling, 0, "{simulation:?}");
    assert_eq!(figures.over_budget, 0, "{simulation:?}");
    for (index, week) in report.weeks.iter().enumerate() {
        for &muscle in Muscle::ALL {
            let (done, ceiling) =
                (week.muscles[&muscle].done.0, ceiling(&report.weeks[..index], muscle, simulation));
            assert!(done <= ceiling, "{simulation:?} week {index} {muscle}: {done} above {ceiling}");
        }
    }
}

/// VO-7, from the weeks of the report alone.
fn ceiling(before: &[SimulatedWeek], muscle: Muscle, simulation: &Simulation) -> i64 {
    let row = Tuning::default().landmarks[muscle as usize];
    let (mev, mav, mrv) = (row.mev * 10, row.mav * 10, row.mrv * 10);
    let counted: Vec<i64> = before
        .iter()
        .rev()
        .filter(|week| !week.deload)
        .take(4)
        .map(|week| week.muscles[&muscle].done.0)
        .collect();
    let Some(best) = counted.iter().max() else { return mrv };
    let weeks = i64::from(simulation.mesocycle_length) - 1;
    let (floor, step) = if mev > 0 { (mev, (mav - mev + weeks - 1) / weeks) } else { (mav, 0) };
    let spike = ((best * 12 + 9) / 10).max(floor).max(counted[0] + step.max(20));
    spike.min(mrv)
}

/// Whether the deload has at most so many percent of the sets of the week before it.
fn unloads_to(percent: i64, block: &BlockFigures) -> bool {
    100 * block.deload_sets <= percent * block.sets.last().unwrap()
}

#[test]
fn vf_3_every_session_is_whole_and_no_week_passes_its_ceilings() {
    each(|_| (), assert_sound);
}

#[test]
fn vf_3_volume_rises_through_a_block_and_falls_in_its_deload() {
    each(
        |_| (),
        |simulation, _, figures| {
            assert_eq!(figures.blocks.len(), 2, "{simulation:?}");
            for block in &figures.blocks {
                let context = format!("{simulation:?}: {block:?}");
                let (closed, sets) = (&block.closed, &block.sets);
                assert_eq!((closed.len(), sets.len()), (3, 3), "{context}");
                assert!(closed[2].0 - closed[0].0 >= 50, "{context}");
                assert!(closed.windows(2).all(|pair| pair[1].0 >= pair[0].0 - 60), "{context}");
                // One session a week of each kind is saturated by time.
                let least = if simulation.schedule == Schedule::Ppl1 { sets[0] - 3 } else { sets[0] + 1 };
                assert!(sets[2] >= least, "{context}");
                assert!(unloads_to(60, block), "{context}");
            }
        },
    );
}

#[test]
fn vf_3_few_muscles_stay_below_their_least_useful_volume() {
    let most = |schedule| match schedule {
        Schedule::Ppl1 => 5,
        Schedule::Ul2 | Schedule::Ppl2 => 2,
        Schedule::Fb3 => 6,
    };
    each(
        |_| (),
        |simulation, _, figures| {
            assert!(figures.below_mev <= most(simulation.schedule), "{simulation:?}: {}", figures.below_mev);
        },
    );
}

#[test]
fn vf_3_mains_stay_and_accessories_change() {
    each(
        |_| (),
        |simulation, _, figures| {
            let repeated = figures.mains_repeated.thousandths().unwrap();
            assert!(repeated >= 750, "{simulation:?}: {repeated} of 1000 mains repeat");
            let variety = figures.accessory_variety.thousandths().unwrap();
            assert!(variety >= 1000, "{simulation:?}: {variety} thousandths of an accessory");
        },
    );
}

#[test]
fn vf_3_shorter_and_longer_sessions_stay_sound() {
    for minutes in [45, 90] {
        each(
            |simulation| simulation.minutes = minutes,
            |simulation, report, figures| {
                assert_sound(simulation, report, figures);
                for block in &figures.blocks {
                    assert!(unloads_to(75, block), "{simulation:?}: {block:?}");
                }
            },
        );
    }
}

#[test]
fn vf_3_a_missed_session_in_five_does_no_harm() {
    each(|simulation| simulation.skip_every = Some(5), assert_sound);
    let report =
        run(&Simulation { skip_every: Some(5), ..Simulation::new(Schedule::Ul2, TrainingAge::Intermediate) });
    let done: Vec<usize> = report.sessions.iter().map(|session| session.index).take(8).collect();
    assert_eq!(done, [0, 1, 2, 4, 5, 6, 7, 9]);
}

#[test]
fn gl_1_a_seed_varies_a_run_and_repeats_it() {
    let perfect = Simulation::new(Schedule::Ppl2, TrainingAge::Intermediate);
    let with = |seed| run(&Simulation { seed, ..perfect });
    let seeded: Vec<Report> = (1..4).map(|seed| with(Some(seed))).collect();
    assert_eq!(seeded[0], with(Some(1)));
    assert!(seeded.iter().any(|report| *report != with(None)), "reps never change what is chosen");
    for report in &seeded {
        assert_sound(&perfect, report, &report.figures());
    }
}

#[test]
fn vf_1_a_tired_athlete_is_offered_what_is_worth_its_fatigue() {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let tired = SCENARIOS.iter().find(|scenario| scenario.name == "S4").unwrap();
    for ranked in &tired.rank(&library).unwrap()[..5] {
        let traits = library.traits(ranked.place);
        assert!(traits.sfr >= 4 && traits.fatigue_cost <= 2, "{}", library.key(ranked.place));
    }
}
