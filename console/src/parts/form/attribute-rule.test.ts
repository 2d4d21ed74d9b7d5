import { describe, expect, it } from 'vitest';
import { addGroup, addValue, groupsOf, refusalOf } from './attribute-rule.ts';

const sizes = [{ value: '净含量', detail: ['125g', '250g'] }];

describe('attribute rules', () => {
  it('needs a name and a value for a new group', () => {
    expect(addGroup([], ' ', '红')).toEqual({ refusal: '请添加规格名称' });
    expect(addGroup([], '颜色', '  ')).toEqual({ refusal: '请添加规格名称' });
    expect(addGroup(sizes, ' 颜色 ', ' 红 ')).toEqual({ groups: [...sizes, { value: '颜色', detail: ['红'] }] });
  });

  it('drops a group that exists', () => {
    expect(addGroup(sizes, '净含量', '500g')).toEqual({ groups: sizes });
  });

  it('needs a value and drops one that exists', () => {
    expect(addValue(sizes, 0, ' ')).toEqual({ refusal: '请添加属性' });
    expect(addValue(sizes, 0, '250g')).toEqual({ groups: sizes });
    expect(addValue(sizes, 0, '500g')).toEqual({ groups: [{ value: '净含量', detail: ['125g', '250g', '500g'] }] });
  });

  it('says what keeps it from being saved', () => {
    expect(refusalOf('', [])).toEqual({ ruleName: '请输入规格名称', groups: '请至少添加一条属性规格！' });
    expect(refusalOf('规'.repeat(21), sizes)).toEqual({ ruleName: '规格名称不能超过20个字符' });
    expect(refusalOf(' 茶叶 ', sizes)).toEqual({});
  });

  it('reads saved groups and survives broken ones', () => {
    expect(groupsOf(JSON.stringify(sizes))).toEqual(sizes);
    expect(groupsOf('')).toEqual([]);
    expect(groupsOf('{bad')).toEqual([]);
    expect(groupsOf('[{"value":"a"},{"value":"b","detail":[1]}]')).toEqual([{ value: 'b', detail: ['1'] }]);
  });
});
