import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { sql } from 'kysely';
import { SpanKind } from '../../codes/state/code-states.ts';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';

/** A lot's codes of the demonstration. */
export interface Goods {
  seg: number;
  keyV: string | null;
  productId: number;
  activatedDay: string;
  /** Short runs that nobody asked about and nothing else happened to. */
  free: Run[];
}

/** Of the serials that no other story of the demonstration touches. */
const quiet = [
  [8_501, 11_900],
  [12_501, 14_100],
] as const;
const longest = 40;
const shortest = 6;

const freeRuns = (seg: number, scanned: readonly number[]): Run[] =>
  quiet.flatMap(([first, last]) => {
    const stops = [...scanned.filter((serial) => serial >= first && serial <= last), last + 1];
    const runs: Run[] = [];
    let from: number = first;
    for (const stop of stops) {
      if (stop - from >= shortest) runs.push({ seg, from, to: Math.min(stop - 1, from + longest - 1) });
      from = stop + 1;
    }
    return runs;
  });

/** The older lots of a firm whose codes were activated long ago, the oldest first. */
export const findGoods = async (db: Db, firmId: number): Promise<Goods[]> => {
  const { rows } = await sql<Omit<Goods, 'free'> & { scanned: number[] }>`
    select s.seg, s.key_v, (b.payload ->> 'productId')::bigint as product_id, left(min(b.at)::text, 10) as activated_day,
      coalesce((select array_agg(u.serial order by u.serial) from unit_scan u where u.seg = s.seg), '{}') as scanned
    from segment s join code_span b on b.seg = s.seg and b.kind = ${sql.lit(SpanKind.bind)} and b.span @> 1::int8
    join lot on lot.id = (b.payload ->> 'lotId')::bigint and lot.recall_state = ${sql.lit(RecallState.normal)}
    where s.firm_id = ${firmId} and s.count = 20000 and s.level = ${sql.lit(Level.item)} and b.at < now() - interval '40 days'
    group by s.seg, b.payload order by min(b.at), s.seg`.execute(db);
  return rows.map(({ scanned, ...goods }) => ({ ...goods, free: freeRuns(goods.seg, scanned.map(Number)) }));
};

interface Party {
  id: number;
  since: string;
}

/** Who could receive goods of a firm on a day. */
export interface Receivers {
  agentAt(day: string, place: number): Party | undefined;
  shopsAt(agentId: number, day: string): Party[];
  /** Outermost boxes that are activated with what is in them. */
  sets: { seg: number; keyV: string | null }[];
}

export const findReceivers = async (db: Db, firmId: number): Promise<Receivers> => {
  const day = (column: string) => sql<string>`left(${sql.ref(column)}::text, 10)`;
  const agents = await db
    .selectFrom('agent')
    .where('firmId', '=', firmId)
    .where('isDel', '=', 0)
    .where('status', '=', Enabled.on)
    .select(['id', day('createdAt').as('since')])
    .orderBy('id')
    .execute();
  const shops = await db
    .selectFrom('shop')
    .innerJoin('shopAss as link', (join) =>
      join
        .onRef('link.shopId', '=', 'shop.id')
        .on('link.kind', '=', ShopLinkKind.agent)
        .on('link.unbindAt', 'is', null),
    )
    .where('shop.firmId', '=', firmId)
    .where('shop.isDel', '=', 0)
    .where('shop.status', '=', Enabled.on)
    .where('shop.audit', 'in', [Review.passed, Review.done])
    .select([
      'shop.id',
      'link.targetId as agentId',
      sql<string>`left(greatest(shop.created_at, link.bind_at)::text, 10)`.as('since'),
    ])
    .orderBy('shop.id')
    .execute();
  const sets = await db
    .selectFrom('segment')
    .where('firmId', '=', firmId)
    .where('level', '>', Level.item)
    .where('parentSeg', 'is', null)
    .where('activeCnt', '>=', 20)
    .where((row) =>
      row.exists(
        row.selectFrom('segment as inside').whereRef('inside.parentSeg', '=', 'segment.seg').select('inside.seg'),
      ),
    )
    .select(['seg', 'keyV'])
    .orderBy('seg')
    .execute();
  return {
    agentAt: (on, place) => {
      const there = agents.filter(({ since }) => since < on);
      return there[place % Math.max(1, there.length)];
    },
    shopsAt: (agentId, on) => shops.filter((shop) => shop.agentId === agentId && shop.since < on),
    sets,
  };
};
