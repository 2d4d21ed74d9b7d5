import type { ExtImportDraft } from '@zhuiyuan/contract/codes/ext-import';
import { mostTextRows, mostXlsxRows } from '@zhuiyuan/contract/codes/ext-import';
import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ClaimedJob } from '../jobs/claim-job.ts';
import { jobFolder } from '../jobs/local-copy.ts';
import { LeaseLost } from '../jobs/move-cursor.ts';
import { readText } from '../jobs/read-text.ts';
import { readXlsx } from '../jobs/read-xlsx.ts';
import type { Ended } from '../jobs/importer.ts';
import type { SheetRow } from '../jobs/sheet.ts';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { refuse, Refusal } from '../kit/refusal.ts';
import { announceChange } from '../kit/remember.ts';
import { productOf } from '../trace/product-of.ts';
import { activateCodes } from './activate-codes.ts';
import { assemble, chunksOf, dropFile, dropUpload } from './code-upload.ts';
import { extPrefixes } from './ext-codes.ts';
import { insertRows, nextRows } from './insert-ext-rows.ts';
import { keyringOf } from './keyring.ts';
import {
  canonicalColumns,
  keepFaults,
  raiseParents,
  rawOf,
  readExtRow,
  stageRows,
  type ExtFault,
  type ExtRow,
} from './stage-ext-rows.ts';

const stagedAtOnce = 10_000;
const insertedAtOnce = 50_000;
/** A text that another import brought in meanwhile breaks a batch; the next try sees it. */
const tries = 4;

const Step = { read: 1, level: 2, insert: 3, activate: 4, over: 5, again: 6 } as const;

interface Run {
  app: App;
  job: ClaimedJob;
  owner: string;
  draft: ExtImportDraft;
  isDue: () => boolean;
  /** Why the imported codes could not be bound. */
  notActivated?: string;
}

interface Progress {
  step: number;
  cursor: number;
  level: number;
  taskId: number | null;
}

