import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { beginOf, isTrying, trialsOf, type TriedDays } from '../risk/trial.ts';
import { inScope, param, span } from './active-rules.ts';
import { chiSquare } from './chi-square.ts';
import { codeScans } from './code-scans.ts';
import { countsDiverted } from './judge-diversion.ts';
import { findOdds } from './judge-odds.ts';

interface Outcome {
  events: number;
  hits: number;
}

/** The one rule as `r` of a statement. */
const ruleOf = (id: number, firmId: number): RawBuilder<unknown> =>
  sql`(select id, firm_id, params, product_ids, agent_ids from police_rule where firm_id = ${firmId} and id = ${id})`;

type Look = (db: Db, rule: RawBuilder<unknown>, isThen: (column: string) => RawBuilder<boolean>) => Promise<Outcome>;

const one = async (db: Db, statement: RawBuilder<Outcome>): Promise<Outcome> => (await statement.execute(db)).rows[0]!;

/** Codes that had enough scans within some window of the time, and their scans. */
const lookAtCodes =
  (type: number, count: 'scanCnt' | 'cnt'): Look =>
  (db, rule, isThen) => {
    const { counts, key } = codeScans[type]!;
    const isEnough =
      type === RiskType.oddCode
        ? sql`n >= ${sql.ref('least')} and (select count(distinct o.person) from seen o where o.key = seen.key and o.at > seen.at - seen.span and o.at <= seen.at) >= seen.users`
        : sql`n >= ${sql.ref('least')}`;
    return one(
      db,
      sql<Outcome>`
        with seen as materialized (
          select ${key} as key, s.at, coalesce('u' || s.uid, 'd' || s.device) as person, ${span('windowHours', 'hours')} as span,
            ${param(count)} as least, coalesce(${param('users')}, 0) as users
          from ${rule} r join scan_log s on s.firm_id = r.firm_id
          where ${isThen('s.at')} and s.seg is not null and ${counts} and ${inScope}
        ), counted as (
          select seen.*, (select count(*) from seen o where o.key = seen.key and o.at > seen.at - seen.span and o.at <= seen.at) as n
          from seen where key in (select key from seen group by key having count(*) >= min(least))
        ), found as (select distinct key from counted seen where ${isEnough})
        select (select count(*) from found) as events, (select count(*) from seen where key in (select key from found)) as hits`,
    );
  };

const looks: Readonly<Record<number, Look>> = {
  [RiskType.diversion]: (db, rule, isThen) =>
    one(
      db,
      sql<Outcome>`
        with seen as materialized (
          select s.agent_id, s.city, s.at, ${span('windowDays', 'days')} as span, ${param('minCodes')} as least
          from ${rule} r join cross_hit s on s.firm_id = r.firm_id where ${isThen('s.at')} and ${countsDiverted}
        ), found as (
          select distinct agent_id, city from seen a where least <= (
            select count(*) from seen b where b.agent_id = a.agent_id and b.city = a.city and b.at > a.at - a.span and b.at <= a.at)
        )
        select (select count(*) from found) as events,
          (select count(*) from seen where (agent_id, city) in (select agent_id, city from found)) as hits`,
    ),
  [RiskType.oddCode]: lookAtCodes(RiskType.oddCode, 'scanCnt'),
  [RiskType.invalidCodes]: lookAtCodes(RiskType.invalidCodes, 'cnt'),
  [RiskType.user]: (db, rule, isThen) =>
    one(
      db,
      sql<Outcome>`
        with drawn as (
          select d.uid, ${param('draws')} as draws, ${param('amount')} as amount,
            count(*) over w as n, sum(d.amount) over w as won
          from ${rule} r join draw d on d.firm_id = r.firm_id where ${isThen('d.drawn_at')}
          window w as (partition by d.uid order by d.drawn_at range between '7 days'::interval preceding and current row)
        ), likely as (select distinct uid from drawn where coalesce(n >= draws, false) or coalesce(won >= amount, false)),
        seen as materialized (
          select d.uid, d.drawn_at as at, d.amount as own, ${span('windowHours', 'hours')} as span, ${param('draws')} as draws, ${param('amount')} as amount
          from ${rule} r join draw d on d.firm_id = r.firm_id where ${isThen('d.drawn_at')} and d.uid in (select uid from likely)
        ), found as (
          select distinct a.uid from seen a cross join lateral (
            select count(*) as n, sum(b.own) as won from seen b where b.uid = a.uid and b.at > a.at - a.span and b.at <= a.at) c
          where coalesce(c.n >= a.draws, false) or coalesce(c.won >= a.amount, false)
        )
        select (select count(*) from found) as events, (select count(*) from seen where uid in (select uid from found)) as hits`,
    ),
  // A warning begins with each stretch of time that fails too often.
  [RiskType.failedShare]: (db, rule, isThen) =>
    one(
      db,
      sql<Outcome>`
        with bucket as (
          select p.mch_conf_id, floor(extract(epoch from p.posted_at) / (${param('windowMin')} * 60)) as nth,
            count(*) filter (where p.state = ${sql.lit(BillState.fail)}) as failed, count(*) as ended, ${param('minCnt')} as least, ${param('failPct')} as share
          from ${rule} r join payout p on p.firm_id = r.firm_id
          where ${isThen('p.posted_at')} and p.state in (${sql.lit(BillState.fail)}, ${sql.lit(BillState.success)})
          group by 1, 2, r.params
        ), bad as (select mch_conf_id, nth, failed from bucket where ended >= least and failed * 100 >= ended * share)
        select count(*) filter (where not exists (select from bad b where b.mch_conf_id = bad.mch_conf_id and b.nth = bad.nth - 1)) as events,
          coalesce(sum(failed), 0)::bigint as hits
        from bad`,
    ),
  [RiskType.winShare]: async (db, rule, isThen) => {
    const odds = await findOdds(db, rule, isThen('ep.at'));
    const events = odds.filter(({ cells, limit }) => (chiSquare(cells)?.p ?? 1) < limit).length;
    return { events, hits: events };
  },
};

const isThenOf =
  ({ from, after }: TriedDays) =>
  (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${beginOf(from)} and ${sql.ref(column)} < ${beginOf(after)})`;

/** Trials of warnings' rules: 62650 of a type without history, 62653 while one is tried. */
export const policeTrials = trialsOf<Outcome>({
  job: 'policeTrial',
  refusals: policeRefusals,
  none: { events: 0, hits: 0 },

  async find(db, id, { isLocked }) {
    const rule = await db
      .selectFrom('policeRule')
      .where('id', '=', id)
      .where('isDel', '=', 0)
      .select(['firmId', 'policeType', isTrying('policeRule').as('isTrying')])
      .$if(isLocked, (query) => query.forUpdate())
      .executeTakeFirst();
    const look = rule && looks[rule.policeType];
    return rule && { ...rule, look: look && ((where, days) => look(where, ruleOf(id, rule.firmId), isThenOf(days))) };
  },

  async keep(db, { id, firmId, begun }, trial) {
    await db
      .updateTable('policeRule')
      .set({ trial })
      .where('id', '=', id)
      .where('firmId', '=', firmId)
      .$if(begun !== undefined, (query) => query.where(sql<boolean>`trial ->> 'name' = ${begun!}`))
      .execute();
  },
});
