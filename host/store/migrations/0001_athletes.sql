-- People, what they may do for whom, and what they have set (GL-7, AC-1, AC-9, EP-6, EP-7).

create table accounts (
    id uuid not null primary key,
    login text not null unique,
    state text not null,
    created_at bigint not null,
    revision bigint not null,
    body jsonb not null
);

create table athletes (
    id uuid not null primary key,
    account_id uuid not null unique,
    created_at bigint not null,
    revision bigint not null,
    body jsonb not null
);

-- What is left of people who were deleted: ids and times (GL-8, AC-12). The names of the columns keep these rows out of
-- what is deleted with a person.
create table deletions (
    id uuid not null primary key,
    account uuid not null,
    athlete uuid,
    deleted_by uuid,
    at bigint not null
);

create table grants (
    athlete_id uuid not null,
    id uuid not null,
    coach_id uuid not null,
    state text not null,
    body jsonb not null,
    primary key (athlete_id, id)
);
create index grants_by_coach on grants (coach_id, athlete_id);

create table body_weights (
    athlete_id uuid not null,
    id uuid not null,
    local_date text not null,
    at bigint not null,
    grams bigint not null,
    primary key (athlete_id, id)
);
create index body_weights_by_date on body_weights (athlete_id, local_date, at);

create table measurements (
    athlete_id uuid not null,
    id uuid not null,
    kind text not null,
    local_date text not null,
    at bigint not null,
    amount bigint not null,
    primary key (athlete_id, id)
);
create index measurements_by_kind on measurements (athlete_id, kind, local_date, at);

create table baselines (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table blocks (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table templates (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

-- The athlete's own entries of the catalogue: exercises, ladders, foods, recipes (EX-1, P-1, ND-2, ND-3).

create table exercises (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table ladders (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table foods (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);

create table recipes (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key, revision)
);
