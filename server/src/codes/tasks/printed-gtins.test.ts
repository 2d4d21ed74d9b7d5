import { CodeSource, Level, TaskPhase, UrlStyle } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../../test/factories/codes.ts';
import { importRows } from '../../../test/factories/jobs.ts';
import { boundOf } from '../label/label-values.ts';

const [gtin, another, foreign] = ['06901234567892', '04006381333931', '06900000000007'] as const;
const [gtinBox, gtinCase, anotherBox] = ['16901234567899', '26901234567896', '36901234567893'] as const;
const printed = { code: 61194, message: '已有标识按该条码印制，不能修改商品条码' };
const warning = '链接中的商品信息与登记不一致，谨防假冒';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let token: string;
let host: string;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  host = app.config.publicUrl;
});
afterAll(() => app.close());
/** A firm of its own each time, with a product that has barcodes for items and small boxes. */
beforeEach(async () => {
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  const products = ['list', 'update', 'import'].map((act) => `admin:identity:product:${act}`);
  const permissions = [...codePermissions, ...packPermissions, ...products];
  token = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
  await setBarcodes({ gtin, gtinBox });
});

/** As it stands in the database, past what refuses a change: what an earlier release let happen. */
const setBarcodes = (columns: object) =>
  app.db.updateTable('product').set(columns).where('id', '=', world.productId).execute();

const change = (fields: object) => app.call(token, productApi.update, { id: world.productId, ...fields } as never);
const issueLinks = (draft: object = {}) =>
  world.issue({ urlStyle: UrlStyle.gs1, productId: world.productId, itemCount: 20, ...draft });

const finished = async (taskId: number) => {
  const read = () => app.db.selectFrom('task').select('phase').where('id', '=', taskId).executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).phase, { timeout: 60_000 }).toBe(4);
  return app.db
    .selectFrom('taskPart')
    .select(['partNo', 'sha256'])
    .where('taskId', '=', taskId)
    .orderBy('partNo')
    .execute();
};

const scan = async (code: string, link: string | undefined) =>
  (await app.data('', publicTraceApi.scan, { code, gtin: link, deviceId: randomUUID() })).warning;
const risks = () => app.db.selectFrom('riskEvent').selectAll().where('firmId', '=', world.firmId).execute();

test('each level is printed with its own barcode, a level without one as short links, wherever its links are shown', async () => {
  const { taskId, segments } = await issueLinks({ assocMode: 1, itemCount: 0, caseCount: 1 });
  const before = await finished(taskId);
  // An earlier release let the barcode be changed: what was printed stays.
  await setBarcodes({ gtin: another, gtinBox: anotherBox, gtinCase });
  const prefixes = new Map([
    [Level.item, `${host}/01/${gtin}/21/`],
    [Level.box, `${host}/01/${gtinBox}/21/`],
    [Level.case, `${host}/c/`],
  ]);
  for (const { seg, level } of segments) {
    const code = await ops.codeOf(seg, 1);
    const url = prefixes.get(level as never)! + code;
    const labels = await app.data(token, taskApi.print, { taskId, seg, serialFrom: 1, count: 1 });
    const [shown] = await app.data(token, identityApi.sample, { seg, n: 1 });
    expect([labels.labels[0]!.url, (await ops.facts(seg, 1)).url]).toEqual([url, url]);
    expect(shown!.url).toBe(prefixes.get(level as never)! + shown!.code);
    if (level !== Level.item)
      expect((await app.data(token, packingApi.print, { codes: [code] } as never)).labels[0]!.url).toBe(url);
  }
  const samples = await app.data(token, taskApi.sample, { taskId, n: 3 });
  expect(samples.every(({ url, code, level }) => url === prefixes.get(level as never)! + code)).toBe(true);
  expect((await boundOf(app.db, taskId)).gtin).toBe('6901234567892');

  await app.data(token, taskApi.resetPassword, { id: taskId } as never);
  expect(await finished(taskId)).toEqual(before);
});

