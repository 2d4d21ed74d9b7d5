-- What new activities ask of their winners at first, as an activity keeps it.
alter table consumer_config
  add collect_fields jsonb not null default '[]',
  add collect_reason varchar(100) not null default '';
