import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { nextTurn } from '../next-turn.ts';
import { isGuarded, longestCell, unwritable } from './sheet.ts';
import { escaped } from './xlsx-texts.ts';

/** What a cell may hold; null stays empty. */
export type Cell = string | number | null;

/** One column of a sheet; `width` counts characters, a Chinese one as two. */
export interface Column<Row> {
  title: string;
  width?: number;
  /** Its numbers are fen: a workbook has them as numbers of yuan with two decimals, a text file as such texts. */
  fen?: true;
  cell: (row: Row) => Cell;
}

const moneyFormat = { numFmt: '0.00' };

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A text as it may stand in a spreadsheet: one that a program could take for a formula (it begins with `= + - @`, their
 * full-width forms, or a control character) gets an apostrophe in front; what XML cannot hold goes.
 */
export const safeCell = (value: Cell): Cell => {
  if (typeof value !== 'string') return value;
  // XML readers turn a carriage return into a line feed or not; a cell breaks its lines with line feeds alone.
  const text = value.replace(unwritable, '').replace(/\r\n?/g, '\n');
  return (isGuarded(value) ? `'${text}` : text).slice(0, longestCell);
};

/** The cell of a row as a text file has it. */
export const plainCell = <Row>({ fen, cell }: Column<Row>, row: Row): Cell => {
  const value = cell(row);
  // money is no formula, whatever its sign
  return fen && typeof value === 'number' ? fenToYuan(value) : safeCell(value);
};

/** The cell of a row as a workbook has it. */
export const bookCell = <Row>({ fen, cell }: Column<Row>, row: Row): Cell => {
  const value = cell(row);
  return fen && typeof value === 'number' ? value / 100 : safeCell(value);
};

const escapedCell = (value: Cell): Cell => (typeof value === 'string' ? escaped(value) : value);

/** So many rows are a matter of a few milliseconds. */
const rowsEachTurn = 25;

async function* safeRows<Row>(columns: readonly Column<Row>[], rows: Iterable<Row> | AsyncIterable<Row>) {
  let sinceTurn = 0;
  for await (const row of rows) {
    if (sinceTurn++ % rowsEachTurn === 0) await nextTurn();
    yield columns.map((column) => escapedCell(bookCell(column, row)));
  }
}

/** A workbook of one sheet as a stream; memory does not grow with the rows. Beyond 1,048,575 rows a further sheet begins. */
export const xlsxStream = <Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Readable => {
  const stream = writeXlsxStream(safeRows(columns, rows), {
    name: sheet,
    columns: columns.map(({ title, width = 16, fen }) => ({
      header: escaped(title),
      width,
      ...(fen ? moneyFormat : {}),
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
};

/** One sheet of a small workbook. */
interface Sheet {
  name: string;
  widths: readonly number[];
  /** By column: whether its numbers are yuan, with two decimals. */
  isMoney?: readonly boolean[];
  /** The first one stays in sight. */
  rows: Cell[][];
}

/** A workbook of a few short sheets, whole. */
export const xlsxBook = async (sheets: readonly Sheet[]): Promise<Buffer> =>
  Buffer.from(
    await writeXlsx({
      sheets: sheets.map(({ name, widths, isMoney, rows }) => ({
        name,
        columns: widths.map((width, at) => ({ width, ...(isMoney?.[at] ? moneyFormat : {}) })),
        rows: rows.map((row) => row.map(escapedCell)),
        freezePane: { rows: 1 },
      })),
    }),
  );
