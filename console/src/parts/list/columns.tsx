import type { Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import type { ReactNode } from 'react';
import type { Act } from './acts.tsx';
import { Code } from '../format/code.tsx';
import { Cut } from '../format/cut.tsx';
import { countText, moneyText, rateText } from '../format/numbers.ts';
import { OnOff } from './on-off.tsx';
import { EnumDot, EnumTag } from '../format/tag.tsx';
import { Thumb } from '../format/thumb.tsx';
import { dayText, timeText } from '../format/times.ts';
import './columns.css';

/** One column of a list: plain data that the table, the column chooser and the phone's cards read. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Absent on the one column that takes the room left. */
  width?: number;
  align?: 'left' | 'right';
  render: (row: Row) => ReactNode;
  /** The server sorts by this name. */
  sort?: string;
  /** Opens the row's detail; Enter on the row does the same. */
  open?: (row: Row) => void;
  /** What one can do with the row: only on the column made by `acts`. */
  acts?: (row: Row) => Act[];
  /** Least width of the column that takes the room left. */
  least?: number;
  /** Picture beside the name; cards show it larger. */
  picture?: (row: Row) => unknown;
  /** The name without its picture, for cards. */
  bare?: (row: Row) => ReactNode;
  /** What the cell is drawn from; cards leave out facts that are empty. */
  raw?: (row: Row) => unknown;
  /** The main status: cards show it at the top right. */
  isStatus?: boolean;
  isTime?: boolean;
  /** Shown only to who asks for it in 列设置. */
  isExtra?: boolean;
  /** Stays in sight at the left. */
  isPinned?: boolean;
}

interface Look {
  width?: number;
  sort?: string;
}

type Named<Row> = keyof NoInfer<Row> & string;

const value = <Row,>(row: Row, key: Named<Row>): unknown => row[key];
const rawOf =
  <Row,>(key: Named<Row>) =>
  (row: Row): unknown =>
    row[key];
const words = (content: unknown): string =>
  content === null || content === undefined || content === '' ? '-' : String(content);

/** Anything a screen draws itself. */
export const cell = <Row,>(
  key: string,
  title: string,
  render: (row: Row) => ReactNode,
  look: Look & { align?: 'left' | 'right' } = {},
): Column<Row> => ({
  key,
  title,
  render,
  ...look,
});

/** The row's number, 72 px. */
export const rowId = <Row,>(key: Named<Row>, title = 'ID', { width = 72, sort }: Look = {}): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  render: (row) => words(value(row, key)),
});

/** Text on one line, cut with an ellipsis and the whole text on hover. */
export const text = <Row,>(key: Named<Row>, title: string, { width = 120, sort }: Look = {}): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  render: (row) => <Cut>{words(value(row, key))}</Cut>,
});

/** Text that leads to the page of what it names, wrapped by `link`; cards show it plain. */
export const linked = <Row,>(
  key: Named<Row>,
  title: string,
  link: (row: Row, label: ReactNode) => ReactNode,
  { width = 120, sort }: Look = {},
): Column<Row> => {
  const bare = (row: Row) => <Cut>{words(value(row, key))}</Cut>;
  return {
    key,
    title,
    width,
    sort,
    raw: rawOf(key),
    bare,
    render: (row) => (value(row, key) ? link(row, bare(row)) : '-'),
  };
};

/** The row's name: takes the room left, at least 196 px; with `open` it is the link to the detail, with `picture` a 24 px thumb stands before it. */
export const name = <Row,>(
  key: Named<Row>,
  title: string,
  {
    open,
    picture,
    width,
    least = 196,
    sort,
  }: Look & { open?: (row: Row) => void; picture?: Named<Row>; least?: number } = {},
): Column<Row> => {
  const bare = (row: Row) => {
    const label = <Cut>{words(value(row, key))}</Cut>;
    if (!open) return label;
    return (
      <button type="button" className="zy-link" onClick={() => open(row)}>
        {label}
      </button>
    );
  };
  if (!picture) return { key, title, width, sort, open, least, raw: rawOf(key), render: bare };
  const render = (row: Row) => (
    <span className="zy-named">
      <Thumb src={value(row, picture)} label={words(value(row, key))} />
      {bare(row)}
    </span>
  );
  return { key, title, width, sort, open, least, render, bare, picture: (row) => value(row, picture) };
};

