//! What lies between two versions of a plan: the net difference, with the reasons of each change and of no other.

use domain::{
    change::{Change, Field, Value},
    plan::RowEvent,
    proposal::ProposalId,
    reason::Reason,
};
use regimen::service::{
    planning,
    proposals::{self, Filter},
};

use super::{both::on_both, life::Life};

#[test]
fn pv_6_an_edit_and_its_undo_are_no_difference_and_the_other_way_round_is_the_opposite() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        life.edit("bench_press", Field::RestAll, 150).await;
        planning::take_back(app, caller, None, 2).await.unwrap();
        life.edit("back_squat", Field::RestAll, 200).await;
        life.edit("back_squat", Field::RestAll, 240).await;
        let between = async |from, to| planning::diff(app, caller, None, from, to).await.unwrap();
        assert_eq!(between(1, 3).await, []);
        let [there] = &between(1, 5).await[..] else { panic!("one item differs") };
        let [back] = &between(5, 1).await[..] else { panic!("one item differs") };
        assert_eq!((there.exercise.as_str(), there.version), ("back_squat", 5), "the newest explains it");
        let values = |one: &Change| (one.field, one.old.clone(), one.new.clone());
        let rest = |seconds: i64| Value::Number(seconds);
        assert_eq!(
            there.changes.iter().map(values).collect::<Vec<_>>(),
            [(Field::RestAll, rest(90), rest(240))]
        );
        assert_eq!(
            back.changes.iter().map(values).collect::<Vec<_>>(),
            [(Field::RestAll, rest(240), rest(90))]
        );
        let missing = planning::diff(app, caller, None, 1, 9).await.unwrap_err();
        assert_eq!(missing.code.name, "not_found");
    });
}

#[test]
fn pv_9_each_change_is_told_with_its_own_reasons_alone() {
    on_both(async |fresh| {
        let life = Life::begun(fresh.store().await).await;
        life.first_weeks().await;
        life.second_thoughts().await;
        let (app, caller) = (&life.person.app, &life.person.caller);
        let all = proposals::list(app, caller, Filter { all: true, ..Filter::default() }).await.unwrap();
        let of = |id: &ProposalId| -> Reason { all.iter().find(|one| one.id == *id).unwrap().reason.clone() };
        let mut checked = 0;
        for told in planning::explained(app, caller, None).await.unwrap() {
            let (version, rows) = (&told.entry.version, &told.entry.rows);
            let Some(parent) = version.parent else { continue };
            let differences = planning::diff(app, caller, None, parent, version.number).await.unwrap();
            let changed = differences.iter().map(|one| one.changes.len()).sum::<usize>();
            assert_eq!(changed, rows.iter().map(|row| row.changes.len().max(1)).sum::<usize>());
            for (row, reasons) in rows.iter().zip(&told.reasons) {
                if !row.proposals.is_empty() && row.event_type != RowEvent::Compromise {
                    let known: Vec<Reason> = row.proposals.iter().map(of).collect();
                    assert!(reasons.iter().all(|why| known.contains(why)), "{reasons:?} of {known:?}");
                    checked += 1;
                }
                assert!(!reasons.is_empty());
            }
        }
        assert!(checked > 0, "no version of a proposal");
    });
}
