/** How a figure is written: a count, fen, a part of one, an average, seconds. */
export type MetricKind = 'count' | 'money' | 'rate' | 'average' | 'seconds';

/** What a figure is called and how it is written, wherever it stands. */
export interface Metric {
  label: string;
  kind: MetricKind;
  /** Stands behind the number: 次, 人. */
  unit: string;
  /** What it counts, where the name does not say so. */
  hint?: string;
  /** Which direction is good; up where nothing is said. */
  better?: 'down' | 'neither';
}

const count = (label: string, unit: string, hint?: string, better?: Metric['better']): Metric => ({
  label,
  kind: 'count',
  unit,
  hint,
  better,
});
const money = (label: string, hint?: string, better: Metric['better'] = 'neither'): Metric => ({
  label,
  kind: 'money',
  unit: '元',
  hint,
  better,
});
const rate = (label: string, hint: string, better?: Metric['better']): Metric => ({
  label,
  kind: 'rate',
  unit: '',
  hint,
  better,
});
const average = (label: string, unit: string, hint: string): Metric => ({ label, kind: 'average', unit, hint });

/** Every figure of the statistics, by its code. */
export const metrics = {
  scanPv: count('扫码次数', '次', '有效的消费者扫码，不含无效扫码'),
  scanUv: count('扫码人数', '人', '扫过码的消费者，同一人只算一次；未登录的扫码不算人，在同一页面登录后归本人'),
  scanAnon: count('未登录扫码', '次', '不知道是谁的有效扫码', 'neither'),
  scanFirst: count('首扫码数', '个', '第一次被扫的码'),
  scanAgain: count('复扫次数', '次', '扫码次数减首扫码数', 'neither'),
  againRate: rate('复扫率', '复扫次数 ÷ 扫码次数', 'neither'),
  scanInvalid: count('无效扫码', '次', '未启用、已作废、已冻结的码和验证码错误', 'down'),
  scanDaily: average('日均扫码', '次', '扫码次数 ÷ 天数'),
  perUser: average('人均扫码', '个', '消费者首扫的码 ÷ 扫码人数，未登录的首扫不算在内'),
  codesActive: count('激活码总数', '个', '到所选时间结束为止激活的码，撤销的激活已减去'),
  scanRate: rate('扫码率', '到所选时间结束为止首扫的产品码 ÷ 激活的码'),
  partCnt: count('参与次数', '次', '取得抽奖资格的次数'),
  partUv: count('参与人数', '人', '取得抽奖资格的消费者，同一人只算一次'),
  partRate: rate('参与转化率', '参与人数 ÷ 扫码人数；参与含不用码的互动活动，可能超过 100%'),
  drawCnt: count('抽奖次数', '次'),
  drawUv: count('抽奖人数', '人', '抽过奖的消费者，同一人只算一次；门店开箱不算'),
  drawPerUser: average('人均次数', '次', '抽奖次数 ÷ 抽奖人数'),
  drawPoints: count('抽奖消耗积分', '分', '抽奖时花掉的积分', 'neither'),
  shareCnt: count('分享带来', '人', '由别人的链接进入并同意参与的人'),
  shareNew: count('分享新客', '人', '分享带来的人里以前不认识本企业的'),
  winCnt: count('中奖次数', '次', '不含未中奖奖级'),
  winUv: count('中奖人数', '人', '中过奖的消费者，同一人只算一次；门店开箱不算'),
  winRate: rate('中奖率', '中奖次数 ÷ 抽奖次数', 'neither'),
  winAmount: money('中奖金额', '按抽奖时间，只算现金'),
  paidAmount: money('实发金额', '按到账时间'),
  paidCnt: count('到账笔数', '笔'),
  refundAmount: money('退回金额', '按退回时间', 'down'),
  failRate: rate('发放失败率', '失败笔数 ÷（失败笔数 + 到账笔数）', 'down'),
  claimCnt: count('领取数', '个', '按抽奖日期：那天中的奖里已领取的'),
  claimRate: rate('领取率', '已领取 ÷ 中奖次数，按抽奖日期'),
  closeCnt: count('关闭数', '个', '按抽奖日期：那天中的奖里已关闭的', 'down'),
  verCnt: count('核销数', '个', '按核销时间，冲正的已减去'),
  verAmount: money('核销金额', '核销产生的抵扣金额，按核销时间，冲正的已减去'),
  verRate: rate('核销率', '到店核销 ÷ 实物中奖，按抽奖日期'),
  physWinCnt: count('实物中奖', '个'),
  costAmount: money('奖品成本', '已核销和已寄出的奖品，按成本价'),
  blockCnt: count('拦截次数', '次', '因风险被拒绝的参与', 'neither'),
  blockRate: rate('拦截率', '拦截次数 ÷（拦截次数 + 抽奖次数）', 'neither'),
  holdCnt: count('冻结复核', '次', '中奖后冻结、等人复核的抽奖', 'neither'),
  freshUv: count('新增消费者', '人', '第一次在本企业扫码的消费者'),
  oldUv: count('回访消费者', '人', '以前扫过码、这段时间又来的消费者'),
  allUv: count('累计消费者', '人', '到所选时间结束为止扫过码的消费者'),
  costPerUser: average('单客成本', '元', '（实发金额 + 奖品成本）÷ 新增消费者'),
  shopsAll: count('门店数', '家', '现有门店'),
  shopsNew: count('新增门店', '家'),
  shopsActive: count('活跃门店', '家', '有扫码、核销或开箱的门店'),
  shopScan: count('门店扫码', '次', '码在门店时的有效扫码'),
  scanPerShop: average('店均扫码', '次', '门店扫码 ÷ 活跃门店'),
  shopSign: count('到货件数', '件', '门店签收的产品；合计不含门店之间的'),
  shopSellRate: rate('动销率', '首扫码数 ÷ 到货件数'),
  unpackCnt: count('开箱数', '箱', '门店开箱抽奖'),
  unpackAmount: money('开箱奖励', '门店开箱抽中的现金'),
  unpackShops: count('开箱门店', '家'),
  unpackPerShop: average('店均开箱', '箱', '开箱数 ÷ 开箱门店'),
  agentsAll: count('经销商数', '家', '现有经销商'),
  agentsActive: count('活跃经销商', '家', '货有扫码、核销或开箱的经销商'),
  agentShip: count('发货件数', '件', '发给经销商的产品；合计只算企业发出的'),
  agentSign: count('签收件数', '件', '经销商签收的产品；合计只算企业发出的'),
  agentSellRate: rate('动销率', '首扫码数 ÷ 发货件数'),
  crossCode: count('窜货码数', '个', '授权区域外被扫的码，按GPS定位，每个码只算一次', 'down'),
  crossRate: rate('窜货率', '窜货码数 ÷ 已发货且有GPS定位的首扫', 'down'),
  crossAgents: count('涉及经销商', '家', undefined, 'down'),
  crossCities: count('涉及城市', '个', undefined, 'down'),
  crossConfirmed: count('已确认', '件', '已确认窜货的扫码', 'neither'),
  actsRunning: count('进行中的活动', '个'),
  budgetAmount: money('活动预算', '划拨到活动的预算'),
  budgetRate: rate('预算使用率', '（已中未领 + 已支出）÷ 活动预算', 'neither'),
  stockTotal: count('奖品总量', '个', '已发布活动的奖品库存'),
  stockIssued: count('已发出', '个', '总量减剩余'),
  stockRemain: count('剩余', '个'),
  setRate: rate('设定概率', '现在的中奖概率'),
  realRate: rate('实际概率', '该奖级的抽奖 ÷ 活动的全部抽奖', 'neither'),
  rateGap: rate('偏差', '实际概率减设定概率', 'neither'),
  cashRate: rate('现金占比', '中奖金额 ÷（中奖金额 + 奖品成本）', 'neither'),
  pointIssue: count('发放积分', '分'),
  pointUsed: count('消耗积分', '分'),
  pointExpire: count('过期积分', '分', undefined, 'neither'),
  pointNet: count('净增积分', '分', '发放减消耗减过期', 'neither'),
  pointClosing: count('期末余额', '分', '到这天结束时的积分余额：上期末余额加净增', 'neither'),
  pointBalance: count('积分余额', '分', '消费者现有积分', 'neither'),
  pointHolders: count('持有人数', '人', '现有积分的消费者'),
  pointPerHolder: average('人均积分', '分', '积分余额 ÷ 持有人数'),
  exchCnt: count('兑换单数', '单'),
  exchCost: money('兑换成本', '已寄出的奖品，按成本价，按发货时间'),
  exchWaiting: count('待审核', '单', '这段时间的兑换单里现在还待审核的', 'neither'),
  exchToShip: count('待发货', '单', '这段时间的兑换单里现在审核通过、还没寄出的', 'neither'),
  exchFinished: count('已完成', '单', '这段时间的兑换单里现在已完成的'),
  exchRejected: count('已驳回', '单', '这段时间的兑换单里现在已驳回的', 'down'),
  exchClosed: count('已关闭', '单', '这段时间的兑换单里现在已关闭的', 'down'),
  exchPassRate: rate('审核通过率', '通过 ÷（通过 + 驳回）'),
  exchFinishRate: rate('完成率', '已完成 ÷ 兑换单数'),
  salesmen: count('业务员数', '人', '现有业务员'),
  boundAgents: count('负责经销商', '家', '现在由业务员负责的经销商'),
  agentsPerSalesman: average('人均负责经销商', '家', '负责经销商 ÷ 业务员数'),
  salesmanFirst: count('业务员带来首扫', '个', '业务员名下的货第一次被扫的码'),
  members: count('会员数', '人', '现有会员'),
  membersNew: count('会员新增', '人'),
  memberRate: rate('会员活跃率', '扫码人数 ÷ 会员数'),
} as const satisfies Record<string, Metric>;
export type MetricCode = keyof typeof metrics;

/** What a metric is called and how it is written. */
export const metricOf = (code: MetricCode): Metric => metrics[code];
