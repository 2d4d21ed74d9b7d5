import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { placeKey, type Place } from '../codes/state/parent-places.ts';
import { chunked } from '../codes/state/put-spans.ts';
import { findChildrenOfEach } from '../codes/state/with-children.ts';
import { unseen } from '../kit/db/compile-once.ts';
import { prepared, type Db } from '../kit/db/database.ts';

/** Large boxes whose contents are read at once: each holds a thousand codes at most, so that they are never too many to look at. */
const casesAtOnce = 200;

/** What lies in a large box: small boxes, and products, those in its small boxes too. */
interface Inside {
  boxes: number;
  items: number;
}

/**
 * Counts what lies in some large boxes, by {@link placeKey}. What a small box holds is known of it: its codes are not read, so that a
 * list of any boxes can be shown.
 */
export const countInside = async (
  db: Db,
  firms: readonly number[],
  cases: readonly Place[],
): Promise<Map<string, Inside>> => {
  const counts = new Map(cases.map((one) => [placeKey(one), { boxes: 0, items: 0 }]));
  for (const some of chunked(cases, casesAtOnce)) {
    const inside = await findChildrenOfEach(db, firms, some);
    const runs = inside.flatMap((own, nth) => own.map((run) => ({ ...run, nth })));
    const of = (column: 'nth' | 'seg' | 'from' | 'to') => runs.map((run) => run[column]);
    const { rows } = await sql<Inside & { nth: number }>`${sql.raw(prepared)}
      select r.nth, sum(case when s.level = ${sql.lit(Level.box)} then r.b - r.a + 1 else 0 end)::int8 as boxes,
        sum(case when s.level = ${sql.lit(Level.item)} then r.b - r.a + 1
          else touched.items + coalesce(s.ratio, 0) * (r.b - r.a + 1 - touched.boxes) end)::int8 as items
      from unnest(${unseen(of('nth'), 'int')}, ${unseen(of('seg'), 'int')}, ${unseen(of('from'), 'int8')}, ${unseen(of('to'), 'int8')}) r(nth, seg, a, b)
      join (select seg, level, (select max(child.parent_ratio) from segment child where child.parent_seg = segment.seg) as ratio
        from segment where firm_id = any(${unseen(firms, 'int8')}) and seg = any(${unseen([...new Set(of('seg'))], 'int')})) s on s.seg = r.seg
      cross join lateral (select count(*) as boxes, coalesce(sum(child_cnt), 0) as items from box
        where box.firm_id = any(${unseen(firms, 'int8')}) and box.seg = r.seg and box.serial between r.a and r.b) touched
      group by r.nth`.execute(db);
    for (const { nth, boxes, items } of rows) counts.set(placeKey(some[nth]!), { boxes, items });
  }
  return counts;
};
