import { TaskStatus, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { NodeKind, nodeApi, registrationApi } from '@zhuiyuan/contract/registration/registration';
import { nodeAbsentText } from '@zhuiyuan/contract/registration/registration-refusals';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../test/factories/codes.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { runRegistrations } from './run-registrations.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
let token: string;
let stranger: string;
let strangerFirm: number;
const permissions = [
  ...codePermissions,
  'admin:identity:identity:list',
  'admin:identity:identity:reg',
  'admin:identity:identity:parse',
  'admin:identity:identity:export',
  'admin:identity:firm:node',
  'admin:identity:lot:recall',
  'admin:identity:lot:save',
  'admin:identity:product:save',
];
const prefix = '88.118.5';

beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 10_000 }));
  token = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
  strangerFirm = await makeFirm(app);
  stranger = (await makeStaff(app, { firmId: strangerFirm, permissions })).token;
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 5000 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
});
afterAll(() => app.close());

const setNode = (change: object = {}) =>
  app.data(token, nodeApi.save, { id: world.firmId, prefix, nodeKind: 0, failPercent: 0, ...change });
beforeEach(async () => {
  await app.db.deleteFrom('registration').execute();
  await app.db.deleteFrom('simulatedHandle').execute();
  await setNode();
});

const codeOf = async (serial: number): Promise<string> =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
  );
const statusOf = async (id: number) => (await app.data(token, registrationApi.info, { id })).status;
const due = () =>
  app.db
    .updateTable('registration')
    .set({ nextAt: sql<string>`now()` })
    .where('status', '=', RegistrationStatus.queued)
    .execute();

it('registers a lot, parses it as equal, and follows its recall', async () => {
  const { id } = await app.data(token, registrationApi.save, { objKind: 2, objId: world.lotId, submit: true });
  expect(await statusOf(id)).toBe(4);
  await runRegistrations(app);
  const row = await app.data(token, registrationApi.info, { id });
  expect(row).toMatchObject({ status: 1, handle: expect.stringMatching(/^88\.118\.5\/L\./) });
  expect(row.record.map(({ index }) => index)).toEqual(expect.arrayContaining([2, 4, 5, 6, 7]));
  await app.data(token, registrationApi.parse, { ids: [id] });
  expect(await statusOf(id)).toBe(2);

  await app.data(token, lotApi.recall, { id: world.lotId, text: '召回检验' });
  expect(await statusOf(id)).toBe(4);
  await runRegistrations(app);
  const { values } = await app.data('', nodeApi.resolve, { prefix, suffix: row.handle.split('/')[1]! });
  expect(values.find(({ index }) => index === 7)?.data).toBe('召回中');
  await app.data(token, lotApi.cancelRecall, { id: world.lotId });
});

it('says where the node holds something else', async () => {
  const { id } = await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId, submit: true });
  await runRegistrations(app);
  await app.db
    .updateTable('simulatedHandle')
    .set({ values: JSON.stringify([{ index: 7, name: '状态', type: 'text', data: '停用', auth: 'public' }]) })
    .execute();
  await app.data(token, registrationApi.parse, { ids: [id] });
  const row = await app.data(token, registrationApi.info, { id });
  expect(row).toMatchObject({ status: 3, lastErr: '解析结果与登记不一致' });
  expect(row.parseResult).toMatchObject({ differences: [{ index: 7, wanted: '正常', held: '停用' }] });
});

it('delegates a run of codes: each code in it resolves, computed now, the others do not', async () => {
  const draft = { objKind: 3 as const, seg, serialFrom: 1, serialTo: 100, submit: true };
  await app.data(token, registrationApi.save, draft);
  const within = { prefix, suffix: await codeOf(7) };
  expect((await app.call('', nodeApi.resolve, within)).code).toBe(404);
  await runRegistrations(app);
  const { values } = await app.data('', nodeApi.resolve, within);
  expect(Object.fromEntries(values.map(({ index, data }) => [index, data]))).toMatchObject({
    2: '明前龙井 250g',
    5: 'L261104-1',
    7: '已启用',
  });
  expect((await app.call('', nodeApi.resolve, { prefix, suffix: await codeOf(101) })).code).toBe(404);
  expect((await app.call('', nodeApi.resolve, { prefix: '88.1', suffix: within.suffix })).code).toBe(404);
});

