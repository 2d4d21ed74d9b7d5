import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { Life } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { PackingWorld } from './factories/packing-model.ts';

/** Every code is what the model has and lies where the model has it, and every box counts what lies in it. */
export const expectAgreement = async (app: TestApp, world: PackingWorld) => {
  const { token, firmId, items, boxes, cases, parents, bound, gone, packed } = world;
  const { rows, errors } = await app.data(token, identityApi.query, { texts: [...items, ...boxes, ...cases] });
  expect(errors).toEqual([]);
  for (const { code, boxCode, life, lotId } of rows) {
    const expected = gone.has(code) ? Life.void : bound.has(code) ? Life.active : Life.inactive;
    expect([code, boxCode, life, lotId]).toEqual([code, parents.get(code) ?? null, expected, bound.get(code) ?? null]);
  }
  const { list } = await app.data(token, packingApi.list, { limit: 100 });
  for (const box of list) {
    const inside = [...parents.values()].filter((parent) => parent === box.code).length;
    expect([box.code, box.childCnt]).toEqual([box.code, inside]);
    expect(box.childCnt).toBeLessThanOrEqual(box.capacity);
    expect([box.code, box.lotId]).toEqual([box.code, bound.get(box.code) ?? null]);
    expect(box.boxState === 0).toBe(inside === 0);
    const { total } = await app.data(token, identityApi.children, { codeId: box.id });
    expect([box.code, total]).toEqual([box.code, inside]);
  }
  const days = await app.db.selectFrom('moveDay').where('firmId', '=', firmId).selectAll().execute();
  const counted = new Map<number, number>();
  for (const { holderId, packQty } of days) counted.set(holderId, (counted.get(holderId) ?? 0) + packQty);
  expect(counted).toEqual(new Map([...packed].filter(([, count]) => count > 0)));
  const active = new Map<number, number>();
  for (const lotId of bound.values()) active.set(lotId, (active.get(lotId) ?? 0) + 1);
  const lots = await app.db.selectFrom('lot').where('firmId', '=', firmId).select(['id', 'activeCnt']).execute();
  for (const { id, activeCnt } of lots) expect([id, activeCnt]).toEqual([id, active.get(id) ?? 0]);
};
