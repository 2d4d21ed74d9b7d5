import { PackState } from '../../codes/state/code-states.ts';
import { Review } from '@zhuiyuan/contract/kit/review';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { range } from '../../../test/factories/codes.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import { shipGoods } from './ship-goods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type World = Awaited<ReturnType<typeof makeMoveWorld>>;
/** Number and text of the refusal of one code, without the code's name in front. */
const whyNot = async (world: World, code: string, head?: object): Promise<[number, string]> => {
  const answer = await world.ship([{ code }], head);
  return [answer.code, answer.message.replace(/^编码\w+：/, '')];
};

describe('a code does not ship', () => {
  test('that is void, frozen, not activated, in a box, or nobody knows', async () => {
    const world = await makeMoveWorld(app);
    const { ops, items, item, pack, box, boxes } = world;
    await ops.remove(await ops.single(items, 11));
    await ops.freeze(await ops.single(items, 12));
    await pack(1, 1, 6);
    expect(await whyNot(world, await item(11))).toEqual([61065, '已作废的码不能发货']);
    expect(await whyNot(world, await item(12))).toEqual([61033, '编码已冻结，请先解冻']);
    expect(await whyNot(world, await item(399))).toEqual([61064, '编码未启用，不能发货']);
    expect(await whyNot(world, await item(3))).toEqual([61063, `编码已装入${await box(1)}，请按箱发货或选择拆零发货`]);
    expect(await whyNot(world, await ops.codeOf(boxes, 9))).toEqual([61064, '编码未启用，不能发货']);
    await app.data(world.token, packingApi.box, {
      parentCode: await world.bigBox(1),
      children: [await box(1)],
      allowUnfull: true,
    });
    // A box is not taken out of its case by shipping it.
    expect(await whyNot(world, await box(1))).toEqual([61192, `编码已装入${await world.bigBox(1)}，请按大箱发货`]);
    expect((await whyNot(world, 'ABCDEFGH12345678'))[0]).toBe(61001);
    const other = await makeMoveWorld(app);
    expect(await whyNot(world, await other.item(1))).toEqual([61002, '编码不存在']);
    expect((await world.ship([{ code: await item(20) }, { code: await item(20) }])).code).toBe(61054);
    const overlapping = [await world.line(items, 20, 40), await world.line(items, 30, 50)];
    expect((await world.ship(overlapping)).code).toBe(61044);
    expect((await world.ship([{ code: await item(20), lastCode: await box(1) }])).code).toBe(61040);
  });

  test('of an empty box, of one with something stopped inside, of one that is not full where it has to be', async () => {
    const world = await makeMoveWorld(app);
    const { ops, items, boxes, pack, box, settle } = world;
    await ops.use(range(boxes, 5, 5));
    expect(await whyNot(world, await box(5))).toEqual([61135, '空箱不能发货']);
    await pack(1, 1, 6);
    await ops.freeze(await ops.single(items, 2));
    expect(await whyNot(world, await box(1))).toEqual([61142, '箱内有已冻结或召回的产品，不能发货']);
    await pack(2, 11, 14);
    await settle({ shipNeedFull: true });
    expect(await whyNot(world, await box(2))).toEqual([61070, '箱未装满，不能发货']);
    await settle({ shipNeedFull: false });
    const { lines } = await world.check([{ code: await box(2) }]);
    expect(lines[0]).toMatchObject({ state: 'warn', warns: ['箱未装满'], itemQty: 4 });
    expect((await world.ship([{ code: await box(2) }])).code).toBe(200);
  });

  test('of a recalled lot', async () => {
    const world = await makeMoveWorld(app);
    await app.db
      .updateTable('lot')
      .set({ recallState: RecallState.recalled, recallText: '召回' })
      .where('id', '=', world.lotId)
      .execute();
    expect((await whyNot(world, await world.item(1)))[0]).toBe(61033);
  });

  test('that the sender does not have, or the receiver has or is being sent', async () => {
    const world = await makeMoveWorld(app);
    const { item, agent, below, beside, to, ship, sign } = world;
    const one = await item(1);
    const { data } = await ship([{ code: one }]);
    expect(await whyNot(world, one)).toEqual([61067, '编码已发往该收货方']);
    const name = (await app.db.selectFrom('agent').where('id', '=', agent).select('name').executeTakeFirstOrThrow())
      .name;
    expect(await whyNot(world, one, to(beside))).toEqual([61066, `货物不在发货方名下，当前持有方：${name}（在途）`]);
    await sign(data.id);
    expect(await whyNot(world, one)).toEqual([61067, '编码已发往该收货方']);
    expect(await whyNot(world, one, to(beside))).toEqual([61066, `货物不在发货方名下，当前持有方：${name}`]);
    const firm = await app.db
      .selectFrom('firm')
      .where('id', '=', world.firmId)
      .select('name')
      .executeTakeFirstOrThrow();
    expect(await whyNot(world, await item(2), to(below, { fromKind: 1, fromId: agent }))).toEqual([
      61066,
      `货物不在发货方名下，当前持有方：${firm.name}`,
    ]);
  });

  test('to nobody, to oneself, to somebody who may not receive, or who is not below', async () => {
    const world = await makeMoveWorld(app);
    const { item, agent, beside, to, firmId } = world;
    const one = await item(1);
    expect(await whyNot(world, one, to(agent, { fromKind: 1, fromId: agent }))).toEqual([
      61079,
      '发货方与收货方不能相同',
    ]);
    expect(await whyNot(world, one, to(beside, { fromKind: 1, fromId: agent }))).toEqual([
      61069,
      '收货方不在发货经销商的下级范围内',
    ]);
    const gone: [number, string] = [61068, '收货方已停用或不存在'];
    expect(await whyNot(world, one, to(await makeAgent(app, await makeFirm(app))))).toEqual(gone);
    await app.db.updateTable('agent').set({ status: Enabled.off }).where('id', '=', beside).execute();
    expect(await whyNot(world, one, to(beside))).toEqual(gone);
    const waiting = await makeShop(app, firmId, agent);
    await app.db.updateTable('shop').set({ audit: Review.waiting }).where('id', '=', waiting).execute();
    expect(await whyNot(world, one, { toKind: 2, toId: waiting })).toEqual(gone);
    expect(await whyNot(world, one, { toKind: 0 })).toEqual([400, '请选择收货方']);
    const otherShop = await makeShop(app, firmId, await makeAgent(app, firmId));
    expect((await whyNot(world, one, { fromKind: 1, fromId: agent, toKind: 2, toId: otherShop }))[0]).toBe(61069);
  });

  test('on a page for another kind', async () => {
    const { token, box, item, pack, to } = await makeMoveWorld(app);
    await pack(1, 1, 6);
    const alone = await app.call(token, shipApi.aloneSave, { head: to(), codes: [await box(1)] } as never);
    expect(alone).toMatchObject({ code: 400, message: `编码${await box(1)}：请在箱码发货中操作` });
    const boxed = await app.call(token, shipApi.boxSave, { head: to(), codes: [await item(20)] } as never);
    expect(boxed).toMatchObject({ code: 400, message: `编码${await item(20)}：请在单码发货中操作` });
    expect((await app.call(token, shipApi.boxSave, { head: to(), codes: [await box(1)] } as never)).data).toMatchObject(
      {
        itemQty: 6,
      },
    );
    expect((await app.call(token, shipApi.aloneSave, { head: to(), codes: [await item(20)] } as never)).code).toBe(200);
  });
});

