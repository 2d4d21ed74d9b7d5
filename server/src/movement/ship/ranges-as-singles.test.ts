import { SpanKind } from '../../codes/state/code-states.ts';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { range } from '../../../test/factories/codes.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { readCustody } from '../../codes/state/custody/read-custody.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const size = 80;

/** Numbers that look random and come again with the same seed. */
const dice = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

test.each([1, 2, 3])('goods moved by ranges are where the same goods are, moved one by one (seed %i)', async (seed) => {
  const world = await makeMoveWorld(app);
  const { issue, ops, sign, cancel, token, codesOf, firmId, agent, below, beside } = world;
  const segs: number[] = [];
  for (const _ of [0, 1]) {
    const { seg } = await issue({ itemCount: size });
    await ops.use(range(seg, 1, size));
    segs.push(seg);
  }
  const [asRange, asSingles] = segs as [number, number];
  const ends = [
    { toKind: 1, toId: agent },
    { toKind: 1, toId: beside },
    { fromKind: 1, fromId: agent, toKind: 1, toId: below },
    { bizType: 3, fromKind: 1, fromId: beside, toKind: 1, toId: agent },
    { bizType: 2, fromKind: 1, fromId: agent, toKind: 0, reason: '退回' },
  ];
  const roll = dice(seed);
  const docs: [number, number][] = [];
  /** Where every serial is, whoever has it and however it came there. */
  const places = async (seg: number) => {
    const found = Array.from({ length: size }, () => 'firm');
    for (const { from, to, shipStatus, holderKind, holderId } of await readCustody(app.db, firmId, [
      { seg, from: 1, to: size },
    ]))
      for (let serial = from; serial <= to; serial += 1)
        found[serial - 1] =
          shipStatus === 2 || (shipStatus === 3 && holderKind === 0)
            ? 'firm'
            : `${shipStatus} ${holderKind} ${holderId}`;
    return found;
  };
  let moved = 0;
  for (let step = 0; step < 40; step += 1) {
    const from = 1 + roll(size);
    const to = Math.min(size, from + roll(30));
    const [long, short] = [await codesOf(asRange, from, to), await codesOf(asSingles, from, to)];
    const act = roll(4);
    if (act < 2) {
      const head = ends[roll(ends.length)]!;
      const send = (pick: object) => app.call(token, shipApi.batchSave, { head, pick, policy: 1 } as never);
      const ranges = [{ seg: asRange, serialFrom: from, serialTo: to }];
      const answers = [await send({ mode: 1, ranges }), await send({ mode: 5, codes: short })] as const;
      expect(answers[0].code === 200, `${answers[0].message} ${answers[1].message}`).toBe(answers[1].code === 200);
      if (answers[0].code !== 200) continue;
      expect(answers[0].data.fail).toBe(answers[1].data.fail);
      const [doc, other] = [answers[0].data.docs[0]!, answers[1].data.docs[0]!];
      expect(doc.itemQty).toBe(other.itemQty);
      docs.push([doc.id, other.id]);
      moved += 1;
    } else if (docs.length > 0) {
      const [one, other] = docs[roll(docs.length)]!;
      const all = roll(2) === 0;
      const change = async (id: number, codes: string[]) => {
        if (act === 2) return sign(id, all ? {} : { mode: 'codes', codes, remark: '扫码' });
        return all ? cancel(id) : app.call(token, shipApi.aloneCancel, { codes, reason: '撤销' } as never);
      };
      const answers = [await change(one, long.slice(0, 5)), await change(other, short.slice(0, 5))] as const;
      expect(answers[0].code).toBe(answers[1].code);
      if (answers[0].code === 200) moved += 1;
    }
    expect(await places(asRange)).toEqual(await places(asSingles));
  }
  expect(moved).toBeGreaterThan(10);
  const { rows } = await sql<{ stock: number; lines: number }>`
    select (select coalesce(sum(transit_qty), 0)::int from stock where firm_id = ${firmId}) as stock,
      (select coalesce(sum(l.item_qty), 0)::int from deliver_line l join deliver d on d.id = l.deliver_id
        where l.firm_id = ${firmId} and l.status = ${sql.lit(DeliverStatus.shipped)} and d.to_kind <> ${sql.lit(Holder.firm)}) as lines`.execute(
    app.db,
  );
  expect(rows[0]!.stock).toBe(rows[0]!.lines);
});

test('ten million loose codes are one line, one run of custody and one item of the trail', async () => {
  const world = await makeMoveWorld(app);
  const { issue, ops, ship, sign, cancel, settle, line, firmId, to, below, agent, check } = world;
  await settle({ taskAuditOver: 2_000_000_000 });
  const many = 10_000_000;
  const { seg } = await issue({ itemCount: many });
  await ops.use(range(seg, 1, many));
  const whole = await line(seg, 1, many);
  expect((await check([whole])).itemQty).toBe(many);
  const { data } = await ship([whole]);
  expect(data.itemQty).toBe(many);
  await sign(data.id);
  const on = await ship([await line(seg, 1_000_001, 9_000_000)], to(below, { fromKind: 1, fromId: agent }));
  expect((await cancel(on.data.id)).data.itemQty).toBe(8_000_000);
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from deliver_line where firm_id = ${firmId}) as lines,
      (select count(*)::int from code_span where firm_id = ${firmId} and kind = ${sql.lit(SpanKind.ship)}) as spans,
      (select count(*)::int from code_unit where firm_id = ${firmId} and seg = ${seg}) as units`.execute(app.db);
  expect(rows[0]).toEqual({ lines: 2, spans: 3, units: 0 });
});
