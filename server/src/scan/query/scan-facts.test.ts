import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { makeAgent, makeFirm, makeSalesman, makeShop } from '../../../test/factories/parties.ts';
import { hashToken } from '../../kit/http/session.ts';
import { openAccount } from '../../account/account-session.ts';
import { ensureMember } from '../../member/ensure-member.ts';
import { PackState, SpanKind } from '../../codes/state/code-states.ts';
import { readCustody } from '../../codes/state/custody/read-custody.ts';
import { readScan, scanRead } from './read-scan.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
/** Segments: single items, then items, boxes and cases that were joined before printing. */
let loose: number;
let items: number;
let boxes: number;
let cases: number;
/** Two segments that things were packed into by runs. */
let runBoxes: number;
let runCases: number;
let opId: number;
let agentId: number;
let shopId: number;
let salesmen: number[];
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  ({ seg: loose } = await world.issue({ itemCount: 200 }));
  await ops.use(range(loose, 1, 200));
  const printed = await world.issue({
    assocMode: 1,
    productId: world.productId,
    caseCount: 2,
    boxCount: 8,
    itemCount: 48,
    boxNum: 6,
    caseNum: 4,
  });
  [items, boxes, cases] = [0, 1, 2].map((level) => printed.segments.find((each) => each.level === level)!.seg) as [
    number,
    number,
    number,
  ];
  await ops.use(range(items, 1, 48));
  [runBoxes, runCases] = (await Promise.all([world.issue(), world.issue()])).map(({ seg }) => seg) as [number, number];
  ({ opId } = await app.db.selectFrom('codeSpan').select('opId').limit(1).executeTakeFirstOrThrow());
  agentId = await makeAgent(app, world.firmId);
  shopId = await makeShop(app, world.firmId, agentId);
  salesmen = [await makeSalesman(app, world.firmId), await makeSalesman(app, world.firmId)];
  await app.db.updateTable('agent').set({ salesmanId: salesmen[0]! }).where('id', '=', agentId).execute();
  await app.db
    .insertInto('shopAss')
    .values({ firmId: world.firmId, shopId, kind: ShopLinkKind.salesman, targetId: salesmen[1]! })
    .execute();
});
afterAll(() => app.close());

const asked = (seg: number, serial: number) => ({
  ip: '127.0.0.1',
  device: 'd'.repeat(32),
  seg,
  serial,
  tokenHash: null,
});
const heldAt = async (seg: number, serial: number) => (await readScan(app.db, asked(seg, serial))).held;

/** Shipped by itself some days ago. */
const ship = (
  seg: number,
  serial: number,
  holderKind: number,
  holderId: number | null,
  { shipStatus = Shipping.signed as number, days = 3 } = {},
) => {
  const row = {
    shipStatus,
    holderKind,
    holderId,
    shipSeq: 50,
    shipAt: sql<string>`now() - make_interval(days => ${days}, hours => 1)`,
  };
  return app.db
    .insertInto('codeUnit')
    .values({ seg, serial, firmId: world.firmId, ...row })
    .onConflict((conflict) => conflict.columns(['seg', 'serial']).doUpdateSet(row))
    .execute();
};
const span = (seg: number, kind: number, from: number, to: number, payload: object, seq = 60) =>
  app.db
    .insertInto('codeSpan')
    .values({
      firmId: world.firmId,
      seg,
      kind,
      span: `[${from},${to + 1})`,
      payload: JSON.stringify(payload),
      opId,
      seq,
    })
    .execute();

const nobody = { agentId: null, shopId: null, salesmanId: null, shipDays: null, uid: null };

