import { z } from 'zod';
import { activityApi } from '../campaign/activity/activity.ts';
import { Collected } from '../campaign/activity/activity-draft.ts';
import { CollectField } from '../campaign/campaign-states.ts';
import { GeoMode } from '../codes/state/code-enums.ts';
import { change, defineApi, read } from '../kit/endpoint.ts';
import { flag, id, int, optionalText, version } from '../kit/fields.ts';
import { optionalFileAddress } from '../kit/picture.ts';
import { optionalPhone } from '../parties/party-fields.ts';
import { Saved } from '../kit/standard.ts';

const score = (label: string, most: number) => int(1, most, `${label}应为1-100的整数`);
const perDay = (label: string, most: number) => int(1, most, `${label}应为1-${most}的整数`).nullable().default(null);

/** As many points may be given for one scan, or one share. */
export const mostGivenPoints = 1000;

/** What a firm asks of its consumers, and what it gives them. */
export const ConsumerConfig = z
  .object({
    scoreHold: score('复核线', 100),
    /** 101: nobody is refused by his score. */
    scoreBlock: score('拦截线', 101),
    needPhone: flag.default(false),
    geoMode: GeoMode.schema.default(GeoMode.asked),
    /** '': the statement that the pages have of their own. A change has a number of its own, which everybody agrees to anew. */
    privacyText: optionalText('隐私政策', 20_000),
    /** Null: as often as he likes. Who scanned more often in a day draws no more on it. */
    scanLimit: perDay('每日扫码上限', 500),
    /** Over all activities of the firm. */
    drawLimit: perDay('每日抽奖上限', 200),
    /** For the first scan of a code, by who is signed in. */
    firstPoints: int(0, mostGivenPoints, '首扫积分应为0-1000的整数').default(0),
    /** For who shared the link of a game by which somebody came, with the turn that it brings him. */
    sharePoints: int(0, mostGivenPoints, '分享得积分应为0-1000的整数').default(0),
    /** Months after which points that nobody spent are taken; 0: never. */
    pointsMonths: int(0, 36, '积分有效期须为0-36个月').default(0),
    /** What a new activity asks of its winners at first; those that are made already keep their own. */
    collectFields: z.array(Collected).max(6, '收集信息不正确').default([]),
    collectReason: optionalText('用途说明', 100),
    servicePhone: optionalPhone('客服电话'),
    serviceHours: optionalText('工作时间', 40),
    /** Picture of the code by which somebody writes to the firm in WeChat. */
    serviceQr: optionalFileAddress,
    /** Whether the pages lead to the official account of the firm; who follows it is not known. */
    followOn: flag.default(false),
    followQr: optionalFileAddress,
  })
  .refine(({ scoreHold, scoreBlock }) => scoreBlock >= scoreHold, {
    path: ['scoreBlock'],
    message: '拦截线不能低于复核线',
  })
  .refine(({ followOn, followQr }) => !followOn || followQr !== '', {
    path: ['followQr'],
    message: '请选择公众号二维码',
  })
  .refine(
    ({ collectFields, collectReason }) =>
      collectReason !== '' || !collectFields.some(({ key }) => key === CollectField.card),
    { path: ['collectReason'], message: '收集身份证须填写用途说明' },
  );
export type ConsumerConfig = z.output<typeof ConsumerConfig>;

const collected = { collectFields: z.array(Collected), collectReason: z.string() };

const path = '/admin/lottery/customer/config';
/** Staff of the platform say whose. */
const whose = { firmId: id('请选择所属企业').optional() };

/** 消费者配置. */
export const consumerConfigApi = defineApi({
  info: read(
    '消费者配置',
    path,
    'admin:lottery:customerConfig:info',
    z.object(whose),
    z.object({
      scoreHold: z.number(),
      scoreBlock: z.number(),
      needPhone: z.boolean(),
      geoMode: GeoMode.schema,
      privacyText: z.string(),
      /** Of the statement; 0 before there was one. */
      privacyVersion: z.number(),
      scanLimit: z.number().nullable(),
      drawLimit: z.number().nullable(),
      firstPoints: z.number(),
      sharePoints: z.number(),
      pointsMonths: z.number(),
      ...collected,
      servicePhone: z.string(),
      serviceHours: z.string(),
      serviceQr: z.string(),
      followOn: z.boolean(),
      followQr: z.string(),
      version: z.number(),
    }),
  ),
  /** What a new activity of the firm asks of its winners at first. */
  collect: read('收集信息默认值', `${path}/collect`, activityApi.save.may, z.object(whose), z.object(collected)),
  /** What is left out stays as it is. */
  update: change(
    '编辑消费者配置',
    path,
    'admin:lottery:customerConfig:update',
    ConsumerConfig.safeExtend({ ...whose, version }),
    Saved,
    { changes: 'firmId' as const },
  ),
});
