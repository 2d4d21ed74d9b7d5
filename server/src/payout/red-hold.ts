import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound } from '../kit/refusal.ts';
import { beginHeld, rejectHeld } from './open-payouts.ts';

/** Payouts that wait for a person: another one than who made them lets them go, or takes them back (62419). */
export const mountRedHold = (app: App): void => {
  serve(app, redHoldApi, {
    hold: async ({ input: { id, pass, remark, all }, db, operator }) => {
      const ids = all ? await findTogether(db, id) : [id];
      await (pass ? beginHeld : rejectHeld)(db, ids, { by: operator.id, remark });
      const { count, amount } = await db
        .selectFrom('redInfo')
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`sum(amount)::bigint`.as('amount')])
        .executeTakeFirstOrThrow();
      if (count === 0) throw notFound();
      return { count, amount };
    },
  });
};

/** A payout with those of the same order of packets sent by hand that are still held; locked, so that none of them is reviewed meanwhile. */
const findTogether = async (db: Db, id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from red_info where id = ${id} or hold and id in (
      select mate.id from red_info own
      join red_send_line line on line.id = own.source_id and line.firm_id = own.firm_id
      join red_send_line other on other.send_id = line.send_id and other.firm_id = line.firm_id
      join red_info mate on mate.source = own.source and mate.source_id = other.id and mate.firm_id = own.firm_id
      where own.id = ${id} and own.source in (${sql.lit(PaySource.hand)}, ${sql.lit(PaySource.upload)}))
    order by id for update`.execute(db);
  return rows.map((row) => row.id);
};
