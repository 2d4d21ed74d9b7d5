import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { generateKeyPairSync } from 'node:crypto';
import type { FullDraft } from '../full-drafts.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim();

/** Changes of merchants and pools. */
export const fundDrafts: Record<string, FullDraft> = {
  '/admin/lottery/mch/conf/update': {
    draft: ({ firmId, freeMchConfId }) => ({
      id: freeMchConfId,
      firmId,
      name: '满商户',
      mchid: '1688888888',
      appid: 'wxfull',
      serialNo: 'ABCDEF01',
      platformKeys: [{ serial: 'PUB_KEY_ID_FULL', kind: 'PUB_KEY', pem }],
      baseUrl: 'https://pay.example.cn',
      notifyUrl: 'https://back.example.cn/notify',
      transferSceneId: '1005',
      qps: 12,
      dayLimitAmount: 900_000,
      singleMin: 30,
      singleMax: 50_000,
      userDayMax: 7,
      isSandbox: true,
      status: Enabled.off,
      remark: '满备注',
    }),
    secrets: ['privateKey', 'apiV3Key', 'appSecret'],
    shown: ['/admin/lottery/mch/conf/info'],
  },
  '/admin/lottery/red/bag/update': {
    draft: ({ firmId, poolId, mchConfId, fundStaffId }) => ({
      id: poolId,
      firmId,
      name: '满资金池',
      mchConfId,
      warnAmount: 1000,
      notifyIds: [fundStaffId],
      dayLimitAmount: 5000,
      userDayMax: 3,
      status: Enabled.off,
      remark: '满备注',
    }),
    shown: ['/admin/lottery/red/bag/info'],
  },
};
