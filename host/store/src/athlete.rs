//! Accounts, athletes and grants.

use domain::{
    id::Id,
    person::{Account, Athlete},
    time::Instant,
};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Table, document, instant, value},
    tx::{Tx, on},
};

const ACCOUNTS: Table =
    Table { name: "accounts", key: 1, columns: &["id", "login", "state", "created_at", "revision", "body"] };

const ATHLETES: Table =
    Table { name: "athletes", key: 1, columns: &["id", "account_id", "created_at", "revision", "body"] };

const GRANTS: Table =
    Table { name: "grants", key: 2, columns: &["athlete_id", "id", "coach_id", "state", "body"] };

/// An account as it is kept; what it holds is the caller's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRow<A> {
    /// Its id.
    pub id: Id<Account>,
    /// The name to sign in with, unique.
    pub login: String,
    /// Whether it may be used.
    pub state: String,
    /// When it was made.
    pub created_at: Instant,
    /// Counts the changes.
    pub revision: i64,
    /// The rest.
    pub account: A,
}

/// An athlete as kept: the profile, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AthleteRow<P> {
    /// Its id.
    pub id: Id<Athlete>,
    /// The account of the person.
    pub account_id: Id<Account>,
    /// Since when.
    pub created_at: Instant,
    /// Counts the changes.
    pub revision: i64,
    /// What the athlete has set.
    pub profile: P,
}

/// What an athlete allows a coach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantRow<G> {
    /// Its id.
    pub id: Uuid,
    /// Who allows it.
    pub athlete_id: Id<Athlete>,
    /// Who may.
    pub coach_id: Id<Account>,
    /// Asked, active or revoked.
    pub state: String,
    /// The rest.
    pub grant: G,
}

type AccountColumns = (Uuid, String, String, i64, i64, Body);
type AthleteColumns = (Uuid, Uuid, i64, i64, Body);
type GrantColumns = (Uuid, Uuid, Uuid, String, Body);

fn account<A: DeserializeOwned>(row: AccountColumns) -> Result<AccountRow<A>, StoreError> {
    let (id, login, state, created_at, revision, body) = row;
    let account = value("accounts", &body.0)?;
    Ok(AccountRow { id: Id::from_uuid(id), login, state, created_at: instant(created_at), revision, account })
}

fn athlete<P: DeserializeOwned>(row: AthleteColumns) -> Result<AthleteRow<P>, StoreError> {
    let (id, account_id, created_at, revision, body) = row;
    Ok(AthleteRow {
        id: Id::from_uuid(id),
        account_id: Id::from_uuid(account_id),
        created_at: instant(created_at),
        revision,
        profile: value("athletes", &body.0)?,
    })
}

fn grant<G: DeserializeOwned>(row: GrantColumns) -> Result<GrantRow<G>, StoreError> {
    let (athlete_id, id, coach_id, state, body) = row;
    let grant = value("grants", &body.0)?;
    let (athlete_id, coach_id) = (Id::from_uuid(athlete_id), Id::from_uuid(coach_id));
    Ok(GrantRow { id, athlete_id, coach_id, state, grant })
}

/// Accounts are the installation's, not an athlete's.
impl Tx {
    /// Adds an account, or replaces the one with its id.
    pub async fn put_account<A: Serialize>(&mut self, row: &AccountRow<A>) -> Result<(), StoreError> {
        let body = document(&ACCOUNTS, &row.account)?;
        let login = row.login.as_str();
        let cells = vec![
            row.id.into(),
            login.into(),
            row.state.as_str().into(),
            row.created_at.into(),
            row.revision.into(),
            body,
        ];
        self.put(&ACCOUNTS, vec![cells]).await.map(drop)
    }

    /// All accounts, by login.
    pub async fn accounts<A: DeserializeOwned>(&mut self) -> Result<Vec<AccountRow<A>>, StoreError> {
        const SQL: &str = "select id, login, state, created_at, revision, body from accounts order by login";
        let rows: Vec<AccountColumns> = on!(self, conn => sqlx::query_as(SQL).fetch_all(conn))?;
        rows.into_iter().map(account).collect()
    }

