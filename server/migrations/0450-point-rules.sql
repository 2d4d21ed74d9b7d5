-- What a firm gives for the first scan of a code and for a share, from a moment on. Never changed, so that it can be told of each entry in
-- the ledger of points whether it was as much as was given then.
create table point_rule (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  first_points int not null,
  share_points int not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create trigger point_rule_kept before update or delete on point_rule for each row execute function refuse_note_change();

-- Of firms that said so before: as it is now. What was given before is not judged by it.
insert into point_rule (firm_id, first_points, share_points)
select firm_id, first_points, share_points from consumer_config where first_points > 0 or share_points > 0 order by firm_id;
