import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { openPayouts } from '../server/src/payout/open-payouts.ts';
import { seeded } from '@zhuiyuan/simulator/faults';
import { PaySimulator } from '@zhuiyuan/simulator/pay-simulator';
import { simulatedMerchant } from '../server/test/simulated-merchant.ts';
import { openWorld } from './world.ts';

/**
 * Attempts a second that the built server's own worker makes at the simulator, against the calls a second that this lets through;
 * each is paid, its callback heard. A number is how many seconds the limit would take for all of them.
 */
const seconds = Number(process.argv[2] ?? 30);
const limit = 100;
const wanted = seconds * limit;
const patienceMs = 300_000;

const simulator = await new PaySimulator(seeded(1)).listen();
simulator.config = { ...simulator.config, autoConfirmMs: 5, qps: limit };
const known = simulator.addMerchant('1900000109', { balance: 1_000_000_000 });
const world = await openWorld();
const database = openDatabase(world.databaseUrl);
const { db } = database;
try {
  const { rows } = await world.pg.query<{ id: string }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const firmId = Number(rows[0]!.id);
  const { id: mchConfId } = await db
    .insertInto('merchant')
    .values({
      ...simulatedMerchant({ simulator, known, masterKey: world.masterKey, url: world.url }, firmId),
      qps: limit,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < wanted; from += 500)
    await db.transaction().execute((where) =>
      openPayouts(
        where as typeof db,
        Array.from({ length: Math.min(500, wanted - from) }, (_none, at) => ({
          firmId,
          source: 0 as const,
          sourceId: from + at + 1,
          mchConfId,
          appId: known.appId,
          openid: `o${from + at}_ok`,
          amount: 30,
          actName: '基准',
          prizeName: '现金红包',
        })),
      ),
    );
  const made = () => simulator.ledger.bills.size;
  const until = Date.now() + patienceMs;
  while (made() === 0 && Date.now() < until) await sleep(20);
  const from = performance.now();
  const before = made();
  while (made() < wanted && Date.now() < until) await sleep(20);
  const rate = (made() - before) / ((performance.now() - from) / 1000);
  const received = async () =>
    Number(
      (await world.pg.query<{ n: string }>(`select count(*) as n from red_info where status = 'RECEIVED'`)).rows[0]!.n,
    );
  while ((await received()) < wanted && Date.now() < until) await sleep(200);
  const tookSeconds = (performance.now() - from) / 1000;
  const share = rate / limit;
  const isMet = share >= 0.8;
  console.log(
    `${made()} attempts, ${rate.toFixed(1)}/s of ${limit}/s let through: ${share.toFixed(2)}  aim ≥ 0.8 ${isMet ? 'met' : 'MISSED'}`,
  );
  console.log(`${await received()} of ${wanted} received after ${tookSeconds.toFixed(1)} s`);
  if (!isMet) process.exitCode = 1;
} finally {
  await database.close();
  await world.close();
  await simulator.close();
}
