-- The account that was passed, also of remittances that were passed before it was kept: as it is now, which it has been since it was refused
-- to change it. None that was passed is without it from here on, so that one whose digest was taken away is found.
alter table remit disable trigger remit_passed_kept;
update remit set passed_account = encode(sha256(convert_to(concat_ws('|', channel, account, account_name, encode(account_sealed, 'hex')), 'UTF8')), 'hex')
where audit_at is not null and passed_account is null;
alter table remit enable trigger remit_passed_kept;