it('keeps granted and private items from the public', async () => {
  const values = [
    { index: 100, name: '配料', type: 'text' as const, data: '茶叶', auth: 'public' as const },
    { index: 101, name: '成本', type: 'text' as const, data: '12.50', auth: 'private' as const },
    { index: 102, name: '客户', type: 'text' as const, data: '某某', auth: 'granted' as const },
  ];
  const code = await codeOf(9);
  await app.data(token, registrationApi.save, { objKind: 4, code, values, submit: true });
  await runRegistrations(app);
  const shown = (await app.data('', nodeApi.resolve, { prefix, suffix: code })).values;
  expect(shown.map(({ index }) => index)).toContain(100);
  expect(shown.map(({ index }) => index)).not.toContain(101);
  expect(JSON.stringify(shown)).not.toContain('12.50');
  expect(JSON.stringify(shown)).not.toContain('某某');
});

it('tries again after 1, 5, 30, 120 and 720 minutes, then gives up; submitting begins anew', async () => {
  await setNode({ failPercent: 100 });
  const { id } = await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId, submit: true });
  for (const minutes of [1, 5, 30, 120, 720]) {
    await runRegistrations(app);
    const row = await app.db
      .selectFrom('registration')
      .select(['status', 'lastErr', sql<number>`round(extract(epoch from next_at - now()) / 60)::int`.as('wait')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 4, wait: minutes, lastErr: '节点返回错误：模拟故障' });
    await due();
  }
  await runRegistrations(app);
  expect(await statusOf(id)).toBe(5);
  await setNode({ failPercent: 0 });
  expect(await app.data(token, registrationApi.submit, { ids: [id] })).toEqual({ ok: 1, fail: [] });
  await runRegistrations(app);
  expect(await statusOf(id)).toBe(1);
  expect((await app.data(token, registrationApi.submit, { ids: [id] })).fail).toEqual([
    { id, message: '当前状态不能提交' },
  ]);
});

it('registers nothing twice and no run over another', async () => {
  const product = { objKind: 1 as const, objId: world.productId };
  const [one, two] = await Promise.all([
    app.call(token, registrationApi.save, product),
    app.call(token, registrationApi.save, product),
  ]);
  expect([one.code, two.code].toSorted()).toEqual([200, 61121]);
  await app.data(token, registrationApi.save, { objKind: 3, seg, serialFrom: 1, serialTo: 10 });
  const over = await app.call(token, registrationApi.save, { objKind: 3, seg, serialFrom: 10, serialTo: 20 });
  expect(over.code).toBe(61121);
});

it('sends a page once although two workers begin together', async () => {
  for (let serial = 1; serial <= 20; serial += 1)
    await app.data(token, registrationApi.save, { objKind: 4, code: await codeOf(serial), submit: true });
  await Promise.all([runRegistrations(app), runRegistrations(app)]);
  const rows = await app.db.selectFrom('registration').select('status').execute();
  expect(rows.every(({ status }) => status === 1)).toBe(true);
});

it('refuses what it cannot register', async () => {
  const call = (draft: object) => app.call(token, registrationApi.save, draft as never);
  expect((await call({ objKind: 3, seg, serialFrom: 9, serialTo: 8 })).code).toBe(61042);
  expect((await call({ objKind: 3, seg, serialFrom: 1, serialTo: 10_001 })).message).toBe(
    '序号超出码段范围（1-10000）',
  );
  expect((await call({ objKind: 4, code: 'AAAAAAAAAAAAAAAA' })).code).toBe(61001);
  expect((await call({ objKind: 2 })).message).toBe('请选择注册对象');
  const twice = { index: 100, name: '甲', type: 'text', data: '一' };
  expect((await call({ objKind: 1, objId: world.productId, values: [twice, twice] })).message).toBe('索引重复');
  await app.db.deleteFrom('nodeConf').execute();
  expect((await call({ objKind: 1, objId: world.productId })).message).toBe('标识前缀未配置');
});

