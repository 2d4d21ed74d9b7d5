-- What a file itself has wrong in a refused row, as [[place, text]…]: the texts alone would look right when the row is tried again.
alter table file_job_error add column faults jsonb;
