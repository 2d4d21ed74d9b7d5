import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
});
afterAll(() => app.close());

/** Every code of a firm is under way by one line of one document at most, and sums and stock are what the lines say. */
const checkSums = async (firmId: number) => {
  const { rows: twice } = await sql`
    select a.id from deliver_line a join deliver_line b on b.seg = a.seg and b.span && a.span and b.id > a.id
    where a.firm_id = ${firmId} and a.status = ${sql.lit(DeliverStatus.shipped)} and b.status = ${sql.lit(DeliverStatus.shipped)}`.execute(
    app.db,
  );
  expect(twice).toEqual([]);
  const { rows: wrong } = await sql`
    select d.id from deliver d join lateral (
      select coalesce(sum(item_qty) filter (where status <> ${sql.lit(DeliverStatus.cancelled)}), 0) as items, coalesce(sum(item_qty) filter (where status = ${sql.lit(DeliverStatus.signed)}), 0) as signed
      from deliver_line where deliver_id = d.id) l on true
    where d.firm_id = ${firmId} and (d.item_qty, d.sign_qty) <> (l.items, l.signed)`.execute(app.db);
  expect(wrong).toEqual([]);
  const { rows: transit } = await sql<{ stock: number; lines: number }>`
    select (select coalesce(sum(transit_qty), 0)::int from stock where firm_id = ${firmId}) as stock,
      (select coalesce(sum(item_qty), 0)::int from deliver_line where firm_id = ${firmId} and status = ${sql.lit(DeliverStatus.shipped)}) as lines`.execute(
    app.db,
  );
  expect(transit[0]!.stock).toBe(transit[0]!.lines);
};

describe('at the same moment', () => {
  test('two who ship overlapping ranges: one does, the other is told who has the goods', async () => {
    const { ship, line, items, to, agent, beside, firmId, docOf } = await makeMoveWorld(app);
    const answers = await Promise.all([
      ship([await line(items, 1, 150)], to(agent)),
      ship([await line(items, 100, 250)], to(beside)),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 61031]);
    const lost = answers.find(({ code }) => code === 61031)!;
    expect(lost.message).toBe('所选范围内有51个异常码，操作未执行');
    expect((lost.data as unknown as { rows: { errCode: number }[] }).rows).toMatchObject([{ errCode: 61066 }]);
    const won = answers.find(({ code }) => code === 200)!;
    expect(await docOf(won.data.id)).toMatchObject({ status: DeliverStatus.shipped });
    await checkSums(firmId);
  });

  test('the sender who cancels and the receiver who signs: one does, the other hears which', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { ship, sign, cancel, line, items, docOf, firmId } = await makeMoveWorld(app);
      const { data } = await ship([await line(items, 1, 100)]);
      const [cancelled, signed] = await Promise.all([cancel(data.id), sign(data.id)]);
      const { status } = await docOf(data.id);
      if (cancelled.code === 200) expect([status, signed.code]).toEqual([DeliverStatus.cancelled, 61078]);
      else expect([status, cancelled.code, signed.code]).toEqual([DeliverStatus.signed, 61073, 200]);
      await checkSums(firmId);
    }
  });

  test('the same request twice has one effect and one answer', async () => {
    const { ship, sign, cancel, line, items, firmId, stockOf, agent } = await makeMoveWorld(app);
    const lines = [await line(items, 1, 30)];
    const key = () => ({ idemKey: randomUUID() });
    const shipping = key();
    const [one, other] = await Promise.all([ship(lines, undefined, shipping), ship(lines, undefined, shipping)]);
    expect(one.code).toBe(200);
    expect(other).toEqual(one);
    const signing = { ...key(), mode: 'codes', codes: [lines[0]!.code], remark: '先收一件' };
    const signed = await Promise.all([sign(one.data.id, signing), sign(one.data.id, signing)]);
    expect(signed[1]).toEqual(signed[0]);
    const cancelling = key();
    const cancelled = await Promise.all([cancel(one.data.id, cancelling), cancel(one.data.id, cancelling)]);
    expect(cancelled[1]).toEqual(cancelled[0]);
    expect(cancelled[0]!.data).toEqual({ itemQty: 29, signedQty: 1 });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 1, inQty: 1 }]);
    await checkSums(firmId);
  });

  test('shipping a code and packing it: one is first, and nothing is in two places', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { ship, item, box, token, ops, items, firmId } = await makeMoveWorld(app);
      const code = await item(1);
      const packing = { parentCode: await box(1), children: [code] } as never;
      const [shipped, packed] = await Promise.all([ship([{ code }]), app.call(token, packingApi.alone, packing)]);
      expect([
        [200, 61060],
        [61063, 200],
      ]).toContainEqual([shipped.code, packed.code]);
      expect((await ops.facts(items, 1)).shipStatus).toBe(shipped.code === 200 ? 1 : 0);
      await checkSums(firmId);
    }
  });

  test('many who ship and take back codes of the same range end with what the lines say', async () => {
    const { ship, cancel, sign, item, firmId, to, agent, beside } = await makeMoveWorld(app);
    const codes = await Promise.all(Array.from({ length: 12 }, (_, at) => item(at + 1)));
    const worker = async (nth: number) => {
      for (let step = 0; step < 6; step += 1) {
        const own = codes.filter((_code, at) => (at + nth + step) % 3 === 0);
        const answer = await ship(
          own.map((code) => ({ code })),
          to(nth % 2 === 0 ? agent : beside),
        );
        expect([200, 61031, 61066, 61067]).toContain(answer.code);
        if (answer.code !== 200) continue;
        const next = step % 2 === 0 ? await cancel(answer.data.id) : await sign(answer.data.id);
        expect(next.code).toBe(200);
      }
    };
    await Promise.all([0, 1, 2, 3].map(worker));
    await checkSums(firmId);
  });
});
