import { z } from 'zod';
import { passwordAgain } from '../access/ask-again.ts';
import { DrawRow } from '../campaign/activity/draw-log.ts';
import { ClaimRow, plainPermission } from '../claim/claim-list.ts';
import { RedemptionRow } from '../claim/redemption.ts';
import { Verdict } from '../codes/state/verdict.ts';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind } from '../kit/endpoint.ts';
import { Enabled, enumeration } from '../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { count, filterText, id, ids, int, text, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { resource } from '../kit/resource.ts';
import { DoneToMany, oneRow } from '../kit/standard.ts';
import { MessageRow, NoticeToConsumers } from '../message/message.ts';
import { PointSource } from '../member/point-source.ts';
import { RedInfoRow } from '../payout/red-info.ts';
import { VerRow } from '../redeem/verification.ts';
import { BanScope, BanSource, RiskAction } from '../risk/risk-enums.ts';
import { BlackDays, RiskHitRow } from './black.ts';
import { Happened, HappenedGroup } from './happened.ts';

/** Where somebody came from: he is known to the firm's own app of WeChat's, or to its page alone. */
export const ConsumerSource = enumeration({
  wechat: { label: '微信' },
  h5: { label: '网页' },
});

/** How somebody stands at a firm. */
export const ConsumerStatus = enumeration({
  normal: { label: '正常', tone: 'good' },
  off: { label: '已禁用', tone: 'gone' },
  listed: { label: '已拉黑', tone: 'bad' },
});

/** A consumer of one firm; what tells of him is masked. Amounts are fen. */
export const ConsumerRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  consumer: z.string(),
  /** '' where he told none. */
  phone: z.string(),
  source: ConsumerSource.schema,
  /** Of his last scan. */
  region: z.string(),
  scanCnt: z.number(),
  codeCnt: z.number(),
  drawCnt: z.number(),
  winCnt: z.number(),
  winAmount: z.number(),
  paidAmount: z.number(),
  verCnt: z.number(),
  points: z.number(),
  riskScore: z.number(),
  firstScanAt: time.nullable(),
  lastScanAt: time.nullable(),
  status: Enabled.schema,
  state: ConsumerStatus.schema,
  createTime: time,
  updateTime: time,
});
export type ConsumerRow = z.output<typeof ConsumerRow>;

const entry = z.object({
  id: z.number(),
  scope: BanScope.schema,
  source: BanSource.schema,
  reason: z.string(),
  /** Null: for good. */
  expireAt: time.nullable(),
});

/** All there is to know of a consumer at a glance. */
export const ConsumerInfo = ConsumerRow.extend({
  /** Points that came, and that went. */
  pointsIn: z.number(),
  pointsOut: z.number(),
  /** Of those that went, what was taken because its time was over. */
  pointsExpired: z.number(),
  /** What goes next where he spends nothing, and the last day on which it is good; null where nothing does. */
  pointsDue: z.object({ points: z.number(), day: z.string() }).nullable(),
  lastVer: z.object({ at: time, shopName: z.string() }).nullable(),
  /** On the firm's black list now; null where he is not. */
  black: entry.nullable(),
  scoreHold: z.number(),
  scoreBlock: z.number(),
  /** The rules he hit in thirty days, one row each, with what each has of the score. */
  risks: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      action: RiskAction.schema,
      share: z.number(),
      value: z.number(),
      threshold: z.number(),
      times: z.number(),
      lastAt: time,
    }),
  ),
  /** What waits for a person. */
  held: z.object({ count: z.number(), amount: z.number() }),
  /** Prizes that are not claimed. */
  openCnt: z.number(),
  /** How many rows each list of the page has. */
  counts: z.object({
    claim: z.number(),
    red: z.number(),
    redeem: z.number(),
    ver: z.number(),
    risk: z.number(),
    message: z.number(),
  }),
});
export type ConsumerInfo = z.output<typeof ConsumerInfo>;

const amount = int(0, 99_999_999_999, '金额不正确').optional();

export const consumerFilters = {
  firmId: id().optional(),
  /** A nickname, the whole of a phone number, or a number of a consumer. */
  keywords: filterText,
  source: ConsumerSource.schema.optional(),
  /** Of the last scan: a province or city. */
  regionCode: z
    .string()
    .trim()
    .regex(/^\d{6}$/, '地区不正确')
    .optional(),
  scanMin: count(0, '扫码次数应为不小于0的整数').optional(),
  scanMax: count(0, '扫码次数应为不小于0的整数').optional(),
  /** Fen. */
  winMin: amount,
  winMax: amount,
  riskMin: int(0, 100, '风险分应为0-100的整数').optional(),
  state: ConsumerStatus.schema.optional(),
  firstLimit: dateLimit,
  lastLimit: dateLimit,
};

/** A scan of his, while he was signed in. */
const ScanRow = z.object({
  id: z.number(),
  at: time,
  code: z.string(),
  storeName: z.string(),
  verdict: Verdict.schema,
  /** The how-maniest counted query of the code; 0 when it was not counted. */
  times: z.number(),
  regionName: z.string(),
  device: z.string(),
});

const PointRow = z.object({
  id: z.number(),
  delta: z.number(),
  balance: z.number(),
  source: PointSource.schema,
  title: z.string(),
  operatorName: z.string(),
  createTime: time,
});
export type PointRow = z.output<typeof PointRow>;

