import { BoxState, Holder, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { PackAct, packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { exportedRows, mountedExporters } from '../jobs/exporter.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { makeBoxWorld } from '../../test/factories/boxes.ts';
import { makeCodeWorld, opsOf, packPermissions, range } from '../../test/factories/codes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const makeWorld = () => makeBoxWorld(app);

describe('packing', () => {
  test('items into a box: all of them, the box bound with its first, full when nothing more fits', async () => {
    const { pack, codesOf, items, facts, box, token, lotId, productId } = await makeWorld();
    const codes = await codesOf(items, 1, 6);
    expect((await pack(1, codes.slice(0, 4))).data).toMatchObject({
      childCnt: 4,
      capacity: 6,
      boxState: BoxState.packing,
    });
    expect((await pack(1, codes.slice(3))).data).toMatchObject({ childCnt: 6, boxState: BoxState.full, repeat: 1 });
    for (const code of codes) expect((await facts(code)).boxCode).toBe(await box(1));
    expect(await facts(await box(1))).toMatchObject({ productId, lotId, life: 1 });
    const { list, total } = await app.data(token, packingApi.list, { code: codes[2] });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      code: await box(1),
      childCnt: 6,
      itemQty: 6,
      boxState: BoxState.full,
      storeName: '明前龙井 250g',
    });
    const [packed, activated] = await app.data(token, identityApi.timeline, { code: codes[2]! });
    expect(packed).toMatchObject({ title: '装箱' });
    expect(packed!.facts).toContain(`装入 ${await box(1)}`);
    expect(activated).toMatchObject({ title: '启用' });
    const product = await app.db
      .selectFrom('product')
      .where('id', '=', productId)
      .select('hasBoxes')
      .executeTakeFirst();
    expect(product).toEqual({ hasBoxes: true });
    const children = await app.data(token, identityApi.children, { codeId: list[0]!.id });
    expect(children.list.map(({ code }) => code)).toEqual(codes);
  });

  test('names every code that stands against it, and packs none', async () => {
    const { pack, codesOf, items, box, item, ops, token, cases } = await makeWorld();
    await pack(1, [await item(1)]);
    await ops.remove(await ops.single(items, 2));
    await ops.freeze(await ops.single(items, 3));
    const answer = await pack(2, [
      await item(1),
      await item(2),
      await item(3),
      await item(4),
      await item(4),
      await item(160),
      await box(3),
      'AAAA',
    ]);
    expect(answer.code).toBe(61031);
    const rows = (answer.data as unknown as { rows: { code: string; errCode: number; errMsg: string }[] }).rows;
    expect(rows.map(({ errCode }) => errCode).toSorted()).toEqual([61001, 61030, 61033, 61050, 61052, 61054, 61058]);
    expect(rows.find(({ errCode }) => errCode === 61052)!.errMsg).toBe(
      `编码${await item(1)}：编码已装入${await box(1)}，请先拆箱`,
    );
    expect((await app.data(token, packingApi.list, { code: await box(2) })).total).toBe(0);

    const many = await pack(2, await codesOf(items, 11, 17));
    expect(many).toMatchObject({ code: 61055, message: expect.stringContaining('超出箱容量（6），当前6') });
    const parentCode = await ops.codeOf(cases, 1);
    expect(await app.call(token, packingApi.alone, { parentCode, children: [await item(20)] })).toMatchObject({
      code: 61051,
      message: `编码${parentCode}：箱内只能装小箱`,
    });
  });

  test('activates on the way what is bound to nothing, where product and lot are given and the firm allows it', async () => {
    const { pack, item, facts, productId, lotId, firmId, items, ops } = await makeWorld();
    const before = (await ops.segmentOf(items)).activeCnt;
    expect((await pack(1, [await item(160), await item(161)], { productId, lotId })).code).toBe(200);
    expect(await facts(await item(161))).toMatchObject({ life: 1, lotId });
    expect((await ops.segmentOf(items)).activeCnt).toBe(before + 2);
    const settings = JSON.stringify({ activateOnPack: false });
    await app.db.updateTable('firm').set({ settings }).where('id', '=', firmId).execute();
    expect((await pack(2, [await item(170)], { productId, lotId })).code).toBe(61058);
  });

  test('activates nothing into a lot that is being recalled, at the check as at the packing, nor in place of a code of it', async () => {
    const { pack, item, box, token, facts, productId, ops, items } = await makeWorld();
    const lotId = await ops.makeLot();
    await ops.use(range(items, 151, 152), { lotId });
    const old = await item(151);
    await pack(1, [old]);
    const recalled = { recallState: RecallState.recalled, recallText: '包装破损' };
    await app.db.updateTable('lot').set(recalled).where('id', '=', lotId).execute();
    const bad = { code: 61181, message: expect.stringContaining('批次正在召回，不能再放入编码') };
    const child = await item(160);
    expect(await pack(2, [child], { productId, lotId })).toMatchObject(bad);
    const check = { parentCode: await box(2), childCode: child, asks: 0, productId, lotId };
    expect(await app.call(token, packingApi.check, check as never)).toMatchObject({
      data: { child: { errCode: 61181 } },
    });
    const swap = { oldCode: old, newCode: child, voidOld: false, reason: '破损' };
    expect(await app.call(token, packingApi.replace, swap as never)).toMatchObject(bad);
    expect(await facts(child)).toMatchObject({ lotId: null });
    // A code that is bound to another lot is none of the recalled one.
    expect(await pack(3, [await item(1)], { productId, lotId })).toMatchObject({ code: 200 });
  });

  test('activates nothing as goods of another firm, or as a product that is disabled, whoever packs', async () => {
    const { pack, item, box, facts, productId, lotId } = await makeWorld();
    const other = await makeCodeWorld(app);
    const platform = await makeStaff(app, { permissions: packPermissions });
    const packing = { parentCode: await box(1), children: [await item(160)] };
    const gone = { code: 61012, message: '产品已停用或不存在' };
    for (const strange of [{ productId: other.productId, lotId: other.lotId }, { productId: other.productId }])
      expect(await app.call(platform.token, packingApi.alone, { ...packing, ...strange } as never)).toMatchObject(gone);
    expect(await pack(1, packing.children, { productId, lotId: other.lotId })).toMatchObject({ code: 61013 });
    await app.db.updateTable('product').set({ status: Enabled.off }).where('id', '=', productId).execute();
    expect(await pack(1, packing.children, { productId, lotId })).toMatchObject(gone);
    expect(await facts(await item(160))).toMatchObject({ lotId: null });
  });

  test('small boxes into a case, full ones only, and the case counts what lies in them', async () => {
    const { pack, codesOf, items, boxes, cases, ops, token, facts, item } = await makeWorld();
    for (const nth of [1, 2]) await pack(nth, await codesOf(items, nth * 6 - 5, nth * 6));
    await pack(3, [await item(30)]);
    const parentCode = await ops.codeOf(cases, 1);
    const into = async (children: string[], more: object = {}) =>
      app.call(token, packingApi.box, { parentCode, children, ...more } as never);
    expect(await into(await codesOf(boxes, 1, 3))).toMatchObject({ code: 61059 });
    expect((await into(await codesOf(boxes, 1, 3), { allowUnfull: true })).data).toMatchObject({
      childCnt: 3,
      capacity: 4,
    });
    expect(await facts(await item(7))).toMatchObject({ caseCode: parentCode });
    const { list } = await app.data(token, packingApi.list, { level: 2 });
    expect(list[0]).toMatchObject({ code: parentCode, childCnt: 3, itemQty: 13 });
    expect((await app.data(token, packingApi.list, { code: await item(30) })).total).toBe(2);
  });

  test('keeps lots and products apart as the firm settled', async () => {
    const { pack, item, ops, items, firmId, token, box } = await makeWorld();
    const other = await ops.makeLot();
    await ops.update(await ops.single(items, 2), { newLotId: other });
    await app.db
      .updateTable('firm')
      .set({ settings: JSON.stringify({ allowMixLot: false }) })
      .where('id', '=', firmId)
      .execute();
    expect((await pack(1, [await item(1), await item(2)])).code).toBe(61057);
    await app.db.updateTable('firm').set({ settings: '{}' }).where('id', '=', firmId).execute();
    expect((await pack(1, [await item(1), await item(2)])).code).toBe(200);
    const { list } = await app.data(token, packingApi.list, { code: await box(1) });
    expect(list[0]).toMatchObject({ isMixed: true });
  });
});

