import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read, send, write } from '../../kit/endpoint.ts';
import { fen, filterText, id, ids, int, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { resource } from '../../kit/resource.ts';
import { DoneToMany, manyRows, oneRow, Saved } from '../../kit/standard.ts';
import {
  ActScene,
  ActivityStatus,
  Audience,
  BudgetMode,
  LotteryType,
  PlayMode,
  PlayTheme,
  StockMoveKind,
} from '../campaign-states.ts';
import { BiasTest } from '../fair/fair.ts';
import { ActivityDraft, ActivityTarget, ActivityWindow, Collected, TierDraft } from './activity-draft.ts';
import {
  ActivityBoard,
  ActivityCheck,
  ActivityCurve,
  ActivityOp,
  EpochRow,
  RecycledActivity,
  RegionDraws,
  StockMove,
  WeightVersion,
} from './activity-facts.ts';

/** An activity in the list. Amounts are fen. */
export const ActivityRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  actNo: z.string(),
  actName: z.string(),
  actScene: ActScene.schema,
  audience: Audience.schema,
  lotteryType: LotteryType.schema,
  playMode: PlayMode.schema,
  startAt: time.nullable(),
  endAt: time.nullable(),
  status: ActivityStatus.schema,
  budgetAmount: z.number(),
  /** Reserved for winners and paid to them. */
  usedAmount: z.number(),
  drawCnt: z.number(),
  winCnt: z.number(),
  /** Prizes that are left, and all there were. */
  stockLeft: z.number(),
  stockTotal: z.number(),
  channelName: z.string(),
  createName: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type ActivityRow = z.output<typeof ActivityRow>;

/** A tier as it stands: the terms of its prize as they were copied on publishing (in a draft: as the prize has them now). */
export const TierInfo = TierDraft.extend({
  id: z.number(),
  tierNo: z.number(),
  prizeName: z.string(),
  prizeType: z.number(),
  image: z.string(),
  claimMode: z.number(),
  /** Fen for cash. */
  amountMin: z.number(),
  amountMax: z.number(),
  points: z.number(),
  /** Declared value and cost of one, fen. */
  faceValue: z.number(),
  costPrice: z.number(),
  issued: z.number(),
  left: z.number(),
  isOn: z.boolean(),
});
export type TierInfo = z.output<typeof TierInfo>;

/** What an activity is laid out on, with its name. */
const NamedTarget = z.intersection(ActivityTarget, z.object({ name: z.string() }));

/** An activity in full, as its form shows it. */
export const Activity = ActivityRow.extend({
  templateId: z.number().nullable(),
  channelId: z.number().nullable(),
  windows: z.array(ActivityWindow),
  limitTotal: z.number().nullable(),
  limitDay: z.number().nullable(),
  winTotal: z.number().nullable(),
  winDay: z.number().nullable(),
  pointsCost: z.number().nullable(),
  freePerDay: z.number(),
  shareReward: z.number(),
  newUserOnly: z.boolean(),
  geoRequired: z.boolean(),
  scopeId: z.number().nullable(),
  scopeName: z.string(),
  collectFields: z.array(Collected),
  collectReason: z.string(),
  claimDays: z.number(),
  refundPolicy: z.number(),
  tiers: z.array(TierInfo),
  blankSlot: z.number().nullable(),
  budgetMode: BudgetMode.schema,
  poolId: z.number().nullable(),
  poolName: z.string(),
  expectDraws: z.number().nullable(),
  autoReturn: z.boolean(),
  targets: z.array(NamedTarget),
  verifyAll: z.boolean(),
  theme: PlayTheme.schema,
  bgImage: z.string(),
  shareTitle: z.string(),
  shareDesc: z.string(),
  shareImage: z.string(),
  ruleText: z.string(),
  organizer: z.string(),
  contact: z.string(),
  autoEnd: z.boolean(),
  remark: z.string(),
  publishedAt: time.nullable(),
  endedAt: time.nullable(),
  endReason: z.string(),
  endText: z.string(),
  weightVersion: z.number().nullable(),
  weightHash: z.string(),
});
export type Activity = z.output<typeof Activity>;

/** Live figures of an activity. Amounts are fen; rates are parts of one. */
export const ActivityCounts = z.object({
  id: z.number(),
  actNo: z.string(),
  actName: z.string(),
  status: ActivityStatus.schema,
  drawCnt: z.number(),
  drawUv: z.number(),
  winCnt: z.number(),
  todayDraws: z.number(),
  /** Until the same time yesterday. */
  yesterdayDraws: z.number(),
  winAmount: z.number(),
  claimedCnt: z.number(),
  closedCnt: z.number(),
  budgetAmount: z.number(),
  remainAmount: z.number(),
  reservedAmount: z.number(),
  paidAmount: z.number(),
  usedAmount: z.number(),
  stockLeft: z.number(),
  stockTotal: z.number(),
  asOf: time,
});
export type ActivityCounts = z.output<typeof ActivityCounts>;

const filters = {
  firmId: id().optional(),
  keywords: filterText,
  status: ids('状态不正确', int(0, 5, '状态不正确'), 6).optional(),
  lotteryType: LotteryType.schema.optional(),
  playMode: PlayMode.schema.optional(),
  actScene: ActScene.schema.optional(),
  productId: id().optional(),
  channelId: id().optional(),
  /** Of the start. */
  dateLimit,
};

/** Both screens of activities, S01 and S30, read and act by either's permission; S49 by its own on games alone. */
const either = <const V extends string>(verb: V) => ({
  any: [`admin:lottery:active:${verb}`, `admin:lottery:aiActive:${verb}`],
});
const orGames = <const V extends string>(verb: V) => ({
  any: [...either(verb).any, `admin:lottery:interact:${verb}`],
});
const at = resource('/admin/lottery/active', 'admin:lottery:active', '抽奖活动');
const [path, mayList] = [(verb: string) => `/admin/lottery/active/${verb}`, orGames('list')];
const acted = z.object({ id: id() });

export const activityApi = defineApi({
  list: at.list(ActivityRow, filters, { may: mayList }),
  listAll: at.listAll(
    z.array(
      z.object({
        id: z.number(),
        firmId: z.number(),
        actName: z.string(),
        name: z.string(),
        status: ActivityStatus.schema,
      }),
    ),
    { may: mayList },
  ),
  info: at.info(Activity, { may: mayList }),
  counts: read('活动实时数据', path('get/info'), mayList, oneRow, ActivityCounts),
  /** How many there are in each state, by the filters but the state; beside it figures of the firm, whatever is looked for. */
  board: read('活动状态统计', path('board'), mayList, z.object({ ...filters, status: filters.status }), ActivityBoard),
  save: at.save(ActivityDraft, { may: orGames('save') }),
  update: at.update(ActivityDraft, { may: orGames('update') }),
  copy: write(LogKind.insert, '复制抽奖活动', path('copy'), either('copy'), acted, Saved),
  /** Finds gaps, overlaps and the highest cost of what is typed; changes nothing. `id`: the activity that is being edited. */
  check: send(
    '检查抽奖活动',
    path('check'),
    mayList,
    ActivityDraft.safeExtend({ id: id().optional() }),
    ActivityCheck,
    { log: false },
  ),
  publish: write(LogKind.update, '发布抽奖活动', path('publish'), orGames('publish'), acted, Saved),
  withdraw: write(LogKind.update, '撤回抽奖活动', path('withdraw'), orGames('publish'), acted, Saved),
  pause: write(LogKind.update, '暂停抽奖活动', path('pause'), orGames('pause'), acted, Saved),
  resume: write(LogKind.update, '恢复抽奖活动', path('resume'), orGames('pause'), acted, Saved),
  end: write(
    LogKind.update,
    '提前结束抽奖活动',
    path('end'),
    orGames('end'),
    acted.extend({ reason: text('结束原因', { max: 100 }) }),
    Saved,
  ),
  addBudget: write(
    LogKind.update,
    '追加活动预算',
    path('budget/add'),
    orGames('update'),
    acted.extend({ amount: fen('追加金额', { least: 1 }) }),
    Saved,
  ),
  addStock: write(
    LogKind.update,
    '追加奖品库存',
    path('stock/add'),
    { any: ['admin:lottery:active:update', 'admin:lottery:activeStock:update'] },
    z.object({ tierId: id(), qty: int(1, 99_999_999, '请输入追加数量') }),
    Saved,
  ),
  tierStatus: write(
    LogKind.update,
    '暂停或恢复发放奖级',
    path('tier/status'),
    { any: ['admin:lottery:active:update', 'admin:lottery:activeStock:update'] },
    z.object({ tierId: id(), isOn: z.boolean() }),
    done,
  ),
  /** A new version of the odds: every weight at least what it was. `version`: the one it follows. */
  saveWeights: write(
    LogKind.update,
    '新建概率版本',
    path('weight/save'),
    { any: ['admin:lottery:active:update', 'admin:lottery:activeWeight:update'] },
    z.object({
      id: id(),
      version: int(1, 1_000_000, '概率版本不正确'),
      reason: text('调整原因', { max: 100 }),
      entries: z
        .array(z.object({ tierId: id(), weight: int(0, 1_000_000, '概率须在0-100%之间') }))
        .min(1, '请填写概率')
        .max(12, '奖级数量须为1-12个'),
    }),
    z.object({ version: z.number(), hash: z.string() }),
  ),
  /** The page where an activity is played that points pay, as an address to print or to send; empty where codes pay. */
  qrcode: read('投放链接', path('qrcode'), mayList, oneRow, z.object({ url: z.string() })),
  weights: read('概率版本', path('weight/list'), mayList, oneRow, z.array(WeightVersion)),
  epochs: read(
    '种子期列表',
    '/admin/lottery/fair/epoch/list',
    { any: ['admin:lottery:fair:list'] },
    z.object({ ...paging, id: id() }),
    pageOf(EpochRow),
  ),
  curve: read(
    '活动走势',
    path('curve'),
    mayList,
    oneRow.extend({ by: z.enum(['day', 'hour'], '参数不正确').default('day') }),
    ActivityCurve,
  ),
  regions: read('活动地区排行', path('region'), mayList, oneRow, RegionDraws),
  bias: read('概率偏差', '/admin/lottery/fair/bias', { any: ['admin:lottery:fair:list'] }, oneRow, BiasTest),
  /** From the one log of calls. */
  ops: read(
    '活动操作日志',
    path('op/list'),
    mayList,
    z.object({ ...paging, id: id(), operName: filterText, dateLimit }),
    pageOf(ActivityOp),
  ),
  stockMoves: read(
    '库存变动记录',
    path('stock/list'),
    mayList,
    z.object({ ...paging, id: id(), tierId: id().optional(), kind: StockMoveKind.schema.optional(), dateLimit }),
    pageOf(StockMove),
  ),
  remove: at.remove({ may: orGames('delete') }),
  removeMany: at.removeMany({ may: orGames('delete') }),
  recycled: read(
    '活动回收站',
    path('recycle/list'),
    'admin:lottery:aiActive:recover',
    z.object({ ...paging, firmId: id().optional(), keywords: filterText, dateLimit }),
    pageOf(RecycledActivity),
  ),
  recover: change('恢复抽奖活动', path('recover'), 'admin:lottery:aiActive:recover', manyRows, DoneToMany),
  purge: write(
    LogKind.delete,
    '彻底删除抽奖活动',
    path('completely/delete'),
    'admin:lottery:aiActive:purge',
    manyRows,
    DoneToMany,
  ),
  export: at.export(filters, { may: either('export') }),
});
