import { scoreDefaults } from '@zhuiyuan/contract/risk/risk-rule';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, notedByStaff } from '../fund/firm-check.ts';

/** What a firm that said nothing yet asks of its consumers. */
const unsaid = JSON.stringify({
  score_hold: scoreDefaults.scoreHold,
  score_block: scoreDefaults.scoreBlock,
  scan_limit: null,
  draw_limit: null,
  geo_mode: 1,
  need_phone: false,
  points_months: 0,
});

/** What always holds of what firms ask of their consumers, and of who says it. Each answers what breaks it. */
export const configChecks: readonly MoneyCheck[] = [
  firmCheck(
    '企业对消费者的风险分、次数、定位、手机与积分有效期的设置同最后记下的',
    (only) => sql`
      select t.firm_id, '企业 ' || t.firm_id as detail, 1 as difference
      from consumer_config t left join lateral (
        select digest from consumer_config_note n where n.firm_id = t.firm_id order by n.id desc limit 1
      ) noted on true
      where ${only} and digest_consumer_config(t) is distinct from
        coalesce(noted.digest, digest_consumer_config(jsonb_populate_record(t, ${unsaid}::jsonb))::char(64))
      union all
      select distinct t.firm_id, '企业 ' || t.firm_id, 1
      from consumer_config_note t where ${only} and not exists (select from consumer_config c where c.firm_id = t.firm_id)`,
  ),
  notedByStaff('更改对消费者的设置的人都是企业或平台的员工', 'consumer_config_note', [], sql`'企业 ' || t.firm_id`),
];
