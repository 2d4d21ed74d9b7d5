import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { SpanKind } from '../code-states.ts';
import { asRows } from '../pieces.ts';
import { chunked, isLong, putSpans, toSerials, writeTrail, type Writing } from '../put-spans.ts';
import { byRun, merged, type Run } from '../ranges.ts';
import { readOwnCustody, type Custody, type CustodyPiece } from './read-custody.ts';

/** A run and its custody from now on; null for none of its own, as goods that were never shipped or lie in a box. */
export interface CustodyPut extends Run {
  custody: Custody | null;
}

/** Just what custody consists of, whatever else the piece says. */
const toCustody = ({ shipStatus, holderKind, holderId, deliverId, shipAt, signAt }: Custody): Custody => ({
  shipStatus,
  holderKind,
  holderId,
  deliverId,
  shipAt,
  signAt,
});

/** What single codes of long runs had by themselves gives way to their run. */
const clearRows = async (db: Db, firmId: number, runs: readonly Run[]): Promise<void> => {
  if (runs.length === 0) return;
  await sql`
    update code_unit u set ship_status = null, ship_seq = null, deliver_id = null, holder_kind = null, holder_id = null, ship_at = null, sign_at = null, updated_at = now()
    from (${asRows(runs)}) r
    where u.firm_id = ${firmId} and u.seg = r.seg and u.serial between r.a and r.b and u.ship_seq is not null`.execute(
    db,
  );
};

const writeRows = async (db: Db, { firmId, seq }: Writing, puts: readonly CustodyPut[]): Promise<void> => {
  const rows = puts.flatMap((put) =>
    toSerials([put]).map((single) => ({
      ...single,
      firmId,
      shipSeq: seq,
      shipStatus: put.custody?.shipStatus ?? Shipping.none,
      holderKind: put.custody?.holderKind ?? null,
      holderId: put.custody?.holderId ?? null,
      deliverId: put.custody?.deliverId ?? null,
      shipAt: put.custody?.shipAt ?? null,
      signAt: put.custody?.signAt ?? null,
    })),
  );
  for (const chunk of chunked(rows))
    await db
      .insertInto('codeUnit')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['seg', 'serial']).doUpdateSet((row) => ({
          shipSeq: row.ref('excluded.shipSeq'),
          shipStatus: row.ref('excluded.shipStatus'),
          holderKind: row.ref('excluded.holderKind'),
          holderId: row.ref('excluded.holderId'),
          deliverId: row.ref('excluded.deliverId'),
          shipAt: row.ref('excluded.shipAt'),
          signAt: row.ref('excluded.signAt'),
          updatedAt: sql`now()`,
        })),
      )
      .execute();
};

/**
 * Gives runs their custody, spans for long ones and rows for short ones, with their trail: what held before by itself, exactly, so
 * that it can be given back, and what holds now. Runs are apart; the caller holds their locks and says it of roots alone. Answers
 * what held before, by run.
 */
export const writeCustody = async (
  db: Db,
  writing: Writing,
  puts: readonly CustodyPut[],
  occurredAt?: string,
): Promise<CustodyPiece[][]> => {
  if (puts.length === 0) return [];
  const sorted = puts.toSorted((a, b) => a.seg - b.seg || a.from - b.from);
  const before = byRun(sorted, await readOwnCustody(db, writing.firmId, merged(sorted)));
  const long = sorted.filter(isLong);
  await clearRows(db, writing.firmId, long);
  await putSpans(
    db,
    writing,
    SpanKind.ship,
    long.map(({ seg, from, to, custody }) => ({ seg, from, to, payload: custody && toCustody(custody) })),
  );
  await writeRows(
    db,
    writing,
    sorted.filter((put) => !isLong(put)),
  );
  await writeTrail(
    db,
    writing,
    sorted.map(({ seg, from, to, custody }, at) => ({
      seg,
      from,
      to,
      before: before[at]!.map((piece) => ({ from: piece.from, to: piece.to, seq: piece.seq, ...toCustody(piece) })),
      after: custody ? toCustody(custody) : { shipStatus: Shipping.none },
      occurredAt,
    })),
  );
  const byPut = new Map(sorted.map((put, at) => [put, before[at]!]));
  return puts.map((put) => byPut.get(put)!);
};
