import type { App } from '../kit/app-context.ts';
import { mountImportTask } from './import-task.ts';
import { runFileJobs } from './run-jobs.ts';

/** Imports and exports of every domain: their screens' calls and the background work. */
export const mountJobs = (app: App): void => {
  mountImportTask(app);
  runFileJobs(app);
};
