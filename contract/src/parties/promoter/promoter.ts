import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { multiplyDecimal } from '../../kit/decimal.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { decimal, filterText, id, optionalText, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { isMobile, plainPhone } from '../../kit/phone.ts';
import { optionalFileAddress } from '../../kit/picture.ts';

/** A promoter in the list; the phone is masked. */
export const PromoterRow = z.object({
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
export type PromoterRow = z.output<typeof PromoterRow>;

export const Promoter = PromoterRow.extend({ remark: z.string() });
export type Promoter = z.output<typeof Promoter>;

const badRate = '佣金比例应在0-100之间';
const inBasisPoints = (rate: number): boolean => {
  const points = multiplyDecimal(rate, 100);
  return Number.isInteger(points) && points >= 0 && points <= 10_000;
};

/** A promoter as typed. `rate` is per cent with at most two decimals. */
export const PromoterDraft = z.object({
  firmId: id().optional(),
  avatar: optionalFileAddress,
  name: text('姓名', { max: 20 }),
  phone: text('手机号', { max: 20, as: plainPhone }).refine(isMobile, '手机号格式不正确'),
  pid: id('上级推广员不正确').optional(),
  agentId: id('经销商不正确').optional(),
  shopId: id('门店不正确').optional(),
  rate: decimal(0, 100, badRate).refine(inBasisPoints, '佣金比例最多两位小数').default(0),
  remark: optionalText('备注', 200),
  status: Enabled.schema.default(0),
});
export type PromoterDraft = z.output<typeof PromoterDraft>;

/** A member whom a promoter won. */
export const PromoterUser = z.object({
  uid: z.number(),
  nickname: z.string(),
  source: z.string(),
  bindAt: time,
  scanCnt: z.number(),
});

export const promoterFilters = {
  firmId: id().optional(),
  /** Name, phone or number. */
  keywords: filterText,
  /** With every agent below. */
  agentId: id().optional(),
  shopId: id().optional(),
  status: Enabled.schema.optional(),
  dateLimit,
};

const promoterAt = resource('/admin/identity/spread', 'admin:identity:spread', '推广员');
export const promoterApi = defineApi({
  list: promoterAt.list(PromoterRow, promoterFilters),
  listAll: promoterAt.listAll(z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number() }))),
  info: promoterAt.info(Promoter),
  save: promoterAt.save(PromoterDraft),
  update: promoterAt.update(PromoterDraft),
  remove: promoterAt.remove(),
  removeMany: promoterAt.removeMany(),
  updateStatus: promoterAt.updateStatus(),
  userList: promoterAt.read('推广用户', '/user/list', 'list', z.object({ ...paging, id: id() }), pageOf(PromoterUser)),
  export: promoterAt.export(promoterFilters),
});
