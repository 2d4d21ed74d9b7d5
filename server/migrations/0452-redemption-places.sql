-- Where a prize was asked to be sent, as a digest written with its order and never changed: an address stays what its winner said.
create table redemption_place (
  firm_id bigint not null references firm,
  redemption_id bigint not null,
  digest char(64) not null,
  primary key (firm_id, redemption_id)
);
create trigger redemption_place_kept before update or delete on redemption_place for each row execute function refuse_note_change();

create function digest_place(redemption) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws(chr(31), $1.id, $1.draw_id, $1.uid, $1.receiver, $1.phone, $1.region_code, $1.address), 'UTF8')), 'hex')
$$;

-- Of what was asked for before: as it is now.
insert into redemption_place (redemption_id, firm_id, digest)
select id, firm_id, digest_place(redemption) from redemption order by id;
