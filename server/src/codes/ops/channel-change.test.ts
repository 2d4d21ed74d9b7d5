import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind } from '../state/code-states.ts';
import { ChannelType } from '@zhuiyuan/contract/parties/channel/channel';
import { channelChangeApi } from '@zhuiyuan/contract/codes/ops/channel-change';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, once, openOps, range } from '../../../test/factories/codes.ts';
import { makeAgent } from '../../../test/factories/parties.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof openOps>>['world'];
let ops: Awaited<ReturnType<typeof openOps>>['ops'];
beforeAll(async () => {
  ({ app, world, ops } = await openOps());
});
afterAll(() => app.close());

describe('渠道变更', () => {
  const makeChannel = async (firmId = world.firmId) =>
    (
      await app.db
        .insertInto('channel')
        .values({
          firmId,
          name: `电商 ${randomUUID().slice(0, 4)}`,
          channelNo: randomUUID().slice(0, 8),
          channelType: ChannelType.online,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  test('moves active codes to a channel and leaves product, lot and time as they are', async () => {
    const { seg } = await world.issue();
    await ops.use(range(seg, 1, 100));
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: ['admin:identity:channel:change', 'admin:identity:identity:list'],
    });
    const channelId = await makeChannel();
    const draft = { pick: range(seg, 1, 60), channelId, reason: '转线上' };
    expect(await app.data(token, channelChangeApi.check, draft as never)).toMatchObject({
      total: 60,
      ok: 60,
      bindings: [{ lotId: world.lotId, channelId: null, count: 60 }],
    });
    const before = await ops.facts(seg, 1);
    expect(await app.call(token, channelChangeApi.change, once(draft))).toMatchObject({ code: 200, data: { ok: 60 } });
    const after = await ops.facts(seg, 1);
    expect(after).toEqual({ ...before, channelName: expect.stringContaining('电商') });
    expect((await ops.facts(seg, 61)).channelName).toBe('');
    const again = await app.data(token, channelChangeApi.check, { ...draft, pick: range(seg, 1, 101) } as never);
    expect(again).toMatchObject({ total: 101, ok: 100, repeat: 60, byError: { 61036: 1 } });
    const { list } = await app.data(token, channelChangeApi.list, {});
    expect(list[0]).toMatchObject({ okCnt: 60, reason: '转线上', channelName: after.channelName });
    await ops.update(range(seg, 1, 100), { newLotId: await ops.makeLot() });
    expect([(await ops.facts(seg, 60)).channelName, (await ops.facts(seg, 61)).channelName]).toEqual([
      after.channelName,
      '',
    ]);
  });

  test('another firm’s channel is none, and without the permission nothing is moved', async () => {
    const { seg } = await world.issue();
    await ops.use(range(seg, 1, 10));
    const stranger = await makeCodeWorld(app);
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: ['admin:identity:channel:change'],
    });
    const draft = { pick: range(seg, 1, 10), channelId: await makeChannel(stranger.firmId), reason: '转' };
    expect(await app.call(token, channelChangeApi.change, once(draft))).toMatchObject({
      code: 61108,
      message: '渠道已停用或不存在',
      data: { fields: [{ field: 'channelId' }] },
    });
    expect(await app.call(world.token, channelChangeApi.change, once(draft))).toMatchObject({ code: 403 });
  });

  test('goods in the hands of agents or shops move with what lies in their boxes; what was passed on does not', async () => {
    const { segments } = await world.issue({ itemCount: 48, boxCount: 8, assocMode: 1, productId: world.productId });
    const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
    const { data } = await ops.use(range(boxes.seg, 1, 8), { includeChild: true });
    const [agent, other] = [await makeAgent(app, world.firmId), await makeAgent(app, world.firmId)];
    const ship = (seg: number, from: number, to: number, holderId: number, seq: number, holderKind = 1) =>
      app.db
        .insertInto('codeSpan')
        .values({
          firmId: world.firmId,
          seg,
          kind: SpanKind.ship,
          span: sql<string>`int8range(${from}, ${to}, '[]')`,
          payload: JSON.stringify({ shipStatus: 3, holderKind, holderId }),
          opId: data.opId,
          seq,
        })
        .execute();
    await ship(boxes.seg, 1, 4, agent, 1);
    await ship(boxes.seg, 5, 6, agent, 1, 2);
    await app.db
      .insertInto('codeUnit')
      .values({
        seg: boxes.seg,
        serial: 2,
        firmId: world.firmId,
        shipStatus: Shipping.shipped,
        shipSeq: 2,
        holderKind: Holder.agent,
        holderId: other,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['seg', 'serial'])
          .doUpdateSet({ shipStatus: Shipping.shipped, shipSeq: 2, holderKind: Holder.agent, holderId: other }),
      )
      .execute();
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:channel:change'] });
    const channelId = await makeChannel();
    const draft = { pick: { mode: 7, agentIds: [agent] }, channelId, reason: '划归电商' };
    expect(await app.data(token, channelChangeApi.check, draft as never)).toMatchObject({ total: 21, ok: 21 });
    expect(await app.call(token, channelChangeApi.change, once(draft))).toMatchObject({ code: 200, data: { ok: 21 } });
    const channelOf = async (seg: number, serial: number) => (await ops.facts(seg, serial)).channelName !== '';
    expect(await Promise.all([1, 6, 7, 12, 13, 24, 25].map((serial) => channelOf(items.seg, serial)))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(await Promise.all([1, 2, 3, 5].map((serial) => channelOf(boxes.seg, serial)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const empty = { ...draft, pick: { mode: 7, agentIds: [await makeAgent(app, world.firmId)] } };
    expect(await app.call(token, channelChangeApi.check, empty as never)).toMatchObject({
      code: 400,
      message: '所选经销商名下没有货',
    });
    const stranger = await makeCodeWorld(app);
    const foreign = { ...draft, pick: { mode: 7, agentIds: [agent, await makeAgent(app, stranger.firmId)] } };
    expect(await app.call(token, channelChangeApi.change, once(foreign))).toMatchObject({
      code: 400,
      message: '经销商不存在',
    });
    const noShop = { ...draft, pick: { mode: 8, shopIds: [agent] } };
    expect(await app.call(token, channelChangeApi.change, once(noShop))).toMatchObject({
      code: 400,
      message: '门店不存在',
    });
    expect(
      await app.call(token, channelChangeApi.change, once({ ...draft, pick: { mode: 7, agentIds: [] } })),
    ).toMatchObject({ code: 400, message: '请选择经销商' });
  });
});
