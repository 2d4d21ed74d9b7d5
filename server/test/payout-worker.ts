import { openDatabase } from '../src/kit/db/database.ts';
import { hearOn, type Hearers } from '../src/kit/db/events.ts';
import { openMerchants, type PayMerchant } from '../src/payout/pay-merchants.ts';
import { payOnce } from '../src/payout/run-payouts.ts';
import { fasterPace } from './payout-pace.ts';

/** A worker that pays out on a test's database, and kills itself (SIGKILL) at one of its steps; `never` works until it is killed. */
const [url = '', merchantText = '', step = 'never'] = process.argv.slice(2);
const merchant = JSON.parse(merchantText) as PayMerchant;
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
};

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const database = openDatabase(url);
const turned = async () => (step === 'before-commit' ? die() : undefined);
hearOn(database.db, { events: { 'payout.turned': [turned] } as unknown as Hearers['events'], questions: {} as never });

const open = openMerchants(async () => merchant);
const merchants: typeof open = async (db, id) => {
  const opened = (await open(db, id))!;
  const { pay } = opened;
  return {
    ...opened,
    pay: {
      ...pay,
      create: async (...call) => {
        if (step === 'before-post') await die();
        const sent = pay.create(...call);
        // Long enough for it to have left, too short for its answer to be written.
        if (step === 'while-posting') setTimeout(die, 3);
        const made = await sent;
        if (step === 'after-post') await die();
        return made;
      },
      query: async (...call) => {
        if (step === 'before-query') await die();
        return pay.query(...call);
      },
    },
  };
};
process.stdout.write('working\n');
for (;;) {
  const worked = await payOnce({ db: database.db, log, merchants, pace: fasterPace });
  if (worked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
