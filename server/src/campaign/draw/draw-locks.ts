import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import { readUnits } from '../../codes/state/read-unit.ts';
import { holdStops } from '../../codes/state/takings.ts';
import type { Db } from '../../kit/db/database.ts';
import type { ActivityTimes } from '../activity-now.ts';
import type { Weight } from '../fair/numbers.ts';
import { askedDraws, totalDraws, type Counters } from '../counters.ts';
import { capKey } from './decide.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { judgeCode } from '../visit/judge-shopper.ts';

/** One draw that is asked for, with all its number depends on. */
export interface AskedDraw {
  ticket: Ticket;
  clientSeed: string;
  seed: Buffer;
  entries: readonly Weight[];
}

/** What the draws of one transaction share. */
export interface Shared {
  activity: ActivityTimes & {
    id: number;
    firmId: number;
    limitTotal: number | null;
    limitDay: number | null;
    winTotal: number | null;
    winDay: number | null;
    claimDays: number;
    newUserOnly: boolean;
    /** Of the firm, for one person in a day over all its activities. */
    drawLimit: number | null;
    freePerDay: number;
    today: string;
    hour: number;
  };
  epochs: Map<number, number>;
}

export const usedKey = ({ seg, serial, audience }: { seg: number; serial: number; audience: number }) =>
  `${seg} ${serial} ${audience}`;

