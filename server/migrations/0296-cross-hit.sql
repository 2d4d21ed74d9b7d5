-- Goods of a dealer that were asked about where he may not sell them: once for each code and city.
create table cross_hit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  seg int not null,
  serial bigint not null,
  -- of the query: its number and its time
  scan_id bigint not null,
  at timestamptz not null,
  agent_id bigint not null,
  shop_id bigint,
  product_id bigint,
  lot_id bigint,
  uid bigint,
  -- codes of the regions where he may sell, as they were then
  regions text[] not null,
  -- of the query; the city is that of its province where the address names no city
  province char(6) not null,
  city char(6) not null,
  -- 1 GPS, 2 IP
  geo_source smallint not null check (geo_source in (1, 2)),
  lng double precision,
  lat double precision,
  -- kilometres to the border of the nearest city where he may sell; null of an address
  distance_km int check (distance_km >= 0),
  -- 0 疑似, 1 已确认, 2 排除
  confirmed smallint not null default 0 check (confirmed in (0, 1, 2)),
  -- the warning it belongs to
  event_id bigint,
  created_at timestamptz not null default now(),
  constraint cross_hit_code_city_uq unique (firm_id, seg, serial, city),
  constraint cross_hit_firm_id_uq unique (firm_id, id),
  foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create index cross_hit_firm on cross_hit (firm_id, at);
create index cross_hit_agent on cross_hit (firm_id, agent_id, city, at);
create index cross_hit_event on cross_hit (event_id) where event_id is not null;
