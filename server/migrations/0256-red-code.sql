-- Red codes: packets of money dealt to codes before they are scanned. Amounts are fen.

-- What was reserved in one row may be paid and released in parts: each names the row that it is a part of.
alter table fund_ledger add part_of bigint;
alter table fund_ledger add constraint fund_ledger_part_ck check (part_of is null or type in (5, 6));
create index fund_ledger_part on fund_ledger (part_of) where part_of is not null;

-- A code that paid for a red packet pays for no draw: it has none. Its activity is then the red packet activity.
alter table code_use alter column draw_id drop not null;

create table red_batch (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  red_active_id bigint not null,
  batch_no varchar(20) not null generated always as ('HB' || lpad(id::text, 10, '0')) stored,
  -- a run of codes; null where a file names them
  seg int references segment,
  serial_from bigint,
  serial_to bigint,
  -- the import of the file
  task_id bigint,
  -- [{amount, count}]: what the packets hold, and how many of each
  shares jsonb not null,
  total_num int not null check (total_num between 1 and 1000000),
  total_amount bigint not null check (total_amount > 0),
  -- 0 生成中, 1 可使用, 2 生成失败, 3 作废中, 4 已作废, 5 已冻结
  state smallint not null default 0 check (state between 0 and 5),
  -- codes that have their packet by now, in the order of their places
  made int not null default 0 check (made between 0 and total_num),
  reason varchar(200) not null default '',
  -- what decides who gets what, and the key the amounts lie under; both under the master key
  seed_sealed bytea not null,
  key_sealed bytea not null,
  -- SHA-256 over seed, codes and amounts: nobody can change who gets what unseen
  digest char(64),
  made_at timestamptz,
  idem_key varchar(64),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint red_batch_firm_id_uq unique (firm_id, id),
  constraint red_batch_idem_uq unique (firm_id, idem_key),
  constraint red_batch_range_ck check ((seg is null) = (serial_from is null) and (seg is null) = (serial_to is null) and serial_to >= serial_from),
  constraint red_batch_made_ck check (state in (0, 2) or (digest is not null and made = total_num)),
  foreign key (firm_id, red_active_id) references red_active (firm_id, id)
);
create index red_batch_firm on red_batch (firm_id, id);
create index red_batch_active on red_batch (red_active_id, id);
create index red_batch_no on red_batch (batch_no);
create index red_batch_state on red_batch (state, id);
create index red_batch_at_created_at on red_batch (created_at);

create table red_bar (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  batch_id bigint not null,
  seg int not null,
  serial bigint not null,
  -- under the key of the batch; null until it is dealt
  amount_sealed bytea,
  -- told once it is a secret no more: received, or void
  amount bigint check (amount > 0),
  -- 0 未使用, 1 已领取, 2 已作废, 3 已冻结
  state smallint not null default 0 check (state between 0 and 3),
  uid bigint,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint red_bar_batch_uq unique (batch_id, seg, serial),
  -- I13: nothing is received without its receiver
  constraint red_bar_used_ck check ((state = 1) = (uid is not null) and (state = 1) = (used_at is not null)),
  constraint red_bar_told_ck check ((state in (1, 2)) = (amount is not null)),
  foreign key (firm_id, batch_id) references red_batch (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id)
);
-- A code carries one packet; one whose packet is void may be given another.
create unique index red_bar_live_uq on red_bar (seg, serial) where state <> 2;
create index red_bar_firm on red_bar (firm_id, id);
create index red_bar_of_batch on red_bar (batch_id, id);
create index red_bar_by_state on red_bar (state, id);
create index red_bar_uid on red_bar (uid, id) where uid is not null;
create index red_bar_at_used_at on red_bar (used_at) where used_at is not null;
create index red_bar_done on red_bar (batch_id, state) include (amount) where state in (1, 2);
