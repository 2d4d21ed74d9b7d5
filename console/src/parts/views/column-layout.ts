import { columnWidth, type ListLayout } from '@zhuiyuan/contract/settings/list-view';

/** What a layout knows of a column. */
export interface LaidOut {
  key: string;
  title: string;
  /** Absent on the one column that takes the room left. */
  width?: number;
  /** Least width of that one. */
  least?: number;
  /** The column of links: always last, never hidden. */
  acts?: unknown;
  isStatus?: boolean;
  isTime?: boolean;
  /** Shown only to who asks for it. */
  isExtra?: boolean;
  isPinned?: boolean;
}

/** At 1440 px a list is this wide, between the menu and the edge of the window. */
const usualWidth = 1206;
/** Columns a list begins with, the acts counted. */
const mostColumns = 9;
const actsWidth = 148;
const pickWidth = 40;
const nameWidth = 196;
/** A picture or a short number: it stands before the name, and the status after both. */
const markWidth = 56;

const widthOf = ({ width, least = nameWidth }: LaidOut): number => width ?? least;

export interface UsualOptions {
  /** Rows can be ticked. */
  isPicking?: boolean;
  /** Width that what stands beside the list takes from it. */
  beside?: number;
}

/**
 * The columns a list begins with: at most nine, the status second, and with the time no wider than a window of 1440 px. What stands
 * first comes before what stands later; what has no room is left for the person to choose.
 */
export const toUsualLayout = (
  columns: readonly LaidOut[],
  { isPicking = false, beside = 0 }: UsualOptions = {},
): ListLayout => {
  const plain = columns.filter(({ acts }) => !acts);
  const hasActs = plain.length < columns.length;
  const status = plain.find(({ isStatus }) => isStatus) ?? plain.find(({ key }) => key === 'status');
  const time = plain.find(({ key }) => key === 'createTime') ?? plain.findLast(({ isTime }) => isTime);
  const first = plain.find(({ isExtra }) => !isExtra);
  const needed = new Set(
    [first, status, time, plain.find(({ key }) => key === 'firmName'), plain.find(({ width }) => !width)].filter(
      (column) => column !== undefined,
    ),
  );
  const most = mostColumns - (hasActs ? 1 : 0);
  let left = usualWidth - beside - (hasActs ? actsWidth : 0) - (isPicking ? pickWidth : 0);
  for (const column of needed) left -= widthOf(column);
  const chosen = new Set(needed);
  for (const column of plain) {
    if (chosen.size >= most || chosen.has(column) || column.isExtra || widthOf(column) > left) continue;
    chosen.add(column);
    left -= widthOf(column);
  }
  const ordered = plain.filter((column) => chosen.has(column) && column !== status);
  if (status) ordered.splice(ordered[0] && widthOf(ordered[0]) <= markWidth ? 2 : 1, 0, status);
  return {
    columns: ordered.map(({ key }) => ({ key })),
    density: 'normal',
  };
};

/** The columns a layout shows, in its order with its widths and pins, and the acts last. What the list does not have is passed over. */
export const toShown = <C extends LaidOut>(columns: readonly C[], layout: ListLayout): C[] => [
  ...layout.columns.flatMap(({ key, width, isPinned }) => {
    const column = columns.find((one) => one.key === key && !one.acts);
    return column ? [{ ...column, ...(width !== undefined && { width }), isPinned }] : [];
  }),
  ...columns.filter(({ acts }) => acts),
];

/** Width within what a column may have. */
export const toWidth = (width: number): number =>
  Math.round(Math.min(columnWidth.most, Math.max(columnWidth.least, width)));

export const isSameLayout = (a: ListLayout, b: ListLayout): boolean => {
  const plain = ({ columns, density }: ListLayout) =>
    JSON.stringify([density, columns.map(({ key, width, isPinned = false }) => [key, width ?? 0, isPinned])]);
  return plain(a) === plain(b);
};

type Columns = ListLayout['columns'];
const pinnedFirst = (columns: Columns): Columns => [
  ...columns.filter(({ isPinned }) => isPinned),
  ...columns.filter(({ isPinned }) => !isPinned),
];

/** Moves a column to where another stands; pinned ones stay before all others. */
export const moveColumn = (columns: Columns, key: string, to: number): Columns => {
  const from = columns.findIndex((column) => column.key === key);
  const moved = columns[from];
  if (!moved) return columns;
  const others = columns.toSpliced(from, 1);
  return pinnedFirst(others.toSpliced(Math.max(0, to), 0, moved));
};

/** Changes one column; one that becomes pinned joins the others that are. */
export const changeColumn = (columns: Columns, key: string, change: Partial<Columns[number]>): Columns =>
  pinnedFirst(columns.map((column) => (column.key === key ? { ...column, ...change } : column)));
