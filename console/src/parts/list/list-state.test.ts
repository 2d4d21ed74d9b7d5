import { filterText, id } from '@zhuiyuan/contract/kit/fields';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { paging } from '@zhuiyuan/contract/kit/page';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAddress, refusedOf, writeAddress } from './list-state.ts';

const schema = z.object({ ...paging, name: filterText, agent: id().optional(), status: Enabled.schema.optional() });
const usual = { initial: {}, limit: 20 };

describe('a list in the address', () => {
  it('goes there and back for any filters', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: fc.option(
            fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text && text !== ''),
            { nil: undefined },
          ),
          agent: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String), { nil: undefined }),
          status: fc.option(fc.constantFrom('0', '1'), { nil: undefined }),
        }),
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom(20, 40, 100),
        (filters, page, limit) => {
          const values = Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== undefined));
          expect(readAddress(writeAddress('', schema, { values, page, limit }, usual), schema, usual)).toEqual({
            values,
            page,
            limit,
          });
        },
      ),
    );
  });

  it('writes only what differs and leaves foreign parameters alone', () => {
    expect(writeAddress('?tab=2&name=old', schema, { values: { name: 'a&b' }, page: 1, limit: 20 }, usual)).toBe(
      '?tab=2&name=a%26b',
    );
    expect(writeAddress('?page=3', schema, { values: {}, page: 1, limit: 20 }, usual)).toBe('');
  });

  it('keeps filters that the schema refuses and names them, and drops a page that there is not', () => {
    const read = readAddress('?agent=334abc&status=7&name=ok&page=-1&limit=0.5', schema, usual);
    expect(read).toEqual({ values: { agent: '334abc', status: '7', name: 'ok' }, page: 1, limit: 20 });
    expect(refusedOf(schema, read.values)).toEqual(['agent', 'status']);
  });

  it('keeps a cleared initial filter cleared', () => {
    const first = { initial: { status: '0' }, limit: 20 };
    expect(readAddress('', schema, first).values).toEqual({ status: '0' });
    const cleared = writeAddress('', schema, { values: {}, page: 1, limit: 20 }, first);
    expect(cleared).toBe('?status=');
    expect(readAddress(cleared, schema, first).values).toEqual({});
  });
});
