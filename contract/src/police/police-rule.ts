import { z } from 'zod';
import { defineApi, done, LogKind, read } from '../kit/endpoint.ts';
import { Enabled } from '../kit/enumeration.ts';
import { filterText, id, int, text, time } from '../kit/fields.ts';
import { picking } from '../kit/picking.ts';
import { resource } from '../kit/resource.ts';
import { oneRow } from '../kit/standard.ts';
import { firmId } from '../parties/party-fields.ts';
import { RiskLevel, RiskType } from '../codes/state/warning-states.ts';
import { trialOf } from '../risk/trial.ts';
import { missingParams, PoliceParams } from './police-params.ts';

const chosen = (label: string, most: number) =>
  z
    .array(id(`请选择${label}`), { error: `请选择${label}` })
    .max(most, `${label}不能超过${most}个`)
    .transform((rows) => [...new Set(rows)]);

/** A rule as it is typed; of `params` what its type does not look at is left out. */
export const PoliceRuleDraft = z
  .object({
    firmId,
    name: text('规则名称', { max: 40 }),
    policeType: RiskType.schema,
    level: RiskLevel.schema,
    params: PoliceParams,
    /** Products and dealers it is limited to; none: all. */
    productIds: chosen('产品', 200).default([]),
    agentIds: chosen('经销商', 200).default([]),
    notifyIds: chosen('通知人员', 20).refine((rows) => rows.length > 0, '请选择通知人员'),
    silenceMin: int(5, 1440, '静默时间应为5-1440的整数').default(60),
    status: Enabled.schema.default(0),
  })
  .superRefine(({ policeType, params }, context) => {
    for (const { field, message } of missingParams(policeType, params))
      context.addIssue({ code: 'custom', path: ['params', field], message });
  });
export type PoliceRuleDraft = z.output<typeof PoliceRuleDraft>;

/** What a rule would have raised in seven full days. */
export const Trial = trialOf({ events: z.number(), hits: z.number() });
export type Trial = z.output<typeof Trial>;

export const PoliceRuleRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  policeType: z.number(),
  level: z.number(),
  params: PoliceParams,
  paramsText: z.string(),
  productIds: z.array(z.number()),
  agentIds: z.array(z.number()),
  notifyIds: z.array(z.number()),
  /** Their names; '' for nobody. */
  notifyText: z.string(),
  silenceMin: z.number(),
  /** Hits of its events whose last one is of today. */
  todayHits: z.number(),
  status: z.number(),
  trial: Trial.nullable(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type PoliceRuleRow = z.output<typeof PoliceRuleRow>;

const ruleAt = resource('/admin/lottery/police/rule', 'admin:lottery:police', '预警规则');
export const policeRuleApi = defineApi({
  list: ruleAt.list(PoliceRuleRow, {
    firmId: id().optional(),
    name: filterText,
    policeType: RiskType.schema.optional(),
    level: RiskLevel.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  info: ruleAt.info(PoliceRuleRow),
  save: ruleAt.save(PoliceRuleDraft),
  update: ruleAt.update(PoliceRuleDraft),
  updateStatus: ruleAt.updateStatus(),
  remove: ruleAt.remove(),
  removeMany: ruleAt.removeMany(),
  /** Looks at the facts of the last seven full days in the background; `info` says how far it is. */
  test: ruleAt.write(LogKind.other, '试运行预警规则', '/test', 'update', oneRow, done),
  /** Staff a rule may name, and who may be given a warning. */
  staff: read(
    '预警可选人员',
    '/admin/lottery/police/staff/list',
    { any: ['admin:lottery:police:save', 'admin:lottery:police:update', 'admin:lottery:police:handle'] },
    z.object(picking),
    z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number() })),
  ),
});
