-- Consumers as staff see them: the phone they told last, what rules said of them, and the orders of their lists.
alter table member
  -- Told with a prize; sealed, and a hash under a key of the firm's own, so that no two firms can tell they know the same person.
  add phone_sealed bytea,
  add phone_hash bytea,
  add constraint member_phone_ck check ((phone_sealed is null) = (phone_hash is null));
create index member_phone on member (phone_hash) where phone_hash is not null;
create index member_off on member (firm_id, id) where status = 1;
create index member_name_gram on member using gin (nick_name gin_trgm_ops);
create index member_name_letters on member using gin (string_to_array(lower(nick_name::text), null));

create index consumer_count_scans on consumer_count (firm_id, scan_cnt);
create index consumer_count_won on consumer_count (firm_id, win_amount);
create index consumer_count_first on consumer_count (firm_id, first_scan_at);
create index consumer_count_last on consumer_count (firm_id, last_scan_at);
create index consumer_count_place on consumer_count (province, city);

alter table risk_hit
  -- 0 未处理, 1 已确认, 2 已解除: its points do not count any more
  add handled smallint not null default 0 check (handled in (0, 1, 2)),
  add handled_by bigint,
  add handled_at timestamptz,
  add remark varchar(100) not null default '',
  add constraint risk_hit_handled_ck check ((handled = 0) = (handled_at is null));
create index risk_hit_lately on risk_hit (firm_id, last_at);
create index risk_hit_code on risk_hit (firm_id, code, id);
create index risk_hit_open on risk_hit (id) where handled = 0;

create index blacklist_side on blacklist (is_white, id);
create index blacklist_firm_side on blacklist (firm_id, is_white, id);


-- What a firm says of its consumers. A firm without a row has the defaults.
create table consumer_config (
  firm_id bigint primary key references firm,
  -- From this risk score on prizes wait for a person, from that on nothing is drawn.
  score_hold smallint not null default 40,
  score_block smallint not null default 80,
  version int not null default 0,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint consumer_config_ck check (score_hold between 1 and 100 and score_block between score_hold and 101)
);

-- Asked about by everybody behind one address, invented codes tell of nobody: the rule is gone. One carrier's address is shared by many.
delete from risk_rule where code = 'R10';
update risk_rule set action = 1, updated_at = now() where code = 'R04' and action = 3 and version = 0;
