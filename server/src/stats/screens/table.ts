import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { percentText } from '@zhuiyuan/contract/kit/decimal';
import { invalid, refuse } from '../../kit/refusal.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { layoutOf } from '../read/layout.ts';
import { activitiesOf, namesOf } from '../read/names.ts';
import { readMetrics, readTotals, toldOf, type Values } from '../read/read-metrics.ts';
import type { Question } from './ask.ts';

/** How a table is laid out and ordered. */
interface TableInput {
  groupBy: StatAxis;
  sort?: string;
  order?: 'asc' | 'desc';
}

interface Line {
  id: number;
  values: Values;
}

/** Days come newest first, hours in their order, all else by the first columns; what belongs to no row comes last unless it is asked for in an order. */
const inOrder = (rows: Line[], { groupBy, sort, order }: TableInput, columns: readonly MetricCode[]): Line[] => {
  const by = sort ?? (groupBy === 'day' || groupBy === 'hour' ? 'name' : columns[0]!);
  const isUp = (order ?? (groupBy === 'hour' && by === 'name' ? 'asc' : 'desc')) === 'asc';
  const sign = isUp ? 1 : -1;
  if (by === 'name') return rows.toSorted((a, b) => sign * (a.id - b.id));
  const codes = sort ? [sort as MetricCode] : columns;
  return rows.toSorted((a, b) => {
    if (!sort && (a.id === 0) !== (b.id === 0)) return a.id === 0 ? 1 : -1;
    for (const code of codes) {
      const [one, other] = [a.values[code] ?? null, b.values[code] ?? null];
      // What says nothing stands last, whichever way.
      if (one === null || other === null) {
        if (one !== other) return one === null ? 1 : -1;
      } else if (one !== other) return sign * (one - other);
    }
    return a.id - b.id;
  });
};

const readTable = async ({ db, screen, time, of, now }: Question, input: TableInput) => {
  const group = screen.groups.find(({ by }) => by === input.groupBy);
  if (!group) throw invalid('groupBy', '不支持该分组');
  const layout = layoutOf(group.by, of, time.range);
  const columns = layout ? toldOf(group.columns, layout) : [];
  const { sort } = input;
  if (sort && sort !== 'name' && !group.columns.some((code) => code === sort)) throw invalid('sort', '排序不正确');
  if (!layout || columns.length === 0) return { rows: [], columns: [] };
  const found = await readMetrics(db, now, layout, columns);
  const rows = [...found]
    .map(([id, values]) => ({ id, values }))
    .filter(({ values }) => columns.some((code) => (values[code] ?? 0) !== 0));
  const told =
    sort && sort !== 'name' && !columns.some((code) => code === sort) ? { ...input, sort: undefined } : input;
  return { rows: inOrder(rows, told, columns), columns };
};

/** A page of the table, and what all rows come to: counted as a whole, since people of two rows may be the same. */
export const tablePage = async (question: Question, input: TableInput & { page: number; limit: number }) => {
  const { page, limit, groupBy } = input;
  const { rows, columns } = await readTable(question, input);
  const shown = rows.slice((page - 1) * limit, page * limit);
  const ids = shown.map(({ id }) => id);
  const [nameOf, activityOf, sum] = await Promise.all([
    namesOf(question.db, groupBy, ids),
    groupBy === 'tier' ? activitiesOf(question.db, ids) : undefined,
    readTotals(question.db, question.now, question.whole, columns),
  ]);
  return {
    list: shown.map(({ id, values }) => ({
      id,
      name: nameOf(id),
      ...(activityOf && { activityId: activityOf.get(id) ?? null }),
      ...values,
    })),
    total: rows.length,
    page,
    limit,
    groupBy,
    totalPage: Math.ceil(rows.length / limit),
    columns,
    sum: sum as Record<string, number | null>,
    asOf: question.time.asOf,
  };
};

const writeCell = (code: MetricCode, value: number | null | undefined): string | number => {
  if (value === null || value === undefined) return '';
  const { kind, unit } = metricOf(code);
  if (unit === '元') return value;
  if (kind === 'rate') return percentText(value);
  return kind === 'average' ? Math.round(value * 100) / 100 : value;
};

const titleOf = (code: MetricCode): string => {
  const { label, unit } = metricOf(code);
  return unit === '元' ? `${label}（元）` : label;
};

/** The whole table as a sheet, with 合计 at its end; refuses an empty one (63701). */
export const tableSheet = async (question: Question, input: TableInput & { columns?: readonly string[] }) => {
  const { rows, columns } = await readTable(question, input);
  if (rows.length === 0) throw refuse(exportRefusals.nothing);
  const nameOf = await namesOf(
    question.db,
    input.groupBy,
    rows.map(({ id }) => id),
  );
  const sum = await readTotals(question.db, question.now, question.whole, columns);
  const all: Column<{ name: string; values: Values }>[] = [
    { title: StatAxis.label(input.groupBy), width: 24, cell: ({ name }) => name },
    ...columns.map((code) => ({
      title: titleOf(code),
      ...(metricOf(code).unit === '元' ? { fen: true as const } : {}),
      cell: ({ values }: { values: Values }) => writeCell(code, values[code]),
    })),
  ];
  const chosen = input.columns ? all.filter(({ title }) => input.columns!.includes(title)) : all;
  if (input.columns && chosen.length < new Set(input.columns).size) throw invalid('columns', '请选择导出列');
  return {
    name: question.screen.title,
    columns: chosen,
    rows: [...rows.map(({ id, values }) => ({ name: nameOf(id), values })), { name: '合计', values: sum }],
  };
};
