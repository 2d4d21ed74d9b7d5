import { Holder, Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { checkCounters } from '../../codes/upkeep/check-counters.ts';
import { SpanKind } from '../../codes/state/code-states.ts';
import { checkDays } from '../document/check-days.ts';
import { countSent } from './count-sent.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Numbers that look random and are the same every time. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
};

/** What the figures should be: counted anew from lines, their parts and documents, and from the trail of packing. */
const fromFacts = async (firmId: number) => {
  const { rows } = await sql<Record<string, number | string>>`
    with line as (
      select l.*, d.from_kind, d.to_kind, d.to_id from deliver_line l join deliver d on d.id = l.deliver_id
      where l.firm_id = ${firmId} and d.biz_type <> ${sql.lit(BizType.takeBack)} and l.status <> ${sql.lit(DeliverStatus.cancelled)}
    ), part as (
      select line.*, p.product_id as product, p.item_qty as items from line join deliver_line_part p on p.line_id = line.id
      union all
      select line.*, case when x.n = 0 then coalesce(line.product_id, 0) else 0 end, line.item_qty - x.n
      from line cross join lateral (select coalesce(sum(item_qty), 0) as n from deliver_line_part p where p.line_id = line.id) x
    ), moved as (
      select ship_day as day, product, from_kind, to_kind, to_id, 0 as pack, items as ship, 0 as sign from part
      union all
      select end_at::date, product, from_kind, to_kind, to_id, 0, 0, items from part where status = ${sql.lit(DeliverStatus.signed)}
      union all
      select i.at::date, (select (b.payload ->> 'productId')::bigint from code_span b where b.seg = i.seg and b.kind = ${sql.lit(SpanKind.bind)} and b.span @> lower(i.span)),
        0, ${sql.lit(Holder.firm)}, 0, upper(i.span) - lower(i.span), 0, 0
      from code_op_item i join code_op o on o.id = i.op_id join segment s on s.seg = i.seg and s.level = ${sql.lit(Level.item)}
      where i.firm_id = ${firmId} and o.op_type = ${sql.lit(OpType.pack)} and i.after ? 'parentSeg'
      union all
      select i.at::date, (select (b.payload ->> 'productId')::bigint from code_span b where b.seg = i.seg and b.kind = ${sql.lit(SpanKind.bind)} and b.span @> lower(i.span)),
        0, ${sql.lit(Holder.firm)}, 0, lower(i.span) - upper(i.span), 0, 0
      from code_op_item i join code_op o on o.id = i.op_id join segment s on s.seg = i.seg and s.level = ${sql.lit(Level.item)}
      where i.firm_id = ${firmId} and o.reason = '撤销装箱' and i.before -> 0 ? 'parentSeg'
    )
    select day::text, product::bigint as "productId", from_kind as "fromKind", to_kind as "holderKind", to_id as "holderId",
      sum(pack)::bigint as "packQty", sum(ship)::bigint as "shipQty", sum(sign)::bigint as "signQty"
    from moved group by 1, 2, 3, 4, 5 having sum(pack) <> 0 or sum(ship) <> 0 or sum(sign) <> 0 order by 1, 2, 3, 4, 5`.execute(
    app.db,
  );
  return rows;
};

const kept = async (firmId: number) => {
  const { rows } = await sql<Record<string, number | string>>`
    select day::text, product_id as "productId", from_kind as "fromKind", holder_kind as "holderKind", holder_id as "holderId",
      pack_qty as "packQty", ship_qty as "shipQty", sign_qty as "signQty"
    from move_day where firm_id = ${firmId} and (pack_qty <> 0 or ship_qty <> 0 or sign_qty <> 0) order by 1, 2, 3, 4, 5`.execute(
    app.db,
  );
  return rows;
};

