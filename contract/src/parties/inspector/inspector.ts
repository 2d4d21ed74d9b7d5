import { BindCode } from '../../account/account.ts';
import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { filterText, id, ids, optionalText, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { oneRow } from '../../kit/standard.ts';
import { firmId, mobile, regionCode, rowNumber } from '../party-fields.ts';

/** What an inspector may do on the phone. */
export const InspectScope = enumeration({
  query: { label: '流向查询' },
  evidence: { label: '取证' },
  freeze: { label: '冻结' },
});

/** What a check found. */
export const Opinion = enumeration({
  normal: { value: 1, label: '正常', tone: 'good' },
  diverted: { value: 2, label: '窜货', tone: 'bad' },
  fake: { value: 3, label: '假货', tone: 'bad' },
  expired: { value: 4, label: '过期', tone: 'wait' },
});

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
export const InspectionRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  auditorId: z.number(),
  auditor: z.string(),
  code: z.string(),
  storeName: z.string(),
  agentName: z.string(),
  /** Where the agent might sell when it was checked. */
  authRegion: z.string(),
  foundRegion: z.string(),
  shopName: z.string(),
  opinion: z.number(),
  images: z.array(z.string()),
  policeNo: z.string(),
});
export type InspectionRow = z.output<typeof InspectionRow>;

const recordFilters = {
  firmId: id().optional(),
  auditorId: id().optional(),
  opinion: Opinion.schema.optional(),
  /** The agent the goods belong to, with everybody below. */
  agentId: id().optional(),
  dateLimit,
};

const inspectorAt = resource('/admin/identity/inspector', 'admin:identity:inspector', '稽查员');
export const inspectorApi = defineApi({
  list: inspectorAt.list(InspectorRow, {
    firmId: id().optional(),
    auditor: filterText,
    phone: filterText,
    status: Enabled.schema.optional(),
  }),
  listAll: inspectorAt.listAll(
    z.array(z.object({ id: z.number(), auditor: z.string(), firmId: z.number(), status: z.number() })),
    { may: { any: ['admin:identity:inspector:list', 'admin:identity:inspector:record'] } },
  ),
  info: inspectorAt.info(InspectorRow),
  save: inspectorAt.save(InspectorDraft),
  update: inspectorAt.update(InspectorDraft),
  updateStatus: inspectorAt.updateStatus(),
  /** What is scanned to bind an account of one's own. */
  bindQrcode: inspectorAt.read('稽查员绑定码', '/bind/qrcode', 'update', oneRow, BindCode, { log: LogKind.other }),
  unbind: inspectorAt.change('解绑稽查员账号', '/unbind', 'update', oneRow, done),
  remove: inspectorAt.remove(),
  removeMany: inspectorAt.removeMany(),
});

/** What inspectors found in the market. */
export const inspectionApi = defineApi({
  list: read(
    '稽查记录',
    '/admin/identity/inspector/record/list',
    'admin:identity:inspector:record',
    z.object({ ...paging, ...recordFilters }),
    pageOf(InspectionRow),
  ),
  info: read(
    '稽查记录详情',
    '/admin/identity/inspector/record/info',
    'admin:identity:inspector:record',
    oneRow,
    InspectionRow.extend({ remark: z.string(), lng: z.number().nullable(), lat: z.number().nullable() }),
  ),
  /** 转预警: makes a warning of what was found, once; answers its number. */
  police: change(
    '稽查记录转预警',
    '/admin/identity/inspector/record/police',
    'admin:identity:inspector:police',
    oneRow,
    z.object({ policeNo: z.string() }),
  ),
  export: read(
    '导出稽查记录',
    '/admin/identity/inspector/record/export',
    { all: ['admin:identity:inspector:record', 'admin:identity:inspector:export'] },
    z.object({ ...recordFilters, ids: ids().optional(), columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
