import { pictureTypes } from '@zhuiyuan/contract/media/attachment';
import type { APIRequestContext } from '@playwright/test';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { day, hireStaff, makeCoded, openAsk, preparePool } from './campaign-world.ts';
import { inParallel, openShopper, type Drawn, type Place, type Shopper } from './shopper.ts';
import type { Simulator } from './simulator.ts';
import { consoleOf, ownName } from './world.ts';

export const cash = { amount: 188, points: 20, deduct: 1500, shopCost: 3200, postCost: 5600 };
/** What each kind of prize has in stock. */
export const stock = { cash: 90, points: 120, shop: 60, post: 40 };
const people = 200;
const [twice, friends, passers, crossing] = [20, 15, 6, 4];

/** A firm of its own that nobody else's figures are of, its staff, dealer, salesman, shop, codes, pool and prizes. */
export const openCampaign = async (request: APIRequestContext, simulator: Simulator) => {
  const ask = await openAsk(request);
  const { get, post } = await consoleOf(request);
  const images = await ask<{ list: { sattDir: string }[] }>('GET', '/admin/system/attachment/list', {
    limit: 1,
    pid: 0,
    attType: pictureTypes.join(','),
  });
  const image = images.list[0]!.sattDir;
  const body = `91510100MA${String(Date.now()).slice(-7)}`;
  const firmName = ownName('锦里茶业');
  const { id: firmId } = await post<{ id: number }>('firm/save', {
    name: firmName,
    creditCode: body + creditCheckSymbol(body),
    licenseImage: image,
    industry: '农产品',
    contact: '周明远',
    phone: '13800004571',
    regionCode: '510105',
    address: '锦里中路 8 号',
  });
  await post('firm/audit', { id: firmId, audit: 1, remark: '' });
  const coded = await makeCoded(request, '有奖', people + twice + passers + 4, { firmId, image });
  const phone = () => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const place = { regionCode: '510105', address: '顺城大街 1 号', contact: '周明远' };
  const salesman = ownName('何远');
  const { id: salesmanId } = await post<{ id: number }>('sales/save', { firmId, picName: salesman, phone: phone() });
  const dealer = ownName('成都锦里商贸');
  const { id: agentId } = await post<{ id: number }>('agent/save', {
    firmId,
    name: dealer,
    agentType: 3,
    phone: phone(),
    regions: ['510100'],
    salesmanId,
    ...place,
  });
  const shop = ownName('锦里店');
  const { id: shopId } = await post<{ id: number }>('shop/save', {
    firmId,
    name: shop,
    agentId,
    salesmanId,
    shopType: 2,
    phone: phone(),
    ...place,
  });
  await post('shop/audit', { id: shopId, audit: 1 });
  // The first forty lie at the shop, the rest at its dealer.
  const [atShop, atDealer] = [coded.codes.slice(0, 40), coded.codes.slice(40)];
  for (const [toKind, toId, codes] of [
    [2, shopId, atShop],
    [1, agentId, atDealer],
  ] as const)
    await post('deliver/scan/save', { head: { firmId, toKind, toId }, lines: codes.map((code) => ({ code })) });

  const reviewer = await hireStaff(request, ask, firmId, '复核员');
  const staff = await hireStaff(request, ask, firmId, '林知夏');
  const { poolName } = await preparePool(ask, reviewer, { firmId, image, simulator });
  const { list: pools } = await ask<{ list: { id: number }[] }>('GET', '/admin/lottery/red/bag/list', { firmId });
  const prizeOf = async (draft: object): Promise<number> => {
    const { id } = await ask<{ id: number }>('POST', '/admin/lottery/prize/save', { firmId, image, ...draft });
    return id;
  };
  const names = { cash: ownName('现金'), points: ownName('积分'), shop: ownName('茶罐'), post: ownName('茶礼盒') };
  const ids = {
    cash: await prizeOf({
      name: names.cash,
      prizeType: 1,
      payKind: 1,
      amountMode: 0,
      amountMin: cash.amount,
      amountMax: cash.amount,
      claimMode: 1,
    }),
    points: await prizeOf({ name: names.points, prizeType: 0, points: cash.points, claimMode: 0 }),
    shop: await prizeOf({
      name: names.shop,
      prizeType: 2,
      faceValue: 8800,
      costPrice: cash.shopCost,
      claimMode: 2,
      deductAmount: cash.deduct,
    }),
    post: await prizeOf({
      name: names.post,
      prizeType: 2,
      faceValue: 12_800,
      costPrice: cash.postCost,
      claimMode: 3,
    }),
  };
  const actName = ownName('锦里有礼');
  const tier = (tierName: string, prizeId: number, stockTotal: number, weight: number) => ({
    tierName,
    prizeId,
    stockTotal,
    weight,
  });
  const { id: activityId } = await ask<{ id: number }>('POST', '/admin/lottery/active/save', {
    firmId,
    actName,
    playMode: 0,
    startAt: `${day(-1)} 00:00:00`,
    endAt: `${day(20)} 23:59:59`,
    tiers: [
      tier('一等奖', ids.post, stock.post, 80_000),
      tier('二等奖', ids.shop, stock.shop, 120_000),
      tier('三等奖', ids.cash, stock.cash, 180_000),
      tier('四等奖', ids.points, stock.points, 250_000),
    ],
    poolId: pools[0]!.id,
    budgetAmount: stock.cash * cash.amount,
    targets: [{ kind: 1, targetId: coded.productId }],
    verifyAll: true,
    ruleText: '每个码限抽一次，茶罐凭核销码到门店领取，茶礼盒由主办方寄出，现金存入微信零钱，积分自动到账。'.repeat(2),
    organizer: '锦里茶业',
    contact: '400-800-1234',
  });
  return {
    ask,
    calls: { get, post },
    firmName,
    staff,
    poolName,
    ...coded,
    salesman,
    dealer,
    agentId,
    shop,
    shopId,
    atShop,
    atDealer,
    names,
    actName,
    activityId,
  };
};
export type Campaign = Awaited<ReturnType<typeof openCampaign>>;