it('registers a product that asks for it with its lots, by its data template', async () => {
  const draft = {
    storeName: '云雾绿茶',
    unit: '盒',
    image: '/media/tea.png',
    brand: '青岚',
    regOn: true,
    regTemplate: [
      { index: 100, name: '品牌', source: 1 as const, field: 'brand' },
      { index: 101, name: '班组', source: 2 as const, field: 'team' },
      { index: 102, name: '储存', source: 3 as const, value: '阴凉干燥处' },
    ],
  };
  const { id } = await app.data(token, productApi.save, draft);
  const lot = { productId: id, lotNo: 'R1', produceDate: '2026-10-08', team: '甲班' };
  const { id: lotId } = await app.data(token, lotApi.save, lot);
  await runRegistrations(app);
  const own = async (objKind: number, objId: number) => {
    const row = await app.db
      .selectFrom('registration')
      .select(['id', 'status'])
      .where('objKind', '=', objKind)
      .where('objId', '=', objId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe(1);
    const { record } = await app.data(token, registrationApi.info, { id: row.id });
    return record.filter(({ index }) => index >= 100).map(({ data }) => data);
  };
  expect(await own(1, id)).toEqual(['青岚', '阴凉干燥处']);
  expect(await own(2, lotId)).toEqual(['青岚', '甲班', '阴凉干燥处']);

  await app.db.deleteFrom('nodeConf').execute();
  expect(await app.call(token, productApi.save, { ...draft, storeName: '另一款' })).toMatchObject({
    code: 61120,
    data: { fields: [{ field: 'regOn', message: '标识前缀未配置' }] },
  });
  const wrong = [{ index: 100, name: '班组', source: 2 as const, field: 'brand' }];
  expect(await app.call(token, productApi.save, { ...draft, regTemplate: wrong })).toMatchObject({
    code: 400,
    message: '请选择批次字段',
  });
});

it('deletes only what was never submitted', async () => {
  const { id } = await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId });
  const sent = await app.data(token, registrationApi.save, { objKind: 2, objId: world.lotId, submit: true });
  expect(await app.data(token, registrationApi.remove, { id })).toBeNull();
  expect((await app.call(token, registrationApi.remove, { id: sent.id })).code).toBe(61123);
});

it('keeps a prefix to one firm, checks it, and holds it while handles carry it', async () => {
  const taken = await app.call(stranger, nodeApi.save, { id: strangerFirm, prefix });
  expect((taken.data as { fields?: unknown } | null)?.fields).toEqual([
    { field: 'prefix', message: '标识前缀已被其他企业使用' },
  ]);
  expect((await app.call(token, nodeApi.save, { id: world.firmId, prefix: '88' })).message).toBe('标识前缀格式不正确');
  await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId });
  expect((await app.call(token, nodeApi.save, { id: world.firmId, prefix: '88.118.9' })).code).toBe(61125);
  expect(await app.data(token, nodeApi.test, { id: world.firmId })).toEqual({ ok: true, message: '连接成功' });
  await setNode({ failPercent: 100, secret: 'geheim' });
  expect(await app.data(token, nodeApi.test, { id: world.firmId })).toEqual({
    ok: false,
    message: '连接失败：模拟故障',
  });
  const read = await app.data(token, nodeApi.read, { id: world.firmId });
  expect(read).toMatchObject({ prefix, hasSecret: true });
  expect(JSON.stringify(read)).not.toContain('geheim');
});

it('neither saves, tests nor registers with a kind of node that it cannot reach', async () => {
  expect(await app.call(token, nodeApi.save, { id: world.firmId, prefix, nodeKind: 1 })).toMatchObject({
    code: 400,
    message: nodeAbsentText,
  });
  const { id } = await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId, submit: true });
  // As an earlier release could save it.
  await app.db.updateTable('nodeConf').set({ nodeKind: NodeKind.handle }).where('firmId', '=', world.firmId).execute();
  expect((await app.data(token, nodeApi.read, { id: world.firmId })).nodeKind).toBe(NodeKind.handle);
  const absent = { code: 61126, message: nodeAbsentText };
  expect(await app.call(token, nodeApi.test, { id: world.firmId })).toMatchObject(absent);
  expect(await app.call(token, registrationApi.save, { objKind: 2, objId: world.lotId })).toMatchObject(absent);
  await runRegistrations(app);
  const row = await app.data(token, registrationApi.info, { id });
  expect(row).toMatchObject({ status: 4, tries: 1, lastErr: `节点返回错误：${nodeAbsentText}` });
});