const ofOne = z.object({ ...paging, id: id() });

/** What somebody is put on the black list with, and what that leaves. */
export const ConsumerBlack = z.object({
  ids: ids('请先选择消费者', id(), 1000),
  scope: BanScope.schema.default(0),
  days: BlackDays,
  reason: text('原因', { max: 100 }),
});

const consumerAt = resource('/admin/lottery/customer', 'admin:lottery:customer', '消费者');
const mayPlainExport = { all: ['admin:lottery:customer:export', plainPermission] };

/** 消费者: the people of a firm. */
export const consumerApi = defineApi({
  list: consumerAt.list(ConsumerRow, consumerFilters),
  info: consumerAt.info(ConsumerInfo),
  export: consumerAt.export(consumerFilters),
  /** With names and phones in full, for who types his own password. */
  exportPlain: {
    ...consumerAt.send(
      '导出消费者明文',
      '/export/plain',
      'plain',
      z.object({ ...consumerFilters, ids: ids().optional(), columns: exportColumns, password: passwordAgain }),
      ExportFile,
      { log: LogKind.export, offersFile: true as const },
    ),
    may: mayPlainExport,
  },
  /** One thing of one consumer in full; the look is logged. */
  plain: {
    ...consumerAt.send(
      '查看消费者明文',
      '/plain',
      'plain',
      z.object({ id: id(), field: z.enum(['nickName', 'phone'], { error: '请选择要查看的内容' }) }),
      z.object({ value: z.string() }),
      { log: LogKind.other, isPlain: true as const },
    ),
    may: plainPermission,
  },
  status: consumerAt.write(
    LogKind.update,
    '禁用或启用消费者',
    '/status',
    'update',
    z.object({ ids: ids('请先选择消费者', id(), 1000), status: Enabled.schema }),
    DoneToMany,
  ),
  /** Points that staff give or take; `balance` is what they saw, and must still hold. */
  points: consumerAt.write(
    LogKind.update,
    '发积分',
    '/points',
    'update',
    z.object({
      id: id(),
      points: int(-1_000_000, 1_000_000, '积分应为-1000000至1000000的整数').refine(
        (value) => value !== 0,
        '积分不能为0',
      ),
      balance: int(0, Number.MAX_SAFE_INTEGER, '积分余额不正确'),
      reason: text('原因', { max: 60 }),
    }),
    z.object({ balance: z.number() }),
  ),
  black: consumerAt.write(LogKind.update, '拉黑消费者', '/black', 'black', ConsumerBlack, DoneToMany),
  /** What stays as it is when somebody is listed: his open prizes, those that wait for a person, payouts that were not begun. */
  blackPreview: consumerAt.send(
    '拉黑影响',
    '/black/preview',
    'black',
    oneRow,
    z.object({
      open: z.number(),
      held: z.object({ count: z.number(), amount: z.number() }),
      waiting: z.object({ count: z.number(), amount: z.number() }),
    }),
    { log: false as const },
  ),
  unblack: consumerAt.write(LogKind.update, '移出黑名单', '/black/remove', 'black', oneRow, z.null()),
  /** Writes to them on their page; whoever may write messages may. */
  message: {
    ...consumerAt.write(
      LogKind.insert,
      '给消费者发消息',
      '/message',
      'list',
      NoticeToConsumers,
      z.object({ count: z.number() }),
    ),
    may: { all: ['admin:lottery:customer:list', 'admin:lottery:message:save'] },
  },
  /** Newest first; `before` is where the page before ended. */
  timeline: consumerAt.read(
    '参与轨迹',
    '/timeline',
    'list',
    z.object({
      id: id(),
      group: HappenedGroup.schema.optional(),
      dateLimit,
      before: z
        .string()
        .regex(/^[\d :.+-]{10,40}\|[a-z]{3,6}\|\d{1,16}$/, '参数不正确')
        .optional(),
    }),
    z.object({ list: z.array(Happened), next: z.string().nullable() }),
  ),
  scans: consumerAt.read('消费者扫码记录', '/scan/list', 'list', ofOne, pageOf(ScanRow)),
  draws: consumerAt.read(
    '消费者抽奖记录',
    '/draw/list',
    'list',
    ofOne,
    pageOf(DrawRow.extend({ activityId: z.number(), actName: z.string() })),
  ),
  claims: consumerAt.read('消费者中奖领取', '/claim/list', 'list', ofOne, pageOf(ClaimRow)),
  reds: consumerAt.read('消费者红包记录', '/red/list', 'list', ofOne, pageOf(RedInfoRow)),
  pointLog: consumerAt.read('消费者积分流水', '/point/list', 'list', ofOne, pageOf(PointRow)),
  redeems: consumerAt.read('消费者兑换单', '/redeem/list', 'list', ofOne, pageOf(RedemptionRow)),
  vers: consumerAt.read('消费者核销记录', '/ver/list', 'list', ofOne, pageOf(VerRow)),
  risks: consumerAt.read('消费者风险记录', '/risk/list', 'list', ofOne, pageOf(RiskHitRow)),
  messages: consumerAt.read('消费者消息', '/message/list', 'list', ofOne, pageOf(MessageRow)),
});
