import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { unseal } from '../../kit/secret.ts';
import { keyPurpose } from './open-merchant.ts';
import type { PayApp } from './pay-app.ts';

/** The apps of WeChat's that a firm's merchants name and that we can speak for, each once. */
export const findFirmApps = async (db: Db, masterKey: Buffer, firmId: number): Promise<PayApp[]> => {
  const rows = await live(db, 'merchant')
    .where('merchant.firmId', '=', firmId)
    .where('merchant.appid', '<>', '')
    .where('merchant.appSecretSealed', 'is not', null)
    .distinctOn('merchant.appid')
    .orderBy('merchant.appid')
    .orderBy('merchant.id', 'desc')
    .select(['merchant.appid', 'merchant.baseUrl', 'merchant.appSecretSealed'])
    .execute();
  return rows.map(({ appid, baseUrl, appSecretSealed }) => ({
    appId: appid,
    baseUrl,
    secret: unseal(masterKey, keyPurpose.app, appSecretSealed!).toString(),
  }));
};