/** A code: monospace, grouped by four, copied bare, never cut. */
export const code = <Row,>(
  key: Named<Row>,
  title: string,
  { width = 172, sort, open }: Look & { open?: (row: Row) => void } = {},
): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  open,
  render: (row) => {
    const content = value(row, key);
    return typeof content === 'string' && content ? <Code code={content} open={open && (() => open(row))} /> : '-';
  },
});

const number = <Row,>(
  key: Named<Row>,
  title: string,
  width: number,
  write: (value: number) => string,
  sort?: string,
): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  align: 'right',
  render: (row) => {
    const content = value(row, key);
    if (content === null || content === undefined || content === '') return '-';
    return <span className={Number(content) === 0 ? 'zy-zero' : undefined}>{write(Number(content))}</span>;
  },
});

/** A count with thousands commas; 0 is grey. */
export const count = <Row,>(key: Named<Row>, title: string, { width = 90, sort }: Look = {}): Column<Row> =>
  number(key, title, width, countText, sort);

/** Percent as the wire carries it, with one decimal at least; 0 is grey. */
export const percent = <Row,>(key: Named<Row>, title: string, { width = 84, sort }: Look = {}): Column<Row> =>
  number(key, title, width, rateText, sort);

/** Integer fen as yuan; the header says （元）. */
export const money = <Row,>(key: Named<Row>, title: string, { width = 120, sort }: Look = {}): Column<Row> =>
  number(key, `${title}（元）`, width, moneyText, sort);

/** A wire time as `yyyy-MM-dd HH:mm`; `seconds` only in logs. */
export const time = <Row,>(
  key: Named<Row>,
  title: string,
  { width, sort, seconds = false }: Look & { seconds?: boolean } = {},
): Column<Row> => ({
  key,
  title,
  width: width ?? (seconds ? 152 : 136),
  sort,
  isTime: true,
  render: (row) => timeText(value(row, key) as string | number | null, seconds),
});

/** A wire time or day as `yyyy-MM-dd`. */
export const day = <Row,>(key: Named<Row>, title: string, { width = 104, sort }: Look = {}): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  render: (row) => dayText(value(row, key) as string | null),
});

/** The table's main status, as a tinted tag. One per table. */
export const enumTag = <Row,>(
  key: Named<Row>,
  title: string,
  of: Enumeration,
  { width = 92, sort }: Look = {},
): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  isStatus: true,
  render: (row) => <EnumTag of={of} value={value(row, key)} />,
});

/** A further status, type or level: glyph and plain text, or plain text where the enumeration has no tone. */
export const enumDot = <Row,>(
  key: Named<Row>,
  title: string,
  of: Enumeration,
  { width = 92, sort }: Look = {},
): Column<Row> => ({
  key,
  title,
  width,
  sort,
  raw: rawOf(key),
  render: (row) => <EnumDot of={of} value={value(row, key)} />,
});

/**
 * A switch that changes the row in place: flips at once, flips back when `change` fails. `on` says which value means on;
 * without the permission it stays a plain text.
 */
export const onOff = <Row,>(
  key: Named<Row>,
  title: string,
  {
    on = (content: unknown) => content === true || content === 1,
    change,
    name: nameOf,
    may,
    width = 76,
  }: {
    on?: (content: unknown) => boolean;
    change: (row: Row, isOn: boolean) => Promise<unknown>;
    name: (row: Row) => string;
    may?: May;
    width?: number;
  },
): Column<Row> => ({
  key,
  title,
  width,
  render: (row) => (
    <OnOff
      isOn={on(value(row, key))}
      change={(isOn) => change(row, isOn)}
      label={`${title} ${nameOf(row)}`}
      may={may}
    />
  ),
});

/** A column that is shown only to who asks for it in 列设置. */
export const extra = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, isExtra: true });

/** What one can do with a row, fixed at the right: two links, the rest under 更多. */
export const acts = <Row,>(of: (row: Row) => Act[]): Column<Row> => ({
  key: 'acts',
  title: '操作',
  acts: of,
  render: () => null,
});
