import { JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { sql } from 'kysely';
import { addAll } from '../kit/add-all.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal, toRefusal, refuse } from '../kit/refusal.ts';
import { retried } from '../kit/http/serve.ts';
import type { ClaimedJob } from './claim-job.ts';
import {
  applyEach,
  findColumns,
  requireImporter,
  tellRefused,
  type AnyImporter,
  type Ended,
  type ImportColumn,
  type ImportContext,
} from './importer.ts';
import { withLocalCopy } from './with-local-copy.ts';
import { joinGroups, type Groups } from './join-groups.ts';
import { LeaseLost, moveCursor } from './move-cursor.ts';
import { openSheet } from '../kit/sheets/open-sheet.ts';
import { requirePlaces, RowReader, undoneRows, type ReadRow } from './row-reader.ts';
import { Cells, Faults, toRowError } from './row-error.ts';
import { usualLimits } from './start-import.ts';

interface Run {
  app: App;
  job: ClaimedJob;
  owner: string;
  importer: AnyImporter;
  columns: readonly ImportColumn[];
  params: unknown;
  context: Omit<ImportContext<unknown, unknown>, 'db'>;
  db: Db;
  /** Asks whether to give the job back. */
  isDue: () => boolean;
}

/** A share of rows with wrong cells beyond which a file that is to stop at errors is not begun. */
const mostFaulty = 0.1;

/**
 * Works on a claimed import: checks the whole file, then applies its rows from where the last run ended. Every row's
 * transaction also moves the cursor, so that a row is applied once, whenever the process dies.
 */
export const runImport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const operator = await app.operatorById(job.operatorId);
  const importer = requireImporter(app, job.biz);
  if (!operator || (operator.firmId !== null && operator.firmId !== job.firmId))
    throw new Refusal(403, '操作人已停用，导入停止');
  if (!operator.may(importer.may as never)) throw new Refusal(403, '操作人已无导入权限，导入停止');
  if (importer.run) return importer.run(app, job, owner, isDue);
  const db = job.firmId === 0 ? app.db : app.dbOfFirm(job.firmId);
  const params: unknown = importer.params ? importer.params.parse(job.params) : {};
  const columns = await findColumns(importer, db, params);
  const context = { firmId: job.firmId, operator, params };
  const work = (beside: unknown) =>
    runRows({
      app,
      job,
      owner,
      importer,
      params,
      columns,
      context: { ...context, taskId: job.id, beside },
      db,
      isDue,
    });
  return importer.opening ? importer.opening(app, { ...context, db }, work) : work(undefined);
};

const runRows = async (run: Run): Promise<Ended> => {
  const { app, job, importer } = run;
  if (job.isRetry) return retryRows(run);
  const { groupBy } = importer.together ?? {};
  return withLocalCopy(app, job.file, async (path) => {
    const groups: Groups = new Map();
    const gather = (row: ReadRow) => groupBy && addToGroup(groups, row, groupBy);
    const isChecked = job.phase >= JobPhase.running;
    const checked = isChecked ? 'checked' : await checkFile(run, path, gather);
    if (checked !== 'checked') return checked;
    if (!groupBy) return applyInOrder(run, path);
    if (isChecked) for await (const row of readRows(run, path)) gather(row);
    return applyGroups(run, groups);
  });
};

const addTo = (groups: Groups, key: string, row: ReadRow): void => {
  const group = groups.get(key);
  if (group) group.push(row);
  else groups.set(key, [row]);
};

const addToGroup = (groups: Groups, row: ReadRow, groupBy: (row: never) => string): void =>
  addTo(groups, row.error ? `\u0000${row.at}` : groupBy(row.row as never), row);

async function* readRows({ importer, columns, params }: Run, path: string): AsyncGenerator<ReadRow> {
  const { titles, rows, close } = await openSheet(path, importer.limits ?? usualLimits);
  try {
    const reader = new RowReader(importer, columns, requirePlaces(titles, columns), params);
    for await (const row of rows) yield reader.read(row);
  } finally {
    await close();
  }
}

