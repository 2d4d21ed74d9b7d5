import { BindCode } from '../../account/account.ts';
import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { importCall } from '../../jobs/import-call.ts';
import { dayField } from '../../kit/day.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { oneRow } from '../../kit/standard.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { day, filterText, id, optionalText, text, time } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
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
  /** Items shipped to his agents and shops this month. */
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
  /** His agent, with everybody below. */
  agentId: id().optional(),
  status: Enabled.schema.optional(),
};

const salesmanAt = resource('/admin/identity/sales', 'admin:identity:salesman', '业务员');
export const salesmanApi = defineApi({
  list: salesmanAt.list(SalesmanRow, filters),
  listAll: salesmanAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        picName: z.string(),
        phone: z.string(),
        agentId: z.number().nullable(),
        firmId: z.number(),
        status: z.number(),
      }),
    ),
    { may: { any: ['admin:identity:salesman:list', 'admin:identity:agent:list', 'admin:identity:shop:list'] } },
  ),
  info: salesmanAt.info(Salesman),
  save: salesmanAt.save(SalesmanDraft),
  update: salesmanAt.update(SalesmanDraft),
  updateStatus: salesmanAt.updateStatus(),
  /** Gives all shops and agents of one salesman to another of the same firm. */
  transfer: salesmanAt.change(
    '移交业务员',
    '/transfer',
    'transfer',
    z
      .object({ fromId: id(), toId: id('请选择接收业务员') })
      .refine(({ fromId, toId }) => fromId !== toId, { path: ['toId'], message: '不能移交给自己' }),
    z.object({ shops: z.number(), agents: z.number() }),
  ),
  /** What is scanned to bind an account of one's own. */
  bindQrcode: salesmanAt.read('业务员绑定码', '/bind/qrcode', 'update', oneRow, BindCode, { log: LogKind.other }),
  unbind: salesmanAt.change('解绑业务员账号', '/unbind', 'update', oneRow, done),
  remove: salesmanAt.remove(),
  removeMany: salesmanAt.removeMany(),
  export: salesmanAt.export(filters),
  import: importCall('/admin/identity/sales/import', 'admin:identity:salesman:import', '导入业务员'),
});