describe('a barcode of which a task printed links', () => {
  test('is not changed, and the refusal names its field; what was not printed is free', async () => {
    const { taskId } = await issueLinks({ boxCount: 2 });
    const before = await finished(taskId);
    const refused = (field: string, former: string) => ({
      ...printed,
      data: { fields: [{ field, message: `${printed.message}（原为 ${former}）` }] },
    });
    expect(await change({ gtin: another })).toMatchObject(refused('gtin', '6901234567892'));
    expect(await change({ gtin: '' })).toMatchObject(refused('gtin', '6901234567892'));
    expect(await change({ gtinKind: GtinKind.internal, gtin: '' })).toMatchObject(refused('gtin', '6901234567892'));
    expect(await change({ gtinBox: anotherBox })).toMatchObject(refused('gtinBox', gtinBox));
    expect(await app.data(token, productApi.info, { id: world.productId })).toMatchObject({ gtin, gtinBox });

    expect(await change({ gtinCase, storeName: '雨前龙井', gtin: '6901234567892' })).toMatchObject({ code: 200 });
    expect(await change({ gtinCase: '' })).toMatchObject({ code: 200 });
    await app.data(token, taskApi.resetPassword, { id: taskId } as never);
    expect(await finished(taskId)).toEqual(before);
  });

  test('is not changed by a file of products', async () => {
    await issueLinks();
    const { storeName, spec } = await app.data(token, productApi.info, { id: world.productId });
    const head = [
      '编号',
      '名称*',
      '规格',
      '单位*',
      '条码',
      '箱比',
      '大箱比',
      '保质期',
      '保质期单位',
      '产地',
      '执行标准',
    ];
    const ended = await importRows(app, token, 'product', [head, ['', storeName, spec, '盒', '4006381333931']]);
    expect(ended).toMatchObject({ ok: 0, skip: 1 });
    expect(await app.data(token, productApi.info, { id: world.productId })).toMatchObject({ gtin });
  });

  test('is free again once the task was withdrawn, and always where it printed short links', async () => {
    await world.issue({ productId: world.productId, itemCount: 10 });
    expect(await change({ gtin: another })).toMatchObject({ code: 200 });
    const { taskId } = await issueLinks();
    await finished(taskId);
    expect(await change({ gtin: '6901234567892' })).toMatchObject(printed);
    await app.db.updateTable('task').set({ phase: TaskPhase.cancelled }).where('id', '=', taskId).execute();
    expect(await change({ gtin: '6901234567892' })).toMatchObject({ code: 200 });
  });

  test('is not changed between the moment a task reads it and the moment the task is there', async () => {
    const [issued, changed] = await Promise.all([
      app.call(world.token, taskApi.save, {
        name: '同时',
        itemCount: 10,
        urlStyle: UrlStyle.gs1,
        productId: world.productId,
        idemKey: randomUUID(),
      } as never),
      change({ gtin: another }),
    ]);
    const [task, product] = await Promise.all([
      app.db.selectFrom('task').select('gtin').where('id', '=', issued.data.id).executeTakeFirstOrThrow(),
      app.data(token, productApi.info, { id: world.productId }),
    ]);
    expect([issued.code, task.gtin]).toEqual([200, product.gtin]);
    expect([200, 61194]).toContain(changed.code);
  });
});

