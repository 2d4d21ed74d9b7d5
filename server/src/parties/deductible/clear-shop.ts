import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { clearBalance } from './deductible-account.ts';

interface Clearing {
  shopId: number;
  /** What the form showed, in fen; refused when the balance is another one by now. */
  amount?: number;
  remark: string;
  voucher: string;
}

/**
 * Settles everything a shop is owed: its balances become 0, and each agent who paid it is owed the same by the firm. What the firm
 * owed it directly is paid by that.
 * Answers the last entry written. Of two clearings at once the second finds nothing left.
 */
export const clearShop = async (
  db: Db,
  { shopId, amount, remark, voucher }: Clearing,
  operatorId: number,
): Promise<{ balance: 0; logId: number }> => {
  const shop = await live(db, 'shop').select('firmId').where('id', '=', shopId).executeTakeFirst();
  if (!shop) throw notFound();
  const { firmId } = shop;
  const accounts = await db
    .selectFrom('dedAccount')
    .select(['peerKind', 'peerId', 'balance', sql<number>`qty_in - qty_out`.as('qty')])
    .where('ownerKind', '=', DeductibleOwner.shop)
    .where('ownerId', '=', shopId)
    .where('balance', '>', 0)
    .orderBy('peerKind')
    .orderBy('peerId')
    .forUpdate()
    .execute();
  const owed = accounts.reduce((sum, { balance }) => sum + balance, 0);
  if (owed === 0) throw refuse(partyRefusals.balanceZero);
  if (amount !== undefined && amount !== owed) throw refuse(partyRefusals.balanceChanged);
  let logId = 0;
  for (const { peerKind, peerId, balance, qty } of accounts) {
    const account = {
      firmId,
      ownerKind: DeductibleOwner.shop,
      ownerId: shopId,
      peerKind: peerKind as DeductibleOwner,
      peerId,
    };
    const common = { remark, voucher, operatorId };
    ({ logId } = await clearBalance(db, account, { ...common, amount: balance }));
    if (peerKind === DeductibleOwner.agent)
      await creditAgent(db, { ...common, firmId, shopId, agentId: peerId, amount: balance, qty, refId: logId });
  }
  return { balance: 0, logId };
};

/** The firm owes the agent what he paid to the shop. */
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
  const account = {
    ownerKind: DeductibleOwner.agent,
    ownerId: agentId,
    peerKind: DeductibleOwner.firm,
    peerId: firmId,
  };
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
    .values({
      ...rest,
      ...account,
      firmId,
      kind: DedKind.verify,
      amount,
      qty,
      balanceAfter: balance,
      refKind: 'shop_clear',
    })
    .execute();
};
