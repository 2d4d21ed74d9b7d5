-- What came back on a day is asked for every minute: failures and withdrawals alone, by the time they ended.
create index payout_returned on payout (firm_id, finished_at) where state in (6, 8) and posted_at is not null;
