import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import type { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { sql } from 'kysely';
import { text } from 'node:stream/consumers';
import type { Db } from '../../src/kit/db/database.ts';
import { takeDownload } from '../../src/kit/files/download.ts';
import { recordRewards } from '../../src/parties/deductible/shop-reward.ts';
import { notePayee, toPayeeColumns } from '../../src/parties/payee-account.ts';
import { verifyPrize } from '../../src/redeem/verify-prize.ts';
import type { TestApp } from '../app.ts';
import { makeTeller } from './fund.ts';
import type { MadeActivity } from './lottery.ts';
import { makeShop } from './parties.ts';
import { unbindShopLinks, winGoods } from './redeem.ts';

let serial = 0;

/** Counts remittances of a firm that are written without being generated; answers the number of the first. */
export const countRemits = async ({ db }: Pick<TestApp, 'db'>, firmId: number, count: number): Promise<number> => {
  const { lastNo } = await db
    .insertInto('remitNumber')
    .values({ firmId, lastNo: count })
    .onConflict((conflict) =>
      conflict.column('firmId').doUpdateSet({ lastNo: sql<number>`remit_number.last_no + excluded.last_no` }),
    )
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return lastNo - count + 1;
};

/** Says how a shop or a dealer is paid. */
export const setPayee = async (
  app: Pick<TestApp, 'db' | 'config'>,
  table: 'shop' | 'agent',
  id: number,
  channel: PayeeChannel = 'bank',
): Promise<void> => {
  const payee = { payChannel: channel, payAccount: channel === 'weixin' ? '' : '6222020000001234', payName: '王店主' };
  const { firmId } = await app.db
    .updateTable(table)
    .set(toPayeeColumns(payee, app.config.masterKey))
    .where('id', '=', id)
    .returning('firmId')
    .executeTakeFirstOrThrow();
  await notePayee(app.db, { firmId, ownerKind: DeductibleOwner[table], ownerId: id }, null);
};

/** A shop that the firm supplies itself, and that can be paid. */
export const makeDirectShop = async (app: TestApp, firmId: number, agentId: number, name?: string): Promise<number> => {
  const shopId = await makeShop(app, firmId, agentId, name);
  await unbindShopLinks(app, shopId);
  await setPayee(app, 'shop', shopId);
  return shopId;
};

/** Has a shop hand out prizes of 26 yuan; answers the verifications. */
export const verifyGoods = async (app: TestApp, activity: MadeActivity, shopId: number, count = 1) => {
  const made = [];
  for (const { verCode } of await winGoods(app, activity, count))
    made.push(
      await app.shopperDb
        .transaction()
        .execute((db) =>
          verifyPrize(db as Db, app.config.masterKey, { verCode, shopId, accountId: null, lng: null, lat: null }),
        ),
    );
  return made;
};

/** A reward of a shop for a task, fen. */
export const rewardShop = async (app: Pick<TestApp, 'db'>, firmId: number, shopId: number, amount: number) => {
  const createdBy = await makeTeller(app, firmId);
  const reward = { firmId, shopId, agentId: null, createdBy, kind: RewardKind.task, amount, refKind: 'test' };
  await recordRewards(app.db, [{ ...reward, refId: (serial += 1) }]);
};

/** What an offered file says. */
export const offeredText = async (app: TestApp, fileName: string): Promise<string> => {
  const { file } = (await takeDownload(app.db, fileName))!;
  return text((await app.files.open(file))!.stream);
};
