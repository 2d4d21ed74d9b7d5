import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { day, filterText, id, int, optionalText, time, version } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { DoneToMany, manyRows, oneRow, Saved } from '../../kit/standard.ts';
import { Review, reviewInput } from '../../kit/review.ts';
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
  audit: Review.schema.optional(),
  status: Enabled.schema.optional(),
  /** With everything below it. */
  regionCode: regionFilter,
  dateLimit,
  waiting: fixedViews.waiting,
};

const firmAt = resource('/admin/identity/firm', 'admin:identity:firm', '企业');
export const firmApi = defineApi({
  list: firmAt.list(FirmRow, filters),
  listAll: firmAt.listAll(z.array(z.object({ id: z.number(), name: z.string() }))),
  info: firmAt.info(Firm),
  save: firmAt.write(LogKind.insert, '新增企业', '/save', 'save', FirmDraft, Saved, { platform: true }),
  update: firmAt.update(FirmDraft),
  remove: firmAt.read('删除企业', '/delete', 'delete', oneRow, done, { log: LogKind.delete, platform: true }),
  removeMany: firmAt.write(LogKind.delete, '批量删除企业', '/delete/ids', 'delete', manyRows, DoneToMany, {
    platform: true,
  }),
  updateStatus: firmAt.change(
    '启用或停用企业',
    '/update/status',
    'status',
    z.object({ id: id(), status: Enabled.schema }),
    done,
    { platform: true },
  ),
  review: firmAt.change('审核企业', '/audit', 'audit', reviewInput, done, { platform: true }),
  quota: firmAt.change(
    '增加码额度',
    '/quota',
    'quota',
    z.object({
      id: id(),
      add: int(1, 1_000_000_000_000, '增加额度应为不小于1的整数'),
      remark: optionalText('备注', 200),
    }),
    z.object({ codeQuota: z.number() }),
    { platform: true },
  ),
  settings: firmAt.read('企业规则设置', '/settings', 'settings', oneRow, FirmSettings.extend({ version: z.number() })),
  saveSettings: firmAt.change(
    '保存企业规则设置',
    '/settings',
    'settings',
    FirmSettings.extend({ id: id(), version }),
    done,
    {
      changes: 'id',
    },
  ),
  export: firmAt.export(filters),
});
