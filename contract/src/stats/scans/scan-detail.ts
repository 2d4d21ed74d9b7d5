import { z } from 'zod';
import { CodeFacts, TimelineEvent } from '../../codes/lookup/identity.ts';
import { Audience } from '../../campaign/campaign-states.ts';
import { Cross, Entry, GeoSource, Level } from '../../codes/state/code-enums.ts';
import { Verdict } from '../../codes/state/verdict.ts';
import { readDateLimit } from '../../kit/date-limit.ts';
import { defineApi, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { RankedRow } from '../figures/ranked-row.ts';
import { resource } from '../../kit/resource.ts';

/** What a query was to the firm: the first of its code, another one, one of a code that is not valid, or one that asked for the PIN. */
export const ScanType = enumeration({
  first: { value: 1, label: '首扫', tone: 'good' },
  repeat: { value: 2, label: '复扫', tone: 'doing' },
  invalid: { value: 3, label: '无效', tone: 'bad' },
  check: { value: 4, label: '防伪查询', tone: 'idle' },
});
export type ScanType = (typeof ScanType.options)[number]['value'];

type VerdictName = (typeof Verdict.options)[number]['value'];

/** The verdicts that make a query one of each type. */
export const verdictsOf: Record<ScanType, readonly VerdictName[]> = {
  [ScanType.first]: ['FIRST'],
  [ScanType.repeat]: ['REPEAT', 'OVER'],
  [ScanType.invalid]: ['INACTIVE', 'VOID', 'FROZEN', 'PIN_WRONG', 'INVALID'],
  [ScanType.check]: ['NEED_PIN', 'LIMITED'],
};

export const ScanDetailRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  code: z.string(),
  /** Null for a text that is no code. */
  level: Level.schema.nullable(),
  storeName: z.string(),
  lotNo: z.string(),
  scanType: ScanType.schema,
  verdict: Verdict.schema,
  productId: z.number().nullable(),
  /** The how-maniest counted query of the code it was; 0 when it was not counted. */
  times: z.number(),
  /** Of the firm's consumer, null where nobody was signed in. */
  consumerId: z.number().nullable(),
  /** Masked; '' where nobody was signed in. */
  consumer: z.string(),
  entry: Entry.schema,
  regionName: z.string(),
  /** Where the address belongs, when the shopper's own position has named another place; '' else. */
  ipRegionName: z.string(),
  geoSource: GeoSource.schema,
  /** Who had the code then. */
  agentName: z.string(),
  shopName: z.string(),
  /** Full days since it was shipped last. */
  shipDays: z.number().nullable(),
  cross: Cross.schema,
  activityId: z.number().nullable(),
  actName: z.string(),
  /** What was drawn with this query; '' where nothing was. */
  drawResult: z.string(),
  ip: z.string(),
  device: z.string(),
});
export type ScanDetailRow = z.output<typeof ScanDetailRow>;

export const mostScanDays = 31;

const filters = {
  firmId: id().optional(),
  /** In full. */
  code: filterText,
  productId: id().optional(),
  lotId: id().optional(),
  scanType: ScanType.schema.optional(),
  regionCode: z
    .string()
    .trim()
    .regex(/^\d{6}$/, '地区不正确')
    .optional(),
  agentId: id().optional(),
  shopId: id().optional(),
  activityId: id().optional(),
  consumerId: id('消费者编号应为数字').optional(),
  cross: Cross.schema.optional(),
  /** At most 31 days; the last 30 where it is left out. */
  dateLimit: z
    .string()
    .trim()
    .refine((limit) => readDateLimit(limit) !== null, '时间范围不正确')
    .refine((limit) => {
      const range = readDateLimit(limit);
      if (!range) return true;
      const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000;
      return day(range.end) - day(range.start) < mostScanDays;
    }, `扫码明细一次最多查询${mostScanDays}天`)
    .optional(),
};

/** What scans of a choice come to, from the kept figures; null where none are kept of that choice. */
export const ScanSums = z
  .object({
    /** Counted ones. */
    scanCnt: z.number(),
    /** Consumers who were signed in; null where they are not kept of what is asked. */
    people: z.number().nullable(),
    /** Counted scans of nobody signed in. */
    anonCnt: z.number(),
    firstCnt: z.number(),
    invalidCnt: z.number(),
    /** Scans before it are in the figures; null before the first are. */
    upto: time.nullable(),
  })
  .nullable();

export const ScanPlaces = z.object({ rows: z.array(RankedRow), unknown: z.number() }).nullable();

/** What was drawn with a code. */
const CodeDraw = z.object({
  drawNo: z.string(),
  drawnAt: time,
  activityId: z.number(),
  actName: z.string(),
  audience: Audience.schema,
  /** Masked. */
  consumer: z.string(),
  result: z.string(),
});

/** A code's archive: what it is, all that happened to it, and what was drawn with it. */
export const CodeProfile = z.object({
  facts: CodeFacts,
  timeline: z.array(TimelineEvent),
  draws: z.array(CodeDraw),
});
export type CodeProfile = z.output<typeof CodeProfile>;

const scanAt = resource('/admin/lottery/code/scan', 'admin:lottery:scan', '扫码明细');

/** 扫码明细: each query of a firm's codes, with who had the code then, the campaign that answered and what was drawn. */
export const scanDetailApi = defineApi({
  list: scanAt.list(ScanDetailRow, filters),
  stat: scanAt.read('扫码概况', '/stat', 'list', z.object(filters), ScanSums),
  /** Counted scans by province, or by city of the one asked for, from the kept figures; null where none are kept of that choice. */
  places: scanAt.read('扫码地图', '/places', 'list', z.object(filters), ScanPlaces),
  export: scanAt.export(filters),
  profile: read(
    '码档案',
    '/admin/lottery/code/profile',
    'admin:lottery:scan:list',
    z.object({ code: z.string({ error: '请输入编码' }).trim().min(1, '请输入编码').max(512) }),
    CodeProfile,
  ),
});
