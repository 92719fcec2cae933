//! The week of each muscle against its target (VO-10), as a table with bars.

use std::collections::BTreeMap;

use domain::anatomy::Muscle;
use training::output::{MuscleVolume, OneDecimal, VolumeStatus};

use crate::cli::{
    page::Reader,
    table::{Column, Table},
};

/// Length of the bar of a muscle that reached its target.
const BAR: i64 = 12;

/// Every muscle that something is wanted from or done for.
pub(super) fn table(volume: &BTreeMap<Muscle, MuscleVolume>, page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Left, Column::Rest]);
    table.row(page.texts([
        "",
        "volume-column-muscle",
        "volume-column-planned",
        "volume-column-target",
        "",
        "",
    ]));
    for (&muscle, volume) in volume.iter().filter(|(_, volume)| volume.target.0 > 0 || volume.planned.0 > 0) {
        let delta = page.sets(OneDecimal(volume.delta.0.abs()));
        table.row([
            String::new(),
            page.word("muscle", muscle),
            page.sets(volume.planned),
            page.sets(volume.target),
            bar(volume),
            page.text_with(status(volume.status, volume.target), [("delta", delta.into())]),
        ]);
    }
    table.to_string()
}

/// Filled as far as the week is planned; a target that is exceeded shows at the end.
fn bar(volume: &MuscleVolume) -> String {
    if volume.target.0 == 0 {
        return String::new();
    }
    let filled = (volume.planned.0 * BAR / volume.target.0).clamp(0, BAR);
    (0..BAR).map(|at| if at < filled { '█' } else { '░' }).collect()
}

/// What a status is called; a muscle without a target only takes part in what others do.
pub(in crate::cli) const fn status(status: VolumeStatus, target: OneDecimal) -> &'static str {
    match status {
        VolumeStatus::Over if target.0 == 0 => "volume-too-much",
        _ if target.0 == 0 => "volume-helper",
        VolumeStatus::Below => "volume-below",
        VolumeStatus::On => "volume-on",
        VolumeStatus::Over => "volume-over",
        VolumeStatus::Deferred => "volume-deferred",
    }
}
