import { z } from 'zod';
import { importCall } from '../../jobs/import-call.ts';
import { dayField } from '../../kit/day.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { day, filterText, id, ids, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { BindCode } from '../bind-code.ts';
import { firmId, mobile, regionFilter, rowNumber } from '../party-fields.ts';

/** A salesman as he is typed. */
export const SalesmanDraft = z.object({
  firmId,
  picName: text('业务员姓名', { max: 20 }),
  phone: mobile(),
  jobNo: rowNumber('工号'),
  avatar: optionalFileAddress,
  dept: optionalText('部门', 30),
  agentId: id('经销商不正确').optional(),
  regionCode: regionFilter,
  entryDate: dayField('日期不正确').optional(),
  status: Enabled.schema.default(0),
  remark: optionalText('备注', 200),
});
export type SalesmanDraft = z.output<typeof SalesmanDraft>;

/** A salesman in the list; his phone is masked. */
export const SalesmanRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  avatar: z.string(),
  picName: z.string(),
  jobNo: z.string(),
  phone: z.string(),
  dept: z.string(),
  agentId: z.number().nullable(),
  agentName: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  shopCount: z.number(),
  agentCount: z.number(),
  /** Items shipped to his dealers and shops this month. */
  monthShip: z.number(),
  uidBound: z.boolean(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type SalesmanRow = z.output<typeof SalesmanRow>;

/** A salesman in full, his phone whole. */
export const Salesman = SalesmanRow.extend({ entryDate: day.nullable(), remark: z.string() });
export type Salesman = z.output<typeof Salesman>;

const filters = {
  firmId: id().optional(),
  /** Name, phone or job number. */
  keywords: filterText,
  /** His dealer, with everybody below. */
  agentId: id().optional(),
  status: Enabled.schema.optional(),
};

export const salesmanApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/sales/list',
    may: 'admin:identity:salesman:list',
    input: z.object({ ...paging, ...filters }),
    data: pageOf(SalesmanRow),
    title: '业务员列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/sales/list/all',
    may: { any: ['admin:identity:salesman:list', 'admin:identity:agent:list', 'admin:identity:shop:list'] },
    input: nothing,
    data: z.array(
      z.object({
        id: z.number(),
        picName: z.string(),
        phone: z.string(),
        agentId: z.number().nullable(),
        firmId: z.number(),
        status: z.number(),
      }),
    ),
    title: '全部业务员',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/sales/info',
    may: 'admin:identity:salesman:list',
    input: oneRow,
    data: Salesman,
    title: '业务员详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/sales/save',
    may: 'admin:identity:salesman:save',
    input: SalesmanDraft,
    data: Saved,
    title: '新增业务员',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/sales/update',
    may: 'admin:identity:salesman:update',
    input: SalesmanDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑业务员',
    changes: 'id',
    log: LogKind.update,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/sales/update/status',
    may: 'admin:identity:salesman:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用业务员',
    log: LogKind.update,
  },
  /** Gives all shops and dealers of one salesman to another of the same firm. */
  transfer: {
    method: 'POST',
    path: '/admin/identity/sales/transfer',
    may: 'admin:identity:salesman:transfer',
    input: z
      .object({ fromId: id(), toId: id('请选择接收业务员') })
      .refine(({ fromId, toId }) => fromId !== toId, { path: ['toId'], message: '不能移交给自己' }),
    data: z.object({ shops: z.number(), agents: z.number() }),
    title: '移交业务员',
    log: LogKind.update,
  },
  bindQrcode: {
    method: 'GET',
    path: '/admin/identity/sales/bind/qrcode',
    may: 'admin:identity:salesman:update',
    input: oneRow,
    data: BindCode,
    title: '业务员绑定码',
  },
  unbind: {
    method: 'POST',
    path: '/admin/identity/sales/unbind',
    may: 'admin:identity:salesman:update',
    input: oneRow,
    data: done,
    title: '解绑业务员账号',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/sales/delete',
    may: 'admin:identity:salesman:delete',
    input: oneRow,
    data: done,
    title: '删除业务员',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/sales/delete/ids',
    may: 'admin:identity:salesman:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除业务员',
    log: LogKind.delete,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/sales/export',
    may: 'admin:identity:salesman:export',
    input: z.object({ ...filters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出业务员',
    log: LogKind.export,
    offersFile: true,
  },
  import: importCall('/admin/identity/sales/import', 'admin:identity:salesman:import', '导入业务员'),
});
