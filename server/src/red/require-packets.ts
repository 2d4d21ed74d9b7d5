import { amountText, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { lockRow } from '../kit/db/rows.ts';
import { refuse } from '../kit/refusal.ts';

/**
 * A red packet activity that further packets are made of, locked until the transaction ends. Refuses one that is disabled or not in its
 * time (62453), amounts beyond its own (62457), and more packets than it may have (62456). 404 where there is none.
 */
export const requirePackets = async (
  db: Db,
  id: number,
  { amounts, count }: { amounts: readonly number[]; count: number },
) => {
  const active = await lockRow(db, 'redActive', id, [
    'id',
    'firmId',
    'name',
    'channel',
    'payKind',
    'mchConfId',
    'sendName',
    'wishing',
    'amountMin',
    'amountMax',
    'packetLimit',
    'status',
    'startAt',
    'endAt',
    'endedAt',
  ]);
  const { rows } = await sql<{ isOver: boolean; made: number }>`
    select end_at <= now() as is_over, ${packetsMade(sql`red_active.id`, sql`red_active.firm_id`)} as made
    from red_active where id = ${id} and firm_id = ${active.firmId}`.execute(db);
  const { isOver, made } = rows[0]!;
  if (active.status !== Enabled.on || active.endedAt !== null || isOver) throw refuse(redRefusals.paused);
  const { amountMin, amountMax } = active;
  if (amounts.some((amount) => amount < amountMin || amount > amountMax))
    throw refuseAmount(amountText({ prizeType: PrizeType.cash, amountMin, amountMax, points: null }));
  if (active.packetLimit !== null && made + count > active.packetLimit) throw refuse(redRefusals.tooMany);
  return active;
};

/** 62457, said under the amount where a form has one. */
const refuseAmount = (text: string) => {
  const message = fill(redRefusals.amountOff[1], { text });
  return refuse(redRefusals.amountOff, { text }, { fields: [{ field: 'amount', message }] });
};

/** How many packets were made of an activity: those sent or to be sent, and codes that are not void. */
export const packetsMade = (id: ReturnType<typeof sql>, firmId: ReturnType<typeof sql>) => sql<number>`(
  (select count(*) from red_info r where r.red_active_id = ${id} and r.firm_id = ${firmId} and r.source <> ${sql.lit(PaySource.code)}
    and (r.closed_at is null or r.attempt_no > 0))
  + (select coalesce(sum(b.total_num - (select count(*) from red_bar c where c.batch_id = b.id and c.firm_id = b.firm_id and c.state = ${sql.lit(RedCodeState.void)})), 0)
    from red_batch b where b.red_active_id = ${id} and b.firm_id = ${firmId} and b.state <> ${sql.lit(RedBatchState.failed)}))::bigint`;
