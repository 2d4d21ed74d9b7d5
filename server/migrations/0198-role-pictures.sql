-- Pictures that people on the phone send belong to no query of a shopper.
alter table scan_upload alter column scan_id drop not null;