test(
  'after shipping, signing, passing on, cancelling and sending back as it comes, the days say what the lines say',
  { timeout: 120_000 },
  async () => {
    const world = await makeMoveWorld(app);
    const { firmId, items, agent, beside, shop, line, ship, sign, cancel, box, bigBox, pack, token } = world;
    const roll = dice(7);
    await pack(1, 281, 286);
    await pack(2, 287, 292);
    await app.data(token, packingApi.alone, {
      parentCode: await box(3),
      children: await world.codesOf(items, 293, 295),
    });
    await app.data(token, packingApi.undo, { code: await box(2) });
    await app.data(token, packingApi.box, { parentCode: await bigBox(1), children: [await box(1)], allowUnfull: true });

    const sent: { id: number; from: number; to: number; at: number; isSigned: boolean }[] = [];
    for (let turn = 0, next = 1; turn < 40; turn += 1) {
      const act = roll(6);
      if (act <= 1 || sent.length === 0) {
        const length = 1 + roll(6);
        const receiver = roll(2) === 0 ? agent : beside;
        const { code, data } = await ship([await line(items, next, next + length - 1)], world.to(receiver));
        expect(code).toBe(200);
        sent.push({ id: data.id, from: next, to: next + length - 1, at: receiver, isSigned: false });
        next += length;
        continue;
      }
      const one = sent[roll(sent.length)]!;
      const first = [await line(items, one.from)];
      if (act === 2) {
        if ((await sign(one.id)).code === 200) one.isSigned = true;
      } else if (act === 3) {
        await sign(one.id, { mode: 'codes', codes: first.map(({ code }) => code), remark: '其余未到' });
      } else if (act === 4) await cancel(one.id);
      else if (one.isSigned && one.at === agent) {
        const away = { fromKind: Holder.agent, fromId: agent };
        const { code, data } =
          roll(2) === 0
            ? await ship(first, { ...away, toKind: Holder.shop, toId: shop })
            : await ship(first, { ...away, bizType: BizType.takeBack, toKind: Holder.firm, toId: 0, reason: '滞销' });
        if (code === 200 && roll(2) === 0) await sign(data.id);
      }
    }
    await ship([{ code: await bigBox(1) }], world.to(beside));
    const found = await kept(firmId);
    expect(found).toEqual(await fromFacts(firmId));
    expect(await checkDays(app.db, { firmIds: [firmId] })).toEqual([]);
    const sum = (of: 'packQty' | 'shipQty' | 'signQty', rows = found) =>
      rows.reduce((n, row) => n + Number(row[of]), 0);
    expect(sum('packQty')).toBe(9);
    expect(sum('shipQty')).toBeGreaterThan(40);
    expect(sum('signQty')).toBeGreaterThan(5);

    const { token: viewer } = await makeStaff(app, {
      firmId,
      permissions: ['admin:identity:identityHome:list', 'admin:statistics:home:trace'],
    });
    const cards = await app.data(viewer, identityHomeApi.cards, {});
    expect(cards.packNum).toEqual({ today: 9, yesterday: 0, total: 9 });
    expect(cards.shipNum).toEqual({ today: sum('shipQty'), yesterday: 0, total: sum('shipQty') });
    expect(cards.signNum.total).toBe(sum('signQty'));
    const own = found.filter(({ fromKind }) => fromKind === Holder.firm);
    const funnel = await app.data(viewer, identityHomeApi.funnel);
    expect(funnel).toMatchObject({ packNum: 9, shipNum: sum('shipQty', own), signNum: sum('signQty', own) });
    const lots = await app.db.selectFrom('lot').where('firmId', '=', firmId).select('shipCnt').execute();
    expect(lots.reduce((n, { shipCnt }) => n + shipCnt, 0)).toBe(sum('shipQty', own));
    const top = await app.data(viewer, identityHomeApi.top, { kind: 'agent' });
    const toAgents = found.filter(({ holderKind }) => holderKind === Holder.agent);
    expect(top.reduce((n, { value }) => n + value, 0)).toBe(sum('shipQty', toAgents));
    expect(top.map(({ id }) => id).toSorted()).toEqual([agent, beside].toSorted());
    expect(await app.data(viewer, homeApi.trace)).toMatchObject({ shipNum: sum('shipQty'), yesterdayShipNum: 0 });
    const months = await countSent(app.db, { kind: Holder.agent, holderIds: [agent, beside], since: '2000-01-01' });
    expect(months.get(agent)! + months.get(beside)!).toBe(sum('shipQty', toAgents));
  },
);

test('a cancel is taken off the day of the shipment, what is signed counts on its own day', async () => {
  const { firmId, ship, sign, cancel, line, items, token } = await makeMoveWorld(app);
  const old = await ship([await line(items, 1, 5)]);
  const gone = await ship([await line(items, 11, 14)]);
  await sql`update move_day set day = day - 3 where firm_id = ${firmId}`.execute(app.db);
  await sql`update deliver_line set ship_day = ship_day - 3 where firm_id = ${firmId}`.execute(app.db);
  expect((await sign(old.data.id)).code).toBe(200);
  expect((await cancel(gone.data.id)).code).toBe(200);
  const rows = await kept(firmId);
  expect(rows).toEqual(await fromFacts(firmId));
  expect(rows.map(({ shipQty, signQty }) => [shipQty, signQty])).toEqual([
    [5, 0],
    [0, 5],
  ]);
  expect(await app.call(token, signApi.sign, { id: old.data.id, mode: 'all' } as never)).toMatchObject({ code: 200 });
  expect(await kept(firmId)).toEqual(rows);
});

test('a figure of a day that is not what documents and packing say is named by the nightly count', async () => {
  const { firmId, ship, sign, line, items, box, pack, token, agent, productId, codesOf } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  await app.data(token, packingApi.undo, { code: await box(1) });
  await app.data(token, packingApi.alone, { parentCode: await box(2), children: await codesOf(items, 11, 16) });
  expect((await sign((await ship([await line(items, 21, 25)])).data.id)).code).toBe(200);
  const check = async () => (await checkCounters(app.db, [{ seg: items, firmId }], app)).differences;
  expect(await check()).toEqual([]);
  await sql`update move_day set pack_qty = pack_qty + 2, ship_qty = ship_qty + 1 where firm_id = ${firmId}`.execute(
    app.db,
  );
  const { rows } = await sql<{ day: string }>`select current_date::text as day`.execute(app.db);
  const key = (holderKind: number, holderId: number) =>
    [firmId, rows[0]!.day, productId, Holder.firm, holderKind, holderId].join(' ');
  expect(await check()).toEqual([
    { what: 'move_day.pack_qty', id: `${firmId} ${rows[0]!.day}`, kept: 10, counted: 6 },
    { what: 'move_day.ship_qty', id: key(Holder.firm, 0), kept: 1, counted: 0 },
    { what: 'move_day.ship_qty', id: key(Holder.agent, agent), kept: 6, counted: 5 },
  ]);
});