test('a scan knows who had the code, alone, in its box and in the box of that, and for how many full days', async () => {
  expect(await heldAt(loose, 1)).toEqual(nobody);
  await ship(loose, 2, Holder.agent, agentId);
  expect(await heldAt(loose, 2)).toEqual({ ...nobody, agentId, salesmanId: salesmen[0], shipDays: 3 });
  await ship(loose, 3, Holder.shop, shopId, { days: 0, shipStatus: Shipping.shipped });
  expect(await heldAt(loose, 3)).toEqual({ ...nobody, agentId, shopId, salesmanId: salesmen[1], shipDays: 0 });
  // Called back, or sent back to the firm: nobody has it.
  await ship(loose, 4, Holder.agent, agentId, { shipStatus: Shipping.cancelled });
  await ship(loose, 5, Holder.firm, null);
  for (const serial of [4, 5]) expect(await heldAt(loose, serial)).toEqual(nobody);

  // By a run that was shipped later than the code alone, and earlier.
  const shipAt = '2026-01-01 08:00:00';
  await span(loose, SpanKind.ship, 10, 20, {
    shipStatus: Shipping.signed,
    holderKind: Holder.agent,
    holderId: agentId,
    shipAt,
  });
  await ship(loose, 11, Holder.shop, shopId);
  await app.db.updateTable('codeUnit').set({ shipSeq: 70 }).where('seg', '=', loose).where('serial', '=', 11).execute();
  await ship(loose, 12, Holder.shop, shopId);
  const days = Math.floor((Date.now() - Date.parse('2026-01-01T08:00:00+08:00')) / 86_400_000);
  expect(await heldAt(loose, 10)).toMatchObject({ agentId, shopId: null, shipDays: days });
  expect(await heldAt(loose, 11)).toMatchObject({ agentId, shopId, shipDays: 3 });
  expect(await heldAt(loose, 12)).toMatchObject({ shopId: null, shipDays: days });

  // Printed into boxes and cases: only the case moves.
  await ship(cases, 1, Holder.agent, agentId, { days: 40 });
  for (const serial of [1, 24]) expect(await heldAt(items, serial)).toMatchObject({ agentId, shipDays: 40 });
  expect(await heldAt(items, 25)).toEqual(nobody);
  expect(await heldAt(boxes, 4)).toMatchObject({ agentId });
  // A box that was taken out goes its own way, and so does an item.
  await app.db
    .insertInto('codeUnit')
    .values({ seg: boxes, serial: 2, firmId: world.firmId, packState: PackState.unpacked })
    .execute();
  expect(await heldAt(items, 7)).toEqual(nobody);
  await ship(boxes, 2, Holder.shop, shopId);
  expect(await heldAt(items, 12)).toMatchObject({ shopId });
  await app.db
    .insertInto('codeUnit')
    .values({ seg: items, serial: 8, firmId: world.firmId, packState: PackState.unpacked })
    .execute();
  expect(await heldAt(items, 8)).toEqual(nobody);
  // One that was put into another box of its own.
  await app.db
    .insertInto('codeUnit')
    .values({
      seg: items,
      serial: 30,
      firmId: world.firmId,
      packState: PackState.packed,
      parentSeg: boxes,
      parentSerial: 1,
    })
    .execute();
  expect(await heldAt(items, 30)).toMatchObject({ agentId, shipDays: 40 });

  // Packed by runs, twice.
  await span(loose, SpanKind.pack, 101, 110, { parentSeg: runBoxes, parentSerial: 5 });
  await span(runBoxes, SpanKind.pack, 1, 10, { parentSeg: runCases, parentSerial: 9 });
  expect(await heldAt(loose, 105)).toEqual(nobody);
  await span(runCases, SpanKind.ship, 1, 100, {
    shipStatus: Shipping.shipped,
    holderKind: Holder.agent,
    holderId: agentId,
    shipAt,
  });
  expect(await heldAt(loose, 105)).toMatchObject({ agentId, salesmanId: salesmen[0], shipDays: days });
});

test('of any of the codes it says what custody says', async () => {
  for (const [seg, count] of [
    [loose, 200],
    [items, 48],
    [boxes, 8],
    [cases, 2],
  ] as const) {
    const pieces = await readCustody(app.db, world.firmId, [{ seg, from: 1, to: count }]);
    for (let serial = 1; serial <= count; serial += 1) {
      const piece = pieces.find(({ from, to }) => from <= serial && serial <= to);
      const isOut = piece && piece.holderKind !== Holder.firm && piece.shipStatus !== Shipping.cancelled;
      const held = await heldAt(seg, serial);
      expect({ seg, serial, shop: held.shopId, agent: held.agentId }).toEqual({
        seg,
        serial,
        shop: isOut && piece.holderKind === Holder.shop ? piece.holderId : null,
        agent: isOut ? agentId : null,
      });
    }
  }
});

