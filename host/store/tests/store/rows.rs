//! What is written comes back as it was, and nobody sees what is another athlete's.

use domain::{
    id::{Id, TraceId},
    person::{Actor, Athlete},
    progress::{self, ProgressRecord},
    proposal::{Decision, ProposalId, Verdict},
    quantity::Grams,
    session::{self, Session},
    time::Instant,
};
use store::{
    AthleteRow, BodyWeight, Deletion, Entry, LoggedSet, MeasurementRow, MissModelHead, ProgressRow, Records,
    SessionRow, Shelf, StoreError, Which,
};

use crate::both::on_both;

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

fn session() -> Session {
    serde_json::from_str(session::EXAMPLE).unwrap()
}

fn someone_else() -> Id<Athlete> {
    Id::derive(&["someone else"])
}

#[test]
fn pv_5_a_session_comes_back_as_it_was_and_only_to_its_athlete() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let session = session();
        let athlete = session.athlete_id;
        let mut tx = store.write().await.unwrap();
        tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
        tx.put_performances(&session).await.unwrap();
        let sets: Vec<LoggedSet> = session
            .exercises
            .iter()
            .flat_map(|one| one.sets.iter().map(|set| (one.id, set.clone())))
            .map(|(performance_id, set)| LoggedSet { performance_id, set, at: at("2026-03-02T18:00:00Z") })
            .collect();
        assert_eq!(tx.log_sets(athlete, &sets).await.unwrap(), sets.len());
        // A device that repeats itself has no second effect (GL-5).
        assert_eq!(tx.log_sets(athlete, &sets).await.unwrap(), 0);
        tx.commit().await.unwrap();
        let mut tx = store.read().await.unwrap();
        let row = tx.session(athlete, session.id).await.unwrap().unwrap();
        assert_eq!(row.session, session);
        assert_eq!(tx.session(someone_else(), session.id).await.unwrap(), None);
        let day = Which::Between(session.local_date, session.local_date);
        assert_eq!(tx.sessions(athlete, day).await.unwrap().len(), 1);
        assert_eq!(tx.sessions(someone_else(), day).await.unwrap().len(), 0);
    });
}

#[test]
fn gl_8_a_corrected_set_is_another_revision_and_the_first_stays() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let mut session = session();
        let athlete = session.athlete_id;
        let mut tx = store.write().await.unwrap();
        tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
        tx.put_performances(&session).await.unwrap();
        let performance_id = session.exercises[0].id;
        let mut set = session.exercises[0].sets[0].clone();
        let log = |set: &domain::session::SetPerformance| LoggedSet {
            performance_id,
            set: set.clone(),
            at: at("2026-03-02T18:00:00Z"),
        };
        tx.log_sets(athlete, &[log(&set)]).await.unwrap();
        set.reps = Some(77);
        assert_eq!(tx.log_sets(athlete, &[log(&set)]).await.unwrap(), 1);
        session.exercises[0].notes = "the second set was hard".to_owned();
        tx.put_performances(&session).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.read().await.unwrap();
        let now = tx.session(athlete, session.id).await.unwrap().unwrap().session;
        assert_eq!(now.exercises[0].sets, [set]);
        assert_eq!(now.exercises[0].notes, "the second set was hard");
        assert_eq!(tx.count("set_performances", athlete).await.unwrap(), 2);
        let kept = tx.count("exercise_performances", athlete).await.unwrap();
        assert_eq!(usize::try_from(kept).unwrap(), session.exercises.len() + 1);
    });
}

