import { promoterApi } from '@zhuiyuan/contract/parties/promoter/promoter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeFirm } from '../../../test/factories/parties.ts';

const everyAct = ['list', 'save', 'update', 'delete', 'export'].map((act) => `admin:identity:spread:${act}`);
let app: TestApp;
let firmId: number;
let token: string;
let made = 0;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
});
afterAll(() => app.close());

const draft = (change: object = {}) => {
  made += 1;
  return { name: '苏小满', phone: `137${String(made).padStart(8, '0')}`, ...change };
};
const save = (change: object = {}) => app.data(token, promoterApi.save, draft(change) as never);
const info = (id: number) => app.data(token, promoterApi.info, { id });
const refused = async (change: object) => (await app.call(token, promoterApi.save, draft(change) as never)).message;

describe('saving', () => {
  it('keeps rates to the basis point and numbers promoters of all firms', async () => {
    for (const rate of [0, 0.29, 1.15, 12.5, 33.33, 100]) {
      const { id } = await save({ rate });
      expect((await info(id)).rate).toBe(rate);
      const { rateBp } = await app.db
        .selectFrom('spread')
        .select('rateBp')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(rateBp).toBe(Math.round(rate * 100));
    }
    const { token: theirs } = await makeFirmStaff(app, everyAct);
    const { id } = await app.data(theirs, promoterApi.save, draft() as never);
    const numbers = await app.db.selectFrom('spread').select('spreadNo').execute();
    expect(new Set(numbers.map(({ spreadNo }) => spreadNo)).size).toBe(numbers.length);
    expect((await app.data(theirs, promoterApi.info, { id })).spreadNo).toMatch(/^T\d{8}$/);
  });

  it('refuses a wrong rate, a phone taken and what belongs to others', async () => {
    for (const rate of [-0.01, 100.01, '许多']) expect(await refused({ rate })).toBe('佣金比例应在0-100之间');
    expect(await refused({ rate: 12.345 })).toBe('佣金比例最多两位小数');
    await save({ phone: '13712345678' });
    expect(await refused({ phone: '13712345678' })).toBe('手机号已被使用');
    const foreign = await makeAgent(app, await makeFirm(app));
    expect(await refused({ agentId: foreign })).toBe('经销商不存在');
    expect(await refused({ shopId: 999_999 })).toBe('门店不存在');
    expect(await refused({ pid: 999_999 })).toBe('上级推广员不存在');
  });

  it('lets nobody stand above himself', async () => {
    const top = await save();
    const below = await save({ pid: top.id });
    const lowest = await save({ pid: below.id });
    for (const pid of [top.id, below.id, lowest.id]) {
      const answer = await app.call(token, promoterApi.update, { ...draft(), id: top.id, pid } as never);
      expect(answer).toMatchObject({ code: 400, message: '上级不能是自己或自己的下级' });
    }
    expect((await app.call(token, promoterApi.remove, { id: top.id })).code).toBe(61094);
    await app.data(token, promoterApi.remove, { id: lowest.id });
    expect((await app.call(token, promoterApi.info, { id: lowest.id })).code).toBe(404);
  });

  it('changes a promoter once per version', async () => {
    const { id } = await save();
    const change = { ...draft({ rate: 7.5 }), id, version: 0 } as never;
    expect(await app.data(token, promoterApi.update, change)).toEqual({ id, version: 1 });
    expect((await app.call(token, promoterApi.update, change)).code).toBe(409);
    await app.data(token, promoterApi.updateStatus, { id, status: 1 });
    expect(await info(id)).toMatchObject({ status: 1, rate: 7.5 });
  });
});

it('lists and exports', async () => {
  const agentId = await makeAgent(app, firmId, { name: '浙江总代' });
  const { id } = await save({ name: '推广一姐', phone: '13698765432', agentId });
  const page = await app.data(token, promoterApi.list, { keywords: '一姐', agentId });
  expect(page.list).toMatchObject([
    { id, phone: '136****5432', agentName: '浙江总代', scanCnt: 0, userCnt: 0, orderCnt: 0, rewardAmount: 0 },
  ]);
  expect((await app.data(token, promoterApi.list, { keywords: '98765' })).total).toBe(1);
  expect(await app.data(token, promoterApi.userList, { id })).toEqual({
    list: [],
    total: 0,
    page: 1,
    limit: 20,
    totalPage: 0,
  });
  expect((await app.data(token, promoterApi.export, { keywords: '一姐' })).fileName).toBeTruthy();
});

it('keeps firms apart', async () => {
  const { id } = await save();
  const stranger = (await makeFirmStaff(app, everyAct)).token;
  const answers = await Promise.all([
    app.call(stranger, promoterApi.info, { id }),
    app.call(stranger, promoterApi.update, { ...draft(), id } as never),
    app.call(stranger, promoterApi.remove, { id }),
    app.call(stranger, promoterApi.updateStatus, { id, status: 1 }),
    app.call(stranger, promoterApi.userList, { id }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404]);
});