interface Node {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Node[];
}
const codeTables = new Set(['segment', 'code_unit', 'code_span', 'agent', 'shop_ass']);
const looks = (node: Node): number =>
  (node.Plans ?? []).reduce((sum, child) => sum + looks(child), 0) +
  (codeTables.has(node['Relation Name'] ?? '') ? node['Actual Loops'] : 0);

test('custody costs a single code no more look-ups than before, one in a box three, one in two boxes five', async () => {
  const before = 4;
  const client = await app.database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const count = async (seg: number, serial: number) => {
      const { sql: text, values } = scanRead.text(app.db, [asked(seg, serial)]);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      return looks(rows[0]!['QUERY PLAN'][0].Plan);
    };
    const found = {
      unshipped: await count(loose, 1),
      atAgent: await count(loose, 2),
      atShop: await count(loose, 3),
      inBox: await count(items, 12),
      inCase: await count(items, 1),
      inCaseByRuns: await count(loose, 105),
    };
    const most = { unshipped: 0, atAgent: 0, atShop: 0, inBox: 3, inCase: 5, inCaseByRuns: 5 };
    for (const [what, more] of Object.entries(most))
      expect({ what, more: found[what as keyof typeof found] - before }).toSatisfy(
        (one: { more: number }) => one.more <= more,
      );
    // It does look.
    expect(found.atAgent).toBeGreaterThan(found.unshipped);
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
});

test('a query is that of the consumer who is signed in, and of nobody who never came to this firm', async () => {
  const code = await opsOf(app, world).codeOf(loose, 60);
  const [known, stranger] = [await openAccount(app.db), await openAccount(app.db)];
  const { id: uid } = await ensureMember(app.db, world.firmId, known.accountId);
  await ensureMember(app.db, await makeFirm(app), stranger.accountId);
  const scanned = async (text: string, token: string, deviceId: string) => {
    const { data } = await app.call(
      '',
      publicTraceApi.scan,
      { code: text, deviceId },
      token ? { [accountHeader]: token } : {},
    );
    return app.db.selectFrom('scanLog').where('id', '=', data.scanId!).selectAll().executeTakeFirstOrThrow();
  };
  expect(await scanned(code, known.token, 'a')).toMatchObject({ uid, verdict: 'FIRST', agentId: null });
  expect(await scanned(code, stranger.token, 'b')).toMatchObject({ uid: null, verdict: 'REPEAT' });
  expect(await scanned(code, 'no token of ours', 'c')).toMatchObject({ uid: null });
  expect(await scanned(code, '', 'd')).toMatchObject({ uid: null });
  const members = await app.db.selectFrom('member').select('id').where('accountId', '=', stranger.accountId).execute();
  expect(members).toHaveLength(1);

  // Queries that do not count, too: not activated; and one of nobody's code is nobody's.
  const idle = (await world.issue()).seg;
  expect(await scanned(await opsOf(app, world).codeOf(idle, 1), known.token, 'e')).toMatchObject({
    uid,
    verdict: 'INACTIVE',
  });
  expect(await scanned('AMNSQ74WBEFWXYMF', known.token, 'f')).toMatchObject({
    uid: null,
    verdict: 'INVALID',
    firmId: 0,
  });

  // A session that is over is none.
  await app.db
    .updateTable('accountSession')
    .set({ expiresAt: sql`now()` })
    .where('tokenHash', '=', hashToken(known.token))
    .execute();
  expect(await scanned(code, known.token, 'g')).toMatchObject({ uid: null });
});

test('what is shipped stands in the row of the query, and stays when the goods move on', async () => {
  const [text, boxed] = [await opsOf(app, world).codeOf(loose, 3), await opsOf(app, world).codeOf(items, 2)];
  const scanOnce = async (code: string) =>
    (await app.call('', publicTraceApi.scan, { code, deviceId: code })).data.scanId!;
  const [first, inBox] = [await scanOnce(text), await scanOnce(boxed)];
  await ship(loose, 3, Holder.firm, null);
  const rows = await app.db
    .selectFrom('scanLog')
    .where('id', 'in', [first, inBox])
    .select(['agentId', 'shopId', 'salesmanId', 'shipDays'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { agentId, shopId, salesmanId: salesmen[1], shipDays: 0 },
    { agentId, shopId: null, salesmanId: salesmen[0], shipDays: 40 },
  ]);
});