#[test]
fn p_20_records_are_found_by_item_session_and_day_and_never_twice() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let record: ProgressRecord = serde_json::from_str(progress::EXAMPLE).unwrap();
        let row = ProgressRow { started_at: at("2026-03-02T17:00:00Z"), record: record.clone() };
        let mut tx = store.write().await.unwrap();
        tx.add_progress(std::slice::from_ref(&row)).await.unwrap();
        tx.commit().await.unwrap();
        let athlete = record.athlete_id;
        let mut tx = store.read().await.unwrap();
        let by_item = Records::OfItems(&[record.item_id], 10);
        assert_eq!(tx.progress(athlete, by_item).await.unwrap(), std::slice::from_ref(&row));
        assert_eq!(
            tx.progress(athlete, Records::OfSession(record.session_id)).await.unwrap(),
            std::slice::from_ref(&row)
        );
        let day = Records::Between(record.local_date, record.local_date, None);
        assert_eq!(tx.progress(athlete, day).await.unwrap(), std::slice::from_ref(&row));
        assert!(tx.progress(someone_else(), day).await.unwrap().is_empty());
        drop(tx);
        let mut tx = store.write().await.unwrap();
        let twice = tx.add_progress(std::slice::from_ref(&row)).await.unwrap_err();
        assert!(matches!(twice, StoreError::Taken { .. }), "{twice}");
        drop(tx);
        let mut tx = store.write().await.unwrap();
        tx.archive_progress(athlete, &[record.id], at("2027-12-05T23:00:00Z")).await.unwrap();
        assert_eq!(tx.progress_count(athlete).await.unwrap(), 0);
        // Reports read both tables (P-23).
        assert_eq!(tx.progress(athlete, day).await.unwrap(), std::slice::from_ref(&row));
        // Levels are read from what reached one, and from what corrects it.
        let plain = ProgressRecord { id: Id::derive(&["plain"]), level_result: None, ..record.clone() };
        let skipped =
            ProgressRecord { id: Id::derive(&["skipped"]), corrects: Some(record.id), ..plain.clone() };
        let later = |record| ProgressRow { started_at: at("2026-03-03T17:00:00Z"), record };
        let others = [later(plain), later(skipped)];
        tx.add_progress(&others).await.unwrap();
        let [_, correction] = others;
        assert_eq!(tx.progress(athlete, Records::Levels).await.unwrap(), [row, correction]);
    });
}

#[test]
fn what_is_not_committed_leaves_nothing_behind() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let session = session();
        let mut tx = store.write().await.unwrap();
        tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
        drop(tx);
        let mut tx = store.read().await.unwrap();
        assert_eq!(tx.session(session.athlete_id, session.id).await.unwrap(), None);
    });
}

#[test]
fn gl_8_the_newest_schema_is_reached_once_and_survives_being_closed() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let schema = store.schema().await.unwrap();
        assert!(schema > 0);
        let row = AthleteRow {
            id: Id::<Athlete>::derive(&["a"]),
            account_id: Id::derive(&["b"]),
            created_at: at("2026-03-02T18:00:00Z"),
            revision: 1,
            profile: "anything".to_owned(),
        };
        let mut tx = store.write().await.unwrap();
        tx.put_athlete(&row).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
        let store = fresh.store().await;
        assert_eq!(store.schema().await.unwrap(), schema);
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.locked_athlete::<String>(row.id).await.unwrap(), Some(row));
    });
}

#[test]
fn text_that_one_database_cannot_keep_is_refused_by_both() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let mut tx = store.write().await.unwrap();
        let entry = Entry { key: "a".to_owned(), revision: 1, value: "x\0y".to_owned() };
        let refused = tx.put_entries(Shelf::Pantry, someone_else(), &[entry]).await.unwrap_err();
        assert!(matches!(refused, StoreError::Nul { table: "pantry" }), "{refused}");
        let entry = Entry { key: "a\0".to_owned(), revision: 1, value: 1 };
        let refused = tx.put_entries(Shelf::Pantry, someone_else(), &[entry]).await.unwrap_err();
        assert!(matches!(refused, StoreError::Nul { .. }), "{refused}");
    });
}

