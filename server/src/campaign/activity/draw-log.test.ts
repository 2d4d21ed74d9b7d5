import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { makeActivity, makeMembers, ticketOf, type MadeActivity } from '../../../test/factories/lottery.ts';
import { makeAgent, makeShop } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { openSeed } from '../fair/epochs.ts';
import { drawTogether } from '../draw/draw-together.ts';
import type { Ticket } from '../ticket/ticket.ts';

let app: TestApp;
let firmId: number;
let token: string;
let activity: MadeActivity;
let people: number[];
let shopId: number;
let agentId: number;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(['admin:lottery:aiActive:list', 'admin:lottery:aiActive:export']));
  activity = await makeActivity(app, { firmId }, [{ stock: 100, weight: 1_000_000, cash: 100, isManual: true }], {
    limitDay: 2,
  });
  await app.db
    .insertInto('city')
    .values({ id: 330100, pid: 330000, level: 1, name: '杭州市', mergerName: '浙江省,杭州市' })
    .onConflict((key) => key.doNothing())
    .execute();
  people = await makeMembers(app, firmId, 3);
  await app.db.updateTable('member').set({ nickName: '林知夏' }).where('id', '=', people[0]!).execute();
  agentId = await makeAgent(app, firmId);
  shopId = await makeShop(app, firmId, agentId, '西湖店');
  await draw(people[0]!, {
    facts: { ...noFacts, shopId, agentId },
    place: { ...nowhere, province: '330000', city: '330100' },
  });
  await draw(people[0]!);
  await draw(people[1]!, { place: { ...nowhere, province: '510000' } });
});
afterAll(() => app.close());

const noFacts = {
  codeLevel: 0,
  productId: null,
  lotId: null,
  agentId: null,
  shopId: null,
  channelId: null,
  scanId: null,
};
const nowhere = { province: null, city: null, lng: null, lat: null, geoSource: 3 };
let serial = 0;
const draw = async (uid: number, more: Partial<Ticket> = {}) => {
  const { seedSealed, epochNo } = await app.db
    .selectFrom('seedEpoch')
    .where('id', '=', activity.epoch.id)
    .select(['seedSealed', 'epochNo'])
    .executeTakeFirstOrThrow();
  await drawTogether(app.shopperDb, [
    {
      ticket: ticketOf(activity, uid, null, { key: `P${(serial += 1)}`, ...more }),
      clientSeed: '',
      seed: openSeed(app.config.masterKey, { activityId: activity.id, epochNo, seedSealed }),
      entries: [{ tierId: activity.tierIds[0]!, weight: 1_000_000 }],
    },
  ]);
};
const list = (filters: object = {}) =>
  app.data(token, drawLogApi.list, { activityId: activity.id, page: 1, limit: 20, ...filters } as never);

test('the draws of an activity are found by person, shop, dealer, place and end, and people are masked', async () => {
  const all = await list();
  expect(all.total).toBe(3);
  expect(all.list.map(({ consumer }) => consumer).toSorted()).toEqual([
    '林**',
    '林**',
    expect.stringMatching(/^用户\*\*\*\d{3}$/),
  ]);
  const totals = async (filters: object) => (await list(filters)).total;
  expect(await totals({ consumer: String(people[1]) })).toBe(1);
  expect(await totals({ consumer: '知夏' })).toBe(2);
  expect(await totals({ shopId })).toBe(1);
  expect(await totals({ agentId })).toBe(1);
  expect(await totals({ region: '330000' })).toBe(1);
  expect(await totals({ region: '330106' })).toBe(1);
  expect(await totals({ region: '330200' })).toBe(0);
  expect(await totals({ won: 1 })).toBe(3);
  expect(await totals({ won: 0 })).toBe(0);
  expect(await totals({ drawNo: all.list[0]!.drawNo.toLowerCase() })).toBe(1);
  expect((await app.call(token, drawLogApi.list, { page: 1, limit: 20 } as never)).message).toContain('请选择活动');
});

