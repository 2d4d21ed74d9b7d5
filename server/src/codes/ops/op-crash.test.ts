import { StopKind } from '../state/code-states.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';
import { killServer, startServer, stopServers } from '../../../test/servers.ts';
import { asAnother } from '../../../test/one-connection.ts';
import { openKeyring } from '../cipher/keyring.ts';

// Other processes on the same database and files: they are killed, this one looks on.
vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  // one transaction holds a lot while the test looks who waits for it
  app = await openTestApp({ poolSize: 2 });
  world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, 'admin:upload:file'],
  });
  world.token = token;
});
afterAll(async () => {
  await stopServers();
  await app.close();
});

const segmentOf = (seg: number) =>
  app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
const opOf = (id: number) => app.db.selectFrom('codeOp').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A file of every second code of a new segment, with one line that is no code. */
const fileOf = async (seg: number, lines: number) => {
  const segment = await segmentOf(seg);
  const codes = await Promise.all(
    Array.from({ length: lines }, (_, i) => openKeyring(app).readText(app.db, segment, i * 2 + 1)),
  );
  const { message, data } = await upload(app, world.token, uploadApi.file, {
    name: 'codes.txt',
    content: Buffer.from([...codes, 'NOTACODE'].join('\n')),
  });
  expect(message).toBe('ok');
  return { mode: 6, fileUrl: data.url };
};
const activate = async (seg: number, to: number) =>
  app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: to }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  } as never);
