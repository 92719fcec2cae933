-- Work that is done once, whoever does it: jobs, and answers to requests that may be repeated (GL-5).

-- A job waits until it is due, runs under a lease, and is done or, after too many failures, dead. Its unique key says
-- what it is for: a name, an athlete or the installation, and a period.
create table jobs (
    id uuid not null primary key,
    name text not null,
    unique_key text not null unique,
    athlete_id uuid,
    period text not null,
    due_at bigint not null,
    state text not null,
    attempts bigint not null,
    worker uuid,
    lease_until bigint,
    finished_at bigint,
    body jsonb not null
);
create index jobs_due on jobs (state, due_at);
create index jobs_by_name on jobs (name, finished_at);
create index jobs_by_athlete on jobs (athlete_id, name);

-- What the program itself has to end some day, found without looking at everything of everybody.
create index sessions_in_summary on training_sessions (finished_at) where status = 'summary';
create index sessions_to_come on training_sessions (local_date) where status = 'planned';
create index proposals_open on proposals (created_at) where state in ('pending', 'deferred');
create index overrides_in_force on overrides (from_at) where status = 'active';
create index conflicts_open on plan_version_conflicts (local_date) where status = 'pending_confirmation';
create index flags_in_force on flags (from_at) where until_at is null;

-- What is removed when it is old.
create index session_events_by_time on session_events (at);
create index metrics_by_day on metrics (report_date);

-- The rolling sums of exercises (P-23, A-24); the mean is the one divided by the other.
create table rolling_aggregates (
    athlete_id uuid not null,
    exercise_key text not null,
    to_date text not null,
    volume bigint not null,
    records bigint not null,
    rpe bigint not null,
    rpe_records bigint not null,
    primary key (athlete_id, exercise_key)
);

create table answers (
    account_id uuid not null,
    key text not null,
    request_hash text not null,
    at bigint not null,
    body jsonb not null,
    primary key (account_id, key)
);
create index answers_by_time on answers (at);
