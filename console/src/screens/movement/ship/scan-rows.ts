import type { CheckedLine, ScanChecked } from '@zhuiyuan/contract/movement/ship/scan-check';
import { LineState } from '@zhuiyuan/contract/movement/ship/scan-check';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { LineMode } from '@zhuiyuan/contract/movement/move-enums';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { z } from 'zod';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';

export type ProductSum = z.output<typeof ScanChecked>['products'][number];

/** What a scan is taken as: whatever it is, a code of one kind only, or one end of a run. */
export type Segment = 'auto' | 'item' | 'box' | 'range';

/** One line of the scan page. */
export interface ScanRow {
  /** Its number, counted up from 1. */
  key: number;
  code: string;
  lastCode?: string;
  segment: Segment;
  isRemoved: boolean;
  /** What the server says of it; absent while it is asked. */
  answer?: CheckedLine;
  /** Products in a box that holds several. */
  parts?: readonly Pick<ProductSum, 'productId' | 'storeName' | 'itemQty'>[];
}

/** Where a row stands. */
type Standing = 'open' | 'asking' | 'good' | 'warned' | 'part' | 'bad' | 'removed';

/** A run whose last code is still to be scanned. */
export const isOpenRun = ({ segment, lastCode, isRemoved }: ScanRow): boolean =>
  segment === 'range' && lastCode === undefined && !isRemoved;

export const standingOf = (row: ScanRow): Standing => {
  if (row.isRemoved) return 'removed';
  if (isOpenRun(row)) return 'open';
  if (!row.answer) return 'asking';
  if (row.answer.state === LineState.bad) return 'bad';
  if (row.answer.state === LineState.part) return 'part';
  return row.answer.state === LineState.warn ? 'warned' : 'good';
};

/** Rows that ship as they stand. */
export const ships = (row: ScanRow): boolean => ['good', 'warned', 'part'].includes(standingOf(row));

/** What came of a scan: a new row, a run begun or completed, a removed row brought back, or a row that is there already. */
export interface Added {
  rows: ScanRow[];
  became: 'new' | 'opened' | 'closed' | 'restored' | 'repeated';
  /** The row it is about. */
  key: number;
}

const nextKey = (rows: readonly ScanRow[]): number => (rows.at(-1)?.key ?? 0) + 1;
const put = (rows: readonly ScanRow[], key: number, change: Partial<ScanRow>): ScanRow[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row));

/** Takes a scanned code into the rows, the oldest of which stands first. */
export const addScan = (rows: readonly ScanRow[], code: string, segment: Segment): Added => {
  const open = rows.findLast(isOpenRun);
  if (open && open.code !== code) {
    const closed = put(rows, open.key, { lastCode: code, answer: undefined });
    return { rows: closed, became: 'closed', key: open.key };
  }
  const known = rows.find((row) => row.code === code && (segment !== 'range') === (row.segment !== 'range'));
  if (known?.isRemoved) return { rows: put(rows, known.key, { isRemoved: false }), became: 'restored', key: known.key };
  if (known) return { rows: [...rows], became: 'repeated', key: known.key };
  const row: ScanRow = { key: nextKey(rows), code, segment, isRemoved: false };
  return { rows: [...rows, row], became: segment === 'range' ? 'opened' : 'new', key: row.key };
};

/** The row that holds some of the codes of a line already; removed rows and bad ones hold none. */
const findOverlap = (
  rows: readonly ScanRow[],
  key: number,
  { seg, serialFrom, serialTo }: CheckedLine,
): number | undefined =>
  seg === null || serialFrom === null || serialTo === null
    ? undefined
    : rows.find(
        (row) =>
          row.key !== key &&
          ships(row) &&
          row.answer?.seg === seg &&
          row.answer.serialFrom! <= serialTo &&
          row.answer.serialTo! >= serialFrom,
      )?.key;

/** Takes the server's answer to a row. One whose codes stand in another row is dropped: `repeats` is that other row. */
export const takeAnswer = (
  rows: readonly ScanRow[],
  key: number,
  answer: CheckedLine,
  parts?: ScanRow['parts'],
): { rows: ScanRow[]; repeats?: number } => {
  const row = rows.find((one) => one.key === key);
  if (!row) return { rows: [...rows] };
  const repeats =
    row.isRemoved || isOpenRun(row) || answer.state === LineState.bad ? undefined : findOverlap(rows, key, answer);
  if (repeats !== undefined) return { rows: rows.filter((one) => one.key !== key), repeats };
  return { rows: put(rows, key, { answer, parts }) };
};

/** Takes back the last scan: the last code of a run that was just completed, or the row. */
export const takeBack = (rows: readonly ScanRow[]): ScanRow[] => {
  const last = rows.findLast(({ isRemoved }) => !isRemoved);
  if (!last) return [...rows];
  if (last.lastCode !== undefined) return put(rows, last.key, { lastCode: undefined, answer: undefined });
  return rows.filter((row) => row !== last);
};

const modes: Record<Exclude<Segment, 'auto'>, number> = {
  item: LineMode.item,
  box: LineMode.box,
  range: LineMode.range,
};

type Line = QueryOf<typeof shipApi.scanCheck>['lines'][number];

/** A row as the server is asked about it: of a run still open its first code alone. */
export const lineOf = (row: ScanRow): Line => ({
  code: row.code,
  lastCode: row.lastCode,
  ...(row.segment !== 'auto' && !isOpenRun(row) && { mode: modes[row.segment] as Line['mode'] }),
});

/** The rows that ship, as they are sent: runs without what cannot. */
export const linesToShip = (rows: readonly ScanRow[]): Line[] =>
  rows.filter(ships).map((row) => ({ ...lineOf(row), cut: row.answer?.cuts ?? [] }));

/** What a page of rows comes to. */
export const sumRows = (rows: readonly ScanRow[]) => {
  const sums = { caseQty: 0, boxQty: 0, looseQty: 0, itemQty: 0, badItems: 0, cutCodes: 0, cutLoose: 0, cutItems: 0 };
  const counts = { good: 0, warned: 0, bad: 0, removed: 0, asking: 0 };
  const products = new Map<number, { storeName: string; itemQty: number }>();
  const addProduct = (id: number, storeName: string, itemQty: number) =>
    products.set(id, { storeName, itemQty: (products.get(id)?.itemQty ?? 0) + itemQty });
  for (const row of rows) {
    const standing = standingOf(row);
    if (standing === 'removed') counts.removed += 1;
    if (standing === 'asking' || standing === 'open') counts.asking += 1;
    if (standing === 'bad') {
      counts.bad += 1;
      sums.badItems += row.answer!.itemQty;
    }
    if (!ships(row)) continue;
    const { level, codeQty, itemQty, cutItemQty, cutQty, productId, storeName, isMixed } = row.answer!;
    if (standing === 'good') counts.good += 1;
    else counts.warned += 1;
    if (level === Level.case) sums.caseQty += codeQty;
    else if (level === Level.box) sums.boxQty += codeQty;
    else sums.looseQty += codeQty;
    sums.itemQty += itemQty;
    sums.cutCodes += cutQty;
    if (level === Level.item) sums.cutLoose += cutQty;
    sums.cutItems += cutItemQty;
    if (isMixed && row.parts) for (const part of row.parts) addProduct(part.productId, part.storeName, part.itemQty);
    else if (productId !== null) addProduct(productId, storeName, itemQty);
  }
  return { ...sums, counts, products };
};