describe('opening', () => {
  test('an activation is not taken back of codes that lay in a box as a run, nor after the box was dissolved', async () => {
    const { pack, codesOf, items, box, token, ops } = await makeWorld();
    const { data } = await ops.use(range(items, 151, 160));
    expect((await pack(1, await codesOf(items, 151, 154))).code).toBe(200);
    await app.data(token, packingApi.dissolve, { code: await box(1), reason: '返工' });
    expect(await ops.undo(data.opId!)).toMatchObject({ code: 61046, data: { ok: 6, fail: 4 } });
  });

  test('a code is taken out, a box dissolved, and what is free may be packed elsewhere', async () => {
    const { pack, codesOf, items, token, facts, item, box } = await makeWorld();
    await pack(1, await codesOf(items, 1, 6));
    const take = async (serial: number) =>
      app.call(token, packingApi.remove, { childCodes: [await item(serial)], reason: '破损' });
    expect((await take(3)).code).toBe(200);
    expect(await take(3)).toMatchObject({ code: 61061 });
    expect((await facts(await item(3))).boxCode).toBeNull();
    expect((await pack(2, [await item(3)])).code).toBe(200);
    expect((await pack(1, [await item(9)])).data).toMatchObject({ childCnt: 6, boxState: BoxState.full });
    const dissolve = async (serial: number) =>
      app.call(token, packingApi.dissolve, { code: await box(serial), reason: '返工' });
    expect((await dissolve(1)).data).toMatchObject({ ok: 6 });
    expect(await dissolve(1)).toMatchObject({ code: 61062, message: '空箱无需拆箱' });
    for (const serial of [1, 2, 4, 5, 6, 9]) expect((await facts(await item(serial))).boxCode).toBeNull();
    expect((await facts(await item(3))).boxCode).toBe(await box(2));
    expect((await pack(4, await codesOf(items, 4, 6))).code).toBe(200);
    expect((await facts(await item(5))).boxCode).toBe(await box(4));
  });

  test('a box of a set is opened and filled again', async () => {
    const { ops, issue, token, facts, productId, lotId } = await makeWorld();
    const { segments } = await issue({ boxCount: 4, boxNum: 6, assocMode: 1, productId, itemCount: 24 });
    const seg = (level: number) => segments.find((segment) => segment.level === level)!.seg;
    await ops.use(range(seg(0), 1, 24));
    const [second, tenth] = await ops.textsOf(seg(0), 2, 10);
    const [first] = await ops.textsOf(seg(1), 1);
    const children = (code: string) =>
      app.call(token, packingApi.alone, { parentCode: first!, children: [code] } as never);
    expect(await children(tenth!)).toMatchObject({ code: 61053 });
    expect((await app.call(token, packingApi.remove, { childCodes: [second!] })).code).toBe(200);
    expect((await app.data(token, packingApi.list, { code: first! })).list[0]).toMatchObject({
      childCnt: 5,
      capacity: 6,
      boxState: BoxState.packing,
    });
    expect(await children(tenth!)).toMatchObject({ code: 61052 });
    expect((await children(second!)).data).toMatchObject({ childCnt: 6, boxState: BoxState.full });
    expect((await facts(second!)).boxCode).toBe(first);
    expect((await app.call(token, packingApi.dissolve, { code: first! })).data).toMatchObject({ ok: 6 });
    expect((await facts(second!)).boxCode).toBeNull();
    expect(lotId).toBeGreaterThan(0);
  });

  test('a refusal says what to do: another box, the other kind of code, sign for it first', async () => {
    const { pack, item, box, codesOf, items, boxes, token, firmId, ops } = await makeWorld();
    const told = async (parentCode: string, childCode?: string): Promise<string> => {
      const { message, data } = await app.call(token, packingApi.check, { parentCode, childCode, asks: 0 } as never);
      const why = (data as { child?: { errMsg: string } | null } | null)?.child?.errMsg ?? message;
      return why.replace(/^编码[^：]*：/, '');
    };
    await pack(1, await codesOf(items, 1, 6));
    expect(await told(await item(9))).toBe('这是产品码，请扫箱码');
    expect(await told(await box(2), await box(3))).toBe('这是箱码，请扫产品码');
    expect(await told(await box(1), await item(9))).toBe('箱已满，请换箱');
    const agent = await makeAgent(app, firmId);
    const custody = (serial: number, at: typeof items, shipStatus: number) =>
      app.db
        .insertInto('codeUnit')
        .values({ seg: at, serial, firmId, shipStatus, shipSeq: 9_000_000, holderKind: Holder.agent, holderId: agent })
        .onConflict((row) =>
          row
            .columns(['seg', 'serial'])
            .doUpdateSet({ shipStatus, shipSeq: 9_000_000, holderKind: Holder.agent, holderId: agent }),
        )
        .execute();
    await pack(4, [await item(20)]);
    await custody(21, items, Shipping.shipped);
    await custody(22, items, Shipping.signed);
    expect(await told(await box(4), await item(21))).toBe('货物在途，请先签收');
    expect(await told(await box(4), await item(22))).toBe('该件已发货');
    const replace = async (newCode: string) =>
      (
        await app.call(token, packingApi.replace, {
          oldCode: await item(20),
          newCode,
          voidOld: false,
          reason: '破损',
        } as never)
      ).message;
    expect(await replace(await item(21))).toContain('货物在途，请先签收');
    expect(await replace(await item(22))).toContain('该件已发货');
    await custody(4, boxes, Shipping.shipped);
    expect(await told(await ops.codeOf(boxes, 4))).toBe('货物在途，请先签收');
  });

  test('a sealed box takes nothing more until something is taken out', async () => {
    const { pack, item, token, box } = await makeWorld();
    const code = await box(1);
    expect((await app.call(token, packingApi.seal, { code })).message).toBe(`编码${code}：空箱不能封箱`);
    await pack(1, [await item(1), await item(2)]);
    expect((await app.call(token, packingApi.seal, { code })).code).toBe(200);
    expect((await pack(1, [await item(3)])).code).toBe(61053);
    await app.call(token, packingApi.remove, { childCodes: [await item(2)] });
    expect((await pack(1, [await item(3)])).code).toBe(200);
  });

  test('a new code takes the place of another, which is void', async () => {
    const { pack, item, token, facts, box, codesOf, items } = await makeWorld();
    await pack(1, await codesOf(items, 1, 6));
    const replace = async (oldCode: string, newCode: string, more: object = {}) =>
      app.call(token, packingApi.replace, { oldCode, newCode, reason: '破损', ...more } as never);
    expect((await replace(await item(1), await item(2))).code).toBe(61052);
    expect((await replace(await item(20), await item(21))).code).toBe(61061);
    expect((await replace(await item(1), await item(190))).code).toBe(200);
    expect(await facts(await item(1))).toMatchObject({ life: 2, boxCode: null });
    expect(await facts(await item(190))).toMatchObject({ life: 1, boxCode: await box(1) });
    expect((await app.data(token, packingApi.list, { code: await box(1) })).list[0]).toMatchObject({
      childCnt: 6,
      boxState: BoxState.full,
    });
  });

  test('one takes back one’s own box for ten minutes', async () => {
    const { pack, item, token, box, firmId } = await makeWorld();
    await pack(1, [await item(1)]);
    const [recent] = await app.data(token, packingApi.recent, {});
    expect(recent).toMatchObject({ code: await box(1), childCnt: 1, capacity: 6, canUndo: true });
    const other = (await makeStaff(app, { firmId, permissions: packPermissions })).token;
    const code = await box(1);
    expect((await app.call(other, packingApi.undo, { code })).message).toBe('只能撤销自己10分钟内装的箱');
    await app.db.updateTable('box').set({ packedAt: '2026-01-01 00:00:00' }).where('firmId', '=', firmId).execute();
    expect((await app.call(token, packingApi.undo, { code })).code).toBe(400);
    await pack(1, [await item(2)]);
    expect((await app.call(token, packingApi.undo, { code })).data).toMatchObject({ ok: 2 });
  });
});

