import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { within } from '../../src/kit/jobs/within.ts';
import { findMerchants } from '../../src/payout/find-merchant.ts';
import { openPayouts, type NewPayout } from '../../src/payout/open-payouts.ts';
import type { Pace } from '../../src/payout/pace.ts';
import { openMerchants, type FindMerchant, type PayMerchant } from '../../src/payout/pay-merchants.ts';
import { payOnce, keepPaying } from '../../src/payout/run-payouts.ts';
import { seeded, type SimConfig } from '@zhuiyuan/simulator/faults';
import { PaySimulator } from '@zhuiyuan/simulator/pay-simulator';
import { openTestApp, type TestApp } from '../app.ts';
import { fasterPace } from '../payout-pace.ts';
import { simulatedMerchant } from '../simulated-merchant.ts';
import { makeFirm } from './parties.ts';

let source = 0;

/** A server that listens, the simulator with a merchant, and the worker's step. Close it at the end. */
export const openPayWorld = async ({
  seed = 1,
  balance = 1_000_000_000,
  config = {},
  merchant: changes = {},
  pace = fasterPace,
  firm = makeFirm,
}: {
  seed?: number;
  balance?: number;
  config?: Partial<SimConfig>;
  merchant?: Partial<PayMerchant>;
  pace?: Pace;
  /** Whose merchant it is. */
  firm?: (app: TestApp) => Promise<number>;
} = {}) => {
  const simulator = await new PaySimulator(seeded(seed)).listen();
  simulator.config = { ...simulator.config, autoConfirmMs: 5, callbackRetryMs: 50, qps: 1_000_000, ...config };
  const known = simulator.addMerchant('1900000109', { balance });
  const app = await openTestApp({ poolSize: 12 });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const firmId = await firm(app);
  // Its number is part of every order number: a fixed one is easier to read.
  await sql`select setval(pg_get_serial_sequence('merchant', 'id'), 6)`.execute(app.db);
  const { id } = await app.db
    .insertInto('merchant')
    .values(
      simulatedMerchant({ simulator, known, masterKey: app.config.masterKey, url: `http://127.0.0.1:${port}` }, firmId),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  /** The merchant as the worker of the test sees it: faster than any real one, and changed by tests. Callbacks see its row. */
  const merchant = { ...(await findMerchants(app.config)(app.db, id))!, qps: 100_000, ...changes };
  const find: FindMerchant = async (_db, asked) => (asked === id ? { ...merchant } : undefined);
  const merchants = openMerchants(find);

  const errors: unknown[] = [];
  const log = { error: (fault: unknown) => void errors.push(fault), warn: () => undefined, info: () => undefined };
  const parts = { db: app.db, log, merchants, pace };
  const step = () => payOnce(parts);
  const toRow = (openid: string, amount: number, more: Partial<NewPayout> = {}): NewPayout => ({
    firmId: merchant.firmId,
    source: 0,
    sourceId: (source += 1),
    mchConfId: merchant.id,
    appId: merchant.appId,
    openid,
    amount,
    actName: '中秋扫码有礼',
    prizeName: '现金红包',
    ...more,
  });
  const records = () => app.db.selectFrom('redInfo').selectAll().orderBy('id').execute();
  return {
    app,
    simulator,
    merchant,
    merchants,
    parts,
    errors,
    step,
    toRow,
    records,
    open: (...rows: NewPayout[]) => app.db.transaction().execute((db) => openPayouts(db, rows)),
    attempts: () => app.db.selectFrom('payout').selectAll().orderBy('id').execute(),
    record: async (asked: number) => (await records()).find((row) => row.id === asked)!,
    /** Works until everything has come to an end, or `ms` are over. */
    work: (ms = 20_000) => {
      const done = new AbortController();
      const isOpen = async () => {
        const { rows } = await sql<{ open: boolean }>`
          select exists (select from red_info where status in (${Delivery.SENDING}, ${Delivery.SENT}, ${Delivery.RFUND_ING}) and not hold) as open`.execute(
          app.db,
        );
        return rows[0]!.open;
      };
      return within({ signal: done.signal, ms }, async (signal) => {
        const worker = keepPaying(parts, signal);
        try {
          while (!signal.aborted && (await isOpen())) await new Promise((resolve) => setTimeout(resolve, 20));
        } finally {
          done.abort();
          await worker;
        }
      });
    },
    /** What the simulator's books say was paid, by our numbers. */
    paid: () => [...simulator.ledger.bills.values()].filter(({ state }) => state === 'SUCCESS'),
    close: async () => {
      await simulator.close();
      await app.close();
    },
  };
};
