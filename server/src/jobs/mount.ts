import type { App } from '../kit/http/app-context.ts';
import { mountExcelLog } from './excel-log.ts';
import { mountImportTask } from './import-task.ts';
import { runFileJobs } from './run-jobs.ts';

/** Imports and exports of every domain: their screens' calls and the background work. */
export const mountJobs = (app: App): void => {
  mountImportTask(app);
  mountExcelLog(app);
  runFileJobs(app.background);
};
