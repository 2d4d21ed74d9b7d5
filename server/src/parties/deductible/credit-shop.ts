import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** What entries about a prize that a shop handed out refer to. */
export const verRef = 'prize_ver';

/** A shop and who owes it: its dealer, or the firm itself where it has none. */
export interface ShopAccount {
  firmId: number;
  shopId: number;
  agentId: number | null;
}

const toAccount = ({ firmId, shopId, agentId }: ShopAccount) => ({
  ownerKind: DeductibleOwner.shop,
  ownerId: shopId,
  peerKind: agentId === null ? DeductibleOwner.firm : DeductibleOwner.agent,
  peerId: agentId ?? firmId,
});

/**
 * Holds a shop's account with whoever owes it, opened where there is none, until the transaction ends. Taken before the
 * verifications and claims it is about, by whoever credits, takes back or clears.
 */
export const holdShopAccount = async (db: Db, shop: ShopAccount): Promise<void> => {
  const account = toAccount(shop);
  await db
    .insertInto('dedAccount')
    .values({ ...account, firmId: shop.firmId })
    .onConflict((conflict) => conflict.columns(['ownerKind', 'ownerId', 'peerKind', 'peerId']).doNothing())
    .execute();
  await db
    .selectFrom('dedAccount')
    .select('balance')
    .where((row) => row.and(account))
    .where('firmId', '=', shop.firmId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

/** What a credit is for, and its amount in fen. */
export interface VerCredit {
  verId: number;
  amount: number;
  activityId: number;
  prizeId: number;
  remark?: string;
  operatorId?: number;
}

const book = async (
  db: Db,
  shop: ShopAccount,
  kind: typeof DedKind.verify | typeof DedKind.reverse,
  { verId, amount, activityId, prizeId, remark = '', operatorId }: VerCredit,
): Promise<void> => {
  const account = toAccount(shop);
  const qty = kind === DedKind.verify ? 1 : -1;
  const change = qty * amount;
  const { balance } = await db
    .updateTable('dedAccount')
    .set({
      balance: sql`balance + ${change}`,
      totalIn: sql`total_in + ${change}`,
      qtyIn: sql`qty_in + ${qty}`,
    })
    .where((row) => row.and(account))
    .where('firmId', '=', shop.firmId)
    .returning('balance')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dedLog')
    .values({
      ...account,
      firmId: shop.firmId,
      kind,
      amount: change,
      qty,
      balanceAfter: balance,
      refKind: verRef,
      refId: verId,
      shopId: shop.shopId,
      activityId,
      prizeId,
      remark,
      operatorId: operatorId ?? null,
    })
    .execute();
};

/** Credits a shop, whose account is held, for a prize it handed out, and writes it down. */
export const creditVerification = (db: Db, shop: ShopAccount, credit: VerCredit): Promise<void> =>
  book(db, shop, DedKind.verify, credit);

/** Takes such a credit back, which nothing has settled. */
export const takeBackCredit = (db: Db, shop: ShopAccount, credit: VerCredit): Promise<void> =>
  book(db, shop, DedKind.reverse, credit);
