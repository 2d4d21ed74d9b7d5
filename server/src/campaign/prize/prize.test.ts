import { AmountMode, ClaimMode, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makePrize } from '../../../test/factories/campaign.ts';
import { downloadSheet } from '../../../test/sheets.ts';

let app: TestApp;
let firmId: number;
let token: string;
const everyAct = ['list', 'save', 'update', 'delete', 'export'].map((act) => `admin:lottery:prize:${act}`);

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
});
afterAll(() => app.close());

const cash = (change: object = {}) => ({
  name: '现金',
  prizeType: PrizeType.cash,
  payKind: RedPayKind.balance,
  amountMin: 100,
  claimMode: ClaimMode.manual,
  ...change,
});
const goods = (change: object = {}) => ({
  name: '实物',
  prizeType: PrizeType.goods,
  image: '/media/p.png',
  faceValue: 9_900,
  claimMode: ClaimMode.shop,
  ...change,
});
const fieldsOf = async (draft: object): Promise<Record<string, string>> => {
  const { data } = (await app.call(token, prizeApi.save, draft as never)) as {
    data: { fields?: { field: string; message: string }[] } | null;
  };
  return Object.fromEntries((data?.fields ?? []).map(({ field, message }) => [field, message]));
};

describe('the terms of a prize', () => {
  it('are asked for by its type', async () => {
    expect(await fieldsOf({})).toEqual({ name: '请输入奖品名称', prizeType: '请选择奖品类型' });
    expect(await fieldsOf({ prizeType: PrizeType.cash })).toEqual({
      name: '请输入奖品名称',
      payKind: '请选择发放方式',
      amountMin: '金额须在0.10~200.00元之间',
      claimMode: '请选择领取方式',
    });
    expect(await fieldsOf({ name: '分', prizeType: PrizeType.points })).toEqual({ points: '请输入积分数量' });
    expect(await fieldsOf({ name: '物', prizeType: PrizeType.goods, claimMode: ClaimMode.auto })).toEqual({
      image: '请上传奖品图片',
      faceValue: '请输入奖品价值',
      claimMode: '请选择领取方式',
    });
  });

  it('hold amounts within what their way of paying carries', async () => {
    const packet = { payKind: RedPayKind.packet };
    expect(await fieldsOf(cash({ ...packet, amountMin: 99 }))).toEqual({ amountMin: '金额须在1.00~200.00元之间' });
    expect(await fieldsOf(cash({ amountMin: 9 }))).toEqual({ amountMin: '金额须在0.10~200.00元之间' });
    expect(await fieldsOf(cash({ amountMin: 20_001 }))).toEqual({ amountMin: '金额须在0.10~200.00元之间' });
    expect(await fieldsOf(cash({ payKind: RedPayKind.points }))).toMatchObject({ payKind: '请选择发放方式' });
    const random = { amountMode: AmountMode.random };
    expect(await fieldsOf(cash(random))).toEqual({ amountMax: '金额须在0.10~200.00元之间' });
    expect(await fieldsOf(cash({ ...random, amountMax: 99 }))).toEqual({ amountMax: '最高金额不能小于最低金额' });
    expect(await fieldsOf(cash({ name: '一分不差', ...random, amountMin: 10, amountMax: 20_000 }))).toEqual({});
  });

  it('do not promise more than may be drawn by lot', async () => {
    expect(await fieldsOf(goods({ name: '五万', faceValue: 5_000_000 }))).toEqual({});
    expect(await fieldsOf(goods({ faceValue: 5_000_001 }))).toEqual({ faceValue: '单个奖品价值不能超过50000元' });
    const id = await makePrize(app, firmId);
    await expect(
      app.db.updateTable('prize').set({ faceValue: 5_000_001 }).where('id', '=', id).execute(),
    ).rejects.toThrow('prize_worth_ck');
  });

  it('keep nothing that the type does not have', async () => {
    const everything = {
      payKind: RedPayKind.packet,
      amountMode: AmountMode.random,
      amountMin: 100,
      amountMax: 888,
      points: 50,
      faceValue: 700,
      costPrice: 300,
      alsoPost: true,
      deductAmount: 200,
      image: '/media/p.png',
    };
    const kept = async (draft: object) => {
      const { id } = await app.data(token, prizeApi.save, { ...everything, ...draft } as never);
      return app.data(token, prizeApi.info, { id });
    };
    const nothing = { amountMode: 0, amountMin: 0, amountMax: 0, points: null, alsoPost: false, deductAmount: 0 };
    expect(await kept({ name: '随机', prizeType: PrizeType.cash, claimMode: ClaimMode.auto })).toMatchObject({
      ...nothing,
      payKind: RedPayKind.packet,
      amountMode: AmountMode.random,
      amountMin: 100,
      amountMax: 888,
      amountText: '¥1.00~8.88',
      faceValue: 888,
      costPrice: 0,
    });
    expect(await kept({ name: '定额', prizeType: PrizeType.cash, amountMode: 0, claimMode: 1 })).toMatchObject({
      amountMin: 100,
      amountMax: 100,
      amountText: '¥1.00',
      faceValue: 100,
    });
    expect(await kept({ name: '五十分', prizeType: PrizeType.points, claimMode: ClaimMode.shop })).toMatchObject({
      ...nothing,
      points: 50,
      payKind: RedPayKind.points,
      claimMode: ClaimMode.auto,
      amountText: '50积分',
      faceValue: 700,
    });
    expect(await kept({ name: '到店', prizeType: PrizeType.goods, claimMode: ClaimMode.shop })).toMatchObject({
      ...nothing,
      payKind: null,
      alsoPost: true,
      deductAmount: 200,
      amountText: '',
    });
    expect(await kept({ name: '邮寄', prizeType: PrizeType.goods, claimMode: ClaimMode.post })).toMatchObject(nothing);
    expect(await kept({ name: '谢谢参与', prizeType: PrizeType.none })).toMatchObject({
      ...nothing,
      payKind: null,
      faceValue: 0,
      costPrice: 0,
      claimMode: ClaimMode.auto,
    });
  });

  it('are those of the new type once it changes', async () => {
    const { id, version } = await app.data(token, prizeApi.save, goods({ name: '换型', deductAmount: 100 }) as never);
    const wrong = await app.call(token, prizeApi.update, { id, version, prizeType: PrizeType.cash } as never);
    expect(wrong).toMatchObject({ code: 400, message: '请选择发放方式' });
    await app.data(token, prizeApi.update, { id, version, ...cash({ name: '换型', amountMin: 1_234 }) } as never);
    expect(await app.data(token, prizeApi.info, { id })).toMatchObject({
      prizeType: PrizeType.cash,
      amountMax: 1_234,
      faceValue: 1_234,
      deductAmount: 0,
    });
    expect((await app.call(token, prizeApi.update, { id, version, ...cash({ name: '换型' }) } as never)).code).toBe(
      409,
    );
  });
});

