import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { PayeeKind, RemitRef, type RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import { settlementRefusals } from '@zhuiyuan/contract/settlement/settlement-refusals';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { debitForRemits, holdOwed } from '../parties/deductible/remit-balance.ts';
import { moveSettlement } from '../redeem/move-settlement.ts';
import { dueStatements, type DueOf } from './find-due.ts';
import { payeesOf } from './payee.ts';

/** Settling and rejecting are done by one at a time in a firm, so that accounts are locked in any order. */
export const settleAlone = async (db: Db, firmId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('remit'), hashint8(${firmId}))`.execute(db);
};

/** The states of verifications before and after a remittance pays them. */
export const settleStates = (payeeKind: PayeeKind) =>
  payeeKind === PayeeKind.shop
    ? ({ from: SettleState.open, to: SettleState.shop } as const)
    : ({ from: SettleState.shop, to: SettleState.agent } as const);

interface Generating extends DueOf {
  source: RemitSource;
  operatorId: number | null;
  /** What was seen before: refused, with `changed`, where it is another by now. Without it whatever is due. */
  seen?: { count: number; amount: number };
  changed?: RefusalText;
}

interface Made {
  id: number;
  payeeId: number;
  remitNo: string;
  amount: number;
  taken: number;
  verCnt: number;
}

/**
 * Makes a remittance (打款单) of everything that is due, one a payee, in the transaction of `db`: what the firm owes is debited at once, and
 * what it pays is settled. Two at once: the second finds nothing left of what the first took. Answers the numbers.
 */
export const generateRemits = async (
  db: Db,
  { source, operatorId, seen, changed = settlementRefusals.candidatesChanged, ...of }: Generating,
): Promise<{ count: number; amount: number; remitNos: string[] }> => {
  const { firmId, payeeKind, period } = of;
  await settleAlone(db, firmId);
  await holdOwed(db, firmId, payeeKind);
  const { rows: made } = await sql<Made>`
    with ${dueStatements(of)}, counted as (
      insert into remit_number as n (firm_id, last_no) select ${firmId}, count(*) from sums having count(*) > 0
      on conflict (firm_id) do update set last_no = n.last_no + excluded.last_no
      returning last_no
    ), payees as materialized (
      -- Who is to be paid another way from now on waits, and has these follow.
      select payee.* from sums join ${payeesOf(payeeKind, firmId)} on payee.id = sums.payee_id order by payee.id for share of payee
    ), made as (
      insert into remit (firm_id, payee_kind, shop_id, agent_id, amount, duct_amount, offset_amount, reward_amount,
        channel, account_sealed, account, account_name, source, period_from, period_to, created_by, firm_no)
      select ${firmId}, ${payeeKind}::smallint, ${payeeKind === PayeeKind.shop ? sql`sums.payee_id` : sql`null::bigint`},
        ${
          payeeKind === PayeeKind.shop
            ? sql`(select target_id from shop_ass where shop_ass.firm_id = ${firmId} and shop_id = sums.payee_id
                and kind = ${sql.lit(ShopLinkKind.agent)} and unbind_at is null)`
            : sql`sums.payee_id`
        },
        sums.amount, sums.duct, sums.offset_amount, sums.reward,
        payee.pay_channel, payee.pay_account_sealed, payee.pay_account, payee.pay_name, ${source}::smallint,
        ${period ? sql`${period.from}::date` : sql`sums.first_at::date`}, ${period ? sql`${period.to}::date` : sql`sums.last_at::date`},
        ${operatorId}::bigint,
        (select last_no from counted) - (select count(*) from sums) + row_number() over (order by sums.payee_id)
      from sums join payees payee on payee.id = sums.payee_id
      order by sums.payee_id
      returning id, payee_id, remit_no, amount, duct_amount - offset_amount as taken
    ), items as (
      insert into remit_item (firm_id, remit_id, ref_kind, ref_id, amount)
      select ${firmId}, made.id, due.ref_kind, due.ref_id, due.amount
      from due join made on made.payee_id = due.payee_id
      order by made.id, due.at, due.ref_id
    )
    select made.*, sums.ver_cnt from made join sums on sums.payee_id = made.payee_id order by made.id`.execute(db);
  const amount = made.reduce((sum, one) => sum + one.amount, 0);
  const isOther = seen !== undefined && (made.length !== seen.count || amount !== seen.amount);
  if (made.length === 0 || isOther) throw refuse(changed);
  await debitForRemits(
    db,
    { firmId, ownerKind: payeeKind, remark: '打款结算', operatorId },
    made
      .filter(({ taken }) => taken > 0)
      .map(({ id, payeeId, taken, verCnt }) => ({ ownerId: payeeId, remitId: id, amount: taken, qty: verCnt })),
  );
  const ids = await paidRefs(
    db,
    firmId,
    made.map(({ id }) => id),
    RemitRef.ver,
  );
  await moveSettlement(db, { firmId, ids, ...settleStates(payeeKind) });
  return { count: made.length, amount, remitNos: made.map(({ remitNo }) => remitNo) };
};

/** What remittances pay of one kind: the numbers of verifications, rewards or entries. */
export const paidRefs = async (
  db: Db,
  firmId: number,
  remitIds: readonly number[],
  kind: RemitRef,
): Promise<number[]> => {
  const found = await db
    .selectFrom('remitItem')
    .select('refId')
    .where('firmId', '=', firmId)
    .where('remitId', 'in', [...remitIds])
    .where('refKind', '=', kind)
    .where('isLive', '=', true)
    .execute();
  return found.map(({ refId }) => refId);
};
