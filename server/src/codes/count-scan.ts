import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';

export interface CountedScan {
  /** Counted queries of this code, this one included when it counted. */
  times: number;
  firstAt: string;
  firstCity: string;
  verdict: 'FIRST' | 'REPEAT' | 'OVER';
  /** False when the same device asked again within the dedupe time: the former verdict is repeated. */
  isCounted: boolean;
}

/**
 * Counts one query of a code and decides its verdict in one statement: the row lock lets exactly one of any number of
 * simultaneous first queries be the first.
 */
export const countScan = async (
  db: Db,
  scan: {
    seg: number;
    serial: number;
    firmId: number;
    device: string;
    city: string;
    dedupeMin: number;
    overLimit: number;
  },
): Promise<CountedScan> => {
  const { rows } = await sql<{
    cnt: number;
    firstAt: string;
    firstCity: string;
    lastVerdict: CountedScan['verdict'];
    isCounted: boolean;
  }>`
    insert into unit_scan as u (seg, serial, firm_id, first_at, first_city, first_device, cnt, last_at, last_device, last_verdict)
    values (${scan.seg}, ${scan.serial}, ${scan.firmId}, now(), ${scan.city}, ${scan.device}, 1, now(), ${scan.device}, 'FIRST')
    on conflict (seg, serial) do update set (first_at, first_city, first_device, cnt, last_at, last_device, last_verdict) = (
      select coalesce(u.first_at, excluded.first_at),
        case when u.first_at is null then excluded.first_city else u.first_city end,
        case when u.first_at is null then excluded.first_device else u.first_device end,
        case when again then u.cnt else u.cnt + 1 end,
        case when again then u.last_at else excluded.last_at end,
        excluded.last_device,
        case when again then u.last_verdict when u.cnt = 0 then 'FIRST' when u.cnt + 1 <= ${scan.overLimit}::int then 'REPEAT' else 'OVER' end
      from (select u.cnt > 0 and u.last_device = excluded.last_device and u.last_at > now() - make_interval(mins => ${scan.dedupeMin}::int)) as x(again)
    )
    returning cnt, first_at, first_city, last_verdict, last_at = now() as is_counted`.execute(db);
  const row = rows[0]!;
  return {
    times: row.cnt,
    firstAt: row.firstAt,
    firstCity: row.firstCity,
    verdict: row.lastVerdict,
    isCounted: row.isCounted,
  };
};
