import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, id, oneOf, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { oneRow } from '../../kit/standard.ts';

/** A draw as staff see it. */
export const DrawRow = z.object({
  id: z.number(),
  drawNo: z.string(),
  uid: z.number(),
  /** Masked. */
  consumer: z.string(),
  codeText: z.string(),
  productName: z.string(),
  tierName: z.string(),
  prizeName: z.string(),
  prizeType: z.number(),
  /** Fen. */
  amount: z.number(),
  points: z.number(),
  fallback: z.string(),
  region: z.string(),
  ip: z.string(),
  device: z.string(),
  shopName: z.string(),
  agentName: z.string(),
  hold: z.boolean(),
  /** See ClaimStatus; null where nothing was won. */
  claimStatus: z.number().nullable(),
  epochNo: z.number(),
  drawnAt: time,
});
export type DrawRow = z.output<typeof DrawRow>;

/** A draw in full: what was drawn with, what its number hit, and what became of what it won. */
export const DrawDetail = DrawRow.extend({
  activityId: z.number(),
  actName: z.string(),
  lotNo: z.string(),
  channelName: z.string(),
  /** Of the person who looks after the shop now. */
  salesmanName: z.string(),
  rawTierName: z.string(),
  pointsCost: z.number(),
  claim: z
    .object({
      claimNo: z.string(),
      claimMode: z.number(),
      /** The last four characters of its redemption code; '' without one. */
      verCodeEnd: z.string(),
      expireAt: time,
      claimedAt: time.nullable(),
      closedAt: time.nullable(),
      closeReason: z.string(),
      closeText: z.string(),
    })
    .nullable(),
  /** How its cash was sent; null where none was. */
  payout: z
    .object({
      billNo: z.string(),
      status: z.string(),
      reason: z.string(),
      attemptNo: z.number(),
      sentAt: time.nullable(),
      receivedAt: time.nullable(),
      refundAt: time.nullable(),
    })
    .nullable(),
});
export type DrawDetail = z.output<typeof DrawDetail>;

/** A province, or a city; where a district is named, its city: no draw knows its district. */
const region = z
  .string()
  .trim()
  .regex(/^(?:\d{6})?$/, '地区不正确')
  .transform((code) => (code.endsWith('0000') ? code : code && `${code.slice(0, 4)}00`))
  .optional();

const filters = {
  activityId: id('请选择活动'),
  drawNo: filterText,
  tierId: id().optional(),
  won: oneOf([0, 1], '参数不正确').optional(),
  /** A number, or a part of the name. */
  consumer: filterText,
  uid: id().optional(),
  shopId: id().optional(),
  agentId: id().optional(),
  region,
  dateLimit,
};

const may = (verb: string) => ({ any: [`admin:lottery:active:${verb}`, `admin:lottery:aiActive:${verb}`] });
/** Who has the permission of games alone reads theirs. */
const mayList = { any: [...may('list').any, 'admin:lottery:interact:list'] };
const path = (verb: string) => `/admin/lottery/draw/log/${verb}`;
const file = (title: string, of: string) =>
  read(title, path(`export/${of}`), may('export'), z.object({ ...filters, columns: exportColumns }), ExportFile, {
    log: LogKind.export,
    offersFile: true,
  });

/** 抽奖记录 of an activity, and its files: by person and by shop, summed or each draw. */
export const drawLogApi = defineApi({
  list: read('抽奖记录', path('list'), mayList, z.object({ ...paging, ...filters }), pageOf(DrawRow)),
  info: read('抽奖记录详情', path('info'), mayList, oneRow, DrawDetail),
  exportUser: file('按用户导出抽奖记录', 'user'),
  exportUserList: file('导出抽奖记录用户明细', 'user/list'),
  exportShop: file('按门店导出抽奖记录', 'shop'),
  exportShopList: file('导出抽奖记录门店明细', 'shop/list'),
});
