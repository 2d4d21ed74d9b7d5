import { expect, test } from 'vitest';
import { codeHint, cutAtWords, inGroups, toFirstSections, toFoundSections, withCodeLabel } from './search-items.ts';

test('a whole code stands in groups of four, anything else as it was typed', () => {
  expect(inGroups('4qh7mz2k9txabw6r')).toBe('4QH7 MZ2K 9TXA BW6R');
  expect(inGroups('4QH7 MZ2K 9TXA BW6R')).toBe('4QH7 MZ2K 9TXA BW6R');
  expect(inGroups('12345678901234567890')).toBe('1234 5678 9012 3456 7890');
  for (const words of ['4QH7MZ2K9TXABW6', '龙井 250g', 'T20261123-0001', 'a  b', 'GREENTEAOFCHINA1'])
    expect(inGroups(words)).toBe(words);
});

test('what looks like a code is told what is wrong with it', () => {
  expect(codeHint('4QH7 MZ2K 9TXA BW6')).toBe('编码应为 16、18 或 20 位，现在 15 位');
  expect(codeHint('4QH7 MZ2K 9TXA BW60')).toBe('编码中不含数字0、1和字母I、O，请核对');
  expect(codeHint('4QH7 MZ2K 9TXA BW6R')).toBeUndefined();
  expect(codeHint('龙井')).toBeUndefined();
  expect(codeHint('T2026')).toBeUndefined();
});

test('words are marked where they stand, whatever their case', () => {
  expect(cutAtWords('Lot A-1 of tea', 'a-1')).toEqual(['Lot ', 'A-1', ' of tea']);
  expect(cutAtWords('茶', '酒')).toBeUndefined();
  expect(cutAtWords('茶', '')).toBeUndefined();
});

const row = { id: 7, title: '锦和', text: 'A1', status: null, why: '' };

test('groups lead to their rows and, where there are more, to the list with the words', () => {
  const found = { code: null, groups: [{ group: 'agent' as const, rows: [row], hasMore: true }] };
  const menus = [{ url: '/identity/agentManager', name: ['标识溯源', '经销商管理'] }];
  const sections = toFoundSections(found, menus, '锦');
  expect(sections.map(({ label, items }) => [label, items.map(({ title, to }) => [title, to])])).toEqual([
    [
      '经销商',
      [
        ['锦和', expect.stringContaining('/identity/agentManager')],
        ['更多经销商', `/identity/agentManager?keywords=${encodeURIComponent('锦')}`],
      ],
    ],
    ['菜单', [['经销商管理', '/identity/agentManager']]],
  ]);
});

test('a code is carried on to the screens that take one, where they are in the menu', () => {
  const code = { code: '4QH7MZ2K9TXABW6R', storeName: '龙井' };
  const found = { code, groups: [] } as never;
  const queries = { url: '/identity/selectManager', name: ['标识溯源', '防伪查询'] };
  const last = (menus: (typeof queries)[]) => toFoundSections(found, [], '4QH7 MZ2K 9TXA BW6R', menus).at(-1);
  expect(last([queries])).toMatchObject({
    label: withCodeLabel,
    items: [
      { title: '查询记录', to: '/identity/selectManager?tab=log&code=4QH7MZ2K9TXABW6R' },
      { title: '异常码', to: '/identity/selectManager?tab=abnormal&code=4QH7MZ2K9TXABW6R' },
    ],
  });
  expect(last([])?.label).toBe('编码');
});

test('what was opened last comes before the screens used last, each once', () => {
  const menus = [
    { url: '/a', name: ['一', '甲'] },
    { url: '/b', name: ['一', '乙'] },
  ];
  const sections = toFirstSections([{ kind: 'menu', key: '/b', title: '乙' }], menus);
  expect(sections.map(({ label, items }) => [label, items.map(({ title }) => title)])).toEqual([
    ['最近', ['乙']],
    ['菜单', ['甲']],
  ]);
  expect(toFirstSections([], [])).toEqual([]);
});
