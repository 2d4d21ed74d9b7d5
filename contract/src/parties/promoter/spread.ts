import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { multiplyDecimal } from '../../kit/decimal.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { decimal, filterText, id, ids, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { isMobile } from '../../kit/phone.ts';
import { optionalFileAddress } from '../../kit/picture.ts';

/** A promoter in the list; the phone is masked. */
export const SpreadRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  avatar: z.string(),
  name: z.string(),
  spreadNo: z.string(),
  phone: z.string(),
  pid: z.number().nullable(),
  parentName: z.string(),
  agentId: z.number().nullable(),
  agentName: z.string(),
  shopId: z.number().nullable(),
  shopName: z.string(),
  /** Commission in per cent, at most two decimals. */
  rate: z.number(),
  scanCnt: z.number(),
  userCnt: z.number(),
  orderCnt: z.number(),
  /** Fen. */
  rewardAmount: z.number(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type SpreadRow = z.output<typeof SpreadRow>;

export const Spread = SpreadRow.extend({ remark: z.string() });
export type Spread = z.output<typeof Spread>;

const badRate = '佣金比例应在0-100之间';
const inBasisPoints = (rate: number): boolean => {
  const points = multiplyDecimal(rate, 100);
  return Number.isInteger(points) && points >= 0 && points <= 10_000;
};

/** A promoter as typed. `rate` is per cent with at most two decimals. */
export const SpreadDraft = z.object({
  firmId: id().optional(),
  avatar: optionalFileAddress,
  name: text('姓名', { max: 20 }),
  phone: text('手机号', { max: 20 }).refine(isMobile, '手机号格式不正确'),
  pid: id('上级推广员不正确').optional(),
  agentId: id('经销商不正确').optional(),
  shopId: id('门店不正确').optional(),
  rate: decimal(0, 100, badRate).refine(inBasisPoints, '佣金比例最多两位小数').default(0),
  remark: optionalText('备注', 200),
  status: Enabled.schema.default(0),
});
export type SpreadDraft = z.output<typeof SpreadDraft>;

/** A member whom a promoter won. */
export const SpreadUser = z.object({
  uid: z.number(),
  nickname: z.string(),
  source: z.string(),
  bindAt: time,
  scanCnt: z.number(),
});

export const spreadFilters = {
  firmId: id().optional(),
  /** Name, phone or number. */
  keywords: filterText,
  /** With every dealer below. */
  agentId: id().optional(),
  shopId: id().optional(),
  status: Enabled.schema.optional(),
  dateLimit,
};

export const spreadApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/spread/list',
    may: 'admin:identity:spread:list',
    input: z.object({ ...paging, ...spreadFilters }),
    data: pageOf(SpreadRow),
    title: '推广员列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/spread/list/all',
    may: 'admin:identity:spread:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number() })),
    title: '全部推广员',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/spread/info',
    may: 'admin:identity:spread:list',
    input: oneRow,
    data: Spread,
    title: '推广员详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/spread/save',
    may: 'admin:identity:spread:save',
    input: SpreadDraft,
    data: Saved,
    title: '新增推广员',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/spread/update',
    may: 'admin:identity:spread:update',
    input: SpreadDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑推广员',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/spread/delete',
    may: 'admin:identity:spread:delete',
    input: oneRow,
    data: done,
    title: '删除推广员',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/spread/delete/ids',
    may: 'admin:identity:spread:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除推广员',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/spread/update/status',
    may: 'admin:identity:spread:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用推广员',
    log: LogKind.update,
  },
  /** What a promoter's code holds. */
  qrcode: {
    method: 'GET',
    path: '/admin/identity/spread/qrcode',
    may: 'admin:identity:spread:list',
    input: oneRow,
    data: z.object({ url: z.string(), name: z.string(), spreadNo: z.string(), firmName: z.string() }),
    title: '推广码',
  },
  userList: {
    method: 'GET',
    path: '/admin/identity/spread/user/list',
    may: 'admin:identity:spread:list',
    input: z.object({ ...paging, id: id() }),
    data: pageOf(SpreadUser),
    title: '推广用户',
  },
  export: {
    method: 'GET',
    path: '/admin/identity/spread/export',
    may: 'admin:identity:spread:export',
    input: z.object({ ...spreadFilters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出推广员',
    log: LogKind.export,
    offersFile: true,
  },
});
