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
  scanUv: count('扫码人数', '人', '扫过码的消费者，同一人只算一次；未登录的扫码不算人'),
  scanAnon: count('未登录扫码', '次', '不知道是谁的有效扫码', 'neither'),
  scanFirst: count('首扫码数', '个', '第一次被扫的码'),
  scanAgain: count('复扫次数', '次', '扫码次数减首扫码数', 'neither'),
  againRate: rate('复扫率', '复扫次数 ÷ 扫码次数', 'neither'),
  scanInvalid: count('无效扫码', '次', '未启用、已作废、已冻结的码和验证码错误', 'down'),
  scanDaily: average('日均扫码', '次', '扫码次数 ÷ 天数'),
  perUser: average('人均扫码', '个', '首扫码数 ÷ 扫码人数'),
  codesActive: count('激活码总数', '个', '至今激活的码，撤销的激活已减去'),
  scanRate: rate('扫码率', '至今首扫的产品码 ÷ 至今激活的码'),
  partCnt: count('参与次数', '次', '取得抽奖资格的次数'),
  partUv: count('参与人数', '人', '取得抽奖资格的消费者，同一人只算一次'),
  partRate: rate('参与转化率', '参与人数 ÷ 扫码人数'),
  drawCnt: count('抽奖次数', '次'),
  drawUv: count('抽奖人数', '人', '抽过奖的消费者，同一人只算一次；门店开箱不算'),
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
  allUv: count('累计消费者', '人', '至今扫过码的消费者'),
  costPerUser: average('单客成本', '元', '（实发金额 + 奖品成本）÷ 新增消费者'),
} as const satisfies Record<string, Metric>;
export type MetricCode = keyof typeof metrics;

/** What a metric is called and how it is written. */
export const metricOf = (code: MetricCode): Metric => metrics[code];
