-- A prize that waits for a person: who looked at it, and what he said. While `hold` stands nothing of it has gone out.
alter table claim
  add reviewed_by bigint,
  add reviewed_at timestamptz,
  add review_remark varchar(200) not null default '',
  add constraint claim_hold_ck check (not hold or (status = 0 and busy = 0 and reviewed_at is null)),
  add constraint claim_review_ck check ((reviewed_at is null) = (reviewed_by is null));
create index claim_held on claim (firm_id, draw_id) where hold or reviewed_at is not null;
