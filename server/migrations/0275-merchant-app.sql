-- An app of WeChat's belongs to one firm: who signs in by it is known by its appid over the whole platform.
alter table merchant add constraint merchant_appid_of_firm exclude using gist (appid with =, firm_id with <>)
  where (is_del = 0 and appid <> '');
