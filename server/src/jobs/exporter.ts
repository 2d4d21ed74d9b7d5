import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import type { ExportField } from '@zhuiyuan/contract/jobs/excel-log';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { z } from 'zod';
import type { App } from '../kit/http/app-context.ts';
import { byPage, pageRows } from '../kit/db/by-page.ts';
import type { Db } from '../kit/db/database.ts';
import { offerXlsx } from '../kit/sheets/offer-xlsx.ts';
import type { Operator } from '../kit/operator.ts';
import { invalid, refuse } from '../kit/refusal.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import type { ImportRun } from './importer.ts';
import { insertJob } from './job-writes.ts';

/** Queue that wakes a process for the next export. */
export const exportJob = 'excelExportRun';

/** What every file of a business has, however its rows come. */
interface ExportedFile<Row> {
  /** Name among exports, at most 20 letters: `firm`, `product`. */
  biz: string;
  /** Name of the file and of its sheet. */
  title: string;
  may: Exclude<May, 'open'>;
  /** What some of what is asked for needs beside `may`, by the filters as they are kept. */
  allows?: (operator: Operator, filters: Record<string, unknown>) => boolean;
  /** Whoever asks for it types his own password: it is not written anew from the log, where nobody is asked. */
  asksPassword?: true;
  columns: readonly Column<Row>[];
}

/** A list that can be taken away as a file; `Found` is a row as its query finds it. */
export interface Exporter<Row = never, Filters = object, Found = Row> extends ExportedFile<Row> {
  /** Reads the filters of the list; they are kept as JSON and read again when the file is written. */
  filters: z.ZodType<Filters>;
  /**
   * At most `limit` rows in the order of the list, which a key makes unique, those behind `after` when it is given: by that
   * key, never by an offset or a cursor that is held open.
   */
  page: (db: Db, filters: Filters, after: Found | undefined, limit: number) => Promise<Found[]>;
  /** What a page lacks, by queries for all its rows together; needed where `Found` is not yet `Row`. */
  complete?: (db: Db, rows: Found[]) => Promise<Row[]> | Row[];
  /** Rows of a page where some hundred are not right: more for a list that every page computes anew. */
  pageRows?: number;
  /** Filters of its form under 新建导出, where it is offered only with them. */
  form?: readonly ExportField[];
}

/** A business that writes its files by itself. */
export interface FileWriter extends ExportedFile<never> {
  run: ImportRun;
}

