create sequence task_number;
