import { describe, expect, it } from 'vitest';
import { actsWidth, answersTo, usableActs, type Act } from './acts.tsx';

const act = (label: string, more: Partial<Act> = {}): Act => ({ label, run: () => undefined, ...more });

describe('acts of a row', () => {
  it('leaves out what a person may not do and puts destructive ones last', () => {
    const acts = [act('删除', { destructive: true }), act('编辑', { may: 'a:b' }), act('详情')];
    expect(usableActs(acts, () => true).map(({ label }) => label)).toEqual(['编辑', '详情', '删除']);
    expect(usableActs(acts, () => false).map(({ label }) => label)).toEqual(['详情', '删除']);
  });

  it('is as wide as the fullest row needs', () => {
    expect(actsWidth([[act('a')]])).toBe(64);
    expect(actsWidth([[act('a')], [act('a'), act('b')]])).toBe(104);
    expect(actsWidth([[act('a'), act('b'), act('c'), act('d')]])).toBe(140);
    expect(actsWidth([[act('启用区间'), act('抽查'), act('冻结')]])).toBe(24 + 52 + 12 + 26 + 12 + 40);
  });

  it('never asks with two buttons that say the same', () => {
    expect(answersTo('取消')).toEqual({ verb: '确定取消', cancel: '暂不取消', saysCancelled: false });
    expect(answersTo('撤销')).toEqual({ verb: '撤销' });
    expect(answersTo('删除')).toEqual({ verb: undefined });
  });
});