test('a request sent twice packs once and answers the same; another content under its key is refused', async () => {
  const { pack, item, firmId } = await makeWorld();
  const idemKey = randomUUID();
  const children = [await item(1), await item(2)];
  const [one, two] = await Promise.all([pack(1, children, { idemKey }), pack(1, children, { idemKey })]);
  expect(one.data).toEqual(two.data);
  expect((await pack(1, [await item(3)], { idemKey })).code).toBe(61097);
  const ops = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', firmId)
    .where('opType', '=', OpType.pack)
    .select('id')
    .execute();
  expect(ops).toHaveLength(1);
});

test('the station is told before anything is packed, and another firm’s codes are none', async () => {
  const { item, box, token, pack } = await makeWorld();
  const parentCode = await box(1);
  const check = (childCode?: string) => app.call(token, packingApi.check, { parentCode, childCode, asks: 0 } as never);
  expect((await check()).data).toMatchObject({ box: { childCnt: 0, childLevel: 0 }, child: null });
  expect((await check(await item(1))).data).toMatchObject({
    box: { capacity: 6 },
    child: { errCode: 0, isSame: false },
  });
  expect((await check(await item(180))).data).toMatchObject({ child: { errCode: 61058 } });
  await pack(1, [await item(1)]);
  expect((await check(await item(1))).data).toMatchObject({ child: { isSame: true } });
  const stranger = (await makeFirmStaff(app, packPermissions)).token;
  expect((await app.call(stranger, packingApi.check, { parentCode, asks: 0 })).code).toBe(61002);
  expect((await app.call(stranger, packingApi.dissolve, { code: parentCode })).code).toBe(61002);
});

