-- Money going out: what is to be paid, the attempts to pay it, and what was heard of them. All amounts are fen.

create table red_info (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  bill_no varchar(24) not null generated always as ('FF' || lpad(id::text, 12, '0')) stored,
  -- 0 抽奖, 1 红包码, 2 手工, 3 上传, 4 门店开箱, 5 打款; what of it: a draw, a code, a row
  source smallint not null check (source between 0 and 5),
  source_id bigint not null,
  activity_id bigint,
  red_active_id bigint,
  -- of the firm's member; null where a shop or dealer is paid
  uid bigint,
  mch_conf_id bigint not null,
  app_id varchar(32) not null,
  openid varchar(64) not null,
  -- 1 微信红包, 2 零钱红包
  pay_kind smallint not null default 1 check (pay_kind in (1, 2)),
  channel varchar(8) not null default 'ACTIVITY' check (channel in ('API', 'UPLOAD', 'ACTIVITY')),
  amount bigint not null check (amount > 0),
  act_name varchar(60) not null default '',
  prize_name varchar(60) not null default '',
  remark varchar(100) not null default '',
  status varchar(10) not null default 'SENDING'
    check (status in ('SENDING', 'SENT', 'FAILED', 'RECEIVED', 'RFUND_ING', 'REFUND')),
  reason varchar(200) not null default '',
  attempt_no smallint not null default 0 check (attempt_no between 0 and 99),
  -- waits for a person before anything is sent
  hold boolean not null default false,
  sent_at timestamptz,
  received_at timestamptz,
  refund_at timestamptz,
  -- FAILED, REFUND or held, and given up: nothing is sent of it any more
  closed_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who let a held payout go, or took it back: never who asked for it.
  reviewed_by bigint,
  reviewed_at timestamptz,
  review_remark varchar(200) not null default '',
  constraint red_info_firm_uq unique (firm_id, id),
  constraint red_info_source_uq unique (source, source_id),
  constraint red_info_bill_no_uq unique (bill_no),
  constraint red_info_received_ck check ((status = 'RECEIVED') = (received_at is not null)),
  constraint red_info_closed_ck check (closed_at is null or status in ('FAILED', 'REFUND') or hold),
  constraint red_info_hold_ck check (not hold or attempt_no = 0),
  constraint red_info_reviewed_ck check ((reviewed_by is null) = (reviewed_at is null)),
  constraint red_info_four_eyes_ck check (reviewed_by is null or reviewed_by is distinct from created_by)
);
create index red_info_firm on red_info (firm_id, id);
create index red_info_by_status on red_info (firm_id, status, id);
create index red_info_activity on red_info (activity_id, status);
create index red_info_uid on red_info (uid, id);
-- Packets of a red packet activity, by how they stand.
create index red_info_red_active on red_info (red_active_id, status) where red_active_id is not null;
create index red_info_created on red_info (firm_id, created_at);
create index red_info_created_all on red_info (created_at);
create index red_info_merchant on red_info (mch_conf_id, id);
-- Packets of a person and day, counted before another is sent.
create index red_info_receiver on red_info (red_active_id, openid, created_at) where red_active_id is not null;
create index red_info_held on red_info (firm_id, id) where hold;
-- Packets of codes that came back and can be asked for again, until their activity ends.
create index red_info_returned on red_info (red_active_id) where source = 1 and status = 'REFUND' and closed_at is null;
-- Packets that staff sent to an OpenID, which its account finds on its page.
create index red_info_by_hand on red_info (app_id, openid, id) where source in (2, 3);
create index red_info_received on red_info (received_at) where received_at is not null;

create function refuse_received_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was received stays received' using errcode = 'restrict_violation';
end $$;
create trigger red_info_received_kept before update of status, amount, openid on red_info
  for each row when (old.status = 'RECEIVED' and (new.status, new.amount, new.openid) is distinct from (old.status, old.amount, old.openid))
  execute function refuse_received_change();

