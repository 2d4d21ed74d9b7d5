import fc from 'fast-check';
import { crossedEnds } from '@zhuiyuan/contract/kit/page';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { withDatabase } from '../../test/cluster-url.ts';
import { openRoot } from '../../test/factories/access.ts';
import { fillTables, openPhone, openStaff, phoneHeaders } from '../../test/listed/fill.ts';
import { listed, type Listed } from '../../test/listed/listed.ts';
import { depth } from '../../test/depth.ts';
import { seedCodeKeys } from '../codes/cipher/keyring.ts';
import { findComputedPage, pageWatch } from '../kit/db/paging.ts';

/** Each page of ids and rows, beside the same page asked in one plain statement. */
const pages: { found: unknown; plain: unknown }[] = [];

let app: TestApp;
let tokens: string[];
let phone: string;

beforeAll(async () => {
  app = await openTestApp();
  pageWatch.told = async (found, [db, input, matching, rows]) => {
    pages.push({ found, plain: await findComputedPage(db, input, matching, rows as never) });
  };
  const root = await openRoot(app);
  await seedCodeKeys(app.db, app.config.masterKey);
  await fillTables(withDatabase(inject('superuserUrl'), new URL(app.database.url).pathname.slice(1)), 80);
  phone = await openPhone(app.database.pool as never);
  tokens = [root, ...Object.values(await openStaff(app.database.pool as never))];
});
afterAll(async () => {
  pageWatch.told = undefined;
  await app.close();
});

/** Up to two filters of a list, each with one of its values. */
const someOf = (filters: Listed['filters'] = {}) =>
  fc
    .subarray(Object.keys(filters), { maxLength: Math.min(2, Object.keys(filters).length) })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...Object.values(filters[name]!))]))),
    );

it('pages of ids show the same as one plain statement, whoever asks, with whatever filters', async () => {
  let compared = 0;
  for (const list of listed) {
    const { path, always = {}, filters, isPlatforms, role } = list;
    const endpoint = app.endpoints.find((one) => one.path === path)!;
    await fc.assert(
      fc.asyncProperty(
        someOf(filters),
        fc.constantFrom(...(isPlatforms || role ? tokens.slice(0, 1) : tokens)),
        fc.constantFrom(1, 1, 2, 4),
        fc.constantFrom(3, 20),
        async (fields, token, page, limit) => {
          pages.length = 0;
          const asked = { ...always, ...fields, page, limit } as never;
          const { code } = await app.call(token, endpoint, asked, phoneHeaders(list, phone));
          // A range that ends before it begins is refused. (What a property returns is its verdict: an assertion is none.)
          if (crossedEnds(fields).length > 0) {
            expect(code, path).toBe(400);
            return;
          }
          // What a list is about may belong to another firm.
          expect(code, path).toBeOneOf(token === tokens[0] ? [200] : [200, 404, 61002]);
          for (const { found, plain } of pages) expect(found).toEqual(plain);
          compared += pages.filter(({ found }) => (found as { list: unknown[] }).list.length > 0).length;
        },
      ),
      { numRuns: depth(25) },
    );
  }

  expect(compared).toBeGreaterThan(Math.max(listed.length, depth(3 * listed.length)));
}, 240_000);