test('the log tells what went in and came out, of the box and of the code', async () => {
  const { pack, item, codesOf, items, token, box } = await makeWorld();
  await pack(1, await codesOf(items, 1, 4));
  await app.call(token, packingApi.remove, { childCodes: [await item(2)], reason: '破损' });
  await pack(2, [await item(2)]);
  const log = async (more: object) =>
    (await app.data(token, packLogApi.list, more)).list.map(({ act, parentCode, childText, childCnt, reason }) => [
      act,
      parentCode,
      childText,
      childCnt,
      reason,
    ]);
  const [one, two, four] = [await item(1), await item(2), await item(4)];
  const [first, second] = [await box(1), await box(2)];
  const all = [
    [PackAct.into, second, two, 1, ''],
    [PackAct.outOf, first, two, 1, '破损'],
    [PackAct.into, first, `${one}~${four}`, 4, ''],
  ];
  expect(await log({})).toEqual(all);
  expect(await log({ code: two })).toEqual(all);
  expect(await log({ code: one })).toEqual(all.slice(2));
  expect(await log({ code: first })).toEqual(all.slice(1));
  expect(await log({ act: PackAct.outOf })).toEqual(all.slice(1, 2));
  expect(await log({ code: 'ZZZZ' })).toEqual([]);
  const stranger = (await makeFirmStaff(app, packPermissions)).token;
  expect((await app.data(stranger, packLogApi.list, { code: two })).total).toBe(0);
});

