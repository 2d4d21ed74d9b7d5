import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { defaultTexts, querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { announceScanRules, readScanRules, type ScanRules } from './scan-rules.ts';
import { toVerifyCode } from '../../codes/cipher/to-verify-code.ts';

const permissions = ['list', 'save', 'update', 'delete'].map((one) => `admin:identity:select:${one}`);

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let seg: number;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ token } = await makeStaff(app, { firmId: world.firmId, permissions }));
  ({ seg } = await world.issue({ itemCount: 100, pinLen: 4 }));
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 100 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
});
afterAll(() => app.close());

const draft = (more: Record<string, unknown> = {}) => ({
  name: '默认设置',
  scope: 1,
  overLimit: 3,
  dedupeMin: 10,
  texts: { ...defaultTexts, FIRST: '{firm}的{product}，正品。', REPEAT: '第{times}次，首次在{firstTime}。请留意。' },
  ...more,
});
const codeOf = async (serial: number) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
    0,
  );
const scan = (code: string, deviceId: string, headers = {}) =>
  app.call('', publicTraceApi.scan, { code, deviceId }, headers);
const readRules = () => readScanRules(app.db, { firmId: world.firmId, productId: world.productId, firmSettings: {} });
/** Waits until the server, which keeps the settings in memory, has heard of a change. */
const follows = (rules: Partial<ScanRules>) => eventually(async () => expect(await readRules()).toMatchObject(rules));
const followsNone = () => eventually(async () => expect((await readRules()).texts).toEqual({}));
beforeEach(async () => {
  await app.db.deleteFrom('selectConfigProduct').execute();
  await app.db.deleteFrom('selectConfig').execute();
  await announceScanRules(app.db);
  await followsNone();
});

test('a firm without a setting follows its own rules, which a new setting begins with', async () => {
  await app.db
    .updateTable('firm')
    .set({ settings: JSON.stringify({ overLimit: 2, scanDedupeMin: 0 }), servicePhone: '400-800-1' })
    .where('id', '=', world.firmId)
    .execute();
  expect(await app.data(token, querySettingApi.blank)).toMatchObject({
    mayBeDefault: true,
    overLimit: 2,
    dedupeMin: 0,
    servicePhone: '400-800-1',
    texts: defaultTexts,
  });
  const code = await codeOf(1);
  const verdicts = [];
  for (let i = 0; i < 3; i += 1) verdicts.push((await scan(code, 'one')).data.verdict);
  expect(verdicts).toEqual(['FIRST', 'REPEAT', 'OVER']);
});

test('the product’s setting answers before the firm’s, and only while it is enabled', async () => {
  const general = await app.data(token, querySettingApi.save, draft({ servicePhone: '400-111' }));
  const special = await app.data(
    token,
    querySettingApi.save,
    draft({
      name: '龙井',
      scope: 2,
      productIds: [world.productId],
      showFirstInfo: false,
      voiceOn: true,
      jumpUrl: 'https://shop.example/x',
      texts: { ...defaultTexts, FIRST: '{product}是真的。' },
    }),
  );
  await follows({ voiceOn: true });
  expect((await scan(await codeOf(2), 'a')).data).toMatchObject({
    verdict: 'FIRST',
    text: '明前龙井 250g是真的。',
    voiceOn: true,
    links: [{ title: '查看更多', url: 'https://shop.example/x' }],
    firstTime: null,
  });
  expect((await scan(await codeOf(2), 'b')).data).toMatchObject({
    verdict: 'REPEAT',
    text: '该码已被查询2次。若非本人查询，请谨防假冒。',
    firstTime: null,
  });
  await app.data(token, querySettingApi.updateStatus, { id: special.id, status: 1 });
  await follows({ voiceOn: false });
  const firm = await app.db.selectFrom('firm').where('id', '=', world.firmId).select('name').executeTakeFirstOrThrow();
  expect((await scan(await codeOf(3), 'a')).data).toMatchObject({
    text: `${firm.name}的明前龙井 250g，正品。`,
    firm: { phone: '400-111' },
    voiceOn: false,
  });
  await app.data(token, querySettingApi.updateStatus, { id: general.id, status: 1 });
  await follows({ servicePhone: '' });
  expect((await scan(await codeOf(4), 'a')).data.text).toContain('首次查询，为正品');
});

