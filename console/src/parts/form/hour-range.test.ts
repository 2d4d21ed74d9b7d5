import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsAfter, hourRangeOf, hours, readHourRange } from './hour-range.ts';

describe('hourly range', () => {
  it('goes from 00:00 to 24:00 by the hour', () => {
    expect(hours).toHaveLength(25);
    expect([hours[0], hours[1], hours.at(-1)]).toEqual(['00:00', '01:00', '24:00']);
  });

  it('never ends before it starts', () => {
    const hour = fc.constantFrom(...hours);
    fc.assert(
      fc.property(hour, fc.option(hour, { nil: undefined }), (start, end) => {
        const range = hourRangeOf(start, end);
        const read = readHourRange(range);
        expect(read.start).toBe(start);
        expect(endsAfter(start)).toContain(read.end);
        expect(range).toBe(`${read.start},${read.end}`);
      }),
    );
  });

  it('offers ends from the start on', () => {
    expect(endsAfter('22:00')).toEqual(['22:00', '23:00', '24:00']);
    expect(endsAfter(undefined)).toHaveLength(25);
  });

  it('reads nothing from what is no range', () => {
    expect(readHourRange('09:30,10:00')).toEqual({});
    expect(readHourRange('09:00,08:00')).toEqual({ start: '09:00' });
    expect(readHourRange(undefined)).toEqual({});
  });
});
