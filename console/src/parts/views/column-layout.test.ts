import { describe, expect, it } from 'vitest';
import { moveColumn, toShown, toUsualLayout, type LaidOut } from './column-layout.ts';

const column = (key: string, width?: number, more: Partial<LaidOut> = {}): LaidOut => ({
  key,
  title: key,
  width,
  ...more,
});
const acts = column('acts', undefined, { acts: true });
const usual = (columns: LaidOut[], isPicking = false) =>
  toUsualLayout(columns, { isPicking }).columns.map(({ key }) => key);

describe('the columns a list begins with', () => {
  it('are at most nine with the acts, the status second, the time among them', () => {
    const many = Array.from({ length: 12 }, (_, at) => column(`c${at}`, 80));
    const columns = [column('no', 120), column('name'), ...many, column('status', 92), column('createTime', 136), acts];
    expect(usual(columns)).toEqual(['no', 'status', 'name', 'c0', 'c1', 'c2', 'c3', 'createTime']);
  });

  it('are no wider than a window of 1440 px shows, whatever else is narrow enough', () => {
    const wide = [column('a', 400), column('b', 300), column('c', 90), column('d', 50, { isExtra: true })];
    const columns = [column('no', 120), column('name'), ...wide, column('time', 136, { isTime: true }), acts];
    expect(usual(columns)).toEqual(['no', 'name', 'a', 'c', 'time']);
    expect(usual([...columns.slice(0, -1), column('tag', 92, { isStatus: true }), acts], true)).toEqual([
      'no',
      'tag',
      'name',
      'a',
      'time',
    ]);
  });

  it('leave a picture or a short number with the name, the status after both', () => {
    const columns = [column('picture', 56), column('name'), column('phone', 120), column('status', 92)];
    expect(usual(columns)).toEqual(['picture', 'name', 'status', 'phone']);
  });

  it('are all of them where there are few', () => {
    expect(usual([column('a', 80), column('b', 80)])).toEqual(['a', 'b']);
  });
});

it('a layout passes over columns that are gone, and leaves the acts last', () => {
  const layout = { columns: [{ key: 'gone' }, { key: 'b', width: 99 }], density: 'normal' as const };
  expect(toShown([acts, column('a', 80), column('b', 80)], layout)).toMatchObject([
    { key: 'b', width: 99 },
    { key: 'acts' },
  ]);
});

it('a column is moved among those that are pinned as it is', () => {
  const columns = [{ key: 'a', isPinned: true }, { key: 'b' }, { key: 'c' }];
  expect(moveColumn(columns, 'c', 0).map(({ key }) => key)).toEqual(['a', 'c', 'b']);
  expect(moveColumn(columns, 'a', 2).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect(moveColumn(columns, 'b', 9).map(({ key }) => key)).toEqual(['a', 'c', 'b']);
});
