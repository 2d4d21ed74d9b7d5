import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { WechatApp } from '../account/wechat-sign-in.ts';
import { keyPurpose } from '../fund/merchant/open-merchant.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { unseal } from '../kit/secret.ts';
import { remitScenes } from '../payout/wechat-pay/scenes.ts';

/** Merchants of a firm that pay people, not prizes, each with its pool; the first made first. */
export const remitMerchants = (db: Db, firmId: number) =>
  live(db, 'merchant')
    .innerJoin('pool', 'pool.mchConfId', 'merchant.id')
    .where('merchant.firmId', '=', firmId)
    .where('merchant.status', '=', Enabled.on)
    .where('merchant.transferSceneId', 'in', Object.keys(remitScenes))
    .where('merchant.appid', '<>', '')
    .where('merchant.privateKeySealed', 'is not', null)
    .where('merchant.apiV3KeySealed', 'is not', null)
    .where('pool.status', '=', Enabled.on)
    .where('pool.isDel', '=', 0)
    .orderBy('merchant.id');

/** The apps they pay through; `secret` is '' without the key that seals it. */
export const findRemitApps = async (db: Db, masterKey: Buffer | undefined, firmId: number): Promise<WechatApp[]> => {
  const rows = await remitMerchants(db, firmId)
    .select(['merchant.appid', 'merchant.baseUrl', 'merchant.appSecretSealed'])
    .execute();
  return rows.map(({ appid, baseUrl, appSecretSealed }) => ({
    appId: appid,
    baseUrl,
    secret: masterKey && appSecretSealed ? unseal(masterKey, keyPurpose.app, appSecretSealed).toString() : '',
  }));
};
