-- By which way a consumer came is asked by the open ids of his account, each among the merchants of his firm.
create index merchant_app on merchant (firm_id, appid);
