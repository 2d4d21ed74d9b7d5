import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { importCall } from '../../jobs/import-call.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { day, filterText, id, ids, int, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { AgentDraft, parentField } from './agent-draft.ts';
import { AgentLevel, AgentType } from './agent-enums.ts';
import { BindCode } from '../bind-code.ts';
import { clearFields, Cleared, dedFilters, DedRow, DedSum } from '../deductible/deductible.ts';
import { regionCode, regionFilter } from '../party-fields.ts';

/** A dealer in the list; his phone is masked. */
export const AgentRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  agentNo: z.string(),
  name: z.string(),
  pid: z.number(),
  parentName: z.string(),
  level: z.number(),
  agentType: z.number(),
  contact: z.string(),
  phone: z.string(),
  regionNames: z.array(z.string()),
  channelId: z.number().nullable(),
  channelName: z.string(),
  salesmanId: z.number().nullable(),
  picName: z.string(),
  /** Dealers directly below. */
  childCount: z.number(),
  shopCount: z.number(),
  /** Items held. */
  stockQty: z.number(),
  /** Fen. */
  dedBalance: z.number(),
  /** Works on the phone with an account of his own. */
  isBound: z.boolean(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type AgentRow = z.output<typeof AgentRow>;

/** A region a dealer may sell in, for one product or (0) for all. */
export const SalesRegion = z.object({
  regionCode: z.string(),
  regionName: z.string(),
  productId: z.number(),
  storeName: z.string(),
});
export type SalesRegion = z.output<typeof SalesRegion>;

/** A dealer in full, his phone whole. */
export const Agent = AgentRow.extend({
  path: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  licenseNo: z.string(),
  licenseImage: z.string(),
  gln: z.string(),
  coopFrom: day.nullable(),
  coopTo: day.nullable(),
  /** Fen. */
  creditLimit: z.number(),
  remark: z.string(),
  regions: z.array(SalesRegion),
});
export type Agent = z.output<typeof Agent>;

const filters = {
  firmId: id().optional(),
  /** Name, number or phone. */
  keywords: filterText,
  level: AgentLevel.schema.optional(),
  agentType: AgentType.schema.optional(),
  /** Sales region: dealers who may sell there or somewhere below it. */
  regionCode: regionFilter,
  channelId: id().optional(),
  salesmanId: id().optional(),
  status: Enabled.schema.optional(),
  /** This dealer and everybody below him. */
  pid: id().optional(),
  dateLimit,
};

const dedInput = { agentId: id(), ...dedFilters, dateLimit };

const regionItem = z.object({
  regionCode: regionCode('授权销售区域不正确'),
  productId: int(0, Number.MAX_SAFE_INTEGER, '产品不正确').default(0),
});

export const agentApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/agent/list',
    may: 'admin:identity:agent:list',
    input: z.object({
      ...paging,
      ...filters,
      /** Dealers directly below this one; 0 = those at the top. */
      parentId: int(0, Number.MAX_SAFE_INTEGER, '上级经销商不正确').optional(),
    }),
    data: pageOf(AgentRow),
    title: '经销商列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/agent/list/all',
    may: {
      any: ['agent', 'shop', 'salesman', 'inspector', 'spread', 'deliver', 'agentselect', 'needOrder'].map(
        (res) => `admin:identity:${res}:list`,
      ),
    },
    input: nothing,
    data: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        pid: z.number(),
        level: z.number(),
        firmId: z.number(),
        status: z.number(),
      }),
    ),
    title: '全部经销商',
  },
  /** Dealers directly below one (0 = at the top), each with how many stand below him. */
  tree: {
    method: 'GET',
    path: '/admin/identity/agent/tree',
    may: 'admin:identity:agent:list',
    input: z.object({ pid: parentField, firmId: id().optional() }),
    data: z.array(
      z.object({ id: z.number(), name: z.string(), level: z.number(), status: z.number(), belowCount: z.number() }),
    ),
    title: '经销商树',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/agent/info',
    may: 'admin:identity:agent:list',
    input: oneRow,
    data: Agent,
    title: '经销商详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/agent/save',
    may: 'admin:identity:agent:save',
    input: AgentDraft,
    data: Saved,
    title: '新增经销商',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/agent/update',
    may: 'admin:identity:agent:update',
    input: AgentDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑经销商',
    changes: 'id',
    log: LogKind.update,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/agent/update/status',
    may: 'admin:identity:agent:status',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用经销商',
    log: LogKind.update,
  },
  /** Hangs a dealer with everybody below him under another; 0 = to the top. */
  move: {
    method: 'POST',
    path: '/admin/identity/agent/move',
    may: 'admin:identity:agent:move',
    input: z.object({ id: id(), pid: parentField }),
    data: Saved,
    title: '转移经销商',
    changes: 'id',
    log: LogKind.update,
  },
  /** Replaces a dealer's sales regions. */
  region: {
    method: 'POST',
    path: '/admin/identity/agent/region',
    may: 'admin:identity:agent:region',
    input: z.object({ id: id(), items: z.array(regionItem, { error: '请选择授权销售区域' }).max(4000) }),
    data: done,
    title: '设置授权区域',
    log: LogKind.update,
  },
  /** Dealers of other lines who may already sell the same products in the same regions. */
  regionOverlap: {
    method: 'POST',
    path: '/admin/identity/agent/region/overlap',
    may: { any: ['admin:identity:agent:region', 'admin:identity:agent:save', 'admin:identity:agent:update'] },
    input: z.object({
      /** The dealer meant; absent for a new one, whose dealer above is `pid`. */
      id: id().optional(),
      pid: parentField,
      firmId: id().optional(),
      items: z.array(regionItem).max(4000),
    }),
    data: z.array(z.object({ regionName: z.string(), agentName: z.string(), storeName: z.string() })),
    title: '检查授权区域',
    log: false,
  },
  bindQrcode: {
    method: 'GET',
    path: '/admin/identity/agent/bind/qrcode',
    may: 'admin:identity:agent:bind',
    input: oneRow,
    data: BindCode,
    title: '经销商绑定码',
  },
  unbind: {
    method: 'POST',
    path: '/admin/identity/agent/unbind',
    may: 'admin:identity:agent:bind',
    input: oneRow,
    data: done,
    title: '解绑经销商账号',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/agent/delete',
    may: 'admin:identity:agent:delete',
    input: oneRow,
    data: done,
    title: '删除经销商',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/agent/delete/ids',
    may: 'admin:identity:agent:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除经销商',
    log: LogKind.delete,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/agent/export',
    may: 'admin:identity:agent:export',
    input: z.object({ ...filters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出经销商',
    log: LogKind.export,
    offersFile: true,
  },
  import: importCall('/admin/identity/agent/import', 'admin:identity:agent:import', '导入经销商'),
});

