import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { scanDetailApi, ScanPlaces, ScanSums } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { readAsOf } from '../read/span.ts';
import type { Firms } from '../read/question.ts';
import { rankPlaces } from '../read/ranked.ts';
import { Dim, Grain, Reach, type DimName } from '../figures/dims.ts';
import { reachUnder } from '../figures/facts.ts';

type Filters = InputOf<typeof scanDetailApi.stat>;

const isPlace = (code: string) => code.endsWith('00');

/** What figures the filters ask for: of the firm alone, or of one thing; nothing where they ask for what figures are not kept of. */
const wantedOf = ({ firmId: _firm, dateLimit, ...filters }: Filters) => {
  const days = readDateLimit(dateLimit || 'lately30');
  if (!days || !days.start.endsWith('00:00:00') || !days.end.endsWith('23:59:59')) return undefined;
  const { productId, lotId, agentId, shopId, activityId, regionCode, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  if (regionCode && !isPlace(regionCode)) return undefined;
  const asked = Object.entries({
    product: productId,
    lot: lotId,
    agent: agentId,
    shop: shopId,
    activity: activityId,
    [regionCode?.endsWith('0000') ? 'province' : 'city']: regionCode && Number(regionCode),
  }).filter((pair): pair is [DimName, number] => pair[1] !== undefined);
  if (asked.length > 1) return undefined;
  const [dim, id] = asked[0] ?? (['firm', 0] as const);
  return { dim, id, from: days.start.slice(0, 10), to: days.end.slice(0, 10) };
};

/** What scans come to in days of a firm, or of all firms, by one thing at most; people are counted once, whenever they came. */
export const sumScans = async (db: Db, filters: Filters): Promise<z.output<typeof ScanSums>> => {
  const wanted = wantedOf(filters);
  if (!wanted) return null;
  const { dim, id, from, to } = wanted;
  const { firmId } = filters;
  const ofWanted = { dim: Dim[dim], id, days: sql<boolean>`day between ${from}::date and ${to}::date` };
  const sum = (name: string) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::bigint`;
  const [sums, reached, cursor] = await Promise.all([
    db
      .selectFrom('statDay')
      .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
      .where('grain', '=', Grain.day)
      .where('dim', '=', ofWanted.dim)
      .where('dim2', '=', 0)
      .where('id', '=', ofWanted.id)
      .where(ofWanted.days)
      .select([
        sum('scan_pv').as('scanCnt'),
        sum('scan_anon').as('anonCnt'),
        sum('scan_first').as('firstCnt'),
        sum('scan_invalid').as('invalidCnt'),
      ])
      .executeTakeFirstOrThrow(),
    dim === 'firm' || (reachUnder as readonly DimName[]).includes(dim)
      ? db
          .selectFrom('statReach')
          .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
          .where('kind', '=', Reach.scan)
          .where('dim', '=', ofWanted.dim)
          .where('id', '=', ofWanted.id)
          .where(ofWanted.days)
          .where(sql<boolean>`prev_day < ${from}::date`)
          .select(sum('n').as('people'))
          .executeTakeFirstOrThrow()
      : { people: null },
    db.selectFrom('statCursor').select('upto').executeTakeFirst(),
  ]);
  return { ...sums, ...reached, upto: cursor?.upto ?? null };
};

/** Where counted scans of days were made, by province or by city of the one asked for; null where figures are not kept of what is asked. */
export const placesOfScans = async (db: Db, filters: Filters, firms: Firms): Promise<z.output<typeof ScanPlaces>> => {
  const wanted = wantedOf(filters);
  if (!wanted || !['firm', 'province'].includes(wanted.dim)) return null;
  const { dim, id, from: start, to: end } = wanted;
  const time = { range: { start, end }, before: null, asOf: await readAsOf(db) };
  return rankPlaces(db, { firms, time }, 'scanPv', dim === 'province' ? id : undefined);
};
