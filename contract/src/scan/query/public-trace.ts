import { GeoSource, Entry } from '../../codes/state/code-enums.ts';
import { z } from 'zod';
import type { RefusalText } from '../../kit/codes.ts';
import { defineApi, done, read, send } from '../../kit/endpoint.ts';
import { day, decimal, flag, oneOf, optionalText, text, time } from '../../kit/fields.ts';
import { inviteCode } from '../../parties/shop/shop-invite.ts';
import { PageTemplate } from '../../trace/template/page-template.ts';
import { TraceDetail } from '../../trace/trace-detail.ts';
import { Verdict } from '../../codes/state/verdict.ts';
import { plainDigits, plainNumber } from '../../kit/typed.ts';

const badValue = '参数不正确';
const token = z.string({ error: badValue }).trim().min(1, badValue).max(1024, badValue);
const longitude = decimal(-180, 180, badValue);
const latitude = decimal(-90, 90, badValue);
/** In which datum a position is given: browsers tell WGS-84, the software kits of map firms in China GCJ-02. */
const datum = z.enum(['wgs84', 'gcj02'], badValue).default('wgs84');
const short = (max: number) => z.string().trim().max(max, badValue).optional();

/** What a shopper's query sends. */
export const ScanInput = z.object({
  /** A code, or any text it can be taken from: a printed address, lower case, with spaces or hyphens. */
  code: z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, badValue),
  /** Entry mode: 0 链接 (an address was opened or a code typed), 1 扫码 (the camera inside the page). */
  entry: oneOf([Entry.link, Entry.scan], badValue).default(Entry.link),
  lng: longitude.optional(),
  lat: latitude.optional(),
  datum,
  /** 1 GPS授权, 2 IP定位, 3 无. */
  geoSource: oneOf([GeoSource.gps, GeoSource.ip, GeoSource.none], badValue).default(GeoSource.none),
  /** Random mark the page keeps on the device; it says nothing about the person. */
  deviceId: short(64),
  lang: short(35),
  /** GTIN and lot of the GS1 Digital Link that was opened: other than the code's own ones, they make `warning`. */
  gtin: short(14),
  lot: short(20),
  /** Answer to the `challenge` of the query before. */
  captchaKey: short(64),
  captchaCode: short(8),
});

/**
 * The verdict on a code. Product, lot and dates are present for FIRST, REPEAT, OVER and FROZEN; firm also for
 * INACTIVE, VOID, NEED_PIN and PIN_WRONG; INVALID and LIMITED carry neither.
 */
export const ScanAnswer = z.object({
  /** Opens the calls that follow, for 30 minutes and this query only; empty when the query was not recorded. */
  token: z.string(),
  scanId: z.number().nullable(),
  verdict: Verdict.schema,
  level: z.enum(['ok', 'warn', 'bad']),
  title: z.string(),
  text: z.string(),
  times: z.number(),
  firstTime: time.nullable(),
  firstCity: z.string().nullable(),
  /** Time of this query, and its city or province; null where neither is known. */
  scanTime: time,
  scanCity: z.string().nullable(),
  needPin: z.boolean(),
  /** A picture has to be read before the query is answered: the same call again with its key and characters. */
  captcha: z.boolean(),
  /** `picture` is a data address. A call without key and code brings a fresh one. */
  challenge: z.object({ key: z.string(), picture: z.string() }).nullable(),
  firm: z
    .object({
      name: z.string(),
      logo: z.string().nullable(),
      phone: z.string().nullable(),
      /** Picture of the code by which the firm is written to in WeChat; absent where it has none. */
      serviceQr: z.string().optional(),
      /** Picture of the code of its official account; absent where it leads nobody there, or something is wrong with the code. */
      followQr: z.string().optional(),
    })
    .nullable(),
  product: z.object({ storeName: z.string(), spec: z.string().nullable(), image: z.string().nullable() }).nullable(),
  lotNo: z.string().nullable(),
  produceDate: day.nullable(),
  expireDate: day.nullable(),
  expired: z.boolean(),
  /** The code in groups of four; empty for INVALID. */
  codeText: z.string(),
  /** 0 明码(外码), 1 暗码(内码). */
  face: z.number(),
  /** Set for a box code: its level (1 小箱, 2 大箱) and how many products are in it. */
  box: z.object({ level: z.number(), quantity: z.number() }).nullable().optional(),
  lottery: z.object({ enabled: z.boolean(), activityId: z.number().nullable(), entryUrl: z.string().nullable() }),
  /** What is wrong with the opened link although the code is known. */
  warning: z.string().optional(),
  /** The page reads `text` aloud. */
  voiceOn: z.boolean().optional(),
  /** Where the firm leads the shopper on to, by links on the page. */
  links: z.array(z.object({ title: z.string(), url: z.string() })).default([]),
  /** The page asks for the location by itself; otherwise only when the shopper taps. */
  geoWanted: z.boolean().optional(),
  /** The page does not ask for it at all, and what is told is not kept. */
  geoOff: z.boolean().optional(),
  /** A report may carry pictures. */
  reportImages: z.boolean(),
  /** What the firm says about its recall; null unless the lot is being recalled. */
  recallText: z.string().nullable(),
  /** The published look of the page; null is the built-in one. Present with the product. */
  template: PageTemplate.nullable(),
});
export type ScanAnswer = z.output<typeof ScanAnswer>;

