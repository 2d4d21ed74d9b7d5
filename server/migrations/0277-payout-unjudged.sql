-- Attempts that are still to be held against the bills of their account.
create index payout_unheld on payout (mch_conf_id) where judged_at is null and body is not null;
