import { Code } from '@zhuiyuan/contract/kit/codes';
import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { openMerchant } from '../fund/merchant/open-merchant.ts';
import { Refusal } from '../kit/refusal.ts';
import type { FindMerchant } from './pay-merchants.ts';

/** The official hosts: queries go to the second where the first is out of reach. */
const officialHosts = ['https://api.mch.weixin.qq.com', 'https://api2.mch.weixin.qq.com'] as const;

/** Finds merchants with their keys opened under the master key; callbacks come to `publicUrl` where a merchant names no other address. */
export const findMerchants =
  ({ masterKey, publicUrl }: { masterKey: Buffer; publicUrl: string }): FindMerchant =>
  async (db, id) => {
    try {
      const row = await openMerchant(db, masterKey, id);
      return {
        id: row.id,
        firmId: row.firmId,
        mchId: row.mchid,
        appId: row.appid,
        hosts: row.baseUrl ? [row.baseUrl] : officialHosts,
        serialNo: row.serialNo,
        privateKey: row.privateKey,
        apiV3Key: row.apiV3Key,
        platformKeys: row.platformKeys.map(({ serial, pem }) => ({ serialNo: serial, pem })),
        notifyUrl: (row.notifyUrl || `${publicUrl}/public/pay/wechat/notify`).replace(/\/+$/, ''),
        sceneId: row.transferSceneId,
        qps: row.qps,
        dayLimit: row.dayLimitAmount,
        singleMin: row.singleMin,
        singleMax: row.singleMax,
        userDayMax: row.userDayMax,
        version: String(row.version),
      };
    } catch (error) {
      const isKnown =
        error instanceof Refusal && [Code.notFound, fundRefusals.merchantIncomplete[0]].includes(error.code as never);
      if (isKnown) return undefined;
      throw error;
    }
  };
