-- How often a job was taken up without having been given back, and how far it was then (its rows and counts together).
alter table file_job add column claim_cnt int not null default 0;
alter table file_job add column claim_row bigint not null default 0;
