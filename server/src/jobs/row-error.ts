import { Code } from '@zhuiyuan/contract/kit/codes';
import { z } from 'zod';
import type { Refusal } from '../kit/refusal.ts';
import { columnPlace, type ImportColumn } from './importer.ts';
import type { SheetRow } from '../kit/sheets/sheet.ts';

/** Why a row of a file was refused. */
export interface RowError {
  rowNo: number;
  raw: string[];
  /** Title of the column, '' when it is none alone. */
  field: string;
  code: number;
  message: string;
  /** What the file itself has wrong, by place, so that trying the row again finds it still wrong. */
  faults?: ReadonlyMap<number, string>;
}

/** Cells, and places with what is wrong there, as a job keeps them of a row. */
export const Cells = z.array(z.string());
export const Faults = z.array(z.tuple([z.number(), z.string()]));

const longest = 300;

/** A fault of the file itself: `第n行：…`. */
export const toFault = ({ rowNo, cells, faults }: SheetRow, field: string, text: string): RowError => ({
  rowNo,
  raw: cells,
  field,
  code: Code.invalid,
  message: `第${rowNo}行：${text}`.slice(0, longest),
  faults,
});

/** What an operation refused, with the column it names if it names one. */
export const toRowError = (
  rowNo: number,
  raw: string[],
  refusal: Refusal,
  columns: readonly ImportColumn[],
): RowError => {
  const named = (refusal.data as { fields?: { field: string }[] } | null)?.fields?.[0]?.field;
  const field = columns.find(({ key }) => key === named)?.title ?? '';
  const text = refusal.message.replace(columnPlace, field);
  const isOfFile = refusal.message.startsWith(columnPlace) || refusal.code === Code.invalid;
  return {
    rowNo,
    raw,
    field,
    code: refusal.code,
    message: (isOfFile ? `第${rowNo}行：${text}` : text).slice(0, longest),
  };
};
