import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { withDatabase } from '../../test/cluster-url.ts';
import { fillTables, openPhone, openStaff, phoneHeaders } from '../../test/listed/fill.ts';
import { listed } from '../../test/listed/listed.ts';
import { statementsOf, type Sent } from '../../test/statements-of.ts';
import { seedCodeKeys } from '../codes/cipher/keyring.ts';

const library = new URL('../../../scripts/lib/', import.meta.url);
const { distribution } = (await import(new URL('distribution.mjs', library).href)) as {
  distribution: Record<'firm' | 'text' | 'reference' | 'local', string[]>;
};

let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  app = await openTestApp();
  await seedCodeKeys(app.db, app.config.masterKey);
  const url = withDatabase(inject('superuserUrl'), new URL(app.database.url).pathname.slice(1));
  await fillTables(url, 60);
  client = new pg.Client({ connectionString: url, options: '-c TimeZone=Asia/Shanghai -c jit=off' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

/** Beside the tables of firms the same parted in two by firm, under whose names statements find them first. */
const partTables = async (): Promise<void> => {
  await client.query('create schema parted');
  for (const table of distribution.firm) {
    await client.query(
      `create table parted.${table} (like ${table} including defaults including generated) partition by hash (firm_id)`,
    );
    for (const part of [0, 1])
      await client.query(
        `create table parted.${table}_part${part} partition of parted.${table} for values with (modulus 2, remainder ${part})`,
      );
  }
  await client.query('set search_path = parted, public');
};

interface Plan {
  'Relation Name'?: string;
  Plans?: Plan[];
}
const relationsOf = ({ 'Relation Name': name, Plans: plans = [] }: Plan): string[] => [
  ...(name ? [name] : []),
  ...plans.flatMap(relationsOf),
];

const isPlanned = ({ text }: Sent): boolean => /^\s*(?:select|with|insert|update|delete)\b/i.test(text);

/** The tables of firms of which a statement would have to look into more than one part. */
const scatteredTables = async ({ text, values }: Sent): Promise<string[]> => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
  const reached = new Set(relationsOf(rows[0]!['QUERY PLAN'][0].Plan));
  return distribution.firm.filter((table) => reached.has(`${table}_part0`) && reached.has(`${table}_part1`));
};

test('a list of a firm looks into one part of each table, but for those that are written down', async () => {
  const { big } = await openStaff(client);
  const phone = await openPhone(client);
  const sent = new Map<string, Sent[]>();
  for (const list of listed.filter(({ isPlatforms }) => !isPlatforms)) {
    const { path, always = {} } = list;
    const endpoint = app.endpoints.find((one) => one.path === path)!;
    let code = 0;
    const statements = await statementsOf(async () => {
      ({ code } = await app.call(big, endpoint, { ...always, page: 1, limit: 20 } as never, phoneHeaders(list, phone)));
    });
    // Rows of what another firm's row names are looked for all the same.
    expect([200, 404], path).toContain(code);
    sent.set(path, [...(sent.get(path) ?? []), ...statements]);
  }
  await partTables();
  const found: string[] = [];
  for (const [path, statements] of sent) {
    const tables = new Set<string>();
    for (const statement of statements.filter(isPlanned))
      for (const table of await scatteredTables(statement)) tables.add(table);
    found.push(...[...tables].map((table) => `${path} ${table}`));
  }
  const known = readFileSync(new URL('scattered-statements.txt', library), 'utf8').trim().split('\n');
  const isKnown = new Set(known);
  // A new list is born with its firm in every join; a line whose statement has it by now goes.
  expect(found.filter((line) => !isKnown.has(line)).toSorted()).toEqual([]);
  expect(known.filter((line) => !found.includes(line))).toEqual([]);
  expect(known).toEqual(known.toSorted());
});
