import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { TestApp } from './app.ts';

/** What a cell of an uploaded file may hold. */
export type Cell = string | number | boolean | Date | null;

/** An xlsx file with these rows in its first sheet. */
export const book = async (rows: Cell[][]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '数据', rows }] }));

/** The name and rows of the first sheet of an xlsx file. */
export const readFirstSheet = async (content: Uint8Array) => {
  const [sheet] = (await readXlsx(content)).sheets;
  if (!sheet) throw new Error('a book without a sheet');
  return { name: sheet.name, rows: sheet.rows };
};

/** Fetches an offered xlsx file as a browser does: the name it is saved under, and the rows of its first sheet. */
export const downloadSheet = async (app: TestApp, fileName: string | undefined) => {
  if (!fileName) throw new Error('no file is offered');
  const answer = await app.fastify.inject({ url: `/api/common/download?fileName=${fileName}` });
  const savedAs = decodeURIComponent(String(answer.headers['download-filename']));
  return { savedAs, rows: (await readFirstSheet(answer.rawPayload)).rows };
};
