import { z } from 'zod';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, latitude, longitude, optionalText, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { regionFilter } from '../../parties/party-fields.ts';
import { RegionMode, ScopeDraft } from './scope-draft.ts';

/** Names of regions that a row of the list tells; the rest is counted. */
export const regionsTold = 50;

/** A scope in the list. */
export const ScopeRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  regionMode: z.number(),
  /** The first of them, by their codes. */
  regionNames: z.array(z.string()),
  regionCount: z.number(),
  rangeMode: z.number(),
  rangeCount: z.number(),
  geoFallback: z.number(),
  remark: z.string(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type ScopeRow = z.output<typeof ScopeRow>;

/** A scope in full. */
export const Scope = ScopeRow.extend({
  regions: z.array(z.string()),
  ranges: z.array(
    z.object({
      lotId: z.number().nullable(),
      lotNo: z.string(),
      seg: z.number(),
      codeLevel: z.number(),
      serialFrom: z.number(),
      serialTo: z.number(),
    }),
  ),
});
export type Scope = z.output<typeof Scope>;

/** Whether a code asked about at a place may take part. */
export const ScopeVerdict = z.object({
  isAllowed: z.boolean(),
  message: z.string(),
  /** The place that was judged; '' without one. */
  regionName: z.string(),
  /** Where the code stands; null where none was asked about. */
  code: z.object({ seg: z.number(), serial: z.number(), codeLevel: z.number(), lotNo: z.string() }).nullable(),
});
export type ScopeVerdict = z.output<typeof ScopeVerdict>;

const scopeAt = resource('/admin/lottery/scope', 'admin:lottery:scope', '活动范围');
export const scopeApi = defineApi({
  list: scopeAt.list(ScopeRow, {
    firmId: id().optional(),
    name: filterText,
    regionMode: RegionMode.schema.optional(),
    status: Enabled.schema.optional(),
  }),
  listAll: scopeAt.listAll(
    z.array(z.object({ id: z.number(), name: z.string(), firmId: z.number(), status: z.number() })),
  ),
  info: scopeAt.info(Scope),
  save: scopeAt.save(ScopeDraft),
  update: scopeAt.update(ScopeDraft),
  updateStatus: scopeAt.updateStatus(),
  remove: scopeAt.remove(),
  removeMany: scopeAt.removeMany(),
  /** What a shopper would be told: at a region, at a position (WGS-84), or, with neither, without telling where he is. */
  test: scopeAt.send(
    '试算活动范围',
    '/test',
    'list',
    z.object({
      scopeId: id(),
      code: optionalText('编码', 512),
      regionCode: regionFilter,
      lng: longitude,
      lat: latitude,
    }),
    ScopeVerdict,
    { log: false },
  ),
});