test('the number of a firm’s contact is never told to shoppers', async () => {
  const contact = '13900007777';
  const setFirm = (phones: { phone: string; servicePhone: string }) =>
    app.db.updateTable('firm').set(phones).where('id', '=', world.firmId).execute();
  const calling = draft({ servicePhone: '' });
  const texts = { ...calling.texts, REPEAT: '该码已被查询，请拨打{phone}。' };
  await setFirm({ phone: contact, servicePhone: '' });
  await app.data(token, querySettingApi.save, { ...calling, texts });
  await follows({ texts: expect.objectContaining({ REPEAT: texts.REPEAT }) as never });
  const code = await codeOf(20);
  const answers = [await scan(code, 'a'), await scan(code, 'b'), await scan(await codeOf(4000), 'c')];
  expect(answers.map(({ data }) => data.verdict)).toEqual(['FIRST', 'REPEAT', expect.any(String)]);
  for (const { data } of answers) expect(data.firm?.phone ?? null).toBeNull();
  expect(answers[1]!.data.text).toBe('该码已被查询，请联系商家。');
  expect(JSON.stringify(answers)).not.toContain(contact);
  expect(JSON.stringify(await app.data(token, querySettingApi.blank))).not.toContain(contact);
  await setFirm({ phone: contact, servicePhone: '400-800-2' });
  expect((await scan(code, 'd')).data).toMatchObject({ firm: { phone: '400-800-2' } });
});

test('a setting decides how often is too often', async () => {
  await app.data(token, querySettingApi.save, draft({ overLimit: 3 }));
  await follows({ overLimit: 3, texts: expect.objectContaining({ FIRST: draft().texts.FIRST }) as never });
  const code = await codeOf(5);
  const verdicts = [];
  for (const device of ['a', 'b', 'c', 'd']) verdicts.push((await scan(code, device)).data.verdict);
  expect(verdicts).toEqual(['FIRST', 'REPEAT', 'REPEAT', 'OVER']);
});

test('a setting asks lettered codes for their verify code', async () => {
  await app.data(token, querySettingApi.save, draft({ needPin: true }));
  await follows({ needPin: true });
  const asked = await scan(await codeOf(6), 'p');
  expect(asked.data).toMatchObject({ verdict: 'NEED_PIN', needPin: true, text: defaultTexts.NEED_PIN });
  const segment = await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
  const generation = (await openKeyring(app).generation(app.db, segment.keyV!))!;
  const pin = toVerifyCode(generation.pinKey, toCodeId(seg, 6), 4);
  expect(await app.data('', publicTraceApi.pin, { token: asked.data.token, pin })).toMatchObject({ verdict: 'FIRST' });
});

test('on the firm’s own domain its words also answer for codes that do not exist', async () => {
  await app.data(token, querySettingApi.save, draft({ texts: { ...defaultTexts, INVALID: '不是青岚山的码。' } }));
  await follows({ texts: { INVALID: '不是青岚山的码。' } });
  await app.db.updateTable('firm').set({ domain: 'zy.qinglan.cn' }).where('id', '=', world.firmId).execute();
  expect((await scan('AMNSQ74WBEFWXYME', 'x', { host: 'zy.qinglan.cn' })).data.text).toBe('不是青岚山的码。');
  expect((await scan('AMNSQ74WBEFWXYME', 'x', { host: 'other.cn' })).data.text).toBe(defaultTexts.INVALID);
});

