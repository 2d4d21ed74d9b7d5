-- What an activity asks for beside its odds and terms, as it was published and lawfully changed since, as a digest: the second source that
-- it is held against. Never changed; without a key to its activity. Who changed it: null of what was published before this was noted.
create table activity_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  activity_id bigint not null,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index activity_note_activity on activity_note (firm_id, activity_id, id);
create trigger activity_note_kept before update or delete on activity_note for each row execute function refuse_note_change();

create function digest_activity(activity) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.id, $1.act_scene, $1.audience, $1.lottery_type, $1.play_mode,
    extract(epoch from $1.start_at), extract(epoch from $1.end_at), $1.limit_total, $1.limit_day, $1.win_total, $1.win_day, $1.new_user_only,
    $1.geo_required, $1.scope_id, $1.collect_fields, $1.claim_days, $1.refund_policy, $1.budget_mode, $1.pool_id, $1.budget_amount, $1.verify_all,
    $1.auto_end,
    (select jsonb_agg(jsonb_build_array(t.id, t.is_fallback) order by t.id) from tier t where t.firm_id = $1.firm_id and t.activity_id = $1.id),
    (select jsonb_agg(jsonb_build_array(w.weekdays, w.hour_from, w.hour_to) order by w.place)
      from activity_window w where w.firm_id = $1.firm_id and w.activity_id = $1.id),
    (select jsonb_agg(jsonb_build_array(t.kind, t.target_id, t.seg, t.serial_from, t.serial_to) order by t.place)
      from activity_target t where t.firm_id = $1.firm_id and t.activity_id = $1.id))::text, 'UTF8')), 'hex')
$$;

-- The like of activities of red packets, as they were made and lawfully changed.
create table red_active_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  red_active_id bigint not null,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index red_active_note_active on red_active_note (firm_id, red_active_id, id);
create trigger red_active_note_kept before update or delete on red_active_note for each row execute function refuse_note_change();

create function digest_red_active(red_active) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.id, $1.kind, $1.channel, $1.scene, $1.pay_kind, $1.mch_conf_id, $1.amount_mode, $1.amount_min,
    $1.amount_max, $1.budget_amount, $1.packet_limit, $1.limit_user_day, extract(epoch from $1.start_at), extract(epoch from $1.end_at))::text,
    'UTF8')), 'hex')
$$;

-- The like of what a firm asks of its consumers.
create table consumer_config_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create trigger consumer_config_note_kept before update or delete on consumer_config_note for each row execute function refuse_note_change();

create function digest_consumer_config(consumer_config) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.firm_id, $1.score_hold, $1.score_block, $1.scan_limit, $1.draw_limit, $1.geo_mode,
    $1.need_phone, $1.points_months)::text, 'UTF8')), 'hex')
$$;

-- Of what was there before: as it is now.
insert into activity_note (firm_id, activity_id, digest)
select firm_id, id, digest_activity(activity) from activity where published_at is not null order by id;
insert into red_active_note (firm_id, red_active_id, digest)
select firm_id, id, digest_red_active(red_active) from red_active order by id;
insert into consumer_config_note (firm_id, digest)
select firm_id, digest_consumer_config(consumer_config) from consumer_config order by firm_id;
