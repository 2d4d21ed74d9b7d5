import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { playKinds } from '@zhuiyuan/contract/campaign/play-kinds';
import { templateApi, TemplateDraft } from '@zhuiyuan/contract/campaign/template/template';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { activityDraft } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { seedActTemplates } from '../../seeds/first/seed-act-templates.ts';
import { templateSeeds } from '../../seeds/first/act-template-seeds.ts';

const permissions = [
  ...['list', 'save', 'update', 'delete'].map((verb) => `admin:lottery:template:${verb}`),
  ...['list', 'save', 'update', 'copy'].map((verb) => `admin:lottery:active:${verb}`),
];
let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(permissions));
  await seedActTemplates(app.db);
});
afterAll(() => app.close());

const tier = { tierName: '一等奖', prizeType: 1, prizeName: '红包', value: 188, weight: 1000 };
const draft = (more: object = {}) =>
  ({ name: '开业红包', playMode: 0, cover: 'drawn:0', preset: { tiers: [tier] }, ...more }) as never;
const listed = async (more: object = {}) => (await app.data(token, templateApi.list, { limit: 100, ...more })).list;
const system = async (playMode = 2) => (await listed({ isSystem: true, playMode }))[0]!;

test('the system has a template for each way of playing, each whole, and seeding again changes nothing', async () => {
  const rows = await listed({ isSystem: true });
  expect(rows).toHaveLength(templateSeeds.length);
  expect(new Set(rows.map(({ playMode }) => playMode))).toEqual(new Set(PlayMode.options.map(({ value }) => value)));
  for (const { name, playMode, preset } of rows) {
    const range = playKinds[playMode].slots;
    expect([name, preset.tiers.length + 1 >= (range?.least ?? 1)]).toEqual([name, true]);
    expect(preset.ruleText.length).toBeGreaterThan(50);
    expect(preset.tiers.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1_000_000);
  }
  const before = await app.db.selectFrom('actTemplate').selectAll().orderBy('id').execute();
  await seedActTemplates(app.db);
  expect(await app.db.selectFrom('actTemplate').selectAll().orderBy('id').execute()).toEqual(before);
  await app.db.updateTable('actTemplate').set({ name: '旧名' }).where('id', '=', rows[0]!.id).execute();
  await seedActTemplates(app.db);
  expect((await app.data(token, templateApi.info, { id: rows[0]!.id })).name).toBe(rows[0]!.name);
});

test('one of a firm is made, found, changed and deleted; others do not see it', async () => {
  const { id, version } = await app.data(
    token,
    templateApi.save,
    draft({ industries: ['tea', 'tea', 'food'], summary: '小额' }),
  );
  expect(await app.data(token, templateApi.info, { id })).toMatchObject({
    firmId,
    isSystem: false,
    industries: ['tea', 'food'],
    useCount: 0,
    preset: { claimDays: 15, tiers: [{ ...tier, slotNo: null, isFallback: false }] },
  });
  const ids = async (more: object) => (await listed({ isSystem: false, ...more })).map((row) => row.id);
  expect(await ids({ industry: 'food', playMode: 0, keyword: '小额' })).toEqual([id]);
  expect(await ids({ industry: 'farm' })).toEqual([]);
  expect(await app.data(token, templateApi.listAll, { keywords: '开业' })).toEqual([
    { id, name: '开业红包', firmId, playMode: 0 },
  ]);
  expect(await app.call(token, templateApi.save, draft())).toMatchObject({ code: 400, message: '模板名称已存在' });
  await app.data(token, templateApi.update, { id, version, name: '开业大吉' } as never);
  expect((await app.call(token, templateApi.update, { id, version, name: '再改' } as never)).code).toBe(409);
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  expect((await app.call(stranger.token, templateApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger.token, templateApi.copy, { id })).code).toBe(404);
  expect((await app.call(stranger.token, templateApi.remove, { id })).code).toBe(404);
  await app.data(token, templateApi.remove, { id });
  expect((await app.call(token, templateApi.info, { id })).code).toBe(404);
});

