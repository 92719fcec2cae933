-- What is planned for a day and what was done (PV-5). Performed data is only ever added to (GL-8): what is corrected
-- gets another revision, and `current` says which one counts.

create table training_sessions (
    athlete_id uuid not null,
    id uuid not null,
    plan_id uuid,
    plan_version bigint,
    local_date text not null,
    status text not null,
    started_at bigint,
    finished_at bigint,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index training_sessions_by_date on training_sessions (athlete_id, local_date);
create index training_sessions_by_status on training_sessions (athlete_id, status, local_date);
create index training_sessions_by_start on training_sessions (athlete_id, started_at);

create table exercise_performances (
    athlete_id uuid not null,
    id uuid not null,
    revision bigint not null,
    current bigint not null,
    session_id uuid not null,
    position bigint not null,
    item_id uuid,
    exercise_key text not null,
    status text not null,
    started_at bigint,
    body jsonb not null,
    primary key (athlete_id, id, revision)
);
create index exercise_performances_by_session on exercise_performances (athlete_id, session_id, position);
create index exercise_performances_by_item on exercise_performances (athlete_id, item_id, started_at, id);
create index exercise_performances_by_exercise on exercise_performances (athlete_id, exercise_key, started_at);

create table set_performances (
    athlete_id uuid not null,
    performance_id uuid not null,
    id uuid not null,
    revision bigint not null,
    current bigint not null,
    position bigint not null,
    set_id uuid,
    kind text not null,
    reps bigint,
    seconds bigint,
    meters bigint,
    load_g bigint,
    completed bigint not null,
    rest_after_s bigint,
    rpe bigint,
    logged_at bigint not null,
    primary key (athlete_id, performance_id, id, revision)
);

create table session_events (
    athlete_id uuid not null,
    id uuid not null,
    session_id uuid not null,
    at bigint not null,
    kind text not null,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index session_events_by_session on session_events (athlete_id, session_id, at);
create index session_events_by_trace on session_events (athlete_id, trace_id);

create table selections (
    athlete_id uuid not null,
    session_id uuid not null,
    body jsonb not null,
    primary key (athlete_id, session_id)
);

create table selection_reasons (
    athlete_id uuid not null,
    session_id uuid not null,
    position bigint not null,
    exercise_key text not null,
    code text not null,
    spec text not null,
    body jsonb not null,
    primary key (athlete_id, session_id, position)
);

create table check_ins (
    athlete_id uuid not null,
    id uuid not null,
    at bigint not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index check_ins_by_time on check_ins (athlete_id, at);

create table flags (
    athlete_id uuid not null,
    id uuid not null,
    kind text not null,
    from_at bigint not null,
    until_at bigint,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index flags_by_time on flags (athlete_id, from_at);

create table session_modifiers (
    athlete_id uuid not null,
    id uuid not null,
    sessions_left bigint not null,
    expires_at bigint not null,
    trace_id text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index session_modifiers_left on session_modifiers (athlete_id, expires_at);
