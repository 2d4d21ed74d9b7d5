import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { settlementRefusals } from '@zhuiyuan/contract/settlement/settlement-refusals';
import { sql } from 'kysely';
import { allocateBudget } from '../fund/budget.ts';
import { reserveWins } from '../fund/reserve-wins.ts';
import type { Db } from '../kit/db/database.ts';
import { eachRow } from '../kit/each-row.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { beginAttempt, lockPayout, openPayouts } from '../payout/open-payouts.ts';
import { closePayout } from '../payout/payout-acts.ts';
import { remitMerchants } from './remit-apps.ts';
import { remitMoney } from './remit-money.ts';
import { changeRemit, lockRemit, requireKind, requirePayable, type Remit } from './remit-acts.ts';

type Person = Pick<Operator, 'id' | 'may'>;

/** From here on WeChat Pay wants the receiver's certified name; fen. */
const nameFrom = 200_000;

/** What chosen remittances come to, fen; those nobody sees are left out. */
export const sumOfRemits = async (db: Db, ids: readonly number[]): Promise<number> => {
  const { sum } = await db
    .selectFrom('remit')
    .where('id', 'in', [...ids])
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
};

/**
 * The merchant that pays a payee, and who he is at its app: one whose scene is that of paying people, with a pool, the firm's first that knows
 * the account bound to the payee. Refuses 62526 without such a merchant, 62406 outside of its limits, 62527 where nobody is known.
 */
const findWay = async (db: Db, { firmId, payeeKind, payeeId, amount }: Remit) => {
  if (amount >= nameFrom) throw refuse(settlementRefusals.aboveWeixin);
  const merchants = await remitMerchants(db, firmId)
    .select([
      'merchant.id as mchConfId',
      'merchant.appid',
      'merchant.singleMin',
      'merchant.singleMax',
      'pool.id as poolId',
      'pool.remitBudgetId',
      sql<string | null>`(
        select of.open_id from role_binding bound join account_open_id of on of.account_id = bound.account_id and of.app_id = merchant.appid
        where bound.firm_id = merchant.firm_id and bound.role_kind = ${payeeKind === PayeeKind.shop ? RoleKind.shop : RoleKind.agent}
          and bound.role_id = ${payeeId} and bound.ended_at is null)`.as('openid'),
    ])
    .execute();
  if (merchants.length === 0) throw refuse(settlementRefusals.noPayMerchant);
  const fitting = merchants.filter(({ singleMin, singleMax }) => amount >= singleMin && amount <= singleMax);
  if (fitting.length === 0) throw refuse(redRefusals.overMerchant);
  const way = fitting.find(({ openid }) => openid !== null);
  if (!way) throw refuse(settlementRefusals.noWechat);
  return { ...way, openid: way.openid! };
};

/** Begins to pay one over WeChat Pay; the row is locked. Everything it refuses it refuses before it writes. */
const payOne = async (db: Db, id: number, operator: Person): Promise<void> => {
  const remit = await lockRemit(db, id);
  requireKind(operator, remit.payeeKind as PayeeKind, 'pay');
  requirePayable(remit, operator.id);
  if (remit.channel !== PayeeChannel.weixin) throw refuse(settlementRefusals.notWeixin);
  const { firmId, amount, remitNo } = remit;
  const before = await db
    .selectFrom('redInfo')
    .where('firmId', '=', firmId)
    .where('source', '=', PaySource.remit)
    .where('sourceId', '=', id)
    .select('id')
    .executeTakeFirst();
  if (before) throw refuse(settlementRefusals.gaveUp);
  const { mchConfId, appid, poolId, remitBudgetId, openid } = await findWay(db, remit);
  const budget = { firmId, activityId: remitBudgetId };
  await allocateBudget(db, { ...budget, poolId, amount, remark: `打款 ${remitNo}` }, operator.id);
  const reserved = await reserveWins(
    db,
    { ...budget, refKind: remitMoney, wins: [{ refId: id, amount }] },
    operator.id,
  );
  if (!reserved.has(id)) throw refuse(fundRefusals.poolShort);
  const [redInfoId] = await openPayouts(db, [
    {
      firmId,
      source: PaySource.remit,
      sourceId: id,
      mchConfId,
      appId: appid,
      openid,
      amount,
      payKind: 2,
      channel: 'API',
      actName: remit.payeeKind === PayeeKind.shop ? '门店' : '经销商',
      prizeName: `结算打款${remitNo}`,
      remark: `结算打款${remitNo}`,
      createdBy: operator.id,
    },
  ]);
  await changeRemit(db, id, { redInfoId: redInfoId!, payState: Delivery.SENDING, paidBy: operator.id, failReason: '' });
};

/**
 * Pays passed remittances over WeChat Pay (打款), in the transaction of `db`: money of the pool is reserved for each, and its payout opened,
 * once. Rows are locked before any money.
 */
export const payByWeixin = async (db: Db, ids: readonly number[], operator: Person): Promise<DoneToMany> => {
  const inOrder = [...new Set(ids)].toSorted((one, other) => one - other);
  await db.selectFrom('remit').select('id').where('id', 'in', inOrder).orderBy('id').forUpdate().execute();
  return eachRow(inOrder, (id) => payOne(db, id, operator));
};

/** The payout of a remittance, locked, and then the remittance, as whoever hears of payouts locks them. */
const lockPaying = async (db: Db, id: number, operator: Person) => {
  const known = await db.selectFrom('remit').select(['payeeKind', 'redInfoId']).where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound();
  requireKind(operator, known.payeeKind as PayeeKind, 'pay');
  if (known.redInfoId === null) throw refuse(settlementRefusals.notPaying);
  const payout = await lockPayout(db, known.redInfoId);
  const remit = await lockRemit(db, id);
  if (remit.redInfoId !== known.redInfoId) throw refuse(settlementRefusals.notPaying);
  return { payout, remit };
};

/**
 * Pays once more what failed or came back (重试), under a new number. Refuses 62401 while the attempt before is undecided, 62402 of any other,
 * and 62503 by who passed it.
 */
export const retryWeixin = async (db: Db, id: number, operator: Person): Promise<void> => {
  const { payout, remit } = await lockPaying(db, id, operator);
  if (remit.auditBy === operator.id) throw refuse(settlementRefusals.sameHands);
  await beginAttempt(db, payout);
  await changeRemit(db, id, { paidBy: operator.id });
};

/** Gives up what failed or came back (放弃): nothing of it is sent any more, and its money is the pool's again. */
export const giveUpWeixin = async (db: Db, id: number, operator: Person): Promise<void> => {
  const { remit } = await lockPaying(db, id, operator);
  await closePayout(db, remit.redInfoId!);
};
