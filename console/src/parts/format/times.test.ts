import { expect, test } from 'vitest';
import { clockText } from './times.ts';

test('a clock is that of Shanghai, whatever the zone of the browser', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    expect(clockText(Date.parse('2026-11-27T16:05:09Z'))).toBe('00:05:09');
    expect(clockText(new Date('2026-11-27T01:02:03Z'))).toBe('09:02:03');
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
