import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { sumDraws } from './count-event.ts';
import { raiseEvent } from './raise-event.ts';
import { activeRules, param, settled, span } from './active-rules.ts';

interface FoundPerson {
  ruleId: number;
  firmId: number;
  key: string;
  uid: number;
  nickName: string;
  hours: number;
  n: number;
  amount: number;
  activityId: number | null;
  firstAt: string;
  lastAt: string;
  fromId: number;
  uptoId: number;
}

/** 用户异常: people who drew since the last round, with all draws of the window that no event has. */
export const judgePeople = async (db: Db, isFresh: RawBuilder<boolean>): Promise<void> => {
  const { rows } = await sql<FoundPerson>`
    select r.id as rule_id, r.firm_id, past.key, f.uid, ${param('windowHours')}::int as hours, c.*,
      coalesce((select m.nick_name from member m where m.firm_id = r.firm_id and m.id = f.uid), '') as nick_name
    from ${activeRules(RiskType.user)} r
    cross join lateral (
      select distinct uid from (select drawn_at as at, uid from draw where firm_id = r.firm_id) drawn where ${isFresh}) f
    cross join lateral (
      select 'uid:' || f.uid as key, max(e.upto_id) as upto,
        coalesce(bool_or(e.status in (${sql.lit(RiskStatus.waiting)}, ${sql.lit(RiskStatus.doing)})), false) as is_open
      from police_event e where e.firm_id = r.firm_id and e.rule_id = r.id and e.dedupe_key = 'uid:' || f.uid) past
    cross join lateral (
      select count(*) as n, coalesce(sum(d.amount), 0)::bigint as amount, min(d.drawn_at) as first_at, max(d.drawn_at) as last_at,
        min(d.id) as from_id, max(d.id) as upto_id,
        case when count(distinct d.activity_id) = 1 then max(d.activity_id) end as activity_id
      from draw d where d.firm_id = r.firm_id and d.uid = f.uid and d.id > coalesce(past.upto, 0)
        and d.drawn_at > now() - ${span('windowHours', 'hours')} and d.drawn_at < ${settled}) c
    where c.n > 0 and (past.is_open or coalesce(c.n >= ${param('draws')}, false) or coalesce(c.amount >= ${param('amount')}, false))
    order by r.firm_id, r.id, c.upto_id`.execute(db);
  for (const row of rows) {
    const who = maskConsumer(row);
    const tell = ({ n, amount }: Pick<FoundPerson, 'n' | 'amount'>) => ({
      title: `用户${who}在${row.hours}小时内抽奖${n}次，中奖${fenToYuan(amount)}元`,
      facts: [
        { label: '统计时间', value: `${row.hours} 小时` },
        { label: '抽奖', value: `${n} 次` },
        { label: '中奖金额', value: `${fenToYuan(amount)} 元` },
      ],
    });
    await raiseEvent(db, {
      ...row,
      hits: row.n,
      title: () => tell(row).title,
      facts: tell(row).facts,
      retell: async (event) => tell({ n: event.hits, amount: await sumDraws(db, event) }),
    });
  }
};