test('what is typed wrongly is said', async () => {
  const said = async (more: object) => (await app.call(token, templateApi.save, draft(more))).message;
  expect(await said({ name: ' ' })).toContain('请输入模板名称');
  expect(await said({ name: '长'.repeat(31) })).toContain('模板名称');
  expect(await said({ cover: '' })).toBe('请选择封面');
  expect(await said({ cover: 'drawn:9' })).toBe('文件地址不正确');
  expect(await said({ preset: { tiers: [] } })).toBe('请至少配置一个奖级');
  expect(await said({ preset: { tiers: [{ ...tier, prizeType: 3 }] } })).toBe('请选择奖品类型');
  expect(
    await said({
      preset: {
        tiers: [
          { ...tier, weight: 600_000 },
          { ...tier, weight: 600_000 },
        ],
      },
    }),
  ).toBe('中奖概率合计不能超过100%');
  expect(await said({ playMode: PlayMode.grid })).toBe('格位须各放一个奖级：九宫格8个，大转盘6-12个');
});

test("the system's stay: they are copied, and the copy is the firm's own", async () => {
  const { id, name, preset, cover } = await system();
  expect(await app.call(token, templateApi.remove, { id })).toMatchObject({ code: 62132, message: '系统模板不能删除' });
  expect(await app.data(token, templateApi.removeMany, { ids: [id] })).toEqual({
    ok: 0,
    fail: [{ id, message: '系统模板不能删除' }],
  });
  expect(await app.call(token, templateApi.update, { id, name: '我的' } as never)).toMatchObject({ code: 62133 });
  const first = await app.data(token, templateApi.copy, { id });
  const second = await app.data(token, templateApi.copy, { id });
  expect(await app.data(token, templateApi.info, { id: first.id })).toMatchObject({ firmId, name, preset, cover });
  expect(await app.data(token, templateApi.info, { id: second.id })).toMatchObject({ name: `${name}-副本` });
});

test('activities that begin with a template are counted; a copy of one did not', async () => {
  const { id } = await system(0);
  const whole = await activityDraft(app, firmId, [{ stock: 1, weight: 100 }], { templateId: id });
  const made = await app.data(token, activityApi.save, whole as never);
  await app.data(token, activityApi.copy, { id: made.id });
  expect((await app.data(token, templateApi.info, { id })).useCount).toBe(1);
  expect((await app.data(token, activityApi.info, { id: made.id })).templateId).toBe(id);
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  const theirs = await app.data(stranger.token, templateApi.save, draft());
  expect(await app.call(token, activityApi.save, { ...whole, templateId: theirs.id } as never)).toMatchObject({
    code: 400,
    message: '活动模板不存在',
  });
  // What it began with may go; the activity is still edited.
  const own = await app.data(token, templateApi.save, draft({ name: '一次用' }));
  const begun = await app.data(token, activityApi.save, { ...whole, templateId: own.id } as never);
  await app.data(token, templateApi.remove, { id: own.id });
  await app.data(token, activityApi.update, { id: begun.id, remark: '改过' } as never);
});

test('an activity is kept as a template: its way of playing, prizes, limits and texts, without stock', async () => {
  const whole = await activityDraft(
    app,
    firmId,
    [
      { stock: 7, weight: 3000, cash: 888, userCap: 2 },
      { stock: 9, weight: 5000, points: 50, isFallback: true },
    ],
    { limitDay: 3, playMode: PlayMode.egg },
  );
  const { id } = await app.data(token, activityApi.save, whole as never);
  const made = await app.data(token, templateApi.from, { id, name: '留作模板' });
  const row = await app.data(token, templateApi.info, { id: made.id });
  expect(row).toMatchObject({ name: '留作模板', playMode: PlayMode.egg, cover: 'drawn:4', firmId });
  expect(row.preset).toMatchObject({
    limitDay: 3,
    ruleText: whole.ruleText,
    tiers: [
      { tierName: '1等奖', prizeType: 1, value: 888, weight: 3000, userCap: 2 },
      { tierName: '2等奖', prizeType: 0, value: 50, weight: 5000, isFallback: true },
    ],
  });
  expect(TemplateDraft.safeParse(row).success).toBe(true);
  const bare = await app.data(token, activityApi.save, { actName: '空活动' } as never);
  expect(await app.call(token, templateApi.from, { id: bare.id, name: '空' })).toMatchObject({
    message: '活动还没有奖级，不能存为模板',
  });
});
