import { ActivityStatus, ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { searchApi } from '@zhuiyuan/contract/search/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStaff, openRoot } from '../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';
import { makeAgent, makeFirm } from '../../test/factories/parties.ts';
import { makeGoods, makeNeedApply, makeNeedOrder } from '../../test/factories/replenish.ts';
import { makeActivity, makeMembers } from '../../test/factories/lottery.ts';
import { keepPhone } from '../member/keep-phone.ts';
import { openTestApp, type TestApp } from '../../test/app.ts';

const sights = ['product', 'lot', 'task', 'agent', 'shop', 'firm', 'identity'].map(
  (one) => `admin:identity:${one}:list`,
);
let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());

const find = (token: string, words: string) => app.data(token, searchApi.find, { words });
const titles = async (token: string, words: string) =>
  Object.fromEntries(
    (await find(token, words)).groups.map(({ group, rows }) => [group, rows.map(({ title }) => title)]),
  );

const enter = async () => {
  const firmId = await makeFirm(app);
  return { firmId, token: await tokenOf(firmId, sights) };
};
const tokenOf = async (firmId: number, permissions: string[]) => (await makeStaff(app, { firmId, permissions })).token;

let lastNo = 0;
const nameAgents = (firmId: number, ...names: string[]) =>
  app.db
    .insertInto('agent')
    .values(
      names.map((name) => ({
        firmId,
        name,
        agentNo: `Z${firmId}-${(lastNo += 1)}`,
        agentType: AgentType.general,
        pid: 0,
        path: '/',
      })),
    )
    .execute();

test('what is called so is found, exactly called before all others, then the newest, three at most', async () => {
  const { firmId, token } = await enter();
  await nameAgents(firmId, '成都锦和', '锦和', '重庆锦和', '昆明锦和', '贵阳锦和');
  const { code, groups } = await find(token, '锦和');
  expect(code).toBeNull();
  expect(groups).toMatchObject([{ group: 'agent', hasMore: true }]);
  expect(groups[0]!.rows.map(({ title }) => title)).toEqual(['锦和', '贵阳锦和', '昆明锦和']);
  expect(groups[0]!.rows[0]).toMatchObject({ status: { label: '启用', tone: 'good' }, why: '' });
  expect(await titles(token, `z${firmId}-${lastNo - 1}`)).toEqual({ agent: ['昆明锦和'] });
  expect(await titles(token, '和')).toEqual({ agent: ['贵阳锦和', '昆明锦和', '重庆锦和'] });
  expect(await titles(token, '%')).toEqual({});
  expect(await titles(token, '没有这样的名字')).toEqual({});
});

test('an exactly called row is found among very many that hold the word', async () => {
  const { firmId, token } = await enter();
  await nameAgents(firmId, '青岚');
  await nameAgents(firmId, ...Array.from({ length: 1000 }, (_, at) => `青岚分号${at}`));
  const rows = (await titles(token, '青岚')).agent!;
  expect(rows[0]).toBe('青岚');
});

test('staff find nothing of another firm, and no kind they may not list', async () => {
  const [mine, theirs] = [await enter(), await enter()];
  const name = `独家${mine.firmId}`;
  await nameAgents(mine.firmId, name);
  expect(await titles(mine.token, name)).toEqual({ agent: [name] });
  expect(await titles(theirs.token, name)).toEqual({});
  expect(await titles(await tokenOf(mine.firmId, ['admin:identity:product:list']), name)).toEqual({});
  expect(await titles(root, name)).toEqual({ agent: [name] });
});

test('firms are found by staff of the platform alone', async () => {
  const { firmId, token } = await enter();
  const { name } = await app.db.selectFrom('firm').select('name').where('id', '=', firmId).executeTakeFirstOrThrow();
  expect(await titles(token, name)).toEqual({});
  expect((await titles(root, name)).firm).toEqual([name]);
});

