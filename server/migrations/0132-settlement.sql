-- What shops and dealers are paid for prizes they handed out and for what they sold. Amounts are fen.

create table shop_reward (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  shop_id bigint not null,
  -- the shop's dealer of that moment
  agent_id bigint,
  -- 1 开箱红包, 2 动销返利, 3 任务奖励
  kind smallint not null check (kind between 1 and 3),
  amount bigint not null default 0 check (amount >= 0),
  points int not null default 0 check (points >= 0),
  -- 0 待结算, 1 已结算, 2 已作废
  status smallint not null default 0 check (status between 0 and 2),
  draw_id bigint,
  activity_id bigint,
  -- what it is for, once
  ref_kind varchar(16) not null,
  ref_id bigint not null,
  remark varchar(100) not null default '',
  created_at timestamptz not null default now(),
  -- who had one written that comes of no draw
  created_by bigint,
  constraint shop_reward_firm_uq unique (firm_id, id),
  constraint shop_reward_once_uq unique (kind, ref_kind, ref_id),
  -- What opening a box won is paid by a payout of its own, never by a remittance.
  constraint shop_reward_unpack_ck check (kind <> 1 or status <> 0),
  foreign key (firm_id, shop_id) references shop (firm_id, id),
  foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create index shop_reward_firm on shop_reward (firm_id, id);
create index shop_reward_shop on shop_reward (shop_id, id);
create index shop_reward_agent on shop_reward (agent_id, id);
create index shop_reward_open on shop_reward (firm_id, shop_id) where status = 0;

create table remit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  remit_no varchar(24) not null generated always as ('DK' || lpad(id::text, 10, '0')) stored,
  -- 1 门店, 2 经销商
  payee_kind smallint not null check (payee_kind in (1, 2)),
  shop_id bigint,
  -- the payee, or the dealer of the shop that is paid
  agent_id bigint,
  payee_id bigint not null generated always as (case payee_kind when 1 then shop_id else agent_id end) stored,
  amount bigint not null check (amount > 0),
  -- of a dealer: what prizes came to, and what orders took of it
  duct_amount bigint not null default 0 check (duct_amount >= 0),
  -- negative: a cancelled order gave more back than others took
  offset_amount bigint not null default 0,
  reward_amount bigint not null default 0 check (reward_amount >= 0),
  fee bigint not null default 0 check (fee >= 0),
  -- as the payee's was when the auditor passed it
  channel varchar(8) not null default '' check (channel in ('', 'bank', 'alipay', 'weixin')),
  account_sealed bytea,
  account varchar(64) not null default '',
  account_name varchar(40) not null default '',
  -- 1 余额提现, 2 周期结算, 3 手工
  source smallint not null check (source between 1 and 3),
  period_from date not null,
  period_to date not null,
  -- -1 已驳回, 0 审核中, 1 已打款
  status smallint not null default 0 check (status between -1 and 1),
  audit_by bigint,
  audit_at timestamptz,
  reject_by bigint,
  rejected_at timestamptz,
  reject_reason varchar(100) not null default '',
  -- when it was last taken away in a file for the bank
  bank_file_at timestamptz,
  -- what the bank said of a transfer that did not come off
  fail_reason varchar(100) not null default '',
  voucher varchar(300) not null default '',
  -- the import of the bank's results that said it came off
  result_task_id bigint,
  paid_by bigint,
  paid_at timestamptz,
  red_info_id bigint,
  -- as the payout's
  pay_state varchar(10) check (pay_state in ('SENDING', 'SENT', 'FAILED', 'RECEIVED', 'RFUND_ING', 'REFUND')),
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Remittances of a firm are counted 1, 2, 3 … without a gap, and how far is written in remit_number, so that one that is taken out is missed.
  firm_no int not null,
  -- the account that was passed, as a digest
  passed_account char(64),
  constraint remit_firm_uq unique (firm_id, id),
  constraint remit_no_uq unique (remit_no),
  constraint remit_payee_ck check ((payee_kind = 1) = (shop_id is not null)),
  constraint remit_sum_ck check (amount = duct_amount - offset_amount + reward_amount),
  constraint remit_audit_ck check ((audit_by is null) = (audit_at is null)),
  constraint remit_reject_ck check ((status = -1) = (rejected_at is not null) and (reject_by is null) = (rejected_at is null)),
  constraint remit_paid_ck check ((status = 1) = (paid_at is not null) and (status <> 1 or audit_by is not null)),
  constraint remit_two_ck check (paid_by <> audit_by),
  constraint remit_voucher_ck check (status <> 1 or channel = 'weixin' or voucher <> '' or result_task_id is not null),
  constraint remit_pay_state_ck check ((pay_state is null) = (red_info_id is null) and (pay_state is null or channel = 'weixin')),
  constraint remit_period_ck check (period_to >= period_from),
  foreign key (firm_id, shop_id) references shop (firm_id, id),
  foreign key (firm_id, agent_id) references agent (firm_id, id),
  foreign key (firm_id, red_info_id) references red_info (firm_id, id),
  constraint remit_firm_no_uq unique (firm_id, firm_no)
);
create index remit_firm on remit (firm_id, payee_kind, id);
create index remit_kind on remit (payee_kind, id);
create index remit_shop on remit (shop_id, id);
create index remit_agent on remit (agent_id, payee_kind, id);
create index remit_status on remit (firm_id, payee_kind, status, id);
create unique index remit_red_info on remit (red_info_id) where red_info_id is not null;
create index remit_voucher_file on remit (voucher) where voucher like '/file/%';

