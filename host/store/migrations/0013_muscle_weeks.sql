-- What each muscle was to get, got and should have got, week by week, in tenths of a set (A-24).

create table weekly_muscle_volume (
    athlete_id uuid not null,
    week text not null,
    muscle text not null,
    planned bigint not null,
    done bigint not null,
    target bigint not null,
    primary key (athlete_id, week, muscle)
);
