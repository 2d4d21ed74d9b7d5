import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { BindCode } from '../../account/account.ts';
import { defineApi, done, LogKind, send } from '../../kit/endpoint.ts';
import { importCall } from '../../jobs/import-call.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { day, filterText, id, int, time, version } from '../../kit/fields.ts';
import { DoneToMany, oneRow, Saved } from '../../kit/standard.ts';
import { AgentDraft, parentField } from './agent-draft.ts';
import { AgentLevel, AgentType } from './agent-enums.ts';
import { Assign, AssignBack, Assigned } from '../assign.ts';
import { goodsMovers } from '../goods-movers.ts';
import { payeeShown, payers } from '../payee.ts';
import { regionCode, regionFilter } from '../party-fields.ts';

/** An agent in the list; his phone is masked. */
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
  /** Agents directly below. */
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

/** A region an agent may sell in, for one product or (0) for all. */
export const SalesRegion = z.object({
  regionCode: z.string(),
  regionName: z.string(),
  productId: z.number(),
  storeName: z.string(),
});
export type SalesRegion = z.output<typeof SalesRegion>;

/** An agent in full, his phone whole. */
export const Agent = AgentRow.extend({
  path: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  licenseNo: z.string(),
  licenseImage: z.string(),
  ...payeeShown,
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
  /** Sales region: agents who may sell there or somewhere below it. */
  regionCode: regionFilter,
  channelId: id().optional(),
  salesmanId: id().optional(),
  status: Enabled.schema.optional(),
  /** This agent and everybody below him. */
  pid: id().optional(),
  dateLimit,
};

const regionItem = z.object({
  regionCode: regionCode('授权销售区域不正确'),
  productId: int(0, Number.MAX_SAFE_INTEGER, '产品不正确').default(0),
});

const agentAt = resource('/admin/identity/agent', 'admin:identity:agent', '经销商');
export const agentApi = defineApi({
  list: agentAt.list(AgentRow, {
    ...filters,
    /** Agents directly below this one; 0 = those at the top. */
    parentId: int(0, Number.MAX_SAFE_INTEGER, '上级经销商不正确').optional(),
  }),
  listAll: agentAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        pid: z.number(),
        level: z.number(),
        firmId: z.number(),
        status: z.number(),
      }),
    ),
    {
      may: {
        any: [
          ...['agent', 'shop', 'salesman', 'inspector', 'spread', 'agentselect', 'needApply', 'needOrder'].map(
            (res) => `admin:identity:${res}:list`,
          ),
          ...goodsMovers,
          ...payers,
        ],
      },
    },
  ),
  /** One level of the tree: agents directly below one (0 = at the top), `mostInTree` at most, each with how many stand below him. */
  tree: agentAt.read(
    '经销商树',
    '/tree',
    'list',
    z.object({ pid: parentField, firmId: id().optional() }),
    z.array(
      z.object({ id: z.number(), name: z.string(), level: z.number(), status: z.number(), belowCount: z.number() }),
    ),
  ),
  info: agentAt.info(Agent),
  save: agentAt.save(AgentDraft),
  update: agentAt.update(AgentDraft),
  updateStatus: agentAt.updateStatus({ may: 'admin:identity:agent:status' }),
  /** Hangs an agent with everybody below him under another; 0 = to the top. */
  move: agentAt.change('转移经销商', '/move', 'move', z.object({ id: id(), pid: parentField }), Saved, {
    changes: 'id',
  }),
  /** Replaces an agent's sales regions. */
  region: agentAt.change(
    '设置授权区域',
    '/region',
    'region',
    z.object({ id: id(), version, items: z.array(regionItem, { error: '请选择授权销售区域' }).max(4000) }),
    done,
  ),
  /** 批量设置渠道, 批量设置业务员. */
  assign: agentAt.change('批量设置经销商渠道或业务员', '/assign', 'update', Assign, Assigned),
  assignBack: agentAt.change('撤销批量设置经销商', '/assign/undo', 'update', AssignBack, DoneToMany),
  /** Agents of other lines who may already sell the same products in the same regions. */
  regionOverlap: send(
    '检查授权区域',
    '/admin/identity/agent/region/overlap',
    { any: ['admin:identity:agent:region', 'admin:identity:agent:save', 'admin:identity:agent:update'] },
    z.object({
      /** The agent meant; absent for a new one, whose agent above is `pid`. */
      id: id().optional(),
      pid: parentField,
      firmId: id().optional(),
      items: z.array(regionItem).max(4000),
    }),
    z.array(z.object({ regionName: z.string(), agentName: z.string(), storeName: z.string() })),
    { log: false },
  ),
  /** What the dealer scans to bind an account of his own. */
  bindQrcode: agentAt.read('经销商绑定码', '/bind/qrcode', 'bind', oneRow, BindCode, { log: LogKind.other }),
  unbind: agentAt.change('解绑经销商账号', '/unbind', 'bind', oneRow, done),
  remove: agentAt.remove(),
  removeMany: agentAt.removeMany(),
  export: agentAt.export(filters),
  import: importCall('/admin/identity/agent/import', 'admin:identity:agent:import', '导入经销商'),
});
