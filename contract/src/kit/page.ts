import { z } from 'zod';
import { int } from './fields.ts';

const pagingText = '分页参数不正确';

/** Paging fields every list takes. */
export const paging = {
  page: int(1, 1_000_000, pagingText).default(1),
  limit: int(1, 9999, pagingText).default(20),
};

/** The order of a list: one of these columns up, with `-` before it down; the list's own order where it is left out. */
export const sortBy = <const N extends string>(...names: readonly [N, ...N[]]) =>
  z
    .enum(names.flatMap((name) => [name, `-${name}` as const]) as [N | `-${N}`, ...(N | `-${N}`)[]], '排序不正确')
    .optional();

/**
 * A page of rows. `total` is exact to 10,000; beyond that it is exact only where a kept counter gives it,
 * else 10000 with `more: true`, shown as `10,000+`.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    list: z.array(row),
    total: z.number(),
    page: z.number(),
    limit: z.number(),
    totalPage: z.number(),
    more: z.boolean().optional(),
  });

export type Page<T> = { list: T[]; total: number; page: number; limit: number; totalPage: number; more?: boolean };
