-- Scans outside the regions of whose goods they were: one row for a code and a city.
create table cross_hit (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  seg int not null,
  serial bigint not null,
  scan_city varchar(40) not null,
  agent_id bigint not null,
  shop_id bigint,
  product_id bigint,
  lot_id bigint,
  scan_id bigint not null,
  scan_at timestamptz not null,
  geo_source smallint not null,
  distance_km int,
  uid bigint,
  -- 0 疑似, 1 已确认, 2 排除
  confirmed smallint not null default 0 check (confirmed in (0, 1, 2)),
  event_id bigint,
  at timestamptz not null default now(),
  unique (firm_id, seg, serial, scan_city)
);
create index cross_hit_free on cross_hit (firm_id, agent_id, scan_city, scan_at) where event_id is null;
create index cross_hit_event on cross_hit (event_id) where event_id is not null;
create index cross_hit_firm on cross_hit (firm_id, scan_at);
