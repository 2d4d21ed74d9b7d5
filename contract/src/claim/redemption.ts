import { z } from 'zod';
import { importCall } from '../jobs/import-call.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { filterText, flag, id, ids, optionalText, text, time, version } from '../kit/fields.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, oneRow } from '../kit/standard.ts';
import { plainPermission } from './claim-list.ts';
import { RedemptionStatus, shipCompanies } from './redemption-states.ts';
import { plainNumber } from '../kit/typed.ts';

/** A prize that is sent by post. Receiver, phone and address are masked. */
export const RedemptionRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  redeemNo: z.string(),
  claimNo: z.string(),
  activityName: z.string(),
  tierName: z.string(),
  prizeName: z.string(),
  image: z.string(),
  uid: z.number(),
  consumer: z.string(),
  receiver: z.string(),
  phone: z.string(),
  regionName: z.string(),
  address: z.string(),
  status: RedemptionStatus.schema,
  version: z.number(),
  auditName: z.string(),
  auditAt: time.nullable(),
  auditRemark: z.string(),
  shipCompany: z.string(),
  shipNo: z.string(),
  shippedAt: time.nullable(),
  finishedAt: time.nullable(),
  closedAt: time.nullable(),
  closeReason: z.string(),
  createTime: time,
  updateTime: time,
});
export type RedemptionRow = z.output<typeof RedemptionRow>;

const filters = {
  firmId: id().optional(),
  /** Number of an order, a claim or a parcel. */
  keywords: filterText,
  activityId: id().optional(),
  /** One of an activity's. */
  tierId: id().optional(),
  uid: id().optional(),
  /** The whole number. */
  phone: filterText,
  status: RedemptionStatus.schema.optional(),
  /** Whether it is on its way or was. */
  isShipped: flag.optional(),
  dateLimit,
};

/** How a parcel goes out. */
export const shipFields = {
  shipCompany: z.enum(shipCompanies, { error: '请选择物流公司' }),
  shipNo: z
    .string({ error: '请输入物流单号' })
    .overwrite(plainNumber)
    .min(1, '请输入物流单号')
    .regex(/^[A-Za-z0-9-]{6,40}$/, '物流单号应为6-40位字母、数字或-')
    .transform((value) => value.toUpperCase()),
};

const redeemAt = resource('/admin/lottery/redeem', 'admin:lottery:receive', '兑换单');

/** 兑换单: prizes that are sent by post. */
export const redemptionApi = defineApi({
  list: redeemAt.list(RedemptionRow, filters),
  /** Where a prize is sent, in full; the look is logged. */
  receiving: {
    ...redeemAt.read(
      '查看收货信息',
      '/info',
      'list',
      oneRow,
      z.object({ receiver: z.string(), phone: z.string(), regionName: z.string(), address: z.string() }),
      { log: LogKind.other, isPlain: true },
    ),
    may: plainPermission,
  },
  /** With `plain` receivers stand in full, for who may read them. */
  export: redeemAt.read(
    '导出兑换单',
    '/export',
    'export',
    z.object({ ...filters, ids: ids().optional(), columns: exportColumns, plain: flag.default(false) }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  audit: redeemAt.write(
    LogKind.update,
    '审核兑换单',
    '/audit',
    'update',
    z
      .object({ ids: ids('请先选择兑换单', id(), 1000), pass: flag, remark: optionalText('驳回原因', 100) })
      .refine(({ pass, remark }) => pass || remark !== '', { path: ['remark'], message: '请输入驳回原因' }),
    DoneToMany,
  ),
  /** Refuses a `version` that somebody else has changed since, unless it goes out so already. */
  ship: redeemAt.write(
    LogKind.update,
    '兑换单发货',
    '/ship',
    'update',
    z.object({ id: id(), version, ...shipFields }),
    done,
  ),
  finish: redeemAt.write(LogKind.update, '完成兑换单', '/finish', 'update', oneRow, done),
  close: redeemAt.write(
    LogKind.update,
    '关闭兑换单',
    '/close',
    'update',
    z.object({ id: id(), reason: text('关闭原因', { max: 100 }) }),
    done,
  ),
  /** 批量导入物流单号. */
  importShips: importCall('/admin/lottery/redeem/ship/import', 'admin:lottery:receive:update', '导入物流单号'),
});
