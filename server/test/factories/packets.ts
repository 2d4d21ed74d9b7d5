import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { App } from '../../src/kit/http/app-context.ts';
import { recordOutcome } from '../../src/payout/record-outcome.ts';
import { makeMembers } from './lottery.ts';

type Of = Pick<App, 'db'>;

/** Members that the app of a payer knows. */
export const makeKnown = async (
  app: Of,
  { firmId, appId, count }: { firmId: number; appId: string; count: number },
): Promise<number[]> => {
  const uids = await makeMembers(app as never, firmId, count);
  for (const uid of uids)
    await sql`insert into account_open_id (app_id, open_id, account_id) select ${appId}, ${`o-${uid}`}, account_id from member where id = ${uid}`.execute(
      app.db,
    );
  return uids;
};

let notices = 0;
/** WeChat Pay says how the first attempt of a payout ended. */
export const hear = async (
  app: Of,
  { id, openid, amount }: { id: number; openid: string; amount: number },
  to: number,
  code = '',
) => {
  const attempt = await app.db
    .updateTable('payout')
    .set((row) => ({
      state: BillState.posting,
      postedAt: sql<string>`now()`,
      body: sql<string>`json_build_object('out_bill_no', out_bill_no, 'openid', openid, 'transfer_amount', ${row.ref('amount')})::text`,
    }))
    .where('redInfoId', '=', id)
    .where('state', '=', BillState.new)
    .returning('id')
    .executeTakeFirst();
  const { id: payoutId } =
    attempt ?? (await app.db.selectFrom('payout').where('redInfoId', '=', id).select('id').executeTakeFirstOrThrow());
  const state = to === BillState.success ? 'SUCCESS' : 'FAIL';
  const notifyId = `heard ${id} ${(notices += 1)}`;
  const raw = { state, amount, openid, failReason: code };
  await recordOutcome(app.db, { payoutId, redInfoId: id }, { source: 'NOTIFY', to, code, notifyId, raw });
  return payoutId;
};