    /// Whether there is an account at all.
    pub async fn has_accounts(&mut self) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from (select 1 from accounts limit 1) as one";
        let count: i64 = on!(self, conn => sqlx::query_scalar(SQL).fetch_one(conn))?;
        Ok(count > 0)
    }

    /// The account with this login.
    pub async fn account_by_login<A: DeserializeOwned>(
        &mut self,
        login: &str,
    ) -> Result<Option<AccountRow<A>>, StoreError> {
        const SQL: &str =
            "select id, login, state, created_at, revision, body from accounts where login = $1";
        let row: Option<AccountColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(login.to_owned()).fetch_optional(conn))?;
        row.map(account).transpose()
    }

    /// The account with this id.
    pub async fn account<A: DeserializeOwned>(
        &mut self,
        id: Id<Account>,
    ) -> Result<Option<AccountRow<A>>, StoreError> {
        const SQL: &str = "select id, login, state, created_at, revision, body from accounts where id = $1";
        let row: Option<AccountColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(id.uuid()).fetch_optional(conn))?;
        row.map(account).transpose()
    }

    /// Makes everybody else wait who is about to add, change or remove an account: what holds for all of them, such as
    /// that one administrator is left, is decided one after the other.
    pub async fn lock_accounts(&mut self) -> Result<(), StoreError> {
        // On SQLite the transaction itself is the lock.
        if let Self::Postgres(tx) = self {
            sqlx::query("lock table accounts in share row exclusive mode").execute(&mut **tx).await?;
        }
        Ok(())
    }

    /// The athletes whose ids come after this one, by id: for jobs that look at everybody.
    pub async fn athletes_after<P: DeserializeOwned>(
        &mut self,
        after: Option<Id<Athlete>>,
        limit: i64,
    ) -> Result<Vec<AthleteRow<P>>, StoreError> {
        const SQL: &str = "select id, account_id, created_at, revision, body from athletes
                           where id > $1 order by id limit $2";
        let after = after.map_or(Uuid::nil(), Id::uuid);
        let rows: Vec<AthleteColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(after).bind(limit).fetch_all(conn))?;
        rows.into_iter().map(athlete).collect()
    }
}

impl Tx {
    /// Adds an athlete, or replaces the profile.
    pub async fn put_athlete<P: Serialize>(&mut self, row: &AthleteRow<P>) -> Result<(), StoreError> {
        let body = document(&ATHLETES, &row.profile)?;
        let cells =
            vec![row.id.into(), row.account_id.into(), row.created_at.into(), row.revision.into(), body];
        self.put(&ATHLETES, vec![cells]).await.map(drop)
    }

    /// The athlete, to read.
    pub async fn athlete<P: DeserializeOwned>(
        &mut self,
        id: Id<Athlete>,
    ) -> Result<Option<AthleteRow<P>>, StoreError> {
        const SQL: &str = "select id, account_id, created_at, revision, body from athletes where id = $1";
        let row: Option<AthleteColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(id.uuid()).fetch_optional(conn))?;
        row.map(athlete).transpose()
    }

    /// The athlete, to write for: nobody else writes for the same one until this transaction ends.
    pub async fn locked_athlete<P: DeserializeOwned>(
        &mut self,
        id: Id<Athlete>,
    ) -> Result<Option<AthleteRow<P>>, StoreError> {
        const SQL: &str =
            "select id, account_id, created_at, revision, body from athletes where id = $1 for update";
        // On SQLite the transaction itself is the lock.
        let Self::Postgres(tx) = self else { return self.athlete(id).await };
        let row: Option<AthleteColumns> =
            sqlx::query_as(SQL).bind(id.uuid()).fetch_optional(&mut **tx).await?;
        row.map(athlete).transpose()
    }

    /// The athlete of an account.
    pub async fn athlete_of<P: DeserializeOwned>(
        &mut self,
        account: Id<Account>,
    ) -> Result<Option<AthleteRow<P>>, StoreError> {
        const SQL: &str =
            "select id, account_id, created_at, revision, body from athletes where account_id = $1";
        let row: Option<AthleteColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(account.uuid()).fetch_optional(conn))?;
        row.map(athlete).transpose()
    }

    /// Adds a grant, or replaces the one with its id.
    pub async fn put_grant<G: Serialize>(&mut self, row: &GrantRow<G>) -> Result<(), StoreError> {
        let body = document(&GRANTS, &row.grant)?;
        let state = row.state.as_str().into();
        let cells = vec![row.athlete_id.into(), row.id.into(), row.coach_id.into(), state, body];
        self.put(&GRANTS, vec![cells]).await.map(drop)
    }

    /// What the athlete allows to whom, by id.
    pub async fn grants<G: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<Vec<GrantRow<G>>, StoreError> {
        const SQL: &str =
            "select athlete_id, id, coach_id, state, body from grants where athlete_id = $1 order by id";
        let rows: Vec<GrantColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        rows.into_iter().map(grant).collect()
    }

    /// What a coach is allowed, by athlete.
    pub async fn grants_to<G: DeserializeOwned>(
        &mut self,
        coach: Id<Account>,
    ) -> Result<Vec<GrantRow<G>>, StoreError> {
        const SQL: &str = "select athlete_id, id, coach_id, state, body from grants
                           where coach_id = $1 order by athlete_id, id";
        let rows: Vec<GrantColumns> =
            on!(self, conn => sqlx::query_as(SQL).bind(coach.uuid()).fetch_all(conn))?;
        rows.into_iter().map(grant).collect()
    }

    /// The logins of athlete and coach of each grant of an athlete or to a coach.
    pub async fn logins_of_grants(
        &mut self,
        athlete: Option<Id<Athlete>>,
        coach: Option<Id<Account>>,
    ) -> Result<Vec<(Uuid, String, String)>, StoreError> {
        const SQL: &str = "select g.id, o.login, c.login from grants g
                           join athletes a on a.id = g.athlete_id
                           join accounts o on o.id = a.account_id
                           join accounts c on c.id = g.coach_id
                           where g.athlete_id = $1 or g.coach_id = $2 order by g.id";
        Ok(on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.map(Id::uuid)).bind(coach.map(Id::uuid)).fetch_all(conn))?)
    }
}
