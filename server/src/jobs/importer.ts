import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { ImportBiz as bizes } from '@zhuiyuan/contract/jobs/import-biz';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { z } from 'zod';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, Refusal } from '../kit/refusal.ts';
import type { ClaimedJob } from './claim-job.ts';
import type { SheetLimits } from '../kit/sheets/sheet.ts';

/** A column of a template. */
export interface ImportColumn {
  title: string;
  /** Name the row's schema knows it by, and refusals name as their field. */
  key: string;
  isRequired?: boolean;
  /** Of a file that may have one of several forms: its name. What is required holds for a file of that form alone; without any, for the first. */
  form?: string;
  /** Characters, a Chinese one as two. */
  width?: number;
  /** Shown in the template's second row, which is not imported when it stays as it is. */
  example?: string;
}

/** What the rows of a file are applied with. */
export interface ImportContext<Params, Beside = undefined> {
  /** Sees the rows of the firm that is imported for, and is one transaction. */
  db: Db;
  firmId: number;
  operator: Operator;
  params: Params;
  taskId: number;
  /** What the importer opened for this run. */
  beside: Beside;
}

export interface NumberedRow<Row> {
  rowNo: number;
  row: Row;
}

/** `skip`: the row was there already and nothing changed. */
export type Outcome = 'done' | 'skip';

/** How rows of one business come in from a file. */
export interface Importer<Row = never, Params = object, Beside = undefined> {
  biz: ImportBiz;
  /** Permission that starts it. */
  may: Exclude<May, 'open'>;
  /** Asked in the transaction that takes up an ended import again; a refusal leaves the import as it is. */
  again?: (db: Db, firmId: number) => Promise<unknown>;
  columns: readonly ImportColumn[] | ((db: Db, params: Params) => Promise<readonly ImportColumn[]>);
  /** Reads `{ key: text }`, where an empty cell is absent; messages in Chinese without the row's number. */
  row: z.ZodType<Row> | ((params: Params) => z.ZodType<Row>);
  params?: z.ZodType<Params>;
  /** A second kind of file that may come beside the rows. */
  besideFile?: { extension: 'zip'; bytes: number };
  /** Beyond the usual 200,000 rows and 50 MB. */
  limits?: SheetLimits;
  /** A second row with the same key is refused: `{column}重复，与第n行相同`. `column` is a column's key. */
  unique?: { column: string | ((row: Row) => string); of: (row: Row) => string | undefined };
  /**
   * Applies one row in a transaction of its own. A thrown Refusal refuses the row; its `data.fields[0].field` may name a
   * column's key. Anything else thrown stops the run, which is tried again from this row.
   */
  apply?: (context: ImportContext<Params, Beside> & { rowNo: number }, row: Row) => Promise<Outcome>;
  /**
   * Runs ahead of the transaction of a row with `apply`: puts the files that the row brings into the store, which no
   * transaction waits for. A thrown Refusal refuses the row.
   */
  ahead?: (context: ImportContext<Params, Beside>, row: Row) => Promise<void>;
  /** Opens what the rows need beside their file, such as pictures in a zip, and closes it after `use`. Once a run. */
  opening?: <T>(
    app: App,
    context: Omit<ImportContext<Params>, 'beside' | 'taskId'>,
    use: (beside: Beside) => Promise<T>,
  ) => Promise<T>;
  /**
   * Instead of `apply`: rows with an equal key are applied together, wherever in the file they are, in one transaction
   * that is undone when one of them is refused. Or, with `batchSize`, that many rows in their order, where a refused row
   * does not touch the others. With both, whole groups of that many rows together: a refused group, of which `apply` leaves
   * nothing behind, does not touch the others. Answers one outcome per row; `undone` for one of a refused group that was not wrong itself.
   */
  together?: {
    groupBy?: (row: Row) => string;
    /** Keys of other groups that a row is about: groups that share one are applied in one step, in whatever order the file has them. */
    alongside?: (row: Row) => readonly string[];
    batchSize?: number;
    /** What the rows of a group get that were not wrong themselves. */
    othersText?: string;
    apply: (
      context: ImportContext<Params, Beside>,
      rows: readonly NumberedRow<Row>[],
    ) => Promise<(Outcome | Refusal | 'undone')[]>;
  };
  /** Told of the rows that were refused, in the transaction that notes them and keeps nothing else where nothing was applied. */
  refused?: (context: ImportContext<Params, Beside>, rows: readonly { row: Row; refusal: Refusal }[]) => Promise<void>;
  /** Instead of both: the whole run, for files that have a screen and an upload of their own; they begin there only. */
  run?: ImportRun;
}

