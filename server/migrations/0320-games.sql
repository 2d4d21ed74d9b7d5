-- Games without a code: turns that are free each day, and further ones for whom somebody brings along.
alter table activity
  add free_per_day smallint not null default 0 check (free_per_day between 0 and 20),
  -- how many turns a day may come of shares
  add share_reward smallint not null default 0 check (share_reward between 0 and 5),
  add constraint activity_turns_ck check (act_scene = 1 or (free_per_day = 0 and share_reward = 0));

-- Somebody came by another's link, once for each activity.
create table share (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  from_uid bigint not null,
  to_uid bigint not null check (to_uid <> from_uid),
  -- of the chain of links behind it: 1 of the first, 3 of all further ones
  depth smallint not null check (depth between 1 and 3),
  -- nobody of this firm knew who came
  is_new boolean not null,
  -- it brought a turn on that day
  is_rewarded boolean not null,
  day date not null,
  device char(32) not null,
  at timestamptz not null default clock_timestamp(),
  constraint share_to_uq unique (activity_id, to_uid),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (firm_id, from_uid) references member (firm_id, id),
  foreign key (firm_id, to_uid) references member (firm_id, id)
);
-- One phone brings a turn once.
create unique index share_phone_uq on share (activity_id, device) where is_rewarded;
create index share_from on share (activity_id, from_uid, day);
create index share_firm on share (firm_id, at);
