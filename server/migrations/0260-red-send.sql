-- Red packets that staff send by hand, to shoppers they pick or to those of a file. Amounts are fen.

-- One order: sent once, whatever is asked again under its key.
create table red_send (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  send_no varchar(20) not null generated always as ('SF' || lpad(id::text, 10, '0')) stored,
  red_active_id bigint not null,
  total_num int not null check (total_num between 1 and 5000),
  total_amount bigint not null check (total_amount > 0),
  remark varchar(100) not null check (remark <> ''),
  -- the file its receivers are from
  file_name varchar(100),
  -- another person has to let it go
  needs_review boolean not null,
  idem_key varchar(64) not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  constraint red_send_firm_id_uq unique (firm_id, id),
  constraint red_send_idem_uq unique (firm_id, idem_key),
  foreign key (firm_id, red_active_id) references red_active (firm_id, id)
);
create index red_send_active on red_send (red_active_id, id);

-- What one receiver gets of it: its payout names the line as its source.
create table red_send_line (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  send_id bigint not null,
  line_no int not null check (line_no between 1 and 5000),
  constraint red_send_line_uq unique (send_id, line_no),
  foreign key (firm_id, send_id) references red_send (firm_id, id)
);
create index red_send_line_firm on red_send_line (firm_id, id);

-- Who let a held payout go, or took it back: never who asked for it.
alter table red_info add reviewed_by bigint;
alter table red_info add reviewed_at timestamptz;
alter table red_info add review_remark varchar(200) not null default '';
alter table red_info add constraint red_info_reviewed_ck check ((reviewed_by is null) = (reviewed_at is null));
alter table red_info add constraint red_info_four_eyes_ck check (reviewed_by is null or reviewed_by is distinct from created_by);

-- Packets of a person and day, counted before another is sent.
create index red_info_receiver on red_info (red_active_id, openid, created_at) where red_active_id is not null;
create index red_info_held on red_info (firm_id, id) where hold;
