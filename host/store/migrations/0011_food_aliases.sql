-- What an athlete calls a food, once they have said which one they mean (ND-6).

create table food_aliases (
    athlete_id uuid not null,
    key text not null,
    revision bigint not null,
    body jsonb not null,
    primary key (athlete_id, key)
);
