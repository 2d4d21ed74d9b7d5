import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { randomUUID } from 'node:crypto';
import { openKeyring, seedCodeKeys } from '../../src/codes/cipher/keyring.ts';
import { openTestApp, type TestApp } from '../app.ts';
import { makeFirmStaff } from './access.ts';

export const codePermissions = [
  'admin:identity:task:list',
  'admin:identity:task:save',
  'admin:identity:task:audit',
  'admin:identity:task:cancel',
  'admin:identity:task:retry',
  'admin:identity:task:pwd',
  'admin:identity:task:download',
  'admin:identity:task:void',
  'admin:identity:task:print',
  'admin:identity:identity:list',
  'admin:identity:identity:freeze',
  'admin:identity:batch:list',
  'admin:identity:batch:use',
  'admin:identity:batch:undo',
  'admin:identity:batch:update',
  'admin:identity:batch:delete',
  'admin:identity:batch:freeze',
  'admin:identity:batch:import',
  'admin:identity:batch:export',
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:importTask:cancel',
  'admin:identity:importTask:retry',
];

export const packPermissions = [
  ...['list', 'alone', 'box', 'remove', 'dissolve', 'replace', 'seal', 'import', 'print'].map(
    (act) => `admin:identity:pack:${act}`,
  ),
  ...['list', 'save', 'export'].map((act) => `admin:identity:packLog:${act}`),
];

/** A firm with a member of staff, a product and a lot, and live code keys: what issuing and activating need. */
export const makeCodeWorld = async (app: TestApp) => {
  await seedCodeKeys(app.db, app.config.masterKey);
  const { firmId, token } = await makeFirmStaff(app, codePermissions);
  const product = await app.db
    .insertInto('product')
    .values({
      firmId,
      storeName: '明前龙井 250g',
      productNo: `P${randomUUID().slice(0, 8)}`,
      unit: '盒',
      boxNum: 6,
      caseNum: 4,
      image: '/media/a.png',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lot = await app.db
    .insertInto('lot')
    .values({ firmId, productId: product.id, lotNo: 'L261104-1', produceDate: '2026-11-04' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const issue = async (draft: Record<string, unknown> = {}) => {
    const { id } = await app.data(token, taskApi.save, {
      name: '测试任务',
      itemCount: 1000,
      idemKey: randomUUID(),
      ...draft,
    } as never);
    const { segments } = await app.data(token, taskApi.info, { id });
    return { taskId: id, segments, seg: segments[0]!.seg };
  };
  return { firmId, token, productId: product.id, lotId: lot.id, issue };
};

/** A choice of one run of serials. */
export const range = (seg: number, serialFrom: number, serialTo: number) => ({
  mode: 1 as const,
  ranges: [{ seg, serialFrom, serialTo }],
});

/** A request that was never sent before. */
export const once = (more: object) => ({ idemKey: randomUUID(), ...more }) as never;

/** Operations on the codes of a world, and what they come to. */
export const opsOf = (app: TestApp, world: Awaited<ReturnType<typeof makeCodeWorld>>) => {
  const segmentOf = (seg: number) =>
    app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
  const textsOf = async (seg: number, ...serials: number[]) => {
    const segment = await segmentOf(seg);
    return Promise.all(serials.map((serial) => openKeyring(app).readText(app.db, segment, serial)));
  };
  const codeOf = async (seg: number, serial: number) => (await textsOf(seg, serial))[0]!;
  const facts = async (seg: number, serial: number) =>
    app.data(world.token, identityApi.info, { code: await codeOf(seg, serial) });
  return {
    use: (pick: object, more: object = {}) =>
      app.call(world.token, codeOpApi.use, once({ pick, productId: world.productId, lotId: world.lotId, ...more })),
    update: (pick: object, more: object) =>
      app.call(world.token, codeOpApi.update, once({ pick, reason: '贴错标签', ...more })),
    remove: (pick: object, more: object = {}) =>
      app.call(world.token, codeOpApi.delete, once({ pick, reasonType: 1, ...more })),
    freeze: (pick: object, more: object = {}) =>
      app.call(world.token, codeOpApi.freeze, once({ pick, reason: '排查串货', ...more })),
    unfreeze: (pick: object, more: object = {}) =>
      app.call(world.token, codeOpApi.unfreeze, once({ pick, reason: '排查完毕', ...more })),
    undo: (opId: number, more: object = {}) => app.call(world.token, codeOpApi.undo, { opId, ...more }),
    check: (pick: object, more: object = {}) => app.call(world.token, codeOpApi.check, { pick, ...more } as never),
    segmentOf,
    textsOf,
    codeOf,
    facts,
    lives: (seg: number, ...serials: number[]) =>
      Promise.all(serials.map(async (serial) => (await facts(seg, serial)).life)),
    single: async (seg: number, serial: number) => ({ mode: 5 as const, codes: [await codeOf(seg, serial)] }),
    makeLot: async (productId = world.productId) =>
      (
        await app.db
          .insertInto('lot')
          .values({ firmId: world.firmId, productId, lotNo: `M${randomUUID().slice(0, 8)}`, produceDate: '2026-11-05' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    makeProduct: async () =>
      (
        await app.db
          .insertInto('product')
          .values({
            firmId: world.firmId,
            storeName: `雨前龙井 ${randomUUID().slice(0, 4)}`,
            productNo: `P${randomUUID().slice(0, 8)}`,
            unit: '盒',
            boxNum: 6,
            caseNum: 4,
            image: '/media/a.png',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    countsOf: (lotId: number) =>
      app.db.selectFrom('lot').where('id', '=', lotId).select(['activeCnt', 'voidCnt']).executeTakeFirstOrThrow(),
  };
};

/** A server of its own with a world of codes, and the operations on them. */
export const openOps = async () => {
  const app = await openTestApp();
  const world = await makeCodeWorld(app);
  return { app, world, ops: opsOf(app, world) };
};
