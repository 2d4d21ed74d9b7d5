import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import { isSet } from './active-rules.ts';

const answered = sql`('FIRST', 'REPEAT', 'OVER')`;

/** Which scans `s` a rule `r` of a type counts, and the key they are counted by. */
export interface CodeScans {
  counts: RawBuilder<boolean>;
  key: RawBuilder<string>;
  /** Whether a scan `s` has the key of a row `f` that holds seg, serial, lot_id and by_lot. */
  hasKey: RawBuilder<boolean>;
}

const byLot = isSet('byLot');

/** A code that is scanned again and again; one that the firm trusts is left alone. */
const oddCodes: CodeScans = {
  counts: sql<boolean>`(s.is_counted and s.verdict in ${answered} and not exists (
    select from odd_code o where o.firm_id = s.firm_id and o.seg = s.seg and o.serial = s.serial and o.is_white))`,
  key: sql<string>`('code:' || s.seg || '.' || s.serial)`,
  hasKey: sql<boolean>`s.seg = f.seg and s.serial = f.serial`,
};

/** Codes that are not on sale: not activated, void, and where the rule says so those that nobody was sent. */
const strayCodes: CodeScans = {
  counts: sql<boolean>`(s.verdict in ('INACTIVE', 'VOID') or ${isSet('unshipped')} and s.is_counted and s.verdict in ${answered}
    and s.agent_id is null and s.shop_id is null and s.ship_days is null)`,
  key: sql<string>`case when not ${byLot} then 'code:' || s.seg || '.' || s.serial when s.lot_id is null then 'seg:' || s.seg else 'lot:' || s.lot_id end`,
  hasKey: sql<boolean>`case when not ${byLot} then s.seg = f.seg and s.serial = f.serial when f.lot_id is null then s.seg = f.seg and s.lot_id is null else s.lot_id = f.lot_id end`,
};

export const codeScans: Readonly<Record<number, CodeScans>> = {
  [RiskType.oddCode]: oddCodes,
  [RiskType.invalidCodes]: strayCodes,
};
