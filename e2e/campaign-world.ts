import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { Simulator } from './simulator.ts';
import { callAs, consoleOf, enterFirstTime, ownLot, ownName, signInByCall, type Console } from './world.ts';

/** A day as forms take it, so many days from today. */
export const day = (offset: number) => addDays(shanghaiToday(), offset);

/** Calls that must succeed, with a token. */
const askAs =
  (request: APIRequestContext, token: string) =>
  async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown> = {}): Promise<T> => {
    const { code, message, data } = await callAs<T>(request, token, method, path, input);
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
export type Ask = ReturnType<typeof askAs>;

/** The calls of an administrator, on any path. */
export const openAsk = async (request: APIRequestContext): Promise<Ask> => askAs(request, await signInByCall(request));

/** The firm that has dealers, and a picture of its. */
const findBrand = async ({ get }: Pick<Console, 'get'>) => {
  const { list: firms } = await get<{ list: { id: number; name: string }[] }>('firm/list', { limit: 100 });
  const { id: firmId } = firms.find(({ name }) => name.includes('青岚'))!;
  const { list: products } = await get<{ list: { image: string }[] }>('product/list', { firmId, limit: 1 });
  return { firmId, image: products[0]!.image };
};

/** How many codes are looked up at once. */
const atOnce = 200;

/**
 * A product of a firm that has dealers, named with the brand and shown with a picture of that firm's as other journeys look at all
 * products, and activated codes of it; `own`: of another firm.
 */
export const makeCoded = async (
  request: APIRequestContext,
  what: string,
  count: number,
  own?: { firmId: number; image: string },
) => {
  const { get, post } = await consoleOf(request);
  const { firmId, image } = own ?? (await findBrand({ get }));
  const productName = ownName(`青岚${what}装`);
  const { id: productId } = await post<{ id: number }>('product/save', {
    firmId,
    storeName: productName,
    unit: '盒',
    image,
  });
  const { id: lotId } = await ownLot({ post }, productId);
  const { id: taskId } = await post<{ id: number }>('task/save', {
    firmId,
    name: ownName(`${what}码`),
    itemCount: count,
    idemKey: randomUUID(),
  });
  const { segments } = await get<{ segments: { seg: number }[] }>('task/info', { id: taskId });
  const { seg } = segments[0]!;
  await post('batch/use', {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: count }] },
    productId,
    lotId,
    idemKey: randomUUID(),
  });
  const texts = Array.from({ length: count }, (_, at) => `${seg}-${at + 1}`);
  const codes: string[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const { rows } = await post<{ rows: { code: string }[] }>('identity/query', {
      texts: texts.slice(from, from + atOnce),
    });
    codes.push(...rows.map(({ code }) => code));
  }
  return { firmId, image, productId, productName, codes };
};

/** A further person of the firm, with a token of his own. */
export const hireStaff = async (
  request: APIRequestContext,
  ask: Ask,
  firmId: number,
  realName: string,
): Promise<{ ask: Ask; token: string; password: string }> => {
  const { list: roles } = await ask<{ list: { id: number; roleName: string }[] }>('GET', '/admin/system/role/list', {
    limit: 100,
  });
  const account = ownName('staff');
  const passwords = { given: 'first-password', own: 'second-password' };
  await ask('POST', '/admin/system/admin/save', {
    account,
    pwd: passwords.given,
    realName,
    phone: '13900000003',
    roles: String(roles.find(({ roleName }) => roleName === '企业管理员')!.id),
    firmId,
  });
  const token = await enterFirstTime(request, account, passwords);
  return { ask: askAs(request, token), token, password: passwords.own };
};

/** A merchant at the simulator and a pool with money, booked by one and approved by another; `amount` in fen. `scene`: what it pays for. */
export const preparePool = async (
  ask: Ask,
  reviewer: { ask: Ask },
  {
    firmId,
    image,
    simulator,
    scene = '1000',
    amount = 100_000,
  }: { firmId: number; image: string; simulator: Simulator; scene?: string; amount?: number },
): Promise<{ mchConfId: number; poolName: string }> => {
  const merchant = await simulator.addMerchant();
  const { id: mchConfId } = await ask<{ id: number }>('POST', '/admin/lottery/mch/conf/save', {
    firmId,
    name: ownName('全程商户'),
    mchid: merchant.mchId,
    appid: merchant.appId,
    serialNo: merchant.serialNo,
    privateKey: merchant.privateKey,
    apiV3Key: merchant.apiV3Key,
    appSecret: merchant.appSecret,
    platformKeys: merchant.platformKeys.map(({ serialNo, pem }) => ({
      serial: serialNo,
      kind: serialNo.startsWith('PUB_KEY_ID_') ? 'PUB_KEY' : 'CERT',
      pem,
    })),
    baseUrl: merchant.baseUrl,
    notifyUrl: `${process.env.E2E_URL}/public/pay/wechat/notify`,
    isSandbox: true,
    transferSceneId: scene,
  });
  const poolName = ownName('全程资金池');
  const { id: poolId } = await ask<{ id: number }>('POST', '/admin/lottery/red/bag/save', {
    firmId,
    name: poolName,
    mchConfId,
  });
  const { id: rechargeId } = await ask<{ id: number }>('POST', '/admin/lottery/red/bag/recharge', {
    id: poolId,
    amount,
    vouchers: [image],
  });
  await reviewer.ask('POST', '/admin/lottery/red/bag/audit', { id: rechargeId, pass: true, remark: '' });
  return { mchConfId, poolName };
};

/** A product with activated codes, a shop and its dealer, a pool with money at the simulator, and prizes of each kind. */
export const prepareCampaign = async (request: APIRequestContext, simulator: Simulator) => {
  const ask = await openAsk(request);
  const { get, post } = await consoleOf(request);
  const { firmId, image, productName, codes } = await makeCoded(request, '全程', 40);
  const place = { regionCode: '510105', address: '顺城大街 1 号', contact: '周明远' };
  const phone = () => `138${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-8)}`;
  const { id: agentId } = await post<{ id: number }>('agent/save', {
    firmId,
    name: ownName('成都全程商贸'),
    agentType: 3,
    phone: phone(),
    regions: ['510100'],
    ...place,
  });
  const shop = ownName('锦里店');
  const { id: shopId } = await post<{ id: number }>('shop/save', {
    firmId,
    name: shop,
    agentId,
    shopType: 2,
    phone: phone(),
    ...place,
  });
  await post('shop/audit', { id: shopId, audit: 1 });

  const { poolName } = await preparePool(ask, await hireStaff(request, ask, firmId, '复核员'), {
    firmId,
    image,
    simulator,
  });

  const common = { firmId, image };
  const prizes = { cash: ownName('全程现金'), points: ownName('全程积分'), goods: ownName('全程茶罐') };
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.cash,
    prizeType: 1,
    payKind: 1,
    amountMode: 0,
    amountMin: 188,
    amountMax: 188,
    claimMode: 1,
  });
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.points,
    prizeType: 0,
    points: 20,
    claimMode: 0,
  });
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.goods,
    prizeType: 2,
    faceValue: 8800,
    claimMode: 2,
    deductAmount: 1500,
  });
  return { ask, calls: { get, post }, codes, productName, shop, shopId, agentId, prizes, poolName };
};
