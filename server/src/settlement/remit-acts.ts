import { PayeeKind, RemitRef, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { settlementRefusals } from '@zhuiyuan/contract/settlement/settlement-refusals';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, notFound, refuse, stale } from '../kit/refusal.ts';
import { restoreRemit } from '../parties/deductible/remit-balance.ts';
import { remitDigest } from '../parties/payee-account.ts';
import { settleRewards } from '../parties/deductible/shop-reward.ts';
import { moveSettlement } from '../redeem/move-settlement.ts';
import { paidRefs, settleAlone, settleStates } from './generate-remits.ts';
import { noteEnd } from './note-end.ts';

/** Who acts, and what he may. */
type Person = Pick<Operator, 'id' | 'may'>;
type Act = 'list' | 'save' | 'audit' | 'pay' | 'export';

/** Whether somebody may do something with remittances of shops, or of dealers; each has permissions of its own. */
export const mayDoRemits = (operator: Pick<Operator, 'may'>, kind: PayeeKind, act: Act): boolean => {
  const resource = kind === PayeeKind.shop ? 'storeRemit' : 'dealerRemit';
  return operator.may(`admin:lottery:${resource}:${act}`);
};

/** Refuses who may not do something with remittances of this kind. */
export const requireKind = (operator: Person, kind: PayeeKind, act: Act): void => {
  if (!mayDoRemits(operator, kind, act)) throw forbidden();
};

