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

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The upper end of a range that a list is filtered by, of the name of its lower end: `minAmount`, `maxAmount`. */
const upperOf = (name: string): string | undefined => (/^min[A-Z]/.test(name) ? `max${name.slice(3)}` : undefined);

/** Names of the lower ends that stand above their upper ones, among filters as they are sent or as the address has them. */
export const crossedEnds = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(values).filter((least) => {
    const most = upperOf(least);
    if (!most || !isGiven(values[least]) || !isGiven(values[most])) return false;
    return Number(values[least]) > Number(values[most]);
  });

/** Said of a range whose ends are crossed. */
export const crossedText = '最小值不能大于最大值';

/** Filters of a list that refuse ranges whose ends are crossed: fields named `minX` and `maxX`, both ends included. */
export const inRange = <T extends z.ZodObject>(filters: T): T => {
  const hasRange = Object.keys(filters.shape).some((name) => (upperOf(name) ?? '') in filters.shape);
  if (!hasRange) return filters;
  return filters.superRefine((values, context) => {
    for (const name of crossedEnds(values)) context.addIssue({ code: 'custom', path: [name], message: crossedText });
  });
};
