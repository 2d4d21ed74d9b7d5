import { keyPurpose } from '../src/fund/merchant/open-merchant.ts';
import { seal } from '../src/kit/secret.ts';
import type { SimMerchant } from '@zhuiyuan/simulator/keys';
import type { PaySimulator } from '@zhuiyuan/simulator/pay-simulator';
import { secretOf } from '@zhuiyuan/simulator/sign-in';

/** The row of a merchant that a simulator knows, whose callbacks come to the server at `url`. */
export const simulatedMerchant = (
  { simulator, known, masterKey, url }: { simulator: PaySimulator; known: SimMerchant; masterKey: Buffer; url: string },
  firmId: number,
) => {
  const sealed = (purpose: string, secret: string) => seal(masterKey, purpose, Buffer.from(secret));
  return {
    firmId,
    name: '模拟商户',
    mchid: known.mchId,
    appid: known.appId,
    baseUrl: simulator.url,
    isSandbox: true,
    serialNo: known.serialNo,
    privateKeySealed: sealed(keyPurpose.private, known.privateKey),
    apiV3KeySealed: sealed(keyPurpose.apiV3, known.apiV3Key),
    appSecretSealed: sealed(keyPurpose.app, secretOf(known)),
    platformKeys: JSON.stringify(simulator.keys.map(({ serialNo, pem }) => ({ serial: serialNo, kind: 'CERT', pem }))),
    notifyUrl: `${url}/public/pay/wechat/notify`,
  };
};
