import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { paramsText, PoliceParams } from '@zhuiyuan/contract/police/police-params';
import { policeRuleApi, Trial, type PoliceRuleRow } from '@zhuiyuan/contract/police/police-rule';
import { sql, type SelectQueryBuilder } from 'kysely';
import { staffOfFirms } from '../fund/pool/pool-writes.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { contains, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import { findPage } from '../kit/db/paging.ts';
import { pickRows } from '../kit/db/pick-rows.ts';
import { lockRow, switchRow } from '../kit/db/rows.ts';
import { firmName, times } from '../kit/db/selectors.ts';
import { eachRow } from '../kit/each-row.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId } from '../kit/operator.ts';
import { notFound, refuseOn } from '../kit/refusal.ts';
import { shownTrial } from '../risk/trial.ts';
import { insertRule, removeRule, ruleConstraints, updateRule } from './rule-writes.ts';
import { policeTrials } from './try-rule.ts';

/** 预警规则: what is warned of, when, and whom. */
export const mountPoliceRule = (app: App): void => {
  refuseOn(app, ruleConstraints);
  serve(app, policeRuleApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: page.list.map(toRow) };
    },

    info: async ({ input, db }) => {
      const row = await asRows(matching(db, {}).where('policeRule.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      return toRow(row);
    },

    save: ({ input, db, operator }) =>
      insertRule(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: async ({ row, db }) => lockRow(db, 'policeRule', row, draftColumns) as never,
      change: ({ input: { id, version, ...draft }, db }) => updateRule(db, id, version, draft),
    },

    updateStatus: ({ input, db }) => switchRow(db, 'policeRule', input),

    remove: async ({ input, db }) => {
      await removeRule(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeRule(db, id)),

    test: async ({ input, db }) => {
      await policeTrials.begin(app, db, input.id);
      return null;
    },

    staff: async ({ input, db }) => {
      const staff = await pickRows(
        staffOfFirms(db),
        { id: 'admin.id', words: ['admin.realName', 'admin.account'] },
        input,
      );
      return staff.map(({ id, realName, account, firmId }) => ({ id, name: realName || account, firmId }));
    },
  });
};

const draftColumns = [
  'name',
  'policeType',
  'level',
  'params',
  'productIds',
  'agentIds',
  'notifyIds',
  'silenceMin',
  'status',
] as const;

type Rules = SelectQueryBuilder<DB, 'policeRule', object>;

const matching: Matching<'policeRule', Partial<InputOf<typeof policeRuleApi.list>>> = matchingBy(
  'policeRule',
  (db) => live(db, 'policeRule'),
  { firmId: eq, name: contains, policeType: eq, level: eq, status: eq },
);

const asRows = (query: Rules) =>
  query
    .select([
      'policeRule.id',
      'policeRule.firmId',
      firmName('policeRule'),
      'policeRule.name',
      'policeRule.policeType',
      'policeRule.level',
      'policeRule.params',
      'policeRule.productIds',
      'policeRule.agentIds',
      'policeRule.notifyIds',
      sql<string>`coalesce((select string_agg(coalesce(nullif(a.real_name, ''), a.account), '、' order by a.id) from admin a
        where a.firm_id = police_rule.firm_id and a.id = any(police_rule.notify_ids)), '')`.as('notifyText'),
      'policeRule.silenceMin',
      sql<number>`(select coalesce(sum(e.hit_count), 0)::bigint from police_event e where e.firm_id = police_rule.firm_id and e.rule_id = police_rule.id
        and e.last_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`.as(
        'todayHits',
      ),
      'policeRule.status',
      shownTrial('policeRule').as('trial'),
      'policeRule.version',
      ...times('policeRule'),
    ])
    .orderBy('policeRule.id', 'desc');

const toRow = ({
  params: kept,
  trial,
  ...row
}: Awaited<ReturnType<ReturnType<typeof asRows>['executeTakeFirstOrThrow']>>): PoliceRuleRow => {
  const params = PoliceParams.parse(kept);
  return {
    ...row,
    params,
    paramsText: paramsText(row.policeType, params),
    trial: trial === null ? null : Trial.parse(trial),
  };
};
