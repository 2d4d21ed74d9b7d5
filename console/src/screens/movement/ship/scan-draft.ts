import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { readStored, writeStored } from '../../../lib/stored-values.ts';
import type { ScanRow, Segment } from './scan-rows.ts';

export type Head = NonNullable<QueryOf<typeof shipApi.scanCheck>['head']>;

/** What one person scanned and did not submit yet, as this browser keeps it. */
export interface ScanDraft {
  head?: Head;
  rows: Pick<ScanRow, 'key' | 'code' | 'lastCode' | 'segment' | 'isRemoved'>[];
  /** Under it the refusals of a document are logged that is not there yet. */
  draftKey: string;
  savedAt: string;
}

const segments: ReadonlySet<unknown> = new Set<Segment>(['auto', 'item', 'box', 'range']);

const isRow = (row: unknown): row is ScanDraft['rows'][number] =>
  typeof row === 'object' &&
  row !== null &&
  'key' in row &&
  'code' in row &&
  typeof row.code === 'string' &&
  'segment' in row &&
  segments.has(row.segment);

/** The kept draft; nothing where there is none with a row, or it cannot be read. */
export const readScanDraft = (key: string): ScanDraft | undefined => {
  const stored = readStored(key) as Partial<ScanDraft> | null | undefined;
  if (!stored || !Array.isArray(stored.rows) || typeof stored.draftKey !== 'string') return undefined;
  const rows = stored.rows.filter(isRow);
  return rows.length > 0
    ? { head: stored.head, rows, draftKey: stored.draftKey, savedAt: stored.savedAt ?? '' }
    : undefined;
};

/** Keeps the draft; whether the browser could. */
export const writeScanDraft = (key: string, draft: ScanDraft): boolean => {
  const rows = draft.rows.map(({ key: number, code, lastCode, segment, isRemoved }) => ({
    key: number,
    code,
    lastCode,
    segment,
    isRemoved,
  }));
  writeStored(key, { ...draft, rows });
  return localStorage.getItem(key) !== null;
};

export const dropScanDraft = (key: string): void => localStorage.removeItem(key);
