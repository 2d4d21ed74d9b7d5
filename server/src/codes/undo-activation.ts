import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { beginOp, lockSegments, nextSeq } from './begin-op.ts';
import { readStops } from './pieces.ts';
import { merged, sizeOf, type Run } from './ranges.ts';
import { moveCounts, tally } from './count-codes.ts';

/** Takes an activation back within 24 hours, when no code of it was scanned, packed, shipped or bound again since. */
export const undoActivation = async (
  db: Db,
  operator: Pick<Operator, 'id'>,
  opId: number,
  idemKey: string,
): Promise<{ opId: number; ok: number }> => {
  const op = await db
    .selectFrom('codeOp')
    .where('id', '=', opId)
    .select([
      'id',
      'firmId',
      'opType',
      'reversedBy',
      'params',
      sql<boolean>`created_at < now() - interval '24 hours'`.as('isOld'),
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!op || op.opType !== 1) throw notFound();
  if (op.reversedBy !== null) return { opId: op.reversedBy, ok: 0 };
  if (op.isOld) throw refuse(codeRefusals.undoTooLate);
  const { productId, lotId } = op.params as unknown as { productId: number; lotId: number };
  const reversal = await beginOp(db, operator, {
    firmId: op.firmId,
    opType: 16,
    idemKey,
    request: { undo: opId },
    params: { undo: opId },
  });
  if (reversal.former) return reversal.former as { opId: number; ok: number };

  const items = await db
    .selectFrom('codeOpItem')
    .where('opId', '=', opId)
    .select(['seg', 'seq', sql<number>`lower(span)`.as('from'), sql<number>`upper(span) - 1`.as('to')])
    .execute();
  await lockSegments(
    db,
    items.map((item) => item.seg),
  );
  const isVoid = await db
    .selectFrom('segment')
    .where('state', '=', 2)
    .where(
      'seg',
      'in',
      items.map((item) => item.seg),
    )
    .select('seg')
    .executeTakeFirst();
  if (isVoid) throw refuse(codeRefusals.void);
  const stops = await readStops(db, op.firmId, merged(items));
  if (stops.some((stop) => stop.voidKind === 2)) throw refuse(codeRefusals.void);
  for (const item of items) await removeBind(db, item, opId);

  const seq = await nextSeq(db);
  for (const { seg, from, to } of items)
    await db
      .insertInto('codeOpItem')
      .values({
        firmId: op.firmId,
        opId: reversal.id,
        seq,
        seg,
        span: sql<string>`int8range(${from}, ${to}, '[]')`,
        before: JSON.stringify([{ productId, lotId }]),
      })
      .execute();
  await moveCounts(db, 'activeCnt', {
    bySeg: tally(items, (item) => item.seg, -1),
    byLot: tally(items, () => lotId, -1),
    byProduct: tally(items, () => productId, -1),
  });
  await db.updateTable('codeOp').set({ reversedBy: reversal.id }).where('id', '=', opId).execute();
  const done = { opId: reversal.id, ok: sizeOf(items) };
  await db
    .updateTable('codeOp')
    .set({
      total: done.ok,
      okCnt: done.ok,
      status: 2,
      result: JSON.stringify(done),
      finishedAt: new Date().toISOString(),
    })
    .where('id', '=', reversal.id)
    .execute();
  return done;
};

const removeBind = async (db: Db, item: Run & { seq: number }, opId: number): Promise<void> => {
  const { seg, from, to } = item;
  const used = await db
    .selectFrom('unitScan')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .where('cnt', '>', 0)
    .select('serial')
    .limit(1)
    .executeTakeFirst();
  const moved = await db
    .selectFrom('codeUnit')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .where((row) =>
      row.or([row('packState', '<>', 0), row('shipStatus', 'is not', null), row('bindSeq', '>', item.seq)]),
    )
    .select('serial')
    .limit(1)
    .executeTakeFirst();
  const rebound = await db
    .selectFrom('codeSpan')
    .where('seg', '=', seg)
    .where('kind', '=', 1)
    .where('seq', '>', item.seq)
    .where(sql<boolean>`span && int8range(${from}, ${to}, '[]')`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (used || moved || rebound) throw refuse(codeRefusals.undoUsed);

  const spans = await db
    .deleteFrom('codeSpan')
    .where('seg', '=', seg)
    .where('kind', '=', 1)
    .where('opId', '=', opId)
    .where(sql<boolean>`span <@ int8range(${from}, ${to}, '[]')`)
    .returning(sql<number>`upper(span) - lower(span)`.as('size'))
    .execute();
  const units = await db
    .updateTable('codeUnit')
    .set({
      bindProduct: null,
      bindLot: null,
      bindChannel: null,
      bindAt: null,
      bindSeq: null,
      updatedAt: new Date().toISOString(),
    })
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .where('bindSeq', '=', item.seq)
    .returning('serial')
    .execute();
  const removed = spans.reduce((sum, span) => sum + span.size, 0) + units.length;
  if (removed !== to - from + 1) throw refuse(codeRefusals.undoUsed);
};
