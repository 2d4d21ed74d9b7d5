import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Glyph as GlyphName, Tone } from '@zhuiyuan/contract/kit/enumeration';
import type { Todo } from '@zhuiyuan/contract/stats/home';

/** A kind of what waits for somebody: its words, and the list that shows it. */
export interface TodoKind {
  name: keyof Todo;
  label: string;
  cause: string;
  tone: Tone;
  glyph?: GlyphName;
  to: string;
}

/** The list of lots that end within thirty days from today. */
export const expiringLots = (): string =>
  `/identity/lotManager?expireDate=${shanghaiToday()},${addDays(shanghaiToday(), 30)}`;

/** In the order in which they matter. */
export const todoKinds: TodoKind[] = [
  { name: 'auditFirmNum', label: '待审核企业', cause: '资料已提交', tone: 'wait', to: '/identity/firmManager?audit=0' },
  { name: 'quotaFirmNum', label: '码额度将用完', cause: '已用超过 90%', tone: 'bad', to: '/identity/firmManager' },
  {
    name: 'ownQuotaNum',
    label: '码额度将用完',
    cause: '已用超过 90%，请联系平台增加',
    tone: 'bad',
    to: '/identity/identityHomeManager',
  },
  {
    name: 'auditShopNum',
    label: '待审核门店',
    cause: '资料已提交',
    tone: 'wait',
    to: '/identity/shopAssManager?audit=0',
  },
  {
    name: 'auditTaskNum',
    label: '待审核生码',
    cause: '数量超过免审上限',
    tone: 'wait',
    to: '/identity/taskManager?status=1',
  },
  {
    name: 'needApplyNum',
    label: '待审核要货申请',
    cause: '经销商已提交',
    tone: 'wait',
    to: '/identity/needApplyManager?status=1',
  },
  {
    name: 'fundRequestNum',
    label: '待复核资金',
    cause: '充值或调账须由另一人复核',
    tone: 'wait',
    to: '/lottery/assets/redBag/manage',
  },
  {
    name: 'lowPoolNum',
    label: '资金池低于预警线',
    cause: '请及时充值',
    tone: 'bad',
    to: '/lottery/assets/redBag/manage',
  },
  {
    name: 'holdNum',
    label: '冻结中奖待复核',
    cause: '命中风控或企业人员中奖，复核前不发放',
    tone: 'bad',
    to: '/lottery/ai/markCode/receiveDetailed?hold=1',
  },
  {
    name: 'redHoldNum',
    label: '手工红包待复核',
    cause: '须由另一人复核后发放',
    tone: 'wait',
    to: '/lottery/redInfoManager?hold=1',
  },
  {
    name: 'shopRemitNum',
    label: '门店打款待处理',
    cause: '待审核或待打款',
    tone: 'wait',
    to: '/lottery/merchants/storeremit?status=0',
  },
  {
    name: 'dealerRemitNum',
    label: '经销商打款待处理',
    cause: '待审核或待打款',
    tone: 'wait',
    to: '/lottery/merchants/storedealerremit?status=0',
  },
  {
    name: 'redeemAuditNum',
    label: '兑换单待审核',
    cause: '消费者已提交收货信息',
    tone: 'wait',
    to: '/lottery/ai/markCode/receiveDetailed?tab=redeem&status=0',
  },
  {
    name: 'redeemShipNum',
    label: '兑换单待发货',
    cause: '审核已通过',
    tone: 'wait',
    to: '/lottery/ai/markCode/receiveDetailed?tab=redeem&status=2&isShipped=0',
  },
  {
    name: 'reconDiffNum',
    label: '对账差异',
    cause: '微信账单与账面不符',
    tone: 'bad',
    to: '/lottery/redInfoManager?recon=1',
  },
  { name: 'failedTaskNum', label: '生码失败', cause: '可重试', tone: 'bad', to: '/identity/taskManager?status=2' },
  {
    name: 'riskNum',
    label: '风险事件',
    cause: '编码预警或有人批量猜码',
    tone: 'bad',
    to: '/identity/selectManager?tab=abnormal&view=risk&status=0',
  },
  {
    name: 'policeNum',
    label: '待处理预警',
    cause: '窜货、异常扫码、预算或库存等，尚无人受理',
    tone: 'bad',
    to: '/lottery/policeManager?status=0',
  },
  {
    name: 'complaintNum',
    label: '待处理举报',
    cause: '消费者提交',
    tone: 'wait',
    to: '/identity/selectManager?tab=complaint&state=0',
  },
  {
    name: 'deliverDiffNum',
    label: '签收差异',
    cause: '未到货、破损或多货',
    tone: 'bad',
    to: '/identity/deliverManager/sign?tab=diff&state=0',
  },
  {
    name: 'lateDeliverNum',
    label: '长时间在途',
    cause: '发货超过 7 天未签收',
    tone: 'wait',
    to: '/identity/deliverManager/sign?tab=pending&overDays=7',
  },
  {
    name: 'recallLotNum',
    label: '召回中的批次',
    cause: '扫码显示召回提示',
    tone: 'wait',
    to: '/identity/lotManager?recallState=1',
  },
  {
    name: 'expireLotNum',
    label: '临期批次',
    cause: '30 天内到期',
    tone: 'doing',
    get to() {
      return expiringLots();
    },
  },
  {
    name: 'qcLotNum',
    label: '待质检批次',
    cause: '尚无质检结果',
    tone: 'idle',
    to: '/identity/lotManager?qcState=0',
  },
  {
    name: 'draftActivityNum',
    label: '草稿活动',
    cause: '尚未发布',
    tone: 'idle',
    to: '/lottery/ai/active/manage?status=0',
  },
];
