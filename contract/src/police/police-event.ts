import { z } from 'zod';
import { TimelineEvent } from '../codes/lookup/identity.ts';
import { HitVerdict } from '../diversion/cross-hit.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { filterText, flag, id, ids, oneOf, text, time, version } from '../kit/fields.ts';
import { fixedViews } from '../kit/fixed-views.ts';
import { pageOf, paging } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, oneRow, Saved } from '../kit/standard.ts';
import { RiskLevel, RiskStatus, RiskType } from '../codes/state/warning-states.ts';
import { policeRefusals } from './police-refusals.ts';

/** 处理结果. */
export const PoliceOutcome = enumeration({
  proven: { value: 1, label: '窜货成立', tone: 'bad' },
  mistaken: { value: 2, label: '误报', tone: 'idle' },
  other: { value: 3, label: '其他', tone: 'kind' },
});
export const PoliceEventRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  eventNo: z.string(),
  policeType: z.number(),
  level: z.number(),
  title: z.string(),
  agentName: z.string(),
  shopName: z.string(),
  productName: z.string(),
  activityName: z.string(),
  region: z.string(),
  hitCount: z.number(),
  firstAt: time,
  lastAt: time,
  status: z.number(),
  assigneeId: z.number().nullable(),
  assigneeName: z.string(),
  acceptedAt: time.nullable(),
  handledName: z.string(),
  handledAt: time.nullable(),
  /** See {@link PoliceOutcome}; null of an open or ignored one. */
  outcome: z.number().nullable(),
  result: z.string(),
  version: z.number(),
});
export type PoliceEventRow = z.output<typeof PoliceEventRow>;

const filters = {
  firmId: id().optional(),
  keywords: filterText,
  policeType: RiskType.schema.optional(),
  level: RiskLevel.schema.optional(),
  status: RiskStatus.schema.optional(),
  agentId: id().optional(),
  productId: id().optional(),
  /** A city's whole name. */
  region: filterText,
  assigneeId: id().optional(),
  /** By the last time it was met, and by when it was raised. */
  dateLimit,
  raisedLimit: dateLimit,
  waiting: fixedViews.waiting,
};

