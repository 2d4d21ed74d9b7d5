import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { DeliverStatus, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import { sql } from 'kysely';
import { openKeyring, type Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { countCodes, merged, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried } from '../../kit/http/serve.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import type { Actor } from '../actor.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { moveCounters, noCounters } from '../document/counters.ts';
import { lockDocs } from '../document/lock-docs.ts';
import { readLinesOf } from '../document/take-lines.ts';
import { rootsOf } from '../ship/judge/judge-lines.ts';
import { signLines, completeShop } from '../ship/sign-lines.ts';

const clock: Actor = { operatorId: null, opSrc: OpSource.task };
const atOnce = 500;

/** Codes that somebody has still to look after: with an open difference, frozen or recalled, or holding such. */
const setAside = async (db: Db, firmId: number, deliverId: number, runs: readonly Run[]): Promise<Run[]> => {
  const diffs = await db
    .selectFrom('deliverDiff')
    .where('firmId', '=', firmId)
    .where('deliverId', '=', deliverId)
    .where('state', '=', DiffState.open)
    .where('seg', 'is not', null)
    .select(['seg', 'serial'])
    .execute();
  const open = diffs.map(({ seg, serial }) => ({ seg: seg!, from: serial!, to: serial! }));
  const [counted] = await countItems(db, firmId, [runs]);
  const aside = merged([...open, ...counted!.stopped]);
  return merged([...aside, ...(await rootsOf(db, firmId, runs, aside))]);
};

/** Signs for what of a document is still under way, but for what is set aside. */
const signOne = async (db: Db, keyring: Keyring, id: number): Promise<void> => {
  const doc = (await lockDocs(db, [id])).get(id);
  if (doc?.status !== DeliverStatus.shipped) return;
  const { firmId } = doc;
  const lines = await readLinesOf(db, firmId, id);
  const open = merged(lines.filter(({ status }) => status === DeliverStatus.shipped));
  await lockRuns(db, firmId, open);
  const runs = without(open, await setAside(db, firmId, id, open));
  if (runs.length === 0) return;
  const op = await beginMove(db, clock, {
    firmId,
    opType: OpType.sign,
    request: { autoSign: id },
    reason: '超期自动签收',
    params: { deliverId: id },
  });
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const counters = noCounters();
  const at = await nowText(db);
  const taken = await signLines(db, keyring, clock, writing, doc, { runs, at, note: '超期自动签收', counters });
  await completeShop(db, doc);
  await emit(db, 'codes.changed', { firmId, runs: merged(taken) });
  await moveCounters(db, firmId, counters);
  await closeOp(db, op.id, { total: countCodes(taken), ok: countCodes(taken), result: { signed: countCodes(taken) } });
};

/** Documents of a firm that have been under way for longer than it settled, the next ones after `after`. */
const findOverdue = (db: Db, firmId: number, days: number, after: number): Promise<{ id: number }[]> =>
  db
    .selectFrom('deliver')
    .where('firmId', '=', firmId)
    .where('status', '=', DeliverStatus.shipped)
    .where('shipAt', '<', sql<string>`now() - make_interval(days => ${days})`)
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(atOnce)
    .execute();

/** Signs for goods that their receivers never signed for, a document in a transaction of its own. */
export const autoSign = async (app: App): Promise<void> => {
  const keyring = openKeyring(app);
  const firms = await app.db
    .selectFrom('firm')
    .where('isDel', '=', 0)
    .select(['id', 'settings'])
    .orderBy('id')
    .execute();
  const signFirm = async ({ id: firmId, settings }: (typeof firms)[number]): Promise<void> => {
    const { autoSignDays } = FirmSettings.parse(settings);
    if (autoSignDays === 0) return;
    const db = app.dbOfFirm(firmId);
    for (let after = 0; ;) {
      const overdue = await findOverdue(db, firmId, autoSignDays, after);
      await eachByItself(
        overdue,
        ({ id }) => retried(() => db.transaction().execute((transaction) => signOne(transaction as Db, keyring, id))),
        { log: app.log, toName: ({ id }) => ({ firmId, deliverId: id }) },
      );
      if (overdue.length < atOnce) break;
      after = overdue.at(-1)!.id;
    }
  };
  await eachByItself(firms, signFirm, { log: app.log, toName: ({ id }) => ({ firmId: id }) });
};
