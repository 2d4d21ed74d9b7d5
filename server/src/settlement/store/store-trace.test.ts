import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Audience, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { unpackApi } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { GeoSource, Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { storeTraceApi, TraceEvent, TraceTab } from '@zhuiyuan/contract/settlement/store/store-trace';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { bindPerson } from '../../../test/factories/account.ts';
import { range } from '../../../test/factories/codes.ts';
import { makeActivity, makeMembers } from '../../../test/factories/lottery.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { makeGoodsActivity } from '../../../test/factories/redeem.ts';
import { verifyGoods } from '../../../test/factories/settlement.ts';

const permissions = ['admin:lottery:storeTrace:list', 'admin:lottery:storeTrace:export'];

let app: TestApp;
let world: Awaited<ReturnType<typeof makeMoveWorld>>;
let token: string;
let other: number;
let boxCode: string;

const sent = async (from: number, count: number, shopId: number): Promise<number> => {
  const { code, message, data } = await world.ship(
    [await world.line(world.boxes, from, from + count - 1)],
    world.to(shopId, { toKind: Holder.shop }),
  );
  if (code !== 200) throw new Error(message);
  return data.id;
};

/** A shopper scans an item the first time, at a place or nowhere. */
const scan = async (serial: number, point: { lng: number; lat: number } | undefined, times = 1) => {
  const { firmId, items: seg } = world;
  await sql`insert into unit_scan (firm_id, seg, serial, first_at, cnt) values (${firmId}, ${seg}, ${serial}, now(), ${times})
    on conflict do nothing`.execute(app.db);
  await sql`insert into scan_log (firm_id, code_text, seg, serial, verdict, is_counted, geo_source, lng, lat, province, city)
    values (${firmId}, 'C', ${seg}, ${serial}, 'FIRST', true, ${point ? GeoSource.gps : GeoSource.none}, ${point?.lng ?? null}, ${point?.lat ?? null}, '四川省', '成都市')`.execute(
    app.db,
  );
};

beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  world = await makeMoveWorld(app);
  const { firmId, productId } = world;
  await world.ops.use(range(world.boxes, 1, 8));
  for (let serial = 1; serial <= 8; serial += 1) await world.pack(serial, serial * 6 - 5, serial * 6);
  await makeActivity(app, { firmId }, [{ stock: 500, weight: 1_000_000, cash: 300 }], {
    audience: Audience.shop,
    lotteryType: LotteryType.box,
    targets: [{ kind: 1, targetId: productId }],
  });
  ({ token } = await makeStaff(app, { firmId, permissions }));
  await app.db.updateTable('shop').set({ lng: 104.06, lat: 30.66 }).where('id', '=', world.shop).execute();
  other = await makeShop(app, firmId, world.agent, '武侯祠店');
  await world.sign(await sent(1, 2, world.shop));
  await world.sign(await sent(3, 1, other));
  await sent(4, 1, world.shop);
  boxCode = await world.box(1);
  const keeper = await bindPerson(app, { firmId, kind: RoleKind.shop, id: world.shop });
  await keeper.call(unpackApi.unpack, { code: boxCode, clientSeed: 'ab' });
  await verifyGoods(app, await makeGoodsActivity(app, firmId), world.shop, 1);
  // At the shop, nowhere, far away; of a box of another shop, and of one that is still on its way.
  await scan(1, { lng: 104.061, lat: 30.66 });
  await scan(2, undefined);
  await scan(7, { lng: 104.06, lat: 31.66 });
  await scan(13, { lng: 104.06, lat: 31.66 });
  await scan(19, { lng: 104.06, lat: 31.66 });
});
afterAll(() => app.close());

const summary = (input: object = {}) =>
  app.data(token, storeTraceApi.summary, { shopId: world.shop, ...input } as never);

