import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { day, filterText, id, ids, int, optionalText, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { Audit, reviewInput } from '../../kit/audit.ts';
import { FirmDraft } from './firm-draft.ts';
import { FirmSettings } from './firm-settings.ts';
import { regionFilter } from '../party-fields.ts';

/** A firm in the list; its phone is masked. */
export const FirmRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  firmNo: z.string(),
  creditCode: z.string(),
  logo: z.string(),
  industry: z.string(),
  contact: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  codeUsed: z.number(),
  /** null = unlimited. */
  codeQuota: z.number().nullable(),
  /** Of the identifier node; '' while none is set. */
  nodePrefix: z.string(),
  validTo: day.nullable(),
  audit: z.number(),
  auditRemark: z.string(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type FirmRow = z.output<typeof FirmRow>;

/** A firm in full, with how much it has. */
export const Firm = FirmRow.extend({
  shortName: z.string(),
  licenseImage: z.string(),
  images: z.array(z.string()),
  legalName: z.string(),
  email: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  intro: z.string(),
  website: z.string(),
  servicePhone: z.string(),
  gcp: z.string(),
  gln: z.string(),
  domain: z.string(),
  validFrom: day.nullable(),
  auditAt: time.nullable(),
  remark: z.string(),
  agentNum: z.number(),
  shopNum: z.number(),
  productNum: z.number(),
  lotNum: z.number(),
  staffNum: z.number(),
});
export type Firm = z.output<typeof Firm>;

/** Filters of the list and of its export. */
const filters = {
  name: filterText,
  creditCode: filterText,
  audit: Audit.schema.optional(),
  status: Enabled.schema.optional(),
  /** With everything below it. */
  regionCode: regionFilter,
  dateLimit,
};

export const firmApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/firm/list',
    may: 'admin:identity:firm:list',
    input: z.object({ ...paging, ...filters }),
    data: pageOf(FirmRow),
    title: '企业列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/firm/list/all',
    may: 'admin:identity:firm:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
    title: '全部企业',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/firm/info',
    may: 'admin:identity:firm:list',
    input: oneRow,
    data: Firm,
    title: '企业详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/firm/save',
    may: 'admin:identity:firm:save',
    platform: true,
    input: FirmDraft,
    data: Saved,
    title: '新增企业',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/firm/update',
    may: 'admin:identity:firm:update',
    input: FirmDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑企业',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/firm/delete',
    may: 'admin:identity:firm:delete',
    platform: true,
    input: oneRow,
    data: done,
    title: '删除企业',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/firm/delete/ids',
    may: 'admin:identity:firm:delete',
    platform: true,
    input: manyRows,
    data: RemovedMany,
    title: '批量删除企业',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/firm/update/status',
    may: 'admin:identity:firm:status',
    platform: true,
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用企业',
    log: LogKind.update,
  },
  audit: {
    method: 'POST',
    path: '/admin/identity/firm/audit',
    may: 'admin:identity:firm:audit',
    platform: true,
    input: reviewInput,
    data: done,
    title: '审核企业',
    log: LogKind.update,
  },
  quota: {
    method: 'POST',
    path: '/admin/identity/firm/quota',
    may: 'admin:identity:firm:quota',
    platform: true,
    input: z.object({
      id: id(),
      add: int(1, 1_000_000_000_000, '增加额度应为不小于1的整数'),
      remark: optionalText('备注', 200),
    }),
    data: z.object({ codeQuota: z.number() }),
    title: '增加码额度',
    log: LogKind.update,
  },
  settings: {
    method: 'GET',
    path: '/admin/identity/firm/settings',
    may: 'admin:identity:firm:settings',
    input: oneRow,
    data: FirmSettings,
    title: '企业规则设置',
  },
  saveSettings: {
    method: 'POST',
    path: '/admin/identity/firm/settings',
    may: 'admin:identity:firm:settings',
    input: FirmSettings.extend({ id: id() }),
    data: done,
    title: '保存企业规则设置',
    changes: 'id',
    log: LogKind.update,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/firm/export',
    may: 'admin:identity:firm:export',
    input: z.object({ ...filters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出企业',
    log: LogKind.export,
    offersFile: true,
  },
});
