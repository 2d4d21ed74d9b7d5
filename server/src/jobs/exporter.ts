import type { ExportField } from '@zhuiyuan/contract/jobs/excel-log';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { offerDownload } from '../kit/download.ts';
import type { Operator } from '../kit/operator.ts';
import { refuse } from '../kit/refusal.ts';
import { xlsxStream, xlsxType, type Column } from '../kit/xlsx.ts';
import type { ImportRun } from './importer.ts';
import { nextTaskNo } from './start-import.ts';

/** Queue of exports. */
export const exportJob = 'excelExportRun';

/** A list that can be taken away as a file. */
export interface Exporter<Row = never, Filters = object> {
  /** Name among exports, at most 20 letters: `firm`, `product`. */
  biz: string;
  /** Name of the file and of its sheet. */
  title: string;
  may: string;
  columns: readonly Column<Row>[];
  /** Reads the filters of the list; they are kept as JSON and read again when the file is written. */
  filters: z.ZodType<Filters>;
  /** All rows in order, as a stream: `query.stream(500)` of Kysely. */
  rows: (db: Db, filters: Filters) => AsyncIterable<Row>;
  /** Instead of all that: writes the file by itself. */
  run?: ImportRun;
  /** Filters of its form under 新建导出, where it is offered only with them. */
  form?: readonly ExportField[];
}

/** Rows drawn up by chunks. The database connection streams meanwhile and answers no further query: `draw` must not ask it. */
export async function* inChunks<Row, Drawn>(
  rows: AsyncIterable<Row>,
  draw: (chunk: Row[]) => Promise<Drawn[]>,
  size = 500,
): AsyncGenerator<Drawn> {
  let chunk: Row[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < size) continue;
    yield* await draw(chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield* await draw(chunk);
}

/** Any exporter, its row and filters unknown. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows and filters are between an exporter and itself
export type AnyExporter = Exporter<any, any>;

const byApp = new WeakMap<App['jobs'], Map<string, AnyExporter>>();

/** Lets files of this list be written in the background; once, where its resource is mounted. */
export const mountExporter = <Row, Filters>(app: Pick<App, 'jobs'>, exporter: Exporter<Row, Filters>): void => {
  const known = byApp.get(app.jobs) ?? new Map<string, AnyExporter>();
  known.set(exporter.biz, exporter as AnyExporter);
  byApp.set(app.jobs, known);
};

export const exporterOf = (app: Pick<App, 'jobs'>, biz: string): AnyExporter | undefined =>
  byApp.get(app.jobs)?.get(biz);

/** Every list that can be exported. */
export const mountedExporters = (app: Pick<App, 'jobs'>): AnyExporter[] => [...(byApp.get(app.jobs)?.values() ?? [])];

/**
 * Answers an export of a list, in the caller's transaction: up to 10,000 rows a file to fetch at once, above that a job,
 * whose file is found under 导入导出日志. Throws 63701 without rows.
 */
export const offerExport = async <Row, Filters extends object>(
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  exporter: Exporter<Row, Filters>,
  filters: Filters,
): Promise<{ fileName: string } | { taskId: number }> => {
  const rows: Row[] = [];
  for await (const row of exporter.rows(db, filters)) {
    rows.push(row);
    if (rows.length > exportLimit) return startExport(app, { db, operator }, exporter, { filters });
  }
  if (rows.length === 0) throw refuse(exportRefusals.nothing);
  const file = `export/${randomBytes(16).toString('hex')}.xlsx`;
  await app.files.put(file, xlsxStream(exporter.title, exporter.columns, rows), xlsxType);
  const fileName = await offerDownload(db, {
    name: `${exporter.title}.xlsx`,
    file,
    firmId: operator.firmId ?? 0,
    adminId: operator.id,
    isTemporary: true,
  });
  return { fileName };
};

/** Queues an export of any size. `columns` are titles to keep, all without it. */
export const startExport = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  exporter: Pick<AnyExporter, 'biz' | 'title'>,
  { filters, columns, fileType = 'xlsx', title = exporter.title }: ExportWish,
): Promise<{ taskId: number }> => {
  const { id } = await db
    .insertInto('fileJob')
    .values({
      firmId: operator.firmId ?? 0,
      kind: 1,
      taskNo: await nextTaskNo(db, 'EX'),
      biz: exporter.biz,
      title,
      params: JSON.stringify({ filters, ...(columns ? { columns } : {}) }),
      fileType,
      operatorId: operator.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.jobs.send(db, exportJob, { jobId: id });
  return { taskId: id };
};

export interface ExportWish {
  filters: object;
  columns?: string[];
  fileType?: 'xlsx' | 'csv';
  title?: string;
}
