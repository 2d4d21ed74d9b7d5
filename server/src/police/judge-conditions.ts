import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { raiseEvent, type Fact } from './raise-event.ts';
import { activeRules, param, span } from './active-rules.ts';

interface Condition {
  ruleId: number;
  firmId: number;
  key: string;
  activityId: number | null;
  /** What of the title and facts comes from the row. */
  name: string;
  part: string;
  have: number;
  whole: number;
}

const { lit } = sql;
const runs = sql`a.status in (${lit(ActivityStatus.running)}, ${lit(ActivityStatus.paused)})`;

interface Kind {
  type: number;
  /** What holds now, of rules `r`. */
  rows: RawBuilder<unknown>;
  title: (row: Condition) => string;
  facts: (row: Condition) => Fact[];
}

const percent = ({ have, whole }: Condition): number => Math.floor((have / whole) * 100);

const kinds: readonly Kind[] = [
  {
    type: RiskType.budget,
    rows: sql`
      select r.id as rule_id, r.firm_id, 'activity:' || a.id as key, a.id as activity_id, a.act_name as name, '' as part, b.remain as have, b.budget as whole
      from ${activeRules(RiskType.budget)} r
      join activity a on a.firm_id = r.firm_id and a.is_del = 0 and ${runs}
      join activity_budget b on b.firm_id = a.firm_id and b.activity_id = a.id and b.closed_at is null and b.budget > 0
      where b.remain * 100 <= b.budget * ${param('remainPct')}`,
    title: (row) => `活动${row.name}预算剩余${percent(row)}%`,
    facts: (row) => [
      { label: '预算', value: `${fenToYuan(row.whole)} 元` },
      { label: '剩余', value: `${fenToYuan(row.have)} 元` },
    ],
  },
  {
    type: RiskType.stock,
    rows: sql`
      select r.id as rule_id, r.firm_id, 'tier:' || t.id as key, a.id as activity_id, a.act_name as name, t.tier_name || ' ' || t.prize_name as part,
        t.remain as have, t.stock_total as whole
      from ${activeRules(RiskType.stock)} r
      join activity a on a.firm_id = r.firm_id and a.is_del = 0 and ${runs}
      join tier t on t.firm_id = a.firm_id and t.activity_id = a.id and t.is_on and t.stock_total > 0
      where t.remain::numeric * 100 <= t.stock_total::numeric * ${param('remainPct')}`,
    title: (row) => `活动${row.name}的${row.part}库存剩余${percent(row)}%`,
    facts: (row) => [
      { label: '奖级', value: row.part },
      { label: '总量', value: `${row.whole} 份` },
      { label: '剩余', value: `${row.have} 份` },
    ],
  },
  {
    type: RiskType.failedShare,
    rows: sql`
      select r.id as rule_id, r.firm_id, 'merchant:' || m.id as key, null::bigint as activity_id, m.name, '' as part, c.failed as have, c.ended as whole
      from ${activeRules(RiskType.failedShare)} r
      join merchant m on m.firm_id = r.firm_id and m.is_del = 0
      cross join lateral (
        select count(*) filter (where p.state = ${lit(BillState.fail)}) as failed, count(*) as ended
        from payout p where p.firm_id = r.firm_id and p.mch_conf_id = m.id and p.posted_at > now() - ${span('windowMin', 'mins')}
          and p.state in (${lit(BillState.fail)}, ${lit(BillState.success)})) c
      where c.ended >= ${param('minCnt')} and c.failed * 100 >= c.ended * ${param('failPct')}`,
    title: (row) => `商户${row.name}发放${row.whole}笔失败${row.have}笔，失败率${percent(row)}%`,
    facts: (row) => [
      { label: '已有结果', value: `${row.whole} 笔` },
      { label: '失败', value: `${row.have} 笔` },
    ],
  },
  {
    type: RiskType.merchantBalance,
    rows: sql`
      select r.id as rule_id, r.firm_id, 'pool:' || p.id as key, null::bigint as activity_id, m.name, p.name as part, p.balance as have,
        ${param('balance')}::bigint as whole
      from ${activeRules(RiskType.merchantBalance)} r
      join pool p on p.firm_id = r.firm_id and p.is_del = 0 and p.status = ${lit(Enabled.on)}
      join merchant m on m.firm_id = p.firm_id and m.id = p.mch_conf_id
      where p.balance < ${param('balance')}`,
    title: (row) => `商户${row.name}资金池余额${fenToYuan(row.have)}元，低于${fenToYuan(row.whole)}元`,
    facts: (row) => [
      { label: '资金池', value: row.part },
      { label: '可用余额', value: `${fenToYuan(row.have)} 元` },
      { label: '预警线', value: `${fenToYuan(row.whole)} 元` },
    ],
  },
];

/**
 * 预算, 库存, 失败率, 余额: warns when one of them begins to be so. What goes on being so warns of nothing more, so that a warning which
 * was dealt with does not come back at the next round; what has ended may begin again.
 */
export const judgeConditions = async (db: Db): Promise<void> => {
  for (const kind of kinds) {
    const { rows } = await sql<
      Condition & { now: string }
    >`select *, now() as now from (${kind.rows}) holds order by rule_id, key`.execute(db);
    await sql`
      delete from police_watch w using police_rule r
      where r.id = w.rule_id and r.firm_id = w.firm_id and r.police_type = ${lit(kind.type)}
        and not exists (select from unnest(${rows.map((row) => row.ruleId)}::bigint[], ${rows.map((row) => row.key)}::text[]) now(rule_id, key)
          where now.rule_id = w.rule_id and now.key = w.dedupe_key)`.execute(db);
    for (const row of rows) {
      const begun = await db
        .insertInto('policeWatch')
        .values({ ruleId: row.ruleId, firmId: row.firmId, dedupeKey: row.key })
        .onConflict((conflict) => conflict.columns(['ruleId', 'dedupeKey']).doNothing())
        .returning('ruleId')
        .executeTakeFirst();
      if (!begun) continue;
      await raiseEvent(db, {
        ...row,
        hits: 1,
        title: () => kind.title(row),
        facts: kind.facts(row),
        firstAt: row.now,
        lastAt: row.now,
      });
    }
  }
};
