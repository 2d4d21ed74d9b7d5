import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, once, openOps, range } from '../../../test/factories/codes.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof openOps>>['world'];
let ops: Awaited<ReturnType<typeof openOps>>['ops'];
beforeAll(async () => {
  ({ app, world, ops } = await openOps());
});
afterAll(() => app.close());

describe('改绑', () => {
  test('a range moves to another lot and keeps the time it was activated; counters move with it', async () => {
    const { seg } = await world.issue();
    const [from, to] = [await ops.makeLot(), await ops.makeLot()];
    await ops.use(range(seg, 1, 500), { lotId: from });
    await ops.use(range(seg, 501, 505), { lotId: from });
    const before = await ops.facts(seg, 100);
    expect(await ops.update(range(seg, 101, 503), { newLotId: to })).toMatchObject({
      code: 200,
      data: { ok: 403, fail: 0 },
    });
    expect([
      (await ops.facts(seg, 100)).lotId,
      (await ops.facts(seg, 101)).lotId,
      (await ops.facts(seg, 503)).lotId,
    ]).toEqual([from, to, to]);
    expect((await ops.facts(seg, 504)).lotId).toBe(from);
    expect((await ops.facts(seg, 200)).activatedAt).toBe(before.activatedAt);
    expect([(await ops.countsOf(from)).activeCnt, (await ops.countsOf(to)).activeCnt]).toEqual([102, 403]);
    const items = await app.db.selectFrom('codeOpItem').where('seg', '=', seg).select('before').execute();
    expect(JSON.stringify(items)).toContain(`"lotId":${from}`);
  });

  test('what is not active, void, frozen, of another product or shipped is named and nothing is done', async () => {
    const { seg } = await world.issue();
    const to = await ops.makeLot();
    expect(await ops.update(await ops.single(seg, 1), { newLotId: to })).toMatchObject({ code: 61036 });
    await ops.use(range(seg, 1, 100));
    const other = await ops.makeProduct();
    expect(await ops.update(range(seg, 1, 50), { newLotId: await ops.makeLot(other) })).toMatchObject({
      code: 61031,
      data: { byError: { 61013: 50 } },
    });
    await ops.freeze(range(seg, 1, 20));
    await ops.remove(range(seg, 21, 25));
    expect(await ops.update(range(seg, 1, 110), { newLotId: to })).toMatchObject({
      code: 61031,
      data: { fail: 35, byError: { 61033: 20, 61030: 5, 61036: 10 } },
    });
    await app.db
      .insertInto('codeUnit')
      .values({ seg, serial: 60, firmId: world.firmId, shipStatus: Shipping.shipped, shipSeq: 1 })
      .onConflict((conflict) =>
        conflict.columns(['seg', 'serial']).doUpdateSet({ shipStatus: Shipping.shipped, shipSeq: 1 }),
      )
      .execute();
    expect(await ops.update(await ops.single(seg, 60), { newLotId: to })).toMatchObject({ code: 61037 });
    expect(await ops.update(await ops.single(seg, 60), { newLotId: to, force: true })).toMatchObject({ code: 403 });
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: [...codePermissions, 'admin:identity:batch:force'],
    });
    const forced = { pick: await ops.single(seg, 60), newLotId: to, force: true, reason: '召回后换批' };
    expect(await app.call(token, codeOpApi.update, once(forced))).toMatchObject({ code: 200, data: { ok: 1 } });
    expect(await ops.remove(await ops.single(seg, 60))).toMatchObject({ code: 61028 });
  });

  test('what was forced is tried again by who may force it', async () => {
    const { seg } = await world.issue();
    await ops.use(range(seg, 1, 1));
    const permissions = [...codePermissions, 'admin:identity:batch:force'];
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions });
    const asked = {
      pick: { mode: 5, codes: await ops.textsOf(seg, 1, 2) },
      newLotId: await ops.makeLot(),
      force: true,
      policy: 1,
      reason: '召回后换批',
    };
    const { opId } = await app.data(token, codeOpApi.update, once(asked));
    expect(await app.call(world.token, codeOpApi.retry, { opId })).toMatchObject({ code: 403 });
    expect(await app.call(token, codeOpApi.retry, { opId })).toMatchObject({ code: 200, data: { rows: 1 } });
  });

  test('something must change, a product comes with a lot, a reason is asked', async () => {
    const { seg } = await world.issue();
    expect(await ops.update(range(seg, 1, 2), {})).toMatchObject({ code: 400, message: '请至少选择一项变更内容' });
    expect(await ops.update(range(seg, 1, 2), { newProductId: world.productId })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'newLotId' }] },
    });
    expect(await ops.update(range(seg, 1, 2), { newLotId: world.lotId, reason: '' })).toMatchObject({
      code: 400,
      message: '请填写原因',
    });
  });

  test('an item in a printed box changes its product only with its box', async () => {
    const { segments } = await world.issue({
      itemCount: 24,
      boxCount: 4,
      assocMode: 1,
      productId: world.productId,
    });
    const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
    await ops.use(range(boxes.seg, 1, 4), { includeChild: true });
    expect(await ops.lives(items.seg, 1, 24)).toEqual([1, 1]);
    const other = await ops.makeProduct();
    const target = { newProductId: other, newLotId: await ops.makeLot(other) };
    expect(await ops.update(range(items.seg, 1, 6), target)).toMatchObject({
      code: 61031,
      data: { byError: { 61039: 6 } },
    });
    expect(await ops.update(range(boxes.seg, 1, 1), { ...target, includeChild: true })).toMatchObject({
      code: 200,
      data: { ok: 7 },
    });
    expect([(await ops.facts(items.seg, 6)).productId, (await ops.facts(items.seg, 7)).productId]).toEqual([
      other,
      world.productId,
    ]);
  });
});

describe('预检', () => {
  test('says what would happen, by group and by reason, and its token is good for exactly that', async () => {
    const { seg } = await world.issue();
    const [from, to] = [await ops.makeLot(), await ops.makeLot()];
    await ops.use(range(seg, 1, 100), { lotId: from });
    const check = await app.data(world.token, codeOpApi.check, {
      opType: 2,
      pick: range(seg, 1, 120),
      newLotId: to,
    } as never);
    expect(check).toMatchObject({
      total: 120,
      ok: 100,
      byError: { 61036: 20 },
      bindings: [{ lotId: from, count: 100 }],
      boxes: 0,
    });
    await ops.freeze(await ops.single(seg, 7));
    const submitted = { newLotId: to, policy: 1, token: check.token };
    expect(await ops.update(range(seg, 1, 120), submitted)).toMatchObject({
      code: 61099,
      message: '数据已变化，请重新预检',
    });
    await ops.unfreeze(await ops.single(seg, 7));
    expect(await ops.update(range(seg, 1, 119), submitted)).toMatchObject({ code: 61099 });
    expect(await ops.freeze(range(seg, 1, 120), { token: check.token })).toMatchObject({ code: 61099 });
    expect(await ops.update(range(seg, 1, 120), { ...submitted, token: 'no.token' })).toMatchObject({ code: 61099 });
    expect(await ops.update(range(seg, 1, 120), submitted)).toMatchObject({ code: 200, data: { ok: 100, fail: 20 } });
  });

  test('is for those who may do it', async () => {
    const { seg } = await world.issue();
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:batch:use'] });
    const pick = range(seg, 1, 2);
    expect(await app.call(token, codeOpApi.check, { opType: 1, pick } as never)).toMatchObject({ code: 200 });
    expect(await app.call(token, codeOpApi.check, { opType: 3, pick } as never)).toMatchObject({ code: 403 });
  });
});
