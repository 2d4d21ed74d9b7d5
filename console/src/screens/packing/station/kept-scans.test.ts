import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { beforeEach, expect, it } from 'vitest';
import { keepScans, readKeptScans } from './kept-scans.ts';

const box = {
  codeId: 7,
  code: 'BX4',
  level: Level.box,
  productId: null,
  storeName: '',
  lotNo: '',
  childCnt: 1,
  capacity: 6,
  boxState: BoxState.packing,
  childLevel: Level.item,
};
const waiting = [{ codeId: 8, code: 'AMNSQ74WBEFWXYME', at: new Date('2026-11-05T08:00:00Z') }];
const key = 'pack-draft:1:0';

beforeEach(() => localStorage.clear());

it('keeps the box and what waits for it, and forgets both once nothing waits', () => {
  keepScans(key, box, [{ ...waiting[0]!, error: '编码已作废，不能操作' }]);
  expect(readKeptScans(key)).toEqual({ box, waiting });
  keepScans(key, box, []);
  expect(readKeptScans(key)).toBeUndefined();
  expect(localStorage.getItem(key)).toBeNull();
});

it('offers nothing of what it cannot read', () => {
  localStorage.setItem(key, JSON.stringify({ box, waiting: [{ code: 'A' }] }));
  expect(readKeptScans(key)).toBeUndefined();
});