test('a code opens with what it belongs to, however it is written; one of another firm is as if there were none', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { seg, taskId } = await world.issue();
  await ops.use(range(seg, 1, 10));
  const code = await ops.codeOf(seg, 3);
  const token = await tokenOf(world.firmId, sights);
  const found = await find(token, `  ${code.replace(/(.{4})/g, '$1 ').toLowerCase()}`);
  expect(found.code).toMatchObject({ code, life: 1, scanCnt: 0, lastScan: null, storeName: '明前龙井 250g' });
  expect(found.groups.map(({ group, rows }) => [group, rows[0]!.id, rows[0]!.why])).toEqual([
    ['lot', world.lotId, '所属批次'],
    ['task', taskId, '生成它的任务'],
    ['product', world.productId, '所属产品'],
  ]);
  expect((await find(token, `https://t.example/c/${code}`)).code?.code).toBe(code);
  const stranger = await enter();
  expect(await find(stranger.token, code)).toEqual({ code: null, groups: [] });
  expect((await find(await tokenOf(world.firmId, ['admin:identity:lot:list']), code)).code).toBeNull();
});

test('documents are found by their number or that of the firm’s own system, and a code names the last of its own', async () => {
  const world = await makeMoveWorld(app);
  const shipped = await world.ship(
    [await world.line(world.items, 1, 9)],
    world.to(world.agent, { extNo: 'ERP-4500192837' }),
  );
  const { id, deliverNo } = shipped.data;
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...sights, 'admin:identity:deliver:list'],
  });
  const documents = async (words: string, of = token) =>
    (await find(of, words)).groups.find(({ group }) => group === 'deliver')?.rows;
  expect(await documents(deliverNo)).toMatchObject([
    { id, title: deliverNo, status: { label: '已发货', tone: 'doing' } },
  ]);
  expect(await documents('erp-45001')).toMatchObject([{ id }]);
  expect(await documents(await world.item(3))).toMatchObject([{ id, why: '最近发货' }]);
  expect(await documents(await world.item(30))).toBeUndefined();
  expect(await documents('ERP-4500192837', (await enter()).token)).toBeUndefined();
  const blind = await tokenOf(world.firmId, ['admin:identity:lot:list']);
  expect(await documents('ERP-4500192837', blind)).toBeUndefined();
});

test('orders and requests for goods are found by their numbers, by who may list them', async () => {
  const firmId = await makeFirm(app);
  const agentId = await makeAgent(app, firmId);
  const productId = await makeGoods(app, firmId);
  const [orderId, applyId] = [
    await makeNeedOrder(app, { firmId, agentId }, [[productId, 12]]),
    await makeNeedApply(app, { firmId, agentId }, productId),
  ];
  const { orderNo } = await app.db
    .selectFrom('needOrder')
    .select('orderNo')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { applyNo } = await app.db
    .selectFrom('needApply')
    .select('applyNo')
    .where('id', '=', applyId)
    .executeTakeFirstOrThrow();
  const token = await tokenOf(firmId, ['admin:identity:needOrder:list', 'admin:identity:needApply:list']);
  const groups = async (of: string, words: string) => (await find(of, words)).groups;
  expect(await groups(token, orderNo.toLowerCase())).toMatchObject([
    { group: 'order', rows: [{ id: orderId, title: orderNo, status: { label: '未发货', tone: 'idle' } }] },
  ]);
  expect(await groups(token, applyNo)).toMatchObject([
    { group: 'apply', rows: [{ id: applyId, title: applyNo, status: { label: '草稿', tone: 'idle' } }] },
  ]);
  const stranger = await tokenOf(await makeFirm(app), [
    'admin:identity:needOrder:list',
    'admin:identity:needApply:list',
  ]);
  for (const of of [stranger, await tokenOf(firmId, sights)])
    expect([await groups(of, orderNo), await groups(of, applyNo)]).toEqual([[], []]);
});

