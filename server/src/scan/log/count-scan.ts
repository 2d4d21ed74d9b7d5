import type { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { sql } from 'kysely';
import { compileForAll } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { coalesce } from '../../kit/db/coalesce.ts';

/** What the log keeps of a query, whatever its verdict. */
export interface ScanFacts {
  firmId: number;
  codeText: string;
  seg: number | null;
  serial: number | null;
  face: number;
  productId: number | null;
  lotId: number | null;
  /** The firm's consumer, where he is signed in. */
  uid: number | null;
  /** Who had the code at that moment, and for how many full days; the channel it was meant for. */
  agentId: number | null;
  shopId: number | null;
  salesmanId: number | null;
  channelId: number | null;
  shipDays: number | null;
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
  /** False when this device was counted within the dedupe time, whoever asked in between: its former verdict is repeated. */
  isCounted: boolean;
}

interface Counting extends ScanFacts {
  seg: number;
  serial: number;
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

/**
 * The one statement that counted queries of different codes write with. Codes are taken in their order, so that two such
 * statements never wait for each other.
 */
export const scanCount = compileForAll<Counting, CountedRow>(
  {
    firmId: 'int8',
    codeText: 'text',
    seg: 'int4',
    serial: 'int8',
    face: 'int2',
    productId: 'int8',
    lotId: 'int8',
    uid: 'int8',
    agentId: 'int8',
    shopId: 'int8',
    salesmanId: 'int8',
    channelId: 'int8',
    shipDays: 'int4',
    entry: 'int2',
    geoSource: 'int2',
    province: 'text',
    city: 'text',
    ip: 'inet',
    device: 'bpchar',
    userAgent: 'text',
    dedupeMin: 'int4',
    overLimit: 'int4',
  },
  (db, _each, asked) =>
    sql<CountedRow>`
    with asked as materialized (select * from ${asked}), counted as (
      insert into unit_scan as u (seg, serial, firm_id, first_at, first_city, first_device, cnt, last_at, last_device, last_verdict)
      select seg, serial, firm_id, now(), city, device, 1, now(), device, 'FIRST' from asked order by seg, serial
      on conflict (seg, serial) do update set (first_at, first_city, first_device, cnt, last_at, last_device, last_verdict) = (
        select coalesce(u.first_at, excluded.first_at),
          case when u.first_at is null then excluded.first_city else u.first_city end,
          case when u.first_at is null then excluded.first_device else u.first_device end,
          case when former is null then u.cnt + 1 else u.cnt end,
          case when former is null then excluded.last_at else u.last_at end,
          case when former is null then excluded.last_device else u.last_device end,
          case when former is not null then former when u.cnt = 0 then 'FIRST' when u.cnt + 1 <= over_limit then 'REPEAT' else 'OVER' end
        from (
          -- The log knows every device of the window; the row itself knows the last one while another process still writes its line.
          select over_limit, coalesce(
            (select verdict from scan_log as said
              where said.seg = excluded.seg and said.serial = excluded.serial and said.device = excluded.last_device and said.is_counted
                and said.at >= u.first_at and said.at > now() - make_interval(mins => dedupe_min)
              order by said.at desc limit 1),
            case when u.cnt > 0 and u.last_device = excluded.last_device and u.last_at > now() - make_interval(mins => dedupe_min) then u.last_verdict end
          ) as former
          from asked where asked.seg = excluded.seg and asked.serial = excluded.serial
        ) rules
      )
      returning seg, serial, cnt, first_at, first_city, last_verdict, last_at = now() as is_counted
    ), logged as (
      insert into scan_log (firm_id, code_text, seg, serial, face, verdict, product_id, lot_id,
        uid, agent_id, shop_id, salesman_id, channel_id, ship_days, entry, geo_source, province, city, ip, device, user_agent, is_counted, times)
      select firm_id, code_text, seg, serial, face, last_verdict, product_id, lot_id,
        uid, agent_id, shop_id, salesman_id, channel_id, ship_days, entry, geo_source, province, city, ip, device, user_agent, is_counted, case when is_counted then cnt else 0 end
      from asked join counted using (seg, serial)
      returning id, at, seg, serial
    )
    select cnt, first_at, first_city, last_verdict, is_counted, logged.id as scan_id, logged.at
    from asked join counted using (seg, serial) join logged using (seg, serial) order by nth`.compile(db),
);

const countOne = coalesce<Counting, CountedRow>(scanCount.run, ({ seg, serial }) => [`${seg} ${serial}`]);

/**
 * Counts one query of a code, decides its verdict and writes it down, in one statement with those that come meanwhile: the row lock lets exactly one of
 * any number of simultaneous first queries be the first, and nothing is counted that is not in the log.
 */
export const countScan = async (
  db: Db,
  scan: ScanFacts & { seg: number; serial: number },
  { dedupeMin, overLimit }: { dedupeMin: number; overLimit: number },
): Promise<CountedScan & { scanId: number; at: string }> => {
  const row = await countOne(db, { ...scan, dedupeMin, overLimit });
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

/** Writes down a query that does not count. */
export const insertScan = (db: Db, scan: ScanFacts & { verdict: Verdict }): Promise<{ id: number; at: string }> =>
  db
    .insertInto('scanLog')
    .values({ ...scan, isCounted: false, times: 0 })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
