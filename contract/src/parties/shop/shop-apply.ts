import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read, write } from '../../kit/endpoint.ts';
import { filterText, id, ids, oneOf, optionalText, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Review } from '../../kit/review.ts';
import { DoneToMany, oneRow } from '../../kit/standard.ts';
import { regionFilter } from '../party-fields.ts';
import { RowSource } from '../row-source.ts';

/** A shop as whoever reviews shops sees it; the phone is masked. */
export const ApplyRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopNo: z.string(),
  shopName: z.string(),
  /** Who put it forward: the member of staff, or the salesman or contact on the phone. */
  applicant: z.string(),
  source: RowSource.schema,
  contact: z.string(),
  phone: z.string(),
  agentName: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  licenseNo: z.string(),
  licenseImage: z.string(),
  doorImage: z.string(),
  submitAt: time,
  /** Hours to one decimal: until now, or until it was reviewed. */
  waitHours: z.number(),
  audit: Review.schema,
  /** '' while nobody has. */
  auditName: z.string(),
  auditAt: time.nullable(),
  auditRemark: z.string(),
});
export type ApplyRow = z.output<typeof ApplyRow>;

/** A shop of the firm that may be the same as one under review, and what they share. */
export const ShopTwin = z.object({
  id: z.number(),
  shopNo: z.string(),
  name: z.string(),
  agentName: z.string(),
  address: z.string(),
  samePhone: z.boolean(),
  sameLicense: z.boolean(),
  /** Metres between them, where they stand within 50 of each other. */
  metres: z.number().nullable(),
  audit: Review.schema,
});
export type ShopTwin = z.output<typeof ShopTwin>;

/** What is looked at before a shop is passed: its phone whole. At most twenty shops that may be the same. */
export const Apply = ApplyRow.extend({
  shopType: z.number(),
  picName: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  remark: z.string(),
  twins: z.array(ShopTwin),
});
export type Apply = z.output<typeof Apply>;

const filters = {
  firmId: id().optional(),
  /** Name, number or phone. */
  keywords: filterText,
  /** With every agent below. */
  agentId: id().optional(),
  regionCode: regionFilter,
  audit: Review.schema.optional(),
  /** Of the day it was put forward. */
  dateLimit,
};
const { audit: _audit, ...counted } = filters;

const base = '/admin/lottery/merchant/apply';
const mayList = 'admin:lottery:storeAudit:list';

/** 门店审核: the review of the shops themselves. */
export const shopApplyApi = defineApi({
  list: read('门店审核列表', `${base}/list`, mayList, z.object({ ...paging, ...filters }), pageOf(ApplyRow)),
  /** How many are in each state. */
  counts: read(
    '门店审核数量',
    `${base}/counts`,
    mayList,
    z.object(counted),
    z.array(z.object({ audit: Review.schema, count: z.number() })),
  ),
  info: read('门店审核详情', `${base}/info`, mayList, oneRow, Apply),
  audit: write(
    LogKind.other,
    '审核门店',
    `${base}/audit`,
    'admin:lottery:storeAudit:audit',
    z
      .object({
        ids: ids(),
        audit: oneOf([Review.passed, Review.rejected], '请选择审核结果'),
        remark: optionalText('驳回原因', 200),
        /** The dealer of those that have none yet. */
        agentId: id('请选择所属经销商').optional(),
      })
      .refine(({ audit, remark }) => audit === Review.passed || remark !== '', {
        path: ['remark'],
        message: '请输入驳回原因',
      }),
    DoneToMany,
  ),
});
