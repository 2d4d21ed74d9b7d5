import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { expectAgreement } from '../../test/expect-packing.ts';
import { follow, makePackingWorld } from '../../test/factories/packing-model.ts';
import { caseCount, step } from '../../test/factories/packing-steps.ts';
import { send } from '../../test/factories/send-packing.ts';
import { depth } from '../../test/depth.ts';

vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('whatever is packed, taken out, dissolved and sealed, every code lies where a plain list has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = await makePackingWorld(app);
      for (const one of steps) {
        const answer = await send(app, world, one);
        expect([JSON.stringify(one), answer.message, answer.code === 200]).toEqual([
          JSON.stringify(one),
          answer.message,
          follow(world, one),
        ]);
      }
      await expectAgreement(app, world);
    }),
    { numRuns: depth(12), endOnFailure: true },
  );
});

test('eight people at once: no code in two boxes, no box beyond what fits, counts that are true', async () => {
  const world = await makePackingWorld(app);
  const steps = fc.sample(step, 120);
  const ofUse = [404, 61020, 61031, 61034, 61046];
  const foreseen = [200, 400, ...ofUse, 61050, 61051, 61052, 61053, 61054, 61055, 61058, 61059, 61061, 61062, 61098];
  const work = async () => {
    for (let one = steps.pop(); one; one = steps.pop()) {
      const { code } = await send(app, world, one);
      expect(foreseen).toContain(code);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const { token, items, boxes, cases } = world;
  const { rows } = await app.data(token, identityApi.query, { texts: [...items, ...boxes] });
  const { list } = await app.data(token, packingApi.list, { limit: 100 });
  const listed = new Map<string, string>();
  for (const box of list) {
    const inside = await app.data(token, identityApi.children, { codeId: box.id, limit: 100 });
    expect([box.code, inside.total]).toEqual([box.code, box.childCnt]);
    expect(box.childCnt).toBeLessThanOrEqual(box.capacity);
    for (const { code } of inside.list) {
      expect(listed.has(code)).toBe(false);
      listed.set(code, box.code);
    }
  }
  for (const { code, boxCode } of rows) {
    const isUntouched = boxCode !== null && !list.some((box) => box.code === boxCode);
    if (!isUntouched) expect([code, boxCode]).toEqual([code, listed.get(code) ?? null]);
  }
  expect(cases).toHaveLength(caseCount);
});

test('two people pack the same code into two boxes: one of them is told where it lies', async () => {
  const world = await makePackingWorld(app);
  const { token, items, boxes } = world;
  for (const code of items.slice(0, 5)) {
    const answers = await Promise.all(
      boxes
        .slice(0, 2)
        .map((parentCode) => app.call(token, packingApi.alone, { parentCode, children: [code] } as never)),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 61052]);
  }
});
