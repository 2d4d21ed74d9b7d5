import { AuditKind, AuditStatus } from '@zhuiyuan/contract/access/audit-log';
import { Entry, Level, OpSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Enabled, YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Audit } from '@zhuiyuan/contract/kit/audit';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { NodeKind, ObjectKind, RegistrationStatus } from '@zhuiyuan/contract/registration/registration';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { OnRepeat } from '@zhuiyuan/contract/trace/flow/flow-import';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { regionName } from '../settings/region-names.ts';
import type { AnyExporter } from './exporter.ts';

/** Tables of rows that filters name by their number, and the column people know them by. */
const named = {
  firm: 'name',
  product: 'storeName',
  lot: 'lotNo',
  agent: 'name',
  shop: 'name',
  salesman: 'picName',
  inspector: 'auditor',
  channel: 'name',
  flowType: 'name',
  temp: 'name',
} as const;
type Table = keyof typeof named;

interface Word {
  label: string;
  /** Labels of its values, or the table its number is of. */
  of?: { options: readonly { value: string | number; label: string }[] };
  table?: Table;
}

/** Filters that many lists have. */
const words: Record<string, Word> = {
  firmId: { label: '所属企业', table: 'firm' },
  ids: { label: '勾选的数据' },
  keywords: { label: '关键词' },
  name: { label: '名称' },
  title: { label: '标题' },
  status: { label: '状态', of: Enabled },
  audit: { label: '审核状态', of: Audit },
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
  taskNo: { label: '任务编号' },
  level: { label: '层级', of: AgentLevel },
  creditCode: { label: '统一社会信用代码' },
  operName: { label: '操作人' },
  businessType: { label: '操作类型', of: AuditKind },
  fileType: { label: '文件类型' },
  fileRows: { label: '每个文件条数' },
  purpose: { label: '用途' },
  createLots: { label: '自动创建批次' },
  submit: { label: '提交审核' },
  onRepeat: { label: '重复记录', of: OnRepeat },
};

/** Where a list means something else by a name. */
const ownWords: Record<string, Record<string, Word>> = {
  code: { level: { label: '层级', of: Level } },
  registration: { status: { label: '状态', of: RegistrationStatus } },
  systemLog: { status: { label: '状态', of: AuditStatus } },
};

const wordOf = (exporter: AnyExporter | undefined, name: string): Word | undefined => {
  const field = exporter?.form?.find((one) => one.name === name);
  const own = ownWords[exporter?.biz ?? '']?.[name] ?? words[name];
  if (!field) return own;
  return { ...own, label: field.label, ...(field.options ? { of: { options: field.options } } : {}) };
};

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length > 5 ? `共${value.length}项` : value.map(shown).join('、');
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const nameOfRow = async (db: Db, table: Table, id: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom(table as 'firm')
    .where('id', '=', id)
    .select(sql<string>`${sql.ref(named[table])}`.as('name'))
    .executeTakeFirst();
  return row?.name;
};

/** The filters of an export in words; what has none (as the sealed password of an export of codes) is not shown. */
export const conditionsOf = async (
  db: Db,
  exporter: AnyExporter | undefined,
  filters: Record<string, unknown>,
): Promise<{ label: string; value: string }[]> => {
  const conditions: { label: string; value: string }[] = [];
  const order = exporter?.form?.map(({ name }) => name) ?? [];
  const given = Object.entries(filters).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  for (const [name, value] of given) {
    const word = wordOf(exporter, name);
    if (!word || value === undefined || value === null || value === '') continue;
    const label = word.of?.options.find((one) => String(one.value) === String(value))?.label;
    const row = word.table ? await nameOfRow(db, word.table, Number(value)) : undefined;
    const region = name === 'regionCode' ? await regionName(db, String(value)) : undefined;
    conditions.push({ label: word.label, value: label ?? row ?? (region || shown(value)) });
  }
  return conditions;
};
