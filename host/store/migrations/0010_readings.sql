-- What a model reads in lines that no rule understood, and what the athlete says to it (L-33).

create table readings (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
