import type { PointRow } from '@zhuiyuan/contract/consumer/consumer';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { sql } from 'kysely';
import { asDrawRows, matchingDraws, toShown } from '../campaign/activity/list-draws.ts';
import { asClaimRows, matchingClaims, toClaimRows } from '../claim/find-claims.ts';
import { asRedemptionRows, maskedRedemptions, matchingRedemptions } from '../claim/find-redemptions.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { staffName } from '../kit/db/selectors.ts';
import { asPayoutRows, matchingPayouts, toPayoutRow } from '../payout/records/find-payouts.ts';
import { asVers, matchingVers, toVerRows } from '../redeem/find-verifications.ts';
import { asScanRows, matchingScans, scanRow } from '../scan/log/matching-scans.ts';
import { requireConsumer } from './consumer-acts.ts';
import { asHitRows, matchingHits, toHitRows } from './find-hits.ts';

type Asked = InputOf<typeof consumerApi.scans>;
interface Call {
  input: Asked;
  db: Db;
}

const matchingPoints: Matching<'pointLog', { uid: number }> = matchingBy(
  'pointLog',
  (db) => db.selectFrom('pointLog'),
  { uid: eq },
);

const asPointRows = (query: ReturnType<typeof matchingPoints>) =>
  query
    .select([
      'pointLog.id',
      'pointLog.delta',
      'pointLog.balance',
      sql<PointRow['source']>`point_log.source`.as('source'),
      'pointLog.title',
      staffName('pointLog.operatorId').as('operatorName'),
      'pointLog.createdAt as createTime',
    ])
    .orderBy('pointLog.id', 'desc');

/** The lists of a consumer's page: what he did, newest first, each as the list of all of them shows it; 404 for another firm's. */
export const listsOfConsumer = (parts: { keyring: Keyring; masterKey: Buffer }) => {
  const { keyring } = parts;
  const known = async ({ input: { id, page, limit }, db }: Call) => {
    await requireConsumer(db, id);
    return { uid: id, at: { page, limit } };
  };
  return {
    async scans(call: Call) {
      const { uid, at } = await known(call);
      const matching = await matchingScans(call.db, keyring, { uid });
      const page = await findPage(call.db, at, matching, asScanRows, { at: 'timestamptz', id: 'bigint' });
      return { ...page, list: page.list.map(scanRow) };
    },

    async draws(call: Call) {
      const { uid, at } = await known(call);
      const page = await findPage(call.db, at, matchingDraws(call.db, { uid }), asDrawsWithActivity);
      return { ...page, list: await toShown(call.db, keyring, page.list) };
    },

    async claims(call: Call) {
      const { uid, at } = await known(call);
      const page = await findPage(call.db, at, matchingClaims(call.db, { uid }), asClaimRows, { drawId: 'bigint' });
      return { ...page, list: await toClaimRows(call.db, parts, page.list) };
    },

    async reds(call: Call) {
      const { uid, at } = await known(call);
      const found = await findPage(call.db, at, matchingPayouts(call.db, { uid }), asPayoutRows);
      return { ...found, list: found.list.map(toPayoutRow) };
    },

    async pointLog(call: Call) {
      const { uid, at } = await known(call);
      return findPage(call.db, at, matchingPoints(call.db, { uid }), asPointRows);
    },

    async redeems(call: Call) {
      const { uid, at } = await known(call);
      const page = await findPage(call.db, at, matchingRedemptions(call.db, { uid }), asRedemptionRows);
      return { ...page, list: await maskedRedemptions(call.db, page.list) };
    },

    async vers(call: Call) {
      const { uid, at } = await known(call);
      const page = await findPage(call.db, at, matchingVers(call.db, { uid }), asVers);
      return { ...page, list: await toVerRows(call.db, page.list) };
    },

    async risks(call: Call) {
      const { uid, at } = await known(call);
      const page = await findPage(call.db, at, matchingHits(call.db, { consumerId: uid }), asHitRows);
      return { ...page, list: await toHitRows(call.db, keyring, page.list) };
    },
  };
};

const asDrawsWithActivity = (query: Parameters<typeof asDrawRows>[0]) =>
  asDrawRows(query)
    .innerJoin('activity', 'activity.id', 'draw.activityId')
    .select(['draw.activityId', 'activity.actName']);