describe('what came to a shop, and what became of it', () => {
  it('is summed up, of the shop or of a code that was shipped to it', async () => {
    const found = await summary();
    expect(found).toMatchObject({
      shop: { id: world.shop, phone: expect.not.stringMatching(/^1\d{10}$/), isPlaced: true },
      arrivedQty: 12,
      soldQty: 3,
      soldRatio: 0.25,
      soldDays: 0,
      stockQty: 9,
      placedQty: 2,
      farQty: 1,
    });
    expect(found.trend).toHaveLength(30);
    expect(found.trend.at(-1)).toEqual({ day: shanghaiToday(), arrivedQty: 12, soldQty: 3 });
    for (const code of [await world.item(8), boxCode])
      expect(await app.data(token, storeTraceApi.summary, { code })).toEqual(found);
    expect(await app.call(token, storeTraceApi.summary, { code: await world.item(200) })).toMatchObject({
      code: 404,
      message: '该编码没有发往门店',
    });
    expect(await app.call(token, storeTraceApi.summary, {})).toMatchObject({ code: 400 });
  });

  it('is asked by product, lot and dates', async () => {
    expect(await summary({ productId: world.productId, lotId: world.lotId })).toMatchObject({
      arrivedQty: 12,
      soldQty: 3,
    });
    expect(await summary({ productId: 999_999_998 })).toMatchObject({ arrivedQty: 0, soldRatio: null, stockQty: 0 });
    const yesterday = addDays(shanghaiToday(), -1);
    // Stock is what it is, whatever dates are asked for.
    expect(await summary({ dateLimit: `${yesterday},${yesterday}` })).toMatchObject({
      arrivedQty: 0,
      soldQty: 0,
      soldDays: null,
      stockQty: 9,
    });
  });

  it('stands in lists', async () => {
    const of = { shopId: world.shop };
    expect((await app.data(token, storeTraceApi.deliver, of)).list).toMatchObject([{ boxQty: 2, itemQty: 12 }]);
    const sales = await app.data(token, storeTraceApi.sale, of);
    expect(sales.total).toBe(3);
    expect(new Map(sales.list.map(({ code, distanceKm }) => [code, distanceKm]))).toEqual(
      new Map([
        [await world.item(1), 0.1],
        [await world.item(2), null],
        [await world.item(7), 111.2],
      ]),
    );
    expect(sales.list[0]).toMatchObject({ region: '四川省成都市', days: 0 });
    expect((await app.data(token, storeTraceApi.abnormal, of)).list).toMatchObject([
      { code: await world.item(7), distanceKm: 111.2, cross: Cross.no },
    ]);
    // Outside the regions of its dealer, whose place nobody told.
    const second = (await app.data(token, storeTraceApi.sale, of)).list.find(({ distanceKm }) => distanceKm === null);
    const [uid] = await makeMembers(app, world.firmId, 1);
    await app.db.updateTable('member').set({ nickName: '沈清和' }).where('id', '=', uid!).execute();
    await app.db.updateTable('scanLog').set({ isCross: Cross.byAddress, uid: uid! }).where('lng', 'is', null).execute();
    const odd = (await app.data(token, storeTraceApi.abnormal, of)).list;
    expect(new Map(odd.map(({ code, distanceKm, cross }) => [code, [distanceKm, cross]]))).toEqual(
      new Map([
        [second!.code, [null, Cross.byAddress]],
        [await world.item(7), [111.2, Cross.no]],
      ]),
    );
    expect((await app.data(token, storeTraceApi.sale, of)).list.map(({ consumer }) => consumer)).toEqual(
      expect.arrayContaining(['', '沈**']),
    );
    expect((await app.data(token, storeTraceApi.unpack, of)).list).toMatchObject([
      { code: boxCode, amount: 300, level: 1 },
    ]);
    expect((await app.data(token, storeTraceApi.ver, of)).list).toMatchObject([{ deductAmount: 2600, status: 1 }]);
    const events = await app.data(token, storeTraceApi.timeline, of);
    expect(events.list.map(({ kind, no, itemQty, amount }) => [kind, no.slice(0, 2), itemQty, amount])).toEqual([
      [TraceEvent.verify, expect.any(String), 0, 2600],
      [TraceEvent.unpack, boxCode.slice(0, 2), 0, 300],
      [TraceEvent.arrival, 'FH', 12, 0],
    ]);
    expect((await app.data(token, storeTraceApi.timeline, { ...of, productId: 999_999_998 })).list).toEqual([]);
  });

  it('tells nothing of what another shop has, or another firm', async () => {
    expect((await app.data(token, storeTraceApi.sale, { shopId: other })).total).toBe(1);
    const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions });
    expect(await app.call(stranger.token, storeTraceApi.summary, { shopId: world.shop })).toMatchObject({ code: 404 });
    expect((await app.call(stranger.token, storeTraceApi.summary, { code: boxCode })).code).not.toBe(200);
    const { deliver, sale, unpack, ver, abnormal, timeline } = storeTraceApi;
    for (const endpoint of [deliver, sale, unpack, ver, abnormal, timeline]) {
      const { code, data } = await app.call(stranger.token, endpoint, { shopId: world.shop });
      expect(code === 404 || data.total === 0, endpoint.path).toBe(true);
      expect((await app.data(token, endpoint, { shopId: world.shop })).total, endpoint.path).toBeGreaterThan(0);
    }
  });

  it('can be taken away, each list as a file', async () => {
    for (const { value: tab } of TraceTab.options)
      expect(await app.data(token, storeTraceApi.export, { shopId: world.shop, tab }), tab).toMatchObject({
        fileName: expect.any(String),
      });
    const nothing = { shopId: other, tab: TraceTab.unpack };
    expect(await app.call(token, storeTraceApi.export, nothing)).toMatchObject({ code: 63701 });
  });
});