/**
 * How a run ended: all rows were tried, somebody stopped it, or its time was over and it goes on later, `unchecked` when
 * that was before its file was read once.
 */
export type Ended = 'over' | 'stopped' | 'later' | 'unchecked';

/** Works on a claimed job until it is over, stopped, or `isDue` asks for it back. */
export type ImportRun = (app: App, job: ClaimedJob, owner: string, isDue: () => boolean) => Promise<Ended>;

/** Any importer, its row and options unknown. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows and options are between an importer and itself
export type AnyImporter = Importer<any, any, any>;

const byApp = new WeakMap<App['jobs'], Map<string, AnyImporter>>();

const importersOf = (app: Pick<App, 'jobs'>): Map<string, AnyImporter> => {
  let known = byApp.get(app.jobs);
  if (!known) byApp.set(app.jobs, (known = new Map()));
  return known;
};

/** Makes files of a business importable; once, where its resource is mounted. */
export const mountImporter = <Row, Params = object, Beside = undefined>(
  app: App,
  importer: Importer<Row, Params, Beside>,
): void => {
  importersOf(app).set(importer.biz, importer as AnyImporter);
};

/** The importer of a business; 400 when there is none. */
export const requireImporter = (app: Pick<App, 'jobs'>, biz: string): AnyImporter => {
  const importer = importersOf(app).get(biz);
  if (!importer)
    throw new Refusal(Code.invalid, '请选择业务类型', { fields: [{ field: 'biz', message: '请选择业务类型' }] });
  return importer;
};

/** As {@link requireImporter}, for somebody who has its files imported or goes on with what another began, which acts as that one; 403 where he may not. */
export const requireOwnImporter = (app: Pick<App, 'jobs'>, biz: string, operator: Operator): AnyImporter => {
  const importer = requireImporter(app, biz);
  if (!operator.may(importer.may)) throw forbidden();
  return importer;
};

/** Every business whose files anybody may choose freely, in the order of the enumeration. */
export const mountedImporters = (app: Pick<App, 'jobs'>): AnyImporter[] =>
  bizes.options.flatMap(({ value }) => importersOf(app).get(value) ?? []).filter(({ run }) => !run);

export const findColumns = async (importer: AnyImporter, db: Db, params: unknown): Promise<readonly ImportColumn[]> =>
  typeof importer.columns === 'function' ? importer.columns(db, params) : importer.columns;

/** The place of a column's title in a refusal of {@link absent}. */
export const columnPlace = '{column}';

/** A cell names something that is not there: `第n行：{列}不存在：{value}`. */
export const absent = (key: string, value: string): Refusal =>
  new Refusal(Code.notFound, `${columnPlace}不存在：${value}`, { fields: [{ field: key }] });

/** What rows are applied by. */
interface Applying {
  importer: AnyImporter;
  context: Omit<ImportContext<unknown, unknown>, 'db'>;
}

/** Applies rows of one transaction: what came of each. */
export const applyEach = async (
  { importer, context }: Applying,
  db: Db,
  rows: readonly { rowNo: number; row?: unknown }[],
): Promise<(Outcome | Refusal | 'undone')[]> => {
  if (importer.together)
    return importer.together.apply(
      { ...context, db },
      rows.map(({ rowNo, row }) => ({ rowNo, row })),
    );
  const outcomes: Outcome[] = [];
  for (const { rowNo, row } of rows) outcomes.push(await importer.apply!({ ...context, db, rowNo }, row));
  return outcomes;
};

/** Tells an importer that wants to know it which rows were refused. */
export const tellRefused = async (
  { importer, context }: Applying,
  db: Db,
  rows: readonly { row: unknown; refusal: Refusal }[],
): Promise<void> => {
  if (rows.length > 0) await importer.refused?.({ ...context, db }, rows);
};
