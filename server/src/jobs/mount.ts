import type { App } from '../kit/http/app-context.ts';
import type { ConditionWords } from './find-conditions.ts';
import { mountExcelLog } from './excel-log.ts';
import { mountImportTask } from './import-task.ts';
import { runFileJobs } from './run-file-jobs.ts';

/** Imports and exports of every domain: their screens' calls and the background work. */
export const mountJobs = (app: App, words: ConditionWords): void => {
  mountImportTask(app);
  mountExcelLog(app, words);
  runFileJobs(app.background);
};