it('shows a shopper what is registered: the code, else its run, else its lot, else its product', async () => {
  const shown = async (serial: number) => {
    const answer = await app.data('', publicTraceApi.scan, { code: await codeOf(serial) });
    return (await app.data('', publicTraceApi.detail, { token: answer.token })).identifier;
  };
  const register = async (draft: object) => {
    const { id } = await app.data(token, registrationApi.save, { ...draft, submit: true } as never);
    await runRegistrations(app);
    return (await app.data(token, registrationApi.info, { id })).handle;
  };
  const node = '模拟节点';
  expect(await shown(21)).toBeNull();
  await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId, submit: true });
  expect(await shown(21)).toBeNull();
  await runRegistrations(app);
  expect((await shown(21))?.handle).toMatch(/^88\.118\.5\/P\./);
  const ofLot = await register({ objKind: 2, objId: world.lotId });
  expect(await shown(21)).toEqual({ handle: ofLot, node, status: 1 });
  await register({ objKind: 3, seg, serialFrom: 20, serialTo: 30 });
  expect(await shown(21)).toMatchObject({ handle: `${prefix}/${await codeOf(21)}`, node });
  expect((await shown(31))?.handle).toMatch(/\/L\./);
  const own = await register({ objKind: 4, code: await codeOf(32) });
  expect(await shown(32)).toEqual({ handle: own, node, status: 1 });
  await app.db.updateTable('registration').set({ status: RegistrationStatus.failed }).execute();
  expect(await shown(32)).toBeNull();
});

it('shows and changes nothing of another firm', async () => {
  const { id } = await app.data(token, registrationApi.save, { objKind: 1, objId: world.productId });
  expect((await app.data(stranger, registrationApi.list, {})).list).toEqual([]);
  expect((await app.call(stranger, registrationApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger, registrationApi.update, { id, values: [] })).code).toBe(404);
  expect((await app.call(stranger, registrationApi.remove, { id })).code).toBe(404);
  expect((await app.data(stranger, registrationApi.submit, { ids: [id] })).ok).toBe(0);
  expect((await app.data(stranger, registrationApi.parse, { ids: [id] })).ok).toBe(0);
  expect((await app.call(stranger, nodeApi.read, { id: world.firmId })).code).toBe(404);
  expect((await app.call(stranger, registrationApi.save, { objKind: 2, objId: world.lotId })).code).toBe(404);
});

it('registers the codes of a task by itself once its files are there, and follows what is done to a code', async () => {
  const { taskId, seg: own } = await world.issue({ itemCount: 40, regOn: true });
  const rows = () =>
    app.db
      .selectFrom('registration')
      .select(['status', 'handle', sql<string>`span::text`.as('span')])
      .where('seg', '=', own)
      .orderBy('id')
      .execute();
  await runRegistrations(app);
  expect(await rows()).toEqual([]);
  await app.db
    .updateTable('task')
    .set({ phase: TaskPhase.done, status: TaskStatus.done })
    .where('id', '=', taskId)
    .execute();
  await runRegistrations(app);
  await runRegistrations(app);
  expect(await rows()).toEqual([{ status: 1, handle: `${prefix}/S.${own}.1-40`, span: '[1,41)' }]);

  const code = await codeOf(12);
  const { id } = await app.data(token, registrationApi.save, { objKind: 4, code, submit: true });
  await runRegistrations(app);
  const pick = { mode: 5 as const, codes: [code] };
  await app.data(world.token, codeOpApi.freeze, { pick, reason: '抽检', idemKey: randomUUID() });
  expect(await statusOf(id)).toBe(4);
  await runRegistrations(app);
  await app.data(token, registrationApi.parse, { ids: [id] });
  const row = await app.data(token, registrationApi.info, { id });
  expect([row.status, row.record.find(({ index }) => index === 7)?.data]).toEqual([2, '已冻结']);

  await app.db.deleteFrom('registration').execute();
  await app.db.deleteFrom('nodeConf').where('firmId', '=', world.firmId).execute();
  const refused = await app.call(world.token, taskApi.save, {
    name: '没有节点',
    itemCount: 10,
    regOn: true,
    idemKey: randomUUID(),
  });
  expect(refused).toMatchObject({ code: 61120, message: '标识前缀未配置' });
});
