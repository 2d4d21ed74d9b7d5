import { z } from 'zod';
import { readDateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { day, filterText, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { StatAxis } from './stat-axis.ts';
import { statMay, statNames, statScreens, type StatName } from './stat-screens.ts';
import type { StatScreen } from './stat-screen.ts';

/** What stands for 全部: the whole time, with nothing before it. */
export const wholeTime = 'all';
/** The time that is shown where nobody says. */
export const usualTime = 'lately30';
/** The most days of a range (62011). */
export const mostDays = 366;

/** A `dateLimit`, or the whole time. */
export const statTime = z
  .string()
  .trim()
  .refine((limit) => limit === wholeTime || readDateLimit(limit) !== null, '时间范围不正确')
  .optional();

const axis = StatAxis.schema;

/** What figures are asked of: a firm, a time, and one row of one dimension. */
const of = { firmId: id().optional(), dateLimit: statTime, dim: axis.optional(), dimId: id().optional() };

/** A figure; null where it says nothing, as a share of none. */
const value = z.number().nullable();

/** The days that are counted, both included; the first is null for the whole time. */
const Span = z.object({ start: day.nullable(), end: day });

const Card = z.object({
  code: z.string(),
  label: z.string(),
  value,
  unit: z.string(),
  /** The period before, up to the same clock time where the range ends today; null where there is none to compare with. */
  prev: value,
  /** Change as a part of it (0.1 is a tenth more), between two shares their difference; null where there is none. */
  ratio: value,
});

export const Summary = z.object({
  cards: z.array(Card),
  range: Span,
  /** The period compared with. */
  before: Span.nullable(),
  /** Facts before this moment are in the figures. */
  asOf: time,
});

export const Trend = z.object({
  /** What the values are of: the number of the row (a day as 20261121, 0 for what nobody knows) and its name. */
  x: z.array(z.object({ id: z.number(), name: z.string() })),
  series: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      data: z.array(value),
      /** Of the period before, where it is compared. */
      prev: z.array(value).optional(),
    }),
  ),
  asOf: time,
});

/** A row of the table: its figures by their codes, and what else is said of it: of a tier its `activityId`. */
const Row = z.object({ id: z.number(), name: z.string() }).catchall(z.union([z.number(), z.string(), z.null()]));
export type StatRow = z.output<typeof Row>;

const List = pageOf(Row).extend({
  /** What the rows are of. */
  groupBy: axis,
  /** The columns that these rows have. */
  columns: z.array(z.string()),
  /** 合计: what all rows come to, counted as a whole, never added up from a page. */
  sum: z.record(z.string(), value),
  asOf: time,
});

const base = (name: string) => `/admin/lottery/stats/${name}`;

const apiOf = (name: StatName) => {
  const { title }: StatScreen = statScreens[name];
  const may = statMay(name);
  const by = { ...of, groupBy: axis };
  const ordered = { ...by, sort: filterText, order: z.enum(['asc', 'desc'], '排序不正确').optional() };
  return defineApi({
    summary: read(title, `${base(name)}/summary`, may, z.object(of), Summary),
    trend: read(`${title}图表`, `${base(name)}/trend`, may, z.object(by), Trend),
    list: read(`${title}明细`, `${base(name)}/list`, may, z.object({ ...paging, ...ordered }), List),
    export: read(
      `导出${title}`,
      `${base(name)}/export`,
      may,
      z.object({ ...ordered, columns: exportColumns }),
      ExportFile,
      {
        log: LogKind.export,
        offersFile: true,
      },
    ),
  });
};
export type StatApi = ReturnType<typeof apiOf>;

/** The calls of each statistics screen. */
export const statApis = Object.fromEntries(statNames.map((name) => [name, apiOf(name)])) as Record<StatName, StatApi>;