/** The verdict after a scratch PIN. `remain` counts the tries left today: at 0 the entry is locked and `text` says so. */
export const PinAnswer = ScanAnswer.extend({ remain: z.number().nullable() });
export type PinAnswer = z.output<typeof PinAnswer>;

/**
 * The shopper's page without login. Only `scan` and `pin` record a query, as that of the firm's consumer whom the header X-Consumer-Token
 * names, where there is one.
 */
export const publicTraceApi = defineApi({
  scan: send('消费者查询', '/public/trace/scan', 'open', ScanInput, ScanAnswer, {
    log: false,
    forShoppers: true,
    typed: ['code', 'gtin', 'lot'],
  }),
  detail: read('溯源档案', '/public/trace/detail', 'open', z.object({ token }), TraceDetail, { forShoppers: true }),
  geo: send(
    '补充查询位置',
    '/public/trace/geo',
    'open',
    z.object({ token, lng: longitude, lat: latitude, datum }),
    z.object({ city: z.string().nullable() }),
    { log: false, forShoppers: true },
  ),
  pin: send(
    '核对防伪验证码',
    '/public/trace/pin',
    'open',
    z.object({
      token,
      pin: z
        .string({ error: '请输入防伪验证码' })
        .overwrite(plainDigits)
        .regex(/^(\d{4}|\d{6})$/, '防伪验证码为4位或6位数字'),
    }),
    PinAnswer,
    { log: false, forShoppers: true },
  ),
  /** What a firm says about a recalled lot, to anybody who reads its number on the label; '' when it is not recalled. */
  recall: read(
    '批次召回查询',
    '/public/trace/lot/recall',
    'open',
    z.object({
      gtin: z
        .string({ error: '请输入商品条码' })
        .overwrite(plainDigits)
        .regex(/^\d{8,14}$/, '商品条码不正确'),
      lot: z.string({ error: '请输入批号' }).overwrite(plainNumber).min(1, '请输入批号').max(20, '批号不正确'),
    }),
    z.object({ recalled: z.boolean(), text: z.string() }),
    { forShoppers: true, perMinute: 60 },
  ),
  /** A report or record that is no public picture, under the key its address was given with. */
  paper: read('查看检测报告', '/public/trace/paper', 'open', z.object({ key: token }), z.unknown(), {
    forShoppers: true,
    raw: true,
    perMinute: 120,
  }),
  report: send(
    '消费者举报',
    '/public/trace/report',
    'open',
    z.object({
      token,
      content: text('举报内容', { max: 300 }),
      images: z.array(z.string().trim().max(500, badValue)).max(4, '最多上传4张图片').default([]),
      contact: optionalText('联系方式', 60),
      buyPlace: optionalText('购买地点', 100),
    }),
    done,
    { log: false, forShoppers: true, perMinute: 20 },
  ),
});

/** Refusals of what shoppers send. */
export const publicTraceRefusals = {
  tooManyPictures: [61160, '今天上传的图片已达20张，请明天再试'],
  tooManyReports: [61162, '您已多次举报该编码，我们会尽快核实'],
  tooManyRolePictures: [61164, '今天上传的图片已达300张，请明天再试'],
  foreignPicture: [61161, '图片已失效，请重新上传'],
} as const satisfies Record<string, RefusalText>;

/**
 * A picture: multipart field `file`, of a shopper with the token of a query in the header X-Scan-Token, of somebody on the phone
 * with X-Consumer-Token and X-Role, or of whom the link `invite` lets put his shop forward with X-Consumer-Token alone. `stamps` has place and time burnt into it.
 */
const PublicPicture = z.object({
  stamps: flag.default(false),
  lng: longitude.optional(),
  lat: latitude.optional(),
  invite: inviteCode.optional(),
});
export const publicUploadApi = defineApi({
  image: send('消费者上传图片', '/public/upload/image', 'open', PublicPicture, z.object({ url: z.string() }), {
    log: false,
    forShoppers: true,
    ownTransaction: true,
    takesFile: true,
    perMinute: 30,
  }),
});
