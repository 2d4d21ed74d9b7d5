-- How a person wants the console to look; null until it was kept.
alter table admin add layout jsonb;
