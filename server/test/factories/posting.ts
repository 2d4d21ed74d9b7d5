import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { ClaimBusy } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { notePlaces } from '../../src/claim/note-places.ts';
import { hashToken, newToken } from '../../src/kit/http/session.ts';
import type { Envelope, TestApp } from '../app.ts';
import { elsewhere } from './access.ts';
import type { MadeActivity } from './lottery.ts';
import { winGoods } from './redeem.ts';
import { daysAhead } from '../days.ts';

/** Where parcels of tests go. */
export const receiving = {
  receiver: '林知夏',
  phone: '13812345678',
  regionCode: '330106',
  address: '龙井路18号3幢2单元',
};

/** A shopper on his phone. */
export interface Winner {
  accountId: number;
  call<E extends Endpoint>(endpoint: E, input?: QueryOf<E>): Promise<Envelope<DataOf<E>>>;
  data<E extends Endpoint>(endpoint: E, input?: QueryOf<E>): Promise<DataOf<E>>;
}

/** Signs the account of a member in on a phone. */
export const openWinner = async (app: TestApp, uid: number): Promise<Winner> => {
  const { accountId } = await app.db
    .selectFrom('member')
    .where('id', '=', uid)
    .select('accountId')
    .executeTakeFirstOrThrow();
  const token = newToken();
  await app.db
    .insertInto('accountSession')
    .values({ tokenHash: hashToken(token), accountId, expiresAt: daysAhead(365) })
    .execute();
  const call: Winner['call'] = (endpoint, input) =>
    app.call('', endpoint, input, { ...elsewhere(), [accountHeader]: token });
  return {
    accountId,
    call,
    async data(endpoint, input) {
      const answer = await call(endpoint, input);
      if (answer.code !== 200) throw new Error(`${endpoint.path} answered ${answer.code} ${answer.message}`);
      return answer.data;
    },
  };
};

/** A prize that was won, with its winner. */
export const winPosted = async (app: TestApp, activity: MadeActivity) => {
  const [claim] = await winGoods(app, activity);
  return { ...claim!, winner: await openWinner(app, claim!.uid) };
};

/** A prize whose winner asked for it by post: its order. */
export const makeRedemption = async (app: TestApp, activity: MadeActivity, at: Partial<typeof receiving> = {}) => {
  const won = await winPosted(app, activity);
  const { redeemNo } = await won.winner.data(publicRedeemApi.redeem, { claimNo: won.claimNo, ...receiving, ...at });
  const { id } = await app.db
    .selectFrom('redemption')
    .where('redeemNo', '=', redeemNo)
    .select('id')
    .executeTakeFirstOrThrow();
  return { ...won, id, redeemNo };
};

/** Orders of as many prizes, as if their winners had asked for them. */
export const makeRedemptions = async (app: TestApp, activity: MadeActivity, count: number): Promise<string[]> => {
  const drawIds = (await winGoods(app, activity, count)).map(({ drawId }) => drawId);
  const { rows } = await sql<{ redeemNo: string }>`
    insert into redemption (firm_id, redeem_no, draw_id, activity_id, tier_id, prize_id, uid, receiver, phone, region_code, address, status)
    select firm_id, 'R' || substr(claim_no, 2), draw_id, activity_id, tier_id, prize_id, uid, ${receiving.receiver}, ${receiving.phone},
      ${receiving.regionCode}, ${receiving.address}, ${sql.lit(RedemptionStatus.waiting)}
    from claim where draw_id = any(${drawIds}::bigint[]) order by draw_id returning redeem_no`.execute(app.db);
  await app.db
    .updateTable('claim')
    .set({ busy: ClaimBusy.posting, claimMode: ClaimMode.post })
    .where('drawId', 'in', drawIds)
    .execute();
  const redeemNos = rows.map(({ redeemNo }) => redeemNo);
  await notePlaces(app.db, activity.firmId, redeemNos);
  return redeemNos;
};
