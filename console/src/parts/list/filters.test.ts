import { Enabled, enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { describe, expect, it } from 'vitest';
import { dateFilter, inWords, selectFilter, textFilter, together, unfoldedCount } from './filters.tsx';

const Life = enumeration({
  inactive: { value: 0, label: '未启用' },
  active: { value: 1, label: '已启用' },
  void: { value: 2, label: '已作废' },
});
const filters = [
  textFilter('code', '编码'),
  selectFilter('status', '状态', Enabled),
  selectFilter('life', '码状态', Life, { many: true }),
  selectFilter('agent', '经销商', [{ value: 7, label: '成都锦和商贸' }]),
  dateFilter('dateLimit', '创建时间'),
];
const words = (values: Record<string, string>) => inWords(filters, values).map(({ text }) => text);

describe('filters in words', () => {
  it('says nothing when nothing is set', () => {
    expect(words({})).toEqual([]);
    expect(words({ code: '', unknown: 'x' })).toEqual([]);
  });

  it('names each set filter with its value as a person reads it', () => {
    expect(words({ code: '4QH7', status: '0', agent: '7' })).toEqual([
      '编码：4QH7',
      '状态：启用',
      '经销商：成都锦和商贸',
    ]);
  });

  it('counts many values', () => {
    expect(words({ life: '1,0' })).toEqual(['码状态：已启用、未启用']);
    expect(words({ life: '1,0,2' })).toEqual(['码状态：已启用、未启用 等 3 项']);
  });

  it('writes ranges, without the year inside the current one', () => {
    const year = shanghaiToday().slice(0, 4);
    expect(words({ dateLimit: 'today' })).toEqual(['创建时间：今天']);
    expect(words({ dateLimit: `${year}-01-02,${year}-01-05` })).toEqual(['创建时间：01-02 至 01-05']);
    expect(words({ dateLimit: '2020-01-02,2020-01-05 12:00:00' })).toEqual(['创建时间：2020-01-02 至 2020-01-05']);
  });
});

describe('filters that are one', () => {
  const list = [
    textFilter('a', '甲'),
    ...together(selectFilter('kind', '时间类型', Enabled), dateFilter('when', '时间')),
    textFilter('z', '末'),
  ];

  it('are shown or folded away together', () => {
    expect([1, 2, 3, 4].map((room) => unfoldedCount(list, room))).toEqual([1, 1, 3, 4]);
  });

  it('are shown where nothing else would be', () => {
    expect(unfoldedCount(list.slice(1), 1)).toBe(2);
  });
});
