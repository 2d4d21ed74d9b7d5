import { expect, it } from 'vitest';
import { untilDay } from './times.ts';

const now = Date.parse('2026-12-07T09:00:00+08:00');

it('says until when in words that hold for the whole of the last day', () => {
  expect(untilDay('2026-12-07 23:59:59', now)).toBe('今天内');
  expect(untilDay('2026-12-08 00:00:00', now)).toBe('2026-12-08（含）前');
  expect(untilDay('2026-12-09 23:59:59', now)).toBe('2026-12-09（含）前');
});
