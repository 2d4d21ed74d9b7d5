-- The log of files of one firm in its order, whatever their kind.
create index file_job_by_firm_id on file_job (firm_id, id) where is_del = 0;
