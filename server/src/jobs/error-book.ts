import type { Readable } from 'node:stream';
import { byPage } from '../kit/db/by-page.ts';
import type { Db } from '../kit/db/database.ts';
import { xlsxStream, type Column } from '../kit/sheets/xlsx.ts';
import { Cells } from './row-error.ts';
import { errorTitles } from '../kit/sheets/sheet.ts';

interface ErrorRow {
  rowNo: number;
  raw: string[];
  field: string;
  errCode: number;
  errMsg: string;
}

/** What to do about a refusal, by its number; other numbers say it in their text. */
const advices: Record<number, string> = {
  400: '请按模板要求修改该单元格后重新上传',
  404: '请先新建该数据，或核对编号后重新上传',
  409: '数据已变化，请核对后重新上传',
  61001: '请核对编码是否完整',
  61002: '请核对编码是否属于本企业',
  61050: '请检查箱码与下级码是否填反',
  61098: '系统繁忙，可直接重试失败行',
};
const toAdvice = ({ errCode }: ErrorRow): string => advices[errCode] ?? '请按错误原因处理后重新上传';

/** The refused rows of an import as a workbook: the file's own columns, then five that say what is wrong; can be uploaded as it is. */
export const errorBook = (db: Db, job: { id: number; header: unknown }): Readable => {
  const titles = Cells.parse(job.header)
    .map((title, at) => ({ title, at }))
    .filter(({ title }) => title !== '');
  const own = titles.filter(({ title }) => !(errorTitles as readonly string[]).includes(title));
  const columns: Column<ErrorRow>[] = [
    ...own.map(({ title, at }) => ({ title, width: 18, cell: (row: ErrorRow) => row.raw[at] ?? '' })),
    { title: errorTitles[0], width: 8, cell: (row) => row.rowNo },
    { title: errorTitles[1], width: 14, cell: (row) => row.field },
    { title: errorTitles[2], width: 10, cell: (row) => row.errCode },
    { title: errorTitles[3], width: 44, cell: (row) => row.errMsg },
    { title: errorTitles[4], width: 36, cell: toAdvice },
  ];
  return xlsxStream('错误明细', columns, errorRows(db, job.id));
};

async function* errorRows(db: Db, jobId: number): AsyncGenerator<ErrorRow> {
  const pages = byPage<Omit<ErrorRow, 'raw'> & { raw: unknown }>((after, limit) =>
    db
      .selectFrom('fileJobError')
      .select(['rowNo', 'raw', 'field', 'errCode', 'errMsg'])
      .where('jobId', '=', jobId)
      .where('rowNo', '>', after?.rowNo ?? -1)
      .orderBy('rowNo')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) yield* rows.map((row) => ({ ...row, raw: Cells.parse(row.raw) }));
}
