import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { PackingWorld } from './factories/packing-model.ts';

/** Every code lies where the model has it, and every box counts what lies in it. */
export const expectAgreement = async (app: TestApp, { token, items, boxes, cases, parents }: PackingWorld) => {
  const { rows, errors } = await app.data(token, identityApi.query, { texts: [...items, ...boxes, ...cases] });
  expect(errors).toEqual([]);
  for (const row of rows) expect([row.code, row.boxCode]).toEqual([row.code, parents.get(row.code) ?? null]);
  const { list } = await app.data(token, packingApi.list, { limit: 100 });
  for (const box of list) {
    const inside = [...parents.values()].filter((parent) => parent === box.code).length;
    expect([box.code, box.childCnt]).toEqual([box.code, inside]);
    expect(box.childCnt).toBeLessThanOrEqual(box.capacity);
    expect(box.boxState === 0).toBe(inside === 0);
    const { total } = await app.data(token, identityApi.children, { codeId: box.id });
    expect([box.code, total]).toEqual([box.code, inside]);
  }
};
