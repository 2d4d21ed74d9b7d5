import { DateToken, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { crossedEnds } from '@zhuiyuan/contract/kit/page';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { ChoiceSelect } from '../form/choice-select.tsx';
import { optionsOf, pickedOf, type From } from '../form/choices.ts';
import { DateLimitControl } from '../form/date-limit-control.tsx';
import { needRows } from '../../lib/asked-rows.ts';

/** What a filter's control gets: its text, and three ways to change it. */
export interface FilterControl {
  label: string;
  value: string | undefined;
  /** Applies a value at once. */
  set: (value: string | undefined) => void;
  /** Keeps what is being typed until it is applied. */
  type: (value: string) => void;
  /** Applies everything typed so far. */
  apply: () => void;
  /** What it says is refused, as stands under it. */
  isWrong: boolean;
}

/** One filter of a list: its field in the endpoint's input, its label, its control, and its value in words. */
export interface Filter<N extends string = string> {
  name: N;
  label: string;
  control: (props: FilterControl) => ReactNode;
  words: (value: string) => string;
  /** Left out for who may not see what it chooses from. */
  may?: May;
  /** Text filters wait for Enter or 查询; on phones the first of them is the search box. */
  search?: { placeholder: string };
  /** Says one thing with the filter before it: both are shown, or both folded away. */
  follows?: true;
}

/** Filters that say one thing together, as a kind of time and its range. */
export const together = <N extends string>(first: Filter<N>, ...others: Filter<N>[]): Filter<N>[] => [
  first,
  ...others.map((filter) => ({ ...filter, follows: true as const })),
];

/** How many filters stand there while the rest is folded away: as many as there is room for, none of them without what it is one with. */
export const unfoldedCount = (filters: readonly Filter[], room: number): number => {
  let count = room;
  while (filters[count]?.follows) count -= 1;
  if (count > 0) return count;
  count = room;
  while (filters[count]?.follows) count += 1;
  return count;
};

export const prefix = (label: string) => <span className="zy-filter-label">{label}</span>;

const TextControl = ({ label, value, type, apply, set, placeholder }: FilterControl & { placeholder: string }) => (
  <Input
    prefix={prefix(label)}
    aria-label={label}
    placeholder={placeholder}
    value={value ?? ''}
    allowClear
    maxLength={200}
    onChange={(event) => (event.type === 'click' ? set(undefined) : type(event.target.value))}
    onPressEnter={apply}
  />
);

/** Free text, applied on Enter or by 查询. */
export const textFilter = <N extends string>(name: N, label: string, placeholder = `请输入${label}`): Filter<N> => ({
  name,
  label,
  control: (props) => <TextControl {...props} placeholder={placeholder} />,
  words: (value) => value,
  search: { placeholder },
});

const first = (labels: string[]): string =>
  labels.length > 2 ? `${labels.slice(0, 2).join('、')} 等 ${labels.length} 项` : labels.join('、');

/** One or, with `many`, several values of an enumeration or of a fetched list; applied at once. */
export const selectFilter = <N extends string>(
  name: N,
  label: string,
  from: From,
  { many = false, placeholder = '全部' }: { many?: boolean; placeholder?: string } = {},
): Filter<N> => {
  const options = optionsOf(from);
  const choices = pickedOf(from);
  const labelOf = (value: string) => {
    const known = options.find((option) => String(option.value) === value)?.label ?? choices?.labelOf(Number(value));
    // Its words are asked, and shown when they come.
    if (known === undefined && choices?.picked.source) needRows(choices.picked.source, [Number(value)]);
    return known ?? value;
  };
  return {
    name,
    label,
    control: ({ value, set }) =>
      many ? (
        <ChoiceSelect<string[]>
          from={from}
          isText
          mode="multiple"
          prefix={prefix(label)}
          aria-label={label}
          placeholder={placeholder}
          value={value ? value.split(',') : []}
          onChange={(next) => set(next.join(','))}
          allowClear
          maxTagCount={0}
          maxTagPlaceholder={() => first((value ?? '').split(',').map(labelOf))}
        />
      ) : (
        <ChoiceSelect<string>
          from={from}
          isText
          mayFind={choices !== undefined || options.length > 8}
          prefix={prefix(label)}
          aria-label={label}
          placeholder={placeholder}
          value={value}
          onChange={(next: string | undefined) => set(next)}
          allowClear
        />
      ),
    words: (value) => first(value.split(',').map(labelOf)),
  };
};

/** The year goes without saying within the current one. */
const dayWords = (time: string): string =>
  time.startsWith(shanghaiToday().slice(0, 5)) ? time.slice(5, 10) : time.slice(0, 10);

/** A `dateLimit`: a range of days with the shortcuts 昨天, 最近七天, 本月, 最近30天, 最近一年. */
export const dateFilter = <N extends string>(name: N, label: string): Filter<N> => ({
  name,
  label,
  control: ({ value, set }) => <DateLimitControl label={label} value={value} set={set} prefix={prefix(label)} />,
  words: (value) => (DateToken.of(value) ? DateToken.label(value) : value.split(',').map(dayWords).join(' 至 ')),
});

/** The set filters in words, for the empty state and the chips: `状态：失败、创建时间：今天`; those that are `refused` as they are written. */
export const inWords = (
  filters: readonly Filter[],
  values: Record<string, string | undefined>,
  refused: readonly string[] = [],
): { name: string; text: string }[] => {
  // Each end of a range is understood, although together they are not.
  const crossed = crossedEnds(values);
  const known = filters.flatMap(({ name, label, words }) => {
    const value = values[name];
    const isUnread = refused.includes(name) && !crossed.includes(name);
    return value ? [{ name, text: `${label}：${isUnread ? value : words(value)}` }] : [];
  });
  const others = refused.filter((name) => !filters.some((filter) => filter.name === name));
  return [...known, ...others.map((name) => ({ name, text: `${name}：${values[name]}` }))];
};
