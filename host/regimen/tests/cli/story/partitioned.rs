//! PostgreSQL whose tables are partitioned by athlete: the same life, the same rows, and a backup that can be restored.

use regimen::service::{
    app::Place,
    eating::{setting, week},
};
use sqlx::{Connection, Executor, PgConnection};

use super::{
    both::Fresh,
    life::{Life, first_difference},
    meals::{MONDAY, five_answers},
};

/// Every table that is keyed by the athlete first becomes four, by a hash of the athlete.
const PARTITIONED: &str = "do $$
declare name text;
begin
    for name in select c.relname from pg_class c
                join pg_index i on i.indrelid = c.oid and i.indisprimary
                join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                where c.relnamespace = current_schema()::regnamespace and a.attname = 'athlete_id'
    loop
        execute format('alter table %I rename to whole', name);
        execute format('create table %I (like whole including all) partition by hash (athlete_id)', name);
        execute 'drop table whole';
        for part in 0..3 loop
            execute format('create table %I partition of %I for values with (modulus 4, remainder %s)',
                           name || '_p' || part, name, part);
        end loop;
    end loop;
end $$";

const PARTS: &str = "select count(*) from pg_class where relispartition and relkind = 'r'";

impl Fresh {
    /// A database with all tables, those of athletes in parts.
    async fn partitioned() -> Self {
        let fresh = Self::postgres().await;
        fresh.store().await.close().await;
        fresh.connection().await.execute(PARTITIONED).await.unwrap();
        fresh
    }

    async fn connection(&self) -> PgConnection {
        let Place::Postgres(url) = &self.place else { panic!("not a server") };
        PgConnection::connect(url).await.unwrap()
    }

    async fn parts(&self) -> i64 {
        sqlx::query_scalar(PARTS).fetch_one(&mut self.connection().await).await.unwrap()
    }
}

/// Two weeks of training with an edit and answers, days of meals, and the jobs of a Sunday.
async fn lived(fresh: &Fresh) -> Life {
    let life = Life::begun(fresh.store().await).await;
    let (app, caller) = (&life.person.app, &life.person.caller);
    setting::setup(app, caller, five_answers(), None).await.unwrap();
    let planned = life.person.plan_days(MONDAY, 3).await;
    week::accept(app, caller, planned.proposal.unwrap().id).await.unwrap();
    life.first_weeks().await;
    life.on(1, 6, 23).jobs().await;
    life
}

#[test]
fn gl_8_a_life_in_tables_that_are_partitioned_by_athlete_is_the_same_and_can_be_restored() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (whole, parted) = (Fresh::postgres().await, Fresh::partitioned().await);
        let parts = parted.parts().await;
        assert!(parts > 4 * 30, "{parts}");
        let (one, other) = (lived(&whole).await, lived(&parted).await);
        let (dump, same) = (one.dump().await, other.dump().await);
        assert!(dump == same, "{}", first_difference(&dump, &same));
        // Who is removed is removed from each table once, whatever it consists of.
        let tables = async |life: &Life| {
            life.person.app.store.read().await.unwrap().tables_with("athlete_id").await.unwrap()
        };
        assert_eq!(tables(&one).await, tables(&other).await);
        // To a file, and from there to tables in parts that wait for rows; what arrives is what left.
        let between = Fresh::sqlite();
        let file = other.moved(&between).await;
        let waiting = Fresh::partitioned().await;
        let back = file.moved(&waiting).await;
        assert_eq!(waiting.parts().await, parts);
        back.on(2, 0, 17).train(1).await;
    });
}
