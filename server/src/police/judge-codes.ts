import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { sql, type RawBuilder } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readUnits } from '../codes/state/read-unit.ts';
import type { Db } from '../kit/db/database.ts';
import { countScans, peopleAndCodes } from './count-event.ts';
import { raiseEvent, type Fact } from './raise-event.ts';
import { activeRules, inScope, isSet, param, settled, span } from './active-rules.ts';
import { codeScans } from './code-scans.ts';

interface FoundCodes {
  ruleId: number;
  firmId: number;
  key: string;
  seg: number;
  serial: number;
  lotNo: string | null;
  byLot: boolean;
  hours: number;
  n: number;
  people: number;
  codes: number;
  firstAt: string;
  lastAt: string;
  fromId: number;
  uptoId: number;
  productId: number | null;
  agentId: number | null;
  shopId: number | null;
}

/** Enough of them for a new event. */
const enough: Readonly<Record<number, RawBuilder<boolean>>> = {
  [RiskType.oddCode]: sql<boolean>`c.n >= ${param('scanCnt')} and c.people >= ${param('users')}`,
  [RiskType.invalidCodes]: sql<boolean>`c.n >= ${param('cnt')}`,
};

/** What rules of a type find among the scans that came since the last round: hits behind the last one that an event of the key has. */
const findCodes = async (db: Db, type: number, isFresh: RawBuilder<boolean>): Promise<FoundCodes[]> => {
  const { counts, key, hasKey } = codeScans[type]!;
  const isOpen = sql`e.status in (${sql.lit(RiskStatus.waiting)}, ${sql.lit(RiskStatus.doing)})`;
  const { rows } = await sql<FoundCodes>`
    with fresh as materialized (
      select r.id as rule_id, r.firm_id, ${key} as key, min(s.seg) as seg, min(s.serial) as serial, min(s.lot_id) as lot_id
      from scan_log s join ${activeRules(type)} r on r.firm_id = s.firm_id
      where ${isFresh} and s.seg is not null and ${counts} and ${inScope}
      group by r.id, r.firm_id, ${key}
    )
    select f.rule_id, f.firm_id, f.key, f.seg, f.serial, ${isSet('byLot')} as by_lot, ${param('windowHours')}::int as hours, c.*,
      (select lot.lot_no from lot where lot.firm_id = f.firm_id and lot.id = f.lot_id) as lot_no
    from fresh f join ${activeRules(type)} r on r.firm_id = f.firm_id and r.id = f.rule_id
    cross join lateral (
      select max(e.upto_id) as upto, coalesce(bool_or(${isOpen}), false) as is_open
      from police_event e where e.firm_id = f.firm_id and e.rule_id = f.rule_id and e.dedupe_key = f.key) past
    cross join lateral (
      select count(*) as n, ${peopleAndCodes},
        min(s.at) as first_at, max(s.at) as last_at, min(s.id) as from_id, max(s.id) as upto_id,
        max(s.product_id) as product_id, max(s.agent_id) as agent_id, max(s.shop_id) as shop_id
      from scan_log s
      where s.firm_id = f.firm_id and ${hasKey} and s.at > now() - ${span('windowHours', 'hours')} and s.at < ${settled}
        and s.id > coalesce(past.upto, 0) and ${counts} and ${inScope}) c
    where c.n > 0 and (past.is_open or ${enough[type]!})
    order by f.firm_id, f.rule_id, c.upto_id`.execute(db);
  return rows;
};

const titleOf = (type: number, row: FoundCodes, code: string): ((hits: number) => string) => {
  if (type === RiskType.oddCode) return (hits) => `码 ${code} 在${row.hours}小时内被${row.people}人扫描${hits}次`;
  if (!row.byLot) return (hits) => `未启用、作废或未发货的码 ${code} 被扫描${hits}次`;
  return (hits) => `${row.lotNo ? `批次${row.lotNo}` : `码段${row.seg}`}的未启用、作废或未发货的码被扫描${hits}次`;
};

const isOne = (type: number, { byLot }: FoundCodes): boolean => type === RiskType.oddCode || !byLot;

const factsOf = (type: number, row: FoundCodes): Fact[] => [
  { label: '统计时间', value: `${row.hours} 小时` },
  { label: '扫码', value: `${row.n} 次` },
  ...(isOne(type, row) ? [] : [{ label: '编码', value: `${row.codes} 个` }]),
  { label: '用户或设备', value: `${row.people} 个` },
];

/** 单码异常扫码 and 异常码扫码: looks at the scans since the last round. */
export const judgeCodes = async (db: Db, keyring: Keyring, isFresh: RawBuilder<boolean>): Promise<void> => {
  for (const type of [RiskType.oddCode, RiskType.invalidCodes]) {
    const rows = await findCodes(db, type, isFresh);
    const units = await readUnits(db, rows);
    for (const [nth, row] of rows.entries()) {
      const unit = units[nth];
      const code = unit ? groupCode(await keyring.readText(db, unit, row.serial)) : '';
      await raiseEvent(db, {
        ...row,
        title: titleOf(type, row, code),
        hits: row.n,
        seg: row.seg,
        serial: isOne(type, row) ? row.serial : null,
        facts: factsOf(type, row),
        async retell(event) {
          const whole = { ...row, n: event.hits, ...(await countScans(db, type, event)) };
          return { title: titleOf(type, whole, code)(whole.n), facts: factsOf(type, whole) };
        },
      });
    }
  }
};
