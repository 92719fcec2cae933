//! From the first session on: a plan grows, gets harder, and every step can be explained.

use regimen::service::planning;

use super::{both::on_both, person::Person};

#[test]
fn sg_1_weeks_of_training_make_a_plan_that_grows() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let mut versions = 0;
        for _ in 0..8 {
            let finished = person.train(2).await;
            versions += usize::from(finished.told.version.is_some());
            person.advance_hours(47);
        }
        assert!(versions > 2, "{versions} versions came of reports");
        let chain = planning::versions(&person.app, &person.caller, None).await.unwrap();
        assert!(chain.len() > versions, "{} versions", chain.len());
        assert!(!person.items().await.is_empty());
    });
}
