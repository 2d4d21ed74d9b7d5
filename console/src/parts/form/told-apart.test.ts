import { expect, it } from 'vitest';
import { toldApart } from './told-apart.ts';

const firms = new Map([
  [1, '青岚山茶业'],
  [2, '云岭酒业'],
]);

it('puts the firm beside rows of one name, and beside no other', () => {
  const rows = [
    { label: '线下流通', firmId: 1 },
    { label: '线下流通', firmId: 2 },
    { label: '商超', firmId: 2 },
    { label: '线下流通', firmId: 0 },
  ];
  expect(toldApart(rows, (id) => firms.get(id))).toEqual([
    '线下流通（青岚山茶业）',
    '线下流通（云岭酒业）',
    '商超',
    '线下流通',
  ]);
});