/** A remittance, locked until the transaction ends; 404 where there is none, 409 when `version` is not the row's. */
export const lockRemit = async (db: Db, id: number, version?: number) => {
  const remit = await db.selectFrom('remit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!remit) throw notFound();
  if (version !== undefined && version !== remit.version) throw stale();
  return remit;
};
export type Remit = Awaited<ReturnType<typeof lockRemit>>;

export const changeRemit = (db: Db, id: number, change: UpdateObject<DB, 'remit', 'remit'>): Promise<Saved> =>
  db
    .updateTable('remit')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

/** Open, and not on its way over WeChat Pay. */
const requireOpen = (remit: Remit): void => {
  if (remit.status !== RemitStatus.waiting) throw refuse(settlementRefusals.over);
  if (remit.payState !== null) throw refuse(settlementRefusals.payingOut);
};

const isComplete = ({ channel, account, accountName }: Remit): boolean =>
  channel !== '' && accountName !== '' && (channel === 'weixin' || account !== '');

/** Refuses to pay what nobody passed (62501), what its payer passed himself (62503), and a payee without an account (62502). */
export const requirePayable = (remit: Remit, operatorId: number): void => {
  requireOpen(remit);
  if (remit.auditBy === null) throw refuse(settlementRefusals.notAudited);
  if (remit.auditBy === operatorId) throw refuse(settlementRefusals.sameHands);
  if (!isComplete(remit)) throw refuse(settlementRefusals.noAccount);
};

/** What was put into a file for the bank may be paid by it at any moment, until a result says otherwise. */
const requireOffBank = (remit: Remit, notTaken: boolean): void => {
  if (remit.bankFileAt !== null && !notTaken) throw refuse(settlementRefusals.atBank);
};

/**
 * Passes a remittance (审核通过): its state stays, it can be paid by somebody else from now on, to the account it shows. Refuses 62532 where it
 * is not what was seen as `version`: its account follows the payee's until now.
 */
export const passRemit = async (
  db: Db,
  { id, version }: { id: number; version: number | undefined },
  operator: Person,
): Promise<void> => {
  const remit = await lockRemit(db, id);
  requireKind(operator, remit.payeeKind as PayeeKind, 'audit');
  requireOpen(remit);
  if (remit.auditBy !== null) throw refuse(settlementRefusals.audited);
  if (remit.version !== version) throw refuse(settlementRefusals.accountChanged, { remitNo: remit.remitNo });
  if (!isComplete(remit)) throw refuse(settlementRefusals.noAccount);
  await changeRemit(db, id, {
    auditBy: operator.id,
    auditAt: sql<string>`now()`,
    passedAccount: remitDigest('remit'),
  });
};

/**
 * Rejects a remittance (驳回), passed or not, unless it is paid or on its way: what it took is owed again, what it pays can be settled
 * again, all in the transaction of `db`. What lies at the bank is rejected only where staff say that it was `notTaken` (62533).
 */
export const rejectRemit = async (
  db: Db,
  { id, reason, notTaken }: { id: number; reason: string; notTaken: boolean },
  operator: Person,
): Promise<void> => {
  const known = await db.selectFrom('remit').select(['firmId', 'payeeKind']).where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound();
  requireKind(operator, known.payeeKind as PayeeKind, 'audit');
  const { firmId } = known;
  await settleAlone(db, firmId);
  const remit = await lockRemit(db, id);
  requireOpen(remit);
  requireOffBank(remit, notTaken);
  const payeeKind = remit.payeeKind as PayeeKind;
  const vers = await paidRefs(db, firmId, [id], RemitRef.ver);
  await db
    .updateTable('remitItem')
    .set({ isLive: false })
    .where('firmId', '=', firmId)
    .where('remitId', '=', id)
    .execute();
  const amount = remit.ductAmount - remit.offsetAmount;
  if (amount > 0)
    await restoreRemit(
      db,
      { firmId, ownerKind: payeeKind, remark: reason, operatorId: operator.id },
      { ownerId: remit.payeeId, remitId: id, amount, qty: vers.length },
    );
  const { from, to } = settleStates(payeeKind);
  await moveSettlement(db, { firmId, ids: vers, from: to, to: from });
  await changeRemit(db, id, {
    status: RemitStatus.rejected,
    rejectBy: operator.id,
    rejectedAt: sql<string>`now()`,
    rejectReason: reason,
  });
  await noteEnd(db, remit);
};

/** What shows that money went out: a voucher, or the import of the bank's results. */
interface Proof {
  voucher?: string;
  resultTaskId?: number;
  /** The bank did not take up what its file asked; its own results need no such word. */
  notTaken?: boolean;
  /** Fen. */
  fee: number;
}

/** A locked remittance is paid: its rewards are settled with it. */
export const closePaid = async (db: Db, remit: Remit, change: UpdateObject<DB, 'remit', 'remit'>): Promise<Saved> => {
  const rewards = await paidRefs(db, remit.firmId, [remit.id], RemitRef.reward);
  await settleRewards(db, remit.firmId, rewards);
  const saved = await changeRemit(db, remit.id, {
    ...change,
    status: RemitStatus.paid,
    paidAt: sql<string>`now()`,
    failReason: '',
  });
  await noteEnd(db, remit);
  return saved;
};

/**
 * Writes down that a passed remittance was paid outside (打款), by somebody other than who passed it. Refuses a fee above its amount (62534), and
 * with a voucher what lies at the bank (62533).
 */
export const payByHand = async (
  db: Db,
  { id, version }: { id: number; version?: number | undefined },
  { voucher = '', resultTaskId, notTaken = false, fee }: Proof,
  operator: Person,
): Promise<Saved> => {
  const remit = await lockRemit(db, id, version);
  requireKind(operator, remit.payeeKind as PayeeKind, 'pay');
  requirePayable(remit, operator.id);
  if (resultTaskId === undefined) requireOffBank(remit, notTaken);
  if (fee > remit.amount) throw refuse(settlementRefusals.feeAbove);
  return closePaid(db, remit, { voucher, resultTaskId: resultTaskId ?? null, fee, paidBy: operator.id });
};

/** Writes down that the bank did not pay (打款失败): it stays open, and goes into the next file for the bank. */
export const noteFailure = async (db: Db, id: number, reason: string, operator: Person): Promise<void> => {
  const remit = await lockRemit(db, id);
  requireKind(operator, remit.payeeKind as PayeeKind, 'pay');
  requirePayable(remit, operator.id);
  await changeRemit(db, id, { failReason: reason, bankFileAt: null });
};
