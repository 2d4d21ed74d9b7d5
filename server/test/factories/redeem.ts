import type { Weight } from '../../src/campaign/fair/numbers.ts';
import { drawTogether } from '../../src/campaign/draw/draw-together.ts';
import { openSeed } from '../../src/campaign/fair/epochs.ts';
import { noteLinks } from '../../src/parties/shop/note-links.ts';
import { redeemChecks } from '../../src/redeem/check-redeem.ts';
import { sql } from 'kysely';
import type { App } from '../../src/kit/http/app-context.ts';
import type { TestApp } from '../app.ts';
import { makeActivity, makeMembers, ticketOf, type MadeActivity } from './lottery.ts';

let serial = 0;

/** Draws that all win goods, which shops hand out: their claims. */
export const winGoods = async (app: TestApp, activity: MadeActivity, count = 1) => {
  const people = await makeMembers(app, activity.firmId, count);
  const known = await app.db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
        .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
    )
    .where('seedEpoch.id', '=', activity.epoch.id)
    .select(['seedSealed', 'epochNo', sql<Weight[]>`entries`.as('entries')])
    .executeTakeFirstOrThrow();
  const seed = openSeed(app.config.masterKey, {
    activityId: activity.id,
    epochNo: known.epochNo,
    seedSealed: known.seedSealed,
  });
  const asked = people.map((uid) => ({
    ticket: ticketOf(activity, uid, { seg: 9_700_001, serial: (serial += 1) }),
    clientSeed: '',
    seed,
    entries: known.entries,
  }));
  for (let at = 0; at < asked.length; at += 32) await drawTogether(app.shopperDb, asked.slice(at, at + 32));
  return app.db
    .selectFrom('claim')
    .where('activityId', '=', activity.id)
    .where('uid', 'in', people)
    .orderBy('drawId')
    .select(['drawId', 'uid', sql<string>`ver_code`.as('verCode'), 'expireAt', 'claimNo'])
    .execute();
};

/** An activity whose every draw wins goods that are worth 26 yuan to the shop. */
export const makeGoodsActivity = (app: TestApp, firmId: number, more: Parameters<typeof makeActivity>[3] = {}) =>
  makeActivity(app, { firmId }, [{ stock: 10_000, weight: 1_000_000 }], more);

/** Everything that must hold of prizes handed out: what breaks it, by the names of the rules. */
export const findRedeemFaults = async ({ db }: Pick<App, 'db'>, firmId?: number): Promise<string[]> => {
  const faults: string[] = [];
  for (const { name, find } of redeemChecks)
    for (const { detail, difference } of await find(db, firmId)) faults.push(`${name}：${detail} ${difference}`);
  return faults;
};

/** A shop that has belonged to whom it does for two days longer, so that what it handed out may be dated back. */
export const bindEarlier = async ({ db }: Pick<App, 'db'>, shopId: number): Promise<void> => {
  const links = await db
    .updateTable('shopAss')
    .set({
      bindAt: sql<string>`bind_at - interval '2 days'`,
      unbindAt: sql<string | null>`unbind_at - interval '2 days'`,
      createdAt: sql<string>`created_at - interval '2 days'`,
    })
    .where('shopId', '=', shopId)
    .returning('id')
    .execute();
  await noteLinks(
    db,
    links.map(({ id }) => id),
  );
};

/** Makes a verification older than it is; what is taken of its age is put back by the same interval below 0. */
export const ageVerification = async ({ db }: Pick<App, 'db'>, id: number, by: string): Promise<void> => {
  await db
    .updateTable('prizeVer')
    .set({ verAt: sql<string>`ver_at - ${by}::interval` })
    .where('id', '=', id)
    .execute();
};

/** A shop that belongs to nobody any more. */
export const unbindShopLinks = async ({ db }: Pick<App, 'db'>, shopId: number): Promise<void> => {
  const links = await db
    .updateTable('shopAss')
    .set({ unbindAt: sql<string>`clock_timestamp()` })
    .where('shopId', '=', shopId)
    .where('unbindAt', 'is', null)
    .returning('id')
    .execute();
  await noteLinks(
    db,
    links.map(({ id }) => id),
  );
};
