-- Names are compared by what they look like: letters of full and half width, blanks of every kind, and marks without a shape make no
-- difference. The same as lookOf of the contract.
create function look_of(value text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  regexp_replace(normalize(value, nfkc), U&'[\00AD\061C\180E\200B-\200F\202A-\202E\2060-\2064\2066-\206F\FEFF]', '', 'g'),
  '\s+', ' ', 'g'));

-- Refuses a name that looks like another's among the same rows as its unique index does an equal one, which stays with the index and its
-- conflicts; rows that looked alike before stay as they are until their name is changed. Its arguments: the index whose name
-- the refusal has, the column of the name, and columns the rows share. Rows of one owner wait for each other.
create function refuse_lookalike() returns trigger language plpgsql as $$
declare
  shared text[] := tg_argv[2:];
  ours jsonb := to_jsonb(new);
  was jsonb;
  twins boolean;
begin
  if coalesce((ours ->> 'is_del')::int, 0) <> 0 then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := to_jsonb(old);
    if look_of(was ->> tg_argv[1]) = look_of(ours ->> tg_argv[1]) and was -> 'is_del' is not distinct from ours -> 'is_del'
      and (select bool_and(was -> name is not distinct from ours -> name) from unnest(shared) name) is not false then
      return new;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtext(tg_argv[0]), hashtext(coalesce(ours ->> 'firm_id', '')));
  execute format(
    'select exists (select from %I twin where look_of(twin.%I) = look_of($1) and twin.%I <> $1 and twin.id <> $2 %s %s)',
    tg_table_name, tg_argv[1], tg_argv[1],
    case when ours ? 'is_del' then 'and twin.is_del = 0' else '' end,
    (select coalesce(string_agg(format('and twin.%I = ($3 ->> %L)::bigint', name, name), ' '), '') from unnest(shared) name))
    into twins using ours ->> tg_argv[1], (ours ->> 'id')::bigint, ours;
  if twins then
    raise unique_violation using constraint = tg_argv[0], message = format('duplicate name in %s', tg_table_name);
  end if;
  return new;
end $$;

create index firm_look on firm (look_of(name)) where is_del = 0;
create trigger firm_lookalike before insert or update on firm
  for each row execute function refuse_lookalike('firm_name_uq', 'name');
create index role_look on role (look_of(role_name));
create trigger role_lookalike before insert or update on role
  for each row execute function refuse_lookalike('role_name_uq', 'role_name');
create index category_look on category (firm_id, type, pid, look_of(name));
create trigger category_lookalike before insert or update on category
  for each row execute function refuse_lookalike('category_name_uq', 'name', 'firm_id', 'type', 'pid');

create index channel_look on channel (firm_id, look_of(name)) where is_del = 0;
create trigger channel_lookalike before insert or update on channel
  for each row execute function refuse_lookalike('channel_name_uq', 'name', 'firm_id');
create index agent_look on agent (firm_id, look_of(name)) where is_del = 0;
create trigger agent_lookalike before insert or update on agent
  for each row execute function refuse_lookalike('agent_name_uq', 'name', 'firm_id');
create index flow_type_look on flow_type (firm_id, look_of(name)) where is_del = 0;
create trigger flow_type_lookalike before insert or update on flow_type
  for each row execute function refuse_lookalike('flow_type_name_uq', 'name', 'firm_id');
create index temp_look on temp (firm_id, look_of(name)) where is_del = 0;
create trigger temp_lookalike before insert or update on temp
  for each row execute function refuse_lookalike('temp_name_uq', 'name', 'firm_id');
create index prize_look on prize (firm_id, look_of(name)) where is_del = 0;
create trigger prize_lookalike before insert or update on prize
  for each row execute function refuse_lookalike('prize_name_uq', 'name', 'firm_id');
create index scope_look on scope (firm_id, look_of(name)) where is_del = 0;
create trigger scope_lookalike before insert or update on scope
  for each row execute function refuse_lookalike('scope_name_uq', 'name', 'firm_id');
create index act_template_look on act_template (firm_id, look_of(name)) where is_del = 0;
create trigger act_template_lookalike before insert or update on act_template
  for each row execute function refuse_lookalike('act_template_name_uq', 'name', 'firm_id');
create index red_active_look on red_active (firm_id, look_of(name)) where is_del = 0;
create trigger red_active_lookalike before insert or update on red_active
  for each row execute function refuse_lookalike('red_active_name_uq', 'name', 'firm_id');
create index police_rule_look on police_rule (firm_id, look_of(name)) where is_del = 0;
create trigger police_rule_lookalike before insert or update on police_rule
  for each row execute function refuse_lookalike('police_rule_name_uq', 'name', 'firm_id');
create index mould_look on mould (firm_id, look_of(name)) where is_del = 0;
create trigger mould_lookalike before insert or update on mould
  for each row execute function refuse_lookalike('mould_name_uq', 'name', 'firm_id');

-- Products are told apart by name and specification, which are no unique ones: files of them are looked up by what they look like.
create index product_look on product (firm_id, look_of(store_name)) where is_del = 0;
