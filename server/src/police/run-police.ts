import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { rollUp } from '../kit/db/roll-up.ts';
import type { App } from '../kit/http/app-context.ts';
import { judgeCodes } from './judge-codes.ts';
import { judgeConditions } from './judge-conditions.ts';
import { judgeDiversion } from './judge-diversion.ts';
import { judgeOdds } from './judge-odds.ts';
import { judgePeople } from './judge-people.ts';
import { policeTrials } from './try-rule.ts';

/** Held alone by whoever judges what has no cursor of its own. */
const judging = 7310;

const alone = (db: Db, judge: (transaction: Db) => Promise<void>) =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(judging)})`.execute(transaction);
    await judge(transaction as Db);
  });

/** Judges all rules once, each kind in a transaction of its own; every hit is booked once, also when rounds run at the same time. */
export const runPolice = async (db: Db, keyring: Keyring): Promise<void> => {
  await rollUp(db, 'police codes', (transaction, isFresh) => judgeCodes(transaction, keyring, isFresh));
  await rollUp(db, 'police people', judgePeople);
  await rollUp(db, 'police odds', judgeOdds);
  await alone(db, judgeDiversion);
  await alone(db, judgeConditions);
};

/** Judges rules twice a minute, and tries those that somebody wants to see tried. */
export const mountRunPolice = (app: App): void => {
  const keyring = openKeyring(app);
  app.jobs.work('policeScan', () => runPolice(app.background.db, keyring), {
    cron: '*/30 * * * * *',
    expireInSeconds: 600,
  });
  policeTrials.mount(app);
};
