import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { askOp } from '../server/src/codes/ops/ask-op.ts';
import type { Asked } from '../server/src/codes/ops/op-kind.ts';
import { Keyring, seedCodeKeys } from '../server/src/codes/cipher/keyring.ts';
import { runOp } from '../server/src/codes/ops/run-op.ts';
import { openDatabase, type Db } from '../server/src/kit/db/database.ts';
import { startEmbedded } from '../server/src/kit/postgres/embedded-postgres.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';

/**
 * What an operation on 10 million codes costs against the same on 10, median of turns that alternate: activate, rebind,
 * freeze, thaw, void. Aim: at most 1.5 times; the ten may well be dearer, being ten rows instead of one span.
 */
const turns = 40;
const small = 10;
const large = 10_000_000;
const root = new URL('..', import.meta.url).pathname;

const dataDir = await mkdtemp(join(tmpdir(), 'zhuiyuan-bench-'));
// Closed to others, the folder would make root keep its database elsewhere, where nobody removes it.
await chmod(dataDir, 0o755);
const embedded = await startEmbedded(dataDir, pino({ level: 'warn' }));
await migrate(embedded.url, join(root, 'server/migrations'));
const { db, close } = openDatabase(embedded.url);
const masterKey = Buffer.alloc(32, 7);
await seedCodeKeys(db, masterKey);
const keyring = new Keyring(masterKey);

const one = async <T>(rows: Promise<T[]>): Promise<T> => (await rows)[0]!;
const firm = await one(
  db
    .insertInto('firm')
    .values({ name: '量程', firmNo: 'B1', creditCode: '91110000802100433B', audit: 1 })
    .returning('id')
    .execute(),
);
const product = await one(
  db
    .insertInto('product')
    .values({ firmId: firm.id, storeName: '量程', productNo: 'B1', unit: '件', image: '/x.png' })
    .returning('id')
    .execute(),
);
const lots = await db
  .insertInto('lot')
  .values(['A', 'B'].map((lotNo) => ({ firmId: firm.id, productId: product.id, lotNo, produceDate: '2026-01-01' })))
  .returning('id')
  .execute();
const task = await one(
  db
    .insertInto('task')
    .values({
      firmId: firm.id,
      taskNo: 'B1',
      name: '量程',
      fmt: 'X16',
      keyV: 'A',
      itemCount: large,
      idemKey: 'bench',
      reqHash: '',
    })
    .returning('id')
    .execute(),
);

const steps: [name: string, opType: number, asked: Asked][] = [
  ['activate', 1, { productId: product.id, lotId: lots[0]!.id }],
  ['rebind', 2, { newLotId: lots[1]!.id }],
  ['freeze', 4, { reason: '量' }],
  ['thaw', 5, { reason: '量' }],
  ['void', 3, { reason: '量' }],
];
const times = new Map<string, number[]>();
let seg = 0;

/** All steps on a segment of its own; the time of each in milliseconds. */
const turn = async (size: number): Promise<void> => {
  seg += 1;
  await db
    .insertInto('segment')
    .values({ seg, firmId: firm.id, taskId: task.id, level: 0, count: large, fmt: 'X16', keyV: 'A' })
    .execute();
  for (const [name, opType, asked] of steps) {
    const from = performance.now();
    await db.transaction().execute(async (transaction) => {
      const where = transaction as Db;
      await runOp(where, keyring, { id: 1 }, await askOp(where, undefined, opType, asked), {
        picked: { runs: [{ seg, from: 1, to: size }], unknown: [] },
        skipsConflicts: false,
        idemKey: randomUUID(),
        request: {},
      });
    });
    const key = `${name} ${size}`;
    times.set(key, [...(times.get(key) ?? []), performance.now() - from]);
  }
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

try {
  for (let at = 0; at < turns; at += 1) for (const size of [small, large]) await turn(size);
  for (const [name] of steps) {
    const [few, many] = [median(times.get(`${name} ${small}`)!), median(times.get(`${name} ${large}`)!)];
    const ratio = many / few;
    console.log(
      `${name.padEnd(9)} 10 codes ${few.toFixed(1).padStart(6)} ms   10,000,000 codes ${many.toFixed(1).padStart(6)} ms   ratio ${ratio.toFixed(2)}  aim 1.5: ${ratio <= 1.5 ? 'met' : 'MISSED'}`,
    );
  }
} finally {
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
