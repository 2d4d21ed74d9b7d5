import { templatePreviewApi } from '@zhuiyuan/contract/scan/query/template-preview';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { builtInBlocks } from '@zhuiyuan/contract/trace/template/built-in-template';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { findTemplate } from './live-template.ts';

let app: TestApp;
let firmId: number;
let staff: string;
let platform: string;
const everyAct = [
  ...['list', 'save', 'update', 'delete', 'publish'].map((act) => `admin:identity:temp:${act}`),
  ...['list', 'save', 'update'].map((act) => `admin:identity:product:${act}`),
];

beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app, '青岚山茶业');
  staff = (await makeStaff(app, { firmId, permissions: everyAct })).token;
  platform = (await makeStaff(app, { permissions: everyAct })).token;
});
afterAll(() => app.close());

let count = 0;
const draft = (change: object = {}) => ({ name: `模板${(count += 1)}`, blocks: builtInBlocks, ...change });
const save = (change: object = {}, token = staff) => app.data(token, templateApi.save, draft(change));
const info = (id: number, token = staff) => app.data(token, templateApi.info, { id });
const divider = (id: string) => ({ kind: 'divider' as const, id });
const firmStaff = async (name?: string) => {
  const own = await makeFirm(app, name);
  return { own, token: (await makeStaff(app, { firmId: own, permissions: everyAct })).token };
};
const addProduct = (token: string, tempId?: number) =>
  app.data(token, productApi.save, { storeName: '明前龙井', unit: '盒', image: '/media/a.png', tempId });

describe('saving', () => {
  it('keeps a draft that shoppers do not see, in the order of its blocks', async () => {
    const { id } = await save({ blocks: [...builtInBlocks, divider('d1')], theme: { color: '#1F6FEB' } });
    expect(await info(id)).toMatchObject({
      firmId,
      firmName: '青岚山茶业',
      publishVersion: 0,
      publishTime: null,
      hasChanges: true,
      isDefault: false,
      productCount: 0,
      color: '#1f6feb',
      theme: { color: '#1f6feb', background: '#f4f3ef', fontSize: 2 },
    });
    expect((await info(id)).blocks.map(({ kind }) => kind).slice(-2)).toEqual(['report', 'divider']);
  });

  it('refuses what is no template, with the text of the editor', async () => {
    const wrong = async (change: object) => (await app.call(staff, templateApi.save, draft(change))).message;
    expect(await wrong({ name: '' })).toBe('请输入模板名称');
    expect(await wrong({ name: '长'.repeat(31) })).toBe('模板名称不能超过30个字符');
    expect(await wrong({ blocks: [divider('a')] })).toBe('防伪结果组件必须有且只有一个');
    expect(await wrong({ blocks: [...builtInBlocks, { kind: 'verdict', id: 'v2' }] })).toBe(
      '防伪结果组件必须有且只有一个',
    );
    expect(await wrong({ blocks: [{ kind: 'verdict', id: 'v', hidden: true }] })).toBe('防伪结果组件不能隐藏');
    expect(await wrong({ blocks: [...builtInBlocks, divider('report')] })).toBe('组件重复');
    const many = Array.from({ length: 40 }, (_, at) => divider(`d${at}`));
    expect(await wrong({ blocks: [builtInBlocks[0], ...many] })).toBe('组件不能超过40个');
    expect(
      (await app.call(staff, templateApi.save, draft({ blocks: [builtInBlocks[0], ...many.slice(1)] }))).code,
    ).toBe(200);
    expect(await wrong({ blocks: [...builtInBlocks, { kind: 'canvas', id: 'c' }] })).toBe('组件不正确');
    expect(await wrong({ theme: { color: '#ffee88' } })).toBe('主题色太浅，白色文字看不清');
    expect(await wrong({ theme: { background: '#333333' } })).toBe('背景色太深，页面文字看不清');
    expect(await wrong({ blocks: [...builtInBlocks, { kind: 'graphic', id: 'g', link: 'javascript:alert(1)' }] })).toBe(
      '链接应以http://、https://或/开头',
    );
  });

  it('takes scripts, handlers and foreign frames out of rich text', async () => {
    const html =
      '<h2 onclick="x()">山场</h2><p style="text-align:center;position:fixed">春<script>alert(1)</script></p>' +
      '<iframe src="https://evil.example"></iframe><a href="javascript:alert(1)">点</a>' +
      '<a href="https://qinglan.example">官网</a><img src="/media/a.png" onerror="x()"><img src="data:text/html,x">';
    const { id } = await save({ blocks: [...builtInBlocks, { kind: 'rich', id: 'r', html }] });
    const rich = (await info(id)).blocks.at(-1);
    expect(rich).toMatchObject({
      kind: 'rich',
      html:
        '<h2>山场</h2><p style="text-align:center">春</p><a target="_blank" rel="noopener noreferrer">点</a>' +
        '<a href="https://qinglan.example" target="_blank" rel="noopener noreferrer">官网</a><img src="/media/a.png" /><img />',
    });
  });

  it('has each name once in a firm, and 409 for a stale version', async () => {
    const { id, version } = await save({ name: '春茶' });
    expect(await app.call(staff, templateApi.save, draft({ name: '春茶' }))).toMatchObject({
      code: 400,
      message: '名称已存在',
    });
    const { own, token } = await firmStaff();
    expect((await save({ name: '春茶' }, token)).id).toBeGreaterThan(0);
    expect((await save({ name: '春茶2', firmId: own }, platform)).id).toBeGreaterThan(0);
    expect((await app.call(platform, templateApi.save, draft())).message).toBe('请选择所属企业');
    const next = await app.data(staff, templateApi.update, { ...draft({ name: '春茶' }), id, version });
    expect(next.version).toBe(version + 1);
    expect((await app.call(staff, templateApi.update, { ...draft(), id, version })).code).toBe(409);
  });
});

