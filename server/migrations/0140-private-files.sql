-- Whoever asks for a private file may read it by what names it: its row is found by the address. Few rows name one.

create index attachment_address on attachment (satt_dir);

create function flow_papers(files jsonb, field_values jsonb) returns jsonb immutable language sql as $$
  select jsonb_path_query_array(files, '$[*].url') || jsonb_path_query_array(field_values, '$.*[*].url')
$$;

create index flow_papers on flow using gin (flow_papers(files, field_values) jsonb_path_ops)
  where flow_papers(files, field_values) <> '[]';
create index file_job_file on file_job (file) where file like 'file/%';
create index file_job_zip on file_job ((params ->> 'zipUrl')) where params ->> 'zipUrl' like '/file/%';
create index code_op_file on code_op (file) where file like 'file/%';
create index lot_qc_file on lot (qc_file) where qc_file like '/file/%';
create index agent_license_file on agent (license_image) where license_image like '/file/%';
create index shop_license_file on shop (license_image) where license_image like '/file/%';
create index shop_door_file on shop (door_image) where door_image like '/file/%';
create index ded_log_voucher_file on ded_log (voucher) where voucher like '/file/%';
