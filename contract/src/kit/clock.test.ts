import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockText, hourText, minuteText, toMs, toTime } from './clock.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'America/New_York';
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('a clock is that of Shanghai, whatever the zone of the machine', () => {
  expect(clockText(Date.parse('2026-11-27T16:05:09Z'))).toBe('00:05:09');
  expect(clockText(new Date('2026-11-27T01:02:03Z'))).toBe('09:02:03');
  expect(minuteText(new Date('2026-11-27T01:02:59Z'))).toBe('09:02');
  expect([hourText(0), hourText(9), hourText(24)]).toEqual(['00:00', '09:00', '24:00']);
});

test('a moment becomes a time of the wire and the time that moment', () => {
  const moment = Date.parse('2026-12-31T16:00:00Z');
  expect(toTime(moment)).toBe('2027-01-01 00:00:00');
  expect(toTime(new Date(moment + 999))).toBe('2027-01-01 00:00:00');
  expect([toMs('2027-01-01 00:00:00'), toMs('2027-01-01 00:00')]).toEqual([moment, moment]);
  expect(toMs('')).toBeNaN();
});
