import { OpRowState } from '../state/code-states.ts';
import type { Db } from '../../kit/db/database.ts';
import { byLine, type RunConflict } from './describe-conflicts.ts';
import { type SegmentFacts } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { withEnds } from '../cipher/with-ends.ts';
import type { Picked } from '../pick/pick-codes.ts';
import { chunked } from '../state/put-spans.ts';

/** Codes an operation leaves out: one, or both ends of a run, with what stands against them. */
export interface LeftOut {
  rowNo: number;
  firstText: string;
  lastText: string;
  errCode: number;
  errMsg: string;
  /** How many codes they are. */
  size: number;
}

/** Everything that is left out, in words; a pasted code under its line, whatever has none after them. */
export const leftOutRows = async (
  db: Db,
  keyring: Keyring,
  segments: ReadonlyMap<number, SegmentFacts>,
  conflicts: readonly RunConflict[],
  { typed = [], unknown }: Pick<Picked, 'typed' | 'unknown'>,
): Promise<LeftOut[]> => {
  const rows: (Omit<LeftOut, 'rowNo'> & { line?: number })[] = [];
  const left = await withEnds(db, keyring, byLine(conflicts, typed), ({ seg, from, to }) => ({
    seg,
    keyV: segments.get(seg)!.keyV,
    serialFrom: from,
    serialTo: to,
  }));
  for (const { firstCode, lastCode, from, to, why, line } of left)
    rows.push({
      firstText: firstCode,
      lastText: from === to ? '' : lastCode,
      errCode: why[0],
      errMsg: why[1],
      size: to - from + 1,
      line,
    });
  for (const { code, errCode, errMsg, line } of unknown)
    rows.push({
      firstText: code.slice(0, 512),
      lastText: '',
      size: 1,
      errCode,
      errMsg: errMsg.replace(/^编码[^：]*：/, '').slice(0, 200),
      line,
    });
  const lastLine = Math.max(0, ...rows.map(({ line = 0 }) => line));
  return rows
    .map(({ line, ...row }, at) => ({ ...row, rowNo: line ?? lastLine + at + 1 }))
    .sort((a, b) => a.rowNo - b.rowNo);
};

/** Keeps what an operation left out, so that it can be fetched and tried again. */
export const keepLeftOut = async (
  db: Db,
  op: { firmId: number; opId: number },
  rows: readonly LeftOut[],
): Promise<void> => {
  for (const chunk of chunked(rows))
    await db
      .insertInto('codeOpRow')
      .values(chunk.map((row) => ({ ...row, ...op, state: OpRowState.leftOut })))
      .execute();
};