/** A row as the query finds it that a function makes. */
export type FoundBy<Find extends (...given: never[]) => { execute(): Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Find>['execute']>
>[number];

/** `pageRows` of a list that every page computes anew: one page for all but the largest. */
export const computedRows = exportLimit;

/** The id below which the next page of a list begins that shows the newest first. */
export const below = (after: { id: number } | undefined): number => after?.id ?? Number.MAX_SAFE_INTEGER;

/** All rows of a list as its file shows them. */
export async function* exportedRows<Row, Filters, Found>(
  { page, complete, ...exporter }: Exporter<Row, Filters, Found>,
  db: Db,
  filters: Filters,
): AsyncGenerator<Row> {
  const pages = byPage<Found>((after, limit) => page(db, filters, after, limit), exporter.pageRows ?? pageRows);
  for await (const rows of pages) yield* complete ? await complete(db, rows) : (rows as unknown as Row[]);
}

/** Any exporter, its row and filters unknown. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows and filters are between an exporter and itself
export type AnyExporter = Exporter<any, any, any>;

const byApp = new WeakMap<App['jobs'], Map<string, AnyExporter | FileWriter>>();

/** Lets files of this list be written in the background; once, where its resource is mounted. */
export const mountExporter = <Row, Filters, Found>(
  app: Pick<App, 'jobs'>,
  exporter: Exporter<Row, Filters, Found> | FileWriter,
): void => {
  const known = byApp.get(app.jobs) ?? new Map<string, AnyExporter | FileWriter>();
  known.set(exporter.biz, exporter);
  byApp.set(app.jobs, known);
};

export const findExporter = (app: Pick<App, 'jobs'>, biz: string): AnyExporter | FileWriter | undefined =>
  byApp.get(app.jobs)?.get(biz);

/** Every list that can be exported. */
export const mountedExporters = (app: Pick<App, 'jobs'>): AnyExporter[] =>
  [...(byApp.get(app.jobs)?.values() ?? [])].filter((exporter) => 'page' in exporter);

/** The columns of these titles in the order of the sheet, all without titles. Throws 400 for one that the sheet does not have. */
export const chosenColumns = <Row>(
  { columns }: Pick<ExportedFile<Row>, 'columns'>,
  titles: readonly string[] | undefined,
): readonly Column<Row>[] => {
  if (!titles) return columns;
  const chosen = columns.filter(({ title }) => titles.includes(title));
  if (chosen.length < new Set(titles).size) throw invalid('columns', '请选择导出列');
  return chosen;
};

/** Whether somebody may have, by now, the file that a job of this business was asked for: `params` are the job's. */
export const mayExport = (
  operator: Operator,
  { may, allows }: Pick<ExportedFile<never>, 'may' | 'allows'>,
  params: unknown,
): boolean => operator.may(may) && (!allows || allows(operator, ExportWish.parse(params).filters));

/**
 * Answers an export of a list: up to 10,000 rows a file to fetch at once, above that a job, whose file is found under
 * 导入导出日志 with those handed over at once; `columns` of the filters are the titles of the columns that are wanted. Throws 63701
 * without rows. For calls that are no transaction: see `offersFile` of endpoints.
 */
export const offerExport = async <Row, Filters extends object, Found>(
  app: App,
  caller: { db: Db; operator: Operator },
  exporter: Exporter<Row, Filters, Found>,
  { columns: titles, ...asked }: Filters & { columns?: string[] },
): Promise<{ fileName: string } | { taskId: number }> => {
  const filters = asked as unknown as Filters;
  const shown = chosenColumns(exporter, titles);
  const columns = shown.length < exporter.columns.length ? shown.map(({ title }) => title) : undefined;
  const rows: Row[] = [];
  for await (const row of exportedRows(exporter, caller.db, filters)) {
    rows.push(row);
    if (rows.length > exportLimit)
      return caller.db
        .transaction()
        .execute((db) => startExport(app, { ...caller, db }, exporter, { filters, columns }));
  }
  if (rows.length === 0) throw refuse(exportRefusals.nothing);
  const offered = await offerXlsx(app, caller, { name: exporter.title, columns: shown, rows });
  await keepExport(caller, exporter, { filters, columns, count: rows.length });
  return offered;
};

/** Writes down an export that was handed over at once; its file is kept for nobody else. */
const keepExport = (
  { db, operator }: { db: Db; operator: Operator },
  { biz, title }: Pick<ExportedFile<never>, 'biz' | 'title'>,
  { filters, columns, count }: { filters: object; columns: string[] | undefined; count: number },
) =>
  insertJob(db, {
    firmId: operator.firmId ?? 0,
    kind: JobKind.export,
    biz,
    title,
    params: { filters, ...(columns ? { columns } : {}) },
    fileName: `${title}.xlsx`,
    fileType: 'xlsx',
    total: count,
    okCnt: count,
    status: JobStatus.done,
    downCnt: 1,
    finishedAt: new Date(),
    operatorId: operator.id,
  });

interface Wish {
  filters: object;
  columns?: string[];
  fileType?: 'xlsx' | 'csv' | 'pdf';
  title?: string;
  /** Rows it will have, where that is known beforehand. */
  total?: number;
}

/** What a job keeps of an export: the filters of its list, and the titles of its columns where not all are wanted. */
export const ExportWish = z.object({
  filters: z.record(z.string(), z.unknown()).default({}),
  columns: z.array(z.string()).optional(),
});

/** Queues an export of any size. `columns` are titles to keep, all without it. */
export const startExport = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  exporter: Pick<ExportedFile<never>, 'biz' | 'title'>,
  { filters, columns, fileType = 'xlsx', title = exporter.title, total }: Wish,
): Promise<{ taskId: number }> => {
  const { id } = await insertJob(db, {
    firmId: operator.firmId ?? 0,
    kind: JobKind.export,
    biz: exporter.biz,
    title,
    params: { filters, ...(columns ? { columns } : {}) },
    total,
    fileType,
    operatorId: operator.id,
  });
  await app.jobs.send(db, exportJob, {});
  return { taskId: id };
};