describe('a link that was opened', () => {
  test('is right with the barcode of the task or of the product the code is bound to by now; another one warns', async () => {
    const { seg } = await issueLinks();
    const other = await ops.makeProduct();
    await app.db.updateTable('product').set({ gtin: another }).where('id', '=', other).execute();
    await ops.use(range(seg, 1, 10));
    await ops.use(range(seg, 11, 20), { productId: other, lotId: await ops.makeLot(other) });
    expect(
      await ops.update(range(seg, 1, 5), { newProductId: other, newLotId: await ops.makeLot(other) }),
    ).toMatchObject({ code: 200, data: { ok: 5 } });
    for (const serial of [1, 6, 11]) expect(await scan(await ops.codeOf(seg, serial), '6901234567892')).toBeUndefined();
    for (const serial of [1, 11]) expect(await scan(await ops.codeOf(seg, serial), another)).toBeUndefined();
    expect(await risks()).toEqual([]);
    for (const serial of [1, 11]) expect(await scan(await ops.codeOf(seg, serial), foreign)).toBe(warning);
    expect(await scan(await ops.codeOf(seg, 6), another)).toBe(warning);
    expect(await risks()).toHaveLength(3);
  });

  test('of a box is held against the barcodes of its level', async () => {
    const { segments } = await issueLinks({ itemCount: 0, boxCount: 4 });
    const { seg } = segments[0]!;
    await ops.use(range(seg, 1, 4));
    const code = await ops.codeOf(seg, 1);
    expect([await scan(code, gtinBox), await scan(code, gtin)]).toEqual([undefined, undefined]);
    expect(await scan(code, foreign)).toBe(warning);
    const loose = await world.issue({ itemCount: 0, caseCount: 4, productId: world.productId });
    await ops.use(range(loose.seg, 1, 4));
    expect(await scan(await ops.codeOf(loose.seg, 1), foreign)).toBeUndefined();
  });
});

test('goods with an internal barcode, or none, get short links only', async () => {
  const refused = { code: 400, message: '请选择GS1商品条码的产品' };
  const save = (urlStyle: number) =>
    app.call(world.token, taskApi.save, {
      name: '任务',
      itemCount: 10,
      urlStyle,
      productId: world.productId,
      idemKey: randomUUID(),
    } as never);
  await setBarcodes({ gtinKind: GtinKind.internal, gtin: '00400000000014' });
  expect(await save(UrlStyle.gs1)).toMatchObject({ ...refused, data: { fields: [{ field: 'urlStyle' }] } });
  expect(await save(UrlStyle.short)).toMatchObject({ code: 200 });
  await setBarcodes({ gtinKind: GtinKind.gs1, gtin: null });
  expect(await save(UrlStyle.gs1)).toMatchObject(refused);
});

test('a database of an earlier release keeps what its tasks printed: all levels with the barcode of the item, internal ones too', async () => {
  const internal = '00400000000014';
  const { taskId } = await issueLinks({ boxCount: 2 });
  const short = await world.issue({ productId: world.productId, boxCount: 2 });
  await app.db
    .updateTable('product')
    .set({ gtin: internal, gtinKind: GtinKind.internal })
    .where('id', '=', world.productId)
    .execute();
  const { taskId: foreignId } = await world.issue({ itemCount: 5 });
  await app.db
    .updateTable('task')
    .set({ source: CodeSource.imported, urlStyle: UrlStyle.code, urlPrefix: 'https://q.example/01/6901234567892/21/' })
    .where('id', '=', foreignId)
    .execute();
  const migration = await readFile(join(import.meta.dirname, '../../../migrations/0139-task-gtin.sql'), 'utf8');
  await app.database.pool.query('alter table task drop column gtin, drop column gtin_box, drop column gtin_case');
  await app.database.pool.query(migration);
  const rows = await app.db
    .selectFrom('task')
    .where('id', 'in', [taskId, short.taskId, foreignId])
    .select(['gtin', 'gtinBox', 'gtinCase'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { gtin: internal, gtinBox: internal, gtinCase: null },
    { gtin: null, gtinBox: null, gtinCase: null },
    { gtin, gtinBox: gtin, gtinCase: gtin },
  ]);
  const { seg } = (await app.data(world.token, taskApi.info, { id: taskId })).segments[0]!;
  expect((await ops.facts(seg, 1)).url).toContain(`/01/${internal}/21/`);
});