const makeLot = async () =>
  (
    await app.db
      .insertInto('lot')
      .values({
        firmId: world.firmId,
        productId: world.productId,
        lotNo: `K${randomUUID().slice(0, 8)}`,
        produceDate: '2026-11-05',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('a worker killed in the middle of files that activate, rebind and void: the next one does the rest, every code once', async () => {
  const lines = 3500;
  const segs = await Promise.all([1, 2, 3].map(async () => (await world.issue({ itemCount: 7200 })).seg));
  const [used, rebound, voided] = segs as [number, number, number];
  const newLotId = await makeLot();
  await activate(rebound, 7200);
  const idemKey = () => ({ policy: 1, idemKey: randomUUID() });
  const target = { productId: world.productId, lotId: world.lotId };
  const opIds = [
    await app.data(world.token, codeOpApi.use, { pick: await fileOf(used, lines), ...target, ...idemKey() } as never),
    await app.data(world.token, codeOpApi.update, {
      pick: await fileOf(rebound, lines),
      newLotId,
      reason: '贴错标签',
      ...idemKey(),
    } as never),
    await app.data(world.token, codeOpApi.delete, {
      pick: await fileOf(voided, lines),
      reasonType: 1,
      ...idemKey(),
    } as never),
  ].map(({ opId }) => opId);
  const states = () =>
    app.db.selectFrom('codeOp').where('id', 'in', opIds).select(['id', 'status', 'okCnt']).orderBy('id').execute();
  const done = async () => (await states()).reduce((sum, { okCnt }) => sum + okCnt, 0);
  let killed = 0;
  for (let round = 0; round < 2; round += 1) {
    const before = await done();
    const { server } = await startServer(app, 'worker');
    await eventually(async () => expect(await done()).toBeGreaterThan(before), { timeout: 60_000, interval: 5 });
    await killServer(server);
    if ((await states()).some(({ status }) => status === 1)) killed += 1;
  }
  expect(killed).toBeGreaterThan(0);
  await startServer(app, 'worker');
  await eventually(async () => expect((await states()).every(({ status }) => status !== 1)).toBe(true), {
    timeout: 90_000,
    interval: 200,
  });
  for (const opId of opIds) {
    expect(await opOf(opId)).toMatchObject({ status: 3, total: lines + 1, okCnt: lines, failCnt: 1 });
    const items = await app.db.selectFrom('codeOpItem').where('opId', '=', opId).select('id').execute();
    expect(items).toHaveLength(lines);
    const left = await app.db.selectFrom('codeOpRow').where('opId', '=', opId).select(['firstText', 'state']).execute();
    expect(left).toEqual([{ firstText: 'NOTACODE', state: 2 }]);
  }
  expect(await segmentOf(used)).toMatchObject({ activeCnt: lines, voidCnt: 0 });
  expect(await segmentOf(rebound)).toMatchObject({ activeCnt: 7200, voidCnt: 0 });
  expect(await segmentOf(voided)).toMatchObject({ activeCnt: 0, voidCnt: lines });
  const units = (seg: number) => app.db.selectFrom('codeUnit').where('seg', '=', seg);
  expect(await units(rebound).where('bindLot', '=', newLotId).select('serial').execute()).toHaveLength(lines);
  expect(await units(voided).where('voidKind', '=', StopKind.void).select('serial').execute()).toHaveLength(lines);
  const lot = await app.db.selectFrom('lot').where('id', '=', newLotId).select('activeCnt').executeTakeFirstOrThrow();
  expect(lot.activeCnt).toBe(lines);
});

test('a server killed in the middle of ranges leaves nothing of them; sent again each is done once', async () => {
  const segs = await Promise.all([1, 2, 3, 4].map(async () => (await world.issue()).seg));
  const [used, rebound, voided, undone] = segs as [number, number, number, number];
  await activate(rebound, 1000);
  await activate(voided, 1000);
  const { opId } = await activate(undone, 900);
  const { server, address } = await startServer(app, 'api');
  const pick = (seg: number) => ({ mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 900 }] });
  const requests = [
    [codeOpApi.use, { pick: pick(used), productId: world.productId, lotId: world.lotId }],
    [codeOpApi.update, { pick: pick(rebound), newLotId: await makeLot(), reason: '贴错标签' }],
    [codeOpApi.delete, { pick: pick(voided), reasonType: 1 }],
    [codeOpApi.undo, { opId }],
  ] as const;
  const bodies = requests.map(([endpoint, body]) => [endpoint, { ...body, idemKey: randomUUID() }] as const);
  const spans = async () => {
    const rows = await app.db
      .selectFrom('codeSpan')
      .where('seg', 'in', segs)
      .select(['seg', 'kind', 'payload', sql<string>`span::text`.as('span')])
      .execute();
    return rows
      .map(({ seg, kind, span, payload }) => `${segs.indexOf(seg)} ${kind} ${span} ${JSON.stringify(payload)}`)
      .toSorted();
  };
  const before = await spans();
  // The counters come last: whoever holds the lot's row stops the operations after their spans were written.
  await app.db.transaction().execute(async (held) => {
    await held.selectFrom('lot').where('id', '=', world.lotId).select('id').forUpdate().execute();
    const answers = bodies.map(([{ path }, body]) =>
      fetch(`${address}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'authori-zation': world.token },
        body: JSON.stringify(body),
      }).catch(() => 'lost'),
    );
    await eventually(
      async () => {
        const { rows } = await asAnother(() =>
          sql<{ n: number }>`
            select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            app.db,
          ),
        );
        expect(rows[0]!.n).toBe(bodies.length);
      },
      { interval: 20 },
    );
    await killServer(server);
    expect(await Promise.all(answers)).toEqual(bodies.map(() => 'lost'));
  });
  await expect.poll(spans).toEqual(before);
  for (const [endpoint, body] of bodies)
    for (let time = 0; time < 2; time += 1)
      expect(await app.call(world.token, endpoint, body as never)).toMatchObject({ code: 200 });
  const counts = await Promise.all(segs.map(async (seg) => segmentOf(seg)));
  expect(counts.map(({ activeCnt, voidCnt }) => [activeCnt, voidCnt])).toEqual([
    [900, 0],
    [1000, 0],
    [1000, 900],
    [0, 0],
  ]);
  expect((await spans()).map((span) => span.slice(0, 4))).toEqual(['0 1 ', '1 1 ', '1 1 ', '2 1 ', '2 2 ']);
});
