-- 审核驳回 and the opinion of whoever reviewed, as long as an opinion may be.
alter table task alter column fail_reason type varchar(240);