#[test]
fn every_shelf_keeps_finds_replaces_and_removes() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let athlete = Id::derive(&["a"]);
        let mut tx = store.write().await.unwrap();
        for shelf in Shelf::ALL {
            let entry = |key: &str, revision, value: i64| Entry { key: key.to_owned(), revision, value };
            tx.put_entries(*shelf, athlete, &[entry("b", 1, 1), entry("a", 1, 2)]).await.unwrap();
            tx.put_entries(*shelf, athlete, &[entry("b", 2, 3)]).await.unwrap();
            let found = tx.entries::<i64>(*shelf, athlete).await.unwrap();
            assert_eq!(found, [entry("a", 1, 2), entry("b", 2, 3)]);
            assert!(tx.entries::<i64>(*shelf, someone_else()).await.unwrap().is_empty());
            assert!(tx.remove_entry(*shelf, athlete, "b").await.unwrap());
            assert!(!tx.remove_entry(*shelf, athlete, "b").await.unwrap());
            assert_eq!(tx.entry::<i64>(*shelf, athlete, "b").await.unwrap(), None);
        }
    });
}

#[test]
fn body_weights_are_sorted_by_day_and_told_once() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let athlete = Id::derive(&["a"]);
        let weight = |id: u128, day: i8, grams| BodyWeight {
            id: uuid::Uuid::from_u128(id),
            date: jiff::civil::date(2026, 3, day),
            at: at("2026-03-09T06:00:00Z"),
            grams: Grams(grams),
        };
        let all = [weight(1, 3, 80_500), weight(2, 2, 80_000)];
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.add_body_weights(athlete, &all).await.unwrap(), 2);
        assert_eq!(tx.add_body_weights(athlete, &all).await.unwrap(), 0);
        let (from, to) = (jiff::civil::date(2026, 3, 1), jiff::civil::date(2026, 3, 2));
        assert_eq!(tx.body_weights(athlete, from, to).await.unwrap(), [all[1]]);
    });
}

#[test]
fn measurements_are_kept_once_and_found_by_kind_and_day() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let athlete = Id::derive(&["a"]);
        let one = |id: u128, kind: &str, day: i8, amount| MeasurementRow {
            id: uuid::Uuid::from_u128(id),
            kind: kind.to_owned(),
            date: jiff::civil::date(2026, 3, day),
            at: at("2026-03-09T06:00:00Z"),
            amount,
        };
        let all = [one(1, "waist", 3, 820), one(2, "arm", 3, 350), one(3, "waist", 2, 830)];
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.add_measurements(athlete, &all).await.unwrap(), 3);
        assert_eq!(tx.add_measurements(athlete, &all).await.unwrap(), 0);
        let (from, to) = (jiff::civil::date(2026, 3, 1), jiff::civil::date(2026, 3, 3));
        let found = tx.measurements(athlete, from, to).await.unwrap();
        assert_eq!(found, [all[1].clone(), all[2].clone(), all[0].clone()]);
        assert!(tx.measurements(someone_else(), from, to).await.unwrap().is_empty());
    });
}

#[test]
fn gl_8_both_databases_know_every_table_that_holds_something_of_an_athlete() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let texts = std::fs::read_dir(folder).unwrap();
    let texts: String = texts.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let tables = texts.split("create table ").skip(1).map(|table| table.split(");").next().unwrap());
    let mut written: Vec<String> = tables
        .filter(|table| table.contains("    athlete_id uuid"))
        .map(|table| table.split(' ').next().unwrap().to_owned())
        .collect();
    written.sort();
    // One may have been made anew.
    written.dedup();
    assert!(written.len() > 30, "{written:?}");
    on_both(async |fresh| {
        let store = fresh.store().await;
        let mut tx = store.read().await.unwrap();
        assert_eq!(tx.tables_with("athlete_id").await.unwrap(), written);
        assert_eq!(tx.tables_with("coach_id").await.unwrap(), ["grants"]);
        assert!(tx.tables_with("account_id").await.unwrap().contains(&"athletes".to_owned()));
    });
}