/** Reads the whole file and tells its rows: counts them, and refuses the file as a whole when it cannot be imported. */
const checkFile = async (
  run: Run,
  path: string,
  tellRow: (row: ReadRow) => void,
): Promise<'checked' | 'unchecked' | 'stopped'> => {
  const { app, job, owner } = run;
  let total = 0;
  let faulty = 0;
  let told = Date.now();
  /** Answers whether somebody asked to stop. */
  const tell = async (phase: number): Promise<boolean> => {
    const changed = await app.db
      .updateTable('fileJob')
      .set({ total, phase, updatedAt: sql<string>`now()` })
      .where('id', '=', job.id)
      .where('leaseOwner', '=', owner)
      .returning('isCancelled')
      .executeTakeFirst();
    if (!changed) throw new LeaseLost();
    return changed.isCancelled;
  };
  /** Rows counted so far are not all: a later run begins with the check again. */
  const stopped = async () => {
    total = 0;
    await tell(1);
    return 'stopped' as const;
  };
  if (await tell(1)) return stopped();
  try {
    for await (const row of readRows(run, path)) {
      total += 1;
      if (row.error) faulty += 1;
      tellRow(row);
      if (Date.now() - told < 1000) continue;
      told = Date.now();
      if (run.isDue()) return 'unchecked';
      if (await tell(1)) return stopped();
    }
  } catch (error) {
    // A file that cannot be read to its end has no number of rows, and none that are left to do.
    if (error instanceof Refusal) await stopped();
    throw error;
  }
  if (total === 0) throw refuse(sheetRefusals.emptyFile);
  if (job.stopOnError && faulty > total * mostFaulty) throw new Refusal(400, '格式错误行过多，请检查模板');
  await tell(2);
  return 'checked';
};

/** Rows that cannot be read have nothing to apply: so many are noted in one transaction. */
const wrongAtOnce = 200;

const applyInOrder = async (run: Run, path: string): Promise<Ended> => {
  const size = run.importer.together?.batchSize ?? 1;
  const wrongSize = run.job.stopOnError ? size : Math.max(size, wrongAtOnce);
  let waiting: ReadRow[] = [];
  const flush = async (): Promise<Ended | undefined> => {
    const rows = waiting;
    waiting = [];
    return rows.length > 0 ? applyStep(run, rows, rows.at(-1)!.at) : undefined;
  };
  for await (const row of readRows(run, path)) {
    if (row.at <= run.job.cursorRow) continue;
    // Wrong rows wait for each other, and no right one waits behind them.
    const isAside = waiting.length >= size && !row.error;
    const before = isAside ? await flush() : undefined;
    if (before) return before;
    waiting.push(row);
    const isWrong = waiting.every(({ error }) => error);
    const ended = waiting.length >= (isWrong ? wrongSize : size) ? await flush() : undefined;
    if (ended) return ended;
  }
  return (await flush()) ?? 'over';
};

/** The cursor counts rows in the order of their groups, which is the same at every reading. */
const applyGroups = async (run: Run, groups: Groups): Promise<Ended> => {
  const size = rowsOfStep(run);
  let waiting: ReadRow[] = [];
  let cursor = 0;
  for (const group of joinGroups(groups, run.importer.together?.alongside)) {
    cursor += group.length;
    if (cursor <= run.job.cursorRow) continue;
    addAll(waiting, group);
    if (waiting.length < size) continue;
    const ended = await applyStep(run, waiting, cursor);
    if (ended) return ended;
    waiting = [];
  }
  return (waiting.length > 0 ? await applyStep(run, waiting, cursor) : undefined) ?? 'over';
};

/** How many rows of whole groups are gathered; one that is to stop at errors stops at the first wrong group. */
const rowsOfStep = ({ job, importer }: Run): number => (job.stopOnError ? 1 : (importer.together?.batchSize ?? 1));

/** Applies rows that belong to one transaction and moves the cursor; answers why to stop, if so. */
const applyStep = async (run: Run, rows: ReadRow[], cursor?: number): Promise<Ended | undefined> => {
  const isCancelled = await applyRows(run, rows, cursor);
  if (isCancelled) return 'stopped';
  return run.isDue() ? 'later' : undefined;
};

