import { AuditStatus, LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { Entry, Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { PayoutTime } from '@zhuiyuan/contract/payout/red-info';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Enabled, YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { BizType, DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { NodeKind } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { OnRepeat } from '@zhuiyuan/contract/trace/flow/flow-import';
import type { Db } from '../kit/db/database.ts';
import type { Word } from '../jobs/find-conditions.ts';

/** Filters that many lists have. */
const common: Record<string, Word> = {
  firmId: { label: '所属企业', table: 'firm' },
  ids: { label: '勾选的数据' },
  keywords: { label: '关键词' },
  name: { label: '名称' },
  title: { label: '标题' },
  status: { label: '状态', of: Enabled },
  audit: { label: '审核状态', of: Review },
  dateLimit: { label: '时间范围' },
  productId: { label: '产品', table: 'product' },
  lotId: { label: '批次', table: 'lot' },
  agentId: { label: '经销商', table: 'agent' },
  pid: { label: '上级经销商', table: 'agent' },
  shopId: { label: '门店', table: 'shop' },
  salesmanId: { label: '业务员', table: 'salesman' },
  channelId: { label: '渠道', table: 'channel' },
  auditorId: { label: '稽查员', table: 'inspector' },
  flowTypeId: { label: '流程类型', table: 'flowType' },
  tempId: { label: '溯源模板', table: 'temp' },
  agentType: { label: '类型', of: AgentType },
  shopType: { label: '类型', of: ShopType },
  grade: { label: '等级', of: ShopGrade },
  kind: { label: '类型', of: DedKind },
  opinion: { label: '稽查意见', of: Opinion },
  stage: { label: '环节', of: FlowStage },
  public: { label: '公开', of: YesNo },
  isVoid: { label: '作废', of: YesNo },
  opSrc: { label: '来源', of: OpSource },
  verdict: { label: '验证结果', of: Verdict },
  entry: { label: '进入方式', of: Entry },
  cross: { label: '疑似窜货', of: Cross },
  objKind: { label: '对象类型', of: ObjectKind },
  nodeKind: { label: '节点', of: NodeKind },
  handle: { label: '标识编码' },
  classId: { label: '分类' },
  brand: { label: '品牌' },
  regionCode: { label: '地区' },
  code: { label: '编码' },
  content: { label: '内容' },
  uid: { label: '用户' },
  phone: { label: '手机号' },
  verNo: { label: '核销单号' },
  minAmount: { label: '最低金额（分）' },
  maxAmount: { label: '最高金额（分）' },
  hold: { label: '冻结', of: YesNo },
  dateType: { label: '时间类型', of: PayoutTime },
  mchConfId: { label: '商户', table: 'merchant' },
  taskNo: { label: '任务编号' },
  level: { label: '层级', of: AgentLevel },
  creditCode: { label: '统一社会信用代码' },
  operName: { label: '操作人' },
  businessType: { label: '操作类型', of: LogKind },
  fileType: { label: '文件类型' },
  fileRows: { label: '每个文件条数' },
  purpose: { label: '用途' },
  createLots: { label: '自动创建批次' },
  submit: { label: '提交审核' },
  bizType: { label: '业务类型', of: BizType },
  fromKind: { label: '发货方类型', of: Holder },
  fromId: { label: '发货方' },
  toKind: { label: '收货方类型', of: Holder },
  toId: { label: '收货方' },
  orderId: { label: '要货订单' },
  deliverId: { label: '发货单' },
  act: { label: '操作', of: DeliverAct },
  result: { label: '结果', of: LogResult },
  operatorId: { label: '操作人' },
  onRepeat: { label: '重复记录', of: OnRepeat },
};

/** Where a list means something else by a name. */
const own: Record<string, Record<string, Word>> = {
  deliver: { status: { label: '状态', of: DeliverStatus } },
  deliver_line: { status: { label: '状态', of: DeliverStatus } },
  sign_line: { status: { label: '状态', of: DeliverStatus } },
  pack_pair: { level: { label: '箱级别', of: Level } },
  code: { level: { label: '层级', of: Level } },
  registration: { status: { label: '状态', of: RegistrationStatus } },
  police: {
    keywords: { label: '预警内容或编号' },
    policeType: { label: '类型', of: RiskType },
    level: { label: '级别', of: RiskLevel },
    status: { label: '状态', of: RiskStatus },
    region: { label: '地区' },
    assigneeId: { label: '处理人' },
    waiting: { label: '待处理', of: YesNo },
  },
  red_info: {
    activityId: { label: '活动', table: 'activity' },
    redActiveId: { label: '红包活动', table: 'redActive' },
    status: { label: '状态', of: Delivery },
    source: { label: '来源', of: PaySource },
    keywords: { label: '单号' },
    uid: { label: '消费者编号' },
  },
  systemLog: { status: { label: '状态', of: AuditStatus } },
};

/** What filters of exports and imports are called, over all domains: jobs itself knows none of them. */
export const nameFilters = async (_db: Db, { biz }: { biz: string }): Promise<Record<string, Word>> => ({
  ...common,
  ...own[biz],
});