test('the five opened last are remembered for each person, newest first, each once', async () => {
  const [one, other] = [await enter(), await enter()];
  const open = (key: string, title = key) =>
    app.data(one.token, searchApi.remember, { kind: 'menu', key: `/m/${key}`, title });
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) await open(key);
  await open('c', '改名');
  const recent = (token: string) => app.data(token, searchApi.recent, {});
  expect((await recent(one.token)).map(({ title }) => title)).toEqual(['改名', 'b', 'f', 'e', 'd']);
  expect(await recent(other.token)).toEqual([]);
  await app.data(one.token, searchApi.forget, {});
  expect(await recent(one.token)).toEqual([]);
  expect(
    await app.call(one.token, searchApi.remember, { kind: 'nothing', key: 'a', title: 'a' } as never),
  ).toMatchObject({
    code: 400,
  });
});

test('odd words are looked for like any others', async () => {
  const { firmId, token } = await enter();
  const name = `龙'井"\\_%<b>`;
  await nameAgents(firmId, name);
  expect(await titles(token, name)).toEqual({ agent: [name] });
  for (const words of ['\\', "'; drop table agent --", '_', '🍵', '1-1', '9'.repeat(512), '\u0000'])
    expect((await app.call(token, searchApi.find, { words })).code).toBe(200);
  expect((await app.call(token, searchApi.find, { words: ' ' })).code).toBe(400);
});

test('a consumer is found by his whole number and by letters of his name, both masked, at his own firm alone', async () => {
  const [mine, theirs] = [await enter(), await enter()];
  const [token, other] = [
    await tokenOf(mine.firmId, ['admin:lottery:customer:list']),
    await tokenOf(theirs.firmId, ['admin:lottery:customer:list']),
  ];
  const [uid, second] = (await makeMembers(app, mine.firmId, 2)) as [number, number];
  await app.db.updateTable('member').set({ nickName: '沈听松' }).where('id', '=', uid).execute();
  const phone = '18600002093';
  await keepPhone(app.db, app.config.masterKey, { firmId: mine.firmId, uid, phone });
  const shown = { id: uid, title: '沈**', text: `编号 ${uid}　186****2093`, status: { label: '正常' } };
  for (const words of [phone, '听松'])
    expect((await find(token, words)).groups).toMatchObject([{ group: 'consumer', hasMore: false, rows: [shown] }]);
  const byNumber = (await find(token, String(second))).groups.find(({ group }) => group === 'consumer');
  expect(byNumber?.rows).toMatchObject([{ id: second, title: `用户***${String(second).slice(-3).padStart(3, '0')}` }]);
  for (const words of [phone, '听松']) expect(await titles(other, words)).toEqual({});
  expect(await titles(mine.token, '听松')).toEqual({});
  for (const words of ['0000', '%', '186****2093']) expect(await titles(token, words)).toEqual({});
});

test('an activity is found by its name and number, one in the bin is not', async () => {
  const { firmId } = await enter();
  const token = await tokenOf(firmId, ['admin:lottery:active:list']);
  const { id } = await makeActivity(app, { firmId }, [{ stock: 1, weight: 1000 }]);
  const change = (set: { actName?: string; status?: ActivityStatus }) =>
    app.db.updateTable('activity').set(set).where('id', '=', id).execute();
  await change({ actName: '中秋扫码有礼' });
  const { actNo } = await app.db.selectFrom('activity').where('id', '=', id).select('actNo').executeTakeFirstOrThrow();
  for (const words of ['扫码有礼', actNo]) expect(await titles(token, words)).toEqual({ activity: ['中秋扫码有礼'] });
  // Who may see games alone finds no other activity.
  const forGames = await tokenOf(firmId, ['admin:lottery:interact:list']);
  expect(await titles(forGames, actNo)).toEqual({});
  await app.db.updateTable('activity').set({ actScene: ActScene.interact }).where('id', '=', id).execute();
  expect(await titles(forGames, actNo)).toEqual({ activity: ['中秋扫码有礼'] });
  await change({ status: ActivityStatus.recycled });
  expect(await titles(token, actNo)).toEqual({});
});