/** The activity as it is now, and which periods still take draws: read behind the lock, so that it stays so. */
export const readShared = async (db: Db, activityId: number, epochIds: readonly number[]): Promise<Shared> => {
  const activity = await db
    .selectFrom('activity')
    .leftJoin('consumerConfig', 'consumerConfig.firmId', 'activity.firmId')
    .where('activity.id', '=', activityId)
    .select([
      'activity.id',
      'activity.firmId',
      'drawLimit',
      'status',
      'limitTotal',
      'limitDay',
      'winTotal',
      'winDay',
      'claimDays',
      'newUserOnly',
      'freePerDay',
      sql<boolean>`start_at <= clock_timestamp()`.as('isBegun'),
      sql<boolean>`end_at <= clock_timestamp()`.as('isOver'),
      sql<string>`to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('today'),
      sql<number>`extract(hour from clock_timestamp() at time zone 'Asia/Shanghai')::int`.as('hour'),
    ])
    .executeTakeFirstOrThrow();
  const epochs = await db
    .selectFrom('seedEpoch')
    .where('activityId', '=', activityId)
    .where('id', 'in', [...new Set(epochIds)])
    .select(['id', 'state'])
    .execute();
  return { activity, epochs: new Map(epochs.map(({ id, state }) => [id, state])) };
};

/**
 * Why codes of these turns pay for nothing, by {@link usedKey}: voided, frozen or recalled since their scan. They stay as they are until
 * the transaction ends, and who stops one meanwhile waits for it.
 */
export const findStopped = async (db: Db, asked: readonly AskedDraw[]): Promise<Map<string, RefusalText>> => {
  const codes = asked.flatMap(({ ticket: { code, audience } }) => (code ? [{ ...code, audience }] : []));
  if (codes.length === 0) return new Map();
  await holdStops(
    db,
    codes.map(({ seg }) => seg),
  );
  const units = await readUnits(db, codes);
  return new Map(
    codes.flatMap((code, at): [string, RefusalText][] => {
      const unit = units[at];
      const refusal = unit && judgeCode(unit);
      return refusal ? [[usedKey(code), refusal]] : [];
    }),
  );
};

/** The draw numbers that are to be, in their order. */
export const takeNumbers = async (db: Db, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval('draw_number') as id from generate_series(1, ${count}::int)`.execute(db);
  return rows.map(({ id }) => id);
};

/** Takes the codes that pay for draws, in their order; those that were taken already are not in the answer. */
export const takeCodes = async (db: Db, asked: readonly (AskedDraw & { id: number })[]): Promise<Set<string>> => {
  const rows = asked.flatMap(({ ticket, id }) => (ticket.code ? [{ ...ticket, ...ticket.code, drawId: id }] : []));
  if (rows.length === 0) return new Set();
  const taken = await db
    .insertInto('codeUse')
    .values(
      rows
        .toSorted((a, b) => a.seg - b.seg || a.serial - b.serial || a.audience - b.audience)
        .map(({ seg, serial, audience, firmId, activityId, drawId, uid }) => ({
          seg,
          serial,
          audience,
          firmId,
          activityId,
          drawId,
          uid,
        })),
    )
    .onConflict((key) => key.columns(['seg', 'serial', 'audience']).doNothing())
    .returning(['seg', 'serial', 'audience'])
    .execute();
  return new Set(taken.map(usedKey));
};

/**
 * How often people drew and won. The row of all draws is locked, and made where there is none: whoever changes anything of
 * theirs in this activity waits for it.
 */
export const lockCounters = async (db: Db, { id, firmId }: Shared['activity'], uids: readonly number[]) => {
  const people = [...new Set(uids)].toSorted((a, b) => a - b);
  await db
    .insertInto('drawCounter')
    .values(people.map((uid) => ({ activityId: id, firmId, uid, period: totalDraws, cnt: 0 })))
    .onConflict((key) =>
      key.columns(['activityId', 'uid', 'period']).doUpdateSet({ cnt: sql<number>`draw_counter.cnt` }),
    )
    .execute();
  const rows = await db
    .selectFrom('drawCounter')
    .where('activityId', '=', id)
    .where('uid', 'in', people)
    .where('period', '<>', askedDraws)
    .select(['uid', 'period', 'cnt'])
    .execute();
  const counters = new Map(people.map((uid): [number, Counters] => [uid, new Map()]));
  for (const { uid, period, cnt } of rows) counters.get(uid)!.set(period, cnt);
  return counters;
};

/** Draws that were made before, by the tickets that asked for them and the codes that paid. */
export const findEarlier = async (db: Db, asked: readonly AskedDraw[], codes: readonly Ticket[]) => {
  const tickets = asked.map(({ ticket }) => ticket.id);
  const rows = await db
    .selectFrom('draw')
    .where((draw) =>
      draw.or([
        draw('ticketId', 'in', tickets),
        ...codes.map(({ code, audience }) =>
          draw.and([draw('seg', '=', code!.seg), draw('serial', '=', code!.serial), draw('audience', '=', audience)]),
        ),
      ]),
    )
    .select(['id', 'ticketId', 'uid', 'seg', 'serial', 'audience'])
    .execute();
  return {
    byTicket: new Map(rows.map((row) => [row.ticketId, row])),
    byCode: new Map(
      rows.flatMap((row) =>
        row.seg === null || row.serial === null
          ? []
          : [[usedKey({ seg: row.seg, serial: row.serial, audience: row.audience }), row] as const],
      ),
    ),
  };
};

/** Who of these people drew at the firm before. Asked behind the locks of their points, which each draw of theirs holds. */
export const findKnown = async (db: Db, firmId: number, uids: readonly number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('member')
    .where('member.firmId', '=', firmId)
    .where('member.id', 'in', [...new Set(uids)])
    .where((member) =>
      member.exists(
        member
          .selectFrom('draw')
          .whereRef('draw.uid', '=', 'member.id')
          .where('draw.firmId', '=', firmId)
          .select('draw.id'),
      ),
    )
    .select('member.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** The tiers with what was given out of them, locked in their order. */
export const lockTiers = async (db: Db, { id, today }: Shared['activity'], days: readonly string[]) => {
  const rows = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .orderBy('id')
    .select([
      'id',
      'prizeId',
      'prizeType',
      'remain',
      'isOn',
      'isFallback',
      'dayCap',
      'hourCap',
      'userCap',
      'amountMin',
      'amountMax',
      'points',
      'claimMode',
      'faceValue',
      'deductAmount',
    ])
    .forUpdate()
    .execute();
  const capped = rows.filter(({ dayCap, hourCap }) => dayCap !== null || hourCap !== null).map((tier) => tier.id);
  const caps =
    capped.length === 0
      ? []
      : await db
          .selectFrom('tierCap')
          .where('tierId', 'in', capped)
          .where('day', 'in', [...new Set([today, ...days])])
          .select(['tierId', 'day', 'hour', 'issued'])
          .execute();
  const tiers = rows.map((tier) => ({
    ...tier,
    issued: new Map(
      caps.filter(({ tierId }) => tierId === tier.id).map(({ day, hour, issued }) => [capKey(day, hour), issued]),
    ),
  }));
  return new Map(tiers.map((tier) => [tier.id, tier]));
};

export type LockedTiers = Awaited<ReturnType<typeof lockTiers>>;
