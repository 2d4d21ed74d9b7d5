import { bindShops } from '../src/redeem/bind-shops.ts';
import { verifyPrize } from '../src/redeem/verify-prize.ts';
import type { Db } from '../src/kit/db/database.ts';
import type { TestApp } from './app.ts';
import { makeGoodsActivity, winGoods } from './factories/redeem.ts';

/** An activity that a shop is bound to, and a prize of it that the shop handed out, named with `mark`. */
export const makeForeignVerification = async (
  app: TestApp,
  { firmId, shopId }: { firmId: number; shopId: number },
  mark: string,
): Promise<{ drawnActivityId: number; verId: number; bindId: number }> => {
  const activity = await makeGoodsActivity(app, firmId, { actName: mark });
  await bindShops(app.db, { activityId: activity.id, shopIds: [shopId] }, 1);
  const [won] = await winGoods(app, activity);
  await app.db.updateTable('member').set({ nickName: mark }).where('id', '=', won!.uid).execute();
  const { verNo } = await app.db.transaction().execute((db) =>
    verifyPrize(db as Db, app.config.masterKey, {
      verCode: won!.verCode,
      shopId,
      accountId: null,
      lng: 104.06,
      lat: 30.65,
    }),
  );
  const idOf = async (table: 'prizeVer' | 'bindAct') =>
    (
      await app.db
        .selectFrom(table)
        .where('firmId', '=', firmId)
        .where('shopId', '=', shopId)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id;
  await app.db.updateTable('prizeVer').set({ remark: mark }).where('verNo', '=', verNo).execute();
  return { drawnActivityId: activity.id, verId: await idOf('prizeVer'), bindId: await idOf('bindAct') };
};
