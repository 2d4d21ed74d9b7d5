-- Pictures that a firm shows its consumers: whom to write to in WeChat, and its official account.
alter table consumer_config
  add service_qr varchar(300) not null default '',
  -- whether the pages lead to the official account
  add follow_on boolean not null default false,
  add follow_qr varchar(300) not null default '',
  add constraint consumer_config_follow_ck check (not follow_on or follow_qr <> '');
