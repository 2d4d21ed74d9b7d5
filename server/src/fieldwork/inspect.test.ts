import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldGoodsApi } from '@zhuiyuan/contract/fieldwork/field-goods';
import { fieldInspectionApi } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { inspectionApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson, type Person } from '../../test/factories/account.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { multipart } from '../../test/factories/media.ts';
import { makeAgent, makeInspector, makeShop } from '../../test/factories/parties.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import sharp from '../../test/sharp.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let seg: number;
let boxes: number;
let agentId: number;
let shopId: number;
let inspectorId: number;
let person: Person;
const chongqing = { lng: 106.5774, lat: 29.5567 };
const chengdu = { lng: 104.0665, lat: 30.5723 };

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  const { segments } = await world.issue({
    assocMode: 1,
    productId: world.productId,
    caseCount: 1,
    boxCount: 4,
    itemCount: 24,
    boxNum: 6,
    caseNum: 4,
  });
  seg = segments.find(({ level }) => level === 0)!.seg;
  boxes = segments.find(({ level }) => level === 1)!.seg;
  await ops.use(range(seg, 1, 24));
  agentId = await makeAgent(app, world.firmId, { name: '成都锦和商贸' });
  await app.db
    .insertInto('agentRegion')
    .values(['510100', '510600'].map((regionCode) => ({ firmId: world.firmId, agentId, regionCode })))
    .execute();
  shopId = await makeShop(app, world.firmId, agentId, '武侯祠店');
  await app.db.updateTable('shop').set(chengdu).where('id', '=', shopId).execute();
  inspectorId = await makeInspector(app, world.firmId, '何远');
  await app.db
    .updateTable('inspector')
    .set({ scopes: JSON.stringify(['query', 'evidence', 'freeze']) })
    .where('id', '=', inspectorId)
    .execute();
  person = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.inspector, id: inspectorId });
  // The case that all of it lies in is with the dealer.
  const caseSeg = segments.find(({ level }) => level === 2)!.seg;
  await held(caseSeg, 1, Holder.agent, agentId);
});
afterAll(() => app.close());

const held = (ofSeg: number, serial: number, holderKind: Holder, holderId: number) =>
  app.db
    .insertInto('codeUnit')
    .values({
      seg: ofSeg,
      serial,
      firmId: world.firmId,
      shipStatus: Shipping.signed,
      shipSeq: 1,
      holderKind,
      holderId,
      shipAt: '2026-11-16 16:08:00',
      signAt: '2026-11-18 10:15:00',
    })
    .onConflict((conflict) => conflict.columns(['seg', 'serial']).doUpdateSet({ holderKind, holderId }))
    .execute();

const photograph = async (who = person, stamps = true): Promise<string> => {
  const content = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#46a' } })
    .jpeg()
    .toBuffer();
  const { boundary, body } = multipart({ name: 'a.jpg', content, field: 'file' });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/public/upload/image',
    query: stamps ? { stamps: '1', lng: String(chongqing.lng), lat: String(chongqing.lat) } : {},
    headers: { ...who.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: body,
  });
  const { code, message, data } = answer.json() as { code: number; message: string; data: { url: string } };
  if (code !== 200) throw new Error(message);
  return data.url;
};

const look = async (serial: number, place: object = {}) =>
  person.data(fieldInspectionApi.query, { code: await ops.codeOf(seg, serial), ...place });

test('a code is judged by where the inspector stands', async () => {
  expect(await look(1, chongqing)).toMatchObject({
    verdict: 'diverted',
    storeName: '明前龙井 250g',
    lotNo: 'L261104-1',
    boxCode: await ops.codeOf(boxes, 1),
    should: { holderName: '成都锦和商贸', regions: ['四川省 成都市', '四川省 德阳市'], what: '已签收' },
    here: { place: '重庆市' },
    nearShop: '',
    mayFreeze: true,
  });
  expect(await look(1, chengdu)).toMatchObject({ verdict: 'matches', nearShop: '武侯祠店' });
  expect(await look(1)).toMatchObject({ verdict: 'unplaced', here: { place: '' } });
  const { seg: loose } = await world.issue({ itemCount: 3 });
  expect(await person.data(fieldInspectionApi.query, { code: await ops.codeOf(loose, 1), ...chengdu })).toMatchObject({
    verdict: 'unshipped',
    storeName: '',
  });
  await held(loose, 2, Holder.shop, shopId);
  expect(await person.data(fieldInspectionApi.query, { code: await ops.codeOf(loose, 2), ...chengdu })).toMatchObject({
    verdict: 'shop',
    should: { holderName: '武侯祠店' },
  });
  expect((await person.call(fieldInspectionApi.query, { code: 'ANKZM978FKKY9T48' })).code).toBeGreaterThan(61000);
});

