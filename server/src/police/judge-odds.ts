import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { raiseEvent } from './raise-event.ts';
import { activeRules, param } from './active-rules.ts';
import { chiSquare } from './chi-square.ts';

interface Odds {
  ruleId: number;
  firmId: number;
  epochId: number;
  epochNo: number;
  activityId: number;
  actName: string;
  limit: number;
  closedAt: string;
  cells: { weight: number; seen: number }[];
}

/** The closed periods of draws that rules look at, with what was drawn of each tier; `r` is a rule, `isFresh` is asked of when they closed. */
export const findOdds = async (db: Db, rules: RawBuilder<unknown>, isFresh: RawBuilder<boolean>): Promise<Odds[]> => {
  const { rows } = await sql<Odds>`
    select r.id as rule_id, r.firm_id, ep.id as epoch_id, ep.epoch_no, ep.activity_id, a.act_name, ${param('p')}::float8 as limit, ep.at as closed_at,
      (select jsonb_agg(jsonb_build_object('weight', (w.entry ->> 'weight')::numeric, 'seen', coalesce(seen.n, 0)))
        from jsonb_array_elements(wv.entries) w(entry)
        left join (select d.raw_tier_id, count(*) as n from draw d where d.firm_id = r.firm_id and d.epoch_id = ep.id group by d.raw_tier_id) seen
          on seen.raw_tier_id = (w.entry ->> 'tierId')::bigint) as cells
    from ${rules} r
    join (select closed_at as at, id, firm_id, epoch_no, activity_id, weight_version from seed_epoch) ep on ep.firm_id = r.firm_id
    join activity a on a.firm_id = ep.firm_id and a.id = ep.activity_id
    join weight_version wv on wv.firm_id = ep.firm_id and wv.activity_id = ep.activity_id and wv.version = ep.weight_version
    where ${isFresh}
    order by ep.id, r.id`.execute(db);
  return rows;
};

/** 中奖率偏离: each period of draws is looked at once, when it has closed. */
export const judgeOdds = async (db: Db, isFresh: RawBuilder<boolean>): Promise<void> => {
  for (const row of await findOdds(db, activeRules(RiskType.winShare), isFresh)) {
    const found = chiSquare(row.cells);
    if (!found || found.p >= row.limit) continue;
    await raiseEvent(db, {
      ...row,
      key: `epoch:${row.epochId}`,
      hits: 1,
      title: () => `活动${row.actName}第${row.epochNo}期的抽奖结果与公布概率不符`,
      firstAt: row.closedAt,
      lastAt: row.closedAt,
      facts: [
        { label: '抽奖', value: `${row.cells.reduce((sum, { seen }) => sum + seen, 0)} 次` },
        { label: '卡方值', value: found.value.toFixed(2) },
        { label: '自由度', value: String(found.freedom) },
        { label: 'p 值', value: found.p < 1e-6 ? '小于 0.000001' : found.p.toFixed(6) },
      ],
    });
  }
};