const applyRows = async (run: Run, rows: ReadRow[], cursor?: number): Promise<boolean> => {
  const { job, owner, db, columns, importer } = run;
  const target = { id: job.id, firmId: job.firmId, owner };
  const base = {
    attempt: job.attempt,
    cursor,
    retried: cursor === undefined ? rows.map(({ rowNo }) => rowNo) : undefined,
  };
  const wrong = rows.flatMap(({ error }) => error ?? []);
  const good = rows.filter(({ error }) => !error);
  const toError = ({ of, refusal }: RefusedRow) => toRowError(of.rowNo, of.raw, refusal, columns);
  const asRefused = ({ of, refusal }: RefusedRow) => ({ row: of.row, refusal });
  let refused: RefusedRow[] = [];
  try {
    if (run.importer.ahead)
      for (const { row } of good) await run.importer.ahead({ ...run.context, db } as never, row as never);
    if (good.length > 0)
      return await retried(() =>
        db.transaction().execute(async (transaction) => {
          const outcomes = await applyEach(run, transaction as Db, good);
          refused = outcomes.flatMap((refusal, at) => (refusal instanceof Refusal ? [{ of: good[at]!, refusal }] : []));
          const isNothing = !outcomes.some((outcome) => outcome === 'done' || outcome === 'skip');
          if (refused.length > 0 && (!run.importer.together?.batchSize || (isNothing && run.importer.together.groupBy)))
            throw new GroupRefused();
          await tellRefused(run, transaction as Db, refused.map(asRefused));
          const errors = refused.map(toError);
          const isCancelled = await moveCursor(transaction as Db, target, {
            ...base,
            done: outcomes.filter((outcome) => outcome === 'done').length,
            skip: outcomes.filter((outcome) => outcome === 'skip').length,
            errors: [...wrong, ...errors, ...undoneRows(importer, good, errors, (at) => outcomes[at] === 'undone')],
          });
          return isCancelled || (job.stopOnError && wrong.length + refused.length > 0);
        }),
      );
  } catch (error) {
    const refusal = toRefusal(error, run.app.constraints);
    if (refusal) refused = [{ of: good[0]!, refusal }];
    else if (!(error instanceof GroupRefused)) throw error;
  }
  const errors = [...wrong, ...refused.map(toError)];
  const told = new Set(errors.map(({ rowNo }) => rowNo));
  const others = undoneRows(importer, good, errors, (at) => !told.has(good[at]!.rowNo));
  return db.transaction().execute(async (transaction) => {
    await tellRefused(run, transaction as Db, refused.map(asRefused));
    const isCancelled = await moveCursor(transaction as Db, target, {
      ...base,
      done: 0,
      skip: 0,
      errors: [...errors, ...others],
    });
    return isCancelled || job.stopOnError;
  });
};

/** A row that could be read, and why it was not applied. */
interface RefusedRow {
  of: ReadRow;
  refusal: Refusal;
}

/** Undoes the transaction of a group. */
class GroupRefused extends Error {}

/** How many failed rows are read at once while they are tried again. */
const retryPage = 500;

/** Tries the refused rows once more, as the file had them. */
const retryRows = async (run: Run): Promise<Ended> => {
  const { app, job, importer, columns, params } = run;
  const groupBy = importer.together?.groupBy;
  const places = requirePlaces(Cells.parse(job.header), columns);
  const reader = new RowReader(importer, columns, places, params);
  for (;;) {
    const page = await app.db
      .selectFrom('fileJobError')
      .select(['rowNo', 'raw', 'faults'])
      .where('jobId', '=', job.id)
      .where('attempt', '<', job.attempt)
      .orderBy('rowNo')
      .$if(!groupBy, (query) => query.limit(retryPage))
      .execute();
    if (page.length === 0) return 'over';
    const steps: Groups = new Map();
    for (const { rowNo, raw, faults } of page) {
      const row = reader.read({
        rowNo,
        cells: Cells.parse(raw),
        faults: faults ? new Map(Faults.parse(faults)) : undefined,
      });
      const key = groupBy && !row.error ? groupBy(row.row as never) : `\u0000${rowNo}`;
      addTo(steps, key, row);
    }
    let waiting: ReadRow[] = [];
    for (const rows of [...joinGroups(steps, importer.together?.alongside), []]) {
      addAll(waiting, rows);
      if (waiting.length === 0 || (rows.length > 0 && groupBy && waiting.length < rowsOfStep(run))) continue;
      const ended = await applyStep(run, waiting);
      if (ended) return ended;
      waiting = [];
    }
  }
};
