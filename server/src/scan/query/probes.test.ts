import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { CodeSource, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind, PackState, StopKind } from '../../codes/state/code-states.ts';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import type { Db } from '../../kit/db/database.ts';
import { camelResults, SnakeDialect } from '../../kit/db/names.ts';
import { activateCodes } from '../../codes/ops/activation.ts';
import { findCode } from '../../codes/lookup/code-facts.ts';
import { findContainers } from '../../codes/state/find-containers.ts';
import { textHash } from '../../codes/cipher/find-ext-codes.ts';
import { Keyring, openKeyring } from '../../codes/cipher/keyring.ts';
import { scanCode } from './scan-code.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Node[];
}

/** Looks into tables that a statement takes, apart from product and lot, which go by their keys, the counter of a code's queries, and link prefixes, which a server keeps in memory. */
const apart: ReadonlySet<string> = new Set(['product', 'lot', 'unit_scan', 'task']);
const probesIn = (node: Node): number =>
  (node.Plans ?? []).reduce((sum, child) => sum + probesIn(child), 0) +
  (node['Relation Name'] && !apart.has(node['Relation Name']) ? node['Actual Loops'] : 0);

/** A builder that writes down what it asks, and a keyring on it. Keys and link prefixes are kept in memory. */
const listening = async () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely({
    dialect: new SnakeDialect({ pool: app.database.pool }, app.db.getExecutor().adapter),
    plugins: [camelResults],
    log: ({ level, query }) => {
      if (level === 'query') asked.push({ sql: query.sql, parameters: query.parameters });
    },
  }) as unknown as Db;
  const keyring = new Keyring(app.config.masterKey);
  await keyring.find(db, 'AMNSQ74WBEFWXYME');
  asked.length = 0;
  return { db, keyring, asked };
};

/** How many times the database is looked into to resolve a text. */
const probes = async (text: string): Promise<number> => {
  const { db, keyring, asked } = await listening();
  const { unit } = await findCode(db, keyring, text);
  await findContainers(db, unit);
  const client = await app.database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    let count = 0;
    for (const { sql: statement, parameters } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, format json) ${statement}`,
        parameters as unknown[],
      );
      count += probesIn(rows[0]!['QUERY PLAN'][0].Plan);
    }
    return count;
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
};

const codeOf = async (seg: number, serial: number) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
  );
const activate = (seg: number, to: number) =>
  activateCodes(
    app.db,
    openKeyring(app),
    { id: 1 },
    {
      picked: { runs: [{ seg, from: 1, to }], unknown: [] },
      target: { firmId: world.firmId, productId: world.productId, lotId: world.lotId, boxNum: 6, caseNum: 4 },
      skipsConflicts: false,
      idemKey: `probe ${seg}`,
      request: {},
    },
  );

test('a first query takes one statement that reads and one that writes', async () => {
  const { seg } = await world.issue();
  await activate(seg, 500);
  const { db, keyring, asked } = await listening();
  const scan = async (serial: number) => {
    const visit = { ip: '127.0.0.1', userAgent: '', deviceId: `d${serial}`, entry: 0 } as const;
    return scanCode(db, keyring, await codeOf(seg, serial), visit, { passedCaptcha: false, tokenHash: undefined });
  };
  await scan(1);
  asked.length = 0;
  expect((await scan(2)).verdict).toBe('FIRST');
  // a server holds the query settings in memory
  expect(asked.filter((query) => !query.sql.includes('select_config'))).toHaveLength(2);
});

test('resolving a code takes twelve looks at the indexes at most, whatever happened to it', async () => {
  const { seg } = await world.issue();
  await activate(seg, 500);
  const boxed = await world.issue({ itemCount: 24, boxCount: 4, assocMode: 1, productId: world.productId });
  const [items, boxes] = [0, 1].map((level) => boxed.segments.find((each) => each.level === level)!.seg);
  await activate(items!, 24);
  await app.db
    .insertInto('codeUnit')
    .values({
      seg,
      serial: 7,
      firmId: world.firmId,
      bindProduct: world.productId,
      bindLot: world.lotId,
      bindSeq: 999_999,
      voidKind: StopKind.lifted,
      voidSeq: 999_999,
      packState: PackState.packed,
      parentSeg: boxes,
      parentSerial: 1,
      shipStatus: Shipping.shipped,
      shipSeq: 1,
    })
    .execute();
  await app.db.insertInto('unitScan').values({ seg, serial: 7, firmId: world.firmId, cnt: 3 }).execute();
  // A third party's code: found by its hash, then the same way.
  const [imported, outer, outmost] = await Promise.all([0, 1, 2].map(async () => (await world.issue()).seg));
  await app.db
    .updateTable('segment')
    .set({ keyV: null, fmt: 'EXT', source: CodeSource.imported })
    .where('seg', '=', imported!)
    .execute();
  // It lies in a box that lies in another one, all packed by runs, the outermost shipped by a run.
  const inBox = (parent: number) => JSON.stringify({ parentSeg: parent, parentSerial: 1 });
  const { opId } = await app.db.selectFrom('codeSpan').select('opId').limit(1).executeTakeFirstOrThrow();
  const run = { firmId: world.firmId, span: '[1,100)', opId, seq: 7 };
  await app.db
    .insertInto('codeSpan')
    .values([
      { ...run, seg: imported!, kind: SpanKind.pack, payload: inBox(outer!) },
      { ...run, seg: outer!, kind: SpanKind.pack, payload: inBox(outmost!) },
      {
        ...run,
        seg: outmost!,
        kind: SpanKind.ship,
        payload: JSON.stringify({ shipStatus: 1, holderKind: 1, holderId: 5 }),
      },
    ])
    .execute();
  await sql`insert into code_ext (text_hash, seg, serial, face) values (${textHash('HK-2026-000017')}, ${imported!}, 17, ${Face.outer})`.execute(
    app.db,
  );
  const texts = {
    plain: await codeOf(seg, 600),
    active: await codeOf(seg, 1),
    packed: await codeOf(seg, 7),
    inPrintedBox: await codeOf(items!, 3),
    printedBox: await codeOf(boxes!, 1),
    imported: 'HK-2026-000017',
  };
  for (const [what, text] of Object.entries(texts)) {
    const count = await probes(text);
    expect({ what, isWithin: count > 0 && count <= 12, count }).toMatchObject({ what, isWithin: true });
  }
  const { unit } = await findCode(app.db, openKeyring(app), texts.imported);
  const { boxes: around, custody } = await findContainers(app.db, unit);
  expect(around.map(({ seg: box }) => box)).toEqual([outer, outmost]);
  expect(custody).toMatchObject({ shipStatus: 1, holderKind: 1, holderId: 5 });
});
