import { sql } from 'kysely';
import { compileForAll } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { coalesce } from '../../kit/db/coalesce.ts';
import { liveTemplate } from '../../trace/template/live-template.ts';
import { toUnit, unitQuery, type Unit, type UnitRow } from '../../codes/state/read-unit.ts';
import { consumerQuery, heldQuery, type HeldBy } from './held-query.ts';
import { limitCounts, toScanLimits, type Asker, type LimitCounts, type ScanLimits } from './scan-limits.ts';

/** The firm of a code as it answers shoppers. */
export interface AskedFirm {
  id: number;
  name: string;
  logo: string;
  servicePhone: string;
  settings: unknown;
}

/** Everything that is read before a query is judged. */
export interface ScanReading {
  limits: ScanLimits;
  unit?: Unit;
  firm?: AskedFirm;
  /** Who had the code, and who asks: the firm's consumer, where he is known. */
  held: HeldBy & { uid: number | null };
  /** Names the content of the page, see `templateContent`. */
  template: number[] | null;
}

interface Asked extends Asker {
  seg: number;
  serial: number;
  /** Of the account that is signed in on the page, as PostgreSQL writes bytes; null where none is. */
  tokenHash: string | null;
}

type Named<T, P extends string> = { [K in keyof T & string as `${P}${Capitalize<K>}`]: T[K] };
type Row = UnitRow & HeldBy & Named<Omit<AskedFirm, 'id'>, 'firm'> & { uid: number | null; template: number[] | null };

/** One statement for all who ask at the same moment, whether their codes exist or not: where one does not, all but the counts is null. */
export const scanRead = compileForAll<Asked, LimitCounts & (Row | { firmId: null })>(
  { ip: 'inet', device: 'bpchar', seg: 'int4', serial: 'int8', tokenHash: 'bytea' },
  (db, each, asked) =>
    sql<never>`
    select answer.* from ${asked} cross join lateral (
      select counts.*, unit.*, firm.name as firm_name, firm.logo as firm_logo,
        firm.service_phone as firm_service_phone, firm.settings as firm_settings, ${liveTemplate('unit.firm_id', 'unit.temp_id')} as template,
        held.*, ${consumerQuery(sql`${each.tokenHash}`)} as uid
      from (${limitCounts(each)}) counts left join (${unitQuery(db, each)}) unit on true left join firm on firm.id = unit.firm_id
        left join lateral ${heldQuery(sql`${each.serial}`)} held on unit.firm_id is not null
      offset 0 -- one by one, each by the indexes: no plan for many pays here
    ) answer order by asked.nth`.compile(db),
);

/** Of a code that nobody issued. */
export const unheld = { agentId: null, shopId: null, salesmanId: null, shipDays: null, uid: null };

const readOne = coalesce<Asked, LimitCounts & (Row | { firmId: null })>(scanRead.run, ({ device, ip, seg, serial }) => [
  [device, ip, seg, serial].join(' '),
]);

/** Reads what the verdict on a code needs: the limits of who asks, the code, its firm, its page. */
export const readScan = async (db: Db, asked: Asked): Promise<ScanReading> => {
  const row = await readOne(db, asked);
  const limits = toScanLimits(row);
  if (row.firmId === null) return { limits, held: unheld, template: null };
  const {
    firmName,
    firmLogo,
    firmServicePhone,
    firmSettings,
    template,
    agentId,
    shopId,
    salesmanId,
    shipDays,
    uid,
    ...unit
  } = row;
  const firm = {
    id: row.firmId,
    name: firmName,
    logo: firmLogo,
    servicePhone: firmServicePhone,
    settings: firmSettings,
  };
  return {
    limits,
    unit: toUnit(unit, asked.serial),
    firm,
    held: { agentId, shopId, salesmanId, shipDays, uid },
    template,
  };
};