test('a draw in full tells what it won and how that stands', async () => {
  const [row] = (await list({ shopId })).list;
  expect(await app.data(token, drawLogApi.info, { id: row!.id })).toMatchObject({
    drawNo: row!.drawNo,
    prizeType: PrizeType.cash,
    rawTierName: '1等奖',
    shopName: '西湖店',
    region: '杭州市',
    claim: { claimNo: expect.stringMatching(/^C/) as string, verCodeEnd: '', closeReason: '' },
    payout: null,
  });
});

test('files of draws: by person, by shop, and each draw', async () => {
  const rowsOf = async (
    of: 'exportUser' | 'exportUserList' | 'exportShop' | 'exportShopList',
    filters: object = {},
  ) => {
    const file = await app.data(token, drawLogApi[of], { activityId: activity.id, ...filters } as never);
    return (await downloadSheet(app, 'fileName' in file ? file.fileName : undefined)).rows;
  };
  const users = await rowsOf('exportUser');
  expect(users.slice(1).map(([uid, name, draws, wins, amount]) => [uid, name, draws, wins, amount])).toEqual([
    [people[0], '林**', 2, 2, 2],
    [people[1], expect.stringMatching(/^用户/), 1, 1, 1],
  ]);
  expect(await rowsOf('exportUserList')).toHaveLength(4);
  expect((await rowsOf('exportUserList', { consumer: '知夏' })).length).toBe(3);
  const shops = await rowsOf('exportShop');
  expect(shops.slice(1).map(([, shop, , persons, draws]) => [shop, persons, draws])).toEqual([
    ['未到门店', 2, 2],
    ['西湖店', 1, 1],
  ]);
  expect((await rowsOf('exportShopList', { shopId })).at(1)).toContain('西湖店');
});

test('what was done with an activity stands in its log, with how much and why, also what was refused', async () => {
  const { token: keeper } = await makeStaff(app, {
    firmId,
    permissions: ['list', 'update', 'pause', 'end', 'delete'].map((verb) => `admin:lottery:active:${verb}`),
  });
  const other = await makeActivity(app, { firmId }, [{ stock: 5, weight: 1000, cash: 100 }]);
  await app.data(keeper, activityApi.addBudget, { id: other.id, amount: 1_234_567 });
  await app.data(keeper, activityApi.addStock, { tierId: other.tierIds[0]!, qty: 7000 });
  await app.call(keeper, activityApi.tierStatus, { tierId: other.tierIds[0]!, isOn: false });
  await app.data(keeper, activityApi.end, { id: other.id, reason: '提前售罄' });
  await app.data(keeper, activityApi.removeMany, { ids: [activity.id, other.id] });
  await app.data(keeper, activityApi.pause, { id: activity.id });
  const { list: ops } = await app.data(keeper, activityApi.ops, { id: activity.id, page: 1, limit: 20 });
  expect(ops.map(({ title }) => title)).toEqual(['暂停抽奖活动', '批量删除抽奖活动']);
  await app.data(await recoverer(), activityApi.recover, { ids: [other.id] });
  const { list: done } = await app.data(keeper, activityApi.ops, { id: other.id, page: 1, limit: 20 });
  expect(done.map(({ title, detail, status }) => [title, detail, status])).toEqual([
    ['恢复抽奖活动', '', AuditStatus.normal],
    ['批量删除抽奖活动', '', AuditStatus.normal],
    ['提前结束抽奖活动', '原因：提前售罄', AuditStatus.normal],
    ['暂停或恢复发放奖级', '1等奖，暂停发放', AuditStatus.failed],
    ['追加奖品库存', '1等奖，库存 +7,000', AuditStatus.normal],
    ['追加活动预算', '预算 +12,345.67 元', AuditStatus.normal],
  ]);
});

const recoverer = async () => (await makeStaff(app, { firmId, permissions: ['admin:lottery:aiActive:recover'] })).token;