#[test]
fn gl_8_who_is_removed_leaves_no_row_and_others_keep_theirs() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let session = session();
        let mut other = session.clone();
        other.athlete_id = someone_else();
        let mut tx = store.write().await.unwrap();
        for session in [&session, &other] {
            tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
            let entry = Entry { key: "a".to_owned(), revision: 1, value: 1 };
            tx.put_entries(Shelf::Pantry, session.athlete_id, &[entry]).await.unwrap();
        }
        let deletion = Deletion {
            id: uuid::Uuid::from_u128(1),
            account: Id::derive(&["account"]),
            athlete: Some(session.athlete_id),
            by: None,
            at: at("2026-03-09T06:00:00Z"),
        };
        tx.remove_person(&deletion).await.unwrap();
        for table in ["training_sessions", "pantry"] {
            assert_eq!(tx.count(table, session.athlete_id).await.unwrap(), 0, "{table}");
            assert_eq!(tx.count(table, other.athlete_id).await.unwrap(), 1, "{table}");
        }
        assert_eq!(tx.deletions().await.unwrap(), [deletion]);
    });
}

#[test]
fn pr_5_answers_of_one_millisecond_come_in_the_only_order_that_is_possible() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let athlete = someone_else();
        let proposals: Vec<ProposalId> = (0..8).map(|n| Id::derive(&["asked", &n.to_string()])).collect();
        let decision = |proposal: &ProposalId, verdict: Verdict| Decision {
            id: Id::derive(&["answer", &proposal.to_string(), verdict.as_str()]),
            proposal_id: *proposal,
            verdict,
            alternative: None,
            actor: Actor::SYSTEM,
            reason_code: None,
            note: None,
            at: at("2026-03-02T18:00:00Z"),
            version: None,
            trace_id: TraceId::from_number(1),
        };
        let possible = [Verdict::Deferred, Verdict::Accepted, Verdict::Overridden];
        let mut tx = store.write().await.unwrap();
        for proposal in &proposals {
            tx.add_decisions(athlete, &possible.map(|verdict| decision(proposal, verdict))).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut tx = store.read().await.unwrap();
        for proposal in proposals {
            let found = tx.decisions(athlete, &[proposal]).await.unwrap();
            assert_eq!(found.iter().map(|one| one.verdict).collect::<Vec<_>>(), possible);
        }
    });
}

#[test]
fn p_48_the_installation_keeps_one_model_and_reads_what_was_begun() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.miss_model().await.unwrap(), None);
        let head = |name: &str, trained_at: &str| MissModelHead {
            id: Id::<Athlete>::derive(&[name]).uuid(),
            trained_at: at(trained_at),
            row_count: 312,
            active: true,
            rule_version: "1".to_owned(),
            feature_hash: "00ff".to_owned(),
        };
        let older = head("older", "2026-03-02T12:00:00Z");
        tx.put_miss_model(&older, &[0.1, 1e-9]).await.unwrap();
        assert_eq!(tx.learned_misses::<Vec<f64>>(older.id).await.unwrap(), Some(vec![0.1, 1e-9]));
        let newer = MissModelHead { active: false, ..head("newer", "2026-03-09T12:00:00Z") };
        tx.put_miss_model(&newer, &["another"]).await.unwrap();
        assert_eq!(tx.miss_model().await.unwrap(), Some(newer));
        assert_eq!(tx.learned_misses::<Vec<f64>>(older.id).await.unwrap(), None);
        let session = session();
        let athlete = session.athlete_id;
        tx.put_session(&SessionRow { revision: 1, session: session.clone() }).await.unwrap();
        tx.put_performances(&session).await.unwrap();
        let begun = tx.begun_items(athlete, Instant::EPOCH).await.unwrap();
        let planned: Vec<_> =
            (0..).zip(&session.exercises).filter(|(_, one)| one.item_id.is_some()).collect();
        assert_eq!(begun.len(), planned.len());
        for (begun, (position, exercise)) in begun.iter().zip(planned) {
            assert_eq!((begun.session_id, Some(begun.item_id)), (session.id, exercise.item_id));
            assert_eq!((begun.position, begun.finished_at), (position, session.finished_at));
            assert_eq!(begun.volume_pct, exercise.frozen.as_ref().map(|frozen| frozen.volume_pct));
            assert_eq!(begun.readiness, session.readiness);
        }
        let later = session.started_at.unwrap().plus_seconds(1);
        assert_eq!(tx.begun_items(athlete, later).await.unwrap(), []);
        assert_eq!(tx.begun_items(someone_else(), Instant::EPOCH).await.unwrap(), []);
    });
}
