-- For who shared the link of a game by which somebody came who counts.
alter table consumer_config
  add share_points int not null default 0,
  add constraint consumer_config_share_ck check (share_points between 0 and 1000);