test('a box that is sealed is in the log, its own page tells it, and what is no box is logged as one', async () => {
  const { pack, item, codesOf, items, token, box, firmId } = await makeWorld();
  await pack(1, await codesOf(items, 1, 2));
  const code = await box(1);
  const seal = (asked: string, idemKey?: string) => app.call(token, packingApi.seal, { code: asked, idemKey });
  const done = await seal(code, 'seal-this-box');
  expect(await seal(code, 'seal-this-box')).toMatchObject({ code: 200, data: done.data });
  const sealed = async (more: object = {}) =>
    (await app.data(token, packLogApi.list, { act: PackAct.seal, ...more })).list;
  const [entry, ...others] = await sealed();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ parentCode: code, childText: '', childCnt: 0, errMsg: '', reason: '封箱' });
  expect(await app.data(token, packLogApi.info, { id: entry!.id })).toMatchObject({ parentCode: code, turn: null });
  expect(await sealed({ code })).toHaveLength(1);
  expect(await sealed({ code: await box(2) })).toEqual([]);
  expect((await app.data(token, packLogApi.list, {})).total).toBe(2);

  const [one, empty] = [await item(1), await box(3)];
  expect(await seal(one)).toMatchObject({ code: 400, message: expect.stringContaining('是产品码，请扫箱码') });
  expect((await seal(empty)).message).toContain('空箱不能封箱');
  await seal('aaaa-bbbb');
  const refused = await sealed({ result: LogResult.failed });
  expect(refused.map(({ parentCode, childText, childCnt }) => [parentCode, childText, childCnt])).toEqual([
    ['AAAABBBB', '', 0],
  ]);
  const stranger = (await makeFirmStaff(app, packPermissions)).token;
  expect((await app.data(stranger, packLogApi.list, {})).total).toBe(0);
  const kept = await app.db.selectFrom('codeOpItem').where('firmId', '=', firmId).selectAll().execute();
  expect(kept.filter(({ after }) => 'boxState' in (after as object))).toHaveLength(1);
});

