import { Review } from '../../kit/review.ts';
import { z } from 'zod';
import { shanghaiNow } from '../../kit/date-limit.ts';
import { timeField } from '../../kit/day.ts';
import { flag, id, ids, oneOf, optionalText } from '../../kit/fields.ts';
import { pictures } from '../../kit/picture.ts';
import { flowFiles, latitude, longitude, mostPictures } from './flow-values.ts';
import { segField, serialField } from '../../kit/place-fields.ts';

/** Said where there is no time, or none that can be read. */
export const flowTimeMissing = '请选择发生时间';

/** What every record holds besides the fields of its type, whether typed or imported. */
export const flowFacts = {
  /** Blank: the type's name and the lot's number. */
  title: optionalText('标题', 60),
  occurAt: timeField(flowTimeMissing).refine((value) => value <= shanghaiNow(), '发生时间不能晚于现在'),
  place: optionalText('地点', 80),
  lng: longitude.optional(),
  lat: latitude.optional(),
  operatorName: optionalText('操作人', 30),
  images: pictures(mostPictures),
  files: flowFiles.default([]),
  /** Absent: what the type says. */
  public: flag.optional(),
  remark: optionalText('备注', 200),
};

const shape = z.object({
  flowTypeId: id('请选择流程类型'),
  productId: id('请选择产品'),
  lotIds: ids('请选择批次'),
  /** A run of codes of the one lot; absent = the whole lot. */
  seg: segField('码段不正确').optional(),
  serialFrom: serialField().optional(),
  serialTo: serialField().optional(),
  ...flowFacts,
  /** By the keys of the type's fields; `flowValues` has the rules. */
  values: z.record(z.string(), z.unknown()).default({}),
  /** 3 keeps it as a draft, 0 sends it to review. */
  audit: oneOf([Review.waiting, Review.unsent], '取值不正确').default(Review.unsent),
});

type Partly = Partial<z.output<typeof shape>>;
const has = (...names: (keyof Partly)[]) => ({
  when: ({ value }: { value: unknown }) => names.some((name) => (value as Partly | undefined)?.[name] !== undefined),
});

/** A record as it is typed: one row comes of it for each lot. */
export const FlowDraft = shape
  .refine(
    ({ seg, serialFrom, serialTo }) => (seg === undefined) === (serialFrom === undefined && serialTo === undefined),
    {
      path: ['serialFrom'],
      message: '请填写码段和起止序号',
      ...has('seg', 'serialFrom', 'serialTo'),
    },
  )
  .refine(({ serialFrom, serialTo }) => serialFrom === undefined || serialTo === undefined || serialFrom <= serialTo, {
    path: ['serialTo'],
    message: '起始序号不能大于结束序号',
    ...has('serialTo'),
  })
  .refine(({ seg, lotIds }) => seg === undefined || lotIds?.length === 1, {
    path: ['lotIds'],
    message: '指定码段时只能选择一个批次',
    ...has('seg'),
  })
  .refine(({ lng, lat }) => (lng === undefined) === (lat === undefined), {
    path: ['lat'],
    message: '请同时填写经度和纬度',
    ...has('lng', 'lat'),
  });
export type FlowDraft = z.output<typeof FlowDraft>;