create table remit_number (
  firm_id bigint primary key references firm,
  last_no int not null check (last_no >= 0)
);

create function refuse_passed_change() returns trigger language plpgsql as $$
begin
  raise exception 'a remittance goes to the account that was passed, and is never taken out';
end $$;
create trigger remit_passed_kept before update of channel, account_sealed, account, account_name, passed_account on remit
  for each row when (old.audit_at is not null and (new.channel, new.account_sealed, new.account, new.account_name, new.passed_account)
    is distinct from (old.channel, old.account_sealed, old.account, old.account_name, old.passed_account))
  execute function refuse_passed_change();
create trigger remit_kept before delete on remit for each row execute function refuse_passed_change();

-- What a remittance pays: prizes handed out, rewards, and what orders took of a dealer's credit or gave back to it.
create table remit_item (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  remit_id bigint not null,
  ref_kind varchar(12) not null check (ref_kind in ('prize_ver', 'shop_reward', 'ded_log')),
  ref_id bigint not null,
  -- negative: set off against an order
  amount bigint not null,
  -- not of a rejected remittance
  is_live boolean not null default true,
  foreign key (firm_id, remit_id) references remit (firm_id, id)
);
-- Nothing is paid twice.
create unique index remit_item_live_uq on remit_item (ref_kind, ref_id) where is_live;
create index remit_item_of on remit_item (remit_id, id);
create index remit_item_firm on remit_item (firm_id, id);
create index remit_item_ref on remit_item (ref_kind, ref_id);

-- Files for the bank: which remittances lay in which, and who took it away when. Each is of one firm, and never changes: it can be given again
-- as it was. Amount in fen.
create table bank_file (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  file_no varchar(24) not null generated always as ('WJ' || lpad(id::text, 10, '0')) stored,
  -- 1 门店, 2 经销商
  payee_kind smallint not null check (payee_kind in (1, 2)),
  -- in the order of its lines
  remit_ids bigint[] not null check (cardinality(remit_ids) > 0),
  amount bigint not null check (amount > 0),
  created_by bigint,
  created_at timestamptz not null default now()
);
create index bank_file_firm on bank_file (firm_id, payee_kind, id);
create index bank_file_kind on bank_file (payee_kind, id);
