-- When a shop was put forward for review: on being made, and again when a rejected one was changed.
alter table shop add submitted_at timestamptz;
update shop set submitted_at = created_at;
alter table shop alter submitted_at set not null, alter submitted_at set default now();
create index shop_submitted on shop (firm_id, submitted_at desc, id desc) where is_del = 0;
create index shop_submitted_all on shop (submitted_at desc, id desc) where is_del = 0;

-- Boxes a shop opened.
create index draw_shop on draw (shop_id, id) where audience = 1;
