import { shopRefusals } from '@zhuiyuan/contract/parties/shop-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { notFound, refuse } from '../kit/refusal.ts';

interface Clearing {
  shopId: number;
  /** What the form showed, in fen; refused when the balance is another one by now. */
  amount?: number;
  remark: string;
  voucher: string;
}

/**
 * Settles everything a shop is owed: its balances become 0, and each dealer who paid it is owed the same by the firm.
 * Answers the last entry written. Of two clearings at once the second finds nothing left.
 */
export const clearShop = async (
  db: Db,
  { shopId, amount, remark, voucher }: Clearing,
  operatorId: number,
): Promise<{ balance: 0; logId: number }> => {
  const shop = await db
    .selectFrom('shop')
    .select('firmId')
    .where('id', '=', shopId)
    .where('isDel', '=', 0)
    .executeTakeFirst();
  if (!shop) throw notFound();
  const { firmId } = shop;
  const accounts = await db
    .selectFrom('dedAccount')
    .select(['peerId', 'balance', 'qtyIn', 'qtyOut'])
    .where('ownerKind', '=', 1)
    .where('ownerId', '=', shopId)
    .where('peerKind', '=', 2)
    .where('balance', '>', 0)
    .orderBy('peerId')
    .forUpdate()
    .execute();
  const owed = accounts.reduce((sum, { balance }) => sum + balance, 0);
  if (owed === 0) throw refuse(shopRefusals.nothingToClear);
  if (amount !== undefined && amount !== owed) throw refuse(shopRefusals.balanceChanged);
  let logId = 0;
  for (const { peerId: agentId, balance, qtyIn, qtyOut } of accounts) {
    const qty = qtyIn - qtyOut;
    await db
      .updateTable('dedAccount')
      .set({ balance: 0, totalOut: sql`total_out + ${balance}`, qtyOut: qtyIn })
      .where('ownerKind', '=', 1)
      .where('ownerId', '=', shopId)
      .where('peerKind', '=', 2)
      .where('peerId', '=', agentId)
      .execute();
    const common = { firmId, shopId, qty, remark, voucher, operatorId };
    const covered = await db
      .selectFrom('dedLog')
      .select(sql<number>`coalesce(max(id), 0)`.as('id'))
      .where('ownerKind', '=', 1)
      .where('ownerId', '=', shopId)
      .executeTakeFirstOrThrow();
    const cleared = await db
      .insertInto('dedLog')
      .values({
        ...common,
        ownerKind: 1,
        ownerId: shopId,
        peerKind: 2,
        peerId: agentId,
        kind: 3,
        amount: -balance,
        balanceAfter: 0,
        refKind: 'cleared_to',
        refId: covered.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    logId = cleared.id;
    await creditAgent(db, { ...common, agentId, amount: balance, refId: logId });
  }
  return { balance: 0, logId };
};

/** The firm owes the dealer what he paid to the shop. */
const creditAgent = async (
  db: Db,
  credit: {
    firmId: number;
    shopId: number;
    agentId: number;
    amount: number;
    qty: number;
    refId: number;
    remark: string;
    voucher: string;
    operatorId: number;
  },
): Promise<void> => {
  const { firmId, agentId, amount, qty, ...rest } = credit;
  const account = { ownerKind: 2, ownerId: agentId, peerKind: 3, peerId: firmId };
  const { balance } = await db
    .insertInto('dedAccount')
    .values({ ...account, firmId, balance: amount, totalIn: amount, qtyIn: qty })
    .onConflict((conflict) =>
      conflict.columns(['ownerKind', 'ownerId', 'peerKind', 'peerId']).doUpdateSet({
        balance: sql`ded_account.balance + ${amount}`,
        totalIn: sql`ded_account.total_in + ${amount}`,
        qtyIn: sql`ded_account.qty_in + ${qty}`,
      }),
    )
    .returning('balance')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dedLog')
    .values({ ...rest, ...account, firmId, kind: 1, amount, qty, balanceAfter: balance, refKind: 'shop_clear' })
    .execute();
};