const PoliceEvent = PoliceEventRow.extend({
  ruleId: z.number(),
  activityId: z.number().nullable(),
  ruleText: z.string(),
  silenceMin: z.number(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Scans that stand beside it and are not counted, for they are placed by address alone. */
  ipOnly: z.number(),
  /** To whom, to what and whether handling can do more: people, codes, and the activity while it runs. */
  people: z.number(),
  codes: z.number(),
  mayPause: z.boolean(),
});
export type PoliceEvent = z.output<typeof PoliceEvent>;

/** One scan or draw that belongs to a warning. */
export const PoliceHit = z.object({
  id: z.number(),
  /** '' of a draw without one. */
  code: z.string(),
  boxCode: z.string(),
  at: time,
  region: z.string(),
  /** See GeoSource. */
  geoSource: z.number(),
  distanceKm: z.number().nullable(),
  /** The scan's verdict or what was drawn, in words. */
  what: z.string(),
  /** Masked. */
  consumer: z.string(),
  /** See {@link HitVerdict}; null of hits that are not judged. */
  confirmed: z.number().nullable(),
});
export type PoliceHit = z.output<typeof PoliceHit>;

const Compared = z.object({ codes: z.number(), outside: z.number() });
const point = { lng: z.number(), lat: z.number() };

/** One thing that happened to a code, and whether it is the scan outside the region. */
export const PathStep = TimelineEvent.omit({ kind: true }).extend({
  kind: z.enum(['issue', 'op', 'move', 'scan', 'draw']),
  isOutside: z.boolean(),
});
export type PathStep = z.output<typeof PathStep>;

/** Where the goods of a diversion may be sold, where they belong, and where they were met. */
export const PoliceMap = z.object({
  regions: z.array(z.string()),
  /** A region is a district, and was judged by the city around it. */
  isByCity: z.boolean(),
  /** Outlines of the cities in those regions, as rings of [longitude, latitude]; a sketch. */
  cities: z.array(z.object({ name: z.string(), rings: z.array(z.array(z.tuple([z.number(), z.number()]))) })),
  /** The dealer's own place, else the middle of his city. */
  dealer: z.object({ ...point, name: z.string(), isEstimated: z.boolean() }).nullable(),
  /** Scans of the same dealer and lot inside; the newest, 400 at most. */
  inside: z.array(z.object(point)),
  outside: z.array(z.object({ ...point, id: z.number() })),
  /** Kilometres from the dealer to the middle of those outside, and from the nearest of them to the border. */
  straightKm: z.number().nullable(),
  nearestKm: z.number().nullable(),
});
export type PoliceMap = z.output<typeof PoliceMap>;

/** What makes a diversion likely or not. */
export const PoliceCompare = z.object({
  own: Compared,
  others: Compared.extend({ agents: z.number() }),
  /** Of this dealer's diversions that ended in the 90 days before. */
  proven: z.number(),
  mistaken: z.number(),
  last: z
    .object({ id: z.number(), eventNo: z.string(), at: time, region: z.string(), hitCount: z.number() })
    .nullable(),
  /** What the hits have in common, in words; '' where nothing. */
  finding: z.string(),
});
export type PoliceCompare = z.output<typeof PoliceCompare>;

const eventAt = resource('/admin/lottery/police/event', 'admin:lottery:police', '预警');
const reason = (missing: string) => text('说明', { max: 200, missing });
export const policeEventApi = defineApi({
  list: eventAt.list(PoliceEventRow, filters),
  info: eventAt.info(PoliceEvent),
  stat: eventAt.read(
    '预警概况',
    '/stat',
    'list',
    z.object({ firmId: id().optional() }),
    z.object({
      waiting: z.number(),
      /** Of those that wait, the first hit of the oldest. */
      oldestAt: time.nullable(),
      doing: z.number(),
      today: z.number(),
      /** 窜货, of this month. */
      diverted: z.number(),
      /** Mean hours from the first hit to the end, of those ended in the last 30 days. */
      hours: z.number().nullable(),
      /** The last 30 days, each type that has any. */
      days: z.array(z.string()),
      types: z.array(z.object({ type: z.number(), counts: z.array(z.number()) })),
      provinces: z.array(z.object({ province: z.string(), codes: z.number() })),
      agents: z.array(z.object({ name: z.string(), codes: z.number() })),
    }),
  ),
  hits: eventAt.read('预警命中', '/hits', 'list', z.object({ id: id(), ...paging }), pageOf(PoliceHit)),
  /** Null of other types than 窜货. */
  compare: eventAt.read('可比扫码', '/compare', 'list', oneRow, PoliceCompare.nullable()),
  /** What happened to the code of a hit, newest first. */
  path: eventAt.read(
    '预警证据链',
    '/path',
    'list',
    z.object({ id: id(), hitId: id() }),
    z.object({ code: z.string(), events: z.array(PathStep) }),
  ),
  /** Null of other types than 窜货. */
  map: eventAt.read('预警地图', '/map', 'list', oneRow, PoliceMap.nullable()),
  evidence: eventAt.read('导出预警证据', '/evidence', 'export', oneRow, z.object({ fileName: z.string() }), {
    log: LogKind.export,
    offersFile: true,
  }),
  export: eventAt.read('导出预警', '/export', 'export', z.object({ ...filters, columns: exportColumns }), ExportFile, {
    log: LogKind.export,
    offersFile: true,
  }),
  accept: eventAt.write(LogKind.update, '受理预警', '/accept', 'handle', oneRow, Saved),
  acceptMany: eventAt.write(
    LogKind.update,
    '批量受理预警',
    '/accept/ids',
    'handle',
    z.object({ ids: ids() }),
    DoneToMany,
  ),
  assign: eventAt.write(
    LogKind.update,
    '转派预警',
    '/assign',
    'handle',
    z.object({ id: id(), assigneeId: id('请选择处理人'), version }),
    Saved,
  ),
  /** Ends it; what else is ticked needs its own permission and is done in the same transaction, or nothing is. */
  handle: eventAt.write(
    LogKind.update,
    '处理预警',
    '/handle',
    'handle',
    z.object({
      id: id(),
      version,
      outcome: oneOf([PoliceOutcome.proven, PoliceOutcome.mistaken, PoliceOutcome.other], '请选择处理结果'),
      result: reason(policeRefusals.noResult[1]),
      black: flag.default(false),
      freeze: flag.default(false),
      pause: flag.default(false),
    }),
    Saved,
  ),
  ignore: eventAt.write(
    LogKind.update,
    '忽略预警',
    '/ignore',
    'handle',
    z.object({ id: id(), version, reason: reason('请输入忽略原因') }),
    Saved,
  ),
  ignoreMany: eventAt.write(
    LogKind.update,
    '批量忽略预警',
    '/ignore/ids',
    'handle',
    z.object({ ids: ids(), reason: reason('请输入忽略原因') }),
    DoneToMany,
  ),
});

/** Scans outside the authorised region, each by itself. */
export const policeHitApi = defineApi({
  judge: resource('/admin/lottery/police/hit', 'admin:lottery:police', '窜货扫码').write(
    LogKind.update,
    '判定窜货扫码',
    '/judge',
    'handle',
    z.object({
      ids: ids(),
      confirmed: oneOf([HitVerdict.suspected, HitVerdict.confirmed, HitVerdict.dismissed], '请选择判定'),
    }),
    done,
  ),
});
