import { RiskLevel, RiskStatus, RiskType } from '../../codes/state/warning-states.ts';
import { resource } from '../../kit/resource.ts';
import { oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read } from '../../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, flag, id, oneOf, optionalText, text, time, version } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { pageOf, paging, sortBy } from '../../kit/page.ts';
import { Cross, Entry } from '../../codes/state/code-enums.ts';
import { Verdict } from '../../codes/state/verdict.ts';

export { Cross };

/** One query as the records list it; the address of the asker is masked. */
export const ScanLogRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  createTime: time,
  code: z.string(),
  storeName: z.string(),
  lotNo: z.string(),
  verdict: Verdict.schema,
  /** The how-maniest counted query of the code it was; 0 when it was not counted. */
  times: z.number(),
  /** The person's name; 游客 for somebody unknown. */
  userName: z.string(),
  entry: z.number(),
  regionName: z.string(),
  /** Where the address belongs, when the shopper's own position has named another place; '' else. */
  ipRegionName: z.string(),
  geoSource: z.number(),
  ip: z.string(),
  agentName: z.string(),
  cross: z.number(),
  device: z.string(),
});
export type ScanLogRow = z.output<typeof ScanLogRow>;

const regionCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '地区不正确')
  .optional();

/** Filters of the records and of their export. */
export const scanLogFilters = {
  firmId: id().optional(),
  code: filterText,
  verdict: Verdict.schema.optional(),
  productId: id().optional(),
  lotId: id().optional(),
  agentId: id().optional(),
  /** With everything below it. */
  regionCode,
  uid: id('用户编号应为数字').optional(),
  entry: Entry.schema.optional(),
  cross: Cross.schema.optional(),
  /** Valid queries of a shopper, or the others. */
  isCounted: flag.optional(),
  dateLimit,
};

/** A code that is asked about too often or in too many places. */
export const AbnormalCodeRow = z.object({
  /** The code's number, `codeId`. */
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  code: z.string(),
  storeName: z.string(),
  lotNo: z.string(),
  cnt: z.number(),
  /** Cities it was asked about from, in the seven days before its last query. */
  cityCount: z.number(),
  firstAt: time,
  lastAt: time,
  agentName: z.string(),
  isWhite: z.boolean(),
  whiteReason: z.string(),
  whiteBy: z.string(),
  whiteAt: time.nullable(),
});
export type AbnormalCodeRow = z.output<typeof AbnormalCodeRow>;

export const RiskEventRow = z.object({
  id: z.number(),
  /** 0 for what concerns the platform and no firm alone. */
  firmId: z.number(),
  firmName: z.string(),
  type: z.number(),
  level: z.number(),
  title: z.string(),
  /** The code it is about; '' for none. */
  code: z.string(),
  /** What somebody wrote who made a warning of it by hand. */
  remark: z.string(),
  hitCount: z.number(),
  firstAt: time,
  lastAt: time,
  status: z.number(),
  version: z.number(),
  result: z.string(),
  handledBy: z.string(),
  handledAt: time.nullable(),
});
export type RiskEventRow = z.output<typeof RiskEventRow>;

const log = 'admin:identity:select:log';
const update = 'admin:identity:select:update';

const scanLogAt = resource('/admin/identity/select/log', 'admin:identity:select', '查询记录');
/** 查询记录, 异常码 and warnings. */
export const scanLogApi = defineApi({
  list: scanLogAt.list(ScanLogRow, scanLogFilters, { may: log, title: '查询记录' }),
  export: scanLogAt.read(
    '导出查询记录',
    '/export',
    'export',
    z.object({ ...scanLogFilters, columns: exportColumns }),
    ExportFile,
    {
      log: LogKind.export,
      offersFile: true,
    },
  ),
  abnormal: read(
    '异常码列表',
    '/admin/identity/select/abnormal/list',
    log,
    z.object({
      ...paging,
      firmId: id().optional(),
      code: filterText,
      productId: id().optional(),
      agentId: id().optional(),
      /** Trusted codes instead of those that are not. */
      isWhite: flag.default(false),
      dateLimit,
      sort: sortBy('cnt', 'lastAt'),
    }),
    pageOf(AbnormalCodeRow),
  ),
  trust: change(
    '加入白名单',
    '/admin/identity/select/white/save',
    update,
    z.object({ id: id(), reason: text('原因', { max: 100, missing: '请填写原因' }) }),
    done,
  ),
  distrust: change('移出白名单', '/admin/identity/select/white/delete', update, oneRow, done),
  risks: read(
    '风险事件列表',
    '/admin/identity/select/risk/list',
    log,
    z.object({
      ...paging,
      firmId: id().optional(),
      code: filterText,
      type: RiskType.schema.optional(),
      level: RiskLevel.schema.optional(),
      status: RiskStatus.schema.optional(),
      dateLimit,
      waiting: fixedViews.waiting,
    }),
    pageOf(RiskEventRow),
  ),
  handleRisk: change(
    '处理风险事件',
    '/admin/identity/select/risk/handle',
    update,
    z
      .object({
        id: id(),
        version,
        status: oneOf([RiskStatus.doing, RiskStatus.done, RiskStatus.ignored], '请选择处理状态'),
        result: optionalText('处理结果', 200),
      })
      .refine(({ status, result }) => status !== RiskStatus.done || result !== '', {
        path: ['result'],
        message: '请输入处理结果',
      }),
    done,
    { changes: 'id' },
  ),
});
