import { riskApi, type RiskRuleRow } from '@zhuiyuan/contract/consumer/black';
import { consumerRefusals } from '@zhuiyuan/contract/consumer/consumer-refusals';
import { RiskTrial } from '@zhuiyuan/contract/risk/risk-rule';
import { sql, type SelectQueryBuilder } from 'kysely';
import { openKeyring } from '../codes/cipher/keyring.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { firmName, times } from '../kit/db/selectors.ts';
import { eachRow } from '../kit/each-row.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { changeRule } from '../risk/list-writes.ts';
import { handleHit } from '../risk/score-writes.ts';
import { shownTrial } from '../risk/trial.ts';
import { riskTrials } from '../risk/try-rule.ts';
import { asHitRows, matchingHits, toHitRows } from './find-hits.ts';

/** 风控规则 of a firm, and who hit them; tries those that somebody wants to see tried. */
export const mountRiskRule = (app: App): void => {
  const keyring = openKeyring(app);
  riskTrials.mount(app);
  serve(app, riskApi, {
    async rules({ input, db }) {
      const page = await findPage(db, input, matchingRules(db, { firmId: input.firmId }), asRules);
      return {
        ...page,
        list: page.list.map((row) => ({ ...row, trial: row.trial === null ? null : RiskTrial.parse(row.trial) })),
      };
    },

    rule: {
      stored: ({ row, db }) => lockRule(db, row),
      async change({ input: { id, version, ...changed }, db }) {
        const rule = await lockRule(db, id);
        return changeRule(db, { ...rule, ...changed, id, version });
      },
    },

    async test({ input, db }) {
      await riskTrials.begin(app, db, input.id);
      return null;
    },

    async hits({ input, db }) {
      const page = await findPage(db, input, matchingHits(db, input), asHitRows);
      return { ...page, list: await toHitRows(db, keyring, page.list) };
    },

    handle: ({ input: { ids, handled, remark }, db, operator }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        async (id) => {
          if (await handleHit(db, { id, handled, remark, operatorId: operator.id })) return;
          const known = await db.selectFrom('riskHit').where('id', '=', id).select('id').executeTakeFirst();
          throw known ? refuse(consumerRefusals.handled) : notFound();
        },
      ),
  });
};

const lockRule = async (db: Db, id: number) => {
  const rule = await db
    .selectFrom('riskRule')
    .where('id', '=', id)
    .select(['firmId', 'windowSec', 'threshold', 'also', 'banHours'])
    .select([sql<RiskRuleRow['action']>`action`.as('action'), sql<RiskRuleRow['status']>`status`.as('status')])
    .forUpdate()
    .executeTakeFirst();
  if (!rule) throw notFound();
  return rule;
};

const matchingRules: Matching<'riskRule', { firmId: number | undefined }> = matchingBy(
  'riskRule',
  (db) => db.selectFrom('riskRule'),
  { firmId: eq },
);

const asRules = (query: SelectQueryBuilder<DB, 'riskRule', object>) =>
  query
    .select([
      'riskRule.id',
      'riskRule.firmId',
      firmName('riskRule'),
      'riskRule.code',
      'riskRule.name',
      'riskRule.windowSec',
      'riskRule.threshold',
      'riskRule.also',
      sql<RiskRuleRow['action']>`risk_rule.action`.as('action'),
      'riskRule.banHours',
      sql<RiskRuleRow['status']>`risk_rule.status`.as('status'),
      sql<number>`(select coalesce(sum(h.times), 0)::int from risk_hit h where h.firm_id = risk_rule.firm_id and h.code = risk_rule.code
        and h.last_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`.as(
        'todayHits',
      ),
      shownTrial('riskRule').as('trial'),
      'riskRule.version',
      ...times('riskRule'),
    ])
    .orderBy('riskRule.id');
