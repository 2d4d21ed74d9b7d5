import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, ids, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { BindCode } from '../bind-code.ts';
import { firmId, mobile, regionCode, rowNumber } from '../party-fields.ts';

/** What an inspector may do on the phone. */
export const InspectScope = enumeration(
  { value: 'query', label: '流向查询' },
  { value: 'evidence', label: '取证' },
  { value: 'freeze', label: '冻结' },
);

/** What a check found. */
export const Opinion = enumeration(
  { value: 1, label: '正常', tone: 'good' },
  { value: 2, label: '窜货', tone: 'bad' },
  { value: 3, label: '假货', tone: 'bad' },
  { value: 4, label: '过期', tone: 'wait' },
);

const noRegion = '请选择稽查区域';
const noScope = '请选择至少一项权限';

/** An inspector as he is typed. */
export const InspectorDraft = z.object({
  firmId,
  auditor: text('稽查员姓名', { max: 20 }),
  phone: mobile(),
  jobNo: rowNumber('工号'),
  regions: z.array(regionCode(noRegion), { error: noRegion }).min(1, noRegion).max(400),
  scopes: z.array(InspectScope.schema, { error: noScope }).min(1, noScope),
  status: Enabled.schema.default(0),
  remark: optionalText('备注', 200),
});
export type InspectorDraft = z.output<typeof InspectorDraft>;

/** An inspector in the list; his phone is masked. */
export const InspectorRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  auditor: z.string(),
  jobNo: z.string(),
  phone: z.string(),
  regions: z.array(z.string()),
  regionNames: z.array(z.string()),
  scopes: z.array(z.string()),
  scopeNames: z.string(),
  recordCount: z.number(),
  crossCount: z.number(),
  uidBound: z.boolean(),
  status: z.number(),
  remark: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type InspectorRow = z.output<typeof InspectorRow>;

/** One check of a code in the market. */
export const InspectRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  auditorId: z.number(),
  auditor: z.string(),
  code: z.string(),
  storeName: z.string(),
  agentName: z.string(),
  /** Where the dealer might sell when it was checked. */
  authRegion: z.string(),
  foundRegion: z.string(),
  shopName: z.string(),
  opinion: z.number(),
  images: z.array(z.string()),
  policeNo: z.string(),
});
export type InspectRow = z.output<typeof InspectRow>;

const recordFilters = {
  firmId: id().optional(),
  auditorId: id().optional(),
  opinion: Opinion.schema.optional(),
  /** The dealer the goods belong to, with everybody below. */
  agentId: id().optional(),
  dateLimit,
};

export const inspectorApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/inspector/list',
    may: 'admin:identity:inspector:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      auditor: filterText,
      phone: filterText,
      status: Enabled.schema.optional(),
    }),
    data: pageOf(InspectorRow),
    title: '稽查员列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/inspector/list/all',
    may: { any: ['admin:identity:inspector:list', 'admin:identity:inspector:record'] },
    input: nothing,
    data: z.array(z.object({ id: z.number(), auditor: z.string(), firmId: z.number(), status: z.number() })),
    title: '全部稽查员',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/inspector/info',
    may: 'admin:identity:inspector:list',
    input: oneRow,
    data: InspectorRow,
    title: '稽查员详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/inspector/save',
    may: 'admin:identity:inspector:save',
    input: InspectorDraft,
    data: Saved,
    title: '新增稽查员',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/inspector/update',
    may: 'admin:identity:inspector:update',
    input: InspectorDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑稽查员',
    changes: 'id',
    log: LogKind.update,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/inspector/update/status',
    may: 'admin:identity:inspector:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用稽查员',
    log: LogKind.update,
  },
  bindQrcode: {
    method: 'GET',
    path: '/admin/identity/inspector/bind/qrcode',
    may: 'admin:identity:inspector:update',
    input: oneRow,
    data: BindCode,
    title: '稽查员绑定码',
  },
  unbind: {
    method: 'POST',
    path: '/admin/identity/inspector/unbind',
    may: 'admin:identity:inspector:update',
    input: oneRow,
    data: done,
    title: '解绑稽查员账号',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/inspector/delete',
    may: 'admin:identity:inspector:delete',
    input: oneRow,
    data: done,
    title: '删除稽查员',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/inspector/delete/ids',
    may: 'admin:identity:inspector:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除稽查员',
    log: LogKind.delete,
  },
});

/** What inspectors found in the market. */
export const inspectApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/inspector/record/list',
    may: 'admin:identity:inspector:record',
    input: z.object({ ...paging, ...recordFilters }),
    data: pageOf(InspectRow),
    title: '稽查记录',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/inspector/record/info',
    may: 'admin:identity:inspector:record',
    input: oneRow,
    data: InspectRow.extend({ remark: z.string(), lng: z.number().nullable(), lat: z.number().nullable() }),
    title: '稽查记录详情',
  },
  export: {
    method: 'GET',
    path: '/admin/identity/inspector/record/export',
    may: { all: ['admin:identity:inspector:record', 'admin:identity:inspector:export'] },
    input: z.object({ ...recordFilters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出稽查记录',
    log: LogKind.export,
    offersFile: true,
  },
});
