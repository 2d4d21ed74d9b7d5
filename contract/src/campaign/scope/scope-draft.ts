import { z } from 'zod';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { id, optionalText, text } from '../../kit/fields.ts';
import { segField, serialField } from '../../kit/place-fields.ts';
import { firmId, regionCode } from '../../parties/party-fields.ts';

/** Where one must be to take part. */
export const RegionMode = enumeration({
  any: { value: 0, label: '不限' },
  only: { value: 1, label: '仅限以下地区' },
  except: { value: 2, label: '排除以下地区' },
});
export type RegionMode = (typeof RegionMode.options)[number]['value'];

/** Which codes take part. */
export const RangeMode = enumeration({
  any: { value: 0, label: '不限' },
  ranges: { value: 1, label: '限码段' },
});
export type RangeMode = (typeof RangeMode.options)[number]['value'];

/** What becomes of somebody who does not say where he is. */
export const GeoFallback = enumeration({
  refuse: { value: 0, label: '无定位拒绝' },
  address: { value: 1, label: '用IP判断' },
  pass: { value: 2, label: '放行' },
});
export type GeoFallback = (typeof GeoFallback.options)[number]['value'];

export const mostRegions = 3000;
export const mostRanges = 200;

/** A run of codes of one segment, both ends included; with a lot only as long as they are bound to it. */
export const ScopeRange = z
  .object({
    lotId: id('批次不正确').nullish(),
    seg: segField(),
    serialFrom: serialField('请输入起始序号'),
    serialTo: serialField('请输入结束序号'),
  })
  .refine(({ serialFrom, serialTo }) => serialFrom <= serialTo, {
    path: ['serialTo'],
    message: '码段起始不能大于结束',
  });
export type ScopeRange = z.output<typeof ScopeRange>;

const areApart = (ranges: readonly ScopeRange[]): boolean => {
  const sorted = ranges.toSorted((a, b) => a.seg - b.seg || a.serialFrom - b.serialFrom);
  return sorted.every((range, at) => {
    const next = sorted[at + 1];
    return next?.seg !== range.seg || next.serialFrom > range.serialTo;
  });
};

const isArray = (value: unknown): boolean => Array.isArray(value);

/** A scope as it is typed. Regions and ranges are kept only where the mode asks for them. */
export const ScopeDraft = z
  .object({
    firmId,
    name: text('范围名称', { max: 40 }),
    regionMode: RegionMode.schema.default(0),
    /** Six-digit codes, each with everything below it. */
    regions: z
      .array(regionCode('地区不正确'), { error: '请选择地区' })
      .max(mostRegions, `一个范围最多${mostRegions}个地区`)
      .default([]),
    rangeMode: RangeMode.schema.default(0),
    ranges: z.array(ScopeRange, { error: '请添加码段' }).max(mostRanges, `一个范围最多${mostRanges}个码段`).default([]),
    geoFallback: GeoFallback.schema.default(0),
    status: Enabled.schema.default(0),
    remark: optionalText('备注', 200),
  })
  .refine(({ regionMode, regions }) => regionMode === RegionMode.any || regions.length > 0, {
    path: ['regions'],
    message: '请选择地区',
    when: ({ value }) => isArray((value as { regions?: unknown } | null)?.regions),
  })
  .refine(({ rangeMode, ranges }) => rangeMode === RangeMode.any || ranges.length > 0, {
    path: ['ranges'],
    message: '请添加码段',
    when: ({ value }) => isArray((value as { ranges?: unknown } | null)?.ranges),
  })
  .refine(({ rangeMode, ranges }) => rangeMode === RangeMode.any || areApart(ranges), {
    path: ['ranges'],
    message: '码段之间不能重叠',
  });
export type ScopeDraft = z.output<typeof ScopeDraft>;
