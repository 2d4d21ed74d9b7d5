import { id, int, optionalText, text } from '@zhuiyuan/contract/kit/fields';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isRequired, issuesOf, longestOf, schemaAt, sent, sentOver } from './issues.ts';

const Draft = z
  .object({
    name: text('名称', { max: 40 }),
    note: optionalText('备注', 250),
    parent: id().optional(),
    rows: z.array(z.object({ spec: text('规格'), stock: int(0, 10, '库存应为0到10') })).default([]),
    from: z.number().default(0),
    to: z.number().default(1),
  })
  .refine(({ from, to }) => from <= to, { error: '结束不能早于开始', path: ['to'] });

describe('a draft schema', () => {
  it('says which fields may not be left out', () => {
    expect(['name', 'note', 'parent', 'rows', 'from'].map((name) => isRequired(Draft, [name]))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isRequired(Draft, ['rows', 3, 'spec'])).toBe(true);
  });

  it('knows the longest text of a field', () => {
    expect(longestOf(Draft, ['name'])).toBe(40);
    expect(longestOf(Draft, ['note'])).toBe(250);
    expect(longestOf(Draft, ['parent'])).toBeUndefined();
  });

  it('refuses a field it does not have', () => {
    expect(() => schemaAt(Draft, ['nmae'])).toThrow('nmae');
  });

  it('reads null and blank as absent, as the server does', () => {
    expect(sent({ a: '', b: null, c: undefined, d: 0, e: false, f: [] })).toEqual({ d: 0, e: false, f: [] });
    expect(issuesOf(Draft, { name: 'a', note: null, parent: '' })).toEqual([]);
  });

  it('tells what was emptied from what was never filled', () => {
    const start = { name: 'a', note: 'b', parent: 3, rows: [{ spec: 'c' }], to: null };
    expect(sentOver(start, { name: 'a', note: '', parent: undefined, rows: [], to: null, from: '' })).toEqual({
      name: 'a',
      note: null,
      parent: null,
      rows: [],
    });
    expect(sentOver(start, { name: 'a' })).toEqual({ name: 'a', note: null, parent: null, rows: null });
  });

  it('gives every text with its path, rules across fields too', () => {
    expect(issuesOf(Draft, { rows: [{ spec: 'a', stock: 11 }] })).toEqual([
      { path: ['name'], message: '请输入名称' },
      { path: ['rows', 0, 'stock'], message: '库存应为0到10' },
    ]);
    expect(issuesOf(Draft, { name: 'a', from: 2, to: 1 })).toEqual([{ path: ['to'], message: '结束不能早于开始' }]);
  });
});