interface Done {
  ok?: number;
  skipped?: number;
  faults?: readonly ExtFault[];
  total?: number;
  /** Refused rows that are tried again. */
  taken?: number;
  next: Partial<Progress>;
}

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
  const run: Run = { app, job, owner, draft: draft as unknown as ExtImportDraft, isDue };
  let progress: Progress = at;
  const doing: Record<number, (run: Run, progress: Progress) => Promise<Progress | Ended>> = {
    [Step.read]: readFile,
    [Step.level]: findLevels,
    [Step.insert]: insertBatch,
    [Step.activate]: activate,
    [Step.again]: readFaults,
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

/** Does a batch and moves the cursor in one transaction of the run that holds the lease. */
const advance = async (run: Run, progress: Progress, work: (db: Db) => Promise<Done>): Promise<Progress | Ended> => {
  const { job, owner, app } = run;
  const once = () =>
    app.db.transaction().execute(async (transaction): Promise<Progress | Ended> => {
      const db = transaction as Db;
      const { ok = 0, skipped = 0, faults = [], total = 0, taken = 0, next } = await work(db);
      const fail = faults.length - taken;
      await keepFaults(db, { importId: job.id, firmId: job.firmId, attempt: job.attempt }, faults);
      const { rows } = await sql<{ isCancelled: boolean }>`
        update file_job set ok_cnt = ok_cnt + ${ok}, skip_cnt = skip_cnt + ${skipped}, fail_cnt = fail_cnt + ${fail},
          total = total + ${total}, cursor_row = ok_cnt + skip_cnt + fail_cnt + ${ok + skipped + fail},
          phase = ${progress.step === Step.read ? 1 : 2}, lease_until = now() + interval '60 seconds', updated_at = now()
        where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${owner} and status = 1
        returning is_cancelled`.execute(db);
      if (!rows[0]) throw new LeaseLost();
      const reached = { ...progress, ...next };
      await db.updateTable('codeImport').set(reached).where('jobId', '=', job.id).execute();
      return rows[0].isCancelled ? 'stopped' : reached;
    });
  for (let left = tries; ; left -= 1)
    try {
      return await once();
    } catch (error) {
      const { code } = error as { code?: string };
      if (left === 1 || !['23505', '40P01', '40001', '55P03'].includes(code ?? '')) throw error;
    }
};

const readFile = async (run: Run, begun: Progress): Promise<Progress | Ended> => {
  const { app, job, draft } = run;
  const keyring = keyringOf(app);
  const path = join(jobFolder(app.config.dataDir), `codes-${job.id}-${randomBytes(6).toString('hex')}`);
  const chunks = await chunksOf(app.db, { id: job.operatorId }, draft.uploadId);
  await assemble(app, chunks, path);
  const isXlsx = draft.fileName.toLowerCase().endsWith('.xlsx');
  const most = isXlsx ? mostXlsxRows : mostTextRows;
  let progress = begun;
  let at = 0;
  let rows: SheetRow[] = [];
  const keep = async (): Promise<Ended | undefined> => {
    const good: ExtRow[] = [];
    const faults: ExtFault[] = [];
    for (const row of rows) {
      const read = await readExtRow(keyring, draft, row);
      if ('code' in read) faults.push(read);
      else good.push(read);
    }
    const next = await advance(run, progress, async (db) => {
      await stageRows(db, { importId: job.id, firmId: job.firmId, level: draft.level }, good);
      return { faults, total: rows.length, next: { cursor: at } };
    });
    if (typeof next === 'string') return next;
    progress = next;
    rows = [];
    return run.isDue() ? 'later' : undefined;
  };
  try {
    for await (const row of isXlsx ? readXlsx(path) : readText(path)) {
      if (row.cells.every((cell) => cell === '') && !row.faults) continue;
      at += 1;
      if ((at === 1 && draft.hasHeader) || at <= begun.cursor) continue;
      if (at - (draft.hasHeader ? 1 : 0) > most)
        throw new Refusal(jobRefusals.tooBig[0], `文件超过${most / 10_000}万行`);
      rows.push(row);
      if (rows.length < stagedAtOnce) continue;
      const ended = await keep();
      if (ended) return ended;
    }
    const ended = rows.length > 0 && (await keep());
    if (ended) return ended;
  } finally {
    await dropFile(path);
  }
  if (at <= (draft.hasHeader ? 1 : 0)) throw refuse(jobRefusals.emptyFile);
  return advance(run, progress, async () => ({ next: { step: Step.level, cursor: 0, level: 2 } }));
};

/** Takes refused rows up again as the file had them; what refused them may have gone. */
const readFaults = async (run: Run, progress: Progress): Promise<Progress | Ended> => {
  const { app, job, draft } = run;
  const keyring = keyringOf(app);
  const columns = canonicalColumns(draft.columns);
  return advance(run, progress, async (db) => {
    const page = await db
      .deleteFrom('fileJobError')
      .where('jobId', '=', job.id)
      .where('rowNo', 'in', (query) =>
        query
          .selectFrom('fileJobError')
          .where('jobId', '=', job.id)
          .where('attempt', '<', job.attempt)
          .select('rowNo')
          .orderBy('rowNo')
          .limit(stagedAtOnce),
      )
      .returning(['rowNo', 'raw'])
      .execute();
    if (page.length === 0) return { next: { step: Step.level, cursor: 0, level: 2 } };
    const good: ExtRow[] = [];
    const faults: ExtFault[] = [];
    for (const { rowNo, raw } of page) {
      const read = await readExtRow(keyring, { ...draft, columns }, { rowNo, cells: raw as string[] });
      if ('code' in read) faults.push(read);
      else good.push(read);
    }
    await stageRows(db, { importId: job.id, firmId: job.firmId, level: draft.level }, good);
    return { faults, taken: page.length, next: {} };
  });
};

const findLevels = async (run: Run, progress: Progress): Promise<Progress | Ended> => {
  const { job, draft } = run;
  return advance(run, progress, async (db) => {
    const at = { importId: job.id, firmId: job.firmId, level: draft.level };
    const tooHigh = draft.columns.parentCode === undefined ? [] : await raiseParents(db, at);
    const [code, text] = codeRefusals.parentLevel;
    const faults = tooHigh.map((row) => ({
      rowNo: row.rowNo,
      raw: rawOf(draft.columns, row),
      field: '上级编码',
      code,
      message: `第${row.rowNo}行：${text}`,
    }));
    return { faults, next: { step: Step.insert, cursor: 0, level: 2 } };
  });
};

const insertBatch = async (run: Run, progress: Progress): Promise<Progress | Ended> => {
  const { job, draft } = run;
  const base = { importId: job.id, firmId: job.firmId };
  return advance(run, progress, async (db) => {
    const rows = await nextRows(db, { ...base, level: progress.level }, progress.cursor, insertedAtOnce);
    if (rows.length === 0)
      return { next: progress.level === 0 ? { step: Step.activate } : { level: progress.level - 1, cursor: 0 } };
    const done = await insertRows(
      db,
      { ...base, draft, level: progress.level, taskId: progress.taskId, operatorId: job.operatorId },
      rows,
    );
    if (done.taskId !== null && progress.taskId === null && draft.urlPrefix) await announceChange(db, extPrefixes);
    return { ...done, next: { taskId: done.taskId, cursor: rows.at(-1)!.rowNo } };
  });
};

/** Closes the task, and binds its codes when that was asked for. Codes that cannot be bound stay as they are, with the reason. */
const activate = async (run: Run, progress: Progress): Promise<Progress | Ended> => {
  const { taskId } = progress;
  if (taskId !== null && run.draft.autoActivate)
    try {
      await run.app.db.transaction().execute((transaction) => bindAll(run, transaction as Db, taskId));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      run.notActivated = error.message;
    }
  return advance(run, progress, async (db) => {
    if (taskId !== null)
      await db
        .updateTable('task')
        .set({ phase: 4, status: 3, finishedAt: sql<string>`now()`, updatedAt: sql<string>`now()` })
        .where('id', '=', taskId)
        .execute();
    await db
      .updateTable('codeOp')
      .set({ status: 2, finishedAt: sql<string>`now()` })
      .where('firmId', '=', run.job.firmId)
      .where('opSrc', '=', 2)
      .where('idemKey', '=', `import ${run.job.id}`)
      .execute();
    return { next: { step: Step.over } };
  });
};

const bindAll = async ({ app, job, draft }: Run, db: Db, taskId: number): Promise<void> => {
  const product = await productOf(db, draft.productId!);
  const segments = await db.selectFrom('segment').where('taskId', '=', taskId).select(['seg', 'count']).execute();
  await activateCodes(
    db,
    keyringOf(app),
    { id: job.operatorId },
    {
      picked: { runs: segments.map(({ seg, count }) => ({ seg, from: 1, to: count })), unknown: [] },
      target: {
        firmId: job.firmId,
        productId: product.id,
        lotId: draft.lotId!,
        boxNum: product.boxNum,
        caseNum: product.caseNum,
      },
      skipsConflicts: true,
      idemKey: `import ${job.id} use`,
      request: { importId: job.id },
      opSrc: 2,
    },
  );
};

const sweepUp = async (app: App, jobId: number, uploadId: string | null): Promise<void> => {
  await app.db.deleteFrom('codeExtRow').where('importId', '=', jobId).execute();
  if (!uploadId) return;
  await app.db.updateTable('fileJob').set({ file: '' }).where('id', '=', jobId).execute();
  await dropUpload(app, uploadId);
};
