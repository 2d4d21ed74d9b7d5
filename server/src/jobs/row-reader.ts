import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import type { z } from 'zod';
import { Refusal } from '../kit/refusal.ts';
import type { AnyImporter, ImportColumn } from './importer.ts';
import { errorTitles, type SheetRow } from '../kit/sheets/sheet.ts';
import { toFault, type RowError } from './row-error.ts';
import { lookOf } from '@zhuiyuan/contract/kit/typed';

/** A row of a file: read, or with what is wrong with it. `at` counts the data rows from 1. */
export interface ReadRow {
  at: number;
  rowNo: number;
  raw: string[];
  row?: unknown;
  error?: RowError;
}

/** Which column of the file each column of the template is in. */
export type Places = ReadonlyMap<string, number>;

/** Titles that are named when a file has too many. */
const shownTitles = 5;

const ignored: ReadonlySet<string> = new Set(errorTitles);

/**
 * Finds the template's columns among a file's titles, in any order; the columns an error file adds are passed over.
 * Refuses 61081, saying what is missing, unknown or there twice.
 */
export const requirePlaces = (titles: readonly string[], columns: readonly ImportColumn[]): Places => {
  const places = new Map<string, number>();
  const unknown: string[] = [];
  const twice: string[] = [];
  for (const [at, title] of titles.entries()) {
    if (title === '' || ignored.has(title)) continue;
    const column = columns.find((one) => lookOf(one.title) === lookOf(title));
    if (!column) unknown.push(title);
    else if (places.has(column.key)) twice.push(title);
    else places.set(column.key, at);
  }
  const form = findForms(columns, places)[0] ?? columns.find((column) => column.form)?.form;
  const missing = columns
    .filter((column) => column.isRequired && !places.has(column.key) && column.form === (column.form && form))
    .map(({ title }) => title);
  const why = [
    ...(missing.length > 0 ? [`缺少列：${missing.join('、')}`] : []),
    ...(unknown.length > 0
      ? [
          `多余列：${unknown
            .slice(0, shownTitles)
            .map((title) => title.slice(0, 20))
            .join('、')}${unknown.length > shownTitles ? `等${unknown.length}列` : ''}`,
        ]
      : []),
    ...(twice.length > 0 ? [`重复列：${twice.join('、')}`] : []),
  ];
  const [code, text] = sheetRefusals.wrongHeader;
  if (why.length > 0)
    throw new Refusal(code, `${text}（${why.join('；')}）`, { missing, unknown: unknown.slice(0, 100), twice });
  return places;
};

/** The forms of whose columns a file has any, in the order of the columns. */
const findForms = (columns: readonly ImportColumn[], places: Places): string[] => [
  ...new Set(columns.flatMap(({ form, key }) => (form && places.has(key) ? [form] : []))),
];

/** Reads rows of texts by the rules of an importer; keeps in mind which keys were there before. */
export class RowReader {
  private readonly seen = new Map<string, number>();
  private readonly schema: z.ZodType;
  private readonly titles: ReadonlyMap<string, string>;
  /** Columns without which a row is wrong; where a file has several forms its rows say themselves what they lack. */
  private readonly required: ReadonlySet<string>;
  private at = 0;

  constructor(
    private readonly importer: AnyImporter,
    private readonly columns: readonly ImportColumn[],
    private readonly places: Places,
    params: unknown,
  ) {
    this.schema = typeof importer.row === 'function' ? importer.row(params) : importer.row;
    const forms = findForms(columns, places);
    const isNeeded = ({ isRequired, form }: ImportColumn) =>
      isRequired && (!form || (forms.length === 1 && form === forms[0]));
    this.required = new Set(columns.filter(isNeeded).map(({ key }) => key));
    this.titles = new Map(columns.map(({ key, title }) => [key, title]));
  }

  read(sheetRow: SheetRow): ReadRow {
    const { rowNo, cells, faults } = sheetRow;
    this.at += 1;
    const base = { at: this.at, rowNo, raw: cells };
    const wrong = (field: string, text: string, row = sheetRow) => ({ ...base, error: toFault(row, field, text) });
    const input: Record<string, string> = {};
    for (const { key, title } of this.columns) {
      const place = this.places.get(key);
      const text = place === undefined ? '' : (cells[place] ?? '');
      const fault = place === undefined ? undefined : faults?.get(place);
      if (fault) return wrong(title, `${title}${fault}`);
      if (text !== '') input[key] = text;
      else if (this.required.has(key)) return wrong(title, `${title}不能为空`);
    }
    const parsed = this.schema.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      return wrong(this.titles.get(String(issue.path[0] ?? '')) ?? '', issue.message);
    }
    const key = this.importer.unique?.of(parsed.data as never);
    if (key !== undefined && this.importer.unique) {
      const former = this.seen.get(key);
      const { column: named } = this.importer.unique;
      const column: string = typeof named === 'function' ? named(parsed.data as never) : named;
      const title = this.titles.get(column) ?? '';
      if (former !== undefined) {
        const twice = `重复，与第${former}行相同`;
        return wrong(title, title + twice, { ...sheetRow, faults: new Map([[this.places.get(column) ?? -1, twice]]) });
      }
      this.seen.set(key, rowNo);
    }
    return { ...base, row: parsed.data };
  }
}

/** What rows get that were not wrong themselves, and are undone for another one's sake: of their group, where there are several. */
export const undoneRows = (
  importer: AnyImporter,
  rows: readonly ReadRow[],
  errors: readonly RowError[],
  isUndone: (at: number) => boolean,
): RowError[] => {
  const keyOf = ({ row }: ReadRow) => importer.together?.groupBy?.(row as never) ?? '';
  const codes = new Map<string, number>();
  const byRow = new Map(rows.map((row) => [row.rowNo, row] as const));
  for (const { rowNo, code } of errors) {
    const row = byRow.get(rowNo);
    if (row && !codes.has(keyOf(row))) codes.set(keyOf(row), code);
  }
  return rows.flatMap((row, at) =>
    isUndone(at)
      ? [
          {
            rowNo: row.rowNo,
            raw: row.raw,
            field: '',
            code: codes.get(keyOf(row)) ?? errors[0]!.code,
            message: importer.together?.othersText ?? '同组其他行有误，本组未执行',
          },
        ]
      : [],
  );
};
