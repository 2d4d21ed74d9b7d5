import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { randomUUID } from 'node:crypto';
import type { Counters } from '../../../campaign/counters.ts';
import { decide, take, type Decision, type TierNow } from '../../../campaign/draw/decide.ts';
import { toDrawNo } from '../../../campaign/draw-no.ts';
import { makeSeed } from '../../../campaign/fair/epochs.ts';
import { openChain } from '../../../campaign/fair/chain.ts';
import type { Db } from '../../../kit/db/database.ts';
import type { Seeded, Visit } from './scans-followed.ts';

const noLimits = { limitTotal: null, limitDay: null, winTotal: null, winDay: null };

/** A draw that is about to be decided. */
interface Asked {
  drawId: number;
  scan: Visit;
  uid: number;
  counters: Counters;
  code: string;
  clientSeed: string;
  pointsCost?: number;
}

/** All that was drawn from an activity, as it was decided. */
export interface All {
  periods: (ReturnType<typeof makeSeed> & {
    day: number;
    date: string;
    chainVersion: number;
    fallbackTierId: number | null;
    chain: ReturnType<typeof openChain>;
  })[];
  draws: Made[];
  tiers: ReadonlyMap<number, Tier>;
  budgetLeft: number;
}

interface Tier extends TierRow {
  remain: number;
  count: number;
  dayCap: number | null;
  hourCap: number | null;
  issued: ReadonlyMap<string, number>;
}

/** One draw. */
export interface Made {
  drawId: number;
  drawNo: string;
  place: number;
  ticketId: string;
  scan: Visit;
  date: string;
  uid: number;
  clientSeed: string;
  /** Of the number: the code, or which turn of somebody it is. */
  code: string;
  /** Points that paid for it. */
  pointsCost: number;
  decision: Decision;
  tier: TierRow;
  epochNo: number;
}

interface TierRow {
  id: number;
  prizeId: number | null;
  prizeType: number;
  claimMode: number;
  points: number;
  deductAmount: number;
}

/** What an activity has to give, drawn from in the order of time: each day under a seed of its own. */
export const openDeck = async (db: Db, masterKey: Buffer, { id, fromDay, toDay, budgetAmount }: Seeded) => {
  const rows = await db.selectFrom('tier').where('activityId', '=', id).orderBy('tierNo').selectAll().execute();
  const tiers = new Map(rows.map((tier) => [tier.id, { ...tier, issued: new Map<string, number>(), count: 0 }]));
  const entries = rows.map(({ id: tierId, weight }) => ({ tierId, weight }));
  const stock = { tiers: tiers as ReadonlyMap<number, TierNow>, budget: budgetAmount ?? 0 };
  const draws: Made[] = [];
  const { hash: weightHash } = await db
    .selectFrom('weightVersion')
    .where('activityId', '=', id)
    .select('hash')
    .executeTakeFirstOrThrow();
  const fallbackTierId = rows.find(({ isFallback }) => isFallback)?.id ?? null;
  const days = Array.from({ length: Math.min(toDay, 0) - fromDay + 1 }, (_, at) => {
    const period = { ...makeSeed(masterKey, { activityId: id, epochNo: at + 1 }), chainVersion: 2, fallbackTierId };
    return {
      ...period,
      day: fromDay + at,
      date: addDays(shanghaiToday(), fromDay + at),
      chain: openChain({ ...period, weightHash }),
    };
  });
  return {
    days,
    draw: (
      day: (typeof days)[number],
      { drawId, scan, uid, counters, code, clientSeed, pointsCost = 0 }: Asked,
    ): Made => {
      const { date, seed, epochNo } = day;
      const { decision, changes } = decide(stock, noLimits, counters, {
        seed,
        key: { activityId: id, epochNo, key: code, uid, clientSeed },
        entries,
        day: date,
        today: date,
        hour: Number(scan.at.slice(11, 13)),
      });
      take(stock, counters, changes);
      const tier = tiers.get(decision.tierId)!;
      tier.count += 1;
      const drawnAt = `${new Date(toMs(scan.at)).toISOString().slice(0, 19)}.000000Z`;
      const drawNo = toDrawNo(date, drawId);
      day.chain.add({ ...decision, drawNo, uid, key: code, clientSeed, drawnAt });
      const ticketId = randomUUID();
      const place = day.chain.now().drawCnt;
      const made = { drawId, drawNo, place, ticketId, scan, date, uid, clientSeed, code, pointsCost };
      const drawn: Made = { ...made, decision, tier, epochNo };
      draws.push(drawn);
      return drawn;
    },
    end: (): All => ({ periods: days, draws, tiers, budgetLeft: stock.budget }),
  };
};
