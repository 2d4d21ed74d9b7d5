import { SpanKind } from './code-states.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import type { LotRange } from '../../trace/flow/lot-range.ts';

/** Refuses, at its field, a range of codes that does not exist or is not wholly bound to the lot. */
export const checkRangeOfLot = async (db: Db, { lotId, seg, serialFrom, serialTo }: LotRange): Promise<void> => {
  const segment = await db.selectFrom('segment').select('count').where('seg', '=', seg).executeTakeFirst();
  if (!segment) throw invalid('seg', codeRefusals.noSuchCode[1]);
  if (serialTo > segment.count) throw invalid('serialTo', fill(codeRefusals.outsideSegment[1], { n: segment.count }));
  const run = sql`int8range(${serialFrom}, ${serialTo}, '[]')`;
  const bound = await db
    .selectFrom('codeSpan')
    .select(sql<number>`coalesce(sum(upper(span * ${run}) - lower(span * ${run})), 0)::bigint`.as('codes'))
    .where('seg', '=', seg)
    .where('kind', '=', SpanKind.bind)
    .where(sql<boolean>`span && ${run}`)
    .where(sql<boolean>`(payload ->> 'lotId')::bigint = ${lotId}`)
    .executeTakeFirstOrThrow();
  if (bound.codes < serialTo - serialFrom + 1) throw invalid('serialTo', flowRefusals.rangeElsewhere[1]);
};
