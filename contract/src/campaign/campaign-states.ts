import { enumeration } from '../kit/enumeration.ts';

/** 活动状态. */
export const ActivityStatus = enumeration({
  draft: { value: 0, label: '草稿', tone: 'idle' },
  planned: { value: 1, label: '待开始', tone: 'wait' },
  running: { value: 2, label: '进行中', tone: 'doing' },
  paused: { value: 3, label: '已暂停', tone: 'wait', glyph: 'dash' },
  ended: { value: 4, label: '已结束', tone: 'gone' },
  recycled: { value: 5, label: '回收站', tone: 'gone', glyph: 'cross' },
});
export type ActivityStatus = (typeof ActivityStatus.options)[number]['value'];

/** 玩法: what the shopper plays while the result is already decided. */
export const PlayMode = enumeration({
  direct: { value: 0, label: '扫码直抽', tone: 'kind' },
  wheel: { value: 1, label: '大转盘', tone: 'kind' },
  grid: { value: 2, label: '九宫格', tone: 'kind' },
  scratch: { value: 3, label: '刮刮卡', tone: 'kind' },
  egg: { value: 4, label: '砸金蛋', tone: 'kind' },
});
export type PlayMode = (typeof PlayMode.options)[number]['value'];

/** 主题色: what the page is coloured in where it is played. */
export const PlayTheme = enumeration({
  red: { label: '中国红' },
  jade: { label: '翡翠绿' },
  navy: { label: '藏青蓝' },
  plum: { label: '葡萄紫' },
  tea: { label: '茶褐' },
});
export type PlayTheme = (typeof PlayTheme.options)[number]['value'];

/** 场景. */
export const ActScene = enumeration({
  scan: { value: 0, label: '扫码营销', tone: 'kind' },
  interact: { value: 1, label: '互动游戏', tone: 'kind' },
});

/** 参与对象: who draws with a code. */
export const Audience = enumeration({
  consumer: { value: 0, label: '消费者', tone: 'kind' },
  shop: { value: 1, label: '门店（开箱）', tone: 'kind' },
});
export type Audience = (typeof Audience.options)[number]['value'];

/** 抽奖类型: what a draw costs. */
export const LotteryType = enumeration({
  code: { value: 0, label: '防伪码', tone: 'kind' },
  points: { value: 1, label: '积分', tone: 'kind' },
  box: { value: 2, label: '箱码', tone: 'kind' },
});

/** 预算方式. */
export const BudgetMode = enumeration({
  full: { value: 0, label: '全额锁定', tone: 'kind' },
  capped: { value: 1, label: '预算封顶', tone: 'kind' },
});

/** 退回处理: what becomes of a cash prize whose payment came back. */
export const RefundPolicy = enumeration({
  close: { value: 0, label: '作废', tone: 'kind' },
  again: { value: 1, label: '有效期内可重领', tone: 'kind' },
});

/** What an activity is bound to. */
export const TargetKind = enumeration({
  product: { value: 1, label: '产品', tone: 'kind' },
  lot: { value: 2, label: '批次', tone: 'kind' },
  range: { value: 3, label: '码段', tone: 'kind' },
  shop: { value: 4, label: '门店', tone: 'kind' },
  agent: { value: 5, label: '经销商', tone: 'kind' },
});
export type TargetKind = (typeof TargetKind.options)[number]['value'];

/** Why an activity ended. */
export const EndReason = enumeration({
  time: { value: 'TIME', label: '到期结束' },
  manual: { value: 'MANUAL', label: '提前结束' },
  soldOut: { value: 'SOLD_OUT', label: '奖品发完' },
});

/** Why the tier of a draw is another than the one its number hit. */
export const Fallback = enumeration({
  none: { value: 'NONE', label: '-' },
  tierOff: { value: 'TIER_OFF', label: '奖级已暂停发放' },
  userWins: { value: 'USER_WIN_CAP', label: '已达个人中奖上限' },
  hourCap: { value: 'HOUR_CAP', label: '已达每小时限量' },
  dayCap: { value: 'DAY_CAP', label: '已达每日限量' },
  soldOut: { value: 'SOLD_OUT', label: '奖品已发完' },
  budget: { value: 'BUDGET', label: '预算已用完' },
});
export type Fallback = (typeof Fallback.options)[number]['value'];

/** Why a tier has more or fewer prizes than before. */
export const StockMoveKind = enumeration({
  publish: { value: 1, label: '发布', tone: 'doing' },
  add: { value: 2, label: '追加', tone: 'good' },
  withdraw: { value: 3, label: '撤回', tone: 'gone' },
  back: { value: 4, label: '退回', tone: 'wait' },
});

/** 领取状态. */
export const ClaimStatus = enumeration({
  open: { value: 0, label: '未领取', tone: 'wait' },
  claimed: { value: 1, label: '已领取', tone: 'good' },
  closed: { value: 2, label: '已关闭', tone: 'gone' },
});
export type ClaimStatus = (typeof ClaimStatus.options)[number]['value'];

/** What holds a claim: money on its way, or a posting that is being dealt with. */
export const ClaimBusy = enumeration({
  free: { value: 0, label: '空闲' },
  paying: { value: 1, label: '发放中' },
  posting: { value: 2, label: '邮寄中' },
});
export type ClaimBusy = (typeof ClaimBusy.options)[number]['value'];

/** Why a claim was closed. */
export const CloseReason = enumeration({
  expired: { value: 'EXPIRED', label: '已过领奖期限' },
  refund: { value: 'REFUND', label: '款项退回' },
  void: { value: 'VOID', label: '该中奖记录经核实存在异常，已取消' },
  closed: { value: 'CLOSED', label: '人工关闭' },
});

/** 种子期: a period of draws under one seed. */
export const EpochState = enumeration({
  open: { value: 0, label: '进行中', tone: 'doing' },
  closed: { value: 1, label: '已结束，待封存', tone: 'wait' },
  sealed: { value: 2, label: '已封存，待公开', tone: 'wait' },
  revealed: { value: 3, label: '已公开', tone: 'good' },
  broken: { value: 4, label: '校验失败', tone: 'bad' },
});

/** 收集信息: what a winner may be asked for. */
export const CollectField = enumeration({
  name: { label: '姓名' },
  phone: { label: '手机号' },
  wechat: { label: '微信号' },
  card: { label: '身份证' },
  sex: { label: '性别' },
  birth: { label: '生日' },
});
export type CollectField = (typeof CollectField.options)[number]['value'];
