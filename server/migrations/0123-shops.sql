-- How shops and dealers are paid, and shops that put themselves forward.

-- How a payee is paid: bank, alipay, weixin, '' where nobody said. The account is sealed; its mask is what everybody reads.
alter table shop
  add pay_channel varchar(8) not null default '' check (pay_channel in ('', 'bank', 'alipay', 'weixin')),
  add pay_account_sealed bytea,
  add pay_account varchar(64) not null default '',
  add pay_name varchar(40) not null default '',
  add constraint shop_pay_account_ck check ((pay_account = '') = (pay_account_sealed is null));
alter table agent
  add pay_channel varchar(8) not null default '' check (pay_channel in ('', 'bank', 'alipay', 'weixin')),
  add pay_account_sealed bytea,
  add pay_account varchar(64) not null default '',
  add pay_name varchar(40) not null default '',
  add constraint agent_pay_account_ck check ((pay_account = '') = (pay_account_sealed is null));

-- When a shop was put forward for review: on being made, and again when a rejected one was changed.
alter table shop add submitted_at timestamptz;
update shop set submitted_at = created_at;
alter table shop alter submitted_at set not null, alter submitted_at set default now();
create index shop_submitted on shop (firm_id, submitted_at desc, id desc) where is_del = 0;
create index shop_submitted_all on shop (submitted_at desc, id desc) where is_del = 0;

-- A link by which somebody puts his own shop forward: the firm's, or one of its dealers'. It is printed and passed on, so its code is no
-- secret; ended, it takes nobody in any more.
create table shop_invite (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  -- null is the firm itself
  agent_id bigint,
  code varchar(32) not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  ended_by bigint,
  ended_at timestamptz,
  constraint shop_invite_firm_id_uq unique (firm_id, id),
  constraint shop_invite_code_uq unique (code),
  foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create unique index shop_invite_open_uq on shop_invite (firm_id, coalesce(agent_id, 0)) where ended_at is null;

-- Shops that came by such a link: whose account put each forward, and from which address.
create table shop_application (
  shop_id bigint primary key,
  firm_id bigint not null,
  invite_id bigint not null,
  account_id bigint not null references account,
  source varchar(64) not null,
  created_at timestamptz not null default now(),
  foreign key (firm_id, shop_id) references shop (firm_id, id),
  foreign key (firm_id, invite_id) references shop_invite (firm_id, id)
);
create index shop_application_account on shop_application (firm_id, account_id);
create index shop_application_source on shop_application (firm_id, source, created_at);
create index shop_application_invite on shop_application (firm_id, invite_id);
