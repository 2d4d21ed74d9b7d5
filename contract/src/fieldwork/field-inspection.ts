import { z } from 'zod';
import { Level, Life } from '../codes/state/code-enums.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { day, latitude, longitude, optionalText, text, time } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { fileAddress } from '../kit/picture.ts';
import { Opinion } from '../parties/inspector/inspector.ts';
import { fieldPaging, idemKey } from './field-paging.ts';

/** What an inspector reads above a code: where it is against where it may be. */
export const FieldVerdict = z.enum([
  /** 疑似窜货 */
  'diverted',
  /** 区域相符 */
  'matches',
  /** 已在授权门店 */
  'shop',
  /** 未发货 */
  'unshipped',
  /** 未取得定位: no judgement */
  'unplaced',
]);
export type FieldVerdict = z.output<typeof FieldVerdict>;

/** A step of a code's way, the newest first. */
export const FieldStep = z.object({
  at: time,
  title: z.string(),
  text: z.string(),
  /** It happened outside of the region. */
  isOutside: z.boolean(),
});

/** What an inspector is told of a code. */
export const FieldFinding = z.object({
  code: z.string(),
  verdict: FieldVerdict,
  level: Level.schema,
  life: Life.schema,
  storeName: z.string(),
  image: z.string(),
  lotNo: z.string(),
  produceDate: day.nullable(),
  expireDate: day.nullable(),
  isExpired: z.boolean(),
  /** The box it lies in; '' without one. */
  boxCode: z.string(),
  /** Where the goods should be: the names of the regions, whose they are, since when. */
  should: z.object({
    regions: z.array(z.string()),
    holderName: z.string(),
    number: z.string(),
    at: time.nullable(),
    what: z.string(),
  }),
  /** Where they are. */
  here: z.object({ place: z.string(), at: time, lng: z.number().nullable(), lat: z.number().nullable() }),
  /** The registered shop within 500 m that is nearest. */
  nearShop: z.string(),
  flow: z.array(FieldStep),
  mayFreeze: z.boolean(),
});
export type FieldFinding = z.output<typeof FieldFinding>;

/** One of an inspector's own checks. */
export const FieldInspection = z.object({
  id: z.number(),
  at: time,
  code: z.string(),
  storeName: z.string(),
  foundRegion: z.string(),
  shopName: z.string(),
  opinion: Opinion.schema,
  images: z.array(z.string()),
  policeNo: z.string(),
});
export type FieldInspection = z.output<typeof FieldInspection>;

const code = z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, '编码过长');
const place = { lng: longitude, lat: latitude };
const noPicture = '请上传取证照片';
const writer = { log: false, forShoppers: true, ownTransaction: true, perMinute: 60 } as const;

/** 冻结: the code alone, or the box it lies in with all that is in it. */
export const FreezeScope = z.enum(['code', 'box'], '请选择冻结范围');

/** What inspectors do in the market. */
export const fieldInspectionApi = defineApi({
  query: send('稽查查询', '/public/role/inspect/query', 'open', z.object({ code, ...place }), FieldFinding, {
    log: false,
    forShoppers: true,
    perMinute: 240,
  }),
  /** Answers the number of the alert, '' where the opinion makes none. */
  save: send(
    '提交稽查',
    '/public/role/inspect/save',
    'open',
    z.object({
      code,
      opinion: z.union([z.string(), z.number()], { error: '请选择稽查意见' }).pipe(Opinion.schema),
      images: z.array(fileAddress(noPicture), { error: noPicture }).min(1, noPicture).max(9, '最多上传9张照片'),
      shopName: optionalText('售卖场所', 60),
      remark: optionalText('备注', 200),
      ...place,
      idemKey,
    }),
    z.object({ id: z.number(), policeNo: z.string() }),
    writer,
  ),
  list: read(
    '我的稽查',
    '/public/role/inspect/list',
    'open',
    z.object({ ...fieldPaging, opinion: Opinion.schema.optional() }),
    pageOf(FieldInspection),
    { forShoppers: true, perMinute: 240 },
  ),
  freeze: send(
    '冻结',
    '/public/role/freeze',
    'open',
    z.object({ code, scope: FreezeScope, reason: text('冻结原因', { max: 100 }), idemKey }),
    z.object({ count: z.number() }),
    writer,
  ),
});
