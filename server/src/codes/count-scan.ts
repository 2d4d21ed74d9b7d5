import { sql } from 'kysely';
import { compileOnce } from '../kit/compile-once.ts';
import type { Db } from '../kit/database.ts';

/** What the log keeps of a query, whatever its verdict. */
export interface ScanFacts {
  firmId: number;
  codeText: string;
  seg: number | null;
  serial: number | null;
  face: number;
  productId: number | null;
  lotId: number | null;
  entry: number;
  geoSource: number;
  province: string;
  city: string;
  ip: string;
  device: string;
  userAgent: string;
}

export interface CountedScan {
  /** Counted queries of this code, this one included when it counted. */
  times: number;
  firstAt: string;
  firstCity: string;
  verdict: 'FIRST' | 'REPEAT' | 'OVER';
  /** False when the same device asked again within the dedupe time: the former verdict is repeated. */
  isCounted: boolean;
}

interface Counting extends ScanFacts {
  dedupeMin: number;
  overLimit: number;
}

interface CountedRow {
  cnt: number;
  firstAt: string;
  firstCity: string;
  lastVerdict: CountedScan['verdict'];
  isCounted: boolean;
  scanId: number;
  at: string;
}

/** The one statement that a counted query writes with. */
export const scanCount = compileOnce<Counting, CountedRow>((db, scan) =>
  sql<CountedRow>`
    with counted as (
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
      returning cnt, first_at, first_city, last_verdict, last_at = now() as is_counted
    ), logged as (
      insert into scan_log (firm_id, code_text, seg, serial, face, verdict, product_id, lot_id, entry, geo_source, province, city,
        ip, device, user_agent, is_counted, times)
      select ${scan.firmId}::bigint, ${scan.codeText}, ${scan.seg}::int, ${scan.serial}::bigint, ${scan.face}::smallint, last_verdict,
        ${scan.productId}::bigint, ${scan.lotId}::bigint, ${scan.entry}::smallint, ${scan.geoSource}::smallint, ${scan.province}, ${scan.city},
        ${scan.ip}::inet, ${scan.device}, ${scan.userAgent}, is_counted,
        case when is_counted then cnt else 0 end
      from counted
      returning id, at
    )
    select counted.*, logged.id as scan_id, logged.at from counted, logged`.compile(db),
);

/**
 * Counts one query of a code, decides its verdict and writes it down, in one statement: the row lock lets exactly one of
 * any number of simultaneous first queries be the first, and nothing is counted that is not in the log.
 */
export const countScan = async (
  db: Db,
  scan: ScanFacts & { seg: number; serial: number },
  { dedupeMin, overLimit }: { dedupeMin: number; overLimit: number },
): Promise<CountedScan & { scanId: number; at: string }> => {
  const row = (await scanCount.run(db, { ...scan, dedupeMin, overLimit }))[0]!;
  return {
    times: row.cnt,
    firstAt: row.firstAt,
    firstCity: row.firstCity,
    verdict: row.lastVerdict,
    isCounted: row.isCounted,
    scanId: row.scanId,
    at: row.at,
  };
};