test('what was found outside of its region becomes a warning that the console shows, once however often it is sent', async () => {
  const image = await photograph();
  const draft = {
    code: await ops.codeOf(seg, 2),
    opinion: 2,
    images: [image],
    shopName: '老码头茶庄',
    remark: '货架 4 盒',
    ...chongqing,
    idemKey: randomUUID(),
  };
  const answers = await Promise.all([1, 2, 3].map(() => person.call(fieldInspectionApi.save, draft)));
  expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data])))).toHaveLength(1);
  const { id, policeNo } = answers[0]!.data;
  expect(await person.call(fieldInspectionApi.save, { ...draft, remark: '别的' })).toMatchObject({ code: 61097 });
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: ['admin:identity:inspector:record', 'admin:identity:select:log'],
  });
  const { list } = await app.data(token, inspectionApi.list, { auditorId: inspectorId });
  expect(list).toMatchObject([
    {
      id,
      policeNo,
      authRegion: '四川省成都市、四川省德阳市',
      foundRegion: '重庆市',
      shopName: '老码头茶庄',
      images: [image],
    },
  ]);
  const risks = await app.data(token, scanLogApi.risks);
  expect(risks.list).toMatchObject([
    { id: Number(policeNo), title: '稽查员何远在重庆市查到经销商成都锦和商贸的明前龙井 250g，疑似窜货' },
  ]);
  expect((await person.data(fieldInspectionApi.list)).list).toMatchObject([{ id, opinion: 2, foundRegion: '重庆市' }]);
  expect((await person.data(fieldGoodsApi.home)).inspections).toEqual({ total: 1, today: 1, diverted: 1 });
});

test('normal goods in their region make no warning', async () => {
  const found = { code: await ops.codeOf(seg, 3), opinion: 1, images: [await photograph()], ...chengdu };
  expect((await person.data(fieldInspectionApi.save, found)).policeNo).toBe('');
});

test('photographs are required, one’s own, and carry place and time', async () => {
  const code = await ops.codeOf(seg, 4);
  const save = async (images: string[], more: object = {}) =>
    (await person.call(fieldInspectionApi.save, { code, opinion: 1, images, ...more })).message;
  expect(await save([])).toBe('请上传取证照片');
  expect(await save(Array.from({ length: 10 }, () => '/media/x.jpg'))).toBe('最多上传9张照片');
  expect(await save(['/media/x.jpg'])).toBe('图片已失效，请重新上传');
  expect((await person.call(fieldInspectionApi.save, { code, images: ['/media/x.jpg'] } as never)).message).toBe(
    '请选择稽查意见',
  );
  const [plain, stamped] = [await photograph(person, false), await photograph()];
  const foot = async (url: string) => {
    const file = await app.fastify.inject({ url });
    expect(file.statusCode).toBe(200);
    const strip = await sharp(file.rawPayload).extract({ left: 0, top: 520, width: 800, height: 70 }).stats();
    return strip.channels.map(({ stdev }) => stdev)[0]!;
  };
  expect(await foot(plain)).toBeLessThan(3);
  expect(await foot(stamped)).toBeGreaterThan(10);
});

test('freezing takes the code, or its whole box, and its scope', async () => {
  const code = await ops.codeOf(seg, 7);
  const freeze = (scope: 'code' | 'box') =>
    person.call(fieldInspectionApi.freeze, { code, scope, reason: '疑似窜货', idemKey: randomUUID() });
  expect((await freeze('code')).data).toEqual({ count: 1 });
  expect(await freeze('code')).toMatchObject({ code: 61033 });
  expect((await freeze('box')).data).toEqual({ count: 6 });
  expect((await look(8)).life).toBe(3);
  const op = await app.db
    .selectFrom('codeOp')
    .select(['opSrc', 'operatorId', 'roleKind', 'roleId'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(op).toEqual({ opSrc: 1, operatorId: null, roleKind: RoleKind.inspector, roleId: inspectorId });
  await app.db
    .updateTable('inspector')
    .set({ scopes: JSON.stringify(['query']) })
    .where('id', '=', inspectorId)
    .execute();
  expect((await freeze('code')).code).toBe(403);
  expect((await person.call(fieldInspectionApi.save, { code, opinion: 1, images: ['/media/x.jpg'] })).code).toBe(403);
  expect((await look(8)).mayFreeze).toBe(false);
});

test('a role sees its own firm, its own kind of calls, and ends', async () => {
  const other = await makeCodeWorld(app);
  const { seg: theirs } = await other.issue({ itemCount: 3 });
  const [code] = await opsOf(app, other).textsOf(theirs, 1);
  expect(await person.call(fieldInspectionApi.query, { code: code! })).toMatchObject({
    code: 61002,
    message: '编码不存在',
  });
  expect((await person.call(fieldGoodsApi.pending)).code).toBe(403);
  expect((await person.call(fieldGoodsApi.home, {}, { 'x-role': '' })).code).toBe(400);
  expect((await person.call(fieldGoodsApi.home, {}, { 'x-role': `agent-${agentId}` })).code).toBe(61137);
  expect((await person.call(fieldGoodsApi.home, {}, { 'x-consumer-token': 'x' })).code).toBe(401);
  await app.db.updateTable('inspector').set({ status: Enabled.off }).where('id', '=', inspectorId).execute();
  expect((await person.call(fieldGoodsApi.home)).data.role.state).toBe('stopped');
  const refused = await person.call(fieldInspectionApi.freeze, { code: code!, scope: 'code', reason: '停用' });
  expect(refused).toMatchObject({ code: 61168 });
  await app.db.updateTable('firm').set({ status: Enabled.off }).where('id', '=', world.firmId).execute();
  expect((await person.call(fieldGoodsApi.home)).code).toBe(403);
  expect((await person.call(fieldShopsApi.near, chengdu)).code).toBe(403);
  await app.db.updateTable('firm').set({ status: Enabled.on }).where('id', '=', world.firmId).execute();
  await app.db.updateTable('roleBinding').set({ endedAt: new Date() }).execute();
  expect(await person.call(fieldGoodsApi.home)).toMatchObject({ code: 61137, message: '该身份已解除绑定' });
});
