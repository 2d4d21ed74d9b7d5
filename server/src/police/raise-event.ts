import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { nextNumber } from '../kit/db/next-number.ts';

/** One line of what was found. */
export interface Fact {
  label: string;
  value: string;
}

/** What a rule found: new hits of one key, none of which any event has. */
export interface Found {
  ruleId: number;
  firmId: number;
  key: string;
  /** The title, given all hits of the event. */
  title: (hits: number) => string;
  facts?: readonly Fact[];
  /** Both of an event that goes on, once its new hits are booked, where they tell of more than how many those are. */
  retell?: (event: { id: number; firmId: number; hits: number }) => Promise<{ title: string; facts: readonly Fact[] }>;
  hits: number;
  firstAt: string;
  lastAt: string;
  fromId?: number | null;
  uptoId?: number | null;
  agentId?: number | null;
  shopId?: number | null;
  productId?: number | null;
  seg?: number | null;
  serial?: number | null;
  uid?: number | null;
  activityId?: number | null;
  city?: string;
}

const most = 100;
const open = [sql.lit(RiskStatus.waiting), sql.lit(RiskStatus.doing)];

/** The open event of a rule and a key, locked. */
const lockOpen = (db: Db, { ruleId, key }: Pick<Found, 'ruleId' | 'key'>) =>
  db
    .selectFrom('policeEvent')
    .where('ruleId', '=', ruleId)
    .where('dedupeKey', '=', key)
    .where('status', 'in', open)
    .select(['id', 'hitCount'])
    .forUpdate()
    .executeTakeFirst();

/**
 * Books what a rule found: on the open event of its key, else as a new event. Whom the rule names are told at once, and again when hits
 * come after its silence. Answers the event's number. Call in a transaction that nobody else raises the same rule in.
 */
export const raiseEvent = async (db: Db, found: Found): Promise<number> => {
  const { ruleId, firmId, key, title, facts = [], hits, firstAt, lastAt } = found;
  const rule = await db
    .selectFrom('policeRule')
    .where('id', '=', ruleId)
    .where('firmId', '=', firmId)
    .select(['policeType', 'level', 'silenceMin'])
    .executeTakeFirstOrThrow();
  const event = await lockOpen(db, found);
  if (event) {
    const isQuiet = sql<boolean>`told_at > now() - make_interval(mins => ${rule.silenceMin}::int)`;
    await db
      .updateTable('policeEvent')
      .set((row) => ({
        hitCount: row('hitCount', '+', hits),
        title: title(event.hitCount + hits).slice(0, most),
        facts: JSON.stringify(facts),
        lastAt: sql`greatest(last_at, ${lastAt}::timestamptz)`,
        firstAt: sql`least(first_at, ${firstAt}::timestamptz)`,
        uptoId: sql`greatest(upto_id, ${found.uptoId ?? null}::bigint)`,
        toldCnt: sql`told_cnt + (not (${isQuiet}))::int`,
        toldAt: sql`case when ${isQuiet} then told_at else now() end`,
        updatedAt: sql`now()`,
      }))
      .where('id', '=', event.id)
      .execute();
    const told = await found.retell?.({ id: event.id, firmId, hits: event.hitCount + hits });
    if (told)
      await db
        .updateTable('policeEvent')
        .set({ title: told.title.slice(0, most), facts: JSON.stringify(told.facts) })
        .where('id', '=', event.id)
        .execute();
    return event.id;
  }
  const prefix = `YJ${shanghaiToday().replaceAll('-', '')}-`;
  const { id } = await db
    .insertInto('policeEvent')
    .values({
      firmId,
      eventNo: await nextNumber(db, { table: 'policeEvent', column: 'eventNo', prefix, digits: 3, firmId }),
      ruleId,
      policeType: rule.policeType,
      level: rule.level,
      dedupeKey: key,
      title: title(hits).slice(0, most),
      facts: JSON.stringify(facts),
      hitCount: hits,
      firstAt,
      lastAt,
      fromId: found.fromId ?? null,
      uptoId: found.uptoId ?? null,
      agentId: found.agentId ?? null,
      shopId: found.shopId ?? null,
      productId: found.productId ?? null,
      seg: found.seg ?? null,
      serial: found.serial ?? null,
      uid: found.uid ?? null,
      activityId: found.activityId ?? null,
      city: found.city ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
