-- Messages to consumers: one outbox for all events and channels, what each event says, and the templates of a firm's app of WeChat's.

create table message (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  -- A member of the firm. No foreign key: writing a message must not wait for whoever holds the member's points.
  uid bigint not null,
  -- One of the events, or NOTICE: written by staff
  kind varchar(20) not null,
  -- 0 站内, 1 公众号
  channel smallint not null check (channel in (0, 1)),
  -- What it is about; nobody is told the same thing twice.
  ref varchar(100) not null,
  is_test boolean not null default false,
  content text not null,
  -- To whom it goes at WeChat, and what: {key: value} of the template's fields.
  app_id varchar(32) not null default '',
  template_no varchar(64) not null default '',
  fields jsonb,
  -- 0 待发送, 1 已发送, 2 失败, 3 发送中, 4 结果不明, 5 已跳过
  status smallint not null default 0 check (status between 0 and 5),
  err varchar(200) not null default '',
  -- Counts the attempts; an answer is kept only for the attempt it was given to.
  tries int not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  sent_at timestamptz,
  read_at timestamptz,
  -- Its number at WeChat
  msg_no varchar(40) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- what staff read of a message that names its receiver: his name masked; null where it names nobody
  masked text,
  -- attempts before staff last sent it again: those since then decide when it is given up
  tries_before int not null default 0,
  constraint message_ref_uq unique (firm_id, kind, channel, ref),
  constraint message_sent_ck check ((status = 1) = (sent_at is not null)),
  constraint message_lease_ck check ((status = 3) = (lease_until is not null)),
  constraint message_template_ck check (channel <> 1 or template_no <> '' and app_id <> '' and fields is not null)
);
create index message_due on message (channel, due_at, id) where status = 0;
create index message_lease on message (lease_until) where status = 3;
create index message_firm on message (firm_id, id);
create index message_uid on message (uid, id);
create index message_kind on message (kind, id);
create index message_channel on message (channel, id);
create index message_status on message (status, id);
create index message_made on message (firm_id, created_at);
create index message_sent on message (sent_at, firm_id) where status = 1;
create index message_ended on message (updated_at, firm_id) where status in (2, 4, 5);

create table message_template (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  app_id varchar(32) not null,
  template_no varchar(64) not null,
  title varchar(64) not null,
  content text not null,
  example text not null default '',
  -- WeChat does not list it any more
  is_gone boolean not null default false,
  synced_at timestamptz not null default now(),
  constraint message_template_uq unique (firm_id, app_id, template_no),
  constraint message_template_firm_uq unique (firm_id, id)
);

-- What a firm tells at an event. Without a row the usual text stands on the page and nothing goes by WeChat.
create table message_setting (
  firm_id bigint not null references firm,
  event varchar(20) not null,
  inner_on boolean not null,
  inner_content varchar(500) not null,
  wechat_on boolean not null,
  template_id bigint,
  -- {key: content with variables} of the template's fields
  fields jsonb not null default '{}',
  version int not null default 0,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (firm_id, event),
  constraint message_setting_ck check (not wechat_on or template_id is not null),
  constraint message_setting_template_fk foreign key (firm_id, template_id) references message_template (firm_id, id)
);

-- How many messages a firm sends through WeChat in a day, and has sent.
create table message_quota (
  firm_id bigint primary key references firm,
  day_limit int not null default 100000 check (day_limit between 0 and 10000000),
  day date not null default '2000-01-01',
  used int not null default 0,
  version int not null default 0,
  updated_at timestamptz not null default now()
);
