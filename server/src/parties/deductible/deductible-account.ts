import { DeductibleOwner, DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { refuse } from '../../kit/refusal.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    /** A balance was cleared whole. Told in the transaction that does it, the account locked. */
    'deductible.cleared': DedOwner;
  }
}

/** Who is owed and who owes: a shop (1) by its agent (2), an agent (2) by his firm (3). */
export interface DedOwner {
  firmId: number;
  ownerKind: DeductibleOwner;
  ownerId: number;
  peerKind: DeductibleOwner;
  peerId: number;
}

/** Everything a shop (1) or agent (2) is owed, fen. */
export const findBalance = async (db: Db, ownerKind: DeductibleOwner, ownerId: number): Promise<number> => {
  const { balance } = await db
    .selectFrom('dedAccount')
    .select(sql<number>`coalesce(sum(balance), 0)::bigint`.as('balance'))
    .where('ownerKind', '=', ownerKind)
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return balance;
};

/**
 * Clears a whole balance and writes it down. `amount` is what the person saw: refuses 61106 at zero and 61105 when the
 * balance is another by now, so that of two at the same time one has an effect.
 */
export const clearBalance = async (
  db: Db,
  { firmId, ownerKind, ownerId, peerKind, peerId }: DedOwner,
  { amount, remark, voucher, operatorId }: { amount: number; remark: string; voucher: string; operatorId: number },
): Promise<{ logId: number }> => {
  const owner = { ownerKind, ownerId, peerKind, peerId };
  const account = await db
    .selectFrom('dedAccount')
    .select(['balance', sql<number>`qty_in - qty_out`.as('qty')])
    .where((row) => row.and(owner))
    .where('firmId', '=', firmId)
    .forUpdate()
    .executeTakeFirst();
  if (!account || account.balance === 0) throw refuse(partyRefusals.balanceZero);
  if (account.balance !== amount) throw refuse(partyRefusals.balanceChanged);
  await db
    .updateTable('dedAccount')
    .set((row) => ({ balance: 0, totalOut: row('totalOut', '+', amount), qtyOut: row.ref('qtyIn') }))
    .where((row) => row.and(owner))
    .execute();
  const { last } = await db
    .selectFrom('dedLog')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('last'))
    .where((row) => row.and(owner))
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('dedLog')
    .values({
      ...owner,
      firmId,
      kind: DedKind.clear,
      amount: -amount,
      qty: -account.qty,
      balanceAfter: 0,
      refKind: 'clear_to',
      refId: last,
      shopId: ownerKind === DeductibleOwner.shop ? ownerId : null,
      remark,
      voucher,
      operatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emit(db, 'deductible.cleared', { firmId, ...owner });
  return { logId: id };
};