describe('publishing', () => {
  it('shows shoppers a version that later edits of the draft do not touch', async () => {
    const { own, token } = await firmStaff();
    const { id: productId } = await addProduct(token);
    const seen = () => findTemplate(app.db, { firmId: own, productId });
    const { id } = await save({}, token);
    expect(await seen()).toBeNull();
    expect(await app.data(token, templateApi.publish, { id })).toEqual({ publishVersion: 1 });
    expect(await info(id, token)).toMatchObject({ isDefault: true, publishVersion: 1, hasChanges: false });
    expect((await seen())?.version).toBe(1);
    const { name } = await info(id, token);
    await app.data(token, templateApi.update, { ...draft({ name, blocks: [builtInBlocks[0]!, divider('d')] }), id });
    expect(await info(id, token)).toMatchObject({ hasChanges: true, publishVersion: 1 });
    expect((await seen())?.blocks).toHaveLength(builtInBlocks.length);
    await app.data(token, templateApi.publish, { id });
    expect(await seen()).toMatchObject({ version: 2, blocks: [{ kind: 'verdict' }, { kind: 'divider' }] });
    await app.data(token, templateApi.update, {
      ...draft({ name: '只改名', blocks: [builtInBlocks[0]!, divider('d')] }),
      id,
    });
    expect((await info(id, token)).hasChanges).toBe(false);
  });

  it('goes back to an older version as a new one, and lists them all', async () => {
    const { id } = await save();
    await app.data(staff, templateApi.publish, { id });
    await app.data(staff, templateApi.update, { ...draft({ blocks: [builtInBlocks[0]!] }), id });
    await app.data(staff, templateApi.publish, { id });
    expect(await app.data(staff, templateApi.rollback, { id, version: 1 })).toEqual({ publishVersion: 3 });
    expect((await info(id)).blocks).toHaveLength(builtInBlocks.length);
    expect(await app.data(staff, templateApi.versions, { id })).toMatchObject([
      { version: 3, fromVersion: 1, isLive: true, publisher: '测试', blockCount: builtInBlocks.length },
      { version: 2, fromVersion: null, isLive: false, blockCount: 1 },
      { version: 1, isLive: false },
    ]);
    expect((await app.call(staff, templateApi.rollback, { id, version: 9 })).code).toBe(404);
  });

  it('numbers versions published at the same time one after the other', async () => {
    const { id } = await save();
    const published = await Promise.all(Array.from({ length: 6 }, () => app.data(staff, templateApi.publish, { id })));
    expect(published.map(({ publishVersion }) => publishVersion).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('leaves hidden blocks out of what shoppers get', async () => {
    const { own, token } = await firmStaff();
    const { id: productId } = await addProduct(token);
    const { id } = await save({ blocks: [builtInBlocks[0], { ...divider('d'), hidden: true }] }, token);
    await app.data(token, templateApi.publish, { id });
    expect((await findTemplate(app.db, { firmId: own, productId }))?.blocks.map(({ kind }) => kind)).toEqual([
      'verdict',
    ]);
  });
});

describe('default and choice', () => {
  it('keeps one default per firm, also when two first templates are published at once', async () => {
    const { token } = await firmStaff();
    const made = await Promise.all([save({}, token), save({}, token), save({}, token)]);
    await Promise.all(made.map(({ id }) => app.data(token, templateApi.publish, { id })));
    const defaults = async () =>
      (await app.data(token, templateApi.list, {})).list.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(await defaults()).toHaveLength(1);
    const [first] = await defaults();
    const other = made.find(({ id }) => id !== first)!.id;
    await app.data(token, templateApi.setDefault, { id: other });
    expect(await defaults()).toEqual([other]);
    await Promise.all(made.map(({ id }) => app.call(token, templateApi.setDefault, { id })));
    expect(await defaults()).toHaveLength(1);
  });

  it('prefers the product’s own template, and falls back to the default while that is disabled', async () => {
    const { own, token } = await firmStaff();
    const first = await save({ blocks: [builtInBlocks[0], divider('default')] }, token);
    await app.data(token, templateApi.publish, { id: first.id });
    const second = await save({ blocks: [builtInBlocks[0], divider('own')] }, token);
    const { id: productId } = await addProduct(token, second.id);
    const mark = async () => (await findTemplate(app.db, { firmId: own, productId }))?.blocks[1]?.id;
    expect(await mark()).toBe('default');
    await app.data(token, templateApi.publish, { id: second.id });
    expect(await mark()).toBe('own');
    await app.data(token, templateApi.updateStatus, { id: second.id, status: 1 });
    expect(await mark()).toBe('default');
    await app.data(token, templateApi.updateStatus, { id: second.id, status: 0 });
    expect(await mark()).toBe('own');
    expect(await app.data(token, productApi.list, { tempId: second.id })).toMatchObject({
      total: 1,
      list: [{ id: productId, tempId: second.id, tempName: (await info(second.id, token)).name }],
    });
    expect((await info(second.id, token)).productCount).toBe(1);
    const { id: unbound } = await addProduct(token);
    expect(await app.data(token, productApi.list, { tempId: first.id })).toMatchObject({
      total: (await info(first.id, token)).productCount,
      list: [{ id: unbound, tempId: null }],
    });
  });

  it('refuses what would leave shoppers without a look', async () => {
    const { token } = await firmStaff();
    const first = await save({}, token);
    expect(await app.call(token, templateApi.setDefault, { id: first.id })).toMatchObject({ code: 61165 });
    await app.data(token, templateApi.publish, { id: first.id });
    expect(await app.call(token, templateApi.remove, { id: first.id })).toMatchObject({
      code: 61094,
      message: '已被使用，不能删除',
    });
    expect(await app.call(token, templateApi.updateStatus, { id: first.id, status: 1 })).toMatchObject({ code: 61167 });
    const second = await save({}, token);
    await addProduct(token, second.id);
    expect((await app.call(token, templateApi.remove, { id: second.id })).code).toBe(61094);
    await app.data(token, templateApi.updateStatus, { id: second.id, status: 1 });
    for (const api of [templateApi.publish, templateApi.setDefault])
      expect((await app.call(token, api, { id: second.id })).code).toBe(61166);
    expect((await app.call(token, templateApi.rollback, { id: second.id, version: 1 })).code).toBe(61166);
    const third = await save({}, token);
    expect(await app.data(token, templateApi.removeMany, { ids: [first.id, third.id] as never })).toMatchObject({
      ok: 1,
      fail: [{ id: first.id, message: '已被使用，不能删除' }],
    });
  });

  it('lets a product name only an enabled template of its own firm', async () => {
    const { token } = await firmStaff();
    const foreign = await save();
    const product = { storeName: '明前龙井', unit: '盒', image: '/media/a.png' };
    const said = { code: 400, message: '溯源模板已停用或不存在' };
    expect(await app.call(token, productApi.save, { ...product, tempId: foreign.id })).toMatchObject(said);
    const own = await save({}, token);
    await app.data(token, templateApi.updateStatus, { id: own.id, status: 1 });
    expect(await app.call(token, productApi.save, { ...product, tempId: own.id })).toMatchObject(said);
    expect((await app.call(platform, productApi.save, { ...product, firmId, tempId: own.id })).code).toBe(400);
  });
});

it('cleans the long text of a product as it does rich text, and leaves plain text as typed', async () => {
  const product = { storeName: '明前龙井', unit: '盒', image: '/media/a.png' };
  const kept = async (detail: string) =>
    (
      await app.data(staff, productApi.info, {
        id: (await app.data(staff, productApi.save, { ...product, detail })).id,
      })
    ).detail;
  expect(await kept('<p onclick="x()">春<script>alert(1)</script></p>')).toBe('<p>春</p>');
  expect(await kept('茶 & 水，1 < 2\n第二段')).toBe('茶 & 水，1 < 2\n第二段');
});

it('copies the draft under a free name, unpublished', async () => {
  const { id } = await save({ name: '一个正好三十个字的模板名称一个正好三十个字的模板名称一二三四' });
  await app.data(staff, templateApi.publish, { id });
  const twin = await info((await app.data(staff, templateApi.copy, { id })).id);
  expect(twin).toMatchObject({ publishVersion: 0, isDefault: false, status: 0 });
  expect(twin.name).toMatch(/-副本$/);
  expect(twin.name.length).toBeLessThanOrEqual(30);
  const second = await info((await app.data(staff, templateApi.copy, { id })).id);
  expect(second.name).toMatch(/-副本2$/);
  expect(second.blocks).toEqual((await info(id)).blocks);
});

describe('preview', () => {
  it('shows a product in the look of the draft, and opens on a telephone by its token', async () => {
    const { token } = await firmStaff('预览企业');
    const { id: productId } = await addProduct(token);
    const { id } = await save({ blocks: [builtInBlocks[0], divider('draft')] }, token);
    const shown = await app.data(token, templatePreviewApi.preview, { id, productId });
    expect(shown).toMatchObject({
      answer: {
        verdict: 'FIRST',
        scanId: null,
        token: '',
        text: '您查询的是预览企业生产的明前龙井，首次查询，为正品，请放心使用。',
        template: { version: 0, blocks: [{ kind: 'verdict' }, { kind: 'divider' }] },
      },
      detail: { product: { images: ['/media/a.png'] }, firm: { name: '预览企业' } },
    });
    const answer = await app.fastify.inject({ url: '/public/trace/preview', query: { token: shown.token } });
    expect(answer.json()).toMatchObject({ code: 200, data: { answer: { template: { version: 0 } } } });
    const forged = await app.fastify.inject({ url: '/public/trace/preview', query: { token: `${shown.token}x` } });
    expect(forged.json()).toMatchObject({ code: 401, message: '预览已过期，请在后台重新打开' });
    const live = await app.data(token, templatePreviewApi.preview, { productId });
    expect(live.answer.template).toBeNull();
    expect(await app.db.selectFrom('scanLog').select('id').execute()).toEqual([]);
  });

  it('shows the service number alone, never the contact’s', async () => {
    const { token, own } = await firmStaff();
    const phones = (servicePhone: string) =>
      app.db.updateTable('firm').set({ phone: '13900007777', servicePhone }).where('id', '=', own).execute();
    await phones('');
    const { id } = await save({}, token);
    const shown = await app.data(token, templatePreviewApi.preview, { id });
    expect(shown.answer.firm?.phone).toBeNull();
    expect(JSON.stringify(shown)).not.toContain('13900007777');
    await phones('400-800-2');
    expect((await app.data(token, templatePreviewApi.preview, { id })).answer.firm?.phone).toBe('400-800-2');
  });

  it('needs no product: a new template is shown with examples', async () => {
    expect(await app.data(platform, templatePreviewApi.preview, {})).toMatchObject({
      answer: { firm: { name: '示例企业' }, product: { storeName: '示例产品' } },
      detail: { product: null, flows: [] },
    });
  });

  it('does not show another firm’s template or product', async () => {
    const { token } = await firmStaff();
    const foreign = await save();
    const { id: productId } = await addProduct(staff);
    expect((await app.call(token, templatePreviewApi.preview, { id: foreign.id })).code).toBe(404);
    expect((await app.call(token, templatePreviewApi.preview, { productId })).code).toBe(404);
    const own = await save({}, token);
    expect((await app.call(platform, templatePreviewApi.preview, { id: own.id, productId })).code).toBe(404);
  });
});

it('is closed without its permissions', async () => {
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:temp:list'] });
  const { id } = await save();
  expect((await app.call(token, templateApi.info, { id })).code).toBe(200);
  for (const api of [
    templateApi.publish,
    templateApi.setDefault,
    templateApi.remove,
    templateApi.copy,
    templateApi.updateStatus,
  ])
    expect((await app.call(token, api as typeof templateApi.publish, { id })).code).toBe(403);
});
