import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, refuse, Refusal } from '../../kit/refusal.ts';
import { withLocalCopy } from '../../jobs/with-local-copy.ts';
import { lookAtFile, lookSeconds } from '../../jobs/look-at-file.ts';
import { openSheet } from '../../kit/sheets/open-sheet.ts';
import { tooBig } from '../../kit/sheets/sheet.ts';
import { usualLimits } from '../../jobs/start-import.ts';

/** Titles of 选码模板: a code alone, or both ends of a run. */
export const pickTitles = ['编码', '起始编码', '结束编码'] as const;

/** One line of a file of codes. */
export interface PickRow {
  rowNo: number;
  firstText: string;
  lastText: string;
}

const places = (titles: readonly string[]): { code: number; first: number; last: number } => {
  const [code, first, last] = pickTitles.map((title) => titles.indexOf(title)) as [number, number, number];
  const hasRun = first >= 0 && last >= 0;
  if (code < 0 && !hasRun) throw refuse(sheetRefusals.wrongHeader);
  return { code, first: hasRun ? first : -1, last: hasRun ? last : -1 };
};

/** A list of codes without a title is read as one of the first column: programs that write such lists give none. */
const isBareList = (titles: readonly string[]): boolean => titles.length === 1 && /^[\x21-\x7e]{8,}$/.test(titles[0]!);

async function* readPickRows(path: string, seconds?: number): AsyncGenerator<PickRow> {
  const { titles, rows, close } = await openSheet(path, usualLimits, seconds);
  try {
    const bare = isBareList(titles);
    const at = bare ? { code: 0, first: -1, last: -1 } : places(titles);
    if (bare) yield { rowNo: 1, firstText: titles[0]!, lastText: '' };
    for await (const { rowNo, cells } of rows) {
      const text = (place: number) => (place < 0 ? '' : (cells[place] ?? '').trim().slice(0, 512));
      const code = text(at.code);
      yield code
        ? { rowNo, firstText: code, lastText: '' }
        : { rowNo, firstText: text(at.first), lastText: text(at.last) };
    }
  } finally {
    await close();
  }
}

/** A file of codes somebody uploaded: its name in the store, and the one he gave it. */
export interface UploadedCodes {
  file: string;
  name: string;
}

/** A file the operator uploaded, by its address. */
const findUpload = async (db: Db, operator: Operator, fileUrl: string, field: string) => {
  const upload = await db
    .selectFrom('attachment')
    .select(['attDir', 'name', 'attSize'])
    .where('sattDir', '=', fileUrl)
    .where('firmId', '=', operator.firmId ?? 0)
    .executeTakeFirst();
  if (!upload) throw invalid(field, '请上传文件');
  if (upload.attSize > usualLimits.bytes) throw tooBig(usualLimits);
  return upload;
};

/** A file of codes the operator uploaded, by its address. Refuses at once what cannot be read: 61081 to 61084. */
export const uploadedFile = async (app: App, db: Db, operator: Operator, fileUrl: string): Promise<UploadedCodes> => {
  const upload = await findUpload(db, operator, fileUrl, 'pick.fileUrl');
  await lookAtFile(operator, () =>
    withLocalCopy(app, upload.attDir, async (path) => {
      const rows = readPickRows(path, lookSeconds);
      const { done } = await rows.next();
      await rows.return(undefined);
      if (done) throw refuse(sheetRefusals.emptyFile);
    }),
  );
  return { file: upload.attDir, name: upload.name };
};

/** The codes of an uploaded file with one in every line, `most` at most. Refuses what cannot be read: 61081 to 61084. */
export const readFewCodes = async (
  app: App,
  db: Db,
  operator: Operator,
  fileUrl: string,
  most: number,
): Promise<string[]> => {
  const upload = await findUpload(db, operator, fileUrl, 'fileUrl');
  const read = () =>
    withLocalCopy(app, upload.attDir, async (path) => {
      const codes: string[] = [];
      for await (const { rowNo, firstText, lastText } of readPickRows(path, lookSeconds)) {
        if (lastText) throw invalid('fileUrl', `第${rowNo}行：每行只能有一个编码`);
        if (firstText) codes.push(firstText);
        if (codes.length > most) throw invalid('fileUrl', `文件最多${most}个编码`);
      }
      if (codes.length === 0) throw refuse(sheetRefusals.emptyFile);
      return codes;
    });
  try {
    return await lookAtFile(operator, read);
  } catch (error) {
    // Where such a file is asked for there is no template.
    const isOtherHead = error instanceof Refusal && error.code === sheetRefusals.wrongHeader[0];
    throw isOtherHead ? invalid('fileUrl', '文件应只有一列编码，首行可写“编码”') : error;
  }
};

/** Hands over the lines of a stored file of codes, a thousand at a time, while they are wanted; answers whether that was all of it. */
export const readPickedFile = (app: App, file: string, take: (rows: PickRow[]) => Promise<boolean>): Promise<boolean> =>
  withLocalCopy(app, file, async (path) => {
    let waiting: PickRow[] = [];
    for await (const row of readPickRows(path)) {
      waiting.push(row);
      if (waiting.length < 1000) continue;
      if (!(await take(waiting))) return false;
      waiting = [];
    }
    return waiting.length === 0 || take(waiting);
  });
