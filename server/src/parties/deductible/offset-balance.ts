import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import type { DedOwner } from './deductible-account.ts';

/** What a balance is set off against: the row, once per account, and who did it. */
export interface Offset {
  /** Fen, above 0. */
  amount: number;
  refKind: string;
  refId: number;
  remark: string;
  operatorId: number | null;
}

/** What an owner can set off, fen; the account is locked. */
const lockBalance = async (db: Db, { firmId, ownerKind, ownerId, peerKind, peerId }: DedOwner): Promise<number> => {
  const account = await db
    .selectFrom('dedAccount')
    .select('balance')
    .where((row) => row.and({ firmId, ownerKind, ownerId, peerKind, peerId }))
    .forUpdate()
    .executeTakeFirst();
  return account?.balance ?? 0;
};

const book = async (
  db: Db,
  { firmId, ...owner }: DedOwner,
  kind: typeof DedKind.offset | typeof DedKind.reverse,
  { amount, ...rest }: Offset,
): Promise<number> => {
  const { balance } = await db
    .updateTable('dedAccount')
    .set((row) => ({ balance: row('balance', '+', amount), totalOut: row('totalOut', '-', amount) }))
    .where((row) => row.and(owner))
    .where('firmId', '=', firmId)
    .returning('balance')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dedLog')
    .values({ ...owner, ...rest, firmId, kind, amount, qty: 0, balanceAfter: balance })
    .execute();
  return balance;
};

/** Sets a part of what somebody is owed off against a bill (抵扣货款) and writes it down. Refuses more than the balance at `field`; answers what is left. */
export const offsetBalance = async (
  db: Db,
  owner: DedOwner,
  { field, ...offset }: Offset & { field: string },
): Promise<number> => {
  const balance = await lockBalance(db, owner);
  if (offset.amount > balance) throw invalid(field, `抵扣金额不能大于抵扣余额${moneyText(balance)}元`);
  return book(db, owner, DedKind.offset, { ...offset, amount: -offset.amount });
};

/** Gives back what was set off against a bill that is void (冲正); answers the balance. */
export const restoreOffset = async (db: Db, owner: DedOwner, offset: Offset): Promise<number> => {
  await lockBalance(db, owner);
  return book(db, owner, DedKind.reverse, offset);
};
