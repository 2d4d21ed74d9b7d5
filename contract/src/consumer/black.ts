import { z } from 'zod';
import { importCall } from '../jobs/import-call.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read, write } from '../kit/endpoint.ts';
import { Enabled, enumeration } from '../kit/enumeration.ts';
import { filterText, id, ids, oneOf, optionalText, time, version } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, oneRow, Saved } from '../kit/standard.ts';
import { BanKind, BanScope, BanSource, HitState, RiskAction } from '../risk/risk-enums.ts';
import { BanDraft, RiskRuleDraft, RiskTrial } from '../risk/risk-rule.ts';

/** For how many days somebody is listed; 0: for good. */
export const BlackDays = oneOf([0, 1, 7, 30, 90], '请选择期限').default(0);

/** Whether an entry holds now. */
export const BanState = enumeration({
  live: { label: '生效中', tone: 'good' },
  over: { label: '已过期', tone: 'gone' },
});

/** An entry of the black or the white list. */
export const BanRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  kind: BanKind.schema,
  /** A masked consumer, an address, a network, the beginning of a device's mark. */
  target: z.string(),
  /** Of a consumer; null of all else. */
  consumerId: z.number().nullable(),
  scope: BanScope.schema,
  reason: z.string(),
  source: BanSource.schema,
  /** Draws it refused. */
  hitCount: z.number(),
  /** Null: for good. */
  expireAt: time.nullable(),
  state: BanState.schema,
  createName: z.string(),
  createTime: time,
  updateTime: time,
});
export type BanRow = z.output<typeof BanRow>;

const BlackDraft = BanDraft.omit({ isWhite: true, days: true }).extend({
  firmId: id('请选择所属企业').optional(),
  days: BlackDays,
});
const WhiteDraft = BlackDraft.omit({ scope: true });

const filters = {
  firmId: id().optional(),
  kind: BanKind.schema.optional(),
  /** A consumer's number or nickname, an address or network, a device's mark, or words of the reason. */
  keywords: filterText,
  source: BanSource.schema.optional(),
  state: BanState.schema.optional(),
};
const ofMany = z.object({ ids: ids('请先选择数据', id(), 1000) });

const blackAt = resource('/admin/lottery/black', 'admin:lottery:black', '黑名单');
const whiteAt = resource('/admin/lottery/white', 'admin:lottery:black', '白名单');
/** A new term, from now on. */
const term = z.object({ id: id(), days: BlackDays });

/** 黑名单: who may not draw, or is not given what he won. */
export const blackApi = defineApi({
  list: blackAt.list(BanRow, filters),
  save: blackAt.save(BlackDraft),
  term: blackAt.write(LogKind.update, '修改黑名单期限', '/term', 'save', term, done),
  remove: blackAt.remove(),
  removeMany: { ...blackAt.removeMany(), input: ofMany },
  export: blackAt.export(filters),
  import: importCall('/admin/lottery/black/import', 'admin:lottery:black:save', '导入黑名单'),
});

/** 白名单: whom the rules leave alone, never for better odds. */
export const whiteApi = defineApi({
  list: whiteAt.list(BanRow, filters),
  save: whiteAt.save(WhiteDraft),
  remove: whiteAt.remove(),
  removeMany: { ...whiteAt.removeMany(), input: ofMany },
  export: whiteAt.export(filters),
});

/** A rule of a firm. */
export const RiskRuleRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  code: z.string(),
  name: z.string(),
  /** Seconds. */
  windowSec: z.number(),
  threshold: z.number(),
  also: z.number().nullable(),
  action: RiskAction.schema,
  banHours: z.number(),
  status: Enabled.schema,
  /** Hits since midnight. */
  todayHits: z.number(),
  trial: RiskTrial.nullable(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type RiskRuleRow = z.output<typeof RiskRuleRow>;

/** What staff change of a rule; what it counts, and over which time, is fixed. */
export const RiskRuleChange = RiskRuleDraft.pick({ threshold: true, action: true, status: true });

/** A rule that was hit, once an hour for the same person and dimension. */
export const RiskHitRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  code: z.string(),
  name: z.string(),
  consumerId: z.number(),
  /** Masked. */
  consumer: z.string(),
  value: z.number(),
  threshold: z.number(),
  action: RiskAction.schema,
  times: z.number(),
  activityId: z.number(),
  actName: z.string(),
  codeText: z.string(),
  handled: HitState.schema,
  handledName: z.string(),
  handledAt: time.nullable(),
  remark: z.string(),
  lastAt: time,
  createTime: time,
});
export type RiskHitRow = z.output<typeof RiskHitRow>;

const mayRead = 'admin:lottery:black:list';
const maySave = 'admin:lottery:black:save';

/** 风控规则 and what hit them. */
export const riskApi = defineApi({
  rules: read(
    '风控规则列表',
    '/admin/lottery/risk/rule/list',
    mayRead,
    z.object({ ...paging, firmId: id().optional() }),
    pageOf(RiskRuleRow),
  ),
  rule: change(
    '编辑风控规则',
    '/admin/lottery/risk/rule/update',
    maySave,
    RiskRuleChange.safeExtend({ id: id(), version }),
    Saved,
    { changes: 'id' as const },
  ),
  /** Looks at the tickets and scans of the last seven full days in the background; the list says how far it is. */
  test: write(LogKind.other, '试运行风控规则', '/admin/lottery/risk/rule/test', maySave, oneRow, done),
  hits: read(
    '风控命中记录',
    '/admin/lottery/risk/hit/list',
    mayRead,
    z.object({
      ...paging,
      firmId: id().optional(),
      code: filterText,
      consumerId: id().optional(),
      activityId: id().optional(),
      action: RiskAction.schema.optional(),
      handled: HitState.schema.optional(),
      dateLimit,
    }),
    pageOf(RiskHitRow),
  ),
  /** 解除 takes a hit's points away, 确认 keeps them. */
  handle: write(
    LogKind.update,
    '处理风控命中',
    '/admin/lottery/risk/hit/handle',
    maySave,
    z.object({
      ids: ids('请先选择数据', id(), 1000),
      handled: oneOf([HitState.confirmed, HitState.released], '请选择处理结果'),
      remark: optionalText('说明', 100),
    }),
    DoneToMany,
  ),
});
