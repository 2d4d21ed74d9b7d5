import { expect, it } from 'vitest';
import { stagesOf } from './stages-of.ts';

const today = new Date('2026-11-21T12:00:00+08:00');
const states = (facts: Partial<Parameters<typeof stagesOf>[0]> & { issuedAt: string }) =>
  stagesOf({ activatedAt: null, packedAt: null, shipAt: null, signAt: null, firstScanAt: null, ...facts }, today).map(
    ({ name, note, state }) => [name, note, state],
  );

it('marks what is behind, where the code is, and what is ahead', () => {
  expect(states({ issuedAt: '2026-11-12 14:00:00', activatedAt: '2026-11-14 09:21:30', firstScanAt: null })).toEqual([
    ['生成', '11-12 14:00', 'done'],
    ['启用', '11-14 09:21', 'now'],
    ['装箱', '未装箱', 'ahead'],
    ['发货', '未发货', 'ahead'],
    ['签收', '未签收', 'ahead'],
    ['首次查询', '未查询', 'ahead'],
  ]);
});

it('stands at the first stage of a code that was only issued', () => {
  expect(states({ issuedAt: '2025-12-31 23:59:00', activatedAt: null, firstScanAt: null })).toEqual([
    ['生成', '2025-12-31 23:59', 'now'],
    ['启用', '未启用', 'ahead'],
    ['装箱', '未装箱', 'ahead'],
    ['发货', '未发货', 'ahead'],
    ['签收', '未签收', 'ahead'],
    ['首次查询', '未查询', 'ahead'],
  ]);
});

it('leaves a gap where an activation was taken back after a query', () => {
  const [, activation, , , , scan] = states({
    issuedAt: '2026-11-12 14:00:00',
    activatedAt: null,
    firstScanAt: '2026-11-13 08:00:00',
  });
  expect([activation?.[2], scan?.[2]]).toEqual(['ahead', 'now']);
});
