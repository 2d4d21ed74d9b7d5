-- Until when a prize can be claimed and by which code, as it was won and at each lawful change: the second source that claims are held
-- against. Never changed.
create table claim_note (
  firm_id bigint not null references firm,
  draw_id bigint not null,
  id bigint generated always as identity,
  expire_at timestamptz not null,
  -- a digest of its code; null where it has none
  code char(64),
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, draw_id, id)
);
create trigger claim_note_kept before update or delete on claim_note for each row execute function refuse_note_change();

create function digest_ver_code(claim) returns text language sql stable as $$
  select encode(sha256(convert_to($1.draw_id || '|' || $1.ver_code, 'UTF8')), 'hex')
$$;

-- Of what was won before: as it is now.
insert into claim_note (firm_id, draw_id, expire_at, code)
select firm_id, draw_id, expire_at, digest_ver_code(claim) from claim order by draw_id;

-- What was handed out at a counter and which code was received by whom, under the master key and the key of the batch: the database alone makes
-- none. Null of what was handed out and received before.
alter table prize_ver add column seal bytea;
alter table red_bar add column seal bytea;
