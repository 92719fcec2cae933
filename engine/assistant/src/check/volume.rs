//! Validators of how much: sets of one exercise, sets and volume of a muscle (SA-1, VO-7, VO-9).

use domain::anatomy::Muscle;
use training::{
    allocate::max_sets,
    draft::{is_ladder, start_sets},
    muscles::{Volumes, is_large},
};

use super::Case;
use crate::fault::{FaultCode, Faults};

/// SA-1: not more sets than the athlete's experience allows; a level has its own.
pub(super) fn age_cap(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let request = &case.context.request;
    let most = max_sets(request);
    for (index, item) in case.worked() {
        let Some(place) = case.context.place(&item.planned.slug) else { continue };
        let sets = i64::from(item.planned.working_sets);
        let holds = sets <= most || is_ladder(request, place);
        faults.require(
            holds,
            code,
            format_args!("/exercise_plan/{index}/working_sets"),
            format_args!("at most {most}"),
            sets,
        );
    }
}

/// VO-7, VO-9: no muscle above its week, nor above what one session may give it.
pub(super) fn ceiling(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let request = &case.context.request;
    let mut volume = Volumes::default();
    let mut direct = [[0_i64; 2]; Muscle::COUNT];
    for (_, item) in case.worked() {
        let Some(place) = case.context.place(&item.planned.slug) else { continue };
        let traits = request.library.traits(place);
        let sets = i64::from(item.planned.working_sets);
        volume.add(&traits.contributions, sets);
        for muscle in traits.primaries.iter() {
            let [all, start] = &mut direct[muscle as usize];
            *all += sets;
            *start += start_sets(request, place);
        }
    }
    let caps = request.tuning().session_direct_cap;
    for &muscle in Muscle::ALL {
        let planned = volume[muscle];
        let is_over = planned > 0 && request.volume.exceeds_ceiling(muscle, planned);
        let left = (request.volume.ceiling[muscle] - request.volume.done[muscle]).max(0);
        let tenths = |sets: i64| format!("{}.{} sets of {muscle}", sets / 10, sets % 10);
        faults.require(
            !is_over,
            code,
            "/exercise_plan",
            format_args!("at most {}", tenths(left)),
            tenths(planned),
        );
        let cap = i64::from(if is_large(muscle) { caps.large } else { caps.small });
        let [all, start] = direct[muscle as usize];
        let holds = all <= cap.max(start);
        faults.require(
            holds,
            code,
            "/exercise_plan",
            format_args!("at most {cap} direct sets of {muscle}"),
            all,
        );
    }
}
