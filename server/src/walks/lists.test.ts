import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { z } from 'zod';
import { inject } from 'vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { withDatabase } from '../../test/cluster-url.ts';
import { openRoot } from '../../test/factories/access.ts';
import { fillTables, openPhone, phoneHeaders } from '../../test/listed/fill.ts';
import { listed } from '../../test/listed/listed.ts';
import { statementsOf } from '../../test/statements-of.ts';
import { seedCodeKeys } from '../codes/cipher/keyring.ts';

let app: TestApp;
let root: string;
let phone: string;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  await seedCodeKeys(app.db, app.config.masterKey);
  await fillTables(withDatabase(inject('superuserUrl'), new URL(app.database.url).pathname.slice(1)), 60);
  phone = await openPhone(app.database.pool as never);
});
afterAll(() => app.close());

const fieldsOf = ({ input }: Endpoint): string[] => Object.keys((input as unknown as { shape: object }).shape);
const isList = ({ data }: Endpoint): boolean => 'totalPage' in ((data as unknown as { shape?: object }).shape ?? {});

/** How many statements a call sends. */
const countStatements = async (call: () => Promise<unknown>): Promise<number> => (await statementsOf(call)).length;

describe('every list', () => {
  it('stands in the table of lists with each of its filters', () => {
    const missing = app.endpoints.filter(isList).flatMap((endpoint) => {
      // One list may stand there several times, each with what it is always asked.
      const found = listed.filter(({ path }) => path === endpoint.path);
      if (found.length === 0) return [endpoint.path];
      const asked = found.flatMap(({ filters = {}, always = {} }) => [...Object.keys(filters), ...Object.keys(always)]);
      const known = new Set([...asked, 'page', 'limit']);
      return fieldsOf(endpoint).flatMap((field) => (known.has(field) ? [] : [`${endpoint.path} ${field}`]));
    });
    expect(missing).toEqual([]);
    const paths = new Set(app.endpoints.map(({ path }) => path));
    expect(listed.filter(({ path }) => !paths.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it('comes in every order it offers, up and down, over its pages', async () => {
    let tried = 0;
    for (const endpoint of app.endpoints.filter(isList)) {
      const { sort } = (endpoint.input as unknown as { shape: Record<string, z.ZodOptional<z.ZodEnum>> }).shape;
      for (const order of sort?.unwrap().options ?? []) {
        const always = listed.find(({ path }) => path === endpoint.path)?.always ?? {};
        const ask = (page: number) =>
          app.data(root, endpoint, { ...always, page, limit: 20, sort: order } as never) as Promise<{
            list: Record<string, string | number>[];
          }>;
        const rows = [...(await ask(1)).list, ...(await ask(2)).list];
        const values = rows.map((row) => row[String(order).replace('-', '')]!);
        const up = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values, `${endpoint.path} ${order}`).toEqual(String(order).startsWith('-') ? up.toReversed() : up);
        expect(new Set(rows.map(({ id }) => id)).size, `${endpoint.path} ${order}`).toBe(rows.length);
        expect(rows.length, endpoint.path).toBeGreaterThan(20);
        tried += 1;
      }
      if (sort) expect(await app.call(root, endpoint, { sort: 'password' } as never)).toMatchObject({ code: 400 });
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('sends no statement for each row: twenty rows cost no more than two, but for a look-up of what only one of them names', async () => {
    const more: string[] = [];
    for (const list of listed) {
      const { path, always = {} } = list;
      const endpoint = app.endpoints.find((one) => one.path === path)!;
      const ask = (limit: number) =>
        app.call(root, endpoint, { ...always, page: 1, limit } as never, phoneHeaders(list, phone));
      expect(await ask(20), path).toMatchObject({ code: 200 });
      const [few, many] = [await countStatements(() => ask(2)), await countStatements(() => ask(20))];
      if (many > few + 2) more.push(`${path}: ${few} for two rows, ${many} for twenty`);
    }
    expect(more).toEqual([]);
  });
});