it('keeps names apart within the firm', async () => {
  await app.data(token, prizeApi.save, goods({ name: '同名' }) as never);
  expect(await fieldsOf(goods({ name: '同名' }))).toEqual({ name: '奖品名称已存在' });
  const other = (await makeFirmStaff(app, everyAct)).token;
  expect((await app.call(other, prizeApi.save, goods({ name: '同名' }) as never)).code).toBe(200);
});

it('copies a prize under a name of its own, disabled, as often as one likes', async () => {
  const { token: staff } = await makeFirmStaff(app, everyAct);
  const name = '一'.repeat(30);
  const { id } = await app.data(staff, prizeApi.save, goods({ name, alsoPost: true }) as never);
  for (let n = 0; n < 3; n += 1) await app.data(staff, prizeApi.copy, { id });
  const { list } = await app.data(staff, prizeApi.list, { status: 1 });
  expect(list.map((row) => row.name)).toEqual([
    `${'一'.repeat(26)}-副本3`,
    `${'一'.repeat(26)}-副本2`,
    `${'一'.repeat(27)}-副本`,
  ]);
  expect(list.every((row) => row.alsoPost && row.faceValue === 9_900)).toBe(true);
});

it('deletes prizes, whose names are then free again', async () => {
  const [one, two] = [await makePrize(app, firmId, '甲'), await makePrize(app, firmId, '乙')];
  expect(await app.data(token, prizeApi.removeMany, { ids: [one, 999_999_999] })).toMatchObject({
    ok: 1,
    fail: [{ id: 999_999_999 }],
  });
  await app.data(token, prizeApi.remove, { id: two });
  expect((await app.call(token, prizeApi.info, { id: two })).code).toBe(404);
  expect((await app.call(token, prizeApi.save, goods({ name: '甲' }) as never)).code).toBe(200);
});

it('finds, picks and exports prizes by what they are', async () => {
  const { token: staff, firmId: own } = await makeFirmStaff(app, everyAct);
  await app.data(
    staff,
    prizeApi.save,
    cash({ name: '小额现金', amountMode: AmountMode.random, amountMax: 888 }) as never,
  );
  await app.data(
    staff,
    prizeApi.save,
    goods({ name: '茶饼', alsoPost: true, deductAmount: 2_600, costPrice: 4_050 }) as never,
  );
  const { id } = await app.data(staff, prizeApi.save, goods({ name: '茶具', claimMode: ClaimMode.post }) as never);
  await app.data(staff, prizeApi.updateStatus, { id, status: 1 });
  const names = async (filters: object) => (await app.data(staff, prizeApi.list, filters)).list.map(({ name }) => name);
  expect(await names({ prizeType: PrizeType.goods })).toEqual(['茶具', '茶饼']);
  expect(await names({ claimMode: ClaimMode.shop })).toEqual(['茶饼']);
  expect(await names({ name: '现金', status: 0 })).toEqual(['小额现金']);
  expect(await app.data(staff, prizeApi.listAll, { keywords: '茶饼' })).toMatchObject([
    { name: '茶饼', prizeType: PrizeType.goods, firmId: own },
  ]);
  const file = await app.data(staff, prizeApi.export, { status: 0 });
  const { rows } = await downloadSheet(app, 'fileName' in file ? file.fileName : undefined);
  expect(rows.slice(1).map((row) => row.slice(0, 9))).toEqual([
    ['茶饼', '实物', '', '', 99, 40.5, '到店核销，也可邮寄', 15, 26],
    ['小额现金', '现金', '零钱红包', '¥1.00~8.88', 8.88, 0, '手动领取', 15, 0],
  ]);
});

it('refuses in the database what no type of prize is', async () => {
  const insert = (columns: string) =>
    sql
      .raw(
        `insert into prize (firm_id, name, ${columns.split('|')[0]}) values (${firmId}, 'x', ${columns.split('|')[1]})`,
      )
      .execute(app.db);
  await expect(insert('prize_type, claim_mode|0, 0')).rejects.toThrow('prize_points_ck');
  await expect(insert('prize_type, claim_mode|1, 0')).rejects.toThrow('prize_cash_ck');
  await expect(insert('prize_type, claim_mode, face_value|2, 0, 1')).rejects.toThrow('prize_goods_ck');
  await expect(insert('prize_type, claim_mode, also_post|3, 0, true')).rejects.toThrow('prize_post_ck');
});
