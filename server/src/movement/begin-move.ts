import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beginOp, type BegunOp } from '../codes/ops/begin-op.ts';
import type { Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';
import type { Actor } from './actor.ts';

interface Move {
  firmId: number;
  opType: number;
  /** Absent for what is not sent by anybody, and so not sent again. */
  idemKey?: string | undefined;
  request: unknown;
  reason?: string | undefined;
  params?: object;
  /** The codes that it says it is about: the first of them and the last. */
  runs?: readonly Run[];
}

/** Opens the record of an operation on goods for whoever moves them; see {@link beginOp}. */
export const beginMove = (
  db: Db,
  { operatorId, opSrc, role }: Actor,
  { idemKey = randomUUID(), runs, params, ...op }: Move,
): Promise<BegunOp> => {
  const named = runs && { runs: [...runs.slice(0, 19), ...runs.slice(19).slice(-1)], runCount: runs.length };
  return beginOp(db, { id: operatorId }, { ...op, opSrc, role, idemKey, params: { ...params, ...named } });
};

/** The moment of the transaction as custody keeps it: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const nowText = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as now`.execute(db);
  return rows[0]!.now;
};
