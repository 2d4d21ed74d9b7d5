import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { ExtImportDraft } from '@zhuiyuan/contract/codes/import/ext-import';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { ClaimedJob } from '../../jobs/claim-job.ts';
import type { Ended } from '../../jobs/importer.ts';
import type { App } from '../../kit/http/app-context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { announceChange } from '../../kit/db/remember.ts';
import { extPrefixes } from '../cipher/find-ext-codes.ts';
import { advance, Step, type ExtProgress, type ExtRun, type ExtStep } from './ext-run.ts';
import { finishExtImport, sweepUp } from './finish-ext-import.ts';
import { insertExtRows, nextExtRows } from './insert-ext-rows.ts';
import { readExtFaults, readExtFile } from './read-ext-file.ts';
import { raiseParents, toRaw } from './stage-ext-rows.ts';

const insertedAtOnce = 50_000;

/**
 * Imports third-party codes: keeps the rows of the file, finds the levels of those that others name as their parent, gives
 * them places from the highest level down, then activates them. Every transaction moves the cursor of its own rows.
 */
export const runExtImport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const { draft, ...at } = await app.db
    .selectFrom('codeImport')
    .where('jobId', '=', job.id)
    .select(['draft', 'step', 'cursor', 'level', 'taskId', 'uploadId'])
    .executeTakeFirstOrThrow();
  const run: ExtRun = { app, job, owner, draft: ExtImportDraft.parse(draft), isDue };
  let progress: ExtProgress = at;
  const doing: Record<number, ExtStep> = {
    [Step.read]: readExtFile,
    [Step.level]: findLevels,
    [Step.insert]: insertBatch,
    [Step.activate]: finishExtImport,
    [Step.again]: readExtFaults,
  };
  if (job.isRetry && progress.step === Step.over) progress = { ...progress, step: Step.again, cursor: 0 };
  while (progress.step !== Step.over) {
    const next = await doing[progress.step]!(run, progress);
    if (typeof next === 'string') return next;
    progress = next;
    if (isDue() && progress.step !== Step.over) return 'later';
  }
  await sweepUp(app, job.id, at.uploadId);
  if (run.notActivated) throw new Refusal(400, `编码已导入，自动启用失败：${run.notActivated}`);
  return 'over';
};

const findLevels: ExtStep = async (run, progress) => {
  const { job, draft } = run;
  return advance(run, progress, async (db) => {
    const at = { importId: job.id, firmId: job.firmId, level: draft.level };
    const tooHigh = draft.columns.parentCode === undefined ? [] : await raiseParents(db, at);
    const [code, text] = codeRefusals.parentLevel;
    const faults = tooHigh.map((row) => ({
      rowNo: row.rowNo,
      raw: toRaw(draft.columns, row),
      field: '上级编码',
      code,
      message: `第${row.rowNo}行：${text}`,
    }));
    return { faults, next: { step: Step.insert, cursor: 0, level: Level.case } };
  });
};

const insertBatch: ExtStep = async (run, progress) => {
  const { job, draft } = run;
  const base = { importId: job.id, firmId: job.firmId };
  return advance(run, progress, async (db) => {
    const rows = await nextExtRows(db, { ...base, level: progress.level }, progress.cursor, insertedAtOnce);
    if (rows.length === 0)
      return {
        next: progress.level === Level.item ? { step: Step.activate } : { level: progress.level - 1, cursor: 0 },
      };
    const done = await insertExtRows(
      db,
      { ...base, draft, level: progress.level, taskId: progress.taskId, operatorId: job.operatorId },
      rows,
    );
    if (done.taskId !== null && progress.taskId === null && draft.urlPrefix) await announceChange(db, extPrefixes);
    return { ...done, next: { taskId: done.taskId, cursor: rows.at(-1)!.rowNo } };
  });
};
