import { describe, expect, it } from 'vitest';
import { isSame, merge } from './merge.ts';

const base = { id: 7, version: 1, name: '锦和', phone: '13882104570', remark: null, regions: ['510100'] };

describe('merging what was typed with what somebody else saved', () => {
  it('takes over what only one side changed', () => {
    const mine = { ...base, name: '锦和商贸' };
    const theirs = { ...base, version: 2, phone: '13900000000', regions: ['510100', '510700'] };
    expect(merge(base, mine, theirs)).toEqual({
      values: { ...theirs, name: '锦和商贸' },
      names: [],
    });
  });

  it('names what both changed differently, and holds what was typed until one chooses', () => {
    const mine = { ...base, name: '锦和商贸', remark: '老客户', regions: [] };
    const theirs = { ...base, version: 3, name: '锦和食品', remark: '新客户' };
    const { values, names } = merge(base, mine, theirs);
    expect(names).toEqual(['name', 'remark']);
    expect(values).toEqual({ ...base, version: 3, name: '锦和商贸', remark: '老客户', regions: [] });
  });

  it('asks nothing where both changed it to the same, nor about number and version', () => {
    const mine = { ...base, name: '锦和商贸', version: 1 };
    const theirs = { ...base, name: '锦和商贸', version: 9 };
    expect(merge(base, mine, theirs)).toEqual({ values: theirs, names: [] });
  });

  it('keeps a field that was emptied empty, and one that they emptied', () => {
    const mine = { ...base, phone: '' };
    const theirs = { ...base, version: 2, name: undefined };
    expect(merge(base, mine, theirs)).toEqual({
      values: { ...theirs, phone: '' },
      names: [],
    });
    expect(merge(base, { ...base, phone: '' }, { ...base, phone: '13900000000' }).names).toEqual(['phone']);
  });

  it('reads blanks as one and objects without their order, but lists with it', () => {
    expect(isSame(null, '')).toBe(true);
    expect(isSame(0, undefined)).toBe(false);
    expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{}], a: 1 })).toBe(true);
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSame([], {})).toBe(false);
    expect(isSame([1], [1, 2])).toBe(false);
  });
});