-- One attempt to pay: one number at the merchant for its life.
create table payout (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  red_info_id bigint not null,
  attempt_no smallint not null check (attempt_no between 1 and 99),
  mch_conf_id bigint not null,
  out_bill_no varchar(32) not null,
  openid varchar(64) not null,
  amount bigint not null check (amount > 0),
  -- what is posted, to the byte; written before the first post, never changed
  body text,
  -- 0 NEW, 1 POSTING, 2 ACCEPTED, 3 WAIT_CONFIRM, 4 PAYING, 5 SUCCESS, 6 FAIL, 7 CANCELING, 8 CANCELLED, 9 UNKNOWN
  state smallint not null default 0 check (state between 0 and 9),
  provider_no varchar(64) not null default '',
  package_info text not null default '',
  err_code varchar(64) not null default '',
  err_msg varchar(300) not null default '',
  -- the next step posts the same again instead of asking
  repost boolean not null default false,
  -- in a row without knowing more
  tries int not null default 0,
  -- infinity: waits for a person
  next_run_at timestamptz not null default now(),
  lease_by uuid,
  lease_until timestamptz,
  posted_at timestamptz,
  last_post_at timestamptz,
  finished_at timestamptz,
  -- what the bills of the account say of it, and when that was held against us
  billed_out bigint not null default 0,
  billed_in bigint not null default 0,
  judged_at timestamptz,
  created_at timestamptz not null default now(),
  -- when WeChat Pay was last asked about it
  asked_at timestamptz,
  constraint payout_attempt_uq unique (red_info_id, attempt_no),
  constraint payout_number_uq unique (out_bill_no),
  constraint payout_body_ck check (state in (0, 6, 8) or body is not null),
  constraint payout_finished_ck check ((state in (5, 6, 8)) = (finished_at is not null)),
  foreign key (firm_id, red_info_id) references red_info (firm_id, id)
);
-- Never a second attempt while the first is undecided; one that was paid blocks every other.
create unique index payout_live_uq on payout (red_info_id) where state not in (6, 8);
create index payout_due on payout (mch_conf_id, next_run_at) where state in (0, 1, 2, 3, 4, 7, 9);
create index payout_person on payout (mch_conf_id, openid, posted_at);
create index payout_day on payout (mch_conf_id, posted_at);
create index payout_unjudged on payout (finished_at) where finished_at is not null and judged_at is null;
create index payout_firm on payout (firm_id, id);
-- Attempts that are still to be held against the bills of their account.
create index payout_unheld on payout (mch_conf_id) where judged_at is null and body is not null;
-- What came back on a day is asked for every minute: failures and withdrawals alone, by the time they ended.
create index payout_returned on payout (firm_id, finished_at) where state in (6, 8) and posted_at is not null;
create index payout_ended on payout (finished_at) where state in (6, 8);

create function refuse_body_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was posted under a number stays as it was' using errcode = 'restrict_violation';
end $$;
create trigger payout_body_kept before update of body, out_bill_no, amount, openid, mch_conf_id on payout
  for each row when ((old.body is not null and new.body is distinct from old.body)
    or (new.out_bill_no, new.amount, new.openid, new.mch_conf_id) is distinct from (old.out_bill_no, old.amount, old.openid, old.mch_conf_id))
  execute function refuse_body_change();

-- What was done and heard, for ever. A callback is kept under its own number, once.
create table payout_event (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  -- null: a callback about a number that is not ours
  payout_id bigint references payout,
  from_state smallint,
  to_state smallint,
  -- POST, QUERY, NOTIFY, CANCEL, OP
  source varchar(6) not null check (source in ('POST', 'QUERY', 'NOTIFY', 'CANCEL', 'OP')),
  -- 0 none, 3: held against us and did not agree
  level smallint not null default 0 check (level between 0 and 3),
  notify_id varchar(64),
  raw jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  constraint payout_event_notify_uq unique (notify_id)
);
create index payout_event_of on payout_event (payout_id, id);
create index payout_event_firm on payout_event (firm_id, id);

create function refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payout_event_append_only before update or delete on payout_event
  for each row execute function refuse_event_change();

-- A merchant's line: how many calls it may still make, and whether it waits.
create table pay_queue (
  mch_conf_id bigint primary key,
  firm_id bigint not null references firm,
  tokens numeric not null default 0,
  filled_at timestamptz not null default clock_timestamp(),
  -- nothing new is posted before
  paused_until timestamptz not null default '-infinity',
  -- a code: everything waits but one call every ten minutes that tries whether it is over
  stopped varchar(64) not null default ''
);
create index pay_queue_firm on pay_queue (firm_id);

-- What WeChat Pay called back and was believed, until it is taken over: a callback is answered as soon as it is kept.
create table pay_notice (
  notify_id varchar(64) primary key,
  firm_id bigint not null,
  mch_conf_id bigint not null,
  bill jsonb not null,
  -- whoever works on it has it until then
  lease_until timestamptz not null,
  at timestamptz not null default now()
);
create index pay_notice_free on pay_notice (lease_until);

-- A day of an account whose bill was taken up, once.
create table recon_day (
  mch_conf_id bigint not null,
  bill_date date not null,
  firm_id bigint not null references firm,
  out_amount bigint not null default 0,
  in_amount bigint not null default 0,
  lines int not null default 0,
  at timestamptz not null default now(),
  primary key (mch_conf_id, bill_date)
);
create index recon_day_firm on recon_day (firm_id, bill_date);

create table recon_diff (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  mch_conf_id bigint not null,
  bill_date date not null,
  out_bill_no varchar(64) not null,
  -- 1 平台多, 2 商户多, 3 金额不符, 4 状态不符
  diff_type smallint not null check (diff_type between 1 and 4),
  our_amount bigint not null,
  bill_amount bigint not null,
  -- 0 待处理, 1 已处理
  state smallint not null default 0 check (state in (0, 1)),
  handled_by bigint,
  handled_at timestamptz,
  handle_remark varchar(100) not null default '',
  at timestamptz not null default now(),
  constraint recon_diff_uq unique (mch_conf_id, out_bill_no, diff_type)
);
create index recon_diff_firm on recon_diff (firm_id, id);
create index recon_diff_merchant on recon_diff (mch_conf_id, bill_date);