/** What a dealer is owed for prizes his shops handed out, and clearing it. */
export const agentDedApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/agent/ded/list',
    may: 'admin:identity:agent:duct',
    input: z.object({ ...paging, ...dedInput }),
    data: pageOf(DedRow).extend({ sum: DedSum }),
    title: '经销商抵扣明细',
  },
  /** The same rows added up by shop. */
  shops: {
    method: 'GET',
    path: '/admin/identity/agent/ded/shop/list',
    may: 'admin:identity:agent:duct',
    input: z.object({ ...paging, agentId: id() }),
    data: pageOf(
      z.object({
        id: z.number(),
        shopName: z.string(),
        balance: z.number(),
        totalIn: z.number(),
        totalOut: z.number(),
        qty: z.number(),
      }),
    ),
    title: '门店抵扣汇总',
  },
  export: {
    method: 'GET',
    path: '/admin/identity/agent/duct/export',
    may: 'admin:identity:agent:duct',
    input: z.object(dedInput),
    data: ExportFile,
    title: '导出经销商抵扣',
    log: LogKind.export,
    offersFile: true,
  },
  clear: {
    method: 'POST',
    path: '/admin/identity/agent/clear/deductible',
    may: 'admin:identity:agent:clear',
    input: z.object({ id: id(), ...clearFields }),
    data: Cleared,
    title: '清零经销商抵扣',
    log: LogKind.update,
  },
});
