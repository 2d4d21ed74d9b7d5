-- Seeds, draws, and what becomes of what was won. Amounts are fen.

-- A period of draws under one secret seed, whose hash is public from its beginning.
create table seed_epoch (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  epoch_no int not null,
  weight_version int not null,
  seed_sealed bytea not null,
  seed_hash char(64) not null,
  -- 0 进行中, 1 已结束, 2 已封存, 3 已公开, 4 校验失败
  state smallint not null default 0 check (state between 0 and 4),
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  sealed_at timestamptz,
  revealed_at timestamptz,
  seed char(64),
  draw_cnt int,
  chain_hash char(64),
  -- Draws are counted as they are made, one after the other without a gap, so that one taken out is missed.
  drawn int not null default 0,
  -- 1: from 64 zeros. 2: from what was promised of the period, each draw with its place and all it was decided by.
  chain_version smallint not null default 2 check (chain_version in (1, 2)),
  -- The tier that stands in for one that cannot be granted; null: 谢谢参与 does. It is fixed once an activity was published.
  fallback_tier_id bigint,
  -- Whether the chain that was sealed gives every head that was told before.
  heads_ok boolean,
  -- How many heads of its chain were told, counted in the statement that tells one: the newest of an open period are missed by nothing else.
  heads int not null default 0,
  constraint seed_epoch_uq unique (activity_id, epoch_no),
  check ((state in (1, 2, 3)) <= (closed_at is not null)),
  check ((seed is not null) = (state = 3)),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, weight_version) references weight_version (activity_id, version)
);
create unique index seed_epoch_open_uq on seed_epoch (activity_id) where state = 0;
create index seed_epoch_due on seed_epoch (state, closed_at) where state in (0, 1, 2);

