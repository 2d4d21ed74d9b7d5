import type { Domain } from '../kit/http/domain.ts';
import { mountImportTask } from './import-task.ts';
import { mountExcelLog } from './excel-log.ts';
import { runFileJobs } from './run-file-jobs.ts';

/** Imports and exports of every domain: the calls of their screens and the work in the background. */
export const jobs = {
  mounts: [mountImportTask, mountExcelLog, ({ background }) => runFileJobs(background)],
} satisfies Domain;
