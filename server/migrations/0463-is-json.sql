-- Whether a text is JSON; PostgreSQL says so by itself from version 16 on.
create function is_json(body text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  perform body::jsonb;
  return true;
exception when data_exception then
  return false;
end
$$;