/** Somebody with what he drew. */
export interface Lived {
  nth: number;
  uid: number;
  phone: Shopper;
  scans: number;
  draws: Drawn[];
}

/** What the shoppers did, as they counted it themselves. */
export interface Told {
  scans: number;
  firsts: number;
  shopScans: number;
  anonymous: number;
  crossed: number;
  draws: Drawn[];
}

/** A place in Chengdu, of so many that none is crowded; every ninth says nothing of where he is. */
const placeOf = (nth: number): Place | undefined =>
  nth % 9 === 8 ? undefined : { lng: 104.0 + (nth % 20) * 0.008, lat: 30.58 + Math.floor(nth / 20) * 0.011 };

/**
 * Two hundred people scan, agree and draw, a dozen at a time; some with a second code, some with one a friend has used. A few look and go, and a
 * few buy in Chongqing what was meant for Chengdu.
 */
export const liveThrough = async (
  { codes, activityId, atShop }: Campaign,
  simulator: Simulator,
): Promise<{ lived: Lived[]; told: Told }> => {
  const mark = ownName('sp');
  const lived: Lived[] = [];
  const told: Told = { scans: 0, firsts: 0, shopScans: 0, anonymous: 0, crossed: 0, draws: [] };
  const count = (code: string, isFirst: boolean) => {
    told.scans += 1;
    if (isFirst) told.firsts += 1;
    if (atShop.includes(code)) told.shopScans += 1;
  };
  const come = async (one: Lived, code: string, place: Place | undefined) => {
    const token = await one.phone.scan(code, place);
    count(code, true);
    one.scans += 1;
    const before = await one.phone.play(token);
    if (!before.eligibility.ok) throw new Error(`${code}: ${before.eligibility.message}`);
    if (one.uid === 0) one.uid = await one.phone.signIn(token);
    const drawn = await one.phone.draw(token, activityId, place);
    one.draws.push(drawn);
    told.draws.push(drawn);
  };
  await inParallel(codes.slice(0, people), 12, async (code, nth) => {
    const one: Lived = { nth, uid: 0, phone: openShopper(nth, { mark, simulator }), scans: 0, draws: [] };
    const crosses = nth >= people - crossing;
    if (crosses) told.crossed += 1;
    await come(one, code, crosses ? { lng: 106.55 + nth / 10_000, lat: 29.56 } : placeOf(nth));
    if (nth < twice) await come(one, codes[people + nth]!, placeOf(nth));
    lived.push(one);
  });
  lived.sort((a, b) => a.nth - b.nth);
  await inParallel(lived.slice(50, 50 + friends), 12, async (one) => {
    const token = await one.phone.scan(codes[one.nth + 50]!, placeOf(one.nth));
    count(codes[one.nth + 50]!, false);
    one.scans += 1;
    const { eligibility } = await one.phone.play(token);
    if (eligibility.code !== 62202) throw new Error(`a used code says ${eligibility.message}`);
  });
  await inParallel(codes.slice(people + twice, people + twice + passers), 6, async (code, nth) => {
    const phone = openShopper(1000 + nth, { mark, simulator });
    await phone.play(await phone.scan(code));
    count(code, true);
    told.anonymous += 1;
  });
  return { lived, told };
};
