import { RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import type { SimConfig } from '@zhuiyuan/simulator/faults';
import type { Weight } from '../../src/campaign/fair/numbers.ts';
import { openSeed } from '../../src/campaign/fair/epochs.ts';
import { drawOnce } from '../../src/campaign/draw/draw-once.ts';
import type { Ticket } from '../../src/campaign/ticket/ticket.ts';
import { sql } from 'kysely';
import { book } from './fund.ts';
import { makeActivity, makeMembers, ticketOf, type MadeTier } from './lottery.ts';
import { openPayWorld } from './payout.ts';

let serial = 0;

/** The world of payouts, with a pool of its merchant's that activities are paid from. */
export const openCashWorld = async (options: Parameters<typeof openPayWorld>[0] = {}) => {
  const world = await openPayWorld(options);
  const { app, merchant } = world;
  const { firmId } = merchant;
  const { id: poolId } = await app.db
    .insertInto('pool')
    .values({ firmId, name: '发放资金池', mchConfId: merchant.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await book(app, poolId, 10_000_000);

  /** A published activity every draw of which wins cash, or what `tier` says. */
  const campaign = async (refundPolicy: 0 | 1 = RefundPolicy.again, tier: Partial<MadeTier> = {}) =>
    makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, cash: 188, ...tier }], {
      poolId,
      budgetAmount: 1_000_000,
      refundPolicy,
    });

  /** Has people draw at once, each with a code of his own. */
  const draw = async (
    activity: Awaited<ReturnType<typeof campaign>>,
    uids: readonly number[],
    more: Partial<Ticket> = {},
  ) => {
    const row = await app.db
      .selectFrom('seedEpoch')
      .innerJoin('weightVersion', (join) =>
        join
          .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
          .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
      )
      .where('seedEpoch.id', '=', activity.epoch.id)
      .select(['seedEpoch.activityId', 'epochNo', 'seedSealed', sql<Weight[]>`entries`.as('entries')])
      .executeTakeFirstOrThrow();
    const known = { seed: openSeed(app.config.masterKey, row), entries: row.entries };
    const drawn = await Promise.all(
      uids.map((uid) =>
        drawOnce(app.shopperDb, {
          ticket: ticketOf(activity, uid, { seg: 9_100_001, serial: (serial += 1) }, more),
          clientSeed: '',
          ...known,
        }),
      ),
    );
    return drawn.map((one) => {
      if (!('drawId' in one)) throw new Error(`not drawn: ${one.refusal[1]}`);
      return one.drawId;
    });
  };

  /** People by how WeChat knows them; '' is somebody it has not told of yet. */
  const people = async (openids: readonly string[]): Promise<number[]> => {
    const uids = await makeMembers(app, firmId, openids.length);
    const accounts = new Map(
      (await app.db.selectFrom('member').where('id', 'in', uids).select(['id', 'accountId']).execute()).map((row) => [
        row.id,
        row.accountId,
      ]),
    );
    const known = openids.flatMap((openId, at) =>
      openId ? [{ appId: merchant.appId, openId, accountId: accounts.get(uids[at]!)! }] : [],
    );
    if (known.length > 0) await app.db.insertInto('accountOpenId').values(known).execute();
    return uids;
  };

  return {
    ...world,
    firmId,
    poolId,
    campaign,
    draw,
    people,
    configure: (config: Partial<SimConfig>) => void Object.assign(world.simulator.config, config),
    claim: (drawId: number) =>
      app.db.selectFrom('claim').selectAll().where('drawId', '=', drawId).executeTakeFirstOrThrow(),
    payoutOf: async (drawId: number) => (await world.records()).find(({ sourceId }) => sourceId === drawId),
    budget: ({ id }: { id: number }) =>
      app.db
        .selectFrom('activityBudget')
        .select(['remain', 'reserved', 'paid', 'released'])
        .where('activityId', '=', id)
        .executeTakeFirstOrThrow(),
  };
};