describe('what is refused', () => {
  test('names every code, ships none, and is logged under the draft, which the document takes over', async () => {
    const { ship, item, ops, items, firmId, logOf } = await makeMoveWorld(app);
    await ops.freeze(await ops.single(items, 2));
    const codes = await Promise.all([1, 2, 399].map(async (serial) => ({ code: await item(serial) })));
    const answer = await ship(codes, undefined, { draftKey: 'draft-1' });
    expect(answer).toMatchObject({ code: 61031, message: '所选范围内有2个异常码，操作未执行' });
    expect((answer.data as unknown as { rows: object[] }).rows).toMatchObject([
      { at: 1, code: codes[1]!.code, errCode: 61033 },
      { at: 2, code: codes[2]!.code, errCode: 61064, errMsg: `编码${codes[2]!.code}：编码未启用，不能发货` },
    ]);
    const logged = await app.db
      .selectFrom('deliverLog')
      .where('firmId', '=', firmId)
      .select(['result', 'errCode', 'codeText', 'deliverId', 'draftKey'])
      .orderBy('id')
      .execute();
    expect(logged.map(({ errCode, deliverId }) => [errCode, deliverId])).toEqual([
      [61033, null],
      [61064, null],
    ]);
    expect(await app.db.selectFrom('deliver').where('firmId', '=', firmId).select('id').execute()).toEqual([]);
    const { data } = await ship([codes[0]!], undefined, { draftKey: 'draft-1' });
    expect((await logOf(data.id)).map(({ errCode }) => errCode)).toEqual([61033, 61064, 0, 0]);
  });

  test('is not logged by a check', async () => {
    const { check, item, firmId } = await makeMoveWorld(app);
    const { lines } = await check([{ code: await item(399) }]);
    expect(lines[0]).toMatchObject({ state: 'bad', errCode: 61064, itemQty: 1 });
    const logged = await app.db.selectFrom('deliverLog').where('firmId', '=', firmId).select('id').execute();
    expect(logged).toEqual([]);
  });
});

