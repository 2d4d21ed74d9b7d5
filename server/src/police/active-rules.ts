import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { PoliceParam } from '@zhuiyuan/contract/police/police-params';
import { sql, type RawBuilder } from 'kysely';

/** The rules of a type that are on, as `r` of a statement; every statement names their firm. */
export const activeRules = (type: number): RawBuilder<unknown> =>
  sql`(select id, firm_id, params, product_ids, agent_ids from police_rule
    where police_type = ${sql.lit(type)} and status = ${sql.lit(Enabled.on)} and is_del = 0)`;

/** A number that a rule `r` compares with. */
export const param = (name: PoliceParam): RawBuilder<number> => sql<number>`(r.params ->> ${sql.lit(name)})::numeric`;
export const isSet = (name: PoliceParam): RawBuilder<boolean> =>
  sql<boolean>`coalesce((r.params ->> ${sql.lit(name)})::boolean, false)`;
export const span = (name: PoliceParam, unit: 'days' | 'hours' | 'mins'): RawBuilder<string> =>
  sql<string>`make_interval(${sql.raw(unit)} => (r.params ->> ${sql.lit(name)})::int)`;

/** Whether a row `s` of the log of scans lies in what a rule `r` is limited to. */
export const inScope = sql<boolean>`(r.product_ids = '{}' or s.product_id = any(r.product_ids)) and (r.agent_ids = '{}' or s.agent_id = any(r.agent_ids))`;

/** Rows that may still have elder ones in open transactions are looked at with the next round, as `rollUp` does. */
export const settled = sql<string>`(now() - interval '30 seconds')`;
