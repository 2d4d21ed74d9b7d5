import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { id, time } from '../../kit/fields.ts';

const may = { any: ['admin:lottery:ai:index', 'admin:lottery:stats:scan'] };
const asked = z.object({ firmId: id().optional() });

/** Degrees. */
const point = { lng: z.number(), lat: z.number() };

/** A place where goods of one dealer were asked about outside of his regions today. */
const CrossedPlace = z.object({
  name: z.string(),
  ...point,
  /** Codes. */
  count: z.number(),
  /** Where the dealer is: his own point, else the middle of his city; null where neither is known. */
  from: z.object({ ...point, isGuess: z.boolean() }).nullable(),
});
export type CrossedPlace = z.output<typeof CrossedPlace>;

/** All that a wall shows of today up to `asOf`. A block the person may not see is absent. */
export const Wall = z.object({
  name: z.string(),
  logo: z.string(),
  asOf: time,
  /** Counted scans and those of yesterday up to the same clock; people who scanned. */
  scans: z
    .object({
      today: z.number(),
      yesterday: z.number(),
      first: z.number(),
      people: z.number(),
      anonymous: z.number(),
      /** Of each hour of the day; null of those that have not begun. */
      hours: z.array(z.number().nullable()),
      hoursBefore: z.array(z.number()),
    })
    .optional(),
  map: z
    .object({
      /** Provinces by scans, the most first. */
      provinces: z.array(z.object({ id: z.number(), name: z.string(), value: z.number() })),
      unknown: z.number(),
      /** Where the firm is; null where nobody said, or of all firms. */
      plant: z.object({ name: z.string(), ...point }).nullable(),
      /** For who may see where codes cross; the most first, ten at most. */
      crossed: z.array(CrossedPlace).optional(),
    })
    .optional(),
  /** Five at most. */
  products: z.array(z.object({ id: z.number(), name: z.string(), value: z.number() })).optional(),
  warnings: z
    .object({
      today: z.number(),
      waiting: z.number(),
      /** The worst first, then the newest; three at most. */
      rows: z.array(z.object({ id: z.number(), type: z.number(), level: z.number(), title: z.string(), at: time })),
    })
    .optional(),
});
export type Wall = z.output<typeof Wall>;

/** A scan of a moment ago: no person and no code. */
const FootRow = z.object({
  id: z.number(),
  at: time,
  province: z.string(),
  city: z.string(),
  product: z.string(),
  verdict: z.string(),
  /** The how manyth question about this code; null where that is not known. */
  nth: z.number().nullable(),
});
export type FootRow = z.output<typeof FootRow>;

/** 大屏: opened from 营销概览 and 扫码统计, read again and again without anybody at it. */
export const wallApi = defineApi({
  wall: read('大屏', '/admin/lottery/ai/wall', may, asked, Wall),
  /** The last three scans of today, the newest first. */
  foot: read('大屏实时扫码', '/admin/lottery/ai/wall/foot', may, asked, z.array(FootRow)),
});