-- The draws of a period are told of while it is open: the hash of the chain of its first draws, once an hour or oftener. Never changed: who kept
-- one compares it.
create table chain_head (
  epoch_id bigint not null references seed_epoch,
  head_no int not null check (head_no >= 1),
  firm_id bigint not null references firm,
  draw_cnt int not null check (draw_cnt >= 0),
  -- The last draw it covers; 0 where there is none.
  last_draw_id bigint not null,
  head char(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (epoch_id, head_no)
);
create index chain_head_firm on chain_head (firm_id);

create function refuse_head_change() returns trigger language plpgsql as $$
begin
  raise exception 'heads of chains are kept as they were told';
end $$;
create trigger chain_head_kept before update or delete on chain_head for each row execute function refuse_head_change();
create trigger chain_head_no_truncate before truncate on chain_head execute function refuse_head_change();

-- A code pays for one draw of each audience, once for all time.
create table code_use (
  seg int not null,
  serial bigint not null,
  audience smallint not null,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  -- null: it paid for a red packet, and its activity is the red packet activity
  draw_id bigint,
  uid bigint not null,
  primary key (seg, serial, audience)
) with (fillfactor = 90);

create sequence draw_number;

create table draw (
  id bigint primary key default nextval('draw_number'),
  firm_id bigint not null,
  activity_id bigint not null,
  -- The ticket that asked for it: its key.
  ticket_id uuid not null,
  epoch_id bigint not null references seed_epoch,
  uid bigint not null,
  audience smallint not null,
  seg int,
  serial bigint,
  code_level smallint,
  product_id bigint,
  lot_id bigint,
  agent_id bigint,
  shop_id bigint,
  channel_id bigint,
  scan_id bigint,
  -- C<code>, B<box>, P<number>
  key varchar(24) not null,
  client_seed varchar(32) not null,
  rand int not null check (rand between 0 and 999999),
  raw_tier_id bigint not null,
  tier_id bigint not null,
  fallback varchar(12) not null,
  prize_type smallint not null,
  amount bigint not null default 0 check (amount >= 0),
  points int not null default 0,
  points_cost int not null default 0,
  -- The risk's verdict, fixed in the ticket: the prize waits for a person.
  hold boolean not null default false,
  risk jsonb not null default '[]',
  province char(6),
  city char(6),
  lng numeric(9, 6),
  lat numeric(8, 6),
  geo_source smallint not null default 3,
  ip inet not null,
  device char(32) not null,
  -- The day signed into the ticket, that limits count by.
  day date not null,
  drawn_at timestamptz not null default clock_timestamp(),
  -- among the draws of its period
  place int,
  constraint draw_ticket_uq unique (ticket_id),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  check ((seg is null) = (serial is null))
);
create index draw_activity on draw (activity_id, id);
create index draw_epoch on draw (epoch_id, id);
create index draw_uid on draw (uid, id);
create index draw_code on draw (seg, serial);
create index draw_firm on draw (firm_id, id);
create index draw_day on draw (firm_id, drawn_at);
-- Boxes a shop opened.
create index draw_shop on draw (shop_id, id) where audience = 1;
create index draw_at on draw (drawn_at);

-- How often a person drew and won: T in all, D of a day, WT and WD wins, K<tier> wins of a tier.
create table draw_counter (
  activity_id bigint not null,
  uid bigint not null,
  period varchar(24) not null,
  firm_id bigint not null,
  cnt int not null check (cnt >= 0),
  primary key (activity_id, uid, period),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade
) with (fillfactor = 80);

-- What a tier gave out on a day (hour -1) and in an hour of it.
create table tier_cap (
  tier_id bigint not null references tier on delete cascade,
  day date not null,
  hour smallint not null check (hour between -1 and 23),
  firm_id bigint not null references firm,
  issued int not null check (issued >= 0),
  primary key (tier_id, day, hour)
) with (fillfactor = 80);

-- What becomes of a prize that was won.
create table claim (
  draw_id bigint primary key references draw,
  firm_id bigint not null,
  activity_id bigint not null,
  claim_no varchar(24) not null constraint claim_no_uq unique,
  tier_id bigint not null,
  prize_id bigint not null,
  prize_type smallint not null check (prize_type between 0 and 2),
  claim_mode smallint not null,
  uid bigint not null,
  -- 0 未领取, 1 已领取, 2 已关闭
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- 0 空闲, 1 发放中, 2 邮寄中
  busy smallint not null default 0 check (busy in (0, 1, 2)),
  ver_code char(12) constraint claim_ver_code_uq unique,
  amount bigint not null default 0,
  points int not null default 0,
  deduct_amount bigint not null default 0,
  hold boolean not null default false,
  expire_at timestamptz not null,
  claimed_at timestamptz,
  closed_at timestamptz,
  close_reason varchar(10) not null default '' check (close_reason in ('', 'EXPIRED', 'REFUND', 'VOID', 'CLOSED')),
  close_text varchar(100) not null default '',
  -- Asked of the winner, under the master key.
  collected bytea,
  created_at timestamptz not null default now(),
  -- Of one that waits for a person: who looked at it, and what he said. While `hold` stands nothing of it has gone out.
  reviewed_by bigint,
  reviewed_at timestamptz,
  review_remark varchar(200) not null default '',
  check ((status = 1) = (claimed_at is not null)),
  check ((status = 2) = (closed_at is not null)),
  check (status = 0 or busy = 0),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  constraint claim_hold_ck check (not hold or (status = 0 and busy = 0 and reviewed_at is null)),
  constraint claim_review_ck check ((reviewed_at is null) = (reviewed_by is null))
);
create index claim_uid on claim (uid, status, draw_id);
create index claim_due on claim (status, expire_at) where status = 0;
create index claim_activity on claim (activity_id, status);
create index claim_firm on claim (firm_id, draw_id);
create index claim_held on claim (firm_id, draw_id) where hold or reviewed_at is not null;
-- The list of claims of a firm asks for these.
create index claim_state on claim (status, draw_id);
create index claim_type on claim (prize_type, draw_id);
create index claim_of_activity on claim (activity_id, draw_id);
create index claim_claimed on claim (claimed_at) where claimed_at is not null;
create index claim_closed on claim (closed_at) where closed_at is not null;

-- Who asked for a ticket of an activity, and whether he got one. That he drew with it tells the draw of the ticket.
create table part_log (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  uid bigint not null,
  -- null where it was refused
  ticket_id uuid,
  -- number of the refusal
  reason_code int,
  seg int,
  serial bigint,
  product_id bigint,
  shop_id bigint,
  agent_id bigint,
  province char(6),
  city char(6),
  ip inet not null,
  device varchar(32) not null default '',
  at timestamptz not null default now(),
  -- Whether the page keeps a mark of the device; phones that merely look alike behind one address are no device.
  is_marked boolean not null default true,
  constraint part_log_reason_ck check ((ticket_id is null) = (reason_code is not null)),
  check ((seg is null) = (serial is null)),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade,
  foreign key (firm_id, uid) references member (firm_id, id)
);
create index part_log_activity on part_log (activity_id, id);
create index part_log_firm on part_log (firm_id, id);
-- Facts by their times.
create index part_log_at on part_log (at);
create index part_log_uid on part_log (uid, at);

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
  -- null: its page keeps no mark, and it is none that is told again
  device char(32),
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
create index share_at on share (at);
