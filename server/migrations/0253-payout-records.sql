-- What staff see of payouts: when WeChat Pay was last asked about an attempt, and payouts by their times.
alter table payout add column asked_at timestamptz;
create index red_info_created on red_info (firm_id, created_at);
create index red_info_created_all on red_info (created_at);
create index red_info_merchant on red_info (mch_conf_id, id);
create index recon_diff_merchant on recon_diff (mch_conf_id, bill_date);
