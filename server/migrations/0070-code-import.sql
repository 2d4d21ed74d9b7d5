-- An import of third-party codes beside its row of file_job: what was asked, and how far it is. The cursor moves in the
-- transaction of the rows themselves, so that a killed process loses nothing and does nothing twice.
create table code_import (
  job_id bigint primary key,
  firm_id bigint not null,
  upload_id uuid,
  draft jsonb not null,
  -- 1 读取文件, 2 判定层级, 3 写入, 4 启用, 5 完成, 6 重试失败行
  step smallint not null default 1 check (step between 1 and 6),
  -- rows of the file read (step 1); row number last written within the level (step 3)
  cursor int not null default 0,
  level smallint not null default 2,
  task_id bigint references task
);
create index code_import_firm on code_import (firm_id, job_id);