test('one default per firm, of twenty at once, and it stays', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(token, querySettingApi.save, draft())));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'scope', message: '已存在企业默认设置' }] },
  });
  const { id } = answers.find(({ code }) => code === 200)!.data;
  expect(await app.call(token, querySettingApi.remove, { id })).toMatchObject({
    code: 61170,
    message: '默认设置不能删除',
  });
  expect(await app.data(token, querySettingApi.removeMany, { ids: [id] })).toEqual({
    ok: 0,
    fail: [{ id, message: '默认设置不能删除' }],
  });
  expect(
    await app.call(token, querySettingApi.update, { ...draft(), id, scope: 2, productIds: [world.productId] }),
  ).toMatchObject({ code: 400, message: '默认设置的适用范围不能更改' });
});

test('a product follows one setting, and is free again when that is deleted', async () => {
  const own = draft({ scope: 2, name: '甲', productIds: [world.productId] });
  const first = await app.data(token, querySettingApi.save, own);
  expect(await app.call(token, querySettingApi.save, { ...own, name: '乙' })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'productIds', message: '明前龙井 250g已在设置“甲”中' }] },
  });
  expect(await app.data(token, querySettingApi.info, { id: first.id })).toMatchObject({
    productIds: [world.productId],
    productText: '明前龙井 250g',
  });
  expect((await app.data(token, querySettingApi.list, { productId: world.productId })).list).toHaveLength(1);
  await app.data(token, querySettingApi.remove, { id: first.id });
  expect((await app.call(token, querySettingApi.save, { ...own, name: '乙' })).code).toBe(200);
});

test('a draft must be whole and true', async () => {
  const tried = (more: Record<string, unknown>) => app.call(token, querySettingApi.save, draft(more));
  expect(await tried({ name: '' })).toMatchObject({ code: 400, message: '请输入名称' });
  expect(await tried({ scope: 2 })).toMatchObject({ message: '请选择产品' });
  expect(await tried({ scope: 2, productIds: [999_999] })).toMatchObject({ message: '产品不存在' });
  expect(await tried({ overLimit: 1 })).toMatchObject({ message: '超限次数应为2-100的整数' });
  expect(await tried({ dedupeMin: 1441 })).toMatchObject({ message: '去重时间应为0-1440分钟' });
  expect(await tried({ jumpUrl: 'javascript:alert(1)' })).toMatchObject({ message: '跳转地址须以https://开头' });
  expect(await tried({ texts: { ...defaultTexts, VOID: ' ' } })).toMatchObject({
    message: '请输入提示语',
    data: { fields: [{ field: 'texts.VOID' }, {}] },
  });
  expect(await tried({ texts: { ...defaultTexts, VOID: '{name}' } })).toMatchObject({ message: '没有变量{name}' });
});

test('a change over somebody else’s is refused', async () => {
  const { id, version } = await app.data(token, querySettingApi.save, draft());
  const saved = await app.data(token, querySettingApi.update, { ...draft({ name: '新名' }), id, version });
  expect(saved.version).toBe(version + 1);
  expect((await app.call(token, querySettingApi.update, { ...draft(), id, version })).code).toBe(409);
});

test('other firms and people without the permission see and change nothing', async () => {
  const { id } = await app.data(token, querySettingApi.save, draft());
  const other = await makeCodeWorld(app);
  const stranger = await makeStaff(app, { firmId: other.firmId, permissions });
  expect((await app.call(stranger.token, querySettingApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger.token, querySettingApi.update, { ...draft(), id })).code).toBe(404);
  expect((await app.data(stranger.token, querySettingApi.list)).list).toEqual([]);
  expect(
    (await app.call(stranger.token, querySettingApi.save, draft({ scope: 2, productIds: [world.productId] }))).message,
  ).toBe('产品不存在');
  const nobody = await makeStaff(app, { firmId: world.firmId });
  expect((await app.call(nobody.token, querySettingApi.list)).code).toBe(403);
  const platform = await makeStaff(app, { permissions });
  expect((await app.call(platform.token, querySettingApi.save, draft())).message).toBe('请选择所属企业');
});
