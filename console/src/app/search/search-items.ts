import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import { SearchGroup, type Found, type RecentFind } from '@zhuiyuan/contract/search/search';
import { codePage } from '../../lib/code-addresses.ts';
import {
  activityPage,
  applyList,
  consumerList,
  consumerPage,
  deliverList,
  deliverPage,
  lotPage,
  orderList,
  orderPage,
  policeEventOf,
  policeList,
  productPage,
} from '../../lib/object-addresses.ts';
import type { Findable } from '../routes/menu-entries.ts';

/** One line that leads somewhere. */
export interface SearchItem {
  /** Unique in the layer; the id of its option. */
  key: string;
  kind: RecentFind['kind'] | 'more';
  title: string;
  text: string;
  status: { label: string; tone: Tone } | null;
  /** What stands at the right instead of a status. */
  why: string;
  to: string;
  /** What to remember when it is opened; nothing of 更多. */
  recent?: RecentFind;
}

/** Lines under one heading. */
export interface SearchSection {
  label: string;
  items: SearchItem[];
}

/** Where a kind is listed, and the filter that takes words. */
const lists: Record<SearchGroup, { path: string; filter: string }> = {
  lot: { path: '/identity/lotManager', filter: 'lotNo' },
  task: { path: '/identity/taskManager', filter: 'keywords' },
  deliver: { path: deliverList, filter: 'keywords' },
  order: { path: orderList, filter: 'orderNo' },
  apply: { path: applyList, filter: 'applyNo' },
  agent: { path: '/identity/agentManager', filter: 'keywords' },
  shop: { path: '/identity/shopAssManager', filter: 'keywords' },
  product: { path: '/identity/productManager', filter: 'keywords' },
  activity: { path: '/lottery/activeManager', filter: 'keywords' },
  consumer: { path: consumerList, filter: 'keywords' },
  police: { path: policeList, filter: 'keywords' },
  firm: { path: '/identity/firmManager', filter: 'name' },
};

const listAddress = (group: SearchGroup, words: string): string =>
  `${lists[group].path}?${new URLSearchParams({ [lists[group].filter]: words }).toString()}`;

const pages: Partial<Record<SearchGroup, (id: number) => string>> = {
  lot: lotPage,
  product: productPage,
  deliver: deliverPage,
  order: orderPage,
  activity: activityPage,
  consumer: consumerPage,
  police: policeEventOf,
};

/** The row's own page where there is one, else the list that shows it. */
const rowAddress = (group: SearchGroup, id: string, title: string): string =>
  pages[group]?.(Number(id)) ?? listAddress(group, title);

const toItem = (recent: RecentFind, rest: Partial<SearchItem> = {}): SearchItem => ({
  key: `${recent.kind}-${recent.key}`,
  kind: recent.kind,
  title: recent.title,
  text: '',
  status: null,
  why: '',
  to:
    recent.kind === 'code'
      ? codePage(recent.key)
      : recent.kind === 'menu'
        ? recent.key
        : rowAddress(recent.kind, recent.key, recent.title),
  recent,
  ...rest,
});

const menuItem = ({ url, name }: Findable): SearchItem =>
  toItem({ kind: 'menu', key: url, title: name.at(-1) ?? '' }, { text: name.slice(0, -1).join(' / ') });

const mostMenus = 3;

/** Screens that take a code with them. */
const withCode = [
  { url: '/identity/selectManager', tab: 'log', title: '查询记录' },
  { url: '/identity/selectManager', tab: 'abnormal', title: '异常码' },
] as const;

/** The label of the lines that carry a found code on. */
export const withCodeLabel = '带此编码打开';

const carrying = (code: string, menus: readonly Findable[]): SearchSection[] => {
  const items = withCode.flatMap(({ url, tab, title }): SearchItem[] => {
    const menu = menus.find((one) => one.url === url);
    if (!menu) return [];
    const to = `${url}?${new URLSearchParams({ tab, code }).toString()}`;
    const key = `with-${tab}`;
    return [{ key, kind: 'menu', title, text: menu.name.join(' / '), status: null, why: '', to }];
  });
  return items.length > 0 ? [{ label: withCodeLabel, items }] : [];
};

/** What was found for these words, then the menus called so; an exact code stands first, and last the screens that take it along. */
export const toFoundSections = (
  found: Found,
  menus: readonly Findable[],
  words: string,
  all: readonly Findable[] = [],
): SearchSection[] => {
  const groups = found.groups.map(({ group, rows, hasMore }): SearchSection => {
    const items = rows.map(({ id, title, text, status, why }) =>
      toItem({ kind: group, key: String(id), title }, { text, status, why }),
    );
    const more: SearchItem = {
      key: `more-${group}`,
      kind: 'more',
      title: `更多${SearchGroup.label(group)}`,
      text: '',
      status: null,
      why: '',
      to: listAddress(group, words),
    };
    return { label: SearchGroup.label(group), items: hasMore ? [...items, more] : items };
  });
  if (found.code) {
    const { code, storeName } = found.code;
    const head = toItem({ kind: 'code', key: code, title: code }, { text: storeName });
    return [{ label: '编码', items: [head] }, ...groups, ...carrying(code, all)];
  }
  const named = menus.slice(0, mostMenus).map(menuItem);
  return named.length > 0 ? [...groups, { label: '菜单', items: named }] : groups;
};

/** Before anything is typed: what was opened last, and the screens used last. */
export const toFirstSections = (recent: readonly RecentFind[], menus: readonly Findable[]): SearchSection[] =>
  [
    { label: '最近', items: recent.map((one) => toItem(one)) },
    {
      label: '菜单',
      items: menus.map(menuItem).filter(({ key }) => !recent.some((one) => `${one.kind}-${one.key}` === key)),
    },
  ].filter(({ items }) => items.length > 0);

const codeLetters = /^[2-9A-HJ-NP-Z]+$/;
const codeDigits = /^\d+$/;
const codeLengths = new Set([16, 18, 20]);
const bare = (words: string): string => words.replace(/[\s-]/g, '').toUpperCase();

/** A whole code in groups of four, anything else as it was typed. */
export const inGroups = (words: string): string => {
  const code = bare(words);
  const isCode = codeLengths.has(code.length) && (codeLetters.test(code) || codeDigits.test(code));
  return isCode ? (code.match(/.{1,4}/g) ?? []).join(' ') : words;
};

/** What may be wrong with words that look like a code. */
export const codeHint = (words: string): string | undefined => {
  const code = bare(words);
  if (code.length < 12 || code.length > 24 || !/^[0-9A-Z]+$/.test(code)) return undefined;
  if (!codeLengths.has(code.length)) return `编码应为 16、18 或 20 位，现在 ${code.length} 位`;
  if (!codeDigits.test(code) && /[01IO]/.test(code)) return '编码中不含数字0、1和字母I、O，请核对';
  return undefined;
};

/** A text cut at the words in it, whatever their case: [before, the words, after]; nothing where they are not in it. */
export const cutAtWords = (text: string, words: string): [string, string, string] | undefined => {
  const at = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1;
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at, at + words.length), text.slice(at + words.length)];
};