describe('a range', () => {
  test('with bad members says which, and ships without them once they are cut out', async () => {
    const { check, ship, line, items, ops } = await makeMoveWorld(app);
    await ops.freeze(await ops.single(items, 10));
    await ops.remove(range(items, 20, 21));
    const whole = await line(items, 1, 50);
    const checked = await check([whole]);
    expect(checked.lines[0]).toMatchObject({ state: 'part', codeQty: 47, codeTotal: 50, itemQty: 47, cutQty: 3 });
    expect(checked.lines[0]!.cut.map(({ serialFrom, serialTo, errCode }) => [serialFrom, serialTo, errCode])).toEqual([
      [10, 10, 61033],
      [20, 21, 61065],
    ]);
    expect(await ship([whole])).toMatchObject({ code: 61031, message: '所选范围内有3个异常码，操作未执行' });
    const { data } = await ship([{ ...whole, cut: checked.lines[0]!.cuts }]);
    expect(data.itemQty).toBe(47);
    const turned = await ship([{ ...(await line(items, 51, 90)), cut: [{ serialFrom: 70, serialTo: 60 }] }]);
    expect(turned).toMatchObject({ code: 400, message: '起始序号不能大于结束序号' });
  });

  test('of boxes leaves out the box with something stopped inside', async () => {
    const { check, line, boxes, pack, ops, items } = await makeMoveWorld(app);
    for (const nth of [1, 2, 3]) await pack(nth, (nth - 1) * 6 + 1, nth * 6);
    await ops.freeze(await ops.single(items, 8));
    const { lines } = await check([await line(boxes, 1, 3)]);
    expect(lines[0]).toMatchObject({ state: 'part', codeQty: 2, itemQty: 12, cutItemQty: 6 });
    expect(lines[0]!.cut).toMatchObject([{ serialFrom: 2, serialTo: 2, errCode: 61142 }]);
  });
});

test('what is reported later than it happened gives way to what happened since', async () => {
  const { ship, sign, item, firmId, staffId, agent, below, docOf } = await makeMoveWorld(app);
  const code = await item(1);
  await sign((await ship([{ code }])).data.id);
  const report = (happenedAt: string, serial: string) =>
    app.db.transaction().execute((transaction) =>
      shipGoods(
        transaction as Db,
        openKeyring(app),
        { operatorId: staffId, opSrc: OpSource.task },
        {
          firmId,
          head: DeliverHead.parse({ fromKind: 1, fromId: agent, toKind: 1, toId: below }),
          lines: [{ code: serial, cut: [] }],
          happenedAt,
        },
      ),
    );
  await expect(report('2026-01-01 08:00:00', code)).rejects.toMatchObject({
    code: 61074,
    message: `编码${code}：该码已有后续流转记录，请先处理后续记录`,
  });
  const { doc } = await report('2099-01-01 08:00:00', code);
  expect((await docOf(doc!.id)).shipAt).toBe('2099-01-01 08:00:00');
});

test('a line needs the permission of its kind', async () => {
  const { firmId, item, box, line, items, to, agent } = await makeMoveWorld(app);
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:deliver:alone'] });
  const send = (body: object) => app.call(token, shipApi.scanSave, { head: to(), ...body } as never);
  expect((await send({ lines: [await line(items, 1, 5)] })).code).toBe(403);
  expect((await send({ lines: [{ mode: 2, code: await box(1) }] })).code).toBe(403);
  expect((await send({ lines: [{ code: await item(1) }, { code: await box(1) }] })).code).toBe(403);
  const returning = await makeStaff(app, { firmId, permissions: ['admin:identity:deliver:return'] });
  const single = { head: to(), lines: [{ code: await item(1) }] };
  expect((await app.call(returning.token, shipApi.scanSave, single as never)).code).toBe(403);
  const back = { bizType: 2, fromKind: 1, fromId: agent, toKind: 0 };
  expect((await send({ head: back, lines: [{ code: await item(1) }] })).code).toBe(403);
  expect((await send({ lines: [{ code: await item(1) }] })).code).toBe(200);
  const stranger = await makeMoveWorld(app);
  expect((await app.call(token, shipApi.cancel, { id: 1, reason: '错' } as never)).code).toBe(403);
  expect(
    await stranger.cancel((await app.db.selectFrom('deliver').select('id').executeTakeFirstOrThrow()).id),
  ).toMatchObject({
    code: 404,
  });
});

test('a box on its way stays shut', async () => {
  const { ship, pack, box, item, token } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  await ship([{ code: await box(1) }]);
  const out = await app.call(token, packingApi.remove, { childCodes: [await item(1)] } as never);
  expect(out).toMatchObject({ code: 61134, message: '箱在途中，签收后才能拆箱或换码' });
  const rows = await sql`select from code_unit where pack_state = ${sql.lit(PackState.unpacked)}`.execute(app.db);
  expect(rows.rows).toHaveLength(0);
});
