-- The sum, in fen, above which an order of packets by hand needed another person when it was made: the setting may be another one since.
alter table red_send add review_above bigint not null default 100000 check (review_above >= 0);
alter table red_send alter review_above drop default;
alter table red_send add constraint red_send_needs_review_ck check (needs_review = (total_amount > review_above));

-- Whether the password is asked for was taken for a secret by its name, and could not be read: its first value counts until it is saved again.
delete from config where name = 'manual.send_password' and sealed is not null;
