import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openSimulatedPay } from '../../../test/simulated-pay.ts';
import { depth } from '../../../test/depth.ts';
import { peaceful } from '@zhuiyuan/simulator/faults';
import { PlatformKeys } from './platform-keys.ts';
import { openWechatPay } from './wechat-pay.ts';

let world: Awaited<ReturnType<typeof openSimulatedPay>> | undefined;
afterEach(() => world?.close());

const rate = fc.constantFrom(0, 0.15, 0.3);
const endings = fc.constantFrom(
  '_ok',
  '_direct',
  '_fail_real',
  '_quota',
  '_timeout',
  '_500',
  '_429',
  '_noten',
  '_dup',
  '_late',
);

/**
 * What whoever pays out has to do with outcomes, in its shortest form: the same number until its end is known.
 * Answers the end, or nothing after too many rounds.
 */
const drive = async (
  { pay, body }: Awaited<ReturnType<typeof openSimulatedPay>>,
  number: string,
  openid: string,
  amount: number,
) => {
  const text = body(number, openid, amount);
  for (let round = 0; round < 200; round += 1) {
    const found = await pay.query(number);
    if (found.kind === 'done' && ['SUCCESS', 'FAIL', 'CANCELLED'].includes(found.bill.state)) return found.bill.state;
    if (found.kind === 'not-found') await pay.create(number, text);
    // An end that is late comes while rounds go by.
    else await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return undefined;
};

test('whatever fails on the way, a number is paid at most once, and exactly when its end says so', async () => {
  world = await openSimulatedPay({ balance: 1_000_000_000, timeoutMs: 500 });
  const { simulator, merchant, pay } = world;
  // The keys are known beforehand: here it is calls that fail, not the first look at a certificate.
  const keys = new PlatformKeys(simulator.keys, async () => []);
  world = { ...world, pay: openWechatPay(merchant, keys) };
  expect(pay).toBeDefined();
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        timeoutRate: rate,
        lostRate: rate,
        errorRate: rate,
        limitRate: rate,
        notEnoughRate: rate,
        badSignatureRate: rate,
        failRate: rate,
      }),
      fc.array(fc.tuple(endings, fc.integer({ min: 30, max: 20_000 })), { minLength: 1, maxLength: 8 }),
      async (faults, people) => {
        const before = simulator.ledger.balance(merchant.mchId);
        simulator.config = { ...peaceful, ...faults, autoConfirmMs: 1, qps: 1_000_000, dropCallbacks: 1 };
        const jobs = people.map(([ending, amount]) => ({
          number: `P${(serial += 1)}`,
          openid: `user${ending}`,
          amount,
        }));
        const ends = await Promise.all(jobs.map((job) => drive(world!, job.number, job.openid, job.amount)));
        let spent = 0;
        for (const [index, { number, amount }] of jobs.entries()) {
          const entries = simulator.ledger.entries.filter((entry) => entry.outBillNo === number);
          const out = entries.filter(({ isIncome }) => !isIncome);
          const back = entries.filter(({ isIncome }) => isIncome);
          expect(ends[index]).toBeDefined();
          expect(out).toMatchObject([{ amount }]);
          expect(back.length).toBe(ends[index] === 'SUCCESS' ? 0 : 1);
          if (ends[index] === 'SUCCESS') spent += amount;
        }
        expect(simulator.ledger.balance(merchant.mchId)).toBe(before - spent);
      },
    ),
    { numRuns: depth(12) },
  );
});
