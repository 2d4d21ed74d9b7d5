import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { afterEach, expect, test } from 'vitest';
import { openPayWorld } from '../../test/factories/payout.ts';
import { fasterPace } from '../../test/payout-pace.ts';
import { peaceful, type SimConfig } from '@zhuiyuan/simulator/faults';
import { payoutChecks } from './checks/check-payout.ts';

let world: Awaited<ReturnType<typeof openPayWorld>> | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const endings = [
  'ok',
  'ok',
  'ok',
  'direct',
  'fail_real',
  'quota',
  'timeout',
  '500',
  '429',
  'noten',
  'dup',
  'late',
  'badsig',
];

/**
 * As many as are asked for: `PAYOUTS=10000 npx vitest run server/src/payout/payout-faults.test.ts`. What plays the provider, the shoppers and the
 * worker is one process: where others keep the machine busy too, a thousand are minutes.
 */
const count = Number(process.env.PAYOUTS ?? 400);

/** Everything that can go wrong, at once. */
const everyFault: Partial<SimConfig> = {
  ...peaceful,
  autoConfirmMs: 20,
  // The simulator shares a process with those it calls: the more there are, the more seldom it calls each again.
  callbackRetryMs: count * 0.3,
  duplicateCallbacks: 1,
  dropCallbacks: 0.2,
  outOfOrder: true,
  forgedCallbacks: 0.2,
  staleCallbacks: 0.1,
  failRate: 0.05,
  timeoutRate: 0.1,
  lostRate: 0.05,
  errorRate: 0.1,
  limitRate: 0.05,
  notEnoughRate: 0.01,
  badSignatureRate: 0.05,
  qps: 1_000_000,
};

/** What has to hold of every payout by the provider's own books. */
const expectExact = async (
  { app, simulator, merchant, records, attempts }: NonNullable<typeof world>,
  opened: number,
  balance: number,
) => {
  const [rows, tries] = [await records(), await attempts()];
  expect(rows).toHaveLength(opened);
  const paidFor = new Map<number, number>();
  const byNumber = new Map(tries.map((attempt) => [attempt.outBillNo, attempt]));
  for (const bill of simulator.ledger.bills.values()) {
    const attempt = byNumber.get(bill.outBillNo)!;
    expect(attempt).toBeDefined();
    expect([bill.amount, bill.openid]).toEqual([attempt.amount, attempt.openid]);
    if (bill.state === 'SUCCESS') paidFor.set(attempt.redInfoId, (paidFor.get(attempt.redInfoId) ?? 0) + 1);
  }
  const undecided = rows.filter(({ status }) => !['RECEIVED', 'FAILED', 'REFUND'].includes(status));
  expect(undecided).toEqual([]);
  let spent = 0;
  for (const row of rows) {
    expect([row.id, paidFor.get(row.id) ?? 0]).toEqual([row.id, row.status === Delivery.RECEIVED ? 1 : 0]);
    if (row.status === Delivery.RECEIVED) spent += row.amount;
  }
  expect(simulator.ledger.balance(merchant.mchId)).toBe(balance - spent);
  for (const { name, find } of payoutChecks) expect([name, await find(app.db)]).toEqual([name, []]);
};

const run = async (wanted: number, seed: number, ms: number) => {
  const balance = 10_000_000_000;
  // Fewer calls a second than one process that plays everybody can answer, on a busy machine too: more, and callbacks time out until nothing else is done.
  const merchant = { qps: 80 };
  // The schedule of questions ends after three days, which leaves undecided what a busy machine had not come to: they last the longer, the more
  // there are to be asked about, and seven times as long as an idle machine takes.
  const minute = fasterPace.minute * 3 * Math.max(1, wanted / 1000);
  world = await openPayWorld({
    seed,
    balance,
    config: everyFault,
    merchant,
    pace: { ...fasterPace, pause: 20, minute },
  });
  const { open, toRow, work, simulator } = world;
  for (let from = 0; from < wanted; from += 500)
    await open(
      ...Array.from({ length: Math.min(500, wanted - from) }, (_, index) => {
        const ending = endings[(from + index) % endings.length]!;
        return toRow(`u${from + index}_${ending}`, 30 + ((from + index) % 200));
      }),
    );
  // The new key's certificate cannot be had at first: until it is, no answer and no callback is believed.
  const rotating = setTimeout(() => {
    simulator.rotate();
    simulator.config.badSignatureRate = 1;
  }, 1500);
  const mending = setTimeout(() => void (simulator.config.badSignatureRate = everyFault.badSignatureRate!), 2000);
  await work(ms);
  clearTimeout(rotating);
  clearTimeout(mending);
  await expectExact(world, wanted, balance);
};

/** More of them take longer, on a machine that does other things beside. */
const limitMs = Math.max(540_000, count * 250);

test(
  `${count} payouts with every fault at once: each is paid exactly once or comes back`,
  { timeout: limitMs + 60_000 },
  () => run(count, 11, limitMs),
);