test('a file tells what lies in which box: what was packed, or all of a task', async () => {
  const { pack, item, codesOf, items, box, firmId, issue, ops, productId, lotId } = await makeWorld();
  await pack(1, await codesOf(items, 1, 3));
  await pack(2, [await item(7)]);
  const exporter = mountedExporters(app).find(({ biz }) => biz === 'pack_pair')!;
  const pairs = async (filters: object, firm = firmId) => {
    const found: string[][] = [];
    for await (const row of exportedRows(exporter, app.dbOfFirm(firm), exporter.filters.parse(filters)))
      found.push(exporter.columns.slice(0, 6).map(({ cell }) => String(cell(row))));
    return found;
  };
  const goods = ['明前龙井 250g', 'L261104-1'];
  const first = await box(1);
  expect(await pairs({})).toEqual([
    [await box(2), '小箱', await item(7), '产品', ...goods],
    ...(await codesOf(items, 1, 3)).map((code) => [first, '小箱', code, '产品', ...goods]),
  ]);
  expect(await pairs({ code: await item(7) })).toHaveLength(1);
  expect(await pairs({}, (await makeCodeWorld(app)).firmId)).toEqual([]);
  const ratios = { assocMode: 1, caseCount: 1, boxCount: 4, itemCount: 24, boxNum: 6, caseNum: 4 };
  const set = await issue({ productId, lotId, ...ratios });
  const { taskNo } = await app.db
    .selectFrom('task')
    .where('id', '=', set.taskId)
    .select('taskNo')
    .executeTakeFirstOrThrow();
  const joined = await pairs({ taskNo });
  expect(joined).toHaveLength(28);
  const segOf = (level: number) => set.segments.find((segment) => segment.level === level)!.seg;
  expect(joined.filter(([, level]) => level === '大箱').map(([, , code]) => code)).toEqual(
    await ops.textsOf(segOf(1), 1, 2, 3, 4),
  );
  expect(await pairs({ taskNo, level: 2 })).toHaveLength(4);
  expect(await pairs({ taskNo: 'NONE' })).toEqual([]);
});

describe('labels of boxes', () => {
  test('say what is in a box and lead to it, each box once, and are logged', async () => {
    const { token, pack, codesOf, items, box, boxes, cases, ops } = await makeWorld();
    await pack(1, await codesOf(items, 1, 6));
    await pack(2, await codesOf(items, 7, 9));
    const large = await ops.codeOf(cases, 1);
    const children = [await box(1), await box(2)];
    await app.data(token, packingApi.box, { parentCode: large, children, allowUnfull: true });
    const codes = [large, await box(2), large, await ops.codeOf(boxes, 9)];
    const { labels } = await app.data(token, packingApi.print, { codes, copies: 2 });
    const about = { storeName: '明前龙井 250g', lotNo: 'L261104-1', isMixed: false };
    expect(labels).toMatchObject([
      { ...about, code: large, level: 2, childCnt: 2, capacity: 4, itemQty: 9 },
      { ...about, code: await box(2), level: 1, childCnt: 3, capacity: 6, itemQty: 3 },
      { storeName: '', lotNo: '', level: 1, childCnt: 0, itemQty: 0 },
    ]);
    for (const { url, code } of labels) expect(url).toMatch(new RegExp(`^https?://.+${code}$`));
    const log = await app.db.selectFrom('auditLog').where('title', '=', '打印箱标').select('title').execute();
    expect(log.length).toBeGreaterThan(0);
  });

  test('of a set that nobody touched say that each box is full', async () => {
    const world = await makeCodeWorld(app);
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: packPermissions });
    const { segments } = await world.issue({ productId: world.productId, itemCount: 120, boxCount: 20, assocMode: 1 });
    const { seg } = segments.find(({ level }) => level === 1)!;
    const code = await opsOf(app, world).codeOf(seg, 20);
    const { labels } = await app.data(token, packingApi.print, { codes: [code] });
    expect(labels).toMatchObject([{ code, childCnt: 6, capacity: 6, itemQty: 6, storeName: '' }]);
  });

  test('are of no void box, no item, no box of another firm, and not too many', async () => {
    const { token, box, boxes, item, ops } = await makeWorld();
    const print = (codes: string[], copies = 1) => app.call(token, packingApi.print, { codes, copies });
    await ops.remove(await ops.single(boxes, 3));
    const gone = await box(3);
    expect(await print([await box(4), gone])).toMatchObject({ code: 61030, message: expect.stringContaining(gone) });
    expect(await print([await item(1)])).toMatchObject({ code: 400, message: expect.stringContaining('不是箱码') });
    const other = await makeWorld();
    expect((await print([await other.box(1)])).code).toBe(61002);
    expect((await print([await box(4)], 11)).code).toBe(400);
    const many = Array.from({ length: 18 }, (_, at) => ops.codeOf(boxes, at < 2 ? at + 1 : at + 3));
    expect((await print(await Promise.all(many), 10)).code).toBe(200);
    const clerk = await makeStaff(app, { firmId: other.firmId, permissions: ['admin:identity:pack:list'] });
    expect((await app.call(clerk.token, packingApi.print, { codes: [await other.box(1)] })).code).toBe(403);
  });
});
