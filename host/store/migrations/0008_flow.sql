-- Sessions that the flow planned and that wait for an answer, with what was logged of them, by workout id (L-36).

create table drafts (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
